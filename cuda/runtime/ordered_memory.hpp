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
        view_{static_cast<std::uint64_t *>(at.memory != nullptr
                                               ? at.memory->allocate(words * sizeof(std::uint64_t), at)
                                               : cuda::allocate(words * sizeof(std::uint64_t), stream())),
              words}
    {}

    ordered_memory(ordered_memory const &) = delete;
    ordered_memory & operator=(ordered_memory const &) = delete;

    ~ordered_memory()
    {
        if (at_.memory != nullptr)
            at_.memory->deallocate(view_.data(), bytes(), at_);
        else
            SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaFreeAsync(view_.data(), stream()));
    }

    //!\brief The words.
    device_view<std::uint64_t> view() const noexcept
    {
        return view_;
    }

    //!\brief Their number of bytes.
    std::uint64_t bytes() const noexcept
    {
        return view_.size() * sizeof(std::uint64_t);
    }

    //!\brief The stream.
    cudaStream_t stream() const noexcept
    {
        return static_cast<cudaStream_t>(at_.handle);
    }

private:
    alignment::device_stream at_;
    device_view<std::uint64_t> view_;
};

} // namespace seqan3_gpulcs::cuda
