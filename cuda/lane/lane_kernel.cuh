// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that computes many pairs of short sequences, each in a lane of its own.
 *
 * A lane has some words of V in registers and runs along the columns of its pair. Where the rows are more than that, it does
 * so several times, a strip of rows after the other, and keeps the carries between them in memory.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/lane/lane_rows.cuh"
#include "cuda/recurrence/lcs_step.cuh"
#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief A warp at work on pairs, as many at a time as it has lanes.
 * \tparam words  The words of V that a lane holds.
 * \tparam rows_t Where the rows come from.
 */
template <unsigned words, typename rows_t>
class lane_warp
{
public:
    __device__ __forceinline__
    lane_warp(lane_arguments const & arguments, std::byte * const match, unsigned const warp, unsigned const lane) :
        arguments_{arguments},
        warp_{warp},
        lane_{lane},
        rows_{match, arguments}
    {}

    //!\brief Computes the groups of pairs that fall to this one of so many warps.
    __device__ __forceinline__ void run(unsigned const warps)
    {
        for (std::uint64_t begin = std::uint64_t{warp_} * warp_threads; begin < arguments_.pair_count;
             begin += std::uint64_t{warps} * warp_threads)
            run_group(static_cast<unsigned>(begin) + lane_);
    }

private:
    static constexpr unsigned bits{rows_t::bits};
    static constexpr unsigned unit_columns{64 / bits};

    // So many columns are unrolled; the code should stay in the instruction cache.
    static constexpr unsigned unrolled{words <= 8 ? 16 : words <= 16 ? 8 : 4};
    static constexpr unsigned at_once{unrolled < unit_columns ? unrolled : unit_columns};

    __device__ __forceinline__ void run_group(unsigned const index)
    {
        bool const has_pair = index < arguments_.pair_count;
        // A lane without a pair helps the others by doing nothing.
        lane_pair pair{};
        if (has_pair)
            pair = arguments_.pairs[index];

        unsigned const strips = largest((pair.rows + (words * 32 - 1)) / (words * 32));
        unsigned length = 0;
        for (unsigned strip = 0; strip < strips; ++strip)
        {
            rows_.start_strip(arguments_, pair, strip);
#pragma unroll
            for (unsigned i = 0; i < words; ++i)
                v_[i] = ~0u;
            run_along_columns(pair, strip != 0, strip + 1 != strips);
            length += count_increments(pair.rows, strip);
        }

        if (has_pair && length >= pair.least)
            arguments_.hits[atomicAdd(arguments_.hit_count, 1u)] = {pair.name, length};
    }

    __device__ __forceinline__ void
    run_along_columns(lane_pair const & pair, bool const takes_carries, bool const gives_carries)
    {
        unsigned const units = largest((pair.columns + (unit_columns - 1)) / unit_columns);
        unsigned const whole_units = smallest(pair.columns / unit_columns);
        std::uint64_t const * const text = arguments_.codes + pair.columns_at;
        std::size_t carries = std::size_t{warp_} * arguments_.units_of_carries * warp_threads + lane_;

        // What comes next is on its way while a unit is computed.
        unsigned const own_units = (pair.columns + (unit_columns - 1)) / unit_columns;
        std::uint64_t coming_codes = own_units != 0 ? text[0] : 0;
        std::uint32_t coming_carries = takes_carries && units != 0 ? arguments_.carries[carries] : 0;
#pragma unroll 1
        for (unsigned unit = 0; unit < units; ++unit, carries += warp_threads)
        {
            std::uint64_t const codes = coming_codes;
            std::uint32_t const carries_in = coming_carries;
            if (unit + 1 < own_units)
                coming_codes = text[unit + 1];
            if (takes_carries && unit + 1 < units)
                coming_carries = arguments_.carries[carries + warp_threads];
            std::uint32_t const carries_out =
                unit < whole_units ? compute_unit(codes, carries_in) : compute_some(pair, unit, codes, carries_in);
            if (gives_carries)
                arguments_.carries[carries] = carries_out;
        }
    }

    __device__ __forceinline__ void compute_column(std::uint64_t const codes,
                                                   unsigned const position,
                                                   std::uint32_t & carries_in,
                                                   std::uint32_t & carries_out)
    {
        rows_.start_column(codes, position);
        column_step<words>(
            v_,
            [this](unsigned const i, std::uint32_t const word)
            {
                return rows_.matching(i, word);
            },
            carries_in,
            carries_out);
    }

    // A unit that all lanes have. The carry of its first column is the highest bit.
    __device__ __forceinline__ std::uint32_t compute_unit(std::uint64_t codes, std::uint32_t carries_in)
    {
        std::uint32_t carries_out = 0;
#pragma unroll 1
        for (unsigned first = 0; first < unit_columns; first += at_once)
        {
#pragma unroll
            for (unsigned c = 0; c < at_once; ++c)
                compute_column(codes, c, carries_in, carries_out);
            codes >>= at_once * bits % 64;
        }
        return carries_out << (32 - unit_columns);
    }

    // A unit of which a lane may have some columns, or none.
    __device__ __forceinline__ std::uint32_t
    compute_some(lane_pair const & pair, unsigned const unit, std::uint64_t codes, std::uint32_t carries_in)
    {
        unsigned const begin = unit * unit_columns;
        unsigned const left = pair.columns > begin ? pair.columns - begin : 0;
        unsigned const count = left < unit_columns ? left : unit_columns;
        std::uint32_t carries_out = 0;
        if (count != 0)
        {
#pragma unroll 1
            for (unsigned c = 0; c < count; ++c)
            {
                compute_column(codes, 0, carries_in, carries_out);
                codes >>= bits;
            }
            carries_out <<= 32 - count;
        }
        __syncwarp();
        return carries_out;
    }

    __device__ __forceinline__ unsigned count_increments(unsigned const rows, unsigned const strip) const
    {
        unsigned const begin = strip * (words * 32);
        unsigned const left = rows > begin ? rows - begin : 0;
        unsigned count = 0;
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
            std::uint32_t const in_use = left >= (i + 1) * 32 ? ~0u : left <= i * 32 ? 0 : ~(~0u << (left % 32));
            count += static_cast<unsigned>(__popc(~v_[i] & in_use));
        }
        return count;
    }

    __device__ __forceinline__ unsigned largest(unsigned value) const
    {
        for (unsigned distance = 1; distance < warp_threads; distance *= 2)
        {
            unsigned const other = __shfl_sync(whole_warp, value, static_cast<int>(lane_ ^ distance));
            value = other > value ? other : value;
        }
        return value;
    }

    __device__ __forceinline__ unsigned smallest(unsigned const value) const
    {
        return ~largest(~value);
    }

    lane_arguments const & arguments_;
    unsigned const warp_;
    unsigned const lane_;
    rows_t rows_;
    std::uint32_t v_[words];
};

//!\brief The kernel. Launched with any number of blocks of warps_of_lane_block warps; shared memory holds match words.
template <unsigned words, typename rows_t>
__global__ void __launch_bounds__(warps_of_lane_block * warp_threads, 4)
    lane_kernel(__grid_constant__ lane_arguments const arguments)
{
    unsigned const warps_of_block = blockDim.x / warp_threads;
    unsigned const warp_of_block = threadIdx.x / warp_threads;
    unsigned const warp = blockIdx.x * warps_of_block + warp_of_block;
    unsigned const warps = gridDim.x * warps_of_block;
    // Also where there are no pairs for the warp: the block may need all of them to begin with.
    lane_warp<words, rows_t>{arguments, shared_memory(), warp, threadIdx.x % warp_threads}.run(warps);
}

} // namespace seqan3_gpulcs::cuda
