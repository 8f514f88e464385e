// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Owners of memory: of the device, and of the host where the device can reach it.
 */

#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/runtime/error.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Memory of a device, which somebody has to free.
struct allocation
{
    void * data{};         //!< The memory; null if there is none.
    std::uint64_t bytes{}; //!< The number of bytes.
    int device{};          //!< The number of the device.
};

/*!\brief Allocates memory of the current device, in the order of a stream.
 * \param bytes The number of bytes.
 * \param in    The stream.
 * \param from  The pool; null for that of the device.
 * \throws seqan3_gpulcs::out_of_device_memory
 */
allocation allocate(std::uint64_t bytes, cudaStream_t in, cudaMemPool_t from = {});

//!\brief Frees memory in the order of a stream of its device.
void deallocate(allocation const & memory, cudaStream_t in) noexcept;

//!\brief Limits what allocate() gives of each device at a time. Thread safety: may be called concurrently with it.
void limit_device_bytes(std::uint64_t bytes) noexcept;

//!\brief The bytes of a device that allocate() may give, if nobody else has any.
std::uint64_t usable_bytes(device_limits const & limits) noexcept;

//!\brief The bytes of the current device that are free, and that allocate() may give. \throws seqan3_gpulcs::device_error
std::uint64_t free_device_bytes();

//!\brief Memory of the device; does not own it, and must not be read by the host.
template <typename value_t>
class device_view
{
public:
    device_view() = default;

    device_view(value_t * const data, std::size_t const size) noexcept : data_{data}, size_{size}
    {}

    value_t * data() const noexcept
    {
        return data_;
    }

    std::size_t size() const noexcept
    {
        return size_;
    }

    device_view part(std::size_t const offset, std::size_t const size) const noexcept
    {
        assert(offset <= size_ && size <= size_ - offset);
        return {data_ + offset, size};
    }

private:
    value_t * data_{};
    std::size_t size_{};
};

/*!\brief Memory of a device, for one stream.
 *
 * It is allocated and freed in the order of the stream; otherwise, both would wait for all other streams of the device.
 */
template <typename value_t>
class device_buffer
{
public:
    static_assert(std::is_trivially_copyable_v<value_t>);
    static constexpr bool is_on_host{false}; //!< Whether the host can access the memory.

    //!\brief Empty. The stream must live longer.
    explicit device_buffer(cudaStream_t const stream) noexcept : stream_{stream}
    {}

    device_buffer(device_buffer const &) = delete;
    device_buffer & operator=(device_buffer const &) = delete;

    ~device_buffer()
    {
        release();
    }

    /*!\brief Makes room for values; earlier content may be lost.
     * \returns A view on `size` values.
     * \throws seqan3_gpulcs::out_of_device_memory; then the buffer is empty.
     */
    device_view<value_t> reserve(std::size_t const size)
    {
        if (size > size_)
        {
            release();
            memory_ = allocate(size * sizeof(value_t), stream_);
            size_ = size;
        }
        return {data(), size};
    }

    //!\brief A view on everything.
    device_view<value_t> view() const noexcept
    {
        return {data(), size_};
    }

    //!\brief Frees the memory, once the stream has completed its earlier operations.
    void release() noexcept
    {
        if (memory_.data)
            deallocate(memory_, stream_);
        memory_ = {};
        size_ = 0;
    }

    //!\brief The bytes of device memory that it takes.
    std::uint64_t bytes() const noexcept
    {
        return size_ * sizeof(value_t);
    }

private:
    value_t * data() const noexcept
    {
        return static_cast<value_t *>(memory_.data);
    }

    cudaStream_t stream_{};
    allocation memory_{};
    std::size_t size_{};
};

/*!\brief Pinned memory of the host, which the device can access, too; copies to and from it do not block the host.
 *
 * The values are zero-initialised, and kept until the buffer must grow.
 */
template <typename value_t>
class mapped_buffer
{
public:
    static_assert(std::is_trivially_copyable_v<value_t>);
    static constexpr bool is_on_host{true}; //!< Whether the host can access the memory.

    //!\brief Empty.
    mapped_buffer() = default;

    mapped_buffer(mapped_buffer const &) = delete;
    mapped_buffer & operator=(mapped_buffer const &) = delete;

    ~mapped_buffer()
    {
        release();
    }

