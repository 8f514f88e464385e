// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "src/lcs/hit_ranking.hpp"
#include "src/lcs/search_addition.hpp"
#include "src/packing/letter_kinds.hpp"

namespace seqan3_gpulcs::lcs
{

namespace
{

std::vector<packing::packed_sequence> make_list(packing::packed_sequence && sequence)
{
    std::vector<packing::packed_sequence> list{};
    list.push_back(std::move(sequence));
    return list;
}

} // namespace

search::search(std::span<packing::packed_sequence_view const> const queries,
               search_options const & options,
               plan::execution const & execution) :
    options_{options},
    execution_{execution}
{
    queries_.reserve(queries.size());
    for (packing::packed_sequence_view const & query : queries)
        queries_.push_back({query, entry::count_letters(query)});
    // An unavailable backend is reported before subjects are read.
    compute({}, output::length, execution_);
}

search::search(packing::packed_sequence_view const query,
               search_options const & options,
               plan::execution const & execution) :
    search{std::span{&query, 1}, options, execution}
{}

search::search(std::shared_ptr<std::vector<packing::packed_sequence> const> queries,
               search_options const & options,
               plan::execution const & execution) :
    search{std::vector<packing::packed_sequence_view>(queries->begin(), queries->end()), options, execution}
{
    kept_ = std::move(queries);
}

search::search(std::vector<packing::packed_sequence> && queries,
               search_options const & options,
               plan::execution const & execution) :
    search{std::make_shared<std::vector<packing::packed_sequence> const>(std::move(queries)), options, execution}
{}

search::search(packing::packed_sequence && query, search_options const & options, plan::execution const & execution) :
    search{make_list(std::move(query)), options, execution}
{}

search::search(std::string_view const query, search_options const & options, plan::execution const & execution) :
    search{packing::pack(query), options, execution}
{}

search_changes search::add(std::span<packing::packed_sequence_view const> const subjects)
{
    if (execution_.stop.stop_requested())
        throw operation_stopped{"The search was stopped before it was done."};
    std::vector<packing::packed_sequence_view> sequences{};
    for (query_hits const & query : queries_)
        sequences.push_back(query.sequence);
    packing::check_same_kind(sequences, subjects);

    addition current{*this, subjects};
    current.compute_first();
    current.compute_others();
    return current.finish();
}

std::vector<hit> search::hits(std::size_t const query) const
{
    if (query >= queries_.size())
        throw invalid_option{"There is no query " + std::to_string(query) + ": the search has "
                             + std::to_string(queries_.size()) + ", numbered from 0 on."};
    std::vector<hit> sorted{queries_[query].hits};
    std::ranges::sort(
        sorted,
        [order = hit_ranking{queries_[query].sequence.size(), options_}](hit const & left, hit const & right)
        {
            return order.is_before(left, right);
        });
    return sorted;
}

} // namespace seqan3_gpulcs::lcs
