// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/kernel_table.cuh"
#include "cuda/search/launch_search.hpp"
#include "cuda/search/search_kernel.cuh"

namespace seqan3_gpulcs::cuda
{

namespace
{

using search_kernel_t = void (*)(search_arguments const);

search_kernel_t find_search_kernel(search_kernel_shape const & wanted, unsigned const class_bits)
{
    auto const with_classes = [](auto const i) -> search_kernel_t
    {
        constexpr search_kernel_shape shape = search_kernel_shapes[i];
        return &search_kernel<shape.words, shape.patterns, shape.is_strip, 2>;
    };
    auto const with_sets = [](auto const i) -> search_kernel_t
    {
        constexpr search_kernel_shape shape = set_search_kernel_shapes[i];
        return &search_kernel<shape.words, shape.patterns, shape.is_strip, 4>;
    };
    auto const kernel = class_bits == 2 ? find_kernel<search_kernel_t>(search_kernel_shapes, wanted, with_classes)
                                        : find_kernel<search_kernel_t>(set_search_kernel_shapes, wanted, with_sets);
    assert(kernel);
    return kernel;
}

// A strip's match vectors, and whether to stop.
unsigned block_shared_bytes(search_kernel_shape const & shape, unsigned const class_bits) noexcept
{
    return (group_match_words(shape.words * shape.patterns, 1, class_bits) + 1) * sizeof(std::uint32_t);
}

} // namespace

unsigned
resident_search_blocks(search_kernel_shape const & shape, unsigned const class_bits, device_limits const & limits)
{
    int resident = 0;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident,
                                                                                find_search_kernel(shape, class_bits),
                                                                                static_cast<int>(search_block_threads),
                                                                                block_shared_bytes(shape, class_bits)));
    return static_cast<unsigned>(std::max(resident, 1)) * limits.multiprocessors;
}

void launch_search(search_kernel_shape const & shape,
                   unsigned const class_bits,
                   search_arguments const & arguments,
                   unsigned const blocks,
                   cudaStream_t const in)
{
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{blocks};
    configuration.blockDim = dim3{search_block_threads};
    configuration.dynamicSmemBytes = block_shared_bytes(shape, class_bits);
    configuration.stream = in;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, find_search_kernel(shape, class_bits), arguments));
}

} // namespace seqan3_gpulcs::cuda
