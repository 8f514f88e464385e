// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that runs strips of rows along the columns, each held by a warp.
 *
 * Lane l of a warp has the state of `words` times 32 rows in registers: the rows below those of lane l - 1. It works on units
 * of columns, one unit later than lane l - 1, from which it gets the carries of a unit by shuffle. The first lane gets them
 * from the last one of the strip above through global memory, in blocks of 32 columns. This is a warp at the step in which its
 * first lane computes unit u:
 *
 * ```
 *      columns -->         unit u-31          unit u-2   unit u-1    unit u    unit u+1
 *                                                                      |  carries of the warp of strip s - 1,
 *                                                                      v  a block at a time
 *                        +----------+- ... -+----------+----------+----------+----------+-
 *   strip s    lane 0    |   done   |       |   done   |   done   |   now    |          |    words x 32 rows
 *                        +----------+       +----------+----------+----------+----------+-
 *              lane 1    |   done   |       |   done   |   now    |          |          |    words x 32 rows
 *                        +----------+       +----------+----------+----------+----------+-
 *              lane 2    |   done   |       |   now    |          |          |          |    words x 32 rows
 *                        .          .       .          .          .          .          .
 *              lane 31   |   now    |       |          |          |          |          |    words x 32 rows
 *                        +----------+- ... -+----------+----------+----------+----------+-
 *                             |  carries for the warp of strip s + 1,
 *                             v  a block at a time
 * ```
 *
 * The launch is persistent: a warp takes the next strip as soon as it is done with one. Strips are taken in order, and a strip
 * waits only for the one above it, which runs or is done; so nothing can deadlock, however few warps are resident. Strips of a
 * band have fewer columns, see strip_columns.
 *
 * Several devices may share the strips: a wave is a number of consecutive strips of one device, see strip_wave. With two
 * devices, and waves of three strips and of two:
 *
 * ```
 *    strips   0 1 2   3 4   5 6 7   8 9   10 11 12 ...
 *    device     0      1      0      1       0
 *             \_________/   \_________/
 *               a round       the next
 * ```
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cuda/recurrence/match_vectors.cuh"
#include "cuda/recurrence/recurrence.cuh"
#include "cuda/runtime/intrinsics.cuh"
#include "cuda/strip/strip_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A strip of a launch.
struct launch_strip
{
    unsigned strip;                //!< Its number in the matrix.
    unsigned number;               //!< Its number in the launch.
    tagged_carries * from_other{}; //!< The carries from another device; null if there are none.
    tagged_carries * to_other{};   //!< The buffer of carries to another device; null if there is none.
    band_strip const * of_band{};  //!< The columns of the strip in a band.
};

//!\brief The unsigned integer that holds the codes of a unit.
template <unsigned bits>
using codes_t =
    std::conditional_t<(bits > 32), std::uint64_t, std::conditional_t<(bits > 16), std::uint32_t, std::uint16_t>>;

/*!\brief The columns of a unit that are unrolled.
 *
 * The loops of run_blocks() are two, and the warps of a multiprocessor may be in both of them at the same time. With more instructions,
 * they do not stay in the instruction cache, and a strip takes up to twice as long.
 */
constexpr unsigned columns_to_unroll(unsigned columns, unsigned const column_instructions) noexcept
{
    constexpr unsigned max_instructions{800};
    while (columns * column_instructions > max_instructions)
        columns /= 2;
    return columns;
}

/*!\brief A warp that computes strips.
 * \tparam recurrence_t The recurrence.
 * \tparam words        The words of rows that a lane holds.
 * \tparam unit_columns The columns after which a lane hands its carries to the next one: 8, 16 or 32.
 * \tparam bits         The width of a code of the text.
 * \tparam is_banded    Whether each strip has columns of its own.
 */
template <recurrence recurrence_t, unsigned words, unsigned unit_columns, unsigned bits, bool is_banded>
class strip_warp
{
public:
    static_assert(block_columns % unit_columns == 0 && unit_columns * bits <= 64);
    static_assert((warp_threads - 1) * sizeof(codes_t<unit_columns * bits>) <= text_margin * sizeof(std::uint64_t)
                  && 2 * block_columns * bits <= text_margin * 64);

