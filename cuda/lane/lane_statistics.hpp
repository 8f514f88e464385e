// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the batches of lanes took.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "cuda/runtime/stream_context.hpp"
#include "src/plan/pair_source.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The base of jobs that count their time and memory. Thread safety: add_statistics() may be called concurrently.
class lane_statistics
{
public:
    //!\brief What all batches so far took.
    plan::source_statistics const & statistics() const noexcept
    {
        return statistics_;
    }

protected:
    //!\brief Counts a batch, and the memory of the device for it, where that is known.
    void add_statistics(batch_times const & times, std::uint64_t const device_bytes = 0)
    {
        std::scoped_lock const lock{mutex_};
        statistics_.transfer_seconds += times.transfer_seconds;
        statistics_.kernel_seconds += times.kernel_seconds;
        statistics_.device_bytes = std::max(statistics_.device_bytes, device_bytes);
    }

private:
    std::mutex mutex_{};
    plan::source_statistics statistics_{.backends = {plan::backend::cuda}};
};

} // namespace seqan3_gpulcs::cuda
