// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The choice of several devices for one large pair, and their contexts.
 */

#pragma once

#include <atomic>
#include <mutex>
#include <span>
#include <vector>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/matrix_run.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Chooses devices for a pair.
 * \param request The pair; not empty.
 * \param devices The devices that there are.
 * \param threads The threads of a traceback.
 * \returns The devices that should share the pair, at least two; none if one of them alone would not take clearly longer, as far as is
 *          known before, or if launches block (`CUDA_LAUNCH_BLOCKING`).
 * \throws seqan3_gpulcs::device_error
 */
std::vector<unsigned> divide_pair(strip_request const & request, std::span<unsigned const> devices, unsigned threads);

//!\brief Several devices must be estimated to save at least this part of the time of one, as estimates are not exact.
inline constexpr double min_sharing_gain{0.1};

/*!\brief The time that all devices but the first one take before they begin.
 * \param devices    The number of devices.
 * \param code_bytes The packed codes that each of them gets.
 */
double further_device_seconds(std::size_t devices, double code_bytes) noexcept;

//!\brief A flag that one computation of the process has at a time. Unlike with a mutex, the thread that has it may try again: in a
//!       callback.
class exclusive_flag
{
public:
    //!\brief Returns false if it is taken.
    bool try_lock() noexcept
    {
        return !is_taken_.exchange(true);
    }

    //!\brief Lets others take it.
    void unlock() noexcept
    {
        is_taken_ = false;
    }

private:
    std::atomic<bool> is_taken_{false};
};

//!\brief The contexts of several devices for a computation that has each of them at the same time.
class divided_contexts
{
public:
    /*!\brief Lends contexts, each with a thread of the host: a device that has not started yet takes a while.
     * \param devices  The devices.
     * \param contexts Lends them.
     * \param control  The control of the waiting threads.
     * \throws seqan3_gpulcs::device_error
     *
     * Lends none while another object of the process has some: see matrix_run.
     */
    divided_contexts(std::span<unsigned const> devices,
                     stream_context_pool & contexts,
                     runtime::task_control & control);

    //!\brief Whether it has the contexts.
    bool are_lent() const noexcept
    {
        return lock_.owns_lock();
    }

    //!\brief The contexts.
    context_team team() const;

private:
    std::unique_lock<exclusive_flag> lock_;
    std::vector<stream_context_pool::lease> leases_{};
};

} // namespace seqan3_gpulcs::cuda