    __device__ __forceinline__
    strip_warp(strip_matrix const & matrix, strip_launch const & launch, std::byte * const match, unsigned const lane) :
        matrix_{matrix},
        launch_{launch},
        match_{match},
        match_addresses_{first_match_addresses<words>(match, lane)},
        lane_{static_cast<int>(lane)}
    {}

    //!\brief Waits until the launch before is done with a strip. Returns false if the host asked to stop.
    __device__ __forceinline__ bool wait_for_columns_before(launch_strip const & which, chunk_order const & order)
    {
        if (!order.chunks_done)
            return true;
        number_ = which.number;
        if (lane_ == 0)
        {
            // The loop pauses, as each warp may wait for long, and should not take the time of those that compute.
            for (unsigned turn = 1; load_acquire(order.chunks_done + which.strip) != order.chunk && stop_ == 0; ++turn)
            {
                if (turn % turns_per_check == 0)
                    poll_stop();
                pause();
            }
        }
        // The barrier lets all lanes read what lane 0 has acquired.
        __syncwarp();
        return __shfl_sync(whole_warp, stop_, 0) == 0;
    }

    //!\brief Lets the launch after this one begin with a strip.
    __device__ __forceinline__ void pass_on_columns(launch_strip const & which, chunk_order const & order) const
    {
        if (!order.chunks_done)
            return;
        __syncwarp();
        if (lane_ == 0)
            store_release(order.chunks_done + which.strip, order.chunk + 1);
    }

    //!\brief Runs a strip. Returns false if the host asked to stop.
    __device__ __forceinline__ bool run(launch_strip const & which)
    {
        strip_ = which.strip;
        number_ = which.number;
        if constexpr (is_banded)
            columns_ = which.of_band->columns;
        std::uint64_t const strip_begin = std::uint64_t{strip_} * (words * warp_threads);
        auto const lane = static_cast<unsigned>(lane_);
        first_word_ = strip_begin + lane * words;
        build_match_vectors<words>(match_, matrix_.rows, strip_begin, matrix_.letters, lane);

        load_state();
        start_keeping(which);
        if (!run_along_columns(which))
            return false;
        add_vertical_sum();
        store_state();
        return true;
    }

private:
    using unit_codes = codes_t<unit_columns * bits>;

    static constexpr unsigned state_words{recurrence_t::state_words};
    static constexpr unsigned carry_words{recurrence_t::carry_words};

    // The carries in registers, those of the latest columns lowest.
    struct carry_set
    {
        std::uint32_t carry[carry_words]{};
    };

    // The carries of a block, as passed to the strip below.
    struct carry_block
    {
        tagged_carries tagged[carry_words];
    };

    // The progress of the warp in its strip.
    struct cursor
    {
        int step;                          // Lane 0 computes the unit with this number next.
        int units;                         // The units of all blocks; some of the last block may not exist.
        int whole_end;                     // The end of the last unit of whole blocks.
        int keeping_begin;                 // The next step from which on a column is kept, lane by lane, or `never`.
        int keeping_steps;                 // The distance to the one after it.
        tagged_carries const * from_above; // The first block from the strip above.
        tagged_carries * to_below;         // The first block for the strip below.
        carry_block above;                 // The block that lane 0 needs next, as far as it has arrived.
        carry_set carries;                 // The carries of the last units.
    };

    static constexpr int last_lane{static_cast<int>(warp_threads) - 1};
    static constexpr int units_per_block{static_cast<int>(block_columns / unit_columns)};

    // The last lane is done with a block after this unit of a block of the first lane.
    static constexpr int last_unit{(units_per_block - 1 + last_lane) % units_per_block};

    // All lanes have a unit from this step on, which is rounded up to whole blocks of lane 0. The last lane hands over block b in the steps
    // from first_whole + b * units_per_block on.
    static constexpr int first_whole{(last_lane + units_per_block - 1) / units_per_block * units_per_block};

