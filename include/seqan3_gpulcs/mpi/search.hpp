// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Searches many sequences for those that are most similar to queries, on all ranks of an MPI run.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/search.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::mpi
{

namespace detail
{

//!\brief A search by all ranks, whatever is compared. See seqan3_gpulcs::mpi::basic_search.
class shared_search
{
public:
    //!\brief Starts a search on all ranks.
    shared_search(communicator & ranks,
                  std::span<packing::packed_sequence_view const> queries,
                  alignment::detail::search_rule const & rule,
                  plan::execution const & execution);

    //!\brief Ends the search on all ranks.
    ~shared_search();

    shared_search(shared_search const &) = delete;
    shared_search & operator=(shared_search const &) = delete;

    //!\brief Compares more subjects with all queries.
    alignment::search_changes add(std::span<packing::packed_sequence_view const> subjects);

    //!\brief The hits of each query, best first.
    std::vector<std::vector<alignment::detail::scored_subject>> hits();

    //!\brief The statistics of all ranks.
    alignment::search_statistics const & statistics() const noexcept;

    //!\brief The length of a query.
    std::uint64_t query_size(std::size_t query) const noexcept;

private:
    struct state;

    std::unique_ptr<state> state_;
};

} // namespace detail

/*!\brief Searches on all ranks as seqan3_gpulcs::alignment::basic_search does. Used on rank 0.
 * \tparam traits_t The options, the hits and the metric; see seqan3_gpulcs::mpi::search and
 *                  seqan3_gpulcs::mpi::edit_search.
 *
 * Each rank compares some of the subjects with all queries, and keeps the best of them; hits() merges these. The hits are those
 * of one process, also where subjects are equally similar.
 *
 * Memory: on each rank, that of seqan3_gpulcs::alignment::basic_search.
 *
 * Thread safety: as for seqan3_gpulcs::mpi::communicator.
 */
template <typename traits_t>
class basic_search
{
public:
    //!\brief The options that say which subjects are found.
    using options_type = typename traits_t::options_type;
    //!\brief A subject that was found.
    using hit_type = typename traits_t::hit_type;

    /*!\brief Starts a search on all ranks, without subjects.
     * \param ranks     The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve; must outlive this object.
     * \param queries   The sequences to compare with; needed until the object is destroyed.
     * \param options   Which subjects to find for each of them.
     * \param execution Where and how each rank computes. Progress counts the cells of one call of add().
     * \throws The exceptions of seqan3_gpulcs::alignment::basic_search, and seqan3_gpulcs::mpi::communication_error.
     */
    basic_search(communicator & ranks,
                 std::span<packing::packed_sequence_view const> const queries,
                 options_type const & options = {},
                 plan::execution const & execution = {}) :
        shared_{ranks, queries, traits_t::make_rule(options), execution}
    {}

    /*!\brief Compares more subjects with all queries.
     * \param subjects The next subjects; needed during this call only. A few thousand for each rank keep all of them busy.
     * \returns The new subjects that may be hits at the end, and the earlier ones that no longer may: the sequences of all others
     *          need not be kept.
     * \throws The exceptions of seqan3_gpulcs::alignment::basic_search::add, of any rank, and seqan3_gpulcs::mpi::communication_error.
     *
     * After an exception, the object can only be destroyed.
     */
    alignment::search_changes add(std::span<packing::packed_sequence_view const> const subjects)
    {
        return shared_.add(subjects);
    }

    /*!\brief The current hits of each query, best first.
     * \throws The exceptions of add().
     */
    std::vector<std::vector<hit_type>> hits()
    {
        std::vector<std::vector<hit_type>> all{};
        for (auto const & of_query : shared_.hits())
        {
            std::vector<hit_type> & hits = all.emplace_back();
            for (alignment::detail::scored_subject const & found : of_query)
                hits.push_back(traits_t::make_hit(found, shared_.query_size(all.size() - 1)));
        }
        return all;
    }

    //!\brief The statistics of all ranks up to the last call of hits(). Times are sums.
    alignment::search_statistics const & statistics() const noexcept
    {
        return shared_.statistics();
    }

private:
    detail::shared_search shared_;
};

//!\brief Searches on all ranks as seqan3_gpulcs::lcs::search does.
class search : public basic_search<lcs::detail::search_traits>
{
public:
    using basic_search<lcs::detail::search_traits>::basic_search;
};

//!\brief Searches on all ranks as seqan3_gpulcs::edit::search does.
class edit_search : public basic_search<edit::detail::search_traits>
{
public:
    using basic_search<edit::detail::search_traits>::basic_search;
};

} // namespace seqan3_gpulcs::mpi
