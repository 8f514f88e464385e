// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/offload_policy.hpp"

#include <algorithm>

namespace seqan3_gpulcs::plan
{

namespace
{

// All of these were measured with an H200 and threads with AVX-512.

// Minimum cells per CPU thread at which offloading pays, once the CUDA runtime is up: 16,000 letters against as many take the
// device about 0.3 ms, and a thread as long.
constexpr double min_cells_per_thread{2.5e8};

// Minimum cells for the subsequence of one pair: its traceback is done by the CPU, and small pairs with all of its threads on each are
// slower than one pair per thread. Batches are aligned by the device, so they are judged as if lengths were wanted.
constexpr double min_subsequence_cells_per_thread{4e9};

// Minimum cells if the runtime must be started first.
constexpr double min_cells_per_thread_to_start{5e10};

// The smallest strip of a warp has this many rows. By lcs_costs.min_column and edit_costs.min_column in cuda/strip/tuning_strip.hpp, a
// column of it takes a warp 15 cycles for an LCS and 41 for an edit distance: 7 and 20 ns at the 1.98 GHz of an H200. A thread
// computes 150 cells of an LCS per ns (threads_per_device in mpi/rank_group.hpp), so it takes as long for these 1,024 cells, and for
// those of an edit distance. So a pair needs a warp for each thread, however long its other sequence is: with fewer, a device takes
// longer, also for a long list of reads in large windows.
constexpr std::uint64_t min_rows_per_thread{1024};

// A cell of an edit distance takes a thread as long as some cells of an LCS: 1.8 in batches, 2.4 to 3.5 in pairs.
constexpr double cells_per_edit_cell{2};

// Minimum time of the CPU at which offloading pays: copies and the first launches take as long, or the start of the runtime with them.
constexpr double min_cpu_seconds{0.01};
constexpr double min_cpu_seconds_to_start{0.25};

// What each device should have to do when several share the work: some batches if it is up, otherwise more than its start takes,
// which is 0.2 to 0.35 s.
constexpr double min_device_seconds{0.01};
constexpr double min_device_seconds_to_start{0.4};

// Cells, positions times letters, and letters of patterns times letters of the text, per second.
constexpr double compared_per_second{1.5e14};
constexpr double edit_compared_per_second{4.4e13};
constexpr double primers_per_second{8e12};
constexpr double patterns_per_second{4e13};

} // namespace

bool worth_offloading(double const cells,
                      plan::comparison const & wanted,
                      unsigned const threads,
                      device_state const device) noexcept
{
    double const min_cells = device == device_state::not_started ? min_cells_per_thread_to_start
                           : wanted.with_path                    ? min_subsequence_cells_per_thread
                                                                 : min_cells_per_thread;
    double const of_metric = wanted.metric == plan::metric::edit ? cells_per_edit_cell * cells : cells;
    return of_metric >= threads * min_cells;
}

bool worth_offloading(alignment::sequence_pair const & pair,
                      plan::comparison const & wanted,
                      unsigned const threads,
                      device_state const device) noexcept
{
    return std::min(pair.first.size(), pair.second.size()) >= threads * min_rows_per_thread
        && worth_offloading(pair.cells(), wanted, threads, device);
}

bool worth_offloading(double const cpu_seconds, device_state const device) noexcept
{
    return cpu_seconds >= (device == device_state::started ? min_cpu_seconds : min_cpu_seconds_to_start);
}

double comparison_seconds(double const cells, plan::metric const metric) noexcept
{
    return cells / (metric == plan::metric::edit ? edit_compared_per_second : compared_per_second);
}

double primer_seconds(std::uint64_t const positions, std::uint64_t const text_size) noexcept
{
    return static_cast<double>(positions) * static_cast<double>(text_size) / primers_per_second;
}

double
pattern_seconds(std::uint64_t const patterns, std::uint64_t const pattern_size, std::uint64_t const text_size) noexcept
{
    return static_cast<double>(patterns) * static_cast<double>(pattern_size) * static_cast<double>(text_size)
         / patterns_per_second;
}

bool worth_another_device(double const seconds, unsigned const devices, device_state const next) noexcept
{
    return seconds / (devices + 1)
        >= (next == device_state::started ? min_device_seconds : min_device_seconds_to_start);
}

} // namespace seqan3_gpulcs::plan
