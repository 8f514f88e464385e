// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/mpi/descriptions.hpp"
#include "src/mpi/group_calls.hpp"
#include "src/mpi/pair_job.hpp"
#include "src/mpi/pair_parts.hpp"
#include "src/mpi/rank_call.hpp"
#include "src/mpi/set_job.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/plan/sequence_sets.hpp"
#include "src/plan/threshold.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/resume/saved_run.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// Each rank has several tasks, so that all ranks end at about the same time.
constexpr double tasks_per_rank{6};

// A task and its result must fit into memory.
constexpr std::size_t max_task_pairs{std::size_t{1} << 20};
constexpr std::uint64_t max_task_letters{std::uint64_t{1} << 28};

double task_cells(double const cells, rank_group const & group) noexcept
{
    return std::max(cells / (tasks_per_rank * group.size()), group.tuning().min_task_cells);
}

// The overhead of a pair, in cells.
constexpr double pair_cells{1 << 12};

struct pair_range
{
    std::size_t begin{};
    std::size_t end{};
    double cells{};
};

// Consecutive pairs, about equally much work for each range. Those for all ranks are left out.
std::vector<pair_range> cut(std::span<alignment::sequence_pair const> const pairs,
                            std::span<std::size_t const> const for_all,
                            rank_group const & group)
{
    double total = 0;
    for (alignment::sequence_pair const & pair : pairs)
        total += pair.cells() + pair_cells;
    for (std::size_t const i : for_all)
        total -= pairs[i].cells() + pair_cells;
    double const wanted = task_cells(total, group);

    std::vector<pair_range> ranges{};
    std::uint64_t letters = 0;
    bool is_open = false;
    auto next_for_all = for_all.begin();
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        if (next_for_all != for_all.end() && *next_for_all == i)
        {
            ++next_for_all;
            is_open = false;
            continue;
        }
        if (!is_open)
        {
            ranges.push_back({.begin = i});
            letters = 0;
        }
        ranges.back().end = i + 1;
        ranges.back().cells += pairs[i].cells() + pair_cells;
        letters += pairs[i].first.size() + pairs[i].second.size();
        is_open =
            ranges.back().cells < wanted && letters < max_task_letters && i + 1 - ranges.back().begin < max_task_pairs;
    }
    // Ranges that take long must not come last.
    std::ranges::stable_sort(ranges, std::ranges::greater{}, &pair_range::cells);
    return ranges;
}

