// SPDX-License-Identifier: BSD-3-Clause

#include "cuda_backend.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "../src/cpu/cpu_backend.hpp"
#include "../src/cpu/traceback.hpp"
#include "checkpoints.hpp"
#include "devices.hpp"
#include "filter_plan.hpp"
#include "primer_search.hpp"
#include "scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The pairs that a host thread prepares at a time, and their letters.
constexpr std::size_t fewest_pairs_of_share{1024};
constexpr std::size_t most_pairs_of_share{8192};
constexpr std::uint64_t letters_of_share{std::uint64_t{1} << 24};

// The same for pairs that are computed in strips: they should keep a device busy.
constexpr std::uint64_t letters_of_strip_share{std::uint64_t{1} << 25};

// Where subsequences are wanted, the way back of all pairs of a share is one thread's work.
constexpr std::uint64_t most_letters_with_runs{std::uint64_t{1} << 21};
constexpr std::uint64_t fewest_letters_with_runs{std::uint64_t{1} << 18};

// So many keep a device busy where there is no way back.
constexpr unsigned threads_for_strips{2};

// With fewer pairs, of which the largest has so many cells, lanes do not keep a device busy, and strips are faster.
constexpr std::size_t least_pairs_in_lanes(double const most_cells) noexcept
{
    return most_cells <= 1024.0 * 1024.0 ? warp_threads : 8192;
}

// Pairs of so many cells are worth a device where the subsequence is wanted.
constexpr double least_cells_with_runs{1 << 24};

std::uint64_t longest_of(lcs::sequence_pair const & pair) noexcept
{
    return std::max(pair.first.size(), pair.second.size());
}

constexpr std::uint64_t longest_in_strips(lcs::output const wanted) noexcept
{
    return wanted == lcs::output::length ? longest_in_strip_batch : longest_with_checkpoints;
}

std::uint64_t letters_of(lcs::sequence_pair const & pair) noexcept
{
    return pair.first.size() + pair.second.size();
}

/* Cuts pairs into shares: where each begins, and the end.
 * pairs        All pairs.
 * chosen       Those that are cut.
 * most_pairs   A share has no more pairs than that.
 * most_letters And not many more letters.
 * belong_together Whether two pairs, by their numbers, may be in one share.
 */
template <typename belong_together_t>
std::vector<std::size_t> share_borders(std::span<lcs::sequence_pair const> const pairs,
                                       std::vector<std::size_t> const & chosen,
                                       std::size_t const most_pairs,
                                       std::uint64_t const most_letters,
                                       belong_together_t const & belong_together)
{
    std::vector<std::size_t> borders{0};
    std::uint64_t letters = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        letters += letters_of(pairs[chosen[i]]);
        if (i + 1 == chosen.size() || i + 1 - borders.back() == most_pairs || letters > most_letters
            || !belong_together(chosen[i], chosen[i + 1]))
        {
            borders.push_back(i + 1);
            letters = 0;
        }
    }
    return borders;
}

// What the pass over a matrix took.
void add_work(lcs::result & result, long_pair_result const & found, std::chrono::duration<double> const time)
{
    result.device_bytes = found.plan.device_bytes;
    result.transfer_seconds = found.transfer_seconds;
    result.kernel_seconds = found.kernel_seconds;
    result.forward_seconds = time.count();
}

} // namespace

device_report const & cuda_backend::devices() const
{
    // Asking takes longer than a small comparison.
    std::call_once(looked_for_devices_,
                   [this]()
                   {
                       devices_ = cuda::find_devices(false);
                       has_started_.store(true, std::memory_order_release);
                   });
    return devices_;
}

bool cuda_backend::has_device() const
{
    return devices().chosen() != nullptr;
}

unsigned cuda_backend::device_of(plan::execution const & execution) const
{
    device_report const & report = devices();
    std::string const advice = " Choose the backend cpu, or leave the choice to the library.";

    if (report.devices.empty())
        throw no_device{report.problem + advice};

    if (!execution.device)
    {
        if (device const * const chosen = report.chosen())
            return chosen->number;
        throw no_device{report.devices.front().problem + advice};
    }

    unsigned const number = *execution.device;
    if (number >= report.devices.size())
        throw no_device{"There is no CUDA device " + std::to_string(number) + ", they are numbered from 0 to "
                        + std::to_string(report.devices.size() - 1) + "; choose one of them."};
    if (!report.devices[number].usable())
        throw no_device{"The CUDA device " + std::to_string(number) + " cannot be used. "
                        + report.devices[number].problem + " Choose another one."};
    return number;
}

