// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The strip kernels that are compiled, and their costs.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/runtime/architectures.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The template arguments of a strip kernel.
struct kernel_shape
{
    unsigned words{};        //!< The words of 32 rows that a lane holds.
    unsigned unit_columns{}; //!< The columns after which a lane hands its carries to the next one.
    unsigned bits{};         //!< The width of a code of the text.

    //!\brief The rows of a strip.
    constexpr std::uint64_t strip_rows() const noexcept
    {
        return std::uint64_t{words} * 32 * warp_threads;
    }

    //!\brief The shared memory of a warp for the match vectors of a number of letters.
    constexpr std::uint64_t match_bytes(unsigned const letters) const noexcept
    {
        return std::uint64_t{letters} * words * warp_threads * sizeof(std::uint32_t);
    }

    friend bool operator==(kernel_shape const &, kernel_shape const &) = default;
};

/*!\brief The kernels that are compiled.
 *
 * Many words amortise the overhead of a column; but few rows fill a device only if each lane has few of them.
 * The sizes in between let the strips fill whole waves of warps. Short units let the lanes start sooner, one after the
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

//!\brief The kernels for a band: few words let many of its strips run at a time, many compute a wide one faster.
inline constexpr kernel_shape band_shapes[]{
    {1, 8, 2},
    {2, 8, 2},
    {2, 16, 2},
    {3, 16, 2},
    {4, 16, 2},
    {6, 16, 2},
    {8, 32, 2},
    {12, 32, 2},
    {16, 32, 2},
    {20, 32, 2},
    {28, 32, 2},
    {2, 16, 4},
    {4, 16, 4},
    {8, 16, 4},
    {16, 16, 4},
    {2, 8, 8},
    {4, 8, 8},
    {8, 8, 8},
};

//!\brief The kernels for several matrices at once: there are enough strips, so few words are only for short sequences.
inline constexpr kernel_shape batch_shapes[]{
    {1, 8, 2},   {2, 8, 2},   {3, 8, 2},   {4, 8, 2},  {2, 16, 2},  {3, 16, 2},  {4, 16, 2},  {5, 16, 2},  //
    {6, 16, 2},  {8, 16, 2},  {10, 16, 2}, {8, 32, 2}, {10, 32, 2}, {12, 32, 2}, {16, 32, 2}, {20, 32, 2}, //
    {1, 16, 4},  {2, 16, 4},  {3, 16, 4},  {4, 16, 4}, {5, 16, 4},  {6, 16, 4},  {8, 16, 4},  {10, 16, 4}, //
    {12, 16, 4}, {16, 16, 4},                                                                              //
    {1, 8, 8},   {2, 8, 8},   {4, 8, 8},   {8, 8, 8},
};

//!\brief The kernels for bands of several matrices.
inline constexpr kernel_shape band_batch_shapes[]{
    {1, 8, 2},
    {2, 8, 2},
    {3, 16, 2},
    {4, 16, 2},
    {6, 16, 2},
    {8, 32, 2},
    {12, 32, 2},
    {2, 16, 4},
    {4, 16, 4},
    {8, 16, 4},
};

/*!\brief The kernels for edit distances of one matrix.
 *
 * A word takes three times as long, so few of them amortise a column; and two words of state are in the registers.
 */
inline constexpr kernel_shape edit_shapes[]{
    {1, 8, 2},  {2, 8, 2},  {1, 16, 2}, {2, 16, 2},  {3, 16, 2},  {4, 16, 2},  {4, 32, 2},  {5, 32, 2},  {6, 32, 2}, //
    {7, 32, 2}, {8, 32, 2}, {9, 32, 2}, {10, 32, 2}, {11, 32, 2}, {12, 32, 2}, {14, 32, 2}, {16, 32, 2},             //
    {1, 16, 4}, {2, 16, 4}, {3, 16, 4}, {4, 16, 4},  {6, 16, 4},  {8, 16, 4},  {12, 16, 4},                          //
    {1, 8, 8},  {2, 8, 8},  {4, 8, 8},  {8, 8, 8},
};

