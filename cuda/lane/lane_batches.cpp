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

backend::batch_work find_in_lanes(backend::pair_source const & source,
                                  unsigned const device,
                                  stream_context_pool & contexts,
                                  unsigned const threads,
                                  runtime::task_control & control)
{
    struct slot
    {
        stream_context_pool::lease context;
        lane_batch batch{*context};
        std::size_t number{};
        backend::pair_share share{};
        std::vector<backend::named_length> found{};
    };

    backend::batch_work done{.backends = {plan::backend::cuda}};
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
        contexts,
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
        slot one{contexts.lend(device)};
        make(one, number);
        for (std::size_t i = 0; i < one.share.pairs.size(); ++i)
        {
            lcs::result const found = find_length(one.share.pairs[i], *one.context, contexts, control);
            done.transfer_seconds += found.transfer_seconds;
            done.kernel_seconds += found.kernel_seconds;
            if (found.length >= one.share.least[i])
                one.found.push_back({one.share.names[i], found.length});
            control.check();
        }
        source.take(number, one.found);
        control.add_cells(one.share.cells - backend::cells_of(one.share.pairs));
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

    backend::pair_source source{.shares = borders.size() - 1, .longest_size = longest_in_lane};
    source.make = [&](std::size_t const number, backend::pair_share & share)
    {
        for (std::size_t i = borders[number]; i < borders[number + 1]; ++i)
        {
            share.pairs.push_back(pairs[chosen[i]]);
            share.names.push_back(chosen[i]);
        }
        share.least.resize(share.pairs.size());
        share.cells = backend::cells_of(share.pairs);
    };
    source.take = [&](std::size_t, std::span<backend::named_length const> const found)
    {
        for (backend::named_length const & one : found)
            results[one.name].length = one.length;
    };

    auto const start = std::chrono::steady_clock::now();
    backend::batch_work const done = find_in_lanes(source, device, contexts, threads, control);
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
