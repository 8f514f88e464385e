// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "cuda/lane/lane_batch.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/lane/lane_statistics.hpp"
#include "src/plan/path_end.hpp"
#include "src/runtime/parallel_collect.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The limits of a batch that a host thread prepares.
constexpr std::size_t min_pairs_per_batch{1024};
constexpr std::size_t max_lane_pairs_per_batch{16'384};
constexpr std::uint64_t max_letters_per_batch{std::uint64_t{1} << 23};

// The most batches of a source that are computed together: their subjects are packed and copied once.
constexpr std::size_t max_batches_together{16};

// The pairs of one or several batches of a source, and the values that are of interest.
struct batch_input
{
    std::size_t first_number{};
    std::vector<std::size_t> begins{}; // The index of the first pair of each batch.
    plan::pair_batch pairs{};
    std::vector<std::uint64_t> thresholds{};
    std::vector<std::uint32_t> subjects{}; // The number of each pair's second sequence, if there are several batches.
    std::vector<std::vector<plan::pair_value>> found{};
};

// Finds where groups of batches that are computed together begin, and the end. Every thread should have some groups.
std::vector<std::size_t> cut_source(plan::pair_source const & source, unsigned const threads)
{
    std::size_t const max_count = std::clamp<std::size_t>(source.batch_count() / threads, 1, max_batches_together);
    std::vector<std::size_t> borders{0};
    for (std::size_t number = 1; number < source.batch_count(); ++number)
        if (number - borders.back() == max_count || source.blocks.empty()
            || source.blocks[number] != source.blocks[number - 1])
            borders.push_back(number);
    if (source.batch_count() != 0)
        borders.push_back(source.batch_count());
    return borders;
}

// See seqan3_gpulcs::cuda::pipeline.
class lane_job : public lane_statistics
{
public:
    using batch_t = lane_batch;
    using input_t = batch_input;

    lane_job(plan::pair_source const & source, pipeline_resources const & resources) :
        source_{source},
        control_{resources.control},
        borders_{cut_source(source, resources.threads)}
    {}

    std::size_t batch_count() const noexcept
    {
        return borders_.size() - 1;
    }

    void prepare(std::size_t const number, batch_input & input) const
    {
        input.first_number = begin(number);
        input.begins.clear();
        input.pairs.clear();
        input.thresholds.clear();
        input.subjects.clear();
        for (std::size_t i = begin(number); i < end(number); ++i)
        {
            input.begins.push_back(input.pairs.pairs.size());
            source_.produce(i, input.pairs);
        }
        for (alignment::sequence_pair const & pair : input.pairs.pairs)
            input.thresholds.push_back(plan::threshold_of(pair, source_.metric));
        if (input.begins.size() == 1 || input.pairs.ids.empty())
            return;
        std::uint64_t const first_id = std::ranges::min(input.pairs.ids);
        for (std::uint64_t const id : input.pairs.ids)
            input.subjects.push_back(static_cast<std::uint32_t>(id - first_id));
    }

    void start(lane_batch & batch, batch_input const & input) const
    {
        batch.use(lanes_of(source_.metric));
        batch.start(input.pairs.pairs, input.thresholds, input.subjects);
    }

    void finish(lane_batch const & batch, batch_input & input, std::span<lane_hit const> const hits)
    {
        input.found.resize(input.begins.size());
        for (std::vector<plan::pair_value> & of_batch : input.found)
            of_batch.clear();
        for (lane_hit const & hit : hits)
        {
            auto const after = std::ranges::upper_bound(input.begins, hit.id);
            input.found[static_cast<std::size_t>(after - input.begins.begin()) - 1].push_back(
                {input.pairs.ids[hit.id], hit.value});
        }
        {
            std::scoped_lock const lock{consumer_mutex_};
            for (std::size_t i = 0; i < input.found.size(); ++i)
                source_.consume(input.first_number + i, input.found[i]);
        }
        add_statistics(batch.times(), batch.device_bytes());
        control_.add_cells(input.pairs.cells);
    }

    // The batches of the source that are computed together.
    std::size_t begin(std::size_t const number) const noexcept
    {
        return borders_[number];
    }

    std::size_t end(std::size_t const number) const noexcept
    {
        return borders_[number + 1];
    }

private:
    plan::pair_source const & source_;
    runtime::task_control & control_;
    std::vector<std::size_t> borders_;
    std::mutex consumer_mutex_{};
};

// The pairs of a call, all values of which are wanted; see seqan3_gpulcs::cuda::pipeline.
class value_job : public lane_statistics
{
public:
    using batch_t = lane_batch;
    using input_t = plan::pair_list;

    value_job(plan::pair_list const & pairs,
              std::size_t const pairs_per_batch,
              plan::comparison const & wanted,
              plan::value_span const & values,
              runtime::task_control & control) noexcept :
        pairs_{pairs},
        pairs_per_batch_{pairs_per_batch},
        wanted_{wanted},
        values_{values},
        control_{control}
    {}

    std::size_t batch_count() const noexcept
    {
        return util::ceil_div(pairs_.size(), pairs_per_batch_);
    }

    void prepare(std::size_t const number, plan::pair_list & input) const noexcept
    {
        input = pairs_.part(begin(number), end(number) - begin(number));
    }

    void start(lane_batch & batch, plan::pair_list const & input) const
    {
        batch.use(lanes_of(wanted_.metric));
        batch.start(input, wanted_.ends);
    }

    void finish(lane_batch const & batch, plan::pair_list const & input, std::span<lane_hit const>)
    {
        batch.store_values(values_.subspan(position(input), input.size()));
        double cells = 0;
        for (std::size_t i = 0; i < input.size(); ++i)
            cells += input[i].cells();
        control_.add_cells(cells);
        add_statistics(batch.times(), batch.device_bytes());
    }

    // The first pair of a batch, counted among the pairs that are computed.
    std::size_t begin(std::size_t const number) const noexcept
    {
        return number * pairs_per_batch_;
    }

    std::size_t end(std::size_t const number) const noexcept
    {
        return std::min(begin(number) + pairs_per_batch_, pairs_.size());
    }

private:
    std::size_t position(plan::pair_list const & input) const noexcept
    {
        return static_cast<std::size_t>(pairs_.indices.empty() ? input.pairs.data() - pairs_.pairs.data()
                                                               : input.indices.data() - pairs_.indices.data());
    }

    plan::pair_list const & pairs_;
    std::size_t pairs_per_batch_;
    plan::comparison wanted_;
    plan::value_span values_;
    runtime::task_control & control_;
};

// Computes a job; pairs of batches for which there was no memory are listed in the result.
template <typename job_t>
lane_pipeline_result run(job_t & job, pipeline_resources const & resources)
{
    std::vector<std::size_t> const batches = pipeline{job, resources}.run();
    lane_pipeline_result result{job.statistics(), {}};
    for (std::size_t const number : batches)
        for (std::size_t i = job.begin(number); i < job.end(number); ++i)
            result.without_memory.push_back(i);
    return result;
}

} // namespace

