// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The lane kernels that are compiled.
 */

#pragma once

#include <cstdint>

namespace seqan3_gpulcs::cuda
{

//!\brief The ways in which a lane kernel finds the rows that match a letter.
enum class lane_rows : std::uint8_t
{
    one_query, //!< All pairs have the same rows: their match vectors are in shared memory, once per block.
    matches,   //!< Each lane has match vectors of its own in shared memory.
    planes     //!< Each lane has the codes of its rows in registers: a word for each bit of a code and 32 rows.
};

//!\brief The template arguments of a lane kernel.
struct lane_shape
{
    unsigned words{}; //!< The words of 32 rows that a lane holds.
    unsigned bits{};  //!< The width of a code of the columns.
    lane_rows rows{}; //!< The source of matches.

    friend bool operator==(lane_shape const &, lane_shape const &) = default;
};

/*!\brief The minimum number of blocks on a multiprocessor, which limits the registers of a kernel.
 * \param shape       The kernel.
 * \param state_words The words of state for 32 rows.
 *
 * Short queries need many warps: these wait for the memory more often.
 */
constexpr unsigned min_lane_blocks(lane_shape const & shape, unsigned const state_words) noexcept
{
    if (shape.rows != lane_rows::one_query || shape.bits > 4)
        return 4;
    // The registers hold the state and one word of matches.
    unsigned const pairs_of_words = (shape.words * (state_words + 1) + 1) / 2;
    return pairs_of_words <= 6 ? 8 : pairs_of_words <= 12 ? 7 : pairs_of_words <= 16 ? 6 : pairs_of_words <= 20 ? 5 : 4;
}

/*!\brief The lane kernels that are compiled, sorted by kind and then by words.
 *
 * A word takes three instructions with match vectors, for any number of letters, but each letter takes shared memory. Planes take one more
 * instruction for each bit of a code beyond the first; they are for short codes, or too many letters.
 */
inline constexpr lane_shape lane_shapes[]{
    {1, 2, lane_rows::one_query},  {2, 2, lane_rows::one_query},  {3, 2, lane_rows::one_query},
    {4, 2, lane_rows::one_query},  {5, 2, lane_rows::one_query},  {6, 2, lane_rows::one_query},
    {7, 2, lane_rows::one_query},  {8, 2, lane_rows::one_query},  {10, 2, lane_rows::one_query},
    {12, 2, lane_rows::one_query}, {14, 2, lane_rows::one_query}, {16, 2, lane_rows::one_query},
    {20, 2, lane_rows::one_query}, {24, 2, lane_rows::one_query}, {28, 2, lane_rows::one_query},
    {32, 2, lane_rows::one_query}, //
    {1, 4, lane_rows::one_query},  {2, 4, lane_rows::one_query},  {3, 4, lane_rows::one_query},
    {4, 4, lane_rows::one_query},  {5, 4, lane_rows::one_query},  {6, 4, lane_rows::one_query},
    {8, 4, lane_rows::one_query},  {10, 4, lane_rows::one_query}, {12, 4, lane_rows::one_query},
    {14, 4, lane_rows::one_query}, {16, 4, lane_rows::one_query}, {20, 4, lane_rows::one_query},
    {24, 4, lane_rows::one_query}, {28, 4, lane_rows::one_query}, {32, 4, lane_rows::one_query}, //
    {1, 8, lane_rows::one_query},  {2, 8, lane_rows::one_query},  {4, 8, lane_rows::one_query},
    {6, 8, lane_rows::one_query},  {8, 8, lane_rows::one_query},  {12, 8, lane_rows::one_query},
    {16, 8, lane_rows::one_query}, {20, 8, lane_rows::one_query}, {24, 8, lane_rows::one_query}, //
    {1, 2, lane_rows::matches},    {2, 2, lane_rows::matches},    {3, 2, lane_rows::matches},
    {4, 2, lane_rows::matches},    {6, 2, lane_rows::matches},    {8, 2, lane_rows::matches},
    {11, 2, lane_rows::matches},   {16, 2, lane_rows::matches}, //
    {1, 4, lane_rows::matches},    {2, 4, lane_rows::matches},    {3, 4, lane_rows::matches},
    {4, 4, lane_rows::matches},    {5, 4, lane_rows::matches},    {6, 4, lane_rows::matches},
    {8, 4, lane_rows::matches},    {10, 4, lane_rows::matches},   {12, 4, lane_rows::matches},
    {14, 4, lane_rows::matches},   {16, 4, lane_rows::matches},   {20, 4, lane_rows::matches},
    {24, 4, lane_rows::matches},   {28, 4, lane_rows::matches},   {32, 4, lane_rows::matches}, //
    {1, 8, lane_rows::matches},    {2, 8, lane_rows::matches},    {3, 8, lane_rows::matches},
    {4, 8, lane_rows::matches},    {6, 8, lane_rows::matches},    {8, 8, lane_rows::matches},
    {10, 8, lane_rows::matches}, //
    {1, 2, lane_rows::planes},     {2, 2, lane_rows::planes},     {3, 2, lane_rows::planes},
    {4, 2, lane_rows::planes},     {5, 2, lane_rows::planes},     {6, 2, lane_rows::planes},
    {8, 2, lane_rows::planes},     {10, 2, lane_rows::planes},    {12, 2, lane_rows::planes},
    {14, 2, lane_rows::planes},    {16, 2, lane_rows::planes},    {20, 2, lane_rows::planes},
    {24, 2, lane_rows::planes}, //
    {1, 8, lane_rows::planes},     {2, 8, lane_rows::planes},     {4, 8, lane_rows::planes},
    {6, 8, lane_rows::planes},     {8, 8, lane_rows::planes},
};

/*!\brief Whether a recurrence has a kernel.
 * \param shape       One of lane_shapes.
 * \param state_words The words of state for 32 rows.
 *
 * If a recurrence has one word of state, planes of two bits are faster than match vectors. If it has two, a word takes so long that few of
 * them amortise a column.
 */
constexpr bool has_lane_kernel(lane_shape const & shape, unsigned const state_words) noexcept
{
    bool const is_planes_of_two = shape.bits == 2 && shape.rows == lane_rows::planes;
    bool const is_matches_of_two = shape.bits == 2 && shape.rows == lane_rows::matches;
    return state_words == 1 ? !is_matches_of_two : shape.words <= 16 && !is_planes_of_two;
}

} // namespace seqan3_gpulcs::cuda
