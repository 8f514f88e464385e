// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/kept_lanes.hpp"

#include <algorithm>
#include <utility>

#include "cuda/runtime/async_batch.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "src/runtime/parallel_for.hpp"

namespace seqan3_gpulcs::cuda
{

kept_lanes::device_copy::~device_copy()
{
    release_on(device,
               [this]()
               {
                   memory.release();
                   own_stream.reset();
               });
}

kept_lanes::kept_lanes(std::span<packing::packed_sequence_view const> const set,
                       std::size_t const begin,
                       std::size_t const end) :
    begin_{begin},
    end_{end},
    sequences_{set, begin, end}
{
    std::uint64_t const words = sequences_.place(0, sequences_.bits());
    staging_layout layout{};
    columns_ = layout.add<lane_column_codes>(sequences_.size());
    codes_ = layout.add<std::uint64_t>(words + codes_margin);
}

void kept_lanes::upload(stream_context & context, unsigned const threads, runtime::task_control & control)
{
    std::uint64_t const words = codes_.at + codes_.count;
    auto copy = std::make_unique<device_copy>(context.device);
    device_view<std::uint64_t> const memory = copy->memory.reserve(words);

    auto const staging = context.get<staging_buffers>().host.reserve(with_room<std::uint64_t>(words));
    std::span<lane_column_codes> const columns = columns_.in(staging);
    for (std::size_t i = 0; i < sequences_.size(); ++i)
        columns[i] = sequences_.columns(i);
    std::span<std::uint64_t> const codes = codes_.in(staging);
    runtime::parallel_for(control,
                          threads_for_words(codes.size(), threads),
                          sequences_.tasks(),
                          [&]()
                          {
                              return [&](std::size_t const number)
                              {
                                  sequences_.write_codes(number, sequences_.letters(), sequences_.bits(), codes);
                              };
                          });
    std::ranges::fill(codes.last(codes_margin), 0);
    copy_to_device(memory, std::span<std::uint64_t const>{staging.first(words)}, *copy->own_stream);
    // Other streams may use the memory from now on.
    wait_for(*copy->own_stream, []() {});
    control.check();
    copies_[context.device] = std::move(copy);
}

std::uint64_t kept_lanes::bytes() const noexcept
{
    return copies_.size() * (codes_.at + codes_.count) * sizeof(std::uint64_t);
}

} // namespace seqan3_gpulcs::cuda
