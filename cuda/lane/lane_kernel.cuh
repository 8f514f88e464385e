// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that computes many pairs of short sequences, each in a lane of its own.
 *
 * A lane holds the state of some rows in registers and runs along the columns of its pair. Where there are more rows, it does
 * so once for each strip of rows, and keeps the carries between two strips in memory.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/lane/lane_rows.cuh"
#include "cuda/recurrence/recurrence.cuh"
#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief A warp that computes pairs, one in each lane.
 * \tparam recurrence_t See seqan3_gpulcs::cuda::recurrence.
 * \tparam rows_t       The source of the rows, and the number of them that a lane holds.
 *
 * run() takes listed pairs, and run_queries() takes queries with their subjects; that is their only difference.
 */
template <recurrence recurrence_t, typename rows_t>
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

    //!\brief Computes every group of pairs whose number is that of this warp, modulo the number of warps.
    __device__ __forceinline__ void run(unsigned const warps)
    {
        for (std::uint64_t begin = std::uint64_t{warp_} * warp_threads; begin < arguments_.pair_count;
             begin += std::uint64_t{warps} * warp_threads)
        {
            unsigned const index = static_cast<unsigned>(begin) + lane_;
            // A lane without a pair only takes part in warp-wide operations.
            lane_pair pair{};
            if (index < arguments_.pair_count)
                pair = arguments_.pairs[index];
            lane_filter const filter = load_filter(index);
            unsigned const value = compute_group(pair);
            if (index >= arguments_.pair_count)
                continue;
            if (arguments_.filters)
                report(value, filter);
            else
                arguments_.values[index] = static_cast<lane_value>(value);
        }
    }

    /*!\brief Computes every item of a query whose number is that of this block, modulo the number of blocks.
     *
     * All warps of a block compare one query at a time.
     */
    __device__ __forceinline__ void run_queries()
    {
        unsigned number = 0;
        unsigned present_query = arguments_.query_count;
        for (unsigned item = blockIdx.x;; item += gridDim.x)
        {
            // If there is only one query, the division below is never needed.
            if (item >= arguments_.items_per_query)
            {
                unsigned const queries = item / arguments_.items_per_query;
                item -= queries * arguments_.items_per_query;
                number += queries;
            }
            if (number >= arguments_.query_count)
                return;
            lane_query const & query = arguments_.queries[number];
            unsigned const first = query.first_subject + item * arguments_.subjects_per_item;
            if (first >= arguments_.pair_count)
                continue;
            if (number != present_query)
                rows_.start_query(shared_memory(), arguments_, query.rows);
            present_query = number;
            for (unsigned begin = 0; begin < arguments_.subjects_per_item && first + begin < arguments_.pair_count;
                 begin += pairs_per_lane_block)
                run_subjects(query, first + begin + threadIdx.x);
        }
    }

