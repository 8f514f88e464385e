// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The last column of a matrix, which is enough for a value.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "src/cpu/recurrence/recurrence.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/packing/bit_planes.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The letters of a matrix.
struct coded_matrix
{
    packing::coded_letters rows{};    //!< Those of the rows.
    packing::coded_letters columns{}; //!< Those of the columns, with codes that are equal where letters are.
    unsigned bits{};                  //!< The width of a code, at least 1.
};

//!\brief With fewer columns, it takes longer to begin.
inline constexpr std::uint64_t min_diagonal_columns{256};

//!\brief Columns are spread to a word for each plane, which should stay in the caches.
inline constexpr std::uint64_t max_diagonal_columns{8192};

/*!\brief The work of compute_diagonals(): how often a vector meets a column. Constant time.
 * \param rows    The number of rows.
 * \param columns The number of columns.
 * \param metric  The metric.
 * \param kernel  The vectors.
 * \returns None if the matrix is not for it: too large or too small, or faster with the carry flag.
 */
std::optional<std::uint64_t> count_diagonal_steps(std::uint64_t rows,
                                                  std::uint64_t columns,
                                                  plan::metric metric,
                                                  vector_kernel const & kernel) noexcept;

/*!\brief Computes the last column of a whole matrix with the calling thread.
 * \tparam recurrence_t The recurrence; last_column.cpp has an instance of each.
 * \param kernel        The vectors.
 * \param matrix        The letters; see count_diagonal_steps().
 * \param above         The carry words above all columns: ones or zeros.
 * \param vertical      The state of the rows: at the left border, then that of the last column.
 * \throws std::bad_alloc
 *
 * Each word of rows has a lane, which is a column behind the word above it. So a matrix needs few more steps than it has columns, and any
 * number of words keeps all vectors busy. It ends soon, and need not be stopped.
 */
template <recurrence recurrence_t>
void compute_diagonals(vector_kernel const & kernel,
                       coded_matrix const & matrix,
                       std::span<std::uint64_t const> above,
                       std::span<std::uint64_t> vertical);

/*!\brief The work of compute_last_column(): how often a vector of words meets a column. Constant time.
 * \param rows    The number of rows.
 * \param columns The number of columns.
 * \param metric  The metric.
 * \param kernel  The vectors.
 * \returns None if the matrix is not for vectors of one thread: they would not be faster than the carry flag, or there are too many rows.
 */
std::optional<std::uint64_t> count_vector_steps(std::uint64_t rows,
                                                std::uint64_t columns,
                                                plan::metric metric,
                                                vector_kernel const & kernel) noexcept;

/*!\brief Computes the last column of a whole matrix with the calling thread: along diagonals, or by one strip.
 * \tparam recurrence_t The recurrence; last_column.cpp has an instance of each.
 * \param kernel        The vectors.
 * \param part          The whole matrix, for which count_vector_steps() returns a number. Nothing is kept, and the lower border is not
 *                      computed: so lanes need not be full.
 * \param control       Stop and progress.
 */
template <recurrence recurrence_t>
void compute_last_column(vector_kernel const & kernel, plan::matrix_part const & part, runtime::task_control & control);

} // namespace seqan3_gpulcs::cpu
