// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What depends on the architecture of a device: which kernels there are, and what they cost.
 */

#pragma once

#include <cstddef>
#include <cstdint>

namespace seqan3_gpulcs::cuda
{

//!\brief The template arguments of a strip kernel.
struct kernel_shape
{
    unsigned words{};        //!< The words of V that a lane holds.
    unsigned unit_columns{}; //!< The columns after which a lane hands its carries to the next one.
    unsigned bits{};         //!< The width of a code of the text.

    friend bool operator==(kernel_shape const &, kernel_shape const &) = default;
};

/*!\brief The kernels that are compiled.
 *
 * Many words amortise what a column costs beside its words; but few rows fill a device only if a lane has few of them.
 * What is in between lets the strips fill whole waves of warps. Short units let the lanes start sooner, one after the
 * other, which counts where there are few columns.
 */
inline constexpr kernel_shape kernel_shapes[]{
    {1, 8, 2},   {2, 8, 2},   {3, 8, 2},   {4, 8, 2},                                                       //
    {1, 16, 2},  {2, 16, 2},  {3, 16, 2},  {4, 16, 2},  {5, 16, 2},  {6, 16, 2},  {7, 16, 2},  {8, 16, 2},  //
    {4, 32, 2},  {5, 32, 2},  {6, 32, 2},  {7, 32, 2},  {8, 32, 2},  {9, 32, 2},  {10, 32, 2}, {11, 32, 2}, //
    {12, 32, 2}, {13, 32, 2}, {14, 32, 2}, {15, 32, 2}, {16, 32, 2}, {17, 32, 2}, {18, 32, 2}, {19, 32, 2}, //
    {20, 32, 2}, {22, 32, 2}, {24, 32, 2}, {26, 32, 2}, {28, 32, 2}, {30, 32, 2}, {32, 32, 2},              //
    {1, 16, 4},  {2, 16, 4},  {3, 16, 4},  {4, 16, 4},  {5, 16, 4},  {6, 16, 4},  {8, 16, 4},  {10, 16, 4}, //
    {12, 16, 4}, {14, 16, 4}, {16, 16, 4}, {18, 16, 4}, {20, 16, 4}, {24, 16, 4}, {28, 16, 4},              //
    {1, 8, 8},   {2, 8, 8},   {3, 8, 8},   {4, 8, 8},   {6, 8, 8},   {8, 8, 8},   {12, 8, 8},
};

//!\brief The same for several matrices at once: there are strips enough, so few words serve short sequences only.
inline constexpr kernel_shape batch_shapes[]{
    {1, 8, 2},   {2, 8, 2},   {3, 8, 2},   {4, 8, 2},  {2, 16, 2},  {3, 16, 2},  {4, 16, 2},  {5, 16, 2},  //
    {6, 16, 2},  {8, 16, 2},  {10, 16, 2}, {8, 32, 2}, {10, 32, 2}, {12, 32, 2}, {16, 32, 2}, {20, 32, 2}, //
    {1, 16, 4},  {2, 16, 4},  {3, 16, 4},  {4, 16, 4}, {5, 16, 4},  {6, 16, 4},  {8, 16, 4},  {10, 16, 4}, //
    {12, 16, 4}, {16, 16, 4},                                                                              //
    {1, 8, 8},   {2, 8, 8},   {4, 8, 8},   {8, 8, 8},
};

//!\brief Where a lane kernel has what its rows match.
enum class lane_rows : std::uint8_t
{
    one_query, //!< All pairs have the same rows: match words in shared memory, once for a block.
    matches,   //!< Each lane has match words of its own in shared memory.
    planes     //!< Each lane has the codes of its rows in registers, one word for each bit beside each word of V.
};

//!\brief The template arguments of a lane kernel.
struct lane_shape
{
    unsigned words{}; //!< The words of V that a lane holds.
    unsigned bits{};  //!< The width of a code of the columns.
    lane_rows rows{}; //!< See there.

