// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/offload_policy.hpp"

#include <algorithm>

namespace seqan3_gpulcs::plan
{

namespace
{

// A device must gain so many seconds for the path of one pair: the CPU does its traceback, and small pairs with all of its threads on each are
// slower than one pair per thread. With an H200, these are 4e9 cells for each thread with AVX-512. Batches are aligned by the device:
// they are judged as if lengths were wanted, and in list_route.cpp by the time of their results.
constexpr double min_path_gain{0.026};

// A device must gain so many seconds in a search: copies of the text and the first launches take as long.
constexpr double min_search_gain{0.009};

// Each of several devices should have work for so many seconds: some batches.
constexpr double min_device_seconds{0.01};

// The instructions of a lane for 32 rows of a pattern and a letter, as search_instructions() in cuda/search/tuning_search.hpp counts them;
// and what is left of a position and a letter, as most positions share their passes. `primer_search_benchmark` on an H200: 30,000
// positions in 3.1 G letters took 10.8 s.
constexpr double instructions_per_pattern_word{11};
constexpr double instructions_per_position{1.7};

bool is_gain(double const cpu_seconds,
             double const device_seconds,
             double const min_gain,
             device_costs const & costs,
             device_state const device) noexcept
{
    return cpu_seconds - device_seconds >= (device == device_state::started ? min_gain : costs.start_seconds);
}

// A pair needs a warp for each thread, however long its other sequence is: with fewer, a device takes longer, also for a long list of
// reads in large windows. The strip of a warp has so many rows that a thread would take as long for a column of them.
bool has_enough_rows(std::uint64_t const first, std::uint64_t const second, hardware_costs const & costs) noexcept
{
    auto const rows = static_cast<double>(std::min(first, second));
    return costs.device
        && rows >= costs.host.threads * costs.host.cells_per_second(metric::lcs) * costs.device->column_seconds;
}

} // namespace

bool worth_offloading(double const cells,
                      plan::comparison const & wanted,
                      hardware_costs const & costs,
                      device_state const device) noexcept
{
    return costs.device && device != device_state::missing
        && is_gain(comparison_seconds(cells, wanted.metric, costs.host),
                   comparison_seconds(cells, wanted.metric, *costs.device),
                   wanted.with_path ? min_path_gain : costs.device->launch_seconds,
                   *costs.device,
                   device);
}

bool worth_offloading(alignment::sequence_pair const & pair,
                      plan::comparison const & wanted,
                      hardware_costs const & costs,
                      device_state const device) noexcept
{
    return has_enough_rows(pair.first.size(), pair.second.size(), costs)
        && worth_offloading(pair.cells(), wanted, costs, device);
}

bool worth_offloading(plan::matrix_part const & outline,
                      plan::comparison const & wanted,
                      hardware_costs const & costs,
                      device_state const device) noexcept
{
    return has_enough_rows(outline.region.rows(), outline.columns.size(), costs)
        && worth_offloading(outline.cells(), wanted, costs, device);
}

bool worth_offloading_search(search_times const & times,
                             hardware_costs const & costs,
                             device_state const device) noexcept
{
    if (!costs.device || device == device_state::missing)
        return false;
    return is_gain(search_seconds(times, costs.host),
                   search_seconds(times, costs.host, *costs.device),
                   min_search_gain,
                   *costs.device,
                   device);
}

double comparison_seconds(double const cells, plan::metric const metric, processor_costs const & host) noexcept
{
    return cells / (host.threads * host.cells_per_second(metric));
}

double comparison_seconds(double const cells, plan::metric const metric, device_costs const & device) noexcept
{
    return cells / device.cells_per_second(metric);
}

double search_seconds(search_times const & times, processor_costs const & host) noexcept
{
    return times.seconds / host.threads;
}

double search_seconds(search_times const & times, processor_costs const & host, device_costs const & device) noexcept
{
    double const searched_words = times.pass_seconds * host.searched_cells_per_second / 32;
    return searched_words * instructions_per_pattern_word / device.lane_instructions_per_second;
}

double
primer_seconds(std::uint64_t const positions, std::uint64_t const text_size, device_costs const & device) noexcept
{
    return static_cast<double>(positions) * static_cast<double>(text_size) * instructions_per_position
         / device.lane_instructions_per_second;
}

double pattern_seconds(std::uint64_t const patterns,
                       std::uint64_t const pattern_size,
                       std::uint64_t const text_size,
                       device_costs const & device) noexcept
{
    double const words = static_cast<double>(patterns) * static_cast<double>(pattern_size) / 32;
    return words * static_cast<double>(text_size) * instructions_per_pattern_word / device.lane_instructions_per_second;
}

bool worth_another_device(double const seconds, unsigned const devices, device_state const next) noexcept
{
    double const start_seconds = next == device_state::started ? 0 : device_costs{}.start_seconds;
    return seconds / (devices + 1) >= min_device_seconds + start_seconds;
}

} // namespace seqan3_gpulcs::plan
