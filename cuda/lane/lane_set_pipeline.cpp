// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_set_pipeline.hpp"

#include <utility>

#include "cuda/lane/lane_set.hpp"
#include "cuda/lane/lane_statistics.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The limits of the sequences of a set that are on the device at a time.
constexpr std::size_t max_sequences_per_part{std::size_t{1} << 18};
constexpr std::uint64_t max_letters_per_part{std::uint64_t{1} << 28};

// See seqan3_gpulcs::cuda::pipeline.
class set_job : public lane_statistics
{
public:
    using batch_t = lane_set_batch;
    using input_t = lane_set_block;

    set_job(lane_set const & set, plan::value_span const & values, runtime::task_control & control) noexcept :
        set_{set},
        values_{values},
        control_{control}
    {}

    std::size_t batch_count() const noexcept
    {
        return set_.blocks().size();
    }

    void prepare(std::size_t const number, lane_set_block & input) const noexcept
    {
        input = set_.blocks()[number];
    }

    void start(lane_set_batch & batch, lane_set_block const & input) const
    {
        batch.start(set_, input);
    }

    void finish(lane_set_batch const & batch, lane_set_block const & input, std::span<lane_value const> const found)
    {
        set_.store_values(input, found, values_);
        control_.add_cells(input.cells);
        add_statistics(batch.times());
    }

private:
    lane_set const & set_;
    plan::value_span values_;
    runtime::task_control & control_;
};

// Returns the context of a device that holds a set; null if the device has too little memory, or no kernel.
stream_context_pool::lease upload(lane_set & set, unsigned const device, pipeline_resources const & resources)
{
    scoped_device const current{device};
    auto context = resources.contexts.lend(device);
    if (!set.is_computable(context->limits.shared_bytes_per_block))
        return {};

    bool has_made_room = false;
    std::exception_ptr const failure = try_with_room(
        [&]()
        {
            set.upload(*context, resources.threads, resources.control);
        },
        [&]()
        {
            if (std::exchange(has_made_room, true))
                return false;
            set.release(*context);
            resources.contexts.release_idle(device);
            return true;
        });
    if (!failure)
        return context;
    set.release(*context);
    return {};
}

std::optional<plan::source_statistics>
compute(lane_set & set, plan::value_span const & values, pipeline_resources const & resources)
{
    std::vector<stream_context_pool::lease> contexts{};
    pipeline_resources with_set{resources};
    with_set.devices.clear();
    for (unsigned const device : resources.devices)
    {
        stream_context_pool::lease context{};
        auto const upload_set = [&]()
        {
            context = upload(set, device, resources);
        };
        // Without memory even for a context, a device has no copy either.
        if (try_with_room(upload_set) || !context)
            continue;
        contexts.push_back(std::move(context));
        with_set.devices.push_back(device);
    }
    if (with_set.devices.empty())
        return {};

    set_job job{set, values, resources.control};
    if (!pipeline{job, with_set}.run().empty())
        return {};
    plan::source_statistics statistics = job.statistics();
    statistics.transfer_seconds += set.transfer_seconds();
    return statistics;
}

} // namespace

std::vector<set_part> cut_sets(plan::sequence_sets const & sets)
{
    return cut_sets(sets, max_sequences_per_part, max_letters_per_part);
}

std::optional<plan::source_statistics>
find_in_lanes(lane_set_work const & work, plan::value_span const & values, pipeline_resources const & resources)
{
    lane_recurrence const & recurrence = lanes_of(work.metric);
    lane_set set = work.kept != nullptr ? lane_set{work.sets, work.part, recurrence, *work.kept}
                                        : lane_set{work.sets, work.part, recurrence};
    return compute(set, values, resources);
}

} // namespace seqan3_gpulcs::cuda
