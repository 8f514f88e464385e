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

/*!\brief The sequence of the rows.
 *
 * With lane_rows::planes, its codes have the width of the kernel, and equal letters have equal codes. Otherwise they have any
 * width, and a table translates them.
 */
struct lane_row_codes
{
    std::uint32_t at;   //!< The first word of the codes.
    std::uint32_t size; //!< The number of rows.
    //!\brief The first word of the table: a byte for each code of the rows, the code of the same letter in the columns, or
    //!       one that the columns do not have.
    std::uint32_t text_code_at;
    std::uint16_t letters; //!< The number of codes that the rows may have.
    std::uint16_t bits;    //!< The width of the codes.
};

//!\brief The sequence of the columns. Its codes have the width of the kernel.
struct lane_column_codes
{
    std::uint32_t at;   //!< The first word of the codes.
    std::uint32_t size; //!< The number of columns.
};

//!\brief A pair of short sequences.
struct lane_pair
{
    lane_row_codes rows;       //!< One sequence.
    lane_column_codes columns; //!< The other one.
};

//!\brief The rows of many pairs, whose columns are consecutive subjects.
struct lane_query
{
    lane_row_codes rows;         //!< The sequence.
    std::uint64_t value_at;      //!< The place of the value for its first subject; the others follow.
    std::uint32_t first_subject; //!< The first subject that it is compared with.
    std::uint32_t unused;        //!< Fills the words.
};

//!\brief Tells which values are reported as hits.
struct lane_filter
{
    std::uint32_t threshold; //!< Decides with the value whether it is reported, see seqan3_gpulcs::cuda::recurrence.
    std::uint32_t id;        //!< Identifies the pair in its hit.
};

//!\brief A reported value.
struct lane_hit
{
    std::uint32_t id;    //!< The identifier from seqan3_gpulcs::cuda::lane_filter.
    std::uint32_t value; //!< The value of the last cell: the length of an LCS.
};

//!\brief A value where all are stored; large enough for the sum of two lengths.
using lane_value = std::uint16_t;

//!\brief The warps of a block of threads.
inline constexpr unsigned warps_per_lane_block{4};

//!\brief The pairs that a block computes at a time.
inline constexpr unsigned pairs_per_lane_block{warps_per_lane_block * warp_threads};

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

/*!\brief The borders of the matrices along which letters cost nothing.
 *
 * With a free end of the rows, a value is the smallest one in the last column.
 */
struct lane_ends
{
    bool rows_begin{};    //!< The left border.
    bool rows_end{};      //!< The right border.
    bool columns_begin{}; //!< The upper border.
};

//!\brief The number of words after the last codes that may be read.
inline constexpr std::uint64_t codes_margin{8};

/*!\brief The arguments of a launch. Pairs, or subjects, of about the same size should be neighbours.
 *
 * With lane_rows::one_query, there are queries and subjects, otherwise pairs.
 */
struct lane_arguments
{
    std::uint64_t const * codes;        //!< The packed codes of all rows.
    std::uint64_t const * tables;       //!< The tables of all rows.
    std::uint64_t const * column_codes; //!< The packed codes of all columns.
    lane_pair const * pairs;            //!< The pairs.
    lane_query const * queries;         //!< The queries.
    lane_column_codes const * subjects; //!< The subjects.
    unsigned pair_count;                //!< The number of pairs or of subjects; at least 1.
    unsigned query_count;               //!< The number of queries; at least 1.
    unsigned items_per_query;           //!< The number of items into which the subjects of a query are cut.
    unsigned subjects_per_item;         //!< The number of subjects that a block compares with a query at a time.
    unsigned max_strips;                //!< The number of strips of the longest rows.
    unsigned letters;                   //!< The maximum number of letters of the columns.
    std::uint32_t * carries;            //!< Carries between strips, see lane_carry_words().
    unsigned carry_units;               //!< The number of units of the longest columns.
    lane_filter const * filters;        //!< The filter of each pair or subject; null if all values are stored.
    unsigned * hit_count;               //!< The number of hits; counted on from its present value.
    lane_hit * hits;                    //!< The hits, in any order; room for all pairs.
    lane_value * values;                //!< All values, in the order of the pairs, or of the queries by value_at.
    std::uint64_t first_value;          //!< The `value_at` of the first query.
    lane_ends ends{};                   //!< The free ends; only without queries.
};

} // namespace seqan3_gpulcs::cuda
