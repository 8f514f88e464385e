// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/band_plan.hpp"

#include <algorithm>
#include <cassert>

#include "cuda/strip/tuning_strip.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// Of the begins and ends of strips: whole words of codes.
constexpr std::uint64_t granularity{64};

// The strips of a part, which begins and ends at a crossing that is somewhat rounded.
constexpr std::uint64_t min_part_strips{16};

constexpr std::uint64_t round_down(std::uint64_t const column) noexcept
{
    return column / granularity * granularity;
}

constexpr std::uint64_t round_up(std::uint64_t const column) noexcept
{
    return round_down(column + granularity - 1);
}

// Strips that have no columns in common with those of other parts.
struct band_part
{
    plan::interval strips;
    plan::interval columns;
};

std::vector<band_part> cut_into_parts(band_outline const & outline,
                                      matrix_size const & size,
                                      std::uint64_t const strip_rows,
                                      unsigned const max_parts)
{
    std::uint64_t const strips = util::ceil_div(size.rows, strip_rows);
    std::uint64_t const part_strips = std::max(util::ceil_div<std::uint64_t>(strips, max_parts), min_part_strips);
    std::vector<band_part> parts{{{0, strips}, {0, size.columns}}};
    if (!outline.crossing || max_parts == 1)
        return parts;
    for (std::uint64_t strip = part_strips; strip < strips; strip += part_strips)
    {
        std::optional<std::uint64_t> const crossing = outline.crossing(strip * strip_rows);
        std::uint64_t const column = round_down(crossing.value_or(0) + granularity / 2);
        if (column <= parts.back().columns.begin || column >= size.columns)
            continue;
        parts.back().strips.end = strip;
        parts.back().columns.end = column;
        parts.push_back({{strip, strips}, {column, size.columns}});
    }
    return parts;
}

// The columns of each strip, from top to bottom.
std::vector<plan::interval> find_columns(band_outline const & outline,
                                         matrix_size const & size,
                                         std::uint64_t const strip_rows,
                                         std::vector<band_part> const & parts)
{
    std::vector<plan::interval> columns{};
    columns.reserve(parts.back().strips.end);
    for (band_part const & part : parts)
    {
        plan::interval last{part.columns.begin, part.columns.begin};
        for (std::uint64_t strip = part.strips.begin; strip < part.strips.end; ++strip)
        {
            plan::interval const wanted =
                outline.columns({strip * strip_rows, std::min(size.rows, (strip + 1) * strip_rows)});
            last.begin = std::clamp(round_down(wanted.begin), last.begin, round_down(part.columns.end - 1));
            last.end = std::clamp(round_up(wanted.end), std::max(last.end, last.begin + 1), part.columns.end);
            last.end = std::min(round_up(last.end), part.columns.end);
            columns.push_back(last);
        }
    }
    return columns;
}

// The cycles until the last strip is done, if a strip takes the warp of the first one that is done.
double estimate_cycles(band_plan const & plan, std::uint64_t const strips, device_limits const & limits)
{
    struct times
    {
        double start{};
        double end{};
        std::uint64_t begin{};
    };
    kernel_costs const costs = kernel_costs_on(limits.compute_capability);
    double const unit_columns = plan.shape.unit_columns;
    double const column = std::max(costs.min_column, costs.word * plan.shape.words + costs.column) + costs.unit / unit_columns;
    double const ramp = 32 * unit_columns * column + costs.hand_over;
    std::size_t const warps = std::size_t{plan.warps_per_block} * limits.multiprocessors;
    std::vector<times> of_strips(strips);
    double last_end = 0;
    for (std::size_t i = 0; i < plan.strips.size(); ++i)
    {
        auto const & [columns, strip] = plan.strips[i];
        times & now = of_strips[strip];
        now.begin = columns.begin;
        now.start = i < warps ? 0 : of_strips[plan.strips[i - warps].strip].end;
        double const width = static_cast<double>(columns.end - columns.begin) * column;
        now.end = now.start + width + ramp;
        if (columns.carried_end != columns.begin)
        {
            times const & above = of_strips[strip - 1];
            now.start = std::max(now.start, above.start + static_cast<double>(now.begin - above.begin) * column + ramp);
            now.end = std::max(now.start + width, above.end) + ramp;
        }
        last_end = std::max(last_end, now.end);
    }
    return last_end;
}

} // namespace

std::vector<band_strip> cut_band(band_outline const & outline,
                                 matrix_size const & size,
                                 kernel_shape const & shape,
                                 unsigned const max_parts)
{
    std::vector<band_part> const parts = cut_into_parts(outline, size, shape.strip_rows(), max_parts);
    std::vector<plan::interval> const columns = find_columns(outline, size, shape.strip_rows(), parts);
    std::vector<band_strip> strips{};
    strips.reserve(columns.size());
    // A strip of each part in turn: then all parts are computed at the same time.
    for (std::uint64_t in_part = 0; strips.size() < columns.size(); ++in_part)
        for (band_part const & part : parts)
        {
            std::uint64_t const strip = part.strips.begin + in_part;
            if (strip >= part.strips.end)
                continue;
            auto const & [begin, end] = columns[strip];
            std::uint64_t const carried = strip == 0 ? 0 : columns[strip - 1].end;
            strips.push_back({{begin, end, std::clamp(carried, begin, end)}, static_cast<std::uint32_t>(strip)});
        }
    return strips;
}

band_plan plan_band(band_outline const & outline,
                    sequence_size const & rows,
                    sequence_size const & columns,
                    kernel_shape const & shape,
                    device_limits const & limits)
{
    std::uint64_t const strips = util::ceil_div(rows.length, shape.strip_rows());
    strip_plan warps{.shape = shape};
    if (!plan_warps(warps, strips, columns.letters, limits))
        return {};
    band_plan plan{.shape = shape, .warps_per_block = warps.warps_per_block};
    plan.strips = cut_band(outline, {rows.length, columns.length}, shape, plan.warps_per_block * limits.multiprocessors);
    for (band_strip const & one : plan.strips)
        plan.cells += static_cast<double>(one.columns.end - one.columns.begin)
                    * static_cast<double>(std::min(shape.strip_rows(), rows.length - one.strip * shape.strip_rows()));
    plan.cycles = estimate_cycles(plan, strips, limits);
    return plan;
}

band_plan plan_band(band_outline const & outline,
                    sequence_size const & rows,
                    sequence_size const & columns,
                    device_limits const & limits)
{
    assert(columns.bits == 2);
    band_plan best{};
    for (kernel_shape const & shape : band_shapes)
        if (band_plan plan = plan_band(outline, rows, columns, shape, limits);
            plan.warps_per_block != 0 && (best.warps_per_block == 0 || plan.cycles < best.cycles))
            best = std::move(plan);
    return best;
}

} // namespace seqan3_gpulcs::cuda
