// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that computes tracebacks, each with a warp, and writes the steps of the alignments.
 *
 * A warp takes a pair and goes from the last cell to the first one, tile by tile. It computes all columns of a tile, from the kept column
 * and the kept row at its borders, keeps what the path depends on, and then follows the path through it. Lane l has the rows below those of
 * lane l - 1, and works on units of columns, one unit later; carries go from lane to lane by shuffle. The whole matrix of a short pair is
 * one tile: then nothing has been computed before.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/recurrence/match_vectors.cuh"
#include "cuda/recurrence/recurrence.cuh"
#include "cuda/runtime/intrinsics.cuh"
#include "cuda/traceback/step_writer.cuh"
#include "cuda/traceback/traceback_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief A warp that computes tracebacks.
 * \tparam traceback_t The traceback of a metric, with these static members: the type `recurrence`; `kept_words`, the words that are kept
 *                for 32 rows of each column; `needs_column_before`, whether the path through a column depends on the one before;
 *                `step(state, matching, carries_in, carries_out, keep)`, a column, which calls `keep(i, k, word)` for word k of
 *                the i-th 32 rows; and `follow(kept, rows, at, last, to)`, see lcs_traceback.
 * \tparam words  The words of rows that a lane holds.
 */
template <typename traceback_t, unsigned words>
class traceback_warp
{
public:
    __device__ __forceinline__ traceback_warp(traceback_arguments const & arguments,
                                              std::byte * const match,
                                              std::uint32_t * const scratch,
                                              unsigned const lane) :
        arguments_{arguments},
        match_{match},
        scratch_{scratch},
        lane_{lane}
    {}

    //!\brief Takes pairs until all have been taken, or the host asks to stop.
    __device__ __forceinline__ void run()
    {
        while (true)
        {
            unsigned index = 0;
            if (lane_ == 0)
                index = take_pair();
            index = __shfl_sync(whole_warp, index, 0);
            if (index >= arguments_.pair_count)
                return;
            trace(arguments_.pairs[index]);
        }
    }

private:
    using recurrence_t = typename traceback_t::recurrence;

    static constexpr unsigned state_words{recurrence_t::state_words};
    static constexpr unsigned carry_words{recurrence_t::carry_words};
    static constexpr unsigned kept_words{traceback_t::kept_words};

    // The carries of some columns, in registers.
    struct carry_set
    {
        std::uint32_t carry[carry_words]{};
    };

    // A tile, up to the cell in which the path enters it.
    struct tile
    {
        unsigned row;     // Its number from the top.
        unsigned column;  // Its number from the left.
        unsigned rows;    // Its rows, at least 1.
        unsigned columns; // Its columns, at least 1.
    };

    static constexpr unsigned block_columns{32};
    static constexpr unsigned units_per_block{block_columns / traceback_unit_columns};

    // The number of the next pair; too large if there is none any more.
    __device__ __forceinline__ unsigned take_pair() const
    {
        traceback_counters & counters = *arguments_.counters;
        unsigned const index = atomicAdd(&counters.next_pair, 1u);
        if (index % pairs_per_poll == 0 && load_from_host(&arguments_.signals->stop) != 0)
            store_relaxed(&counters.stop, 1u);
        return load_relaxed(&counters.stop) != 0 ? arguments_.pair_count : index;
    }

    __device__ __forceinline__ void trace(traceback_pair const & pair)
    {
        auto const [row_spacing, column_spacing] = arguments_.grid;
        step_writer to{pair.steps, lane_ == 0};
        unsigned rows = pair.rows;
        unsigned columns = pair.columns;
        unsigned matched_row = ~0u;
        while (rows != 0 && columns != 0)
        {
            tile part{.row = (rows - 1) / row_spacing,
                      .column = (columns - 1) / column_spacing,
                      .rows = 0,
                      .columns = 0};
            part.rows = rows - part.row * row_spacing;
            part.columns = columns - part.column * column_spacing;
            if (part.row != matched_row)
                build_match_vectors(pair, part.row);
            matched_row = part.row;
            compute(pair, part);
            // Lanes read what others have written, and the other way round in the next tile.
            __syncwarp();
            follow_path(part, to);
            __syncwarp();
            rows = part.row * row_spacing + part.rows;
            columns = part.column * column_spacing + part.columns;
        }
        to.add_rest(rows, columns);
        to.finish(pair.step_count);
    }

