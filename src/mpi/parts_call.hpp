// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A computation of the matrix of one pair, or of a part of it, by all ranks.
 */

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/part_job.hpp"
#include "src/mpi/rank_call.hpp"
#include "src/mpi/rank_group.hpp"
#include "src/plan/matrix_part.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief What is computed.
struct parts_request
{
    alignment::sequence_pair const & pair;
    plan::metric metric{};        //!< What is compared.
    plan::matrix_region region{}; //!< Its borders are multiples of plan::part_alignment, or those of the matrix.
    std::span<std::uint64_t const> vertical{};   //!< V before it; empty for that of the matrix.
    std::span<std::uint64_t const> horizontal{}; //!< The carries above it; empty for those of the matrix.
    bool wants_vertical{};                       //!< Whether V after it is wanted.
    plan::region_checkpoints kept{};             //!< Where checkpoints go, if they are kept.
};

//!\brief What the ranks have found together.
struct found_borders
{
    words vertical{}; //!< If it is wanted.
    words horizontal{};
    plan::source_statistics statistics{};
};

//!\brief Learns V at columns in the middle of a computation.
class column_watcher
{
public:
    column_watcher() = default;
    column_watcher(column_watcher const &) = delete;
    column_watcher & operator=(column_watcher const &) = delete;
    virtual ~column_watcher() = default;

    //!\brief Whether V at the end of the next chunk of columns is wanted. Not asked while there is one that has not come.
    virtual bool wants_next() = 0;

    //!\brief Such a V, of all rows of the region; all checkpoints up to this column are there.
    virtual void take(std::uint64_t column, words && vertical) = 0;

    //!\brief The maximum cells of a chunk, given those per second of all ranks: how long it may take until V comes.
    virtual double max_chunk_cells(double cells_per_second) const noexcept = 0;
};

/*!\brief Computes.
 *
 * The rows are cut among the ranks; chunks of columns go from one to the next, one bit a column, or two. So ranks are at different
 * columns at a time, and each sends its part of a wanted V when it comes there: none waits for another one.
 */
class parts_call
{
public:
    /*!\brief Begins.
     * \param group     The ranks.
     * \param request   What is computed; must outlive the object, as must the execution.
     * \param execution Where and how.
     * \param watcher   Null if there is none.
     */
    parts_call(rank_group & group,
               parts_request const & request,
               plan::execution const & execution,
               column_watcher * watcher = nullptr);

    //!\brief Computes everything. \throws The exceptions of rank_call::wait and of the watcher.
    found_borders run();

private:
    // V after a chunk, of which some ranks have sent their rows.
    struct wanted_column
    {
        std::size_t missing{};
        words vertical{};
    };

    void assign_next();
    bool wants_vertical();
    void adopt(std::uint64_t chunk, finished_part const & part);
    void adopt_vertical(std::uint64_t chunk, std::span<std::uint64_t const> vertical, std::uint64_t row);
    void adopt_checkpoints(finished_part const & part, plan::matrix_region const & region) const;

    parts_request const & request_;
    std::uint64_t words_; // Of a border, for 64 rows or columns.
    column_watcher * watcher_;
    rank_call call_;
    part_task task_{};
    std::uint64_t chunks_{};
    std::uint64_t next_chunk_{};
    std::map<std::uint64_t, wanted_column> wanted_{}; // By their chunks.
    found_borders found_{};
};

} // namespace seqan3_gpulcs::mpi
