// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/divided_pair.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/out_of_memory.hpp"
#include "cuda/runtime/peer_buffer.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/strip/bidirectional_pair.hpp"
#include "src/plan/hardware_costs.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

struct numbered_device
{
    unsigned number;
    device_limits limits;
};

// The time of the tiles on a path.
double traceback_seconds(strip_request const & request, plan::checkpoint_grid const & grid, unsigned const threads)
{
    std::uint64_t const rows = request.first.size();
    std::uint64_t const columns = request.second.size();
    auto const tile_rows = static_cast<double>(std::min(grid.row_spacing, rows));
    auto const tile_columns = static_cast<double>(std::min(grid.column_spacing, columns));
    double const tiles = static_cast<double>(rows) / tile_rows + static_cast<double>(columns) / tile_columns;
    return tiles * tile_rows * tile_columns / (plan::this_host(threads).tile_cells_per_second * threads);
}

// The time that blocks take from device to device through the host: one strip in each round hands over.
double hand_over_seconds(strip_request const & request, strip_plan const & plan)
{
    auto const rows = static_cast<double>(plan.second_is_rows ? request.second.size() : request.first.size());
    auto const columns = static_cast<double>(plan.second_is_rows ? request.first.size() : request.second.size());
    double const round_strips = std::reduce(plan.wave_strips.begin(), plan.wave_strips.end(), 0.0);
    double const rounds = std::ceil(rows / static_cast<double>(plan.shape.strip_rows()) / round_strips);
    return rounds * columns / block_columns * seconds_per_block_through_host;
}

// The time on some devices that have nothing else to do; infinite if the pair does not fit into their memory.
double
estimate_seconds(strip_request const & request, std::span<numbered_device const> const devices, unsigned const threads)
{
    std::vector<device_limits> limits{};
    std::vector<unsigned> numbers{};
    for (numbered_device const & device : devices)
    {
        limits.push_back(device.limits);
        numbers.push_back(device.number);
    }
    device_limits const all = combine(limits);
    double seconds = HUGE_VAL;
    auto const estimate = [&]()
    {
        if (devices.size() == 1 && request.wanted == pair_output::only_value)
            if (auto const both_ends =
                    plan_bidirectional(size_of(request.first), size_of(request.second), all, *request.recurrence))
            {
                seconds = both_ends->cycles / static_cast<double>(all.clock_hz);
                return;
            }
        strip_plan const plan = plan_matrix_run(request, limits, usable_bytes(all) / 4 * 3);
        double const bytes = static_cast<double>((plan.part_rows + plan.chunk_columns) * plan.shape.bits) / 8;
        double const kernel_seconds = std::max(plan.cycles / static_cast<double>(all.clock_hz),
                                               can_access_next(numbers) ? 0 : hand_over_seconds(request, plan));
        seconds = kernel_seconds + further_device_seconds(devices.size(), bytes);
        if (request.wanted == pair_output::checkpoints)
            seconds += traceback_seconds(request, plan.checkpoints, threads);
    };
    // A pair that fits into no memory is never divided among these devices.
    static_cast<void>(try_with_room(estimate));
    return seconds;
}

// Whether launches block, as debuggers want it: then one on a device would wait for those of the others, which come after it.
bool do_launches_block() noexcept
{
    char const * const value = std::getenv("CUDA_LAUNCH_BLOCKING");
    return value && std::atoi(value) != 0;
}

// One computation of the process at a time.
exclusive_flag & all_devices()
{
    static exclusive_flag flag{};
    return flag;
}

} // namespace

double further_device_seconds(std::size_t const devices, double const code_bytes) noexcept
{
    constexpr plan::device_costs costs{};
    return static_cast<double>(devices - 1)
         * (costs.further_device_seconds + code_bytes / costs.copied_bytes_per_second);
}

std::vector<unsigned>
divide_pair(strip_request const & request, std::span<unsigned const> const devices, unsigned const threads)
{
    if (do_launches_block())
        return {};
    std::vector<numbered_device> fastest{};
    double single = HUGE_VAL;
    for (unsigned const number : devices)
    {
        fastest.push_back({number, limits_of(number)});
        single = std::min(single, estimate_seconds(request, {&fastest.back(), 1}, threads));
    }
    std::ranges::stable_sort(fastest,
                             std::ranges::greater{},
                             [](numbered_device const & device)
                             {
                                 return device.limits.speed();
                             });

    double best = (1 - min_sharing_gain) * single;
    std::size_t best_count = 0;
    for (std::size_t count = 2; count <= fastest.size(); ++count)
        if (double const seconds = estimate_seconds(request, std::span{fastest}.first(count), threads); seconds < best)
        {
            best = seconds;
            best_count = count;
        }
    std::vector<unsigned> chosen{};
    for (numbered_device const & device : std::span{fastest}.first(best_count))
        chosen.push_back(device.number);
    return chosen;
}

divided_contexts::divided_contexts(std::span<unsigned const> const devices,
                                   stream_context_pool & contexts,
                                   runtime::task_control & control) :
    lock_{all_devices(), std::try_to_lock}
{
    if (!are_lent())
        return;
    leases_.resize(devices.size());
    std::atomic<std::size_t> next{0};
    control.run_team(static_cast<unsigned>(devices.size()),
                     [&]()
                     {
                         for (std::size_t i = next++; i < devices.size(); i = next++)
                         {
                             scoped_device const current{devices[i]};
                             leases_[i] = contexts.lend(devices[i]);
                         }
                     });
}

context_team divided_contexts::team() const
{
    std::vector<stream_context *> all{};
    for (stream_context_pool::lease const & lease : leases_)
        all.push_back(lease.get());
    return context_team{std::move(all)};
}

} // namespace seqan3_gpulcs::cuda