    __device__ __forceinline__ void build_match_vectors(traceback_pair const & pair, unsigned const tile_row)
    {
        struct
        {
            std::uint64_t const * codes;
            std::uint64_t size;
            unsigned bits;
            std::uint8_t const * text_code;
        } const rows{pair.row_codes, pair.rows, pair.row_bits, pair.text_code};
        // A lane reads what it has written itself; the barriers are for the compiler.
        __syncwarp();
#pragma unroll 1
        for (unsigned i = 0; i < words; ++i)
            build_match_word<match_row_bytes<words>>(match_ + match_word_offset<words>(lane_, i),
                                                     rows,
                                                     std::uint64_t{tile_row} * arguments_.grid.row_spacing
                                                         + (lane_ * words + i) * 32,
                                                     pair.letters);
        __syncwarp();
    }

    // The place of what this lane keeps of word i at a time: its number of columns, plus those by which it starts later than lane 0.
    __device__ __forceinline__ std::uint32_t * kept(unsigned const time, unsigned const i) const
    {
        return scratch_ + ((time * words + i) * (kept_words * warp_threads) + lane_);
    }

    __device__ __forceinline__ void load_left_border(traceback_pair const & pair, tile const & part)
    {
        std::size_t const first_word = std::size_t{part.row} * (words * warp_threads) + lane_ * words;
        std::uint32_t const * const column = pair.kept_columns + (part.column - 1) * pair.kept_column_words;
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
#pragma unroll
            for (unsigned k = 0; k < state_words; ++k)
                state_[k][i] = part.column == 0 ? recurrence_t::left_border(k)
                                                : column[state_place<recurrence_t>(first_word + i, k)];
            if constexpr (traceback_t::needs_column_before)
                *kept(lane_ * traceback_unit_columns, i) = state_[0][i];
        }
    }

    // The carries above the columns from a unit on: a block for each lane.
    __device__ __forceinline__ carry_set load_carries_above(traceback_pair const & pair,
                                                            tile const & part,
                                                            unsigned const unit) const
    {
        unsigned const block = unit / units_per_block + lane_;
        bool const is_kept = part.row != 0 && block < (part.columns + block_columns - 1) / block_columns;
        std::size_t const first = std::size_t{part.column} * arguments_.grid.column_spacing / block_columns;
        std::uint64_t const * const row = pair.kept_rows + (part.row - 1) * pair.kept_row_words;
        carry_set result;
#pragma unroll
        for (unsigned k = 0; k < carry_words; ++k)
            result.carry[k] = recurrence_t::upper_border(k)
                            ^ (is_kept ? static_cast<std::uint32_t>(row[(first + block) * carry_words + k]) : 0);
        return result;
    }

    // The carries for a unit: from the lane above, or for lane 0 from the border above the tile.
    __device__ __forceinline__ carry_set carries_from_above(carry_set const & above,
                                                            carry_set const & carries,
                                                            unsigned const step) const
    {
        carry_set result;
#pragma unroll
        for (unsigned k = 0; k < carry_words; ++k)
        {
            std::uint32_t const of_first =
                __shfl_sync(whole_warp, above.carry[k], static_cast<int>(step / units_per_block))
                << step % units_per_block * traceback_unit_columns;
            std::uint32_t const of_others = __shfl_up_sync(whole_warp, carries.carry[k], 1u)
                                         << (32 - traceback_unit_columns);
            result.carry[k] = lane_ == 0 ? of_first : of_others;
        }
        return result;
    }

    // Computes all columns of a tile.
    __device__ __forceinline__ void compute(traceback_pair const & pair, tile const & part)
    {
        load_left_border(pair, part);
        unsigned const bits = pair.text_bits;
        unsigned const unit_bits = traceback_unit_columns * bits;
        std::uint64_t const * const text =
            pair.text + std::size_t{part.column} * arguments_.grid.column_spacing / (64 / bits);
        unsigned const units = (part.columns + traceback_unit_columns - 1) / traceback_unit_columns;
        unsigned const lanes = (part.rows + (words * 32 - 1)) / (words * 32);
        auto const codes_at = [&](unsigned const unit)
        {
            return text[unit * unit_bits / 64] >> unit * unit_bits % 64;
        };

        std::uint64_t next_codes = codes_at(0);
        carry_set above;
        carry_set carries;
#pragma unroll 1
        for (unsigned step = 0; step < units + lanes - 1; ++step)
        {
            if (step % (units_per_block * warp_threads) == 0)
                above = load_carries_above(pair, part, step);
            carry_set const carries_in = carries_from_above(above, carries, step);
            unsigned const unit = step - lane_;
            if (lane_ < lanes && unit < units)
            {
                std::uint64_t const codes = next_codes;
                if (unit + 1 < units)
                    next_codes = codes_at(unit + 1);
                carries = compute_unit(codes, bits, carries_in, step * traceback_unit_columns);
            }
        }
    }

    /*!\brief Computes a unit.
     * \param codes      The codes of the unit, the first one lowest. Codes after the last column of the matrix are 0.
     * \param bits       The width of a code.
     * \param carries_in The carries from the rows above, the first one highest of all bits.
     * \param time       The place where the column before the unit is kept.
     * \returns The carries to the rows below, the last one lowest.
     */
    __device__ __forceinline__ carry_set compute_unit(std::uint64_t codes,
                                                      unsigned const bits,
                                                      carry_set carries_in,
                                                      unsigned const time)
    {
        // The words of a lane lie side by side.
        shared_address const first = address_of(match_ + match_word_offset<words>(lane_, 0));
        std::uint32_t const mask = (1u << bits) - 1;
        std::uint32_t m[traceback_unit_columns][words];
#pragma unroll
        for (unsigned c = 0; c < traceback_unit_columns; ++c)
        {
            load_shared<words>(m[c], first + (static_cast<std::uint32_t>(codes) & mask) * match_row_bytes<words>);
            codes >>= bits;
        }

        carry_set carries_out;
        std::uint32_t * const to = kept(time + 1, 0);
#pragma unroll
        for (unsigned c = 0; c < traceback_unit_columns; ++c)
        {
            auto const matching = [&m, c](unsigned const i, std::uint32_t const word)
            {
                return word & m[c][i];
            };
            auto const keep = [to, c](unsigned const i, unsigned const k, std::uint32_t const word)
            {
                to[((c * words + i) * kept_words + k) * warp_threads] = word;
            };
            traceback_t::template step<words>(state_, matching, carries_in.carry, carries_out.carry, keep);
        }
        return carries_out;
    }

    /*!\brief Follows the path to the upper or left border of a tile.
     * \param part The tile, whose rows and columns become the remaining ones.
     * \param to   Receives the steps.
     *
     * The path goes through windows of 32 rows and 32 columns; each lane has one column of a window.
     */
    __device__ __forceinline__ void follow_path(tile & part, step_writer & to) const
    {
        while (part.rows != 0 && part.columns != 0)
        {
            unsigned const word = (part.rows - 1) / 32;
            unsigned rows = part.rows - word * 32;
            unsigned at = 0;
            constexpr unsigned max_last = traceback_t::needs_column_before ? warp_threads - 1 : warp_threads;
            unsigned const last = part.columns < max_last ? part.columns : max_last;
            unsigned const lanes = traceback_t::needs_column_before ? last + 1 : last;
            std::uint32_t kept[kept_words]{};
#pragma unroll
            for (unsigned k = 0; k < kept_words; ++k)
                if (lane_ < lanes)
                    kept[k] = load_kept(word, part.columns - lane_, k) << (32 - rows);
            traceback_t::follow(kept, rows, at, last, to);
            part.rows = word * 32 + rows;
            part.columns -= at;
        }
    }

    // Loads the kept words of 32 rows after a number of columns.
    __device__ __forceinline__ std::uint32_t
    load_kept(unsigned const word, unsigned const columns, unsigned const k) const
    {
        unsigned const lane = word / words;
        unsigned const time = columns + lane * traceback_unit_columns;
        return scratch_[((time * words + word % words) * kept_words + k) * warp_threads + lane];
    }

    traceback_arguments const & arguments_;
    std::byte * const match_;
    std::uint32_t * const scratch_;
    unsigned const lane_;
    std::uint32_t state_[state_words][words];
};

//!\brief The kernel, for any number of blocks of one warp: so a few pairs spread over all multiprocessors.
template <typename traceback_t, unsigned words>
__global__ void __launch_bounds__(warp_threads, 16)
    traceback_kernel(__grid_constant__ traceback_arguments const arguments)
{
    std::uint32_t * const scratch = arguments.scratch + blockIdx.x * arguments.scratch_words;
    traceback_warp<traceback_t, words>{arguments, shared_memory(), scratch, threadIdx.x}.run();
}

} // namespace seqan3_gpulcs::cuda
