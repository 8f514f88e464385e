// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Memory of a device that another device writes to.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>
#include <span>

#include "cuda/runtime/buffer.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Whether kernels of a device can access the memory of another one.
 * \throws seqan3_gpulcs::device_error
 */
bool can_access(unsigned device, unsigned other);

/*!\brief Whether kernels of each device can access the memory of the next one, and kernels of the last one that of the first.
 * \throws seqan3_gpulcs::device_error
 */
bool can_access_next(std::span<unsigned const> devices);

/*!\brief Words in the memory of a device, for one stream of it and for the kernels of another device.
 *
 * Memory that is allocated in the order of a stream is accessible as its pool says, whatever cudaDeviceEnablePeerAccess() has
 * enabled. So each buffer has a pool of its own: in that of all other buffers, every allocation would have to be mapped for
 * the other device, too.
 */
class peer_buffer
{
public:
    static constexpr bool is_on_host{false}; //!< Whether the host can access the memory.

    //!\brief Empty. The stream must live longer.
    explicit peer_buffer(cudaStream_t const stream) noexcept : stream_{stream}
    {}

    peer_buffer(peer_buffer const &) = delete;
    peer_buffer & operator=(peer_buffer const &) = delete;

    ~peer_buffer()
    {
        release();
    }

    /*!\brief Makes room for words in the memory of the current device; earlier content may be lost.
     * \param size The number of words.
     * \param peer The device that writes to them; may be the current one.
     * \throws seqan3_gpulcs::device_error; then the buffer is empty.
     */
    device_view<std::uint64_t> reserve(std::size_t size, unsigned peer);

    //!\brief Frees the memory, once the stream has completed its earlier operations; the other device must be done with it.
    void release() noexcept;

    //!\brief The bytes of device memory that it takes.
    std::uint64_t bytes() const noexcept
    {
        return size_ * sizeof(std::uint64_t);
    }

private:
    cudaStream_t stream_{};
    cudaMemPool_t pool_{};
    unsigned peer_{};
    allocation memory_{};
    std::size_t size_{};
};

} // namespace seqan3_gpulcs::cuda
