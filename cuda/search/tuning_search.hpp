// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The search kernels that are compiled, and their costs.
 */

#pragma once

namespace seqan3_gpulcs::cuda
{

//!\brief The template arguments of a search kernel.
struct search_kernel_shape
{
    unsigned words{};    //!< The words of a pattern that a lane holds.
    unsigned patterns{}; //!< The patterns that a lane holds.
    bool is_strip{};     //!< Whether the words may be only a part of the pattern's.

    friend bool operator==(search_kernel_shape const &, search_kernel_shape const &) = default;
};

/*!\brief The search kernels that are compiled, by ascending pattern length.
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

//!\brief The search kernels for texts of sets of classes. Such texts are rarer, so there are fewer, and a pattern may use up to a third
//!       more.
inline constexpr search_kernel_shape set_search_kernel_shapes[]{
    {1, 4, false},
    {2, 2, false},
    {3, 1, false},
    {4, 1, false},
    {6, 1, false},
    {8, 1, false},
    {12, 1, false},
    {16, 1, false},
    {24, 1, false},
    {32, 1, false},
    {32, 1, true},
};

/*!\brief The integer instructions of a search kernel for a letter of the text; counted in its code.
 *
 * Ten for each word of a pattern, and some for its distance and for the letter.
 */
constexpr double search_instructions(search_kernel_shape const & shape) noexcept
{
    return shape.patterns * (10.1 * shape.words + 2.5) + 1.5;
}

/*!\brief The launches of a search that a device runs at a time.
 *
 * A device has this many connections, unless CUDA_DEVICE_MAX_CONNECTIONS is set. Streams that share one wait for each other.
 */
inline constexpr unsigned launches_at_once{8};

} // namespace seqan3_gpulcs::cuda