long_pair_result cuda_backend::compute_with_room(lcs::sequence_pair const & pair,
                                                 pair_output const wanted,
                                                 workspace & space,
                                                 run_control & control,
                                                 std::function<void(strip_plan const &)> const & on_plan) const
{
    return compute_long_pair(
        pair.first,
        pair.second,
        wanted,
        space,
        control,
        [&]()
        {
            workspaces_.release_idle(space.device);
        },
        on_plan);
}

lcs::result cuda_backend::find_length(lcs::sequence_pair const & pair, workspace & space, run_control & control) const
{
    lcs::result result{};
    if (pair.first.empty() || pair.second.empty())
        return result;

    auto const start = std::chrono::steady_clock::now();
    long_pair_result const found = compute_with_room(pair, pair_output::only_length, space, control);
    result.length = found.length;
    add_work(result, found, std::chrono::steady_clock::now() - start);
    return result;
}

lcs::result cuda_backend::find_subsequence(lcs::sequence_pair const & pair,
                                           plan::execution const & execution,
                                           workspace & space,
                                           run_control & control) const
{
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    auto const plan_tiles = [&](plan::checkpoint_grid const & grid)
    {
        return plan::plan_way_back(grid, rows, columns, execution.memory_limit, plan::threads_at_hand(execution));
    };
    if (pair.first.empty() || pair.second.empty())
        return cpu::find_subsequence(pair, plan_tiles({rows, columns}), control);

    auto const start = std::chrono::steady_clock::now();
    plan::subsequence_plan tiles{};
    long_pair_result const found = compute_with_room(pair,
                                                     pair_output::checkpoints,
                                                     space,
                                                     control,
                                                     [&](strip_plan const & plan)
                                                     {
                                                         tiles = plan_tiles(plan.kept);
                                                     });
    auto const time = std::chrono::steady_clock::now() - start;

    device_checkpoints checkpoints{found.plan, rows, columns, space};
    lcs::result result = cpu::find_subsequence(pair, tiles, control, &checkpoints);
    assert(result.length == found.length);
    add_work(result, found, time);
    return result;
}

template <typename slot_t, typename make_t, typename start_t, typename finish_t>
std::vector<std::size_t> cuda_backend::run_shares(unsigned const device,
                                                  std::size_t const shares,
                                                  unsigned const threads,
                                                  run_control & control,
                                                  make_t const & make,
                                                  start_t const & start,
                                                  finish_t const & finish) const
{
    std::atomic<std::size_t> next_share{0};
    std::vector<std::size_t> without_memory{};
    std::mutex without_memory_mutex{};

    auto const work = [&]()
    {
        scoped_device const current{device};
        slot_t slots[2]{{workspaces_.lend(device)}, {workspaces_.lend(device)}};
        auto const check = [&]()
        {
            control.check();
        };
        auto const finish_started = [&](slot_t & slot)
        {
            if (slot.batch.is_started())
                finish(slot, slot.batch.finish(check));
            check();
        };
        auto const has_started = [&](slot_t & slot)
        {
            try
            {
                start(slot);
            }
            catch (out_of_device_memory const &)
            {
                if (slot.batch.is_started())
                    throw;
            }
            return slot.batch.is_started();
        };

        unsigned turn = 0;
        for (std::size_t number = next_share++; number < shares; number = next_share++)
        {
            slot_t & free = slots[turn++ % 2];
            finish_started(free);
            make(free, number);
            if (has_started(free))
                continue;

            // What this thread has in work makes room, and what is only kept for later computations.
            slot_t & other = slots[turn % 2];
            finish_started(other);
            other.space->release();
            workspaces_.release_idle(device);
            if (has_started(free))
                continue;
            free.space->release();
            std::scoped_lock const lock{without_memory_mutex};
            without_memory.push_back(number);
        }
        for (unsigned i = 0; i < 2; ++i)
            finish_started(slots[turn++ % 2]);
    };
    control.run_team(static_cast<unsigned>(std::min<std::size_t>(threads, shares)), work);
    return without_memory;
}

