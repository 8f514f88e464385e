// SPDX-License-Identifier: BSD-3-Clause

#include "src/api/search_addition.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "src/dispatch/find_backend.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::api
{

namespace
{

// The subjects that are computed together, with one query after the other while they are in the cache.
constexpr std::size_t subjects_per_block{8192};

// The most promising subjects of each query are computed first: they should soon yield hits that the others have to beat.
constexpr std::size_t first_subjects{256};

// The best of some hits, in any order.
std::span<scored_subject const>
keep_best(hit_ranking const & ranking, std::vector<scored_subject> & hits, std::size_t const count)
{
    if (count < hits.size())
    {
        std::ranges::nth_element(hits,
                                 hits.begin() + static_cast<std::ptrdiff_t>(count),
                                 [&](scored_subject const & left, scored_subject const & right)
                                 {
                                     return ranking.is_before(left, right);
                                 });
        hits.resize(count);
    }
    return hits;
}

bool has_threshold(alignment::detail::search_rule const & rule) noexcept
{
    return rule.min_length != 0 || rule.max_distance != alignment::detail::search_rule{}.max_distance
        || !(rule.min_identity <= 0);
}

} // namespace

search_addition::search_addition(alignment::detail::search_state & owner,
                                 std::span<packing::packed_sequence_view const> const subjects) :
    search_{owner},
    subjects_{subjects},
    execution_{owner.execution_},
    is_limited_{owner.rule_.top != 0},
    is_selective_{is_limited_ || has_threshold(owner.rule_)}
{
    find_candidates();
    for (part const & one : parts_)
    {
        cells_total_ += one.all_cells;
        cells_left_ += one.first_cells + one.other_cells;
    }
    report_all_parts();
}

// Subjects that devices keep: all of them are candidates, because counting letters takes longer than comparing on a device.
search_addition::search_addition(alignment::detail::search_state & owner,
                                 alignment::resident_set::state const & subjects) :
    search_{owner},
    subjects_{subjects.views},
    execution_{owner.execution_},
    is_limited_{owner.rule_.top != 0},
    is_selective_{false}
{
    for (alignment::detail::query_hits const & query : search_.queries_)
    {
        packing::check_same_kind({&query.sequence, 1}, subjects.kinds);
        cells_total_ += static_cast<double>(query.sequence.size()) * subjects.totals.letters;
    }
    cells_left_ = cells_total_;
    report_all_parts();
}

// The parts of a call report their own cells.
void search_addition::report_all_parts()
{
    if (execution_.on_progress)
        execution_.on_progress = [this](plan::progress const & progress)
        {
            search_.execution_.on_progress({cells_total_ - cells_left_ + progress.cells_done, cells_total_});
        };
}

void search_addition::compute_first()
{
    std::vector<task> tasks{};
    for (std::size_t query = 0; query < query_count(); ++query)
    {
        task one{.part = query, .block = query};
        bool is_empty = true;
        for (std::size_t number = query; number < parts_.size(); number += query_count())
        {
            one.cells += parts_[number].first_cells;
            one.max_size = std::max(one.max_size, parts_[number].max_size);
            is_empty = is_empty && parts_[number].first.empty();
        }
        if (!is_empty)
            tasks.push_back(one);
    }
    compute(tasks,
            [this](std::size_t const query, plan::pair_batch & batch)
            {
                std::optional<scored_subject> const to_beat = hit_to_beat(query);
                for (std::size_t number = query; number < parts_.size(); number += query_count())
                    for (std::size_t const subject : parts_[number].first)
                        add_to_batch(query, subject, to_beat, batch);
            });
}

void search_addition::compute_others()
{
    std::vector<task> tasks{};
    for (std::size_t number = 0; number < parts_.size(); ++number)
        if (parts_[number].others != 0)
            tasks.push_back({number, number / query_count(), parts_[number].max_size, parts_[number].other_cells});
    compute(tasks,
            [this](std::size_t const number, plan::pair_batch & batch)
            {
                std::optional<scored_subject> const to_beat = hit_to_beat(query_of(number));
                auto first = parts_[number].first.begin();
                for (std::size_t subject = begin_of(number); subject < end_of(number); ++subject)
                    if (first != parts_[number].first.end() && *first == subject)
                        ++first;
                    else
                        add_to_batch(query_of(number), subject, to_beat, batch);
            });
}

// As many queries at a time as there is room for values.
bool search_addition::compute_kept(alignment::resident_set::state const & subjects)
{
    backend::kept_sequences const * const kept = subjects.kept_for(execution_);
    if (kept == nullptr)
        return false;
    constexpr std::size_t max_values{std::size_t{1} << 22};
    std::size_t const at_once =
        std::clamp<std::size_t>(max_values / std::max<std::size_t>(subjects_.size(), 1), 1, max_values);
    std::vector<packing::packed_sequence_view> queries{};
    for (alignment::detail::query_hits const & query : search_.queries_)
        queries.push_back(query.sequence);
    // Values have 32 bits here.
    if (plan::sequence_sets{queries, subjects_, subjects.totals}.max_size()
        >= std::numeric_limits<std::uint32_t>::max())
        return false;
    std::size_t const max_count = std::min(at_once, queries.size()) * subjects_.size();
    auto const values = std::make_unique_for_overwrite<std::uint32_t[]>(max_count);
    for (std::size_t begin = 0; begin < queries.size(); begin += at_once)
    {
        std::span const some = std::span{queries}.subspan(begin, std::min(at_once, queries.size() - begin));
        plan::sequence_sets const sets{some, subjects_, subjects.totals};
        std::span const found{values.get(), sets.pair_count()};
        backend::set_request const request{sets, search_.rule_.metric, found, kept, begin == 0};
        plan::source_statistics const done = dispatch::find_backend(execution_).compute(request, execution_).statistics;
        if (done.backends.empty())
            return false;
        add_statistics(done);
        cells_left_ -= sets.cells();
        computed_ += found.size();
        insert_kept(begin, found);
    }
    return true;
}

// The values of some queries and all subjects. All that may be hits are inserted.
void search_addition::insert_kept(std::size_t const first_query, std::span<std::uint32_t const> const values)
{
    // Starting a thread takes as long as looking at about so many.
    constexpr std::size_t values_per_thread{std::size_t{1} << 18};
    // The subjects after which the worst hit is looked up again.
    constexpr std::size_t subjects_at_once{4096};
    std::size_t const parts = util::ceil_div(subjects_.size(), subjects_at_once);
    auto const insert_some = [&](std::size_t const number, std::vector<scored_subject> & found)
    {
        std::size_t const query = number / parts;
        std::size_t const begin = number % parts * subjects_at_once;
        std::size_t const count = std::min(subjects_at_once, subjects_.size() - begin);
        find_possible_hits(first_query + query, begin, values.subspan(query * subjects_.size() + begin, count), found);
        insert(first_query + query, found);
    };
    plan::execution const silent = runtime::without_progress(execution_);
    runtime::task_control control{silent, 0};
    std::size_t const useful_threads = 1 + values.size() / values_per_thread;
    runtime::parallel_for(control,
                          static_cast<unsigned>(std::min<std::size_t>(plan::available_threads(silent), useful_threads)),
                          subjects_.empty() ? 0 : values.size() / subjects_.size() * parts,
                          [&]()
                          {
                              return [&, found = std::vector<scored_subject>{}](std::size_t const number) mutable
                              {
                                  insert_some(number, found);
                              };
                          });
}

// Finds the possible hits among neighbouring subjects with these values.
void search_addition::find_possible_hits(std::size_t const query,
                                         std::size_t const begin,
                                         std::span<std::uint32_t const> const values,
                                         std::vector<scored_subject> & found)
{
    hit_ranking const order = ranking(query);
    std::optional<scored_subject> const to_beat = hit_to_beat(query);
    std::uint64_t const to_reach = order.value_to_reach(to_beat);
    found.clear();
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        // Few subjects reach it; looking at the sizes of the others takes longer.
        if (!plan::reaches(values[i], to_reach, search_.rule_.metric))
            continue;
        std::uint64_t const size = subjects_[begin + i].size();
        scored_subject const reached{first_number() + begin + i, size, order.to_score(size, values[i])};
        if (reached.score >= order.min_score(reached, to_beat))
            found.push_back(reached);
    }
    // Threads insert one after the other: no more than there can be hits.
    if (is_limited_)
        keep_best(order, found, search_.rule_.top);
}

