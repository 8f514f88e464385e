// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What all ranks of an MPI run compute for the one that calls.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/alignment/search.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/sequence_sets.hpp"

namespace seqan3_gpulcs::backend
{

//!\brief A search by all ranks. Its results are those of seqan3_gpulcs::alignment::detail::search_state.
class rank_search
{
public:
    rank_search() = default;
    rank_search(rank_search const &) = delete;
    rank_search & operator=(rank_search const &) = delete;
    virtual ~rank_search() = default;

    //!\brief Compares more subjects with all queries. Entered subjects may be hits at the end.
    virtual alignment::search_changes add(std::span<packing::packed_sequence_view const> subjects) = 0;

    //!\brief The hits of each query, best first.
    virtual std::vector<std::vector<alignment::detail::scored_subject>> const & hits() = 0;

    //!\brief The statistics of all ranks up to the last call of hits(). Times are sums.
    virtual alignment::search_statistics const & statistics() const noexcept = 0;
};

/*!\brief The calls of users that ranks share. Executions are those of each rank, without ranks.
 *
 * Results and exceptions are those of one process; also exceptions of any rank, and seqan3_gpulcs::mpi::communication_error.
 *
 * Thread safety: as for seqan3_gpulcs::mpi::communicator.
 */
class rank_calls
{
public:
    rank_calls() = default;
    rank_calls(rank_calls const &) = delete;
    rank_calls & operator=(rank_calls const &) = delete;
    virtual ~rank_calls() = default;

    //!\brief See seqan3_gpulcs::api::compare.
    virtual std::vector<alignment::result> compare(std::span<alignment::sequence_pair const> pairs,
                                                   plan::comparison const & wanted,
                                                   plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::api::find_values.
    virtual std::vector<std::uint64_t> find_values(std::span<alignment::sequence_pair const> pairs,
                                                   plan::comparison const & wanted,
                                                   plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::api::compare_sets.
    virtual std::vector<std::uint64_t>
    compare_sets(plan::sequence_sets const & sets, plan::metric metric, plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::resume::compare.
    virtual alignment::saved_run_result compare_saved(alignment::sequence_pair const & pair,
                                                      plan::comparison const & wanted,
                                                      alignment::saved_run const & saved,
                                                      plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::lcs::prefix_increments.
    virtual std::vector<std::uint64_t> prefix_increments(alignment::sequence_pair const & pair,
                                                         plan::execution const & execution) = 0;

    //!\brief Starts a search, which the queries must outlive.
    virtual std::unique_ptr<rank_search> start_search(std::span<packing::packed_sequence_view const> queries,
                                                      alignment::detail::search_rule const & rule,
                                                      plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::primer::compute.
    virtual std::vector<std::vector<std::uint64_t>>
    compute_primers(std::span<primer::target const> targets,
                    std::span<packing::packed_sequence_view const> backgrounds,
                    primer::options const & options,
                    plan::execution const & execution,
                    primer::statistics * statistics) = 0;

    //!\brief See seqan3_gpulcs::primer::find_sites.
    virtual std::vector<primer::site> find_sites(std::span<packing::packed_sequence_view const> primers,
                                                 std::span<packing::packed_sequence_view const> sequences,
                                                 primer::site_options const & options,
                                                 plan::execution const & execution,
                                                 primer::statistics * statistics) = 0;
};

//!\brief What is left to ranks; null if this process computes.
inline rank_calls * shared_calls(plan::execution const & execution) noexcept
{
    return execution.ranks != nullptr && execution.ranks->size() > 1 ? &execution.ranks->calls() : nullptr;
}

//!\brief The execution of one rank.
inline plan::execution without_ranks(plan::execution const & execution)
{
    plan::execution own{execution};
    own.ranks = nullptr;
    return own;
}

} // namespace seqan3_gpulcs::backend
