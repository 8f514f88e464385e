// SPDX-License-Identifier: BSD-3-Clause

#include "stream.hpp"

#include <array>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "device.hpp"
#include "emulation.hpp"
#include "memory.hpp"

using namespace seqan3_gpulcs::emulation;

struct CUstream_st
{
    int const device;
    std::mutex executing{};
    std::deque<operation> operations{};
    uint64_t launches{};
};

struct CUevent_st
{
    int const device;
    uint64_t recorded{}; // how many times
    uint64_t reached{};  // the last one of them that the stream has come to
    std::chrono::steady_clock::time_point time{};
    std::weak_ptr<CUstream_st> stream{}; // where it was recorded last
};

namespace seqan3_gpulcs::emulation
{

namespace
{

//!\brief All streams and events, and their operations.
struct queues
{
    std::mutex mutex;
    std::map<cudaStream_t, std::shared_ptr<CUstream_st>> streams;
    std::map<cudaEvent_t, std::shared_ptr<CUevent_st>> events;
    std::vector<std::shared_ptr<CUstream_st>> destroyed_streams; // with work left
};

queues & shared()
{
    static queues & instance = *new queues; // never destroyed: static objects of tests may use it
    return instance;
}

//!\brief Whoever has the stream may do so. What an operation holds on to is freed without the lock.
void drop_operations(CUstream_st & stream)
{
    std::deque<operation> dropped;
    std::scoped_lock lock{shared().mutex};
    dropped.swap(stream.operations);
}

//!\brief Does some of the work; whether nothing is left. Another host thread may be doing so already.
bool proceed(CUstream_st & stream, uint64_t budget)
{
    std::unique_lock const executing{stream.executing, std::try_to_lock};
    if (!executing)
    {
        std::this_thread::yield();
        return false;
    }

    while (true)
    {
        std::unique_lock lock{shared().mutex};
        if (stream.operations.empty())
            return true;
        if (budget == 0)
            return false;
        operation & first = stream.operations.front(); // stays where it is when others append
        lock.unlock();

        try
        {
            device_access const access{stream.device};
            if (!first(budget))
                return false;
        }
        catch (...)
        {
            drop_operations(stream);
            throw;
        }

        lock.lock();
        stream.operations.pop_front();
    }
}

//!\brief The same where the device may have failed; cudaErrorNotReady if something is left.
cudaError_t query(CUstream_st & stream)
{
    if (check_device(stream.device) == cudaSuccess && !proceed(stream, slice))
        return cudaErrorNotReady;
    cudaError_t const error{check_device(stream.device)};
    if (error != cudaSuccess)
    {
        std::scoped_lock const executing{stream.executing};
        drop_operations(stream);
    }
    return error;
}

cudaError_t finish(CUstream_st & stream)
{
    while (true)
        if (cudaError_t const error = query(stream); error != cudaErrorNotReady)
            return error;
}

//!\brief The remaining work of a destroyed stream is done at some time: now.
void finish_destroyed_streams()
{
    std::vector<std::shared_ptr<CUstream_st>> destroyed;
    {
        std::scoped_lock lock{shared().mutex};
        destroyed.swap(shared().destroyed_streams);
    }
    for (auto const & stream : destroyed)
        finish(*stream);
}

std::shared_ptr<CUevent_st> find(cudaEvent_t const handle)
{
    std::scoped_lock lock{shared().mutex};
    auto const found = shared().events.find(handle);
    return found == shared().events.end() ? nullptr : found->second;
}

} // namespace

std::shared_ptr<CUstream_st> find(cudaStream_t const handle)
{
    std::scoped_lock lock{shared().mutex};
    auto const found = shared().streams.find(handle);
    return found == shared().streams.end() ? nullptr : found->second;
}

int device(CUstream_st const & stream)
{
    return stream.device;
}

uint64_t count_launch(CUstream_st & stream)
{
    std::scoped_lock lock{shared().mutex};
    return stream.launches++;
}

void forget_launches()
{
    std::scoped_lock lock{shared().mutex};
    for (auto const & [handle, stream] : shared().streams)
        stream->launches = 0;
}

cudaError_t enqueue(cudaStream_t const handle, operation added)
{
    auto const stream = find(handle);
    if (stream == nullptr)
        return report(cudaErrorInvalidResourceHandle);
    if (cudaError_t const error = check_device(stream->device); error != cudaSuccess)
        return report(error);
    std::scoped_lock lock{shared().mutex};
    stream->operations.push_back(std::move(added));
    return cudaSuccess;
}

size_t live_streams()
{
    std::scoped_lock lock{shared().mutex};
    return shared().streams.size();
}

size_t live_events()
{
    std::scoped_lock lock{shared().mutex};
    return shared().events.size();
}

} // namespace seqan3_gpulcs::emulation

