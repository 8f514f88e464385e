// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Searches many sequences for those that have the most in common with queries, on all ranks of an MPI run.
 */

#pragma once

#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::mpi
{

/*!\brief The same as seqan3_gpulcs::lcs::search, by all ranks. On rank 0.
 *
 * Each rank compares some of the subjects with all queries, and keeps the best of them; hits() merges these. The hits are those
 * of seqan3_gpulcs::lcs::search, also where subjects are equally similar.
 *
 * Memory: on each rank, that of seqan3_gpulcs::lcs::search.
 *
 * Thread safety: as for seqan3_gpulcs::mpi::communicator.
 */
class search
{
public:
    /*!\brief Starts a search on all ranks, without subjects.
     * \param ranks     The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve; must outlive this object.
     * \param queries   The sequences to compare with; needed until the object is destroyed.
     * \param options   Which subjects to find for each of them.
     * \param execution Where and how each rank computes. Progress counts the cells of one call of add().
     * \throws The exceptions of seqan3_gpulcs::lcs::search, and seqan3_gpulcs::mpi::communication_error.
     */
    search(communicator & ranks,
           std::span<packing::packed_sequence_view const> queries,
           lcs::search_options const & options = {},
           plan::execution const & execution = {});

    //!\brief Ends the search on all ranks.
    ~search();

    search(search const &) = delete;
    search & operator=(search const &) = delete;

    /*!\brief Compares more subjects with all queries.
     * \param subjects The next subjects; needed during this call only. A few thousand for each rank keep all of them busy.
     * \returns Which of them may be hits at the end, and which earlier ones no longer may: the sequences of all others need not
     *          be kept.
     * \throws The exceptions of seqan3_gpulcs::lcs::search::add, of any rank, and seqan3_gpulcs::mpi::communication_error.
     *
     * After an exception, the object can only be destroyed.
     */
    lcs::search_changes add(std::span<packing::packed_sequence_view const> subjects);

    /*!\brief The current hits of each query, best first.
     * \throws The exceptions of add().
     */
    std::vector<std::vector<lcs::hit>> hits();

    //!\brief What all ranks have done until the last call of hits(). Times are sums.
    lcs::search_statistics const & statistics() const noexcept;

private:
    struct state;

    std::unique_ptr<state> state_;
};

} // namespace seqan3_gpulcs::mpi
