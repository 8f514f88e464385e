// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/backend/kept_set.hpp"

#include "cuda/lane/lane_set_pipeline.hpp"
#include "cuda/runtime/out_of_memory.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "src/plan/sequence_sets.hpp"

namespace seqan3_gpulcs::cuda
{

kept_set::kept_set(std::span<packing::packed_sequence_view const> const set, pipeline_resources const & resources) :
    devices_{resources.devices}
{
    for (set_part const & part : cut_sets(plan::sequence_sets{{}, set}))
        parts_.push_back(std::make_unique<kept_lanes>(set, part.second_begin, part.second_end));
    for (unsigned const device : devices_)
    {
        scoped_device const current{device};
        auto const upload = [&]()
        {
            stream_context_pool::lease const context = resources.contexts.lend(device);
            for (std::unique_ptr<kept_lanes> const & part : parts_)
                part->upload(*context, resources.threads, resources.control);
        };
        auto const make_room = [&]()
        {
            resources.contexts.release_idle(device);
        };
        do_with_room(upload, make_room);
    }
}

std::uint64_t kept_set::device_bytes() const noexcept
{
    std::uint64_t bytes = 0;
    for (std::unique_ptr<kept_lanes> const & part : parts_)
        bytes += part->bytes();
    return bytes;
}

} // namespace seqan3_gpulcs::cuda
