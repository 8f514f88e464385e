// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_batches.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "cuda/runtime/pipeline.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The letters that a host thread prepares at a time: they should keep a device busy.
constexpr std::uint64_t letters_of_strip_share{std::uint64_t{1} << 25};

// Where subsequences are wanted, the way back of all pairs of a share is one thread's work.
constexpr std::uint64_t most_letters_with_runs{std::uint64_t{1} << 21};
constexpr std::uint64_t fewest_letters_with_runs{std::uint64_t{1} << 18};

// So many keep a device busy where there is no way back.
constexpr unsigned threads_for_strips{2};

} // namespace

std::vector<std::size_t> find_in_strips(std::span<lcs::sequence_pair const> const pairs,
                                        std::vector<std::size_t> chosen,
                                        lcs::output const wanted,
                                        std::vector<lcs::result> & results,
                                        unsigned const device,
                                        stream_context_pool & contexts,
                                        plan::execution const & execution,
                                        runtime::task_control & control)
{
    struct share
    {
        std::vector<std::size_t> chosen{};
        std::vector<lcs::sequence_pair> pairs{};
        strip_batch_plan plan{};
        std::uint64_t checkpoint_bytes{};
        std::vector<plan::subsequence_plan> tiles{};
    };
    struct slot
    {
        stream_context_pool::lease space;
        strip_batch batch{*space};
        share const * work{};
    };

    bool const with_runs = wanted == lcs::output::subsequence;
    auto const columns_of = [&](std::size_t const i) -> packing::packed_sequence_view const &
    {
        return strip_batch::is_second_rows(pairs[i], with_runs) ? pairs[i].first : pairs[i].second;
    };

    // A share has codes of one width, and as far as that goes, sequences of about the same length.
    std::ranges::stable_sort(chosen,
                             std::ranges::greater{},
                             [&](std::size_t const i)
                             {
                                 return std::pair{columns_of(i).bits_per_letter(), columns_of(i).size()};
                             });
    unsigned threads = plan::available_threads(execution);
    std::uint64_t most_letters = letters_of_strip_share;
    if (with_runs)
    {
        std::uint64_t all_letters = 0;
        for (std::size_t const i : chosen)
            all_letters += letters_of(pairs[i]);
        most_letters = std::clamp(all_letters / (3 * threads), fewest_letters_with_runs, most_letters_with_runs);
    }
    auto const borders =
        share_borders(pairs,
                      chosen,
                      most_pairs_of_share,
                      most_letters,
                      [&](std::size_t const left, std::size_t const right)
                      {
                          return columns_of(left).bits_per_letter() == columns_of(right).bits_per_letter();
                      });
    std::vector<share> shares(borders.size() - 1);
    for (std::size_t number = 0; number < shares.size(); ++number)
    {
        for (std::size_t i = borders[number]; i < borders[number + 1]; ++i)
        {
            shares[number].chosen.push_back(chosen[i]);
            shares[number].pairs.push_back(pairs[chosen[i]]);
        }
    }
    device_limits const limits = contexts.lend(device)->limits;
    for (share & one : shares)
        one.plan = strip_batch::plan(one.pairs, with_runs, limits);

    if (!with_runs)
        threads = std::min(threads, threads_for_strips);
    else
    {
        // A thread has two shares, and the tiles of one pair.
        std::uint64_t checkpoint_bytes = 0;
        std::uint64_t tile_bytes = 0;
        for (share & one : shares)
        {
            one.checkpoint_bytes = strip_batch::checkpoint_bytes(one.pairs, one.plan);
            checkpoint_bytes = std::max(checkpoint_bytes, 2 * one.checkpoint_bytes);
            plan::checkpoint_grid const grid = one.plan.plan_of({}, true).kept;
            tile_bytes = std::max(tile_bytes, plan::min_memory(grid.row_spacing, grid.column_spacing));
        }
        std::uint64_t const most_threads = execution.memory_limit / (checkpoint_bytes + tile_bytes);
        if (most_threads == 0)
            return chosen;
        threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, most_threads));
        for (share & one : shares)
            for (lcs::sequence_pair const & pair : one.pairs)
                one.tiles.push_back(plan::plan_traceback(one.plan.plan_of({}, true).kept,
                                                         pair.first.size(),
                                                         pair.second.size(),
                                                         execution.memory_limit / threads - checkpoint_bytes,
                                                         1));
    }

    std::vector<std::size_t> const without_memory = run_shares<slot>(
        device,
        contexts,
        shares.size(),
        threads,
        control,
        [&](slot & one, std::size_t const number)
        {
            one.work = &shares[number];
        },
        [&](slot & one)
        {
            one.batch.start(one.work->pairs, one.work->plan, with_runs);
        },
        [&](slot & one, std::span<std::uint64_t const> const lengths)
        {
            share const & work = *one.work;
            control.add_cells(plan::cell_count(work.pairs));
            auto const count = static_cast<double>(work.pairs.size());
            for (std::size_t i = 0; i < work.pairs.size(); ++i)
            {
                lcs::result & result = results[work.chosen[i]];
                if (with_runs)
                {
                    control.check();
                    host_checkpoints checkpoints = one.batch.checkpoints_of(i);
                    bool const has_cells = work.pairs[i].cells() != 0;
                    result = traceback::find_subsequence(work.pairs[i],
                                                         work.tiles[i],
                                                         control,
                                                         has_cells ? &checkpoints : nullptr);
                    assert(result.length == lengths[i]);
                    result.memory_bytes += work.checkpoint_bytes;
                }
                result.length = lengths[i];
                result.device_bytes = one.batch.device_bytes();
                result.transfer_seconds = one.batch.times().transfer_seconds / count;
                result.kernel_seconds = one.batch.times().kernel_seconds / count;
                result.forward_seconds = result.transfer_seconds + result.kernel_seconds;
            }
        });

    std::vector<std::size_t> left{};
    for (std::size_t const number : without_memory)
        left.insert(left.end(), shares[number].chosen.begin(), shares[number].chosen.end());
    return left;
}

} // namespace seqan3_gpulcs::cuda