// The pairs that all ranks compute together, one after the other: one rank would need longer than for its share of all pairs.
std::vector<std::size_t> find_pairs_for_all(std::span<alignment::sequence_pair const> const pairs,
                                            plan::comparison const & wanted,
                                            rank_group const & group)
{
    double total = 0;
    for (alignment::sequence_pair const & pair : pairs)
        total += pair.cells();
    std::vector<std::size_t> found{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (is_for_all_ranks(group, pairs[i], wanted) && 2 * group.size() * pairs[i].cells() > total)
            found.push_back(i);
    return found;
}

// The cells that each task counts for in progress; their sum is the given total.
template <typename work_t>
std::vector<double> share_cells(std::vector<work_t> const & parts, double const cells_total)
{
    double sum = 0;
    for (work_t const & one : parts)
        sum += one.cells;
    std::vector<double> cells{};
    for (work_t const & one : parts)
        cells.push_back(one.cells / sum * cells_total);
    return cells;
}

// Makes the execution of a part of a call: its progress is that of the whole call.
plan::execution make_part(plan::execution const & execution, double const cells_before, double const cells_total)
{
    plan::execution part{execution};
    if (execution.on_progress)
        part.on_progress = [&execution, cells_before, cells_total](plan::progress const & progress)
        {
            execution.on_progress({cells_before + progress.cells_done, cells_total});
        };
    return part;
}

// Pairs, and what to compute.
struct pair_request
{
    std::span<alignment::sequence_pair const> pairs{};
    plan::comparison wanted{};
    bool wants_values{}; // Whether only values are wanted.
    plan::execution const & execution;
};

// Has all ranks compare pairs: `adopt` gets the result of a pair that all ranks computed together, `consume` a range of pairs and
// what its job wrote. Returns false, and does nothing, if there is too little to compute.
template <typename adopt_t, typename consume_t>
bool share_pairs(rank_group & group, pair_request const & request, adopt_t const & adopt, consume_t const & consume)
{
    auto const & [pairs, wanted, wants_values, execution] = request;
    double total = 0;
    for (alignment::sequence_pair const & pair : pairs)
        total += pair.cells();
    double done = 0;
    std::vector<std::size_t> const for_all = find_pairs_for_all(pairs, wanted, group);
    std::vector<pair_range> const ranges = cut(pairs, for_all, group);
    if (for_all.empty() && ranges.size() <= 1)
        return false;
    for (std::size_t const i : for_all)
    {
        alignment::result result = compute_parts(group, pairs[i], wanted, make_part(execution, done, total));
        plan::drop_if_of_no_interest(pairs[i], result, wanted.metric);
        adopt(i, std::move(result));
        done += pairs[i].cells();
    }

    if (ranges.empty())
        return true;
    plan::execution const rest = make_part(execution, done, total);
    rank_call call{group, make_job, make_words(job_kind::pairs, wanted, wants_values), rest};
    call.expect(total - done);
    share_tasks(
        call,
        group.size(),
        share_cells(ranges, total - done),
        [&](std::size_t const number)
        {
            return to_words(pairs.subspan(ranges[number].begin, ranges[number].end - ranges[number].begin));
        },
        [&](task_result && result)
        {
            consume(ranges[result.number], result.content);
        });
    return true;
}

struct weighted_block : set_block
{
    double cells{};
};

// Cuts sequences into this number of groups with about equally many letters: the beginning of each, and the end.
std::vector<std::uint64_t> cut(std::span<packing::packed_sequence_view const> const sequences,
                               std::uint64_t const groups)
{
    double total = 0;
    for (packing::packed_sequence_view const & sequence : sequences)
        total += static_cast<double>(sequence.size()) + 1;
    std::vector<std::uint64_t> bounds{0};
    double letters = 0;
    for (std::uint64_t i = 0; i < sequences.size(); ++i)
    {
        letters += static_cast<double>(sequences[i].size()) + 1;
        if (letters * static_cast<double>(groups) >= total * static_cast<double>(bounds.size())
            || i + 1 == sequences.size())
            bounds.push_back(i + 1);
    }
    return bounds;
}

double letters_between(std::span<packing::packed_sequence_view const> const sequences,
                       std::uint64_t const begin,
                       std::uint64_t const end)
{
    double letters = 0;
    for (packing::packed_sequence_view const & sequence : sequences.subspan(begin, end - begin))
        letters += static_cast<double>(sequence.size()) + 1;
    return letters;
}

// Blocks of the matrix of all pairs, all of them about as large.
std::vector<weighted_block> cut(plan::sequence_sets const & sets, rank_group const & group)
{
    double const pairs = static_cast<double>(sets.pair_count());
    double const total = sets.cells() + pairs * pair_cells;
    double const wanted = std::max(total / task_cells(total, group), pairs / static_cast<double>(max_task_pairs))
                        * (1 + sets.is_one_set());
    auto const groups = static_cast<std::uint64_t>(std::ceil(std::sqrt(wanted)));
    std::vector<std::uint64_t> const rows = cut(sets.first(), groups);
    std::vector<std::uint64_t> const columns = sets.is_one_set() ? rows : cut(sets.second(), groups);

    std::vector<weighted_block> blocks{};
    for (std::size_t i = 0; i + 1 < rows.size(); ++i)
        for (std::size_t j = sets.is_one_set() ? i : 0; j + 1 < columns.size(); ++j)
        {
            weighted_block block{{rows[i], rows[i + 1], columns[j], columns[j + 1]}};
            block.cells = letters_between(sets.first(), block.row_begin, block.row_end)
                        * letters_between(sets.second(), block.column_begin, block.column_end)
                        / (1 + block.is_triangle(sets));
            blocks.push_back(block);
        }
    std::ranges::stable_sort(blocks, std::ranges::greater{}, &weighted_block::cells);
    return blocks;
}

void copy_block(plan::sequence_sets const & sets,
                set_block const & block,
                std::span<std::uint64_t const> from,
                std::span<std::uint64_t> const values)
{
    bool const is_triangle = block.is_triangle(sets);
    for (std::uint64_t row = block.row_begin; row < block.row_end; ++row)
    {
        std::uint64_t const column = is_triangle ? row + 1 : block.column_begin;
        std::uint64_t const count = block.column_end - column;
        if (count == 0)
            continue;
        std::ranges::copy(from.first(count), values.subspan(sets.index(row, column), count).begin());
        from = from.subspan(count);
    }
}

} // namespace

