// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What kernels prepare for lane kernels, and what they do with their values, where sequences are on a device already.
 */

#pragma once

#include <cstdint>
#include <cuda_runtime.h>

#include "cuda/lane/lane_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Letters that become codes.
struct packing_arguments
{
    std::uint8_t const * letters;     //!< The letters of all sequences.
    std::uint64_t const * begins;     //!< The first letter of each sequence.
    lane_column_codes const * placed; //!< The place of the codes of each sequence, and its length.
    std::uint32_t count;              //!< The number of sequences.
    std::uint32_t bits;               //!< The width of the codes.
    std::uint16_t const * codes;      //!< The code of each letter, or no_code.
    std::uint64_t * words;            //!< All words.
    unsigned * unknown;               //!< The number of letters without a code, which are counted on, and one of them.
};

//!\brief What a letter has that is not in the alphabet.
inline constexpr std::uint16_t no_code{256};

/*!\brief The pairs of rows and columns, numbered in the order in which they are computed: by their rows, the longest ones first.
 *
 * If every sequence of one set is compared with every one of another, the pairs that have the same rows are neighbours, and the longest columns of
 * these come first.
 */
struct pair_numbers
{
    std::uint32_t const * row_order; //!< The sequences with the rows by their lengths.
    std::uint32_t const *
        column_order; //!< The sequences with the columns by theirs; null if sequences are compared pair by pair.
    std::uint64_t columns_per_row; //!< Their number; 0 if sequences are compared pair by pair.
    std::uint64_t row_stride;      //!< The distance from the value of a sequence with the rows to that of the next one.
    std::uint64_t column_stride;   //!< The same for the columns.
};

//!\brief Pairs that are listed for a lane kernel.
struct listing_arguments
{
    pair_numbers numbers;              //!< Which pairs they are.
    std::uint64_t begin;               //!< The number of the first pair.
    std::uint32_t count;               //!< The number of pairs.
    lane_column_codes const * rows;    //!< The sequences with the rows.
    lane_column_codes const * columns; //!< The sequences with the columns.
    std::uint16_t letters;             //!< The number of letters.
    std::uint16_t bits;                //!< The width of the codes.
    lane_pair * pairs;                 //!< The list.
};

//!\brief Sequences that become queries of a lane kernel.
struct query_arguments
{
    pair_numbers numbers;           //!< The order of the queries.
    std::uint32_t begin;            //!< The first query.
    std::uint32_t count;            //!< The number of queries.
    lane_column_codes const * rows; //!< The sequences with the rows.
    std::uint16_t letters;          //!< The number of letters.
    std::uint16_t bits;             //!< The width of the codes.
    lane_query * queries;           //!< The queries; the value for the first subject of the first one is at 0.
};

//!\brief Values that go to their places.
struct placing_arguments
{
    pair_numbers numbers;      //!< The pairs.
    std::uint64_t begin;       //!< The number of the first pair.
    std::uint32_t count;       //!< The number of pairs.
    lane_value const * values; //!< Their values.
    std::uint32_t * found;     //!< All places.
};

//!\brief Packs letters. \throws seqan3_gpulcs::launch_failure
void launch(packing_arguments const & arguments, cudaStream_t in);

//!\brief Lists pairs. \throws seqan3_gpulcs::launch_failure
void launch(listing_arguments const & arguments, cudaStream_t in);

//!\brief Makes queries. \throws seqan3_gpulcs::launch_failure
void launch(query_arguments const & arguments, cudaStream_t in);

//!\brief Places values. \throws seqan3_gpulcs::launch_failure
void launch(placing_arguments const & arguments, cudaStream_t in);

} // namespace seqan3_gpulcs::cuda
