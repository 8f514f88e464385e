// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in computing the matrix of one pair.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "src/mpi/descriptions.hpp"
#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief A computation of a matrix, or of a part of it, as all ranks know it.
struct part_plan
{
    plan::metric metric{};               //!< The metric.
    plan::matrix_region region{};        //!< The region to compute.
    plan::checkpoint_grid checkpoints{}; //!< The checkpoints to keep; a spacing of 0 keeps none.
    std::span<std::uint64_t const>
        vertical{}; //!< V before the first column of the region; empty if that is the first one of the matrix.
};

//!\brief A plan: the first part of the content of a call.
template <typename archive_t, maybe_const<part_plan> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.metric, value.region, value.checkpoints, value.vertical);
}

//!\brief Some rows of the matrix, and the rank that computes them.
struct row_share
{
    std::uint64_t rank{};
    std::uint64_t row_end{}; //!< One past the last row; rows begin where those of the share before end.
};

//!\brief A share of the rows.
template <typename archive_t, maybe_const<row_share> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.rank, value.row_end);
}

//!\brief A task, but for its chunk of columns, which is its number.
struct part_task
{
    std::uint64_t columns_per_chunk{}; //!< A multiple of plan::part_alignment.
    std::uint64_t share{};             //!< The index of the share that is computed.
    std::vector<row_share> shares{};   //!< The shares of all ranks.
    bool wants_vertical{};             //!< Whether V after the chunk is wanted.

    //!\brief The number of the result of a chunk in this share.
    std::uint64_t result_number(std::uint64_t const chunk) const noexcept
    {
        return chunk * shares.size() + share;
    }

    //!\brief The part of a region that is computed.
    plan::matrix_region part(plan::matrix_region const & region, std::uint64_t chunk) const noexcept;
};

//!\brief A task.
template <typename archive_t, maybe_const<part_task> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.columns_per_chunk, value.share, value.shares, value.wants_vertical);
}

/*!\brief Makes a job.
 * \param content The part_plan, and the sequences that have the rows and the columns.
 *
 * The region is cut into rows, some for each rank, and chunks of columns. A task is such a part; with its upper border, which is empty in the
 * first row of the matrix, it comes from the rank that has the rows above. Tasks have the number of the chunk. Each has a
 * result, too: a finished_part.
 */
std::unique_ptr<job> make_part_job(std::span<std::uint64_t const> content);

//!\brief What a rank has found in a part.
struct finished_part
{
    plan::source_statistics statistics{};
    std::span<std::uint64_t const> horizontal{}; //!< The lower border, if the region ends there.
    std::span<std::uint64_t const> vertical{};   //!< V after the chunk, if it is wanted.
    std::span<std::uint64_t const> kept_columns{};
    std::span<std::uint64_t const> kept_rows{};
};

//!\brief What was found: the content of a result.
template <typename archive_t, maybe_const<finished_part> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.statistics, value.horizontal, value.vertical, value.kept_columns, value.kept_rows);
}

} // namespace seqan3_gpulcs::mpi
