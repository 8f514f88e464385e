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
    double computing{};
    std::uint64_t strips{};

    bool operator>(warp_state const & other) const noexcept
    {
        return free > other.free;
    }
};

// The warps of a device; that on top takes the next strip.
using device_warps = std::priority_queue<warp_state, std::vector<warp_state>, std::greater<>>;

// The warps of a host, and the strips that they have in launch after launch.
class host_simulation
{
public:
    host_simulation(strip_schedule const & schedule, double const start) :
        schedule_{schedule},
        start_{start},
        devices_(
            schedule.devices,
            device_warps{std::greater<>{}, std::vector<warp_state>(schedule.warps, {.free = start, .begin = start})}),
        done_(schedule.strips, start)
    {}

    // A launch that begins at some time; returns when it is done.
    double launch(double const begin, double const group_time)
    {
        // Nothing is above the first strip.
        std::vector<double> begins(schedule_.groups, begin - schedule_.lag);
        double end = begin;
        for (std::uint64_t strip = 0; strip < schedule_.strips; ++strip)
        {
            device_warps & warps = devices_[schedule_.device_of(strip)];
            warp_state warp = warps.top();
            warps.pop();
            double const first = std::max({warp.free, begin, done_[strip]});
            double const done = advance(begins, first, schedule_.lag_of(strip), group_time);
            if (warp.strips == 0)
                warp.begin = begins.front();
            warp.free = done_[strip] = done;
            warp.computing += static_cast<double>(schedule_.groups) * group_time + schedule_.tail;
            max_strips_ = std::max(max_strips_, ++warp.strips);
            end = std::max(end, done);
            warps.push(warp);
        }
        return end;
    }

    // What all warps have done until the end.
    time_use use(double const end)
    {
        time_use all{};
        for (device_warps & warps : devices_)
            for (; !warps.empty(); warps.pop())
                account(all, warps.top(), end);
        return all;
    }

private:
    // Turns the times when the strip above begins each group of columns into those of a strip.
    // Returns when the strip is done.
    double advance(std::vector<double> & begins, double const first, double const lag, double const group_time) const
    {
        double now = first;
        for (double & begin : begins)
        {
            begin = std::max(now, begin + lag);
            now = begin + group_time;
        }
        return now + schedule_.tail;
    }

    void account(time_use & all, warp_state const & warp, double const end) const
    {
        double const idle = end - warp.free;
        double const missing = std::min(idle, static_cast<double>(max_strips_ - warp.strips) * schedule_.strip_time());
        all.computing += warp.computing;
        all.fill += warp.begin - start_;
        // Rounding may make it negative.
        all.waiting += std::max(warp.free - warp.begin - warp.computing, 0.0);
        all.imbalance += missing;
        all.drain += idle - missing;
    }

    strip_schedule const schedule_;
    double const start_;
    std::vector<device_warps> devices_;
    std::vector<double> done_; // When each strip is done with the columns so far.
    std::uint64_t max_strips_{};
};

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

void time_use::add(time_use const & other) noexcept
{
    computing += other.computing;
    fill += other.fill;
    waiting += other.waiting;
    imbalance += other.imbalance;
    drain += other.drain;
    hosts += other.hosts;
}

outcome simulate_strips(strip_schedule const & schedule)
{
    chunks_outcome const found = simulate_chunks(schedule, {{.group_time = schedule.group_time}}, 0);
    return {found.done.back(), found.use};
}

chunks_outcome
simulate_chunks(strip_schedule const & schedule, std::vector<chunk> const & chunks, double const host_time)
{
    host_simulation host{schedule, chunks.front().border};
    chunks_outcome found{};
    for (chunk const & one : chunks)
    {
        std::size_t const number = found.done.size();
        double const is_free = number < 2 ? 0 : found.done[number - 2] + host_time;
        found.done.push_back(host.launch(std::max(one.border, is_free), one.group_time));
    }
    found.use = host.use(found.done.back());
    return found;
}

outcome simulate_hosts(host_schedule const & schedule)
{
    std::vector<chunk> chunks{schedule.chunks};
    outcome found{};
    double warps = 0;
    for (strip_schedule const & host : schedule.hosts)
    {
        chunks_outcome const of_host = simulate_chunks(host, chunks, schedule.host_time);
        found.time = of_host.done.back();
        found.use.add(of_host.use);
        warps += static_cast<double>(host.devices) * host.warps;
        for (std::size_t i = 0; i < chunks.size(); ++i)
            chunks[i].border = of_host.done[i] + schedule.host_time + schedule.message_time;
    }
    found.use.hosts = found.time * warps - found.use.all();
    return found;
}

strip_schedule make_strip_schedule(pair_task const & task, host_model const & host)
{
    auto const & [words, unit_columns, bits] = task.shape;
    cuda::kernel_costs const & costs = host.device.kernels.costs;
    double const cycle = 1 / host.device.clock_hz;
    double const column_time =
        cycle * (std::max(costs.min_column, costs.word * words + costs.column) + costs.unit / unit_columns);
    double const columns = static_cast<double>(task.columns);
    unsigned const warps = host.device.warps();
    std::uint64_t const strips = util::ceil_div(task.rows, task.shape.strip_rows());
    return {.strips = strips,
            .groups = host.column_groups,
            .group_time = columns * column_time / static_cast<double>(host.column_groups),
            // The first lane works on the block that the last lane of the strip above has done.
            .lag = 32 * unit_columns * column_time + cycle * costs.hand_over,
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
    host_schedule schedule{.host_time = cluster.chunk_seconds,
                           .message_time = cluster.message_seconds
                                         + static_cast<double>(columns.front().size) / 8 / cluster.bytes_per_second};
    for (size_and_count const & some : columns)
    {
        pair_task const part{part_rows, some.size, task.shape};
        schedule.chunks.insert(schedule.chunks.end(),
                               some.count,
                               {.group_time = make_strip_schedule(part, cluster.host).group_time});
    }
    for (size_and_count const & some : rows)
        schedule.hosts.insert(schedule.hosts.end(),
                              some.count,
                              make_strip_schedule({some.size, columns.front().size, task.shape}, cluster.host));
    return simulate_hosts(schedule);
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
        for (cuda::kernel_shape const & shape : cluster.host.device.kernels.shapes)
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
