// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>

#include "cuda/lane/placed_arguments.hpp"
#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/error.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

constexpr unsigned threads_per_block{256};

// Threads go on with further work, so that more blocks gain nothing.
constexpr std::uint64_t max_blocks{4096};

__device__ __forceinline__ unsigned thread_number()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ __forceinline__ unsigned thread_count()
{
    return gridDim.x * blockDim.x;
}

struct pair_indices
{
    std::uint32_t row;
    std::uint32_t column;
};

__device__ __forceinline__ pair_indices indices_of(pair_numbers const & numbers, std::uint64_t const number)
{
    if (numbers.columns_per_row == 0)
        return {numbers.row_order[number], numbers.row_order[number]};
    std::uint64_t const row = number / numbers.columns_per_row;
    return {numbers.row_order[row], numbers.column_order[number - row * numbers.columns_per_row]};
}

// A warp packs a sequence, and each of its lanes a word.
__global__ void pack_letters(__grid_constant__ packing_arguments const arguments)
{
    unsigned const per_word = 64 / arguments.bits;
    unsigned const lane = threadIdx.x % warp_threads;
    for (unsigned i = thread_number() / warp_threads; i < arguments.count; i += thread_count() / warp_threads)
    {
        lane_column_codes const placed = arguments.placed[i];
        std::uint8_t const * const letters = arguments.letters + arguments.begins[i];
        for (unsigned word = lane; word * per_word < placed.size; word += warp_threads)
        {
            unsigned const begin = word * per_word;
            unsigned const count = placed.size - begin < per_word ? placed.size - begin : per_word;
            std::uint64_t codes = 0;
            for (unsigned k = 0; k < count; ++k)
            {
                std::uint8_t const letter = letters[begin + k];
                std::uint64_t const code = arguments.codes[letter];
                if (code != no_code)
                    codes |= code << (k * arguments.bits);
                else if (atomicAdd(&arguments.unknown[0], 1u) == 0)
                    arguments.unknown[1] = letter;
            }
            arguments.words[placed.at + word] = codes;
        }
    }
}

__device__ __forceinline__ lane_row_codes rows_of(lane_column_codes const & placed,
                                                  std::uint16_t const letters,
                                                  std::uint16_t const bits)
{
    return {placed.at, placed.size, 0, letters, bits};
}

__global__ void list_pairs(__grid_constant__ listing_arguments const arguments)
{
    for (unsigned k = thread_number(); k < arguments.count; k += thread_count())
    {
        pair_indices const pair = indices_of(arguments.numbers, arguments.begin + k);
        arguments.pairs[k] = {rows_of(arguments.rows[pair.row], arguments.letters, arguments.bits),
                              arguments.columns[pair.column]};
    }
}

__global__ void make_queries(__grid_constant__ query_arguments const arguments)
{
    for (unsigned k = thread_number(); k < arguments.count; k += thread_count())
    {
        std::uint32_t const row = arguments.numbers.row_order[arguments.begin + k];
        arguments.queries[k] = {rows_of(arguments.rows[row], arguments.letters, arguments.bits),
                                k * arguments.numbers.columns_per_row,
                                0,
                                0};
    }
}

__global__ void place_values(__grid_constant__ placing_arguments const arguments)
{
    for (unsigned k = thread_number(); k < arguments.count; k += thread_count())
    {
        pair_indices const pair = indices_of(arguments.numbers, arguments.begin + k);
        std::uint64_t const row_at = pair.row * arguments.numbers.row_stride;
        arguments.found[row_at + pair.column * arguments.numbers.column_stride] = arguments.values[k];
    }
}

template <typename arguments_t>
void launch_threads(void (*const kernel)(arguments_t const),
                    arguments_t const & arguments,
                    std::uint64_t const threads,
                    cudaStream_t const in)
{
    if (arguments.count == 0)
        return;
    cudaLaunchConfig_t configuration{};
    std::uint64_t const blocks = util::ceil_div<std::uint64_t>(threads, threads_per_block);
    configuration.gridDim = dim3{static_cast<unsigned>(std::min(blocks, max_blocks))};
    configuration.blockDim = dim3{threads_per_block};
    configuration.stream = in;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, kernel, arguments));
}

} // namespace

void launch(packing_arguments const & arguments, cudaStream_t const in)
{
    launch_threads(&pack_letters, arguments, std::uint64_t{arguments.count} * warp_threads, in);
}

void launch(listing_arguments const & arguments, cudaStream_t const in)
{
    launch_threads(&list_pairs, arguments, arguments.count, in);
}

void launch(query_arguments const & arguments, cudaStream_t const in)
{
    launch_threads(&make_queries, arguments, arguments.count, in);
}

void launch(placing_arguments const & arguments, cudaStream_t const in)
{
    launch_threads(&place_values, arguments, arguments.count, in);
}

} // namespace seqan3_gpulcs::cuda
