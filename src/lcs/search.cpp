// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <iterator>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/backend/backend.hpp"
#include "src/lcs/composition_bound.hpp"
#include "src/lcs/hit_ranking.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::lcs
{

namespace
{

// The subjects that are computed together, with one query after the other while they are in the cache.
constexpr std::size_t subjects_per_block{8192};

// The most promising subjects of each query are computed first: they should soon yield hits that the others have to beat.
constexpr std::size_t first_subjects{256};

std::vector<packing::packed_sequence> make_list(packing::packed_sequence && sequence)
{
    std::vector<packing::packed_sequence> list{};
    list.push_back(std::move(sequence));
    return list;
}

// There is no progress to report before anything is computed.
plan::execution without_progress(plan::execution const & execution)
{
    plan::execution silent{execution};
    silent.on_progress = {};
    return silent;
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
        queries_.push_back({query, count_letters(query)});
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

/* One call of add(): the candidates among its subjects, computed in one or two rounds, and how they change the hits.
 *
 * A part is a query with a block of subjects. Parts are computed block by block, and numbered in this order. A batch is one part
 * or, of the most promising candidates, all parts of a query.
 */
class search::addition
{
public:
    addition(search & owner, std::span<packing::packed_sequence_view const> const subjects) :
        search_{owner},
        subjects_{subjects},
        execution_{owner.execution_},
        is_limited_{owner.options_.top != 0},
        is_selective_{is_limited_ || owner.options_.min_length != 0 || !(owner.options_.min_identity <= 0)},
        hit_queries_(subjects.size())
    {
        find_candidates();
        double letters = 0;
        for (packing::packed_sequence_view const & subject : subjects)
            letters += static_cast<double>(subject.size());
        for (query_hits const & query : owner.queries_)
            cells_total_ += static_cast<double>(query.sequence.size()) * letters;
        for (part const & one : parts_)
            cells_left_ += one.first_cells + one.other_cells;
        if (execution_.on_progress)
            execution_.on_progress = [this](plan::progress const & progress)
            {
                search_.execution_.on_progress({cells_total_ - cells_left_ + progress.cells_done, cells_total_});
            };
    }

    addition(addition const &) = delete;
    addition & operator=(addition const &) = delete;

    // The most promising candidates of all blocks together.
    void compute_first()
    {
        std::vector<task> tasks{};
        for (std::size_t query = 0; query < query_count(); ++query)
        {
            task one{.part = query};
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
                    std::optional<hit> const to_beat = current_hit_to_beat(query);
                    for (std::size_t number = query; number < parts_.size(); number += query_count())
                        for (std::uint32_t const subject : parts_[number].first)
                            add_to_batch(query, subject, to_beat, batch);
                });
    }

    // The other candidates, part by part.
    void compute_others()
    {
        std::vector<task> tasks{};
        for (std::size_t number = 0; number < parts_.size(); ++number)
            if (parts_[number].others != 0)
                tasks.push_back({number, parts_[number].max_size, parts_[number].other_cells});
        compute(tasks,
                [this](std::size_t const number, plan::pair_batch & batch)
                {
                    std::optional<hit> const to_beat = current_hit_to_beat(query_of(number));
                    auto first = parts_[number].first.begin();
                    for (std::size_t subject = begin_of(number); subject < end_of(number); ++subject)
                        if (first != parts_[number].first.end() && *first == subject)
                            ++first;
                        else
                            add_to_batch(query_of(number), subject, to_beat, batch);
                });
    }

    // Adopts the subjects. Those that were added and dropped again during this call are not reported.
    search_changes finish()
    {
        search_changes changes{.left = find_left()};
        for (std::size_t i = 0; i < subjects_.size(); ++i)
            if (hit_queries_[i] != 0)
                changes.entered.push_back(first_number() + i);

        search_.subjects_ += subjects_.size();
        search_.statistics_.computed += computed_;
        search_.statistics_.skipped += std::uint64_t{query_count()} * subjects_.size() - computed_;
        return changes;
    }

private:
    struct part
    {
        std::vector<std::uint32_t> first{}; // The most promising candidates, if there is a limit to the number of hits.
        std::size_t others{};               // The number of other candidates; which ones is found out again.
        std::uint64_t max_size{};           // Of the query and all candidates.
        double first_cells{};
        double other_cells{};
    };

    // What becomes a batch.
    struct task
    {
        std::size_t part{};
        std::uint64_t max_size{};
        double cells{};
    };

    std::size_t query_count() const noexcept
    {
        return search_.queries_.size();
    }

    std::size_t query_of(std::size_t const number) const noexcept
    {
        return number % query_count();
    }

    // The subjects of a part.
    std::size_t begin_of(std::size_t const number) const noexcept
    {
        return number / query_count() * subjects_per_block;
    }

    std::size_t end_of(std::size_t const number) const noexcept
    {
        return std::min(begin_of(number) + subjects_per_block, subjects_.size());
    }

    // The number of the first subject.
    std::uint64_t first_number() const noexcept
    {
        return search_.subjects_;
    }

    hit_ranking ranking(std::size_t const query) const noexcept
    {
        return {search_.queries_[query].sequence.size(), search_.options_};
    }

    double cell_count(std::size_t const query, std::size_t const subject) const noexcept
    {
        return static_cast<double>(search_.queries_[query].sequence.size())
             * static_cast<double>(subjects_[subject].size());
    }

    // The worst hit of a query, if a new one would take its place. Not while backends work, unless locked.
    std::optional<hit> hit_to_beat(std::size_t const query) const
    {
        std::vector<hit> const & hits = search_.queries_[query].hits;
        return !is_limited_ || hits.size() < search_.options_.top ? std::nullopt : std::optional{hits.front()};
    }

    // The same while backends work.
    std::optional<hit> current_hit_to_beat(std::size_t const query)
    {
        std::scoped_lock const lock{hits_mutex_};
        return hit_to_beat(query);
    }

    // A subject that may become a hit.
    struct candidate
    {
        hit best;                 // With an upper bound of its length.
        std::uint64_t min_length; // From which on it is a hit.
    };

    // With the letters that it has in common with the query as the bound. That is safe: with a larger length, a subject is never
    // less wanted.
    std::optional<candidate>
    find_candidate(std::size_t const query, std::size_t const subject, std::optional<hit> const & to_beat) const
    {
        query_hits const & of_query = search_.queries_[query];
        std::uint64_t const size = subjects_[subject].size();
        candidate found{{first_number() + subject, size, std::min(of_query.sequence.size(), size)}, 0};
        found.min_length = ranking(query).min_length(found.best, to_beat);
        if (is_selective_ && found.best.length >= found.min_length)
            found.best.length = composition_->count_common(of_query.letters, subject);
        return found.best.length < found.min_length ? std::nullopt : std::optional{found};
    }

    void find_candidates()
    {
        plan::execution const silent = without_progress(execution_);
        runtime::task_control control{silent, 0};
        unsigned const threads = plan::available_threads(silent);
        if (is_selective_)
            composition_.emplace(subjects_, threads, control);

        std::size_t const blocks = util::ceil_div(subjects_.size(), subjects_per_block);
        std::size_t const first_per_part =
            is_limited_ && blocks != 0 ? std::max(first_subjects / blocks, std::size_t{1}) : 0;
        parts_.resize(blocks * query_count());
        runtime::parallel_for(control,
                              threads,
                              parts_.size(),
                              [&]()
                              {
                                  return [this, first_per_part, candidates = std::vector<hit>{}](
                                             std::size_t const number) mutable
                                  {
                                      find_candidates(number, first_per_part, candidates);
                                  };
                              });
    }

    // Those of a part.
    void find_candidates(std::size_t const number, std::size_t const first_count, std::vector<hit> & candidates)
    {
        part & found = parts_[number];
        std::size_t const query = query_of(number);
        std::optional<hit> const to_beat = hit_to_beat(query);
        candidates.clear();
        found.max_size = search_.queries_[query].sequence.size();
        for (std::size_t subject = begin_of(number); subject < end_of(number); ++subject)
        {
            std::optional<candidate> const one = find_candidate(query, subject, to_beat);
            if (!one)
                continue;
            ++found.others;
            found.other_cells += cell_count(query, subject);
            found.max_size = std::max(found.max_size, one->best.subject_size);
            if (first_count != 0)
                candidates.push_back(one->best);
        }
        for (hit const & one : keep_best(ranking(query), candidates, first_count))
        {
            auto const subject = static_cast<std::size_t>(one.subject - first_number());
            found.first.push_back(static_cast<std::uint32_t>(subject));
            found.first_cells += cell_count(query, subject);
        }
        std::ranges::sort(found.first);
        found.others -= found.first.size();
        found.other_cells = found.others == 0 ? 0 : found.other_cells - found.first_cells;
    }

    // The best of them, in any order.
    static std::span<hit const>
    keep_best(hit_ranking const & ranking, std::vector<hit> & candidates, std::size_t const count)
    {
        if (count < candidates.size())
        {
            std::ranges::nth_element(candidates,
                                     candidates.begin() + static_cast<std::ptrdiff_t>(count),
                                     [&](hit const & left, hit const & right)
                                     {
                                         return ranking.is_before(left, right);
                                     });
            candidates.resize(count);
        }
        return candidates;
    }

    template <typename fill_t>
    void compute(std::vector<task> const & tasks, fill_t const & fill)
    {
        plan::pair_source source{};
        for (task const & one : tasks)
        {
            source.max_sizes.push_back(one.max_size);
            source.cells += one.cells;
        }
        // A batch may be produced more than once.
        std::vector<std::size_t> batch_sizes(tasks.size());
        source.produce = [&](std::size_t const number, plan::pair_batch & batch)
        {
            fill(tasks[number].part, batch);
            batch.cells = tasks[number].cells;
            batch_sizes[number] = batch.pairs.size();
        };
        source.consume = [&](std::size_t const number, std::span<plan::pair_length const> const found)
        {
            insert(query_of(tasks[number].part), found);
        };

        plan::source_statistics const done = backend::find_backend(execution_).find_long_enough(source, execution_);
        computed_ = std::accumulate(batch_sizes.begin(), batch_sizes.end(), computed_);
        search_.statistics_.transfer_seconds += done.transfer_seconds;
        search_.statistics_.kernel_seconds += done.kernel_seconds;
        search_.statistics_.backends.insert(done.backends.begin(), done.backends.end());
        cells_left_ -= source.cells;
    }

    // Adds a subject to the batch of a query if it may become a hit.
    void add_to_batch(std::size_t const query,
                      std::size_t const subject,
                      std::optional<hit> const & to_beat,
                      plan::pair_batch & batch) const
    {
        std::optional<candidate> const found = find_candidate(query, subject, to_beat);
        if (!found)
            return;
        batch.pairs.push_back({search_.queries_[query].sequence, subjects_[subject]});
        batch.ids.push_back(subject);
        batch.min_lengths.push_back(found->min_length);
    }

    void insert(std::size_t const query, std::span<plan::pair_length const> const found)
    {
        std::scoped_lock const lock{hits_mutex_};
        for (plan::pair_length const & one : found)
        {
            hit const found_hit{first_number() + one.id, subjects_[one.id].size(), one.length};
            if (found_hit.length >= ranking(query).min_length(found_hit, hit_to_beat(query)))
                insert(query, found_hit);
        }
    }

    void insert(std::size_t const query, hit const & found)
    {
        auto const is_better = [order = ranking(query)](hit const & left, hit const & right)
        {
            return order.is_before(left, right);
        };

        std::vector<hit> & hits = search_.queries_[query].hits;
        hits.push_back(found);
        ++hit_queries_[found.subject - first_number()];
        if (!is_limited_)
            return;

        std::ranges::push_heap(hits, is_better);
        if (hits.size() > search_.options_.top)
        {
            std::ranges::pop_heap(hits, is_better);
            drop(hits.back().subject);
            hits.pop_back();
        }
    }

    void drop(std::uint64_t const subject)
    {
        if (subject < first_number())
            left_.push_back(subject);
        else
            --hit_queries_[subject - first_number()];
    }

    // The subjects of earlier calls that were dropped, and that are hits of no other query.
    std::vector<std::uint64_t> find_left()
    {
        std::ranges::sort(left_);
        left_.erase(std::unique(left_.begin(), left_.end()), left_.end());
        std::vector<std::uint64_t> still_hits{};
        if (!left_.empty())
            for (query_hits const & query : search_.queries_)
                for (hit const & kept : query.hits)
                    if (std::ranges::binary_search(left_, kept.subject))
                        still_hits.push_back(kept.subject);
        std::ranges::sort(still_hits);
        std::vector<std::uint64_t> lost{};
        std::ranges::set_difference(left_, still_hits, std::back_inserter(lost));
        return lost;
    }

    search & search_;
    std::span<packing::packed_sequence_view const> subjects_;
    plan::execution execution_;
    bool is_limited_;   // To a maximum number of hits.
    bool is_selective_; // Whether letters need to be counted.
    std::optional<composition_table> composition_{};
    std::vector<part> parts_{};
    double cells_total_{};
    double cells_left_{};
    std::uint64_t computed_{};
    std::mutex hits_mutex_{};                  // Of the hits, while backends work.
    std::vector<std::uint32_t> hit_queries_{}; // Of how many queries each subject is a hit now.
    std::vector<std::uint64_t> left_{};        // Subjects of earlier calls that a query has dropped.
};

search_changes search::add(std::span<packing::packed_sequence_view const> const subjects)
{
    if (execution_.stop.stop_requested())
        throw operation_stopped{"The search was stopped before it was done."};
    std::vector<packing::packed_sequence_view> sequences{};
    for (query_hits const & query : queries_)
        sequences.push_back(query.sequence);
    packing::check_same_kind(sequences, subjects);

    addition current{*this, subjects};
    if (options_.top != 0)
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