    // The columns that are unrolled.
    static constexpr unsigned unrolled{columns_to_unroll(unit_columns, words * recurrence_t::word_instructions)};
    static_assert(unrolled != 0);

    // After this many steps, a warp polls whether it should stop, and reports its progress.
    static constexpr int steps_per_check{2048};

    // After this many turns of a waiting loop, a warp polls whether it should stop.
    static constexpr unsigned turns_per_check{256};

    static constexpr int never{-1};

    __device__ __forceinline__ unit_codes const * text() const
    {
        auto const * const all = static_cast<unit_codes const *>(matrix_.text);
        if constexpr (is_banded)
            return all + columns_.begin / unit_columns;
        else
            return all;
    }

    // The number of columns of the strip.
    __device__ __forceinline__ std::uint64_t column_count() const
    {
        if constexpr (is_banded)
            return columns_.end - columns_.begin;
        else
            return matrix_.columns;
    }

    __device__ __forceinline__ static int count_blocks(std::uint64_t const columns)
    {
        return static_cast<int>((columns + block_columns - 1) / block_columns);
    }

    // Loads the match words of a column of the current unit.
    __device__ __forceinline__ void load_column(unit_codes const codes, unsigned const column)
    {
        constexpr unsigned codes_per_word = 32 / bits;
        auto const word = static_cast<std::uint32_t>(codes >> (column / codes_per_word * 32 % (8 * sizeof(codes))));
        load_match_words<words, bits>(match_words_, match_addresses_, word, column % codes_per_word);
    }

    __device__ __forceinline__ void start_unit(unit_codes const codes)
    {
        codes_ = codes;
        load_column(codes, 0);
    }

    __device__ __forceinline__ void load_state()
    {
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
#pragma unroll
            for (unsigned k = 0; k < state_words; ++k)
                state_[k][i] = matrix_.first_state ? matrix_.first_state[place(i, k)] : left_border(i, k);
    }

    // The left border; in a band, the rows before the first letter are all like the upper border: they pass its carries on.
    __device__ __forceinline__ std::uint32_t left_border([[maybe_unused]] unsigned const i, unsigned const k) const
    {
        if constexpr (is_banded && !recurrence_t::passes_carries)
        {
            std::uint64_t const first_row = first_word_ * 32;
            std::uint64_t const before = matrix_.rows.begin > first_row ? matrix_.rows.begin - first_row : 0;
            unsigned const in_lane = before < words * 32 ? static_cast<unsigned>(before) : words * 32;
            return recurrence_t::left_border(k) & ~existing_rows(in_lane, i);
        }
        else
            return recurrence_t::left_border(k);
    }

    __device__ __forceinline__ void store_state() const
    {
        if (matrix_.column_state)
            store_state(matrix_.column_state);
    }

    // The place of a word of the state of the lane.
    __device__ __forceinline__ std::uint64_t place(unsigned const i, unsigned const k) const
    {
        return state_place<recurrence_t>(first_word_ + i, k);
    }

    // Stores the state in memory for all rows.
    __device__ __forceinline__ void store_state(std::uint32_t * const to) const
    {
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
#pragma unroll
            for (unsigned k = 0; k < state_words; ++k)
                to[place(i, k)] = state_[k][i];
    }

    __device__ __forceinline__ void add_vertical_sum() const
    {
        std::uint64_t const first_row = first_word_ * 32;
        std::uint64_t const rows = matrix_.rows.size > first_row ? matrix_.rows.size - first_row : 0;
        unsigned const remaining = rows < words * 32 ? static_cast<unsigned>(rows) : words * 32;
        std::int32_t sum = 0;
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
            sum += recurrence_t::vertical_sum(state_, i, existing_rows(remaining, i));
        for (unsigned distance = warp_threads / 2; distance != 0; distance /= 2)
            sum += __shfl_down_sync(whole_warp, sum, distance);
        if (lane_ == 0)
            atomicAdd(matrix_.vertical_sum, static_cast<unsigned long long>(sum));
    }

