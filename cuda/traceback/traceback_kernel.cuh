// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that computes tracebacks, each with a warp, and writes the steps of the alignments.
 *
 * A warp takes a pair and goes from the last cell to the first one, tile by tile. It computes all columns of a tile, from the kept column
 * and the kept row at its borders, keeps what the path depends on, and then follows the path through it. Lane l has the rows below those of
 * lane l - 1, and works on units of columns, one unit later; carries go from lane to lane by shuffle. The whole matrix of a short pair is
 * one tile: then nothing has been computed before, and the path may end in any cell of the last column or the last row.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/recurrence/match_vectors.cuh"
#include "cuda/recurrence/recurrence.cuh"
#include "cuda/runtime/intrinsics.cuh"
#include "cuda/traceback/path_end.cuh"
#include "cuda/traceback/step_writer.cuh"
#include "cuda/traceback/traceback_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief A warp that computes tracebacks.
 * \tparam traceback_t The traceback of a metric, with these static members: the type `recurrence`; `kept_words`, the words that are kept
 *                for 32 rows of each column; `needs_column_before`, whether the path through a column depends on the one before;
 *                `finds_end`, whether ends may be free; `step(state, matching, carries_in, carries_out, column)`, a column, which
 *                calls `column.keep(i, k, word)` for word k of the i-th 32 rows; and `follow(kept, path, last, to)`, see
 *                edit_traceback.
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
    static constexpr bool finds_end{traceback_t::finds_end};

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

    // A unit of the columns of a tile.
    struct column_unit
    {
        unsigned begin;   // Its first column.
        unsigned columns; // The columns of the tile.
        unsigned time;    // The place where the column before it is kept.
    };

    // Where the words go that are kept of a column.
    struct kept_column
    {
        std::uint32_t * to;

        __device__ __forceinline__ void keep(unsigned const i, unsigned const k, std::uint32_t const word) const
        {
            to[(i * kept_words + k) * warp_threads] = word;
        }
    };

    // Where the words of a column go that may lie behind the last one, and that are kept only if `is_kept` says so.
    struct watched_column
    {
        kept_column kept;
        bool is_kept;
        std::uint32_t exists;  // All ones if it does.
        unsigned watched_word; // The word of rows of this lane with the last row, if there is one.
        std::uint32_t right{}; // The rows of the watched word that are one more than a column before.
        std::uint32_t left{};  // The rows of the watched word that are one less than a column before.

        __device__ __forceinline__ void keep(unsigned const i, unsigned const k, std::uint32_t const word) const
        {
            if (is_kept)
                kept.keep(i, k, word);
        }

        __device__ __forceinline__ void see(unsigned const i, std::uint32_t const more, std::uint32_t const less)
        {
            right = i == watched_word ? more : right;
            left = i == watched_word ? less : left;
        }
    };

    // Follows the last row of a matrix.
    struct row_scan
    {
        std::int32_t distance{}; // That of the last cell.
        best_cell best{false};
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
        if constexpr (finds_end)
            trace_from_best_end(pair);
        else
            trace_from_last_cell(pair);
    }

    // The whole matrix is one tile.
    __device__ __forceinline__ void trace_from_best_end(traceback_pair const & pair)
    {
        tile part{.row = 0, .column = 0, .rows = pair.rows, .columns = pair.columns};
        start_last_row(pair);
        if (part.columns == 0)
            load_left_border(pair, part);
        else
        {
            build_match_vectors(pair, 0);
            compute(pair, part);
        }
        path_end const end = find_end(pair);
        step_writer to{pair.steps, lane_ == 0};
        traceback_summary found{end.distance,
                                static_cast<std::uint16_t>(pair.rows - end.row),
                                static_cast<std::uint16_t>(pair.columns - end.column)};
        if (arguments_.with_path)
        {
            part.rows = end.row;
            part.columns = end.column;
            // Lanes read what others have written, and the other way round for the next pair.
            __syncwarp();
            follow_path(part, to);
            __syncwarp();
            to.add_rest(arguments_.ends.first_leading ? 0 : part.rows,
                        arguments_.ends.second_leading ? 0 : part.columns);
            found.steps = to.finish();
        }
        if (lane_ == 0)
            *pair.summary = found;
    }

    __device__ __forceinline__ void trace_from_last_cell(traceback_pair const & pair)
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
        std::uint32_t const steps = to.finish();
        if (lane_ == 0)
            *pair.summary = {steps, 0, 0};
    }

    // Without free letters at the begin of a sequence, the cells of a border are one more for each of them.
    __device__ __forceinline__ void start_last_row(traceback_pair const & pair)
    {
        auto const & ends = arguments_.ends;
        last_row_ = {static_cast<std::int32_t>(ends.first_leading ? 0 : pair.rows),
                     best_cell{arguments_.prefers_last_end}};
        last_row_.best.add(last_row_.distance, 0);
        // No column of the kernel has a last row then.
        if (pair.rows == 0 && ends.second_leading)
            last_row_.best.add(0, pair.columns);
    }

    // The rows of a word of this lane that the pair has.
    __device__ __forceinline__ std::uint32_t existing_rows(traceback_pair const & pair, unsigned const i) const
    {
        unsigned const first = (lane_ * words + i) * 32;
        if (pair.rows <= first)
            return 0;
        return pair.rows - first >= 32 ? ~0u : (1u << (pair.rows - first)) - 1;
    }

    // The lane with the last row.
    __device__ __forceinline__ static unsigned last_lane(traceback_pair const & pair)
    {
        return pair.rows == 0 ? 0 : (pair.rows - 1) / (words * 32);
    }

    // The difference between the last row of this lane and the row above its first one, in the last column.
    __device__ __forceinline__ std::int32_t sum_of_rows(traceback_pair const & pair) const
    {
        std::int32_t sum = 0;
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
            sum += recurrence_t::template vertical_sum<words>(state_, i, existing_rows(pair, i));
        return sum;
    }

    // As seqan3_gpulcs::plan::find_path_end does.
    __device__ __forceinline__ path_end find_end(traceback_pair const & pair) const
    {
        auto const & ends = arguments_.ends;
        auto const top = static_cast<std::int32_t>(ends.second_leading ? 0 : pair.columns);
        std::int32_t const own = sum_of_rows(pair);
        std::int32_t sum = own;
#pragma unroll
        for (unsigned distance = 1; distance < warp_threads; distance *= 2)
        {
            std::int32_t const before = __shfl_up_sync(whole_warp, sum, distance);
            sum += lane_ >= distance ? before : 0;
        }
        auto const last = static_cast<unsigned>(top + __shfl_sync(whole_warp, sum, static_cast<int>(warp_threads - 1)));
        path_end end{pair.rows, pair.columns, last};
        if (ends.first_trailing)
        {
            best_cell const best = find_best_row(pair, top, top + sum - own);
            end = {best.index(), pair.columns, best.distance()};
        }
        if (ends.second_trailing)
        {
            best_cell const best = last_row_.best.of_lane(last_lane(pair));
            bool const is_better =
                best.distance() < end.distance || (arguments_.prefers_last_end && best.distance() == end.distance);
            if (!ends.first_trailing || is_better)
                end = {pair.rows, best.index(), best.distance()};
        }
        return end;
    }

    // The best cell of the last column, given its first cell and the one before those of this lane.
    __device__ __forceinline__ best_cell find_best_row(traceback_pair const & pair,
                                                       std::int32_t const top,
                                                       std::int32_t distance) const
    {
        best_cell best{arguments_.prefers_last_end};
        best.add(top, 0);
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
            unsigned row = (lane_ * words + i) * 32;
            unsigned const last = row + 32 < pair.rows ? row + 32 : pair.rows;
#pragma unroll 1
            for (std::uint32_t bit = 1; row < last; bit <<= 1)
            {
                distance += recurrence_t::template vertical_sum<words>(state_, i, bit);
                best.add(distance, ++row);
            }
        }
        best.join_lanes(lane_);
        return best;
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
                state_[k][i] = finds_end && arguments_.ends.first_leading ? 0
                             : part.column == 0                           ? recurrence_t::left_border(k)
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
            result.carry[k] = (finds_end && arguments_.ends.second_leading ? 0 : recurrence_t::upper_border(k))
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
                carries = compute_unit(codes,
                                       pair,
                                       carries_in,
                                       {unit * traceback_unit_columns, part.columns, step * traceback_unit_columns});
            }
        }
    }

    /*!\brief Computes a unit.
     * \param codes      The codes of the unit, the first one lowest. Codes after the last column of the matrix are 0.
     * \param pair       The pair.
     * \param carries_in The carries from the rows above, the first one highest of all bits.
     * \param unit       The unit.
     * \returns The carries to the rows below, the last one lowest.
     */
    __device__ __forceinline__ carry_set compute_unit(std::uint64_t codes,
                                                      traceback_pair const & pair,
                                                      carry_set carries_in,
                                                      column_unit const & unit)
    {
        unsigned const bits = pair.text_bits;
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
        std::uint32_t * const to = kept(unit.time + 1, 0);
#pragma unroll
        for (unsigned c = 0; c < traceback_unit_columns; ++c)
        {
            auto const matching = [&m, c](unsigned const i, std::uint32_t const word)
            {
                return word & m[c][i];
            };
            kept_column column{to + c * (words * kept_words * warp_threads)};
            if constexpr (!finds_end)
                traceback_t::template step<words>(state_, matching, carries_in.carry, carries_out.carry, column);
            else
            {
                unsigned const number = unit.begin + c;
                watched_column watched{column,
                                       arguments_.with_path,
                                       number < unit.columns ? ~0u : 0,
                                       (pair.rows - 1) / 32 % words};
                traceback_t::template step<words>(state_, matching, carries_in.carry, carries_out.carry, watched);
                watch_last_row(watched, (pair.rows - 1) % 32, number);
            }
        }
        return carries_out;
    }

    // Every lane follows some row; that of the lane with the last one is asked for.
    __device__ __forceinline__ void
    watch_last_row(watched_column const & column, unsigned const bit, unsigned const number)
    {
        if (!arguments_.ends.second_trailing || column.exists == 0)
            return;
        last_row_.distance += static_cast<std::int32_t>(column.right >> bit & 1);
        last_row_.distance -= static_cast<std::int32_t>(column.left >> bit & 1);
        last_row_.best.add(last_row_.distance, number + 1);
    }

    /*!\brief Follows the path to the upper or left border of a tile.
     * \param part The tile, whose rows and columns become the remaining ones.
     * \param to   Receives the steps.
     *
     * The path goes through windows of 32 rows and 32 columns; each lane has one column of a window.
     */
    __device__ __forceinline__ void follow_path(tile & part, step_writer & to) const
    {
        path_step last_step = path_step::diagonal;
        while (part.rows != 0 && part.columns != 0)
        {
            unsigned const word = (part.rows - 1) / 32;
            constexpr unsigned max_last = traceback_t::needs_column_before ? warp_threads - 1 : warp_threads;
            unsigned const last = part.columns < max_last ? part.columns : max_last;
            unsigned const lanes = traceback_t::needs_column_before ? last + 1 : last;
            window_path path{.rows = part.rows - word * 32, .at = 0, .end = last};
            std::uint32_t kept[kept_words]{};
#pragma unroll
            for (unsigned k = 0; k < kept_words; ++k)
                if (lane_ < lanes)
                    kept[k] = load_kept(word, part.columns - lane_, k) << (32 - path.rows);
            traceback_t::follow(kept, path, last_step, to);
            part.rows = word * 32 + path.rows;
            part.columns -= path.at;
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
    row_scan last_row_;
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
