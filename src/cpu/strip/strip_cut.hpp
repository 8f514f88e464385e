// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The cut of the rows of a matrix into strips, which threads take one after the other.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace seqan3_gpulcs::cpu
{

//!\brief The maximum number of words of rows in a lane: with the rows of the other lanes, they should stay in the L1 cache.
inline constexpr std::uint64_t max_lane_words{64};

//!\brief A strip of rows that a thread runs along all columns.
struct strip_range
{
    std::uint64_t first_row{}; //!< A multiple of 64.
    std::uint64_t rows{};      //!< The number of rows.
    unsigned lane_words{};     //!< The words of each lane; 0 without vectors.
    std::size_t block{};       //!< The number of its block, if rows are cut block by block.
};

/*!\brief Cuts rows into strips, from the first to the last row.
 * \param rows        The number of rows.
 * \param row_spacing The distance of rows that are kept, a multiple of 64; 0 if none are. Each of them is the last row of a
 *                    strip or of a lane.
 * \param lanes       The lanes of a vector; 0 if vectors are not used.
 * \param threads     The threads that take the strips, at least 1.
 * \throws std::bad_alloc
 *
 * Strips for vectors are tall. The remaining rows below them, less than a word for each lane, go to strips of plan::strip_rows without
 * vectors, and so do all rows where vectors are not used.
 */
std::vector<strip_range>
cut_into_strips(std::uint64_t rows, std::uint64_t row_spacing, unsigned lanes, unsigned threads);

} // namespace seqan3_gpulcs::cpu