lcs::batch_work cuda_backend::run_lanes(unsigned const device,
                                        lcs::pair_source const & source,
                                        unsigned const threads,
                                        run_control & control) const
{
    struct slot
    {
        workspace_pool::lease space;
        pair_batch batch{*space};
        std::size_t number{};
        lcs::pair_share share{};
        std::vector<lcs::named_length> found{};
    };

    lcs::batch_work done{.backends = {plan::backend::cuda}};
    std::mutex done_mutex{};
    auto const make = [&](slot & one, std::size_t const number)
    {
        one.number = number;
        one.share.pairs.clear();
        one.share.names.clear();
        one.share.least.clear();
        one.share.cells = 0;
        source.make(number, one.share);
    };
    std::vector<std::size_t> const without_memory = run_shares<slot>(
        device,
        source.shares,
        threads,
        control,
        make,
        [](slot & one)
        {
            one.batch.start(one.share.pairs, one.share.least);
        },
        [&](slot & one, std::span<lane_hit const> const hits)
        {
            one.found.clear();
            for (lane_hit const & hit : hits)
                one.found.push_back({one.share.names[hit.name], hit.length});
            {
                std::scoped_lock const lock{done_mutex};
                source.take(one.number, one.found);
                done.transfer_seconds += one.batch.times().transfer_seconds;
                done.kernel_seconds += one.batch.times().kernel_seconds;
                done.device_bytes = std::max(done.device_bytes, one.batch.device_bytes());
            }
            control.add_cells(one.share.cells);
        });

    // One pair at a time needs the least.
    scoped_device const current{device};
    for (std::size_t const number : without_memory)
    {
        slot one{workspaces_.lend(device)};
        make(one, number);
        for (std::size_t i = 0; i < one.share.pairs.size(); ++i)
        {
            lcs::result const found = find_length(one.share.pairs[i], *one.space, control);
            done.transfer_seconds += found.transfer_seconds;
            done.kernel_seconds += found.kernel_seconds;
            if (found.length >= one.share.least[i])
                one.found.push_back({one.share.names[i], found.length});
            control.check();
        }
        source.take(number, one.found);
        control.add_cells(one.share.cells - lcs::cells_of(one.share.pairs));
    }
    return done;
}

// As one source, of which everything is reported.
void cuda_backend::find_in_lanes(std::span<lcs::sequence_pair const> const pairs,
                                 std::vector<std::size_t> const & chosen,
                                 std::vector<lcs::result> & results,
                                 unsigned const device,
                                 plan::execution const & execution,
                                 run_control & control) const
{
    unsigned const threads = plan::threads_at_hand(execution);
    std::size_t const most_pairs = std::clamp(chosen.size() / threads, fewest_pairs_of_share, most_pairs_of_share);
    auto const borders = share_borders(pairs,
                                       chosen,
                                       most_pairs,
                                       letters_of_share,
                                       [](std::size_t, std::size_t)
                                       {
                                           return true;
                                       });

    lcs::pair_source source{.shares = borders.size() - 1, .longest_size = longest_in_lane};
    source.make = [&](std::size_t const number, lcs::pair_share & share)
    {
        for (std::size_t i = borders[number]; i < borders[number + 1]; ++i)
        {
            share.pairs.push_back(pairs[chosen[i]]);
            share.names.push_back(chosen[i]);
        }
        share.least.resize(share.pairs.size());
        share.cells = lcs::cells_of(share.pairs);
    };
    source.take = [&](std::size_t, std::span<lcs::named_length const> const found)
    {
        for (lcs::named_length const & one : found)
            results[one.name].length = one.length;
    };

    auto const start = std::chrono::steady_clock::now();
    lcs::batch_work const done = run_lanes(device, source, threads, control);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    auto const count = static_cast<double>(chosen.size());
    for (std::size_t const i : chosen)
    {
        results[i].forward_seconds = seconds / count;
        results[i].transfer_seconds = done.transfer_seconds / count;
        results[i].kernel_seconds = done.kernel_seconds / count;
        results[i].device_bytes = done.device_bytes;
    }
}

