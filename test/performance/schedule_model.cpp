// SPDX-License-Identifier: BSD-3-Clause

#include "schedule_model.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <stdexcept>

#include "src/plan/matrix_part.hpp"
#include "src/plan/part_chunks.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::simulation
{

namespace
{

// A warp: when it is done with its strips so far.
struct warp_state
{
    double free{};
    double begin{}; // Of its first strip.
    std::uint64_t strips{};

    bool operator>(warp_state const & other) const noexcept
    {
        return free > other.free;
    }
};

// The warps of a device; that on top takes the next strip.
using device_warps = std::priority_queue<warp_state, std::vector<warp_state>, std::greater<>>;

// Turns the times when the strip above begins each group of columns into those of a strip.
// Returns when the strip is done.
double advance(std::vector<double> & begins, double const taken, double const lag, strip_schedule const & schedule)
{
    double now = taken;
    for (double & begin : begins)
    {
        begin = std::max(now, begin + lag);
        now = begin + schedule.group_time;
    }
    return now + schedule.tail;
}

// Adds what a warp has done until the end of the launch.
void account(time_use & use,
             warp_state const & warp,
             strip_schedule const & schedule,
             double const end,
             double const max_strips)
{
    auto const strips = static_cast<double>(warp.strips);
    double const computing = strips * schedule.strip_time();
    double const idle = end - warp.free;
    double const missing = std::min(idle, (max_strips - strips) * schedule.strip_time());
    use.computing += computing;
    use.fill += warp.begin;
    // Rounding may make it negative.
    use.waiting += std::max(warp.free - warp.begin - computing, 0.0);
    use.imbalance += missing;
    use.drain += idle - missing;
}

// As few rounds as if all warps had a strip in each, and a last round that is a whole one.
std::uint64_t even_wave(std::uint64_t const strips, unsigned const devices, unsigned const warps)
{
    std::uint64_t const rounds = util::ceil_div(strips, std::uint64_t{devices} * warps);
    return util::ceil_div(strips, rounds * devices);
}

// Pieces of the same size.
struct size_and_count
{
    std::uint64_t size{};
    std::uint64_t count{};
};

// The last piece may be shorter.
std::vector<size_and_count> cut(std::uint64_t const whole, std::uint64_t const piece)
{
    std::vector<size_and_count> pieces{{piece, whole / piece}};
    if (whole % piece != 0)
        pieces.push_back({whole % piece, 1});
    return pieces;
}

// As src/mpi/parts_call.cpp chooses it.
std::uint64_t find_chunk(std::uint64_t const columns, cluster_model const & cluster)
{
    double const overhead = plan::device_overhead_columns * cluster.host.devices;
    auto const best = static_cast<std::uint64_t>(plan::best_chunk_columns(columns, cluster.hosts, overhead));
    std::uint64_t const wanted = cluster.chunk_columns != 0 ? cluster.chunk_columns : best;
    return std::min(util::ceil_div(wanted, plan::part_alignment) * plan::part_alignment, columns);
}

} // namespace

void time_use::add(time_use const & other, double const times) noexcept
{
    computing += times * other.computing;
    fill += times * other.fill;
    waiting += times * other.waiting;
    imbalance += times * other.imbalance;
    drain += times * other.drain;
    hosts += times * other.hosts;
}

outcome simulate_strips(strip_schedule const & schedule)
{
    std::vector<device_warps> devices(schedule.devices,
                                      device_warps{std::greater<>{}, std::vector<warp_state>(schedule.warps)});
    // Nothing is above the first strip.
    std::vector<double> begins(schedule.groups, -schedule.lag);
    outcome found{};
    std::uint64_t max_strips = 0;
    for (std::uint64_t strip = 0; strip < schedule.strips; ++strip)
    {
        device_warps & warps = devices[schedule.device_of(strip)];
        warp_state warp = warps.top();
        warps.pop();
        double const done = advance(begins, warp.free, schedule.lag_of(strip), schedule);
        if (warp.strips == 0)
            warp.begin = begins.front();
        warp.free = done;
        max_strips = std::max(max_strips, ++warp.strips);
        found.time = std::max(found.time, warp.free);
        warps.push(warp);
    }

    for (device_warps & warps : devices)
        for (; !warps.empty(); warps.pop())
            account(found.use, warps.top(), schedule, found.time, static_cast<double>(max_strips));
    return found;
}

double simulate_chunks(chunk_schedule const & schedule)
{
    // When the border of each chunk arrives from the rank above.
    std::vector<double> arrivals(schedule.times.front().size());
    double now = 0;
    for (std::vector<double> const & times : schedule.times)
    {
        now = 0;
        for (std::size_t chunk = 0; chunk < arrivals.size(); ++chunk)
        {
            now = std::max(now, arrivals[chunk]) + times[chunk];
            arrivals[chunk] = now + schedule.message_time;
        }
    }
    return now;
}

strip_schedule make_strip_schedule(pair_task const & task, host_model const & host)
{
    auto const & [words, unit_columns, bits] = task.shape;
    auto const & [word, column, min_column, unit, hand_over] = host.device.costs;
    double const cycle = 1 / host.device.clock_hz;
    double const column_time = cycle * (std::max(min_column, word * words + column) + unit / unit_columns);
    double const columns = static_cast<double>(task.columns);
    unsigned const warps = host.device.warps();
    std::uint64_t const strips = util::ceil_div(task.rows, task.shape.strip_rows());
    return {.strips = strips,
            .groups = host.column_groups,
            .group_time = columns * column_time / static_cast<double>(host.column_groups),
            // The first lane works on the block that the last lane of the strip above has done.
            .lag = 32 * unit_columns * column_time + cycle * hand_over,
            .tail = 31 * unit_columns * column_time,
            .devices = host.devices,
            .warps = warps,
            .wave_strips = host.wave_strips == 0 ? even_wave(strips, host.devices, warps) : host.wave_strips,
            .link_time = host.link_seconds};
}

outcome simulate_pair(pair_task const & task, cluster_model const & cluster)
{
    if (cluster.hosts == 1)
        return simulate_strips(make_strip_schedule(task, cluster.host));

    // All parts have the same size, except for the last rows and the last columns.
    std::uint64_t const part_rows =
        util::ceil_div(util::ceil_div<std::uint64_t>(task.rows, cluster.hosts), plan::part_alignment)
        * plan::part_alignment;
    std::vector<size_and_count> const rows = cut(task.rows, part_rows);
    std::vector<size_and_count> const columns = cut(task.columns, find_chunk(task.columns, cluster));
    chunk_schedule schedule{.message_time = cluster.message_seconds
                                          + static_cast<double>(columns.front().size) / 8 / cluster.bytes_per_second};
    outcome found{};
    for (size_and_count const & ranks : rows)
    {
        std::vector<double> times{};
        for (size_and_count const & chunks : columns)
        {
            outcome const part =
                simulate_strips(make_strip_schedule({ranks.size, chunks.size, task.shape}, cluster.host));
            found.use.add(part.use, static_cast<double>(ranks.count * chunks.count));
            times.insert(times.end(), chunks.count, part.time + cluster.chunk_seconds);
        }
        schedule.times.insert(schedule.times.end(), ranks.count, times);
    }
    found.time = simulate_chunks(schedule);
    double const warps = static_cast<double>(cluster.hosts) * cluster.host.devices * cluster.host.device.warps();
    found.use.hosts = found.time * warps - found.use.all();
    return found;
}

std::uint64_t simulated_pair::strips() const noexcept
{
    return util::ceil_div(task.rows, task.shape.strip_rows());
}

simulated_pair simulate_best(pair_question const & question, cluster_model const & cluster)
{
    simulated_pair best{};
    for (bool const second_is_rows : {false, true})
    {
        // Ranks share the longer sequence.
        if (cluster.hosts > 1 && second_is_rows != (question.first < question.second))
            continue;
        for (cuda::kernel_shape const & shape : cuda::kernel_shapes)
        {
            if (shape.bits != 2 || (question.words != 0 && question.words != shape.words))
                continue;
            pair_task const task{second_is_rows ? question.second : question.first,
                                 second_is_rows ? question.first : question.second,
                                 shape};
            outcome const found = simulate_pair(task, cluster);
            if (best.task.rows == 0 || found.time < best.found.time)
                best = {task, found};
        }
    }
    if (best.task.rows == 0)
        throw std::invalid_argument{"There is no kernel with so many words."};
    return best;
}

} // namespace seqan3_gpulcs::simulation
