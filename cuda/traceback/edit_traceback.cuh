// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The paths of edit distances.
 */

#pragma once

#include <cstdint>

#include "cuda/recurrence/edit_step.cuh"
#include "cuda/runtime/intrinsics.cuh"
#include "cuda/traceback/step_writer.cuh"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief The step to each cell is kept, see seqan3_gpulcs::cuda::traceback_warp.
 * \tparam preferred The preferred step.
 * \tparam has_ends  Whether some ends may be free.
 *
 * The first word has the lower bits of the steps, the second one the upper bits. With alignment::preference::gaps_first, a step depends on
 * nothing but its cell; otherwise two more words say where the path may go up, and where to the left, for a path that is in a gap already.
 */
template <plan::preference preferred, bool has_ends>
struct edit_traceback
{
    using recurrence = edit_recurrence;
    static constexpr unsigned kept_words{preferred == plan::preference::gaps_first ? 2 : 4};
    static constexpr bool needs_column_before{false};
    static constexpr bool finds_end{has_ends};

    template <unsigned words, typename matching_t, typename column_t>
    __device__ __forceinline__ static void step(std::uint32_t (&state)[2][words],
                                                matching_t const & matching,
                                                std::uint32_t (&carries_in)[2],
                                                std::uint32_t (&carries_out)[2],
                                                column_t & column)
    {
        auto const choose = [&](std::uint32_t const next, std::uint32_t const present)
        {
            if constexpr (has_ends)
                return (next & column.exists) | (present & ~column.exists);
            else
                return recurrence::always(next, present);
        };
        auto const see = [&](unsigned const i, recurrence::seen_rows const & rows)
        {
            keep(i, rows, column);
            if constexpr (has_ends)
                column.see(i, rows.right, rows.left);
        };
        std::uint32_t plus = carries_in[0];
        std::uint32_t minus = carries_in[1];
        recurrence::advance(state, matching, plus, minus, choose, see);
        carries_in[0] <<= 1;
        carries_in[1] <<= 1;
        carries_out[0] = __funnelshift_l(plus, carries_out[0], 1);
        carries_out[1] = __funnelshift_l(minus, carries_out[1], 1);
    }

    /*!\brief Follows the path until it leaves a window.
     * \param kept The steps to the remaining rows of a column, the last one highest; the last column is that of lane 0.
     * \param path The way of the path through the window.
     * \param last The last step of the path before.
     * \param to   Receives the steps.
     */
    __device__ __forceinline__ static void
    follow(std::uint32_t (&kept)[kept_words], window_path & path, path_step & last, step_writer & to)
    {
        unsigned row = 0; // The row, counted from the last one.
        while (row != path.rows && path.at != path.end)
            if constexpr (preferred == plan::preference::gaps_first)
            {
                unsigned const ups = go_up(kept[0] & ~kept[1], row, path);
                unsigned const lefts = go_left(~kept[0] & kept[1], row, path);
                to.add(ups, lefts, false);
                go_diagonally(kept, row, path, to);
            }
            else if (unsigned const ups = last == path_step::up ? go_up(kept[2], row, path) : 0; ups != 0)
                to.add(ups, 0, false);
            else if (unsigned const lefts = last == path_step::left ? go_left(kept[3], row, path) : 0; lefts != 0)
                to.add(0, lefts, false);
            else if (go_diagonally(kept, row, path, to) != 0)
                last = path_step::diagonal;
            else
                last = open_gap(kept, row, path, to);
        path.rows -= row;
    }

private:
    template <unsigned words_of_column, typename column_t>
    __device__ __forceinline__ static void
    keep_words(unsigned const i, std::uint32_t const (&words)[words_of_column], column_t const & column)
    {
#pragma unroll
        for (unsigned k = 0; k < words_of_column; ++k)
            column.keep(i, k, words[k]);
    }

    template <typename column_t>
    __device__ __forceinline__ static void
    keep(unsigned const i, recurrence::seen_rows const & rows, column_t const & column)
    {
        auto const & [equal, same, right, left, up] = rows;
        if constexpr (preferred == plan::preference::gaps_first)
            // The path goes up where the row above is one less, else left where the column before is, else both.
            keep_words<2>(i, {up | (equal & ~right), ~up & (equal | right)}, column);
        else
            // A cell that has neither the letter nor the value of the cell before it on the diagonal is one more than that one.
            keep_words<4>(i, {equal | (same & ~right), equal | (same & right), up, right}, column);
    }

    // Moves the path up as far as `rows`, those in which it may go up, allow. Returns the number of steps.
    __device__ __forceinline__ static unsigned go_up(std::uint32_t const rows, unsigned & row, window_path const & path)
    {
        std::uint32_t const is_up = __shfl_sync(whole_warp, rows, static_cast<int>(path.at)) << row;
        auto const ups = static_cast<unsigned>(__clz(static_cast<int>(~is_up)));
        row += ups;
        return ups;
    }

    // Moves the path left as far as `rows`, those in which it may go left, allow. Returns the number of steps.
    __device__ __forceinline__ static unsigned go_left(std::uint32_t const rows, unsigned const row, window_path & path)
    {
        std::uint32_t const is_left = __ballot_sync(whole_warp, is_set(rows, row));
        unsigned const lefts = row != path.rows ? first_zero(is_left >> path.at) : 0;
        path.at += lefts;
        return lefts;
    }

    // Moves the path along the diagonal as far as the words kept of the columns allow. Returns the number of steps.
    __device__ __forceinline__ static unsigned
    go_diagonally(std::uint32_t const (&kept)[kept_words], unsigned & row, window_path & path, step_writer & to)
    {
        unsigned const room_above = path.rows - row;
        unsigned const room = room_above < path.end - path.at ? room_above : path.end - path.at;
        if (room == 0)
            return 0;
        // Each lane is a row further up than the one before.
        unsigned const lane = threadIdx.x % warp_threads;
        unsigned const place = row + (lane - path.at);
        bool const is_on_it = lane >= path.at;
        std::uint32_t const is_diagonal = __ballot_sync(whole_warp, is_on_it && is_set(~(kept[0] ^ kept[1]), place));
        std::uint32_t const is_match = __ballot_sync(whole_warp, is_on_it && is_set(kept[0], place));
        unsigned const run = first_zero(is_diagonal >> path.at);
        unsigned const diagonals = run < room ? run : room;
        to.add_diagonals(is_match >> path.at, diagonals);
        row += diagonals;
        path.at += diagonals;
        return diagonals;
    }

    // A single step from a cell that no diagonal step leads to.
    __device__ __forceinline__ static path_step
    open_gap(std::uint32_t const (&kept)[kept_words], unsigned & row, window_path & path, step_writer & to)
    {
        bool const goes_up = is_set(__shfl_sync(whole_warp, kept[0], static_cast<int>(path.at)), row);
        row += goes_up;
        path.at += !goes_up;
        to.add(goes_up, !goes_up, false);
        return goes_up ? path_step::up : path_step::left;
    }

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
