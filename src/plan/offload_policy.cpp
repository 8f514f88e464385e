// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/offload_policy.hpp"

namespace seqan3_gpulcs::plan
{

namespace
{

// All of these were measured with an H200 and threads with AVX-512.

// Minimum cells per CPU thread at which offloading pays, once the CUDA runtime is up: 16,000 letters against as many take the
// device about 0.3 ms, and a thread as long.
constexpr double min_cells_per_thread{2.5e8};

// The same for the subsequence of one pair: its traceback is done by the CPU, and small pairs with all of its threads on each are
// slower than one pair per thread. Batches are aligned by the device, so they are judged as if lengths were wanted.
constexpr double min_subsequence_cells_per_thread{4e9};

// The same if the runtime must be started first.
constexpr double min_cells_per_thread_to_start{5e10};

// Copies and the first launches; with the start of the runtime.
constexpr double min_cpu_seconds{0.01};
constexpr double min_cpu_seconds_to_start{0.25};

} // namespace

bool worth_offloading(double const cells,
                      lcs::output const wanted,
                      unsigned const threads,
                      device_state const device) noexcept
{
    double const min_cells = device == device_state::not_started ? min_cells_per_thread_to_start
                           : wanted == lcs::output::subsequence  ? min_subsequence_cells_per_thread
                                                                 : min_cells_per_thread;
    return cells >= threads * min_cells;
}

bool worth_offloading(double const cpu_seconds, device_state const device) noexcept
{
    return cpu_seconds >= (device == device_state::started ? min_cpu_seconds : min_cpu_seconds_to_start);
}

} // namespace seqan3_gpulcs::plan
