// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/backend/device_calls.hpp"

#include <algorithm>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/ordered_memory.hpp"
#include "cuda/runtime/out_of_memory.hpp"
#include "cuda/runtime/scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

device_calls::device_calls(stream_context_pool & contexts, launch_limits const & limits) noexcept :
    contexts_{contexts},
    limits_{limits}
{}

device_calls::~device_calls()
{
    for (borrowed_context & borrowed : in_use_)
    {
        try
        {
            borrowed.last->wait();
        }
        catch (device_error const &)
        {
            borrowed.context->is_broken = true;
        }
    }
}

// Whether the last call is done. A device that has failed may use the memory nevertheless.
bool device_calls::borrowed_context::is_done_or_broken() noexcept
{
    try
    {
        return !last || last->is_done();
    }
    catch (device_error const &)
    {
        context->is_broken = true;
        return true;
    }
}

std::unique_ptr<backend::placed_sequences const> device_calls::place(backend::sequence_source const & source,
                                                                     std::string alphabet,
                                                                     alignment::device_stream const & stream) const
{
    scoped_device const current{stream.device};
    std::unique_ptr<placed_lanes const> placed{};
    do_with_room(
        [&]()
        {
            placed = std::make_unique<placed_lanes>(source, alphabet, stream);
        },
        [&]()
        {
            make_room(stream.device);
        });
    return placed;
}

std::shared_ptr<backend::started_call const> device_calls::start(backend::device_request const & request) const
{
    unsigned const device = request.stream.device;
    scoped_device const current{device};
    auto const in = static_cast<cudaStream_t>(request.stream.handle);
    std::uint32_t * found = nullptr;
    if (request.first.size() != 0 && request.second.size() != 0)
        found = device_address(request.found, device);
    auto const call = std::make_shared<device_event>(device);
    // Whether the stream is one of the device, before anything is launched.
    call->record(in);

    request.stream.memory != nullptr ? launch_in_memory_of_caller(request, found)
                                     : launch_in_own_memory(request, found, call);
    try
    {
        call->record(in);
        static_cast<placed_lanes const &>(request.first).in_use_until(call);
        if (&request.first != &request.second)
            static_cast<placed_lanes const &>(request.second).in_use_until(call);
    }
    catch (...)
    {
        // The sets do not know of the call.
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaStreamSynchronize(in));
        throw;
    }
    return call;
}

// The memory is freed in the order of the stream.
void device_calls::launch_in_memory_of_caller(backend::device_request const & request,
                                              std::uint32_t * const found) const
{
    device_comparison const comparison{request, find_limits(request.stream.device), limits_};
    ordered_memory const memory{comparison.words(), request.stream};
    try
    {
        comparison.launch(comparison.divide(memory.view()), found, memory.stream());
    }
    catch (...)
    {
        // The sets do not know of what has been launched.
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaStreamSynchronize(memory.stream()));
        throw;
    }
}

void device_calls::launch_in_own_memory(backend::device_request const & request,
                                        std::uint32_t * const found,
                                        std::shared_ptr<device_event> const & call) const
{
    auto const in = static_cast<cudaStream_t>(request.stream.handle);
    borrowed_context borrowed = borrow(request.stream.device, in);
    try
    {
        device_comparison const comparison{request, borrowed.context->limits, limits_};
        reserve(comparison, borrowed, in);
        try
        {
            comparison.launch(borrowed.context->get<comparison_buffers>().memory(), found, in);
            call->record(in);
        }
        catch (...)
        {
            // Others may use the memory from now on.
            if (cudaStreamSynchronize(in) != cudaSuccess)
                borrowed.context->is_broken = true;
            throw;
        }
        borrowed.last = call;
        borrowed.stream = in;
    }
    catch (...)
    {
        give_back(borrowed);
        throw;
    }
    give_back(borrowed);
}

// Memory comes and goes in the order of its own stream, after the call before; then it is there for what follows in the other stream.
void device_calls::reserve(device_comparison const & comparison,
                           borrowed_context & borrowed,
                           cudaStream_t const in) const
{
    stream_context & context = *borrowed.context;
    auto & buffers = context.get<comparison_buffers>();
    if (borrowed.last)
        borrowed.last->hold(in);
    do_with_room(
        [&]()
        {
            if (comparison.fits(buffers))
                return;
            if (borrowed.last)
                borrowed.last->hold(context.stream);
            comparison.reserve(buffers);
        },
        [&]()
        {
            make_room(context.device);
        });
    context.begin.record(context.stream);
    context.begin.hold(in);
}

// A context of the same stream, one that nobody uses, or that of the oldest call.
device_calls::borrowed_context device_calls::borrow(unsigned const device, cudaStream_t const in) const
{
    give_back_done();
    {
        std::scoped_lock const lock{mutex_};
        // So that giving it back needs no memory.
        in_use_.reserve(in_use_.size() + borrowed_[device] + 1);
        auto const is_there = [&](borrowed_context const & borrowed)
        {
            return borrowed.context->device == device;
        };
        auto taken = std::ranges::find_if(in_use_,
                                          [&](borrowed_context const & borrowed)
                                          {
                                              return is_there(borrowed) && borrowed.stream == in;
                                          });
        auto const there = static_cast<std::size_t>(std::ranges::count_if(in_use_, is_there));
        if (taken == in_use_.end() && there + borrowed_[device] >= max_contexts)
            taken = std::ranges::find_if(in_use_, is_there);
        ++borrowed_[device];
        if (taken != in_use_.end())
        {
            borrowed_context borrowed = std::move(*taken);
            in_use_.erase(taken);
            return borrowed;
        }
    }
    try
    {
        return {contexts_.lend(device), nullptr, nullptr};
    }
    catch (...)
    {
        std::scoped_lock const lock{mutex_};
        --borrowed_[device];
        throw;
    }
}

void device_calls::give_back(borrowed_context & borrowed) const noexcept
{
    bool const is_done = borrowed.is_done_or_broken();
    std::scoped_lock const lock{mutex_};
    --borrowed_[borrowed.context->device];
    if (!is_done)
        in_use_.push_back(std::move(borrowed));
}

void device_calls::give_back_done() const noexcept
{
    std::scoped_lock const lock{mutex_};
    std::erase_if(in_use_,
                  [](borrowed_context & borrowed)
                  {
                      return borrowed.is_done_or_broken();
                  });
}

void device_calls::make_room(unsigned const device) const noexcept
{
    give_back_done();
    contexts_.release_idle(device);
}

void device_calls::release_memory() const noexcept
{
    give_back_done();
    contexts_.release_idle();
}

void device_calls::limit_memory(std::uint64_t const bytes) const noexcept
{
    limit_device_bytes(bytes);
    release_memory();
}

// Asking a device takes longer than a call.
device_limits device_calls::find_limits(unsigned const device) const
{
    std::scoped_lock const lock{mutex_};
    auto const found = device_limits_.find(device);
    return found != device_limits_.end() ? found->second : device_limits_[device] = limits_of(device);
}

} // namespace seqan3_gpulcs::cuda
