// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many batches, prepared by several threads of the host while one or more devices compute others.
 */

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/out_of_memory.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The resources that compute batches.
struct pipeline_resources
{
    std::vector<unsigned> devices;   //!< The numbers of the devices; at least one.
    stream_context_pool & contexts;  //!< Lends contexts of the devices.
    unsigned threads;                //!< The host threads that prepare batches; at least 1. A device needs one of them.
    runtime::task_control & control; //!< Progress and stop.
    plan::device_costs costs{plan::typical_device()}; //!< The costs of the first device.

    //!\brief These resources, in which each device has no more than some threads.
    pipeline_resources with_threads(std::size_t const max_per_device) const
    {
        pipeline_resources limited{*this};
        limited.threads = static_cast<unsigned>(std::min<std::size_t>(threads, max_per_device * devices.size()));
        return limited;
    }
};

/*!\brief The numbers of batches that nobody has computed yet.
 *
 * Thread safety: all member functions may be called concurrently.
 */
class batch_queue
{
public:
    //!\brief Has the numbers below `count`.
    explicit batch_queue(std::size_t const count) noexcept : count_{count}
    {}

    //!\brief Takes a number; none if there are no more.
    std::optional<std::size_t> draw()
    {
        std::scoped_lock const lock{mutex_};
        if (next_ < count_)
            return next_++;
        if (returned_.empty())
            return {};
        std::size_t const number = returned_.back();
        returned_.pop_back();
        return number;
    }

    //!\brief Leaves a batch to another device.
    void put_back(std::size_t const number)
    {
        std::scoped_lock const lock{mutex_};
        returned_.push_back(number);
    }

    //!\brief Whether all batches have been taken.
    bool empty() const
    {
        std::scoped_lock const lock{mutex_};
        return next_ == count_ && returned_.empty();
    }

private:
    mutable std::mutex mutex_{};
    std::size_t count_;
    std::size_t next_{};
    std::vector<std::size_t> returned_{};
};

/*!\brief Computes batches on several host threads. Each prepares a batch while another one of its own is computed.
 *
 * Each thread works for one device. All of them draw from one queue, so that a faster device computes more batches. A thread that
 * finds too little memory for a batch, or even for a context, leaves what is not computed to other devices; what they leave, too, is
 * left to the device with the most memory.
 *
 * \tparam job_t The job, with these members; the functions are called concurrently, for different batches:
 *
 *  * `batch_t`: derived from seqan3_gpulcs::cuda::async_batch.
 *  * `input_t`: the input that the host prepares for a batch; default-constructible, and reused for later batches.
 *  * `batch_count()`: the number of batches.
 *  * `prepare(number, input)`: prepares a batch.
 *  * `start(batch, input)`: starts it. Called once more if memory was missing.
 *  * `finish(batch, input, found)`: receives the result of `batch.finish()`.
 */
template <typename job_t>
class pipeline
{
public:
    //!\brief Takes a job and resources, which must outlive the object.
    pipeline(job_t & job, pipeline_resources const & resources) noexcept : job_{job}, resources_{resources}
    {}

    /*!\brief Computes all batches.
     * \returns The numbers of the batches for which there was not enough memory; `finish` is not called for them.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress
     *         callback.
     */
    std::vector<std::size_t> run()
    {
        if (resources_.devices.size() > 1)
        {
            run_on(resources_.devices);
            if (batches_.empty())
                return {};
        }
        unsigned const largest = largest_device(resources_.devices);
        run_on({&largest, 1});
        return std::move(without_memory_);
    }

private:
    struct slot
    {
        stream_context_pool::lease context;
        typename job_t::batch_t batch{*context};
        typename job_t::input_t input{};
    };

    // Computes batches on some devices until all are taken, or no device has memory for the remaining ones.
    void run_on(std::span<unsigned const> const devices)
    {
        std::atomic<std::size_t> next_thread{0};
        resources_.control.run_team(
            static_cast<unsigned>(std::min<std::size_t>(resources_.threads, job_.batch_count())),
            [&]()
            {
                run_double_buffered(devices[next_thread++ % devices.size()], devices.size() == 1);
            });
    }

    // The contexts that a thread has of a device, which is its current one meanwhile.
    struct place
    {
        place(unsigned const device, stream_context_pool & contexts) :
            current{device},
            slots{{contexts.lend(device)}, {contexts.lend(device)}}
        {}

        scoped_device current;
        slot slots[2];
    };

    // Runs on each thread.
    void run_double_buffered(unsigned const device, bool const is_only_device)
    {
        std::optional<place> own{};
        std::exception_ptr const failure = try_with_room(
            [&]()
            {
                own.emplace(device, resources_.contexts);
            });
        if (failure && is_only_device)
            std::rethrow_exception(failure);
        if (!failure)
            compute_batches(own->slots, is_only_device);
    }

    void compute_batches(slot (&slots)[2], bool const is_only_device)
    {
        unsigned turn = 0;
        for (auto number = batches_.draw(); number; number = batches_.draw())
        {
            slot & free = slots[turn++ % 2];
            finish(free);
            job_.prepare(*number, free.input);
            if (start(free, slots[turn % 2]))
                continue;
            if (!is_only_device)
            {
                batches_.put_back(*number);
                break;
            }
            std::scoped_lock const lock{without_memory_mutex_};
            without_memory_.push_back(*number);
        }
        finish(slots[turn % 2]);
        finish(slots[(turn + 1) % 2]);
    }

    void finish(slot & one)
    {
        auto const check = [this]()
        {
            resources_.control.check();
        };
        if (one.batch.is_started())
            job_.finish(one.batch, one.input, one.batch.finish(check));
        check();
    }

    // Returns false if memory is missing.
    bool start(slot & one, slot & other)
    {
        bool has_made_room = false;
        std::exception_ptr const failure = try_with_room(
            [&]()
            {
                job_.start(one.batch, one.input);
            },
            [&]()
            {
                // A batch that is on the device already cannot be started again.
                if (one.batch.is_started() || std::exchange(has_made_room, true))
                    return false;
                finish(other);
                other.context->release();
                one.context->release();
                resources_.contexts.release_idle(one.context->device);
                return true;
            });
        if (!failure)
            return true;
        if (one.batch.is_started())
            std::rethrow_exception(failure);
        one.context->release();
        return false;
    }

    job_t & job_;
    pipeline_resources const & resources_;
    batch_queue batches_{job_.batch_count()};
    std::mutex without_memory_mutex_{};
    std::vector<std::size_t> without_memory_{};
};

} // namespace seqan3_gpulcs::cuda
