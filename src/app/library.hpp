// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The calls of the library, by this process or by all ranks of an MPI run.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/app/metric.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Which subjects a search finds, and what they are compared by.
using search_rule = std::variant<lcs::search_options, edit::search_options>;

//!\brief A subject that was found.
struct subject_hit
{
    std::uint64_t subject{};      //!< Its number, from 0 on.
    std::uint64_t subject_size{}; //!< The number of its letters.
    std::uint64_t value{};        //!< The length of a longest common subsequence with the query, or the distance.
};

//!\brief The same hits, for each query.
template <typename hit_t>
std::vector<subject_hit> to_subject_hits(std::vector<hit_t> const & hits)
{
    std::vector<subject_hit> all{};
    for (auto const & [subject, size, value] : hits)
        all.push_back({subject, size, value});
    return all;
}

//!\brief A search; see seqan3_gpulcs::alignment::basic_search.
class subject_search
{
public:
    subject_search() = default;
    subject_search(subject_search const &) = delete;
    subject_search & operator=(subject_search const &) = delete;
    virtual ~subject_search() = default;

    //!\brief Compares more subjects; returns which of them must be kept, and which earlier ones no longer.
    virtual alignment::search_changes add(std::span<packing::packed_sequence_view const> subjects) = 0;

    //!\brief The hits of each query, best first.
    virtual std::vector<std::vector<subject_hit>> hits() = 0;

    //!\brief What has been done until the last call of hits().
    virtual alignment::search_statistics const & statistics() const = 0;
};

//!\brief What is computed for pairs.
struct comparison
{
    app::metric metric{};  //!< The metric by which they are compared.
    bool with_alignment{}; //!< Whether the alignments are wanted, too.

    //!\brief The same for longest common subsequences.
    lcs::output lcs_output() const noexcept
    {
        return with_alignment ? lcs::output::subsequence : lcs::output::length;
    }

    //!\brief The same for edit distances.
    edit::options edit_options() const noexcept
    {
        return {.wanted = with_alignment ? edit::output::alignment : edit::output::distance};
    }
};

//!\brief The calls of the library that the commands make; see there.
class library
{
public:
    library() = default;
    library(library const &) = delete;
    library & operator=(library const &) = delete;
    virtual ~library() = default;

    //!\brief The number of processes that compute.
    virtual unsigned ranks() const noexcept = 0;

    //!\brief See seqan3_gpulcs::lcs::compute and seqan3_gpulcs::edit::compute.
    virtual std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> pairs,
                                                   comparison const & wanted,
                                                   plan::execution const & execution) = 0;

    //!\brief The same of one pair, with a saved_run.
    virtual alignment::saved_run_result compute(alignment::sequence_pair const & pair,
                                                comparison const & wanted,
                                                alignment::saved_run const & saved,
                                                plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::lcs::all_pairs and seqan3_gpulcs::edit::all_pairs of one set.
    virtual std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> sequences,
                                                 app::metric metric,
                                                 plan::execution const & execution) = 0;

    //!\brief The same of two sets.
    virtual std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> first,
                                                 std::span<packing::packed_sequence_view const> second,
                                                 app::metric metric,
                                                 plan::execution const & execution) = 0;

    //!\brief Starts a search. The queries must outlive it, as must this object.
    virtual std::unique_ptr<subject_search> start_search(std::span<packing::packed_sequence_view const> queries,
                                                         search_rule const & rule,
                                                         plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::primer::compute.
    virtual std::vector<std::vector<std::uint64_t>>
    compute_primers(std::span<primer::target const> targets,
                    std::span<packing::packed_sequence_view const> backgrounds,
                    primer::options const & options,
                    plan::execution const & execution,
                    primer::statistics & statistics) = 0;

    //!\brief See seqan3_gpulcs::primer::find_sites.
    virtual std::vector<primer::site> find_sites(std::span<packing::packed_sequence_view const> primers,
                                                 std::span<packing::packed_sequence_view const> sequences,
                                                 primer::site_options const & options,
                                                 plan::execution const & execution,
                                                 primer::statistics & statistics) = 0;
};

//!\brief The library, used by this process alone.
std::unique_ptr<library> make_own_library();

} // namespace seqan3_gpulcs::app