    // Finds the place for the first column that is kept, and the step after which it is kept.
    __device__ __forceinline__ void start_keeping(launch_strip const & which)
    {
        checkpoint_buffers const & kept = matrix_.checkpoints;
        keep_step_ = never;
        if (!kept.columns)
            return;

        kept_column_ = kept.columns;
        // Offsets count all strips, so the place is that of a first strip, as if those above this one were kept as well.
        if constexpr (is_banded)
            kept_column_ += which.of_band->kept - std::uint64_t{strip_} * (words * warp_threads * state_words);
        remaining_columns_ = static_cast<unsigned>((column_count() - 1) / kept.column_spacing);
        if (remaining_columns_ != 0)
            keep_step_ = static_cast<int>(kept.column_spacing / unit_columns) - 1 + lane_;
    }

    __device__ __forceinline__ void keep_column(int const step)
    {
        if (step != keep_step_)
            return;

        store_state(kept_column_);
        kept_column_ += matrix_.checkpoints.column_words;
        --remaining_columns_;
        keep_step_ = remaining_columns_ == 0
                       ? never
                       : keep_step_ + static_cast<int>(matrix_.checkpoints.column_spacing / unit_columns);
    }

    // The first block that a number of strips passes to the strips below.
    __device__ __forceinline__ tagged_carries * blocks_below(unsigned const strips, int const blocks) const
    {
        checkpoint_buffers const & kept = matrix_.checkpoints;
        if (kept.columns && strips != 0 && strips != matrix_.strips && strips % kept.strip_spacing == 0)
            return kept.rows + (strips / kept.strip_spacing - 1) * kept.row_words;
        return matrix_.handed_over + std::size_t{(strips + 1) % 2} * (static_cast<unsigned>(blocks) * carry_words);
    }

    __device__ __forceinline__ static carry_block load_block(tagged_carries const * const address)
    {
        carry_block block;
#pragma unroll
        for (unsigned k = 0; k < carry_words; ++k)
            block.tagged[k] = load_relaxed(address + k);
        return block;
    }

    // Extends the upper border to where the strip above has no columns. No other strip uses these blocks until this one has handed over its
    // own.
    __device__ __forceinline__ void fill_upper_border(tagged_carries * const from_above) const
    {
        int const begin = count_blocks(columns_.carried_end - columns_.begin) * static_cast<int>(carry_words);
        int const end = count_blocks(column_count()) * static_cast<int>(carry_words);
        for (int i = begin + lane_; i < end; i += static_cast<int>(warp_threads))
            store_relaxed(from_above + i, std::uint64_t{strip_} << 32);
        __syncwarp();
    }

    // Passes a block to the strip below.
    __device__ __forceinline__ void hand_over(tagged_carries * const to, carry_set const & carries) const
    {
#pragma unroll
        for (unsigned k = 0; k < carry_words; ++k)
            store_relaxed(to + k, std::uint64_t{strip_ + 1} << 32 | (carries.carry[k] ^ recurrence_t::upper_border(k)));
    }

    // Whether the strip above has not handed over a block yet.
    __device__ __forceinline__ bool is_missing(carry_block const & block) const
    {
        unsigned differences = 0;
#pragma unroll
        for (unsigned k = 0; k < carry_words; ++k)
            differences |= static_cast<unsigned>(block.tagged[k] >> 32) ^ strip_;
        return differences != 0;
    }

    /*!\brief Waits until the strip above has handed over a block, or the host asks to stop.
     *
     * Only lane 0 polls. If all lanes polled, the loads of hundreds of waiting warps would delay
     * the stores that they wait for: the launch would take several times as long.
     */
    __device__ __forceinline__ void wait_for(carry_block & block, tagged_carries const * const address)
    {
        // All lanes test their copy first: then the warp stays together where nobody waits.
        if (is_missing(block))
        {
            if (lane_ == 0)
            {
                for (unsigned turn = 1; is_missing(block) && stop_ == 0; ++turn)
                {
                    if (turn % turns_per_check == 0)
                        poll_stop();
                    block = load_block(address);
                }
            }
        }
        __syncwarp();
    }

