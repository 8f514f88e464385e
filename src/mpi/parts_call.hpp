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

//!\brief A computation that all ranks are to do.
struct parts_request
{
    alignment::sequence_pair const & pair;
    plan::metric metric{};        //!< The metric.
    plan::matrix_region region{}; //!< The region. Borders inside the matrix are multiples of plan::part_alignment.
    std::span<std::uint64_t const> vertical{};   //!< V before the region; empty if the matrix begins there.
    std::span<std::uint64_t const> horizontal{}; //!< The carries above the region; empty if the matrix begins there.
    bool wants_vertical{};                       //!< Whether V after the region is wanted.
    plan::region_checkpoints kept{};             //!< Where checkpoints go, if they are kept.
};

//!\brief The borders after the region, and the statistics of all ranks.
struct found_borders
{
    words vertical{}; //!< V after the region, if it is wanted.
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

    //!\brief Whether V at the end of the next chunk of columns is wanted. Not called between a `true` and the take() that follows.
    virtual bool wants_next() = 0;

    //!\brief Takes a wanted V, of all rows of the region; all checkpoints up to this column are there.
    virtual void take(std::uint64_t column, words && vertical) = 0;

    //!\brief The maximum number of cells of a chunk, given the speed of all ranks together: it limits the time until V comes.
    virtual double max_chunk_cells(double cells_per_second) const noexcept = 0;
};

/*!\brief Computes a region of the matrix on all ranks.
 *
 * The rows are cut among the ranks; chunks of columns go from one to the next, one bit a column, or two. So ranks are at different
 * columns at a time, and each sends its part of a wanted V when it comes there: none waits for another one.
 */
class parts_call
{
public:
    /*!\brief Begins the call on all ranks.
     * \param group     The ranks.
     * \param request   The computation; must outlive the object, as must the execution.
     * \param execution Where and how to compute.
     * \param watcher   Learns V in the middle of the computation; may be null.
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
    std::uint64_t border_words_; // The words of a border for 64 rows or columns.
    column_watcher * watcher_;
    rank_call call_;
    part_task task_{};
    std::uint64_t chunks_{};
    std::uint64_t next_chunk_{};
    std::map<std::uint64_t, wanted_column> wanted_{}; // By the numbers of their chunks.
    found_borders found_{};
};

} // namespace seqan3_gpulcs::mpi