cudaError_t cudaStreamCreateWithFlags(cudaStream_t * const stream, unsigned)
{
    if (cudaError_t const error = check_device(current_device()); error != cudaSuccess)
        return report(error);
    std::shared_ptr<CUstream_st> created{new CUstream_st{current_device()}};
    *stream = created.get();
    std::scoped_lock lock{shared().mutex};
    shared().streams.emplace(*stream, std::move(created));
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t const stream)
{
    std::scoped_lock lock{shared().mutex};
    auto node = shared().streams.extract(stream);
    if (node.empty())
        return report(cudaErrorInvalidResourceHandle);
    shared().destroyed_streams.push_back(std::move(node.mapped()));
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t const stream)
{
    auto const found = find(stream);
    if (found == nullptr)
        return report(cudaErrorInvalidResourceHandle);
    finish_destroyed_streams();
    return report(finish(*found));
}

cudaError_t cudaStreamQuery(cudaStream_t const stream)
{
    auto const found = find(stream);
    if (found == nullptr)
        return report(cudaErrorInvalidResourceHandle);
    return report(query(*found));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t * const event, unsigned)
{
    if (cudaError_t const error = check_device(current_device()); error != cudaSuccess)
        return report(error);
    std::shared_ptr<CUevent_st> created{new CUevent_st{current_device()}};
    *event = created.get();
    std::scoped_lock lock{shared().mutex};
    shared().events.emplace(*event, std::move(created));
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t const event)
{
    std::scoped_lock lock{shared().mutex};
    return report(shared().events.erase(event) == 1 ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t const event, cudaStream_t const stream)
{
    auto const queue = find(stream);
    auto const found = find(event);
    if (found == nullptr || queue == nullptr || found->device != queue->device)
        return report(cudaErrorInvalidResourceHandle);

    uint64_t number;
    {
        std::scoped_lock lock{shared().mutex};
        number = ++found->recorded;
        found->stream = queue;
    }
    return enqueue(stream,
                   [found, number](uint64_t &)
                   {
                       std::scoped_lock lock{shared().mutex};
                       found->reached = std::max(found->reached, number);
                       found->time = std::chrono::steady_clock::now();
                       return true;
                   });
}

cudaError_t cudaEventQuery(cudaEvent_t const event)
{
    auto const found = find(event);
    if (found == nullptr)
        return report(cudaErrorInvalidResourceHandle);
    if (auto const stream = found->stream.lock(); stream != nullptr)
        if (cudaError_t const error = query(*stream); error != cudaSuccess && error != cudaErrorNotReady)
            return report(error);
    std::scoped_lock lock{shared().mutex};
    return found->reached < found->recorded ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t const handle, cudaEvent_t const event, unsigned)
{
    auto const found = find(event);
    if (found == nullptr)
        return report(cudaErrorInvalidResourceHandle);
    uint64_t number;
    std::weak_ptr<CUstream_st> recorded_in;
    {
        std::scoped_lock lock{shared().mutex};
        number = found->recorded;
        recorded_in = found->stream;
    }
    return enqueue(handle,
                   [found, number, recorded_in](uint64_t &)
                   {
                       // Nobody else may be asking that stream.
                       if (auto const stream = recorded_in.lock(); stream != nullptr)
                           query(*stream);
                       std::scoped_lock lock{shared().mutex};
                       return found->reached >= number;
                   });
}

cudaError_t cudaEventElapsedTime(float * const milliseconds, cudaEvent_t const start, cudaEvent_t const stop)
{
    std::array<std::chrono::steady_clock::time_point, 2> times;
    for (size_t i = 0; i < 2; ++i)
    {
        auto const found = find(i == 0 ? start : stop);
        if (found == nullptr)
            return report(cudaErrorInvalidResourceHandle);
        if (cudaError_t const error = check_device(found->device); error != cudaSuccess)
            return report(error);
        std::scoped_lock lock{shared().mutex};
        if (found->recorded == 0)
            return report(cudaErrorInvalidResourceHandle);
        if (found->reached < found->recorded)
            return cudaErrorNotReady;
        times[i] = found->time;
    }
    *milliseconds = std::chrono::duration<float, std::milli>{times[1] - times[0]}.count();
    return cudaSuccess;
}
