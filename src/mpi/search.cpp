// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <iterator>
#include <optional>

#include <seqan3_gpulcs/mpi/search.hpp>

#include "src/api/hit_ranking.hpp"
#include "src/mpi/rank_call.hpp"
#include "src/mpi/search_job.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// Each rank has several tasks, so that all ranks end at about the same time; but fewer subjects are not worth a message.
constexpr std::size_t tasks_per_rank{4};
constexpr std::size_t min_task_subjects{256};

words search_content(std::span<packing::packed_sequence_view const> const queries,
                     alignment::detail::search_rule const & rule)
{
    word_writer content{};
    content.add(static_cast<std::uint64_t>(job_kind::search));
    add_search(content, queries, rule);
    return content.take();
}

void append(std::vector<std::uint64_t> & numbers, word_reader & content)
{
    auto const added = content.next_words();
    numbers.insert(numbers.end(), added.begin(), added.end());
}

} // namespace

namespace detail
{

// The state of a search: with one rank the search itself, with more ranks a call.
struct shared_search::state
{
    communicator & ranks;
    std::vector<packing::packed_sequence_view> queries;
    alignment::detail::search_rule rule;
    plan::execution execution;
    std::optional<alignment::detail::search_state> alone{};
    std::optional<rank_call> call{};
    std::uint64_t subjects{};
    std::uint64_t tasks{};
    double query_letters{};
    alignment::search_statistics statistics{};

    double cells(std::span<packing::packed_sequence_view const> const compared) const noexcept
    {
        double letters = 0;
        for (packing::packed_sequence_view const & subject : compared)
            letters += static_cast<double>(subject.size());
        return letters * query_letters;
    }
};

shared_search::shared_search(communicator & ranks,
                             std::span<packing::packed_sequence_view const> const queries,
                             alignment::detail::search_rule const & rule,
                             plan::execution const & execution) :
    state_{new state{.ranks = ranks, .queries{queries.begin(), queries.end()}, .rule = rule, .execution = execution}}
{
    for (packing::packed_sequence_view const & query : queries)
        state_->query_letters += static_cast<double>(query.size());
    if (ranks.size() == 1)
        state_->alone.emplace(queries, rule, execution);
    else
        state_->call.emplace(ranks.group(), make_job, search_content(queries, rule), state_->execution);
}

shared_search::~shared_search() = default;

alignment::search_changes shared_search::add(std::span<packing::packed_sequence_view const> const subjects)
{
    if (state_->alone)
        return state_->alone->add(subjects);
    packing::check_same_kind(state_->queries, subjects);

    auto const ranks = static_cast<std::size_t>(state_->ranks.size());
    std::size_t const step = std::max(util::ceil_div(subjects.size(), tasks_per_rank * ranks), min_task_subjects);
    auto const task_subjects = [&](std::size_t const number)
    {
        return subjects.subspan(number * step, std::min(step, subjects.size() - number * step));
    };
    std::vector<double> cells{};
    for (std::size_t number = 0; number < util::ceil_div(subjects.size(), step); ++number)
        cells.push_back(state_->cells(task_subjects(number)));
    state_->call->expect(state_->cells(subjects));

    alignment::search_changes all{};
    share_tasks(
        *state_->call,
        state_->ranks.size(),
        cells,
        [&](std::size_t const number)
        {
            return subjects_to_words(state_->subjects + number * step, task_subjects(number));
        },
        [&](task_result && result)
        {
            word_reader reader{result.content};
            append(all.entered, reader);
            append(all.left, reader);
        });
    state_->subjects += subjects.size();

    // A subject may have entered in one task and left in another.
    std::ranges::sort(all.entered);
    std::ranges::sort(all.left);
    alignment::search_changes changes{};
    std::ranges::set_difference(all.entered, all.left, std::back_inserter(changes.entered));
    std::ranges::set_difference(all.left, all.entered, std::back_inserter(changes.left));
    return changes;
}

std::vector<std::vector<scored_subject>> shared_search::hits()
{
    std::vector<std::vector<scored_subject>> all(state_->queries.size());
    if (state_->alone)
    {
        for (std::size_t query = 0; query < all.size(); ++query)
            all[query] = state_->alone->hits(query);
        state_->statistics = state_->alone->statistics();
        return all;
    }

    state_->statistics = {};
    for (int rank = 0; rank < state_->ranks.size(); ++rank)
        state_->call->assign(rank, {static_cast<std::uint64_t>(rank), {}});
    for (int rank = 0; rank < state_->ranks.size(); ++rank)
    {
        task_result const result = state_->call->wait();
        word_reader reader{result.content};
        for (std::vector<scored_subject> & hits : all)
            read_hits(reader, hits);
        read_statistics(reader, state_->statistics);
    }
    for (std::size_t query = 0; query < all.size(); ++query)
    {
        api::hit_ranking const ranking{state_->queries[query].size(), state_->rule};
        std::ranges::sort(all[query],
                          [&](scored_subject const & left, scored_subject const & right)
                          {
                              return ranking.is_before(left, right);
                          });
        if (state_->rule.top != 0 && all[query].size() > state_->rule.top)
            all[query].resize(state_->rule.top);
    }
    return all;
}

alignment::search_statistics const & shared_search::statistics() const noexcept
{
    return state_->statistics;
}

std::uint64_t shared_search::query_size(std::size_t const query) const noexcept
{
    return state_->queries[query].size();
}

} // namespace detail

} // namespace seqan3_gpulcs::mpi
