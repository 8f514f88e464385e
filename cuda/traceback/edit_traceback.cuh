// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The paths of edit distances.
 */

#pragma once

#include <cstdint>

#include "cuda/recurrence/edit_step.cuh"
#include "cuda/traceback/step_writer.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief The step to each cell is kept, see seqan3_gpulcs::cuda::traceback_warp: with alignment::preference::gaps_first, it depends on
 *        nothing but the cell.
 *
 * The first word has the lower bits of the steps, the second one the upper bits.
 */
struct edit_traceback
{
    using recurrence = edit_recurrence;
    static constexpr unsigned kept_words{2};
    static constexpr bool needs_column_before{false};

    template <unsigned words, typename matching_t, typename keep_t>
    __device__ __forceinline__ static void step(std::uint32_t (&state)[2][words],
                                                matching_t const & matching,
                                                std::uint32_t (&carries_in)[2],
                                                std::uint32_t (&carries_out)[2],
                                                keep_t const & keep)
    {
        // The path goes up where the row above is one less, else left where the column before is, else both.
        auto const see =
            [&](unsigned const i, std::uint32_t const equal, std::uint32_t const left, std::uint32_t const up)
        {
            keep(i, 0, up | (equal & ~left));
            keep(i, 1, ~up & (equal | left));
        };
        std::uint32_t plus = carries_in[0];
        std::uint32_t minus = carries_in[1];
        recurrence::advance(state, matching, plus, minus, recurrence::always, see);
        carries_in[0] <<= 1;
        carries_in[1] <<= 1;
        carries_out[0] = __funnelshift_l(plus, carries_out[0], 1);
        carries_out[1] = __funnelshift_l(minus, carries_out[1], 1);
    }

    /*!\brief Follows the path until it leaves a window.
     * \param kept The steps to the remaining rows of a column, the last one highest; the last column is that of lane 0.
     * \param rows The number of these rows.
     * \param at   The lane of the path.
     * \param end  One past the last lane with a column.
     * \param to   Receives the steps.
     *
     * The path goes in turns as far up as it can, as far to the left, and as far along the diagonal.
     */
    __device__ __forceinline__ static void
    follow(std::uint32_t (&kept)[2], unsigned & rows, unsigned & at, unsigned const end, step_writer & to)
    {
        auto const & [low, high] = kept;
        unsigned const lane = threadIdx.x % warp_threads;
        unsigned row = 0; // The row, counted from the last one.
        while (row != rows && at != end)
        {
            std::uint32_t const is_up = __shfl_sync(whole_warp, low & ~high, static_cast<int>(at)) << row;
            auto const ups = static_cast<unsigned>(__clz(static_cast<int>(~is_up)));
            row += ups;
            std::uint32_t const is_left = __ballot_sync(whole_warp, is_set(~low & high, row));
            unsigned const lefts = row != rows ? first_zero(is_left >> at) : 0;
            to.add(ups, lefts, false);
            at += lefts;
            if (row == rows || at == end)
                break;

            // Each lane is a row further up than the one before.
            unsigned const place = row + (lane - at);
            std::uint32_t const is_diagonal = __ballot_sync(whole_warp, lane >= at && is_set(~(low ^ high), place));
            std::uint32_t const is_match = __ballot_sync(whole_warp, lane >= at && is_set(low, place));
            unsigned const room = rows - row < end - at ? rows - row : end - at;
            unsigned const run = first_zero(is_diagonal >> at);
            unsigned const diagonals = run < room ? run : room;
            to.add_diagonals(is_match >> at, diagonals);
            row += diagonals;
            at += diagonals;
        }
        rows -= row;
    }

private:
    // Whether the bit of a row is set; the last row is the highest bit.
    __device__ __forceinline__ static bool is_set(std::uint32_t const word, unsigned const row)
    {
        return row < 32 && static_cast<std::int32_t>(word << row) < 0;
    }

    // The number of ones below the lowest zero.
    __device__ __forceinline__ static unsigned first_zero(std::uint32_t const word)
    {
        return word == ~0u ? 32 : static_cast<unsigned>(__ffs(static_cast<int>(~word))) - 1;
    }
};

} // namespace seqan3_gpulcs::cuda
