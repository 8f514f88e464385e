// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The last column of a matrix, which is enough for a value.
 */

#pragma once

#include <cstdint>
#include <optional>

#include "src/cpu/recurrence/recurrence.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/comparison.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

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
 * \param pass          The matrix, for which count_vector_steps() returns a number. Nothing is kept, and the lower border is not
 *                      computed: so lanes need not be full.
 * \param control       Stop and progress.
 */
template <recurrence recurrence_t>
void compute_last_column(vector_kernel const & kernel, matrix_pass const & pass, runtime::task_control & control);

} // namespace seqan3_gpulcs::cpu
