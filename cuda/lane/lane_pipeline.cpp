// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <mutex>
#include <utility>

#include "cuda/lane/lane_batch.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/runtime/pair_batches.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The limits of a batch that a host thread prepares.
constexpr std::size_t min_pairs_per_batch{1024};
constexpr std::uint64_t max_letters_per_batch{std::uint64_t{1} << 24};

// The pairs of a batch, and the lengths that are long enough.
struct batch_input
{
    std::size_t number{};
    plan::pair_batch pairs{};
    std::vector<plan::pair_length> found{};
};

// See seqan3_gpulcs::cuda::pipeline.
class lane_job
{
public:
    using batch_t = lane_batch;
    using input_t = batch_input;

    explicit lane_job(plan::pair_source const & source, runtime::task_control & control) noexcept :
        source_{source},
        control_{control}
    {}

    std::size_t batch_count() const noexcept
    {
        return source_.batches;
    }

    void prepare(std::size_t const number, batch_input & input) const
    {
        input.number = number;
        input.pairs.pairs.clear();
        input.pairs.ids.clear();
        input.pairs.min_lengths.clear();
        input.pairs.cells = 0;
        source_.produce(number, input.pairs);
    }

    void start(lane_batch & batch, batch_input const & input) const
    {
        batch.start(input.pairs.pairs, input.pairs.min_lengths);
    }

    void finish(lane_batch const & batch, batch_input & input, std::span<lane_hit const> const hits)
    {
        input.found.clear();
        for (lane_hit const & hit : hits)
            input.found.push_back({input.pairs.ids[hit.id], hit.value});
        {
            std::scoped_lock const lock{mutex_};
            source_.consume(input.number, input.found);
            statistics_.transfer_seconds += batch.times().transfer_seconds;
            statistics_.kernel_seconds += batch.times().kernel_seconds;
            statistics_.device_bytes = std::max(statistics_.device_bytes, batch.device_bytes());
        }
        control_.add_cells(input.pairs.cells);
    }

    plan::source_statistics const & statistics() const noexcept
    {
        return statistics_;
    }

private:
    plan::pair_source const & source_;
    runtime::task_control & control_;
    std::mutex mutex_{};
    plan::source_statistics statistics_{.backends = {plan::backend::cuda}};
};

} // namespace

lane_pipeline_result find_in_lanes(plan::pair_source const & source, pipeline_resources const & resources)
{
    lane_job job{source, resources.control};
    std::vector<std::size_t> without_memory = pipeline{job, resources}.run();
    return {job.statistics(), std::move(without_memory)};
}

std::vector<std::size_t> find_in_lanes(std::span<lcs::sequence_pair const> const pairs,
                                       std::span<std::size_t const> const chosen,
                                       std::vector<lcs::result> & results,
                                       pipeline_resources const & resources)
{
    std::size_t const max_pairs =
        std::clamp(chosen.size() / resources.threads, min_pairs_per_batch, max_pairs_per_batch);
    auto const borders = cut_into_batches(pairs,
                                          chosen,
                                          {max_pairs, max_letters_per_batch},
                                          [](std::size_t, std::size_t)
                                          {
                                              return true;
                                          });
    auto const indices = [&](std::size_t const number)
    {
        return chosen.subspan(borders[number], borders[number + 1] - borders[number]);
    };

    plan::pair_source source{.batches = borders.size() - 1, .max_size = max_lane_size};
    source.produce = [&](std::size_t const number, plan::pair_batch & batch)
    {
        for (std::size_t const i : indices(number))
        {
            batch.pairs.push_back(pairs[i]);
            batch.ids.push_back(i);
        }
        batch.min_lengths.resize(batch.pairs.size());
        batch.cells = plan::cell_count(batch.pairs);
    };
    source.consume = [&](std::size_t, std::span<plan::pair_length const> const found)
    {
        for (plan::pair_length const & one : found)
            results[one.id].length = one.length;
    };

    auto const start = std::chrono::steady_clock::now();
    auto const [statistics, without_memory] = find_in_lanes(source, resources);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    auto const count = static_cast<double>(chosen.size());
    for (std::size_t const i : chosen)
    {
        results[i].forward_seconds = seconds / count;
        results[i].transfer_seconds = statistics.transfer_seconds / count;
        results[i].kernel_seconds = statistics.kernel_seconds / count;
        results[i].device_bytes = statistics.device_bytes;
    }

    std::vector<std::size_t> left{};
    for (std::size_t const number : without_memory)
        std::ranges::copy(indices(number), std::back_inserter(left));
    return left;
}

} // namespace seqan3_gpulcs::cuda
