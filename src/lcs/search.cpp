// SPDX-License-Identifier: BSD-3-Clause

#include <atomic>
#include <iterator>
#include <mutex>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/backend/backend.hpp"
#include "src/lcs/composition_bound.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::lcs
{

namespace
{

// So many subjects are looked at by one thread, and computed together.
constexpr std::size_t subjects_of_block{8192};

// The most promising ones come first: they should soon yield hits that the other subjects have to beat.
constexpr std::size_t subjects_that_come_first{256};

// No sequence is so long.
constexpr std::uint64_t unreachable{~std::uint64_t{0}};

// Products of two lengths.
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

// The least length with an identity; larger than the longer sequence if there is none.
std::uint64_t
length_for_identity(double const least, std::uint64_t const first_size, std::uint64_t const second_size) noexcept
{
    std::uint64_t const longest = std::max(first_size, second_size);
    if (!(least <= 1))
        return unreachable;
    if (least <= 0 || longest == 0)
        return 0;

    // The product is rounded, and so are the quotients.
    auto length = static_cast<std::uint64_t>(least * static_cast<double>(longest));
    while (length > 0 && identity(length - 1, first_size, second_size) >= least)
        --length;
    while (identity(length, first_size, second_size) < least)
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
    // A backend that is not there shows before subjects are read.
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

search_changes search::add(std::span<packing::packed_sequence_view const> const subjects)
{
    if (execution_.stop.stop_requested())
        throw operation_stopped{"The search was stopped before it was done."};

    std::vector<block> const blocks = candidates_of(subjects);
    double cells_total = 0;
    double cells_left = 0;
    std::uint64_t longest_size = query_.size();
    for (block const & one : blocks)
    {
        cells_total += one.cells;
        cells_left += one.cells_of_candidates;
        longest_size = std::max(longest_size, one.longest_size);
    }

    plan::execution execution{execution_};
    if (execution_.on_progress)
        execution.on_progress = [&](plan::progress const & progress)
        {
            execution_.on_progress({cells_total - cells_left + progress.cells_done, cells_total});
        };

    std::mutex hits_mutex{};
    search_changes changes{};
    std::vector<std::uint64_t> computed_of_share{};
    std::uint64_t computed = 0;
    // Those that may still be hits.
    auto const add_to_share = [&](std::span<hit const> const candidates, plan::pair_batch & share)
    {
        std::optional<hit> to_beat{};
        {
            std::scoped_lock const lock{hits_mutex};
            to_beat = hit_to_beat();
        }
        for (hit const & candidate : candidates)
        {
            share.cells += cells_of(candidate);
            std::uint64_t const least = least_wanted(candidate, to_beat);
            if (candidate.length < least)
                continue;
            std::uint64_t const name = candidate.subject - subjects_;
            share.pairs.push_back({query_, subjects[name]});
            share.ids.push_back(name);
            share.min_lengths.push_back(least);
        }
    };
    plan::pair_source source{.max_size = longest_size};
    source.consume = [&](std::size_t, std::span<plan::pair_length const> const found)
    {
        std::scoped_lock const lock{hits_mutex};
        for (plan::pair_length const & one : found)
        {
            hit const candidate{subjects_ + one.id, subjects[one.id].size(), one.length};
            if (candidate.length >= least_wanted(candidate, hit_to_beat()))
                insert(candidate, changes);
        }
    };
    auto const compute_source = [&]()
    {
        computed_of_share.assign(source.batches, 0);
        plan::batch_statistics const done = backend::find_backend(execution).find_long_enough(source, execution);
        for (std::uint64_t const of_share : computed_of_share)
            computed += of_share;
        work_.transfer_seconds += done.transfer_seconds;
        work_.kernel_seconds += done.kernel_seconds;
        work_.backends.insert(done.backends.begin(), done.backends.end());
        cells_left -= source.cells;
    };

    if (options_.top != 0)
    {
        source.batches = 1;
        source.cells = 0;
        for (block const & one : blocks)
            for (hit const & candidate : one.first)
                source.cells += cells_of(candidate);
        source.produce = [&](std::size_t const number, plan::pair_batch & share)
        {
            for (block const & one : blocks)
                add_to_share(one.first, share);
            computed_of_share[number] = share.pairs.size();
        };
        compute_source();
    }

    source.batches = blocks.size();
    source.cells = cells_left;
    source.produce = [&](std::size_t const number, plan::pair_batch & share)
    {
        add_to_share(blocks[number].others, share);
        computed_of_share[number] = share.pairs.size();
    };
    compute_source();

    subjects_ += subjects.size();
    work_.computed += computed;
    work_.skipped += subjects.size() - computed;

    // What came and went within this piece is nobody's concern.
    std::ranges::sort(changes.entered);
    std::ranges::sort(changes.left);
    search_changes lasting{};
    std::ranges::set_difference(changes.entered, changes.left, std::back_inserter(lasting.entered));
    std::ranges::set_difference(changes.left, changes.entered, std::back_inserter(lasting.left));
    return lasting;
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

double search::cells_of(hit const & candidate) const noexcept
{
    return static_cast<double>(query_.size()) * static_cast<double>(candidate.subject_size);
}

// The worst hit, if a new one would take its place.
std::optional<hit> search::hit_to_beat() const
{
    return options_.top == 0 || hits_.size() < options_.top ? std::nullopt : std::optional{hits_.front()};
}

// The length from which on a subject is a hit; that of the candidate does not matter.
std::uint64_t search::least_wanted(hit const & candidate, std::optional<hit> const & to_beat) const noexcept
{
    std::uint64_t const least =
        std::max(options_.least_length,
                 length_for_identity(options_.least_identity, query_.size(), candidate.subject_size));
    if (!to_beat)
        return least;

    // With the same value, the one that comes first is better.
    bool const wins_ties = candidate.subject < to_beat->subject;
    if (options_.order == search_order::length)
        return std::max(least, to_beat->length + !wins_ties);

    std::uint64_t const longest = std::max(candidate.subject_size, query_.size());
    auto const [numerator, denominator] = exact_identity(*to_beat, query_.size());
    if (longest == 0)
        return wins_ties || numerator < denominator ? least : unreachable;
    wide_t const product = numerator * longest;
    wide_t const length = wins_ties ? (product + denominator - 1) / denominator : product / denominator + 1;
    return std::max(least, static_cast<std::uint64_t>(length));
}

// Takes the most promising ones away. The others stay in their order, in which they lie in memory.
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

/* Those that may become hits, each with the most letters that it may have in common with the query. This bound
 * decides as the length will: with a larger length, a candidate is never less wanted.
 */
std::vector<search::block> search::candidates_of(std::span<packing::packed_sequence_view const> const subjects) const
{
    bool const is_selective = options_.top != 0 || options_.least_length != 0 || !(options_.least_identity <= 0);
    std::optional<hit> const to_beat = hit_to_beat();

    std::vector<block> blocks((subjects.size() + subjects_of_block - 1) / subjects_of_block);
    std::size_t const first_of_block =
        options_.top == 0 || blocks.empty() ? 0 : std::max<std::size_t>(subjects_that_come_first / blocks.size(), 1);
    auto const fill = [&](std::size_t const number)
    {
        std::size_t const begin = number * subjects_of_block;
        std::size_t const end = std::min(begin + subjects_of_block, subjects.size());
        block filled{};
        for (std::size_t i = begin; i < end; ++i)
        {
            packing::check_same_kind(query_, subjects[i]);
            hit candidate{subjects_ + i, subjects[i].size(), std::min(query_.size(), subjects[i].size())};
            filled.cells += cells_of(candidate);

            std::uint64_t const least = least_wanted(candidate, to_beat);
            if (is_selective && candidate.length >= least)
                candidate.length = count_common_letters(query_letters_, subjects[i]);
            if (candidate.length < least)
                continue;
            filled.others.push_back(candidate);
            filled.cells_of_candidates += cells_of(candidate);
            filled.longest_size = std::max(filled.longest_size, candidate.subject_size);
        }

        if (first_of_block != 0)
            filled.first = take_first(filled.others, first_of_block);
        blocks[number] = std::move(filled);
    };

    // Nothing to report meanwhile.
    plan::execution execution{execution_};
    execution.on_progress = {};
    runtime::task_control control{execution, 0};
    std::atomic<std::size_t> next{0};
    control.run_team(static_cast<unsigned>(std::min<std::size_t>(plan::available_threads(execution_), blocks.size())),
                     [&]()
                     {
                         for (std::size_t number = next++; number < blocks.size(); number = next++)
                         {
                             control.check();
                             fill(number);
                         }
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
