// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many batches, prepared by several threads of the host while the device computes others.
 */

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "cuda/runtime/scoped_device.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "cuda/runtime/try_with_room.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The resources that compute batches.
struct pipeline_resources
{
    unsigned device;                 //!< The number of the device.
    stream_context_pool & contexts;  //!< Lends contexts of the device.
    unsigned threads;                //!< The host threads that prepare batches; at least 1.
    runtime::task_control & control; //!< Progress and stop.
};

/*!\brief Computes batches on several host threads. Each prepares a batch while another one of its own is computed.
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
    //!\brief Both arguments must outlive the object.
    pipeline(job_t & job, pipeline_resources const & resources) noexcept : job_{job}, resources_{resources}
    {}

    /*!\brief Computes all batches.
     * \returns The numbers of those for which there was not enough memory; `finish` is not called for them.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress
     *         callback.
     */
    std::vector<std::size_t> run()
    {
        resources_.control.run_team(
            static_cast<unsigned>(std::min<std::size_t>(resources_.threads, job_.batch_count())),
            [this]()
            {
                run_double_buffered();
            });
        return std::move(without_memory_);
    }

private:
    struct slot
    {
        stream_context_pool::lease context;
        typename job_t::batch_t batch{*context};
        typename job_t::input_t input{};
    };

    // Runs on each thread.
    void run_double_buffered()
    {
        scoped_device const current{resources_.device};
        slot slots[2]{{resources_.contexts.lend(resources_.device)}, {resources_.contexts.lend(resources_.device)}};
        unsigned turn = 0;
        for (std::size_t number = next_batch_++; number < job_.batch_count(); number = next_batch_++)
        {
            slot & free = slots[turn++ % 2];
            finish(free);
            job_.prepare(number, free.input);
            if (!start(free, slots[turn % 2]))
            {
                std::scoped_lock const lock{without_memory_mutex_};
                without_memory_.push_back(number);
            }
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
                // What is on the device already cannot be started again.
                if (one.batch.is_started() || std::exchange(has_made_room, true))
                    return false;
                finish(other);
                other.context->release();
                one.context->release();
                resources_.contexts.release_idle(resources_.device);
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
    std::atomic<std::size_t> next_batch_{0};
    std::mutex without_memory_mutex_{};
    std::vector<std::size_t> without_memory_{};
};

} // namespace seqan3_gpulcs::cuda