private:
    static constexpr unsigned words{rows_t::words};
    static constexpr unsigned bits{rows_t::bits};
    static constexpr unsigned unit_columns{64 / bits};

    // The columns that are unrolled; the code should stay in the instruction cache.
    static constexpr unsigned max_unrolled{words <= 8 ? 16 : words <= 16 ? 8 : 4};
    static constexpr unsigned unrolled{max_unrolled < unit_columns ? max_unrolled : unit_columns};

    // The carries of a unit.
    struct unit_carries
    {
        std::uint32_t words[recurrence_t::carry_words]{};
    };

    // The subjects of the lanes.
    __device__ __forceinline__ void run_subjects(lane_query const & query, unsigned const index)
    {
        bool const has_pair = index < arguments_.pair_count;
        lane_pair const pair = has_pair ? lane_pair{query.rows, arguments_.subjects[index]} : lane_pair{};
        // Loaded in time.
        lane_filter const filter = load_filter(index);
        unsigned const value = compute_group(pair);
        if (!has_pair)
            return;
        if (arguments_.filters)
            return report(value, filter);
        std::uint64_t const value_at = query.value_at - arguments_.first_value + (index - query.first_subject);
        arguments_.values[value_at] = static_cast<lane_value>(value);
    }

    __device__ __forceinline__ lane_filter load_filter(unsigned const index) const
    {
        return arguments_.filters && index < arguments_.pair_count ? arguments_.filters[index] : lane_filter{};
    }

    //!\brief The values of the pairs of the lanes.
    __device__ __forceinline__ unsigned compute_group(lane_pair const & pair)
    {
        unsigned const strips = largest((pair.rows.size + (words * 32 - 1)) / (words * 32));
        unsigned value = arguments_.ends.columns_begin ? 0 : recurrence_t::border_increment * pair.columns.size;
        // Both are below 2^16, and registers are few.
        if (arguments_.ends.rows_end)
            value |= value << 16;
        for (unsigned strip = 0; strip < strips; ++strip)
        {
            rows_.start_strip(arguments_, pair.rows, strip);
            start_state();
            run_along_columns(pair.columns, strip != 0, strip + 1 != strips);
            if (arguments_.ends.rows_end)
                value = least_value(value, pair.rows.size, strip);
            else
                value += strip_sum(pair.rows.size, strip);
        }
        return arguments_.ends.rows_end ? value >> 16 : value;
    }

    // Goes down the last column of a strip: the value of the last row in the lower half, the smallest one in the upper half.
    __device__ __forceinline__ unsigned
    least_value(unsigned const values, unsigned const rows, unsigned const strip) const
    {
        unsigned value = values & 0xffff;
        unsigned least = values >> 16;
        if constexpr (recurrence_t::state_words == 2)
        {
            unsigned const begin = strip * (words * 32);
            unsigned const remaining = rows > begin ? rows - begin : 0;
#pragma unroll
            for (unsigned i = 0; i < words; ++i)
            {
                std::uint32_t plus = state_[0][i];
                std::uint32_t minus = state_[1][i];
                unsigned const count = remaining > i * 32 ? (remaining - i * 32 < 32 ? remaining - i * 32 : 32) : 0;
#pragma unroll 1
                for (unsigned row = 0; row < count; ++row)
                {
                    value += (plus & 1) - (minus & 1);
                    least = value < least ? value : least;
                    plus >>= 1;
                    minus >>= 1;
                }
            }
        }
        return least << 16 | value;
    }

    __device__ __forceinline__ void report(unsigned const value, lane_filter const & filter) const
    {
        if (recurrence_t::is_reported(value, filter.threshold))
            arguments_.hits[atomicAdd(arguments_.hit_count, 1u)] = {filter.id, value};
    }

    __device__ __forceinline__ void start_state()
    {
#pragma unroll
        for (unsigned k = 0; k < recurrence_t::state_words; ++k)
#pragma unroll
            for (unsigned i = 0; i < words; ++i)
                state_[k][i] = arguments_.ends.rows_begin ? 0 : recurrence_t::left_border(k);
    }

    __device__ __forceinline__ unit_carries load_carries(std::size_t const first) const
    {
        unit_carries carries;
#pragma unroll
        for (unsigned k = 0; k < recurrence_t::carry_words; ++k)
            carries.words[k] = arguments_.carries[first + k * warp_threads];
        return carries;
    }

    __device__ __forceinline__ void store_carries(std::size_t const first, unit_carries const & carries) const
    {
#pragma unroll
        for (unsigned k = 0; k < recurrence_t::carry_words; ++k)
            arguments_.carries[first + k * warp_threads] = carries.words[k];
    }

    __device__ __forceinline__ unit_carries upper_border() const
    {
        unit_carries carries;
#pragma unroll
        for (unsigned k = 0; k < recurrence_t::carry_words; ++k)
            carries.words[k] = arguments_.ends.columns_begin ? 0 : recurrence_t::upper_border(k);
        return carries;
    }

    __device__ __forceinline__ void
    run_along_columns(lane_column_codes const & columns, bool const takes_carries, bool const gives_carries)
    {
        constexpr unsigned carry_stride = recurrence_t::carry_words * warp_threads;
        unsigned const units = largest((columns.size + (unit_columns - 1)) / unit_columns);
        unsigned const whole_units = smallest(columns.size / unit_columns);
        std::uint64_t const * const text = arguments_.column_codes + columns.at;
        std::size_t carries = std::size_t{warp_} * arguments_.carry_units * carry_stride + lane_;

        // The next unit is loaded while this one is computed.
        unsigned const own_units = (columns.size + (unit_columns - 1)) / unit_columns;
        std::uint64_t next_codes = own_units != 0 ? text[0] : 0;
        unit_carries next_carries = takes_carries && units != 0 ? load_carries(carries) : upper_border();
#pragma unroll 1
        for (unsigned unit = 0; unit < units; ++unit, carries += carry_stride)
        {
            std::uint64_t const codes = next_codes;
            unit_carries const carries_in = next_carries;
            if (unit + 1 < own_units)
                next_codes = text[unit + 1];
            if (takes_carries && unit + 1 < units)
                next_carries = load_carries(carries + carry_stride);
            unit_carries const carries_out =
                unit < whole_units ? compute_unit(codes, carries_in) : compute_some(columns, unit, codes, carries_in);
            if (gives_carries)
                store_carries(carries, carries_out);
        }
    }

    __device__ __forceinline__ void compute_column(std::uint64_t const codes,
                                                   unsigned const position,
                                                   unit_carries & carries_in,
                                                   unit_carries & carries_out)
    {
        rows_.start_column(codes, position);
        recurrence_t::template step<words>(
            state_,
            [this](unsigned const i, std::uint32_t const word)
            {
                return rows_.matching(i, word);
            },
            carries_in.words,
            carries_out.words);
    }

    // The first column's carry becomes the highest bit.
    __device__ __forceinline__ static void align_carries(unit_carries & carries, unsigned const columns)
    {
#pragma unroll
        for (unsigned k = 0; k < recurrence_t::carry_words; ++k)
            carries.words[k] <<= 32 - columns;
    }

    // A unit that all lanes have.
    __device__ __forceinline__ unit_carries compute_unit(std::uint64_t codes, unit_carries carries_in)
    {
        unit_carries carries_out{};
#pragma unroll 1
        for (unsigned first = 0; first < unit_columns; first += unrolled)
        {
#pragma unroll
            for (unsigned c = 0; c < unrolled; ++c)
                compute_column(codes, c, carries_in, carries_out);
            codes >>= unrolled * bits % 64;
        }
        align_carries(carries_out, unit_columns);
        return carries_out;
    }

    // A unit in which a lane may have only some columns, or none.
    __device__ __forceinline__ unit_carries compute_some(lane_column_codes const & columns,
                                                         unsigned const unit,
                                                         std::uint64_t codes,
                                                         unit_carries carries_in)
    {
        unsigned const begin = unit * unit_columns;
        unsigned const remaining = columns.size > begin ? columns.size - begin : 0;
        unsigned const count = remaining < unit_columns ? remaining : unit_columns;
        unit_carries carries_out{};
        if (count != 0)
        {
#pragma unroll 1
            for (unsigned c = 0; c < count; ++c)
            {
                compute_column(codes, 0, carries_in, carries_out);
                codes >>= bits;
            }
            align_carries(carries_out, count);
        }
        __syncwarp();
        return carries_out;
    }

    __device__ __forceinline__ unsigned strip_sum(unsigned const rows, unsigned const strip) const
    {
        unsigned const begin = strip * (words * 32);
        unsigned const remaining = rows > begin ? rows - begin : 0;
        unsigned sum = 0;
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
            sum += static_cast<unsigned>(recurrence_t::vertical_sum(state_, i, existing_rows(remaining, i)));
        return sum;
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
    std::uint32_t state_[recurrence_t::state_words][words];
};

//!\brief The shape of a kernel.
template <typename rows_t>
inline constexpr lane_shape shape_of{rows_t::words, rows_t::bits, rows_t::kind};

//!\brief The kernel, for any number of blocks of warps_per_lane_block warps; shared memory holds match vectors.
template <recurrence recurrence_t, typename rows_t>
__global__ void __launch_bounds__(pairs_per_lane_block, min_lane_blocks(shape_of<rows_t>, recurrence_t::state_words))
    lane_kernel(__grid_constant__ lane_arguments const arguments)
{
    unsigned const warps_per_block = blockDim.x / warp_threads;
    unsigned const warp_in_block = threadIdx.x / warp_threads;
    unsigned const warp = blockIdx.x * warps_per_block + warp_in_block;
    lane_warp<recurrence_t, rows_t> one{arguments, shared_memory(), warp, threadIdx.x % warp_threads};
    if constexpr (rows_t::kind == lane_rows::one_query)
        one.run_queries();
    else
        one.run(gridDim.x * warps_per_block);
}

} // namespace seqan3_gpulcs::cuda
