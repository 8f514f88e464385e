// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The calls of the library, by this process or by all ranks of an MPI run.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/saved_run.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::app
{

//!\brief A search; see seqan3_gpulcs::lcs::search.
class subject_search
{
public:
    subject_search() = default;
    subject_search(subject_search const &) = delete;
    subject_search & operator=(subject_search const &) = delete;
    virtual ~subject_search() = default;

    //!\brief Compares more subjects; returns which of them must be kept, and which earlier ones no longer.
    virtual lcs::search_changes add(std::span<packing::packed_sequence_view const> subjects) = 0;

    //!\brief The hits of each query, best first.
    virtual std::vector<std::vector<lcs::hit>> hits() = 0;

    //!\brief What has been done until the last call of hits().
    virtual lcs::search_statistics const & statistics() const = 0;
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

    //!\brief See seqan3_gpulcs::lcs::compute.
    virtual std::vector<alignment::result>
    compute(std::span<alignment::sequence_pair const> pairs, lcs::output wanted, plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::lcs::compute with a saved_run.
    virtual lcs::saved_run_result compute(alignment::sequence_pair const & pair,
                                          lcs::output wanted,
                                          lcs::saved_run const & saved,
                                          plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::lcs::all_pairs of one set.
    virtual std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> sequences,
                                                 plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::lcs::all_pairs of two sets.
    virtual std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> first,
                                                 std::span<packing::packed_sequence_view const> second,
                                                 plan::execution const & execution) = 0;

    //!\brief Starts a search. The queries must outlive it, as must this object.
    virtual std::unique_ptr<subject_search> start_search(std::span<packing::packed_sequence_view const> queries,
                                                         lcs::search_options const & options,
                                                         plan::execution const & execution) = 0;

    //!\brief See seqan3_gpulcs::primer::compute.
    virtual std::vector<std::vector<std::uint64_t>>
    compute_primers(std::span<primer::target const> targets,
                    std::span<packing::packed_sequence_view const> backgrounds,
                    primer::options const & options,
                    plan::execution const & execution,
                    primer::statistics & statistics) = 0;
};

//!\brief The library, used by this process alone.
std::unique_ptr<library> make_own_library();

} // namespace seqan3_gpulcs::app
