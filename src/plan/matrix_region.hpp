// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Cells and parts of the matrix.
 */

#pragma once

#include <cstdint>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief An interval of rows or columns.
struct interval
{
    std::uint64_t begin{}; //!< The first one.
    std::uint64_t end{};   //!< One past the last one.

    //!\brief The number of rows or columns.
    constexpr std::uint64_t size() const noexcept
    {
        return end - begin;
    }

    //!\brief Compares both.
    friend bool operator==(interval const &, interval const &) = default;
};

//!\brief A part of the matrix. Its first row and column must be multiples of 64.
struct matrix_region
{
    std::uint64_t row_begin{};
    std::uint64_t row_end{};
    std::uint64_t column_begin{};
    std::uint64_t column_end{};

    std::uint64_t rows() const noexcept
    {
        return row_end - row_begin;
    }

    std::uint64_t columns() const noexcept
    {
        return column_end - column_begin;
    }

    double cells() const noexcept
    {
        return static_cast<double>(rows()) * static_cast<double>(columns());
    }

    std::uint64_t row_words() const noexcept
    {
        return util::ceil_div(rows(), std::uint64_t{64});
    }

    std::uint64_t column_words() const noexcept
    {
        return util::ceil_div(columns(), std::uint64_t{64});
    }
};

//!\brief A cell, by the number of rows and columns up to its own.
struct matrix_cell
{
    std::uint64_t row{};
    std::uint64_t column{};

    //!\brief Whether it lies in the part of the matrix that ends with another cell.
    bool is_before(matrix_cell const & end) const noexcept
    {
        return row <= end.row && column <= end.column;
    }
};

} // namespace seqan3_gpulcs::plan
