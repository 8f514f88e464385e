// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <iterator>
#include <mutex>
#include <numeric>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/backend/backend.hpp"
#include "src/lcs/composition_bound.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::lcs
{

namespace
{

// The subjects that one thread checks at a time, and that are computed together.
constexpr std::size_t subjects_per_block{8192};

// The most promising subjects are computed first: they should soon yield hits that the other subjects have to beat.
constexpr std::size_t first_subjects{256};

// Longer than any sequence.
constexpr std::uint64_t unreachable{~std::uint64_t{0}};

// Holds products of two lengths.
__extension__ using wide_t = unsigned __int128;

struct fraction
{
    wide_t numerator{};
    wide_t denominator{};
};

fraction exact_identity(hit const & found, std::uint64_t const query_size) noexcept
{
    std::uint64_t const longest = std::max(found.subject_size, query_size);
    return longest == 0 ? fraction{1, 1} : fraction{found.length, longest};
}

// The minimum length with an identity; larger than the longer sequence if there is none.
std::uint64_t
length_for_identity(double const min_identity, std::uint64_t const first_size, std::uint64_t const second_size) noexcept
{
    std::uint64_t const longest = std::max(first_size, second_size);
    if (!(min_identity <= 1))
        return unreachable;
    if (min_identity <= 0 || longest == 0)
        return 0;

    // The product is rounded, and so are the quotients.
    auto length = static_cast<std::uint64_t>(min_identity * static_cast<double>(longest));
    while (length > 0 && identity(length - 1, first_size, second_size) >= min_identity)
        --length;
    while (identity(length, first_size, second_size) < min_identity)
        ++length;
    return length;
}

} // namespace

search::search(packing::packed_sequence_view const query,
               search_options const & options,
               plan::execution const & execution) :
    query_{query},
    options_{options},
    execution_{execution},
    query_letters_{count_letters(query)}
{
    // An unavailable backend is reported before subjects are read.
    compute({}, output::length, execution_);
}

search::search(std::shared_ptr<packing::packed_sequence const> query,
               search_options const & options,
               plan::execution const & execution) :
    search{query->view(), options, execution}
{
    kept_ = std::move(query);
}

search::search(packing::packed_sequence && query, search_options const & options, plan::execution const & execution) :
    search{std::make_shared<packing::packed_sequence const>(std::move(query)), options, execution}
{}

search::search(std::string_view const query, search_options const & options, plan::execution const & execution) :
    search{packing::pack(query), options, execution}
{}

/* One call of add(): the candidates among its subjects, computed in one or two rounds, and how they change the hits.
 */
class search::addition
{
public:
    addition(search & owner, std::span<packing::packed_sequence_view const> const subjects) :
        search_{owner},
        subjects_{subjects},
        blocks_{owner.find_candidates(subjects)},
        execution_{owner.execution_}
    {
        for (block const & one : blocks_)
        {
            cells_total_ += one.cells;
            cells_left_ += one.candidate_cells;
            max_size_ = std::max(max_size_, one.max_size);
        }
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
        double cells = 0;
        for (block const & one : blocks_)
            for (hit const & candidate : one.first)
                cells += search_.cell_count(candidate);
        compute(1,
                cells,
                [this](std::size_t, plan::pair_batch & batch)
                {
                    for (block const & one : blocks_)
                        add_to_batch(one.first, batch);
                });
    }

    // The other candidates, block by block.
    void compute_others()
    {
        compute(blocks_.size(),
                cells_left_,
                [this](std::size_t const number, plan::pair_batch & batch)
                {
                    add_to_batch(blocks_[number].others, batch);
                });
    }

    // Adopts the subjects. Those that were added and dropped again during this call are not reported.
    search_changes finish()
    {
        search_.subjects_ += subjects_.size();
        search_.statistics_.computed += computed_;
        search_.statistics_.skipped += subjects_.size() - computed_;

        std::ranges::sort(changes_.entered);
        std::ranges::sort(changes_.left);
        search_changes lasting{};
        std::ranges::set_difference(changes_.entered, changes_.left, std::back_inserter(lasting.entered));
        std::ranges::set_difference(changes_.left, changes_.entered, std::back_inserter(lasting.left));
        return lasting;
    }

private:
    template <typename fill_t>
    void compute(std::size_t const batches, double const cells, fill_t const & fill)
    {
        // A batch may be produced more than once.
        std::vector<std::uint64_t> batch_sizes(batches);
        plan::pair_source source{.batches = batches, .max_size = max_size_, .cells = cells};
        source.produce = [&](std::size_t const number, plan::pair_batch & batch)
        {
            fill(number, batch);
            batch_sizes[number] = batch.pairs.size();
        };
        source.consume = [this](std::size_t, std::span<plan::pair_length const> const found)
        {
            insert(found);
        };

        plan::source_statistics const done = backend::find_backend(execution_).find_long_enough(source, execution_);
        computed_ = std::accumulate(batch_sizes.begin(), batch_sizes.end(), computed_);
        search_.statistics_.transfer_seconds += done.transfer_seconds;
        search_.statistics_.kernel_seconds += done.kernel_seconds;
        search_.statistics_.backends.insert(done.backends.begin(), done.backends.end());
        cells_left_ -= cells;
    }

    // Adds those candidates that may still become hits.
    void add_to_batch(std::span<hit const> const candidates, plan::pair_batch & batch)
    {
        std::optional<hit> to_beat{};
        {
            std::scoped_lock const lock{hits_mutex_};
            to_beat = search_.hit_to_beat();
        }
        for (hit const & candidate : candidates)
        {
            batch.cells += search_.cell_count(candidate);
            std::uint64_t const min_length = search_.min_hit_length(candidate, to_beat);
            if (candidate.length < min_length)
                continue;
            std::uint64_t const id = candidate.subject - search_.subjects_;
            batch.pairs.push_back({search_.query_, subjects_[id]});
            batch.ids.push_back(id);
            batch.min_lengths.push_back(min_length);
        }
    }

    void insert(std::span<plan::pair_length const> const found)
    {
        std::scoped_lock const lock{hits_mutex_};
        for (plan::pair_length const & one : found)
        {
            hit const candidate{search_.subjects_ + one.id, subjects_[one.id].size(), one.length};
            if (candidate.length >= search_.min_hit_length(candidate, search_.hit_to_beat()))
                search_.insert(candidate, changes_);
        }
    }

    search & search_;
    std::span<packing::packed_sequence_view const> subjects_;
    std::vector<block> blocks_;
    plan::execution execution_;
    double cells_total_{};
    double cells_left_{};
    std::uint64_t max_size_{search_.query_.size()};
    std::uint64_t computed_{};
    std::mutex hits_mutex_{}; // Of the hits and the changes, while backends work.
    search_changes changes_{};
};

search_changes search::add(std::span<packing::packed_sequence_view const> const subjects)
{
    if (execution_.stop.stop_requested())
        throw operation_stopped{"The search was stopped before it was done."};

    addition current{*this, subjects};
    if (options_.top != 0)
        current.compute_first();
    current.compute_others();
    return current.finish();
}

std::vector<hit> search::hits() const
{
    std::vector<hit> sorted{hits_};
    std::ranges::sort(sorted,
                      [this](hit const & left, hit const & right)
                      {
                          return is_before(left, right);
                      });
    return sorted;
}

bool search::is_before(hit const & left, hit const & right) const noexcept
{
    if (options_.order == search_order::identity)
    {
        fraction const left_identity = exact_identity(left, query_.size());
        fraction const right_identity = exact_identity(right, query_.size());
        wide_t const left_product = left_identity.numerator * right_identity.denominator;
        wide_t const right_product = right_identity.numerator * left_identity.denominator;
        if (left_product != right_product)
            return left_product > right_product;
    }
    else if (left.length != right.length)
    {
        return left.length > right.length;
    }
    return left.subject < right.subject;
}

double search::cell_count(hit const & candidate) const noexcept
{
    return static_cast<double>(query_.size()) * static_cast<double>(candidate.subject_size);
}

// The worst hit, if a new one would take its place.
std::optional<hit> search::hit_to_beat() const
{
    return options_.top == 0 || hits_.size() < options_.top ? std::nullopt : std::optional{hits_.front()};
}

// The length from which on a subject is a hit. The length of the candidate does not matter.
std::uint64_t search::min_hit_length(hit const & candidate, std::optional<hit> const & to_beat) const noexcept
{
    std::uint64_t const min_length =
        std::max(options_.min_length,
                 length_for_identity(options_.min_identity, query_.size(), candidate.subject_size));
    if (!to_beat)
        return min_length;

    // With the same value, the one that comes first is better.
    bool const wins_ties = candidate.subject < to_beat->subject;
    if (options_.order == search_order::length)
        return std::max(min_length, to_beat->length + !wins_ties);

    std::uint64_t const longest = std::max(candidate.subject_size, query_.size());
    auto const [numerator, denominator] = exact_identity(*to_beat, query_.size());
    if (longest == 0)
        return wins_ties || numerator < denominator ? min_length : unreachable;
    wide_t const product = numerator * longest;
    wide_t const length = wins_ties ? (product + denominator - 1) / denominator : product / denominator + 1;
    return std::max(min_length, static_cast<std::uint64_t>(length));
}

// Removes the most promising ones. The others keep their order, which is that of their memory.
std::vector<hit> search::take_first(std::vector<hit> & candidates, std::size_t const count) const
{
    std::vector<hit> first{candidates};
    if (count < candidates.size())
    {
        std::ranges::nth_element(first,
                                 first.begin() + static_cast<std::ptrdiff_t>(count),
                                 [this](hit const & left, hit const & right)
                                 {
                                     return is_before(left, right);
                                 });
        first.resize(count);
        std::ranges::sort(first, {}, &hit::subject);
    }

    std::vector<hit> others{};
    std::ranges::set_difference(candidates, first, std::back_inserter(others), {}, &hit::subject, &hit::subject);
    candidates = std::move(others);
    return first;
}

// One block of candidates, filtered by the bound from their letters. That is safe: with a larger length, a candidate is
// never less wanted.
search::block search::make_block(std::span<packing::packed_sequence_view const> const subjects,
                                 std::uint64_t const first_subject,
                                 std::optional<hit> const & to_beat) const
{
    bool const is_selective = options_.top != 0 || options_.min_length != 0 || !(options_.min_identity <= 0);
    block filled{};
    for (std::size_t i = 0; i < subjects.size(); ++i)
    {
        packing::check_same_kind(query_, subjects[i]);
        hit candidate{first_subject + i, subjects[i].size(), std::min(query_.size(), subjects[i].size())};
        filled.cells += cell_count(candidate);

        std::uint64_t const min_length = min_hit_length(candidate, to_beat);
        if (is_selective && candidate.length >= min_length)
            candidate.length = count_common_letters(query_letters_, subjects[i]);
        if (candidate.length < min_length)
            continue;
        filled.others.push_back(candidate);
        filled.candidate_cells += cell_count(candidate);
        filled.max_size = std::max(filled.max_size, candidate.subject_size);
    }
    return filled;
}

// The subjects that may become hits, each with an upper bound of its length: the letters that it has in common with the query.
std::vector<search::block> search::find_candidates(std::span<packing::packed_sequence_view const> const subjects) const
{
    std::optional<hit> const to_beat = hit_to_beat();
    std::vector<block> blocks(util::ceil_div(subjects.size(), subjects_per_block));
    std::size_t const first_per_block =
        options_.top == 0 || blocks.empty() ? 0 : std::max<std::size_t>(first_subjects / blocks.size(), 1);

    // There is no progress to report here.
    plan::execution execution{execution_};
    execution.on_progress = {};
    runtime::task_control control{execution, 0};
    runtime::parallel_for(control,
                          plan::available_threads(execution_),
                          blocks.size(),
                          [&]()
                          {
                              return [&](std::size_t const number)
                              {
                                  std::size_t const begin = number * subjects_per_block;
                                  std::size_t const size = std::min(subjects_per_block, subjects.size() - begin);
                                  block filled = make_block(subjects.subspan(begin, size), subjects_ + begin, to_beat);
                                  if (first_per_block != 0)
                                      filled.first = take_first(filled.others, first_per_block);
                                  blocks[number] = std::move(filled);
                              };
                          });
    return blocks;
}

void search::insert(hit const & found, search_changes & changes)
{
    auto const is_better = [this](hit const & left, hit const & right)
    {
        return is_before(left, right);
    };

    hits_.push_back(found);
    changes.entered.push_back(found.subject);
    if (options_.top == 0)
        return;

    std::ranges::push_heap(hits_, is_better);
    if (hits_.size() > options_.top)
    {
        std::ranges::pop_heap(hits_, is_better);
        changes.left.push_back(hits_.back().subject);
        hits_.pop_back();
    }
}

} // namespace seqan3_gpulcs::lcs