    /*!\brief The carries for the next unit: from the lane above, for lane 0 from the strip above.
     * \param carries The carries of the last units of this lane.
     * \param above   The block from the strip above.
     * \param unit    The unit of lane 0 in this block.
     */
    __device__ __forceinline__ carry_set carries_from_above(carry_set const & carries,
                                                            carry_block const & above,
                                                            int const unit) const
    {
        carry_set result;
#pragma unroll
        for (unsigned k = 0; k < carry_words; ++k)
        {
            result.carry[k] = __shfl_up_sync(whole_warp, carries.carry[k], 1) << (block_columns - unit_columns);
            if (lane_ == 0)
                result.carry[k] = (static_cast<std::uint32_t>(above.tagged[k]) ^ recurrence_t::upper_border(k))
                               << (static_cast<unsigned>(unit) * unit_columns);
        }
        return result;
    }

    __device__ __forceinline__ static void append_unit(carry_set & carries, carry_set const & unit)
    {
#pragma unroll
        for (unsigned k = 0; k < carry_words; ++k)
            carries.carry[k] = units_per_block == 1
                                 ? unit.carry[k]
                                 : carries.carry[k] << (unit_columns % block_columns) | unit.carry[k];
    }

    /*!\brief Computes the unit of columns that start_unit() has started.
     * \param carries_in The carries from the rows above; the first column has the highest of all bits.
     * \param valid      The mask of columns, if `masked`: bit 31 - c says whether column c exists; if not it changes nothing.
     * \returns The carries to the rows below; the last column has the lowest bit.
     *
     * The match words of the next column are always loaded before those of the current one are used.
     */
    template <bool masked>
    __device__ __forceinline__ carry_set compute_unit(carry_set carries_in, [[maybe_unused]] std::uint32_t valid = ~0u)
    {
        constexpr unsigned at_once = masked && unrolled > 4 ? 4 : unrolled;
        unit_codes codes = codes_;
        carry_set carries_out;
#pragma unroll 1
        for (unsigned first = 0; first < unit_columns; first += at_once)
        {
#pragma unroll
            for (unsigned c = 0; c < at_once; ++c)
            {
                std::uint32_t m[words];
#pragma unroll
                for (unsigned i = 0; i < words; ++i)
                    m[i] = match_words_[i];
                auto const matching = [&m](unsigned const i, std::uint32_t const word)
                {
                    return word & m[i];
                };
                if (c + 1 < at_once || at_once < unit_columns)
                    load_column(codes, c + 1);
                auto & in = carries_in.carry;
                auto & out = carries_out.carry;
                if constexpr (masked)
                {
                    auto const exists = static_cast<std::uint32_t>(static_cast<std::int32_t>(valid << c) >> 31);
                    recurrence_t::template step_if<words>(exists, state_, matching, in, out);
                }
                else
                    recurrence_t::template step<words>(state_, matching, in, out);
            }
            if constexpr (at_once < unit_columns)
                codes = static_cast<unit_codes>(codes >> (at_once * bits));
            if constexpr (masked)
                valid <<= at_once;
        }
        return carries_out;
    }

    // The mask for compute_unit() of the columns of a unit that exist.
    __device__ __forceinline__ std::uint32_t valid_columns(int const unit) const
    {
        auto const begin = static_cast<std::int64_t>(unit) * unit_columns;
        auto const remaining = static_cast<std::int64_t>(column_count()) - begin;
        if (unit < 0 || remaining <= 0)
            return 0;
        constexpr std::uint32_t whole = ~std::uint32_t{0} << (block_columns - unit_columns);
        return remaining >= unit_columns ? whole : ~(~std::uint32_t{0} >> remaining);
    }

    /*!\brief Runs the strip from the first to the last column.
     * \returns false if the host asked to stop.
     *
     * Each lane computes a unit in a step; lane 0 the unit with the number of the step. First the lanes begin, one after the other; then
     * all have a whole unit in each step, in blocks of lane 0; in the end, where some have the last unit or none, steps are masked.
     */
    __device__ __forceinline__ bool run_along_columns(launch_strip const & which)
    {
        cursor at = start(which);
        start_unit(text()[-lane_]);

        int const steps = at.units + last_lane;
        for (int checked_at = 0; at.step < steps;)
        {
            if (at.step >= at.whole_end)
                run_masked_step(at);
            else if (at.step < first_whole || at.step == at.keeping_begin)
                run_blocks<true>(at, next_special_end(at));
            else
                run_blocks<false>(at, next_steady_end(at));

            if (at.step - checked_at >= steps_per_check || at.step == steps)
            {
                if (!report_and_check(static_cast<unsigned>(at.step - checked_at)))
                    return false;
                checked_at = at.step;
            }
        }
        return true;
    }

