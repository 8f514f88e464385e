// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The pass over a matrix, or a part of it, from its upper left to its lower right border.
 */

#pragma once

#include <cstdint>
#include <span>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The columns of blocks of rows; none if all rows have all columns.
struct block_columns
{
    std::uint64_t rows{}; //!< The rows of a block, a multiple of 64.

    //!\brief The columns of each block. They begin at a multiple of 64, none before those above, and end at such a multiple or with the part.
    std::span<plan::interval const> columns{};
};

/*!\brief Computes a part of the matrix.
 * \param part             The part. It may begin at any multiple of 64, but at a checkpoint if it has one before its end; those are kept.
 *                         Without a vertical border, each block of rows begins at the left border of the matrix.
 * \param threads          The number of threads that work on it.
 * \param control          Stop, and progress if it is reported.
 * \param reports_progress Whether the cells count as progress.
 * \param blocks           The columns of blocks of rows, if only these are computed. Then nothing is kept.
 *
 * See seqan3_gpulcs::cpu::strip_relay for the work of the threads, and for cells outside of the blocks.
 */
void forward_pass(plan::matrix_part const & part,
                  unsigned threads,
                  runtime::task_control & control,
                  bool reports_progress,
                  block_columns const & blocks = {});

/*!\brief The memory of a pass that keeps nothing, with its upper border, but without that of its threads. Constant time.
 * \param pair       The pair.
 * \param region     The part of its matrix.
 * \param metric     The metric.
 * \param block_rows The rows that have the same columns.
 */
std::uint64_t pass_bytes(alignment::sequence_pair const & pair,
                         plan::matrix_region const & region,
                         plan::metric metric,
                         std::uint64_t block_rows) noexcept;

} // namespace seqan3_gpulcs::cpu
