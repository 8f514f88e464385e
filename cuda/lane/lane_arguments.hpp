// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a lane kernel is given.
 */

#pragma once

#include <cstdint>

#include "cuda/lane/tuning_lane.hpp"
#include "cuda/runtime/architectures.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief A pair of short sequences. The columns have codes of the kernel's width.
 *
 * Where the rows are planes, they have the same width, and equal letters have equal codes. Otherwise they have any width, and a
 * table says what their codes match.
 */
struct lane_pair
{
    std::uint32_t rows_at;    //!< The first word of the rows' codes.
    std::uint32_t columns_at; //!< The first word of the columns' codes.
    std::uint32_t rows;       //!< The number of rows.
    std::uint32_t columns;    //!< The number of columns.
    std::uint32_t min_length; //!< A length is reported if it is at least this.
    std::uint32_t id;         //!< By which it is reported.
    std::uint32_t
        text_code_at; //!< The first word of the table: for each code of the rows that of the same letter in the
                      //!< columns, or one that the columns do not have; a byte each.
    std::uint16_t row_letters; //!< The codes that the rows may have.
    std::uint16_t row_bits;    //!< The width of the rows' codes.
};

//!\brief A length that is reported.
struct lane_hit
{
    std::uint32_t id; //!< As in seqan3_gpulcs::cuda::lane_pair.
    std::uint32_t length;
};

//!\brief The warps of a block of threads.
inline constexpr unsigned warps_per_lane_block{4};

/*!\brief The distance from the match words of one letter to those of the next one, where all lanes have the same; in bytes.
 *
 * A multiple of the vectors in which they are read, and an odd one: so eight letters lie in different banks.
 */
constexpr unsigned query_row_bytes(unsigned const words) noexcept
{
    return ((words + 3) / 4 | 1) * 16;
}

/*!\brief The shared memory that a block takes, in bytes.
 * \param shape   The kernel.
 * \param strips  The strips of the longest rows.
 * \param letters The most letters that columns have.
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

//!\brief So many words that may be read lie behind the last codes.
inline constexpr std::uint64_t codes_margin{8};

//!\brief What a launch works on. Pairs of about the same size should lie side by side.
struct lane_arguments
{
    std::uint64_t const * codes; //!< The packed codes of all sequences.
    lane_pair const * pairs;     //!< The pairs; if they have one query, it is the rows of all of them.
    unsigned pair_count;         //!< Their number; at least 1.
    unsigned max_strips;         //!< The strips of the longest rows.
    unsigned letters;            //!< The most letters that columns have.
    std::uint32_t * carries;     //!< For each warp that is launched carry_units words a lane; unused for one strip.
    unsigned carry_units;        //!< The units of the longest columns.
    unsigned * hit_count;        //!< How many are reported; counted on from what it is.
    lane_hit * hits;             //!< Where they are reported, in any order; room for all pairs.
};

} // namespace seqan3_gpulcs::cuda