std::vector<std::size_t> cuda_backend::find_in_strips(std::span<lcs::sequence_pair const> const pairs,
                                                      std::vector<std::size_t> chosen,
                                                      lcs::output const wanted,
                                                      std::vector<lcs::result> & results,
                                                      unsigned const device,
                                                      plan::execution const & execution,
                                                      run_control & control) const
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
        workspace_pool::lease space;
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
    unsigned threads = plan::threads_at_hand(execution);
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
    device_limits const limits = workspaces_.lend(device)->limits;
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
            tile_bytes = std::max(tile_bytes, plan::least_memory(grid.row_spacing, grid.column_spacing));
        }
        std::uint64_t const most_threads = execution.memory_limit / (checkpoint_bytes + tile_bytes);
        if (most_threads == 0)
            return chosen;
        threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, most_threads));
        for (share & one : shares)
            for (lcs::sequence_pair const & pair : one.pairs)
                one.tiles.push_back(plan::plan_way_back(one.plan.plan_of({}, true).kept,
                                                        pair.first.size(),
                                                        pair.second.size(),
                                                        execution.memory_limit / threads - checkpoint_bytes,
                                                        1));
    }

    std::vector<std::size_t> const without_memory = run_shares<slot>(
        device,
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
            control.add_cells(lcs::cells_of(work.pairs));
            auto const count = static_cast<double>(work.pairs.size());
            for (std::size_t i = 0; i < work.pairs.size(); ++i)
            {
                lcs::result & result = results[work.chosen[i]];
                if (with_runs)
                {
                    control.check();
                    host_checkpoints checkpoints = one.batch.checkpoints_of(i);
                    bool const has_cells = work.pairs[i].cells() != 0;
                    result = cpu::find_subsequence(work.pairs[i],
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

bool cuda_backend::is_for_batches(lcs::sequence_pair const & pair, lcs::output const wanted) const noexcept
{
    // The way back through a smaller one is as much work as all of it.
    return longest_of(pair) <= longest_in_strips(wanted)
        && (wanted == lcs::output::length || pair.cells() >= least_cells_with_runs);
}

std::vector<lcs::result> cuda_backend::compute(std::span<lcs::sequence_pair const> const pairs,
                                               lcs::output const wanted,
                                               plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    scoped_device const current{device};
    run_control control{execution, lcs::cells_of(pairs)};
    control.check();

    // A pair a lane, a pair some warps, or the whole device for a pair.
    std::vector<lcs::result> results(pairs.size());
    std::vector<std::size_t> in_lanes{};
    std::vector<std::size_t> in_strips{};
    std::vector<std::size_t> alone{};
    double most_cells_in_lanes = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        if (wanted == lcs::output::length && longest_of(pairs[i]) <= longest_in_lane)
        {
            in_lanes.push_back(i);
            most_cells_in_lanes = std::max(most_cells_in_lanes, pairs[i].cells());
        }
        else
            (longest_of(pairs[i]) <= longest_in_strips(wanted) ? in_strips : alone).push_back(i);
    }
    auto const move_all = [](std::vector<std::size_t> & from, std::vector<std::size_t> & to)
    {
        to.insert(to.end(), from.begin(), from.end());
        from.clear();
    };
    if (in_lanes.size() < least_pairs_in_lanes(most_cells_in_lanes))
        move_all(in_lanes, in_strips);
    if (in_strips.size() < 2)
        move_all(in_strips, alone);

    if (!in_lanes.empty())
        find_in_lanes(pairs, in_lanes, results, device, execution, control);
    if (!in_strips.empty())
    {
        in_strips = find_in_strips(pairs, std::move(in_strips), wanted, results, device, execution, control);
        move_all(in_strips, alone);
    }

    // Also a call without pairs starts the run-time.
    auto const space = workspaces_.lend(device);
    for (std::size_t const i : alone)
    {
        control.check();
        results[i] = wanted == lcs::output::length ? find_length(pairs[i], *space, control)
                                                   : find_subsequence(pairs[i], execution, *space, control);
    }
    for (lcs::result & result : results)
        result.backend = plan::backend::cuda;
    return results;
}

lcs::batch_work cuda_backend::find_long_enough(lcs::pair_source const & source, plan::execution const & execution) const
{
    if (source.longest_size > longest_in_lane)
        return backend::find_long_enough(source, execution);

    unsigned const device = device_of(execution);
    run_control control{execution, source.cells};
    control.check();
    return run_lanes(device, source, plan::threads_at_hand(execution), control);
}

std::vector<std::uint64_t> cuda_backend::prefix_increments(packing::packed_sequence_view const first,
                                                           packing::packed_sequence_view const second,
                                                           plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    run_control control{execution, lcs::sequence_pair{first, second}.cells()};
    control.check();
    if (first.empty() || second.empty())
        return std::vector<std::uint64_t>((first.size() + 63) / 64);

    scoped_device const current{device};
    auto const space = workspaces_.lend(device);
    return std::move(compute_with_room({first, second}, pair_output::increments, *space, control).increments);
}

primer::work cuda_backend::find_primers(primer::search const & search, plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    std::vector<primer::piece> const pieces = search.cut(search.positions());
    auto const is_open = [&search](primer::piece const & piece)
    {
        return search.is_open(piece);
    };
    // There is nothing to search in, or for; or patterns are too long.
    if (search.text().letters().empty() || std::ranges::none_of(pieces, is_open)
        || search.rates().rare_size() > longest_filter_pattern)
        return cpu::cpu_backend{}.find_primers(search, execution);

    scoped_device const current{device};
    return cuda::find_primers(search, device, workspaces_, plan::threads_at_hand(execution));
}

void cuda_backend::find_matches(primer::match_search const & search, plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    unsigned const threads = plan::threads_at_hand(execution);
    // Those with long patterns come first.
    std::size_t first = 0;
    while (first < search.groups()
           && (search.text().letters().empty() || search.pattern_size(first) > longest_filter_pattern))
        ++first;
    if (first != 0)
        cpu::find_matches(search, first, threads);
    if (first == search.groups())
        return;

    scoped_device const current{device};
    cuda::find_matches(search, first, device, workspaces_, threads);
}

} // namespace seqan3_gpulcs::cuda