void search_addition::add_statistics(plan::source_statistics const & done)
{
    search_.statistics_.transfer_seconds += done.transfer_seconds;
    search_.statistics_.kernel_seconds += done.kernel_seconds;
    search_.statistics_.backends.insert(done.backends.begin(), done.backends.end());
}

alignment::search_changes search_addition::finish()
{
    alignment::search_changes changes{.entered = find_entered(), .left = find_left()};
    search_.subjects_ += subjects_.size();
    search_.statistics_.computed += computed_;
    search_.statistics_.skipped += std::uint64_t{query_count()} * subjects_.size() - computed_;
    runtime::task_control{search_.execution_, cells_total_}.report_done();
    return changes;
}

std::size_t search_addition::query_count() const noexcept
{
    return search_.queries_.size();
}

// The query of a part.
std::size_t search_addition::query_of(std::size_t const number) const noexcept
{
    return number % query_count();
}

// The first subject of a part.
std::size_t search_addition::begin_of(std::size_t const number) const noexcept
{
    return number / query_count() * subjects_per_block;
}

// One past its last subject.
std::size_t search_addition::end_of(std::size_t const number) const noexcept
{
    return std::min(begin_of(number) + subjects_per_block, subjects_.size());
}

// The number of the first subject of this call.
std::uint64_t search_addition::first_number() const noexcept
{
    return search_.subjects_;
}

