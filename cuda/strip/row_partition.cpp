// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/row_partition.hpp"

#include <algorithm>
#include <cmath>

#include <seqan3_gpulcs/exception.hpp>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// More of them are never faster: chunks would take less time than starting them.
constexpr std::uint64_t max_chunks{512};

// What a chunk takes beside its kernel: calls, and copies. An H200 got 50 MB of codes in 5.9 ms.
constexpr double seconds_per_chunk{2e-4};
constexpr double copied_per_second{8.5e9};

// The bytes that are copied for a row or a column of a chunk: its code of 2 bits, and its state or carries there and back.
constexpr double bytes_per_letter{0.75};

double clock_hz(device_limits const & limits) noexcept
{
    return static_cast<double>(limits.clock_hz);
}

// In proportion to the cells that a device computes per second.
double speed(device_limits const & limits) noexcept
{
    return limits.multiprocessors * clock_hz(limits);
}

// The time of one chunk; infinite if it does not fit into the memory of the device.
double chunk_seconds(partition_task const & task,
                     std::uint64_t const rows,
                     std::uint64_t const columns,
                     device_limits const & limits)
{
    strip_task part{.first = task.rows, .second = task.columns};
    part.first.length = rows;
    part.second.length = columns;
    try
    {
        double const cycles = plan_part(part, task.checkpoints, limits, limits.memory_bytes / 4 * 3).cycles;
        return cycles / clock_hz(limits) + seconds_per_chunk
             + bytes_per_letter * static_cast<double>(rows + columns) / copied_per_second;
    }
    catch (out_of_device_memory const &)
    {
        return HUGE_VAL;
    }
}

// Where intervals of rows, or chunks, should begin: launches end at checkpoints.
std::uint64_t alignment(std::uint64_t const spacing, std::uint64_t const size) noexcept
{
    return spacing != 0 && spacing < size ? spacing : plan::part_alignment;
}

// The best number of chunks for some devices.
row_partition
plan_chunks(partition_task const & task, std::span<numbered_device const> devices, std::vector<plan::interval> rows)
{
    row_partition best{.rows = std::move(rows), .seconds = HUGE_VAL};
    for (numbered_device const & device : devices)
        best.devices.push_back(device.number);

    std::uint64_t const columns = task.columns.length;
    for (std::uint64_t wanted = devices.size(); wanted <= max_chunks; wanted += std::max<std::uint64_t>(wanted / 4, 1))
    {
        std::uint64_t const unit = alignment(task.checkpoints.column_spacing, columns / wanted);
        std::uint64_t const chunk = util::ceil_div(util::ceil_div(columns, wanted), unit) * unit;
        double longest = 0;
        for (std::size_t i = 0; i < devices.size(); ++i)
            longest = std::max(longest,
                               chunk_seconds(task, best.rows[i].size(), std::min(chunk, columns), devices[i].limits));
        double const seconds = longest * static_cast<double>(util::ceil_div(columns, chunk) + devices.size() - 1);
        if (seconds < best.seconds)
        {
            best.chunk_columns = chunk;
            best.seconds = seconds;
        }
        if (chunk == unit)
            break;
    }
    return best;
}

} // namespace

std::vector<plan::interval>
cut_rows(std::uint64_t const rows, std::span<double const> const speeds, std::uint64_t const alignment)
{
    double all = 0;
    for (double const speed : speeds)
        all += speed;

    std::vector<plan::interval> intervals{};
    double before = 0;
    std::uint64_t begin = 0;
    for (double const speed : speeds)
    {
        before += speed;
        auto const wanted = static_cast<std::uint64_t>(static_cast<double>(rows) * (before / all));
        std::uint64_t end = std::min((wanted + alignment / 2) / alignment * alignment, rows);
        end = intervals.size() + 1 == speeds.size() ? rows : std::max(end, begin);
        intervals.push_back({begin, end});
        begin = end;
    }
    return intervals;
}

std::optional<row_partition> plan_row_partition(partition_task const & task,
                                                std::span<numbered_device const> const devices)
{
    std::vector<numbered_device> fastest{devices.begin(), devices.end()};
    std::ranges::stable_sort(fastest,
                             std::ranges::greater{},
                             [](numbered_device const & device)
                             {
                                 return speed(device.limits);
                             });

    std::optional<row_partition> best{};
    for (std::size_t count = 2; count <= fastest.size(); ++count)
    {
        std::span const some = std::span{fastest}.first(count);
        std::vector<double> speeds{};
        for (numbered_device const & device : some)
            speeds.push_back(speed(device.limits));
        std::vector<plan::interval> rows =
            cut_rows(task.rows.length, speeds, alignment(task.checkpoints.row_spacing, task.rows.length / count));
        bool const has_rows_for_all = std::ranges::all_of(rows,
                                                          [](plan::interval const & some_rows)
                                                          {
                                                              return some_rows.size() != 0;
                                                          });
        if (!has_rows_for_all)
            break;
        row_partition const found = plan_chunks(task, some, std::move(rows));
        if (found.chunk_columns != 0 && (!best || found.seconds < best->seconds))
            best = found;
    }
    return best;
}

} // namespace seqan3_gpulcs::cuda
