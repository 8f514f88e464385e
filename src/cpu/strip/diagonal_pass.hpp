// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The last column of a matrix of some hundred to some thousand rows, by vectors along its diagonals.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "src/cpu/recurrence/recurrence.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/packing/bit_planes.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The letters of a matrix.
struct coded_matrix
{
    packing::coded_letters rows{};    //!< Those of the rows.
    packing::coded_letters columns{}; //!< Those of the columns, with codes that are equal where letters are.
    unsigned bits{};                  //!< The width of a code, at least 1.
};

/*!\brief Whether a matrix is for compute_diagonals(): its rows fit into a few vectors, and these take less time than the carry flag.
 *        Constant time.
 * \param rows    The number of rows.
 * \param columns The number of columns.
 * \param metric  The metric.
 * \param kernel  The vectors.
 */
bool is_for_diagonals(std::uint64_t rows,
                      std::uint64_t columns,
                      plan::metric metric,
                      vector_kernel const & kernel) noexcept;

/*!\brief Computes the last column of a whole matrix with the calling thread.
 * \tparam recurrence_t The recurrence; diagonal_pass.cpp has an instance of each.
 * \param kernel        The vectors.
 * \param matrix        The letters, see is_for_diagonals().
 * \param above         The carry words above all columns: ones or zeros.
 * \param vertical      The state of the rows: at the left border, then that of the last column.
 * \throws std::bad_alloc
 *
 * Each word of rows has a lane, which is a column behind the word above it. So a matrix needs few more steps than it has columns, and any
 * number of words keeps all vectors busy.
 */
template <recurrence recurrence_t>
void compute_diagonals(vector_kernel const & kernel,
                       coded_matrix const & matrix,
                       std::array<std::uint64_t, recurrence_t::carry_words> const & above,
                       std::span<std::uint64_t> vertical);

} // namespace seqan3_gpulcs::cpu