hit_ranking search_addition::ranking(std::size_t const query) const noexcept
{
    return {search_.queries_[query].sequence.size(), search_.rule_};
}

double search_addition::cell_count(std::size_t const query, std::size_t const subject) const noexcept
{
    return static_cast<double>(search_.queries_[query].sequence.size())
         * static_cast<double>(subjects_[subject].size());
}

// The worst hit of a query, if a new one would take its place.
std::optional<scored_subject> search_addition::hit_to_beat(std::size_t const query)
{
    std::scoped_lock const lock{hits_mutex_};
    return ranking(query).to_beat(search_.queries_[query].hits);
}

// With the letters that it has in common with the query as the bound. That is safe: with a larger score, a subject is never
// less wanted.
std::optional<search_addition::candidate>
search_addition::find_candidate(std::size_t const query,
                                std::size_t const subject,
                                std::optional<scored_subject> const & to_beat) const
{
    alignment::detail::query_hits const & of_query = search_.queries_[query];
    std::uint64_t const size = subjects_[subject].size();
    candidate found{{first_number() + subject, size, std::min(of_query.sequence.size(), size)}, 0};
    found.min_score = ranking(query).min_score(found.best, to_beat);
    if (is_selective_ && found.best.score >= found.min_score)
        found.best.score = composition_->count_common(of_query.letters, subject);
    return found.best.score < found.min_score ? std::nullopt : std::optional{found};
}

void search_addition::find_candidates()
{
    plan::execution const silent = runtime::without_progress(execution_);
    runtime::task_control control{silent, 0};
    unsigned const threads = plan::available_threads(silent);
    if (is_selective_)
        composition_.emplace(subjects_, threads, control);

    std::size_t const blocks = util::ceil_div(subjects_.size(), subjects_per_block);
    std::size_t const first_count = is_limited_ && blocks != 0 ? std::max(first_subjects / blocks, std::size_t{1}) : 0;
    parts_.resize(blocks * query_count());
    runtime::parallel_for(control,
                          threads,
                          parts_.size(),
                          [&]()
                          {
                              return [this, first_count, candidates = std::vector<scored_subject>{}](
                                         std::size_t const number) mutable
                              {
                                  find_candidates(number, first_count, candidates);
                              };
                          });
}

// Those of a part; the memory for candidates is reused.
void search_addition::find_candidates(std::size_t const number,
                                      std::size_t const first_count,
                                      std::vector<scored_subject> & candidates)
{
    part & found = parts_[number];
    std::size_t const query = query_of(number);
    std::optional<scored_subject> const to_beat = hit_to_beat(query);
    candidates.clear();
    found.max_size = search_.queries_[query].sequence.size();
    for (std::size_t subject = begin_of(number); subject < end_of(number); ++subject)
    {
        packing::check_same_kind(search_.queries_[query].sequence, subjects_[subject]);
        found.all_cells += cell_count(query, subject);
        std::optional<candidate> const one = find_candidate(query, subject, to_beat);
        if (!one)
            continue;
        ++found.others;
        found.other_cells += cell_count(query, subject);
        found.max_size = std::max(found.max_size, one->best.subject_size);
        if (first_count != 0)
            candidates.push_back(one->best);
    }
    for (scored_subject const & one : keep_best(ranking(query), candidates, first_count))
    {
        auto const subject = static_cast<std::size_t>(one.subject - first_number());
        found.first.push_back(subject);
        found.first_cells += cell_count(query, subject);
    }
    std::ranges::sort(found.first);
    found.others -= found.first.size();
    found.other_cells = found.others == 0 ? 0 : found.other_cells - found.first_cells;
}

