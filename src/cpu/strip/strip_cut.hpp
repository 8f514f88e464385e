// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How the rows of a matrix are shared out: strips, which threads take one after the other.
 */

#pragma once

#include <cstdint>
#include <vector>

namespace seqan3_gpulcs::cpu
{

//!\brief What a lane has of rows at most, in words: it should stay in the first-level cache with those of the others.
inline constexpr std::uint64_t most_lane_words{64};

//!\brief Some rows that a thread runs along all columns.
struct strip
{
    std::uint64_t first_row{}; //!< A multiple of 64.
    std::uint64_t rows{};      //!< Their number.
    unsigned lane_words{};     //!< With vectors: the words of each lane. Otherwise 0.
};

/*!\brief Cuts rows into strips, from the first to the last row.
 * \param rows        The number of rows.
 * \param row_spacing Every so many rows one is kept, a multiple of 64; 0 if none is. It must be the last one of a strip or of
 *                    a lane.
 * \param lanes       The lanes of a vector; 0 if vectors are not used.
 * \param threads     The threads that take the strips, at least 1.
 * \throws std::bad_alloc
 *
 * With vectors strips are tall; what is left below them, less than a word for each lane, and everything where there are no
 * vectors, goes to strips of plan::strip_rows.
 */
std::vector<strip> cut_into_strips(std::uint64_t rows, std::uint64_t row_spacing, unsigned lanes, unsigned threads);

} // namespace seqan3_gpulcs::cpu
