// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The arguments of a lane kernel.
 */

#pragma once

#include <cstdint>

#include "cuda/lane/tuning_lane.hpp"
#include "cuda/runtime/architectures.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief A pair of short sequences. The codes of the columns have the width of the kernel.
 *
 * With lane_rows::planes, the codes of the rows have that width, too, and equal letters have equal codes. Otherwise they have
 * any width, and a table translates them.
 */
struct lane_pair
{
    std::uint32_t rows_at;    //!< The first word of the codes of the rows.
    std::uint32_t columns_at; //!< The first word of the codes of the columns.
    std::uint32_t rows;       //!< The number of rows.
    std::uint32_t columns;    //!< The number of columns.
    std::uint32_t threshold;  //!< Decides with the value whether it is reported, see seqan3_gpulcs::cuda::recurrence.
    std::uint32_t id;         //!< Identifies the pair in its hit.
    //!\brief The first word of the table: a byte for each code of the rows, the code of the same letter in the columns, or
    //!       one that the columns do not have.
    std::uint32_t text_code_at;
    std::uint16_t row_letters; //!< The number of codes that the rows may have.
    std::uint16_t row_bits;    //!< The width of the codes of the rows.
};

//!\brief A reported value.
struct lane_hit
{
    std::uint32_t id;    //!< As in seqan3_gpulcs::cuda::lane_pair.
    std::uint32_t value; //!< That of the last cell: the length of an LCS.
};

//!\brief The warps of a block of threads.
inline constexpr unsigned warps_per_lane_block{4};

/*!\brief The distance in bytes from the match vector of one letter to that of the next one, for lane_rows::one_query.
 *
 * An odd multiple of 16 bytes, the largest vector that is loaded: so eight letters lie in different banks.
 */
constexpr unsigned query_row_bytes(unsigned const words) noexcept
{
    return ((words + 3) / 4 | 1) * 16;
}

/*!\brief The shared memory of a block in bytes.
 * \param shape   The kernel.
 * \param strips  The number of strips of the longest rows.
 * \param letters The maximum number of letters of the columns.
 */
constexpr std::uint64_t
lane_shared_bytes(lane_shape const & shape, std::uint64_t const strips, std::uint64_t const letters) noexcept
{
    switch (shape.rows)
    {
    case lane_rows::one_query:
        return strips * letters * query_row_bytes(shape.words);
    case lane_rows::matches:
        return letters * shape.words * (warps_per_lane_block * warp_threads * 4);
    default:
        return 0;
    }
}

//!\brief The number of words after the last codes that may be read.
inline constexpr std::uint64_t codes_margin{8};

//!\brief The arguments of a launch. Pairs of about the same size should be neighbours.
struct lane_arguments
{
    std::uint64_t const * codes; //!< The packed codes of all sequences.
    lane_pair const * pairs;     //!< The pairs; with lane_rows::one_query, all have the same rows.
    unsigned pair_count;         //!< Their number; at least 1.
    unsigned max_strips;         //!< The number of strips of the longest rows.
    unsigned letters;            //!< The maximum number of letters of the columns.
    std::uint32_t * carries;     //!< Carries between strips, see lane_carry_words().
    unsigned carry_units;        //!< The number of units of the longest columns.
    unsigned * hit_count;        //!< The number of hits; counted on from its present value.
    lane_hit * hits;             //!< The hits, in any order; room for all pairs.
};

} // namespace seqan3_gpulcs::cuda