template <typename fill_t>
void search_addition::compute(std::vector<task> const & tasks, fill_t const & fill)
{
    plan::pair_source source{.metric = search_.rule_.metric};
    for (task const & one : tasks)
    {
        source.max_sizes.push_back(one.max_size);
        source.blocks.push_back(one.block);
        source.cells += one.cells;
    }
    // A batch may be produced more than once.
    std::vector<std::size_t> batch_sizes(tasks.size());
    source.produce = [&](std::size_t const number, plan::pair_batch & batch)
    {
        std::size_t const pairs_before = batch.pairs.size();
        fill(tasks[number].part, batch);
        batch.cells += tasks[number].cells;
        batch_sizes[number] = batch.pairs.size() - pairs_before;
    };
    source.consume = [&](std::size_t const number, std::span<plan::pair_value const> const found)
    {
        std::size_t const query = query_of(tasks[number].part);
        std::vector<scored_subject> reached{};
        for (plan::pair_value const & one : found)
        {
            std::uint64_t const size = subjects_[one.id].size();
            reached.push_back({first_number() + one.id, size, ranking(query).to_score(size, one.value)});
        }
        insert(query, reached);
    };

    add_statistics(dispatch::find_backend(execution_).compute(backend::source_request{source}, execution_).statistics);
    computed_ = std::accumulate(batch_sizes.begin(), batch_sizes.end(), computed_);
    cells_left_ -= source.cells;
}

// Adds a subject to the batch of a query if it may become a hit.
void search_addition::add_to_batch(std::size_t const query,
                                   std::size_t const subject,
                                   std::optional<scored_subject> const & to_beat,
                                   plan::pair_batch & batch) const
{
    std::optional<candidate> const found = find_candidate(query, subject, to_beat);
    if (!found)
        return;
    packing::packed_sequence_view const & sequence = search_.queries_[query].sequence;
    // Each metric has a look at its own threshold.
    batch.pairs.push_back({.first = sequence,
                           .second = subjects_[subject],
                           .min_length = found->min_score,
                           .max_distance = std::max(sequence.size(), found->best.subject_size) - found->min_score});
    batch.ids.push_back(subject);
}

void search_addition::insert(std::size_t const query, std::span<scored_subject const> const found)
{
    std::scoped_lock const lock{hits_mutex_};
    hit_ranking const order = ranking(query);
    std::vector<scored_subject> & hits = search_.queries_[query].hits;
    for (scored_subject const & reached : found)
    {
        if (reached.score < order.min_score(reached, order.to_beat(hits)))
            continue;

        entered_.push_back(reached.subject);
        if (std::optional<scored_subject> const dropped = order.insert(hits, reached))
            (dropped->subject < first_number() ? left_ : dropped_).push_back(dropped->subject);
    }
}

// The subjects of this call that are hits of a query now.
std::vector<std::uint64_t> search_addition::find_entered()
{
    std::ranges::sort(entered_);
    std::ranges::sort(dropped_);
    std::vector<std::uint64_t> kept{};
    std::ranges::set_difference(entered_, dropped_, std::back_inserter(kept));
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return kept;
}

// The subjects of earlier calls that were dropped, and that are hits of no other query.
std::vector<std::uint64_t> search_addition::find_left()
{
    std::ranges::sort(left_);
    left_.erase(std::unique(left_.begin(), left_.end()), left_.end());
    std::vector<std::uint64_t> still_hits{};
    if (!left_.empty())
        for (alignment::detail::query_hits const & query : search_.queries_)
            for (scored_subject const & kept : query.hits)
                if (std::ranges::binary_search(left_, kept.subject))
                    still_hits.push_back(kept.subject);
    std::ranges::sort(still_hits);
    std::vector<std::uint64_t> lost{};
    std::ranges::set_difference(left_, still_hits, std::back_inserter(lost));
    return lost;
}

} // namespace seqan3_gpulcs::api
