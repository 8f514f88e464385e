// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in computing the matrix of one pair.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief What all ranks know about the matrix of a pair.
struct part_plan
{
    bool wants_vertical{};               //!< Whether V after the last column is wanted.
    plan::checkpoint_grid checkpoints{}; //!< 0 where nothing is kept.
};

//!\brief Some rows of the matrix, and the rank that computes them.
struct row_share
{
    std::uint64_t rank{};
    std::uint64_t row_end{}; //!< They begin where those before end.
};

//!\brief Adds the content of a call.
void add_parts(word_writer & content, lcs::sequence_pair const & pair, part_plan const & plan);

/*!\brief Makes a job; the content is that of add_parts().
 *
 * The matrix is cut into rows, some for each rank, and chunks of columns. A task is such a part; with its upper border it comes
 * from the rank that has the rows above. Tasks have the number of the chunk. The last rows' lower border is a result with this
 * number; after the last chunk, each share is a result with the numbers that follow.
 */
std::unique_ptr<job> make_part_job(std::span<std::uint64_t const> content);

/*!\brief The content of a task for the first rows.
 * \param columns_per_chunk A multiple of plan::part_alignment.
 * \param shares            The rows of all ranks.
 */
words first_part(std::uint64_t columns_per_chunk, std::span<row_share const> shares);

//!\brief What a rank has at the end.
struct finished_share
{
    plan::source_statistics statistics{};
    std::span<std::uint64_t const> vertical{}; //!< If it is wanted.
    std::span<std::uint64_t const> kept_columns{};
    std::span<std::uint64_t const> kept_rows{};
};

//!\brief Reads the result for a share.
finished_share read_share(std::span<std::uint64_t const> content);

} // namespace seqan3_gpulcs::mpi