    // The first block of the strip in a buffer between devices, which has all columns.
    __device__ __forceinline__ tagged_carries * first_of_other(tagged_carries * const buffer) const
    {
        return buffer + columns_.begin / block_columns * carry_words;
    }

    // The place of the first block of carries from above.
    __device__ __forceinline__ tagged_carries const * find_above(launch_strip const & which,
                                                                 [[maybe_unused]] int const blocks) const
    {
        if constexpr (is_banded)
        {
            tagged_carries * const from_above = which.from_other
                                                  ? first_of_other(which.from_other)
                                                  : matrix_.handed_over + which.of_band->above * carry_words;
            fill_upper_border(from_above);
            return from_above;
        }
        else
            return which.from_other ? which.from_other : blocks_below(strip_, blocks);
    }

    // The place for the first block of carries below the strip.
    __device__ __forceinline__ tagged_carries * find_below(launch_strip const & which,
                                                           [[maybe_unused]] int const blocks) const
    {
        if constexpr (is_banded)
            return which.to_other ? first_of_other(which.to_other)
                                  : matrix_.handed_over + which.of_band->below * carry_words;
        else
            return which.to_other ? which.to_other : blocks_below(strip_ + 1, blocks);
    }

    __device__ __forceinline__ cursor start(launch_strip const & which) const
    {
        int const blocks = count_blocks(column_count());
        int const keeping_steps = static_cast<int>(matrix_.checkpoints.column_spacing / unit_columns);
        tagged_carries const * const from_above = find_above(which, blocks);
        return {
            .step = 0,
            .units = blocks * units_per_block,
            .whole_end = static_cast<int>(column_count() / block_columns) * units_per_block,
            // Lane 0 reaches a column that is kept at the end of the block of this step, then the others, one by one.
            .keeping_begin = matrix_.checkpoints.columns ? keeping_steps - units_per_block : never,
            .keeping_steps = keeping_steps,
            .from_above = from_above,
            .to_below = find_below(which, blocks),
            .above = load_block(from_above),
            .carries = {}};
    }

    // The end of the steps in which lanes begin, or reach a column that is kept.
    __device__ __forceinline__ static int next_special_end(cursor & at)
    {
        int end = first_whole;
        if (at.step == at.keeping_begin)
        {
            end = at.step + units_per_block + first_whole;
            at.keeping_begin += at.keeping_steps;
        }
        return end < at.whole_end ? end : at.whole_end;
    }

    // The end of steps without such lanes, or the step after which it is time to report.
    __device__ __forceinline__ static int next_steady_end(cursor const & at)
    {
        int const end = at.step + steps_per_check < at.whole_end ? at.step + steps_per_check : at.whole_end;
        return at.step < at.keeping_begin && at.keeping_begin < end ? at.keeping_begin : end;
    }