    friend bool operator==(lane_shape const &, lane_shape const &) = default;
};

/*!\brief The lane kernels that are compiled: those of a kind side by side, with few words first.
 *
 * Match words take three instructions for each word of V, whatever the number of letters is, but shared memory for each letter.
 * Planes take one more for each bit beyond the first one; they serve where codes are short, or letters are too many.
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

//!\brief The template arguments of a filter kernel.
struct search_kernel_shape
{
    unsigned words{};    //!< The words of a pattern that a lane holds.
    unsigned patterns{}; //!< The patterns that a lane holds.
    bool is_strip{};     //!< Whether the words may be only a part of the pattern's.

    friend bool operator==(search_kernel_shape const &, search_kernel_shape const &) = default;
};

/*!\brief The filter kernels that are compiled; those for longer patterns come later.
 *
 * A lane with one word alone would wait for it: each step of the recurrence needs the one before.
 */
inline constexpr search_kernel_shape search_kernel_shapes[]{
    {1, 4, false},
    {2, 2, false},
    {3, 1, false},
    {4, 1, false},
    {5, 1, false},
    {6, 1, false},
    {7, 1, false},
    {8, 1, false},
    {10, 1, false},
    {12, 1, false},
    {14, 1, false},
    {16, 1, false},
    {20, 1, false},
    {24, 1, false},
    {28, 1, false},
    {32, 1, false},
    {32, 1, true},
};

/*!\brief The integer instructions of a filter kernel for a letter of the text; counted in its code.
 *
 * Ten for each word of a pattern, and some for its distance and for the letter.
 */
constexpr double search_instructions(search_kernel_shape const & shape) noexcept
{
    return shape.patterns * (10.1 * shape.words + 2.5) + 1.5;
}

//!\brief The integer instructions of a multiprocessor in a nanosecond, about, for 32 lanes: half a warp a scheduler and cycle.
inline constexpr double instructions_per_nanosecond{4 * 0.5 * 1.7};

//!\brief What the work of a warp costs, in cycles, where it has a scheduler of its own.
struct kernel_costs
{
    double word;            //!< A column and a word.
    double column;          //!< A column beside its words.
    double least_of_column; //!< A column with its words, however few there are.
    double unit;            //!< A unit beside its columns.
    double hand_over;       //!< From a strip to the one below.
};

/*!\brief The costs on an architecture.
 * \param compute_capability Ten times the major version plus the minor one.
 *
 * Fitted to the times of all kernels on an H200. A column takes three integer instructions for each word, and the units of
 * a scheduler take a warp every second cycle, on all architectures from 7.5 to 9.0; so all get these figures. What is
 * called hand_over also stands for the first steps of a strip, which are slower.
 */
constexpr kernel_costs costs_on([[maybe_unused]] unsigned const compute_capability)
{
    return {.word = 6.65, .column = 5.6, .least_of_column = 14.7, .unit = 61.0, .hand_over = 15'000.0};
}

//!\brief The number of threads of a warp, on all architectures.
inline constexpr unsigned warp_threads{32};

//!\brief What the work of a warp on one of several matrices costs, in cycles.
struct batch_costs
{
    double word;            //!< A column and a word.
    double column;          //!< A column beside its words.
    double least_of_column; //!< A column with its words, however few there are.
    double strip;           //!< A strip beside its columns.
};

//!\brief The costs where two warps share a scheduler; fitted as those of costs_on().
constexpr batch_costs batch_costs_on([[maybe_unused]] unsigned const compute_capability)
{
    return {.word = 7.75, .column = 3.5, .least_of_column = 16.0, .strip = 32'000.0};
}

//!\brief With so many matrices, two warps on a scheduler are faster than one: they seldom wait for one another.
inline constexpr std::size_t matrices_for_two_warps{256};

//!\brief The schedulers of a multiprocessor, on all architectures that CUDA 13 knows.
inline constexpr unsigned schedulers_per_multiprocessor{4};

//!\brief The oldest architecture for which there is code.
inline constexpr unsigned oldest_compute_capability{75};

} // namespace seqan3_gpulcs::cuda
