// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The borders of a whole matrix: the left and the upper one, and the value that the right one tells.
 */

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/plan/comparison.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::plan
{

/*!\brief Sets carries after the last column to 0; otherwise they would count.
 * \param horizontal A border of some columns.
 * \param columns    The number of columns.
 * \param words      The number of words for 64 columns.
 */
inline void clear_after_last_column(std::span<std::uint64_t> const horizontal,
                                    std::uint64_t const columns,
                                    std::size_t const words) noexcept
{
    if (columns % 64 != 0)
        for (std::uint64_t & word : horizontal.last(words))
            word &= ~(~std::uint64_t{0} >> columns % 64);
}

/*!\brief The left border of some rows, as plan::matrix_borders has it.
 * \param metric  The metric.
 * \param rows    The number of rows.
 * \param is_free Whether leading letters of the first sequence cost nothing, for edit distances.
 */
inline std::vector<std::uint64_t> left_border(metric const metric, std::uint64_t const rows, bool const is_free = false)
{
    std::size_t const words = border_words(metric);
    std::vector<std::uint64_t> border(util::ceil_div<std::uint64_t>(rows, 64) * words);
    for (std::size_t i = 0; i < border.size(); i += words)
        border[i] = is_free ? 0 : ~std::uint64_t{0};
    return border;
}

//!\brief Sets carries to those of an upper border, also after the last column.
inline void fill_upper_border(metric const metric, std::span<std::uint64_t> const horizontal) noexcept
{
    std::size_t const words = border_words(metric);
    std::ranges::fill(horizontal, 0);
    if (traits_of(metric).border_increment != 0)
        for (std::size_t i = 0; i < horizontal.size(); i += words)
            horizontal[i] = ~std::uint64_t{0};
}

/*!\brief The upper border of some columns, as plan::matrix_borders has it; `is_free` is about the second sequence.
 *
 * The bits after the last column are zeros.
 */
inline std::vector<std::uint64_t>
upper_border(metric const metric, std::uint64_t const columns, bool const is_free = false)
{
    std::size_t const words = border_words(metric);
    std::vector<std::uint64_t> border(util::ceil_div<std::uint64_t>(columns, 64) * words);
    if (is_free)
        return border;
    fill_upper_border(metric, border);
    clear_after_last_column(border, columns, words);
    return border;
}

/*!\brief The change of the distance along some columns, by the carries of a row.
 * \param metric  The metric. For longest common subsequences, the indel distance is meant: each column changes it by 1, down where there
 *                is a match more.
 * \param carries The carries of the columns, from a multiple of 64 on; zeros after the last column.
 * \param columns The number of columns.
 */
inline std::int64_t
distance_along(metric const metric, std::span<std::uint64_t const> const carries, std::uint64_t const columns) noexcept
{
    std::size_t const words = border_words(metric);
    std::int64_t ones[2]{};
    for (std::size_t i = 0; i < carries.size(); i += words)
        for (std::size_t k = 0; k < words; ++k)
            ones[k] += std::popcount(carries[i + k]);
    return words == 1 ? static_cast<std::int64_t>(columns) - 2 * ones[0] : ones[0] - ones[1];
}

//!\brief The length of a longest common subsequence: the increments down the last column of the matrix.
inline std::uint64_t count_increments(std::span<std::uint64_t const> const vertical, std::uint64_t const rows) noexcept
{
    std::uint64_t count = 0;
    for (std::uint64_t begin = 0; begin < rows; begin += 64)
    {
        std::uint64_t const existing = ~std::uint64_t{0} >> (64 - std::min<std::uint64_t>(64, rows - begin));
        count += static_cast<std::uint64_t>(std::popcount(~vertical[begin / 64] & existing));
    }
    return count;
}

} // namespace seqan3_gpulcs::plan
