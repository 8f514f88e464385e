// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a lane kernel is given.
 */

#pragma once

#include <cstdint>

namespace seqan3_gpulcs::cuda
{

//!\brief A pair of short sequences. Both have codes of the same width, and equal letters have equal codes.
struct lane_pair
{
    std::uint32_t rows_at;    //!< The first word of the rows' codes.
    std::uint32_t columns_at; //!< The first word of the columns' codes.
    std::uint32_t rows;       //!< The number of rows.
    std::uint32_t columns;    //!< The number of columns.
    std::uint32_t least;      //!< A length is reported if it is at least this.
    std::uint32_t name;       //!< By which it is reported.
};

//!\brief A length that is reported.
struct lane_hit
{
    std::uint32_t name;
    std::uint32_t length;
};

//!\brief The warps of a block of threads.
inline constexpr unsigned warps_of_lane_block{4};

//!\brief So many words that may be read lie behind the last codes.
inline constexpr std::uint64_t codes_margin{8};

//!\brief What a launch works on. Pairs of about the same size should lie side by side.
struct lane_arguments
{
    std::uint64_t const * codes; //!< The packed codes of all sequences.
    lane_pair const * pairs;     //!< The pairs; if they have one query, it is the rows of all of them.
    unsigned pair_count;         //!< Their number; at least 1.
    unsigned most_strips;        //!< The strips of the longest rows.
    std::uint32_t * carries;   //!< For each warp that is launched units_of_carries words a lane; unused for one strip.
    unsigned units_of_carries; //!< The units of the longest columns.
    unsigned * hit_count;      //!< How many are reported; counted on from what it is.
    lane_hit * hits;           //!< Where they are reported, in any order; room for all pairs.
};

} // namespace seqan3_gpulcs::cuda
