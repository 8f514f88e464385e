// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/runtime/stream_context.hpp"

#include <algorithm>
#include <exception>

#include "cuda/runtime/scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

std::uint64_t stream_context::bytes() const noexcept
{
    std::uint64_t sum = 0;
    for (auto const & one : buffers_)
        sum += one->bytes();
    return sum;
}

std::uint64_t stream_context::host_bytes() const noexcept
{
    std::uint64_t sum = 0;
    for (auto const & one : buffers_)
        sum += one->host_bytes();
    return sum;
}

void stream_context::release() noexcept
{
    for (auto const & one : buffers_)
        one->release();
    SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaStreamSynchronize(stream));
}

void stream_context::stop() noexcept
{
    signals.host().stop = 1;
    if (cudaStreamSynchronize(stream) != cudaSuccess)
    {
        static_cast<void>(cudaGetLastError());
        is_broken = true;
    }
}

void stream_context_pool::give_back::operator()(stream_context * const context) const noexcept
{
    std::unique_ptr<stream_context> owner{context};
    try
    {
        scoped_device const current{owner->device};
        if (owner->is_broken)
        {
            owner.reset();
            return;
        }

        std::scoped_lock const lock{pool->mutex_};
        pool->limit_kept_buffers(*owner);
        pool->idle_.push_back(std::move(owner));
    }
    catch (std::exception const &)
    {
        // The next computation makes a new one.
    }
}

void stream_context_pool::limit_kept_buffers(stream_context & context) noexcept
{
    std::uint64_t kept = context.bytes();
    std::uint64_t kept_on_host = context.host_bytes();
    for (auto const & idle : idle_)
    {
        kept += idle->device == context.device ? idle->bytes() : 0;
        kept_on_host += idle->host_bytes();
    }

    // The context that was used last is at the end. It is lent next, so it should keep its buffers.
    std::uint64_t const max_kept = std::min(max_kept_bytes, usable_bytes(context.limits) / 16);
    auto const is_too_much_for = [&](stream_context const & one)
    {
        return kept_on_host > max_kept_host_bytes || (one.device == context.device && kept > max_kept);
    };
    auto const release = [&](stream_context & one)
    {
        kept -= one.device == context.device ? one.bytes() : 0;
        kept_on_host -= one.host_bytes();
        one.release();
    };
    for (auto const & idle : idle_)
        if (is_too_much_for(*idle))
            release(*idle);
    if (is_too_much_for(context))
        release(context);
}

void stream_context_pool::release_idle(unsigned const device) noexcept
{
    std::scoped_lock const lock{mutex_};
    for (auto const & idle : idle_)
        if (idle->device == device)
            idle->release();
}

void stream_context_pool::release_idle() noexcept
{
    std::scoped_lock const lock{mutex_};
    for (auto const & idle : idle_)
        release_on(idle->device,
                   [&]()
                   {
                       idle->release();
                   });
}

bool stream_context_pool::has_started(unsigned const device) const
{
    std::scoped_lock const lock{mutex_};
    return started_.contains(device);
}

stream_context_pool::lease stream_context_pool::lend(unsigned const device)
{
    {
        std::scoped_lock const lock{mutex_};
        // The one that was used last: its buffers are most likely large enough.
        auto const it = std::find_if(idle_.rbegin(),
                                     idle_.rend(),
                                     [device](std::unique_ptr<stream_context> const & idle)
                                     {
                                         return idle->device == device;
                                     });
        if (it != idle_.rend())
        {
            lease lent{it->release(), {this}};
            idle_.erase(std::next(it).base());
            return lent;
        }
    }
    lease lent{new stream_context{device}, {this}};
    std::scoped_lock const lock{mutex_};
    started_.insert(device);
    return lent;
}

} // namespace seqan3_gpulcs::cuda