std::vector<alignment::result> group_calls::compare(std::span<alignment::sequence_pair const> const pairs,
                                                    plan::comparison const & wanted,
                                                    plan::execution const & execution)
{
    for (alignment::sequence_pair const & pair : pairs)
    {
        packing::check_same_kind(pair.first, pair.second);
        // A limit that is too small is reported before anything is computed.
        if (wanted.with_path)
            plan::check_memory_limit(wanted, {pair.first.size(), pair.second.size()}, execution.memory_limit);
    }
    std::vector<alignment::result> results(pairs.size());
    bool const is_shared = share_pairs(
        group_,
        {pairs, wanted, false, execution},
        [&](std::size_t const i, alignment::result && result)
        {
            results[i] = std::move(result);
        },
        [&](pair_range const & range, words const & content)
        {
            std::ranges::move(word_reader{content}.next<std::vector<alignment::result>>(),
                              results.begin() + static_cast<std::ptrdiff_t>(range.begin));
        });
    if (!is_shared)
        return api::compare(pairs, wanted, execution);
    return results;
}

std::vector<std::uint64_t> group_calls::find_values(std::span<alignment::sequence_pair const> const pairs,
                                                    plan::comparison const & wanted,
                                                    plan::execution const & execution)
{
    for (alignment::sequence_pair const & pair : pairs)
        packing::check_same_kind(pair.first, pair.second);
    std::vector<std::uint64_t> found(pairs.size());
    bool const is_shared = share_pairs(
        group_,
        {pairs, wanted, true, execution},
        [&](std::size_t const i, alignment::result && result)
        {
            found[i] = plan::value_of(result, wanted.metric);
        },
        [&](pair_range const & range, words const & content)
        {
            std::ranges::copy(content, found.begin() + static_cast<std::ptrdiff_t>(range.begin));
        });
    if (!is_shared)
        return api::find_values(pairs, wanted, execution);
    return found;
}

std::vector<std::uint64_t> group_calls::compare_sets(plan::sequence_sets const & sets,
                                                     plan::metric const metric,
                                                     plan::execution const & execution)
{
    packing::check_same_kind(sets.first(), sets.second());
    std::vector<weighted_block> const blocks = cut(sets, group_);
    if (blocks.size() <= 1)
        return api::compare_sets(sets, metric, execution);
    bool const is_one_set = sets.is_one_set();
    std::span<packing::packed_sequence_view const> const second{};
    rank_call call{group_,
                   make_job,
                   make_words(job_kind::sets, metric, is_one_set, sets.first(), is_one_set ? second : sets.second()),
                   execution};
    call.expect(sets.cells());

    std::vector<std::uint64_t> values(sets.pair_count());
    share_tasks(
        call,
        group_.size(),
        share_cells(blocks, sets.cells()),
        [&](std::size_t const number)
        {
            return make_words(static_cast<set_block const &>(blocks[number]));
        },
        [&](task_result && result)
        {
            copy_block(sets, blocks[result.number], result.content, values);
        });
    return values;
}

alignment::saved_run_result group_calls::compare_saved(alignment::sequence_pair const & pair,
                                                       plan::comparison const & wanted,
                                                       alignment::saved_run const & saved,
                                                       plan::execution const & execution)
{
    if (!is_for_all_ranks(group_, pair, wanted))
        return resume::compare(pair, wanted, saved, execution);
    resume::check(pair, wanted, saved);
    alignment::saved_run_result found = compute_saved_parts(group_, pair, wanted, saved, execution);
    plan::drop_if_of_no_interest(pair, found.result, wanted.metric);
    runtime::task_control{execution, pair.cells()}.report_done();
    return found;
}

std::vector<std::uint64_t> group_calls::prefix_increments(alignment::sequence_pair const & pair,
                                                          plan::execution const & execution)
{
    packing::check_same_kind(pair.first, pair.second);
    return is_for_all_ranks(group_, pair, plan::lcs_length)
             ? compute_part_increments(group_, pair, execution)
             : lcs::prefix_increments(pair.first, pair.second, execution);
}

} // namespace seqan3_gpulcs::mpi
