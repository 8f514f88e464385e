// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The cells that a bound of the length leaves.
 */

#pragma once

#include <algorithm>
#include <cstdint>

#include "src/plan/matrix_region.hpp"

namespace seqan3_gpulcs::plan
{

/*!\brief The diagonals of a matrix where a path may have at least a number of matches.
 *
 * With m rows, n columns and b matches a path has m + n - 2 b indels. One through the cell below i rows and j columns has at least
 * |j - i| + |(n - j) - (m - i)|.
 */
class matrix_band
{
public:
    /*!\brief Constant time.
     * \param rows    The rows of the matrix.
     * \param columns Its columns.
     * \param bound   The number of matches; at most the smaller one of both.
     */
    constexpr matrix_band(std::uint64_t const rows, std::uint64_t const columns, std::uint64_t const bound) noexcept :
        columns_{columns},
        below_{rows - bound},
        above_{columns - bound}
    {}

    /*!\brief The columns that a block of rows needs.
     * \param rows The rows.
     *
     * No such path has a cell in these rows to the right of the interval. Nor has it one in its first column, unless that is the
     * first one of the matrix, but in the row above the block.
     */
    constexpr interval columns_of(interval const & rows) const noexcept
    {
        return {std::min(columns_, rows.begin - std::min(rows.begin, below_)), std::min(columns_, rows.end + above_)};
    }

private:
    std::uint64_t columns_;
    std::uint64_t below_; // The diagonals below the main one.
    std::uint64_t above_; // Those above it.
};

} // namespace seqan3_gpulcs::plan
