// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The paths of longest common subsequences.
 */

#pragma once

#include <cstdint>

#include "cuda/recurrence/lcs_step.cuh"
#include "cuda/traceback/step_writer.cuh"

namespace seqan3_gpulcs::cuda
{

//!\brief V is kept, see seqan3_gpulcs::cuda::traceback_warp.
struct lcs_traceback
{
    using recurrence = lcs_recurrence;
    static constexpr unsigned kept_words{1};
    static constexpr bool needs_column_before{true};
    static constexpr bool finds_end{false};

    template <unsigned words, typename matching_t, typename column_t>
    __device__ __forceinline__ static void step(std::uint32_t (&state)[1][words],
                                                matching_t const & matching,
                                                std::uint32_t (&carries_in)[1],
                                                std::uint32_t (&carries_out)[1],
                                                column_t const & column)
    {
        lcs_recurrence::step<words>(state, matching, carries_in, carries_out);
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
            column.keep(i, 0, state[0][i]);
    }

    /*!\brief Follows the path until it leaves a window.
     * \param kept The remaining rows of a column, the last one highest, then zeros; the last column is that of lane 0.
     * \param path The way of the path through the window; its end is the last lane with a column.
     * \param to   Receives the steps.
     *
     * A one says that the cell is as large as the one above. The path goes up as long as there are ones; then left as long as the columns
     * before have a zero, too: those cells are equal. Where the column before has a one, the letters match.
     */
    __device__ __forceinline__ static void
    follow(std::uint32_t (&kept)[1], window_path & path, path_step &, step_writer & to)
    {
        auto & [rows, at, last] = path;
        std::uint32_t & v = kept[0];
        while (rows != 0 && at != last)
        {
            std::uint32_t const column = __shfl_sync(whole_warp, v, static_cast<int>(at));
            auto const ups = static_cast<unsigned>(__clz(static_cast<int>(~column)));
            rows -= ups;
            if (rows == 0)
            {
                to.add(ups, 0, false);
                return;
            }
            v <<= ups;
            // The first bit is that of this column, a zero.
            std::uint32_t const ones = __ballot_sync(whole_warp, static_cast<std::int32_t>(v) < 0) >> at;
            bool const has_match = ones != 0;
            unsigned const distance = has_match ? static_cast<unsigned>(__ffs(static_cast<int>(ones))) - 1 : last - at;
            to.add(ups, distance - has_match, has_match);
            at += distance;
            rows -= has_match;
            v <<= 1;
        }
    }
};

} // namespace seqan3_gpulcs::cuda
