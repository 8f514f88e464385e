// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_batches.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "cuda/lane/lane_batch.hpp"
#include "cuda/runtime/pipeline.hpp"
#include "cuda/strip/strip_pair.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The pairs that a host thread prepares at a time are no fewer, and their letters no more.
constexpr std::size_t fewest_pairs_of_share{1024};
constexpr std::uint64_t letters_of_share{std::uint64_t{1} << 24};

} // namespace

plan::batch_statistics find_in_lanes(plan::pair_source const & source,
                                     unsigned const device,
                                     stream_context_pool & contexts,
                                     unsigned const threads,
                                     runtime::task_control & control)
{
    struct slot
    {
        stream_context_pool::lease space;
        lane_batch batch{*space};
        std::size_t number{};
        plan::pair_batch share{};
        std::vector<plan::pair_length> found{};
    };

    plan::batch_statistics done{.backends = {plan::backend::cuda}};
    std::mutex done_mutex{};
    auto const make = [&](slot & one, std::size_t const number)
    {
        one.number = number;
        one.share.pairs.clear();
        one.share.ids.clear();
        one.share.min_lengths.clear();
        one.share.cells = 0;
        source.produce(number, one.share);
    };
    std::vector<std::size_t> const without_memory = run_shares<slot>(
        device,
        contexts,
        source.batches,
        threads,
        control,
        make,
        [](slot & one)
        {
            one.batch.start(one.share.pairs, one.share.min_lengths);
        },
        [&](slot & one, std::span<lane_hit const> const hits)
        {
            one.found.clear();
            for (lane_hit const & hit : hits)
                one.found.push_back({one.share.ids[hit.name], hit.length});
            {
                std::scoped_lock const lock{done_mutex};
                source.consume(one.number, one.found);
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
        slot one{contexts.lend(device)};
        make(one, number);
        for (std::size_t i = 0; i < one.share.pairs.size(); ++i)
        {
            lcs::result const found = find_length(one.share.pairs[i], *one.space, contexts, control);
            done.transfer_seconds += found.transfer_seconds;
            done.kernel_seconds += found.kernel_seconds;
            if (found.length >= one.share.min_lengths[i])
                one.found.push_back({one.share.ids[i], found.length});
            control.check();
        }
        source.consume(number, one.found);
        control.add_cells(one.share.cells - plan::cell_count(one.share.pairs));
    }
    return done;
}

void find_in_lanes(std::span<lcs::sequence_pair const> const pairs,
                   std::vector<std::size_t> const & chosen,
                   std::vector<lcs::result> & results,
                   unsigned const device,
                   stream_context_pool & contexts,
                   unsigned const threads,
                   runtime::task_control & control)
{
    std::size_t const most_pairs = std::clamp(chosen.size() / threads, fewest_pairs_of_share, most_pairs_of_share);
    auto const borders = share_borders(pairs,
                                       chosen,
                                       most_pairs,
                                       letters_of_share,
                                       [](std::size_t, std::size_t)
                                       {
                                           return true;
                                       });

    plan::pair_source source{.batches = borders.size() - 1, .max_size = longest_in_lane};
    source.produce = [&](std::size_t const number, plan::pair_batch & share)
    {
        for (std::size_t i = borders[number]; i < borders[number + 1]; ++i)
        {
            share.pairs.push_back(pairs[chosen[i]]);
            share.ids.push_back(chosen[i]);
        }
        share.min_lengths.resize(share.pairs.size());
        share.cells = plan::cell_count(share.pairs);
    };
    source.consume = [&](std::size_t, std::span<plan::pair_length const> const found)
    {
        for (plan::pair_length const & one : found)
            results[one.id].length = one.length;
    };

    auto const start = std::chrono::steady_clock::now();
    plan::batch_statistics const done = find_in_lanes(source, device, contexts, threads, control);
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

} // namespace seqan3_gpulcs::cuda
