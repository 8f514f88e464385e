// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <string>
#include <utility>

#include <seqan3_gpulcs/alignment/search.hpp>
#include <seqan3_gpulcs/exception.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/api/composition_bound.hpp"
#include "src/api/hit_ranking.hpp"
#include "src/api/resident_set.hpp"
#include "src/api/search_addition.hpp"
#include "src/backend/rank_calls.hpp"

namespace seqan3_gpulcs::alignment::detail
{

search_state::search_state(std::span<packing::packed_sequence_view const> const queries,
                           search_rule const & rule,
                           plan::execution const & execution) :
    rule_{rule},
    execution_{execution}
{
    queries_.reserve(queries.size());
    for (packing::packed_sequence_view const & query : queries)
        queries_.push_back({query, api::count_letters(query)});
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
    {
        ranks_ = ranks->start_search(queries, rule, backend::without_ranks(execution));
        return;
    }
    // An unavailable backend is reported before subjects are read.
    api::compare(std::span<sequence_pair const>{}, {.metric = rule.metric}, execution_);
}

search_state::search_state(std::shared_ptr<std::vector<packing::packed_sequence> const> queries,
                           search_rule const & rule,
                           plan::execution const & execution) :
    search_state{std::vector<packing::packed_sequence_view>(queries->begin(), queries->end()), rule, execution}
{
    kept_ = std::move(queries);
}

search_changes search_state::add(std::span<packing::packed_sequence_view const> const subjects)
{
    if (ranks_)
        return ranks_->add(subjects);
    check_stop();
    api::search_addition current{*this, subjects};
    current.compute_first();
    current.compute_others();
    return current.finish();
}

search_changes search_state::add(resident_set const & subjects)
{
    resident_set::state const & known = subjects.known();
    if (ranks_)
    {
        static_cast<void>(known.kept_for(execution_));
        return ranks_->add(known.views);
    }
    check_stop();
    if (api::search_addition current{*this, known}; current.compute_kept(known))
        return current.finish();
    return add(known.views);
}

void search_state::check_stop() const
{
    if (execution_.stop.stop_requested())
        throw operation_stopped{"The search was stopped before it was done."};
}

std::vector<scored_subject> search_state::hits(std::size_t const query) const
{
    if (query >= queries_.size())
        throw invalid_option{"There is no query " + std::to_string(query) + ": the search has "
                             + std::to_string(queries_.size()) + ", numbered from 0 on."};
    if (ranks_)
        return ranks_->hits()[query];
    std::vector<scored_subject> sorted{queries_[query].hits};
    std::ranges::sort(
        sorted,
        [order = api::hit_ranking{query_size(query), rule_}](scored_subject const & left, scored_subject const & right)
        {
            return order.is_before(left, right);
        });
    return sorted;
}

search_statistics const & search_state::statistics() const noexcept
{
    return ranks_ ? ranks_->statistics() : statistics_;
}

} // namespace seqan3_gpulcs::alignment::detail
