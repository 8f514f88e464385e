// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Memory of a device, from the library's pool or from the caller.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/device_set.hpp>

#include "cuda/runtime/buffer.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Words of memory in the order of a stream.
 *
 * Made and destroyed while its device is the current one.
 */
class ordered_memory
{
public:
    /*!\brief Allocates memory.
     * \param words The number of words, at least 1.
     * \param at    The stream, and where memory comes from; must outlive the object.
     * \throws seqan3_gpulcs::out_of_device_memory, and what memory of the caller throws.
     */
    ordered_memory(std::uint64_t const words, alignment::device_stream const & at) :
        at_{at},
        memory_{at.memory != nullptr
                    ? allocation{at.memory->allocate(words * sizeof(std::uint64_t), at), words * sizeof(std::uint64_t)}
                    : cuda::allocate(words * sizeof(std::uint64_t), stream())}
    {}

    ordered_memory(ordered_memory const &) = delete;
    ordered_memory & operator=(ordered_memory const &) = delete;

    ~ordered_memory()
    {
        if (at_.memory != nullptr)
            at_.memory->deallocate(memory_.data, memory_.bytes, at_);
        else
            cuda::deallocate(memory_, stream());
    }

    //!\brief The words.
    device_view<std::uint64_t> view() const noexcept
    {
        return {static_cast<std::uint64_t *>(memory_.data), memory_.bytes / sizeof(std::uint64_t)};
    }

    //!\brief Their number of bytes.
    std::uint64_t bytes() const noexcept
    {
        return memory_.bytes;
    }

    //!\brief The stream.
    cudaStream_t stream() const noexcept
    {
        return static_cast<cudaStream_t>(at_.handle);
    }

private:
    alignment::device_stream at_;
    allocation memory_;
};

} // namespace seqan3_gpulcs::cuda