    /*!\brief Computes whole blocks of lane 0.
     * \tparam special Whether some lanes have no unit yet, so that their results are dropped; or some reach a column
     *                 that is kept.
     * \param at       The progress of the warp; moved to `end`.
     * \param end      The step after the last one.
     */
    template <bool special>
    __device__ __forceinline__ void run_blocks(cursor & at, int const end)
    {
        tagged_carries const * from_above = at.from_above + at.step / units_per_block * static_cast<int>(carry_words);
        tagged_carries * to_below =
            at.to_below + (at.step - first_whole) / units_per_block * static_cast<int>(carry_words);

        // The next block is loaded while the current one is computed; before the first and after the last column there
        // is padding that is not used.
        unit_codes const * next = text() + (at.step + 1 - lane_);
        unit_codes coming_codes[units_per_block];
#pragma unroll
        for (int i = 0; i < units_per_block; ++i)
            coming_codes[i] = next[i];

#pragma unroll 1
        for (; at.step < end; at.step += units_per_block)
        {
            wait_for(at.above, from_above);
            carry_block const above = at.above;

#pragma unroll
            for (int i = 0; i < units_per_block; ++i)
            {
                carry_set const carries_in = carries_from_above(at.carries, above, i);

                // The load comes no sooner: the current value would have to be moved, and that move would wait for the load.
                if (i == 0)
                    at.above = load_block(from_above += carry_words);

                append_unit(at.carries, compute_unit<false>(carries_in));
                start_unit(coming_codes[i]);
                coming_codes[i] = next[i + units_per_block];

                if constexpr (special)
                {
                    if (at.step + i < lane_)
                        load_state();
                    keep_column(at.step + i);
                }
                if (i == last_unit)
                {
                    if (lane_ == last_lane && (!special || at.step >= first_whole))
                        hand_over(to_below, at.carries);
                    to_below += carry_words;
                }
            }
            next += units_per_block;
        }
    }

    // Computes a step in which lanes may have no unit any more, or one that is not whole.
    __device__ __forceinline__ void run_masked_step(cursor & at)
    {
        int const unit_in_block = at.step % units_per_block;
        tagged_carries const * const from_above =
            at.from_above + at.step / units_per_block * static_cast<int>(carry_words);
        if (at.step < at.units && unit_in_block == 0)
            wait_for(at.above, from_above);
        carry_set carries_in = carries_from_above(at.carries, at.above, unit_in_block);
        if (at.step < at.units && unit_in_block == units_per_block - 1)
            at.above = load_block(from_above + carry_words);

        int const unit = at.step - lane_;
        unit_codes const next_codes = text()[unit + 1 < at.units ? unit + 1 : at.units - 1];
        std::uint32_t const valid = valid_columns(unit);
#pragma unroll
        for (unsigned k = 0; k < carry_words; ++k)
            carries_in.carry[k] &= valid;
        append_unit(at.carries, compute_unit<true>(carries_in, valid));
        start_unit(next_codes);

        keep_column(at.step);
        if (lane_ == last_lane && unit_in_block == last_unit && unit >= 0)
            hand_over(at.to_below + unit / units_per_block * static_cast<int>(carry_words), at.carries);
        ++at.step;
    }

    // Returns false if the host asked to stop.
    __device__ __forceinline__ bool report_and_check(unsigned const steps)
    {
        if (lane_ == 0)
        {
            poll_stop();
            report_steps(steps);
        }
        return __shfl_sync(whole_warp, stop_, 0) == 0;
    }

    // Some warps ask the host, and tell the others. If there is one matrix, one of their strips always runs; if there are several, the last
    // warps may have to come to the end of theirs.
    __device__ __forceinline__ void poll_stop()
    {
        stop_ |= load_relaxed(&launch_.counters->stop);
        if ((launch_.strips - 1 - number_) % launch_.strips_per_poll == 0
            && load_from_host(&launch_.signals->stop) != 0)
        {
            stop_ = 1;
            store_relaxed(&launch_.counters->stop, 1u);
        }
    }

    // Reports progress to the host, which sees the sum; if two warps store in the wrong order, the next store corrects it.
    __device__ __forceinline__ void report_steps(unsigned const steps) const
    {
        unsigned long long const before = atomicAdd(&launch_.counters->steps, static_cast<unsigned long long>(steps));
        store_to_host(&launch_.signals->steps_done, before + steps);
    }

    strip_matrix const & matrix_;
    strip_launch const & launch_;
    std::byte * const match_;
    match_addresses const match_addresses_;
    int const lane_;
    unsigned strip_{};           // The number of the strip in the matrix.
    unsigned number_{};          // The number of the strip in the launch.
    strip_columns columns_{};    // The columns of the strip, in a band.
    std::uint64_t first_word_{}; // The first word of rows of the lane, in the matrix.
    unsigned stop_{};            // Whether lane 0 has seen that the host asks to stop.
    int keep_step_{never};
    unsigned remaining_columns_{};
    std::uint32_t * kept_column_{};
    std::uint32_t state_[state_words][words];
    std::uint32_t match_words_[words];
    unit_codes codes_{};
};

