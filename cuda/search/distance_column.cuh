// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A column of the edit distances between a pattern and a text, for the search.
 */

#pragma once

#include <cstdint>

#include "cuda/recurrence/edit_step.cuh"

namespace seqan3_gpulcs::cuda
{

//!\brief A column of the edit distances of a pattern, as the differences between rows.
template <unsigned words>
struct distance_column
{
    std::uint32_t state[2][words]; //!< The state of the recurrence: rows 1 more than the row above, and 1 less.
    std::int32_t distance;         //!< The distance of the last row, less k.

    /*!\brief The first column.
     * \param free    The number of first rows that match any letter: they are 0, and the pattern begins below them.
     * \param letters The letters of the pattern, less k.
     */
    __device__ __forceinline__ void start(std::int32_t const free, std::int32_t const letters)
    {
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
            std::int32_t const rows = free - 32 * static_cast<std::int32_t>(i);
            state[0][i] = rows <= 0 ? ~0u : rows >= 32 ? 0u : ~0u << rows;
            state[1][i] = 0;
        }
        distance = letters;
    }

    /*!\brief Advances to the next column.
     * \param equal The rows whose letter is that of the column.
     * \param up    Tells in its top bit whether the row above is 1 more than a column before; becomes the word of the last rows.
     * \param down  Tells in its top bit whether the row above is 1 less; becomes the word of the last rows, too.
     */
    __device__ __forceinline__ void step(std::uint32_t const * const equal, std::uint32_t & up, std::uint32_t & down)
    {
        auto const matching = [equal](unsigned const i, std::uint32_t)
        {
            return equal[i];
        };
        edit_recurrence::advance(state, matching, up, down);
        distance += static_cast<std::int32_t>(up >> 31);
        distance += static_cast<std::int32_t>(down) >> 31;
    }
};

} // namespace seqan3_gpulcs::cuda