lane_pipeline_result find_in_lanes(plan::pair_source const & source, pipeline_resources const & resources)
{
    lane_job job{source, resources};
    return run(job, resources);
}

lane_pipeline_result find_in_lanes(plan::pair_list const & pairs,
                                   std::uint64_t const max_size,
                                   plan::comparison const & wanted,
                                   plan::value_span const & values,
                                   pipeline_resources const & resources)
{
    std::size_t const max_pairs =
        std::clamp<std::size_t>(max_letters_per_batch / std::max<std::uint64_t>(2 * max_size, 1),
                                min_pairs_per_batch,
                                max_lane_pairs_per_batch);
    value_job job{pairs,
                  std::clamp(pairs.size() / resources.threads, min_pairs_per_batch, max_pairs),
                  wanted,
                  values,
                  resources.control};
    return run(job, resources);
}

std::vector<std::size_t> find_in_lanes(plan::pair_list const & pairs,
                                       std::uint64_t const max_size,
                                       plan::metric const metric,
                                       std::span<alignment::result> const results,
                                       pipeline_resources const & resources)
{
    auto const start = std::chrono::steady_clock::now();
    std::vector<std::uint32_t> values(pairs.size());
    auto [statistics, without_memory] =
        find_in_lanes(pairs, max_size, {.metric = metric}, std::span{values}, resources);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    auto const count = static_cast<double>(pairs.size());
    // One thread would take longer than the device.
    auto const set_some = [&](std::size_t const begin, std::size_t const end)
    {
        for (std::size_t number = begin; number < end; ++number)
        {
            alignment::result & result = results[pairs.index(number)];
            plan::set_value(result,
                            metric,
                            {{pairs[number].first.size(), pairs[number].second.size()}, values[number]});
            result.backend = plan::backend::cuda;
            result.forward_seconds = seconds / count;
            result.transfer_seconds = statistics.transfer_seconds / count;
            result.kernel_seconds = statistics.kernel_seconds / count;
            result.device_bytes = statistics.device_bytes;
        }
    };
    runtime::for_each_part(resources.control, resources.threads, pairs.size(), set_some);
    for (std::size_t & i : without_memory)
        i = pairs.index(i);
    return std::move(without_memory);
}

} // namespace seqan3_gpulcs::cuda