//!\brief The kernels of edit distances for several matrices at once.
inline constexpr kernel_shape edit_batch_shapes[]{
    {1, 8, 2},
    {2, 8, 2},
    {2, 16, 2},
    {3, 16, 2},
    {4, 16, 2},
    {6, 16, 2},
    {8, 32, 2},
    {12, 32, 2}, //
    {1, 16, 4},
    {2, 16, 4},
    {4, 16, 4},
    {8, 16, 4}, //
    {1, 8, 8},
    {2, 8, 8},
    {4, 8, 8},
};

//!\brief The kernels of edit distances for a band: from two words on, more of them save little time for each, so few of these are enough.
inline constexpr kernel_shape edit_band_shapes[]{
    {1, 8, 2},
    {2, 16, 2},
    {3, 16, 2},
    {4, 16, 2},
    {6, 16, 2},
    {8, 32, 2},
    {12, 32, 2}, //
    {2, 16, 4},
    {4, 16, 4}, //
    {2, 8, 8},
    {4, 8, 8},
};

//!\brief The kernels of edit distances for bands of several matrices.
inline constexpr kernel_shape edit_band_batch_shapes[]{
    {1, 8, 2},
    {2, 16, 2},
    {4, 16, 2},
    {8, 32, 2}, //
    {2, 16, 4},
    {4, 16, 4},
};

//!\brief The costs of a warp, in cycles, if it has a scheduler of its own.
struct kernel_costs
{
    double word;       //!< A column and a word.
    double column;     //!< A column beside its words.
    double min_column; //!< A column with its words at least.
    double unit;       //!< A unit beside its columns.
    double hand_over;  //!< The delay from a strip to the one below.
    double next_start; //!< That delay, without the part that the cost of a column does not cover.
};

/*!\brief The costs of longest common subsequences.
 *
 * Fitted to the times of all kernels on an H200. A column takes three integer instructions for each word, and the units of
 * a scheduler take a warp every second cycle, on all architectures from 7.5 to 9.0; so all get these figures. What is
 * called hand_over also stands for the first steps of a strip, which are slower. With next_start, strips of two passes that meet
 * end at the same time; the times of single passes tell only the sum of the costs of columns and strips.
 */
inline constexpr kernel_costs lcs_costs{.word = 6.65,
                                        .column = 5.6,
                                        .min_column = 14.7,
                                        .unit = 61.0,
                                        .hand_over = 15'000.0,
                                        .next_start = 6'500.0};

//!\brief The costs of edit distances, fitted in the same way: ten instructions for each word.
inline constexpr kernel_costs edit_costs{.word = 21.7,
                                         .column = 12.0,
                                         .min_column = 40.5,
                                         .unit = 15.0,
                                         .hand_over = 19'000.0,
                                         .next_start = 6'500.0};

/*!\brief A block of columns from device to device through the memory of the host: 1.4 us between two H200s.
 *
 * Through their own memory it arrives faster than strips of any size take it.
 */
inline constexpr double seconds_per_block_through_host{1.5e-6};

//!\brief The costs of a warp on one of several matrices, in cycles.
struct batch_costs
{
    double word;       //!< A column and a word.
    double column;     //!< A column beside its words.
    double min_column; //!< A column with its words at least.
    double strip;      //!< A strip beside its columns.
};

//!\brief The costs of longest common subsequences where two warps share a scheduler; fitted as lcs_costs.
inline constexpr batch_costs lcs_batch_costs{.word = 7.75, .column = 3.5, .min_column = 16.0, .strip = 32'000.0};

//!\brief The costs of edit distances for several matrices at once.
inline constexpr batch_costs edit_batch_costs{.word = 21.5, .column = 5.0, .min_column = 46.0, .strip = 32'000.0};

//!\brief If there are at least this many matrices, two warps on a scheduler are faster than one: they seldom wait for one another.
inline constexpr std::size_t matrices_for_two_warps{256};

} // namespace seqan3_gpulcs::cuda