//!\brief Takes the next strip of a launch. All lanes of the warp must call.
__device__ __forceinline__ unsigned take_strip(strip_launch const & launch, unsigned const lane)
{
    unsigned number = 0;
    if (lane == 0)
        number = atomicAdd(&launch.counters->next_strip, 1u);
    return __shfl_sync(whole_warp, number, 0);
}

/*!\brief Finds a strip of a launch for one matrix, or for a band of it. The first strip of the matrix gets nothing from another device, and
 *        the last one passes nothing on.
 */
__device__ __forceinline__ launch_strip find_strip(strip_wave const & wave,
                                                   unsigned const strips,
                                                   unsigned const number)
{
    unsigned const in_wave = (number + wave.missing) % wave.strips;
    unsigned const strip = (number + wave.missing) / wave.strips * wave.round_strips + wave.first + in_wave;
    bool const is_first = in_wave == 0 && strip != 0;
    bool const is_last = in_wave + 1 == wave.strips && strip + 1 != strips;
    return {strip, number, is_first ? wave.incoming : nullptr, is_last ? wave.outgoing : nullptr};
}

/*!\brief The kernel for one matrix, or for a band of it; shared memory holds the match vectors of each warp of the block.
 *
 * Launched with as many warps as there are strips at most, in blocks of up to four, one for each multiprocessor. The bounds
 * say that a thread may have 128 registers; without them, the compiler would use fewer and spill.
 */
template <recurrence recurrence_t, unsigned words, unsigned unit_columns, unsigned bits, bool is_banded>
__global__ void __launch_bounds__(128, 4) strip_kernel(__grid_constant__ strip_arguments const arguments)
{
    unsigned const warp = threadIdx.x / warp_threads;
    unsigned const lane = threadIdx.x % warp_threads;
    std::byte * const match = shared_memory() + warp * (arguments.matrix.letters * match_row_bytes<words>);
    strip_warp<recurrence_t, words, unit_columns, bits, is_banded> runner{arguments.matrix,
                                                                          arguments.launch,
                                                                          match,
                                                                          lane};
    for (;;)
    {
        unsigned const number = take_strip(arguments.launch, lane);
        if (number >= arguments.launch.strips)
            return;

        launch_strip which = find_strip(arguments.wave, arguments.matrix.strips, number);
        if constexpr (is_banded)
        {
            which.of_band = arguments.band + which.strip;
            which.strip = which.of_band->strip;
        }
        else if (!runner.wait_for_columns_before(which, arguments.order))
            return;
        if (!runner.run(which))
            return;
        if constexpr (!is_banded)
            runner.pass_on_columns(which, arguments.order);
    }
}

//!\brief The kernel for several matrices, or for bands of them; otherwise like strip_kernel.
template <recurrence recurrence_t, unsigned words, unsigned unit_columns, unsigned bits, bool is_banded>
__global__ void __launch_bounds__(128, 4) strip_batch_kernel(__grid_constant__ strip_batch_arguments const arguments)
{
    unsigned const warp = threadIdx.x / warp_threads;
    unsigned const lane = threadIdx.x % warp_threads;
    std::byte * const match = shared_memory() + warp * (arguments.max_letters * match_row_bytes<words>);
    for (;;)
    {
        unsigned const number = take_strip(arguments.launch, lane);
        if (number >= arguments.launch.strips)
            return;

        auto const [matrix, strip] = arguments.strips[number];
        launch_strip which{.strip = strip, .number = number};
        if constexpr (is_banded)
            which.of_band = arguments.bands + number;
        strip_warp<recurrence_t, words, unit_columns, bits, is_banded> runner{arguments.matrices[matrix],
                                                                              arguments.launch,
                                                                              match,
                                                                              lane};
        if (!runner.run(which))
            return;
    }
}

} // namespace seqan3_gpulcs::cuda