    /*!\brief Makes room for values; earlier content may be lost.
     * \returns `size` values.
     * \throws seqan3_gpulcs::device_error; then the buffer is empty.
     */
    std::span<value_t> reserve(std::size_t const size)
    {
        if (size > size_)
        {
            release();
            void * memory{};
            SEQAN3_GPULCS_CUDA_TRY(
                cudaHostAlloc(&memory, size * sizeof(value_t), cudaHostAllocMapped | cudaHostAllocPortable));
            host_ = static_cast<value_t *>(memory);
            std::uninitialized_value_construct_n(host_, size);
            if (cudaError_t const status = cudaHostGetDevicePointer(&memory, host_, 0); status != cudaSuccess)
            {
                release();
                throw_device_error(status, "cudaHostGetDevicePointer", __FILE__, __LINE__);
            }
            device_ = static_cast<value_t *>(memory);
            size_ = size;
        }
        return {host_, size};
    }

    //!\brief Frees the memory, which must no longer be in use.
    void release() noexcept
    {
        if (host_)
            SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaFreeHost(host_));
        host_ = nullptr;
        device_ = nullptr;
        size_ = 0;
    }

    //!\brief The bytes of host memory that it takes.
    std::uint64_t bytes() const noexcept
    {
        return size_ * sizeof(value_t);
    }

    //!\brief The values as the host sees them.
    std::span<value_t> view() const noexcept
    {
        return {host_, size_};
    }

    //!\brief The address for the host.
    value_t * host() const noexcept
    {
        return host_;
    }

    //!\brief The address for the device.
    value_t * device() const noexcept
    {
        return device_;
    }

private:
    value_t * host_{};
    value_t * device_{};
    std::size_t size_{};
};

/*!\brief Rounds a size up to a mebibyte, so that a mapped_buffer seldom grows: allocating pinned memory is slow.
 * \param size The number of values that are needed.
 */
template <typename value_t>
constexpr std::size_t with_room(std::size_t const size) noexcept
{
    constexpr std::size_t values_per_mebibyte = (std::size_t{1} << 20) / sizeof(value_t);
    return util::ceil_div(size, values_per_mebibyte) * values_per_mebibyte;
}

//!\brief A value in host memory that host and device access at the same time.
template <typename value_t>
class mapped_value
{
public:
    //!\brief Allocates the memory. \throws seqan3_gpulcs::device_error
    mapped_value()
    {
        memory_.reserve(1);
    }

    //!\brief The value for the host. It is volatile because the device changes it, too.
    value_t volatile & host() const noexcept
    {
        return *memory_.host();
    }

    //!\brief The value as the target of a copy from the device.
    std::span<value_t> copy_target() const noexcept
    {
        return {memory_.host(), 1};
    }

    //!\brief The address for the device.
    value_t * device() const noexcept
    {
        return memory_.device();
    }

private:
    mapped_buffer<value_t> memory_{};
};

//!\brief Copies to the device, in the order of the stream; the host memory must stay valid until then.
template <typename value_t>
void copy_to_device(device_view<value_t> const to,
                    std::span<std::type_identity_t<value_t> const> const from,
                    cudaStream_t const in)
{
    assert(to.size() >= from.size());
    SEQAN3_GPULCS_CUDA_TRY(cudaMemcpyAsync(to.data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice, in));
}

//!\brief Copies to the host, in the order of the stream; the host memory must stay valid until then.
template <typename value_t>
void copy_to_host(std::span<value_t> const to, device_view<value_t> const from, cudaStream_t const in)
{
    assert(from.size() >= to.size());
    SEQAN3_GPULCS_CUDA_TRY(cudaMemcpyAsync(to.data(), from.data(), to.size_bytes(), cudaMemcpyDeviceToHost, in));
}

//!\brief Sets all bits, in the order of the stream.
template <typename value_t>
void fill_with_ones(device_view<value_t> const memory, cudaStream_t const in)
{
    SEQAN3_GPULCS_CUDA_TRY(cudaMemsetAsync(memory.data(), 0xff, memory.size() * sizeof(value_t), in));
}

//!\brief Fills with zeros, in the order of the stream.
template <typename value_t>
void fill_with_zeros(device_view<value_t> const memory, cudaStream_t const in)
{
    SEQAN3_GPULCS_CUDA_TRY(cudaMemsetAsync(memory.data(), 0, memory.size() * sizeof(value_t), in));
}

} // namespace seqan3_gpulcs::cuda
