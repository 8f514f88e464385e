// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/runtime/buffer.hpp"

#include <string>

#include <seqan3_gpulcs/exception.hpp>

namespace seqan3_gpulcs::cuda
{

void * allocate(std::size_t const bytes, cudaStream_t const in, cudaMemPool_t const from)
{
    void * memory{};
    cudaError_t const status =
        from ? cudaMallocFromPoolAsync(&memory, bytes, from, in) : cudaMallocAsync(&memory, bytes, in);
    if (status == cudaErrorMemoryAllocation)
    {
        static_cast<void>(cudaGetLastError());
        std::size_t free_bytes{};
        std::size_t all_bytes{};
        SEQAN3_GPULCS_CUDA_TRY(cudaMemGetInfo(&free_bytes, &all_bytes));
        throw out_of_device_memory{"The CUDA " + current_device_text() + " has no room for " + std::to_string(bytes)
                                       + " bytes more, " + std::to_string(free_bytes) + " of its "
                                       + std::to_string(all_bytes)
                                       + " bytes are free; end other programs on it, or choose the backend cpu.",
                                   bytes,
                                   free_bytes};
    }
    if (status != cudaSuccess)
        throw_device_error(status, "cudaMallocAsync", __FILE__, __LINE__);
    return memory;
}

std::uint64_t free_device_bytes()
{
    std::size_t free_bytes{};
    std::size_t all_bytes{};
    SEQAN3_GPULCS_CUDA_TRY(cudaMemGetInfo(&free_bytes, &all_bytes));
    return free_bytes;
}

} // namespace seqan3_gpulcs::cuda
