// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/band_plan.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>

#include "cuda/strip/strip_waves.hpp"
#include "cuda/strip/tuning_strip.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The begins and ends of strips are multiples of this, so that they are whole words of codes.
constexpr std::uint64_t granularity{64};

// The strips of a part, which begins and ends at a crossing that is somewhat rounded.
constexpr std::uint64_t min_part_strips{16};

// The strips of a wave, for each of the warps of a device, and at most. With few, each device has its share of the strips that run at a
// time; between waves carries take a little longer.
constexpr double wave_strips_per_warp{1.0 / 16};
constexpr double max_wave_strips{32};

constexpr std::uint64_t round_down(std::uint64_t const value, std::uint64_t const divisor = granularity) noexcept
{
    return value / divisor * divisor;
}

constexpr std::uint64_t round_up(std::uint64_t const value, std::uint64_t const divisor = granularity) noexcept
{
    return round_down(value + divisor - 1, divisor);
}

// A part of a band: blocks of rows that have no columns in common with those of other parts.
struct band_part
{
    plan::interval blocks;
    plan::interval columns;
};

// Cuts a band into blocks of rows with the same columns: a strip, or as many as there are between two rows that are kept.
class band_cutter
{
public:
    band_cutter(strip_plan const & plan,
                band_outline const & outline,
                matrix_size const & size,
                unsigned const max_parts) :
        outline_{outline},
        size_{size},
        block_rows_{std::max(plan.checkpoints.row_spacing, plan.shape.strip_rows())},
        begin_granularity_{std::max(plan.checkpoints.column_spacing, granularity)},
        parts_{{{0, util::ceil_div(size.rows, block_rows_)}, {0, size.columns}}}
    {
        if (outline.crossing && max_parts > 1)
            cut_into_parts(max_parts);
        for (band_part const & part : parts_)
            add_columns(part);
    }

    std::uint64_t block_rows() const noexcept
    {
        return block_rows_;
    }

    // The columns of each block.
    std::vector<plan::interval> const & columns() const noexcept
    {
        return columns_;
    }

    std::vector<band_part> const & parts() const noexcept
    {
        return parts_;
    }

private:
    void cut_into_parts(unsigned const max_parts)
    {
        std::uint64_t const blocks = parts_.front().blocks.end;
        std::uint64_t const part_blocks = std::max(util::ceil_div<std::uint64_t>(blocks, max_parts), min_part_strips);
        for (std::uint64_t block = part_blocks; block < blocks; block += part_blocks)
        {
            std::optional<std::uint64_t> const crossing = outline_.crossing(block * block_rows_);
            std::uint64_t const column = round_down(crossing.value_or(0) + granularity / 2);
            if (column <= parts_.back().columns.begin || column >= size_.columns)
                continue;
            parts_.back().blocks.end = block;
            parts_.back().columns.end = column;
            parts_.push_back({{block, blocks}, {column, size_.columns}});
        }
    }

    void add_columns(band_part const & part)
    {
        auto [begin, end] = plan::interval{part.columns.begin, part.columns.begin};
        for (std::uint64_t block = part.blocks.begin; block < part.blocks.end; ++block)
        {
            plan::interval const wanted =
                outline_.columns({block * block_rows_, std::min(size_.rows, (block + 1) * block_rows_)});
            begin = std::clamp(round_down(wanted.begin, begin_granularity_),
                               begin,
                               round_down(part.columns.end - 1, begin_granularity_));
            end = std::min(round_up(std::max({end, wanted.end, begin + 1})), part.columns.end);
            columns_.push_back({begin, end});
        }
    }

    band_outline const & outline_;
    matrix_size size_;
    std::uint64_t block_rows_;
    std::uint64_t begin_granularity_;
    std::vector<band_part> parts_;
    std::vector<plan::interval> columns_{};
};

// Lays out the carries of a band with some columns, and the checkpoints of each block.
checkpoint_layout lay_out_checkpoints(strip_plan const & plan, std::vector<plan::interval> const & columns)
{
    matrix_size const size{plan.part_rows, plan.chunk_columns};
    checkpoint_layout layout = cuda::lay_out_checkpoints({}, plan.recurrence->traits, plan.shape, size);
    layout.grid = plan.checkpoints;
    if (layout.grid == plan::checkpoint_grid{})
        return layout;
    // The block more comes after the rows that are kept.
    layout.column_words = layout.state_words(layout.grid.row_spacing);
    --layout.carry_blocks;
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
        auto const & [begin, end] = columns[i];
        layout.rows.push_back({columns[i], layout.words, layout.carry_blocks});
        layout.words += (end - begin - 1) / layout.grid.column_spacing * layout.column_words;
        // The strip below has the upper border where this block has no columns.
        if (i + 1 < columns.size())
            layout.carry_blocks += round_up(columns[i + 1].end - begin) / block_columns;
    }
    ++layout.carry_blocks;
    return layout;
}

// Estimates the times at which each strip of a band begins and ends, in cycles of the first device.
class strip_times
{
public:
    strip_times(strip_plan const & plan, std::uint64_t const strips, band_devices const & devices) :
        plan_{plan},
        devices_{devices},
        waves_{plan.wave_strips, static_cast<unsigned>(strips), plan.checkpoints.row_spacing != 0},
        costs_{plan.recurrence->costs},
        taken_(devices.limits.size()),
        of_strips_(strips)
    {}

    // Returns the time at which the last strip ends, if each strip takes the warp that is free first.
    double estimate()
    {
        double last_end = 0;
        for (band_strip const & one : plan_.band)
        {
            add(one);
            last_end = std::max(last_end, of_strips_[one.strip].end);
        }
        return last_end;
    }

private:
    struct times
    {
        double start{};
        double end{};
        double column{}; // The cycles for a column; a strip that waits for the one above it is no faster than that one.
        std::uint64_t begin{};
    };

    // The cycles for a column on a device, without waiting.
    double column_cycles(device_limits const & limits) const noexcept
    {
        return estimate_strip(plan_.shape, costs_).column * static_cast<double>(devices_.limits.front().clock_hz)
             / static_cast<double>(limits.clock_hz);
    }

    void add(band_strip const & one)
    {
        strip_columns const & columns = one.columns;
        std::size_t const device = waves_.owner(one.strip);
        device_limits const & limits = devices_.limits[device];
        std::vector<std::uint32_t> & taken = taken_[device];
        std::size_t const warps = std::size_t{plan_.warps_per_block} * limits.multiprocessors;
        times & now = of_strips_[one.strip];
        now.begin = columns.begin;
        now.column = column_cycles(limits);
        now.start = taken.size() < warps ? 0 : of_strips_[taken[taken.size() - warps]].end;
        taken.push_back(one.strip);
        double const width = static_cast<double>(columns.end - columns.begin);
        double const ramp = 32 * plan_.shape.unit_columns * now.column + costs_.hand_over;
        now.end = now.start + width * now.column + ramp;
        if (columns.carried_end == columns.begin)
            return;
        times const & above = of_strips_[one.strip - 1];
        if (plan_.through_host && waves_.owner(one.strip - 1) != device)
            now.column = std::max(now.column,
                                  plan_.recurrence->traits.carry_words * seconds_per_block_through_host / block_columns
                                      * static_cast<double>(devices_.limits.front().clock_hz));
        now.start =
            std::max(now.start, above.start + static_cast<double>(now.begin - above.begin) * above.column + ramp);
        now.end = std::max(now.start + width * now.column, above.end) + ramp;
        now.column = std::max(now.column, above.column);
    }

    strip_plan const & plan_;
    band_devices const & devices_;
    strip_waves waves_;
    kernel_costs costs_;
    std::vector<std::vector<std::uint32_t>> taken_; // The strips that each device has taken.
    std::vector<times> of_strips_;
};

} // namespace

void cut_band(strip_plan & plan, band_outline const & outline, matrix_size const & size, unsigned const max_parts)
{
    band_cutter const cutter{plan, outline, size, max_parts};
    std::vector<plan::interval> const & columns = cutter.columns();
    plan.recurrence = outline.recurrence;
    plan.part_rows = size.rows;
    plan.chunk_columns = size.columns;
    plan.layout_of_band = lay_out_checkpoints(plan, columns);
    plan.band.clear();
    checkpoint_layout const & layout = plan.layout_of_band;

    std::uint64_t const per_block = cutter.block_rows() / plan.shape.strip_rows();
    // The blocks below some strips, from a column on.
    auto const carries_below = [&](std::uint64_t const strips, std::uint64_t const column)
    {
        std::uint64_t const block = strips / per_block;
        if (!layout.rows.empty() && strips % per_block == 0 && block != 0 && block < columns.size())
            return layout.rows[block - 1].first_carries + (column - columns[block - 1].begin) / block_columns;
        return (strips + 1) % 2 * layout.row_blocks + column / block_columns;
    };
    auto const add_strip = [&](std::uint64_t const strip)
    {
        auto const & [begin, end] = columns[strip / per_block];
        std::uint64_t const carried = strip == 0 ? 0 : columns[(strip - 1) / per_block].end;
        std::uint64_t const kept = layout.rows.empty()
                                     ? 0
                                     : layout.rows[strip / per_block].first_kept
                                           + strip % per_block * layout.state_words(plan.shape.strip_rows());
        plan.band.push_back({.columns = {begin, end, std::clamp(carried, begin, end)},
                             .above = carries_below(strip, begin),
                             .below = carries_below(strip + 1, begin),
                             .kept = kept,
                             .strip = static_cast<std::uint32_t>(strip)});
    };
    // Takes a strip of each part in turn, so that all parts are computed at the same time.
    std::uint64_t const strips = plan.strip_count(size.rows);
    for (std::uint64_t in_part = 0; plan.band.size() < strips; ++in_part)
        for (band_part const & part : cutter.parts())
            if (std::uint64_t const strip = part.blocks.begin * per_block + in_part;
                strip < std::min(part.blocks.end * per_block, strips))
                add_strip(strip);
    plan.cells = 0;
    for (band_strip const & one : plan.band)
        plan.cells +=
            static_cast<double>(one.columns.end - one.columns.begin)
            * static_cast<double>(std::min(plan.shape.strip_rows(), size.rows - one.strip * plan.shape.strip_rows()));
}

namespace
{

// Returns false if a device has not enough shared memory for a warp of the kernel.
bool plan_band_warps(strip_plan & plan,
                     std::uint64_t const strips,
                     unsigned const letters,
                     band_devices const & devices)
{
    plan.warps_per_block = ~0u;
    for (device_limits const & limits : devices.limits)
        plan.warps_per_block = std::min(
            plan.warps_per_block,
            choose_warps(plan.shape, util::ceil_div<std::uint64_t>(strips, devices.limits.size()), letters, limits));
    return plan.warps_per_block != 0;
}

// A slow device has fewer strips in each wave.
void plan_band_waves(strip_plan & plan, band_devices const & devices)
{
    plan.wave_strips.clear();
    if (devices.limits.size() == 1)
        return;
    device_limits const & fastest = *std::ranges::max_element(devices.limits, {}, &device_limits::speed);
    double const wave =
        std::min(max_wave_strips, wave_strips_per_warp * plan.warps_per_block * fastest.multiprocessors);
    // Rows that are kept must not lie between devices.
    unsigned const unit = plan.checkpoints.row_spacing != 0 ? 2 : 1;
    for (device_limits const & limits : devices.limits)
    {
        double const strips = wave * limits.speed() / fastest.speed();
        plan.wave_strips.push_back(unit * std::max(1u, static_cast<unsigned>(std::lround(strips / unit))));
    }
    plan.through_host = devices.through_host;
}

// Everything but the kernel and the checkpoints.
void complete(strip_plan & plan,
              band_outline const & outline,
              sequence_size const & rows,
              sequence_size const & columns,
              band_devices const & devices)
{
    std::uint64_t const strips = plan.strip_count(rows.length);
    if (!plan_band_warps(plan, strips, columns.letters, devices))
        return;
    plan_band_waves(plan, devices);
    unsigned const max_parts =
        plan.wave_strips.empty() ? plan.warps_per_block * devices.limits.front().multiprocessors : 1;
    cut_band(plan, outline, {rows.length, columns.length}, max_parts);
    plan.cycles = strip_times{plan, strips, devices}.estimate();
}

// The cycles of another kernel if no warp ever waited. Its strips have fewer rows, so fewer columns.
double min_cycles(strip_plan const & plan, kernel_shape const & shape, band_devices const & devices) noexcept
{
    double warps = 0;
    for (device_limits const & limits : devices.limits)
        warps += static_cast<double>(schedulers_per_multiprocessor) * limits.speed()
               / static_cast<double>(devices.limits.front().clock_hz);
    double const excess =
        static_cast<double>(plan.part_rows) * static_cast<double>(plan.shape.strip_rows() + 2 * granularity);
    return (plan.cells - excess) / static_cast<double>(shape.strip_rows())
         * estimate_strip(shape, plan.recurrence->costs).column / warps;
}

} // namespace

strip_plan plan_band(band_outline const & outline,
                     sequence_size const & rows,
                     sequence_size const & columns,
                     kernel_shape const & shape,
                     band_devices const & devices)
{
    strip_plan plan{.shape = shape};
    complete(plan, outline, rows, columns, devices);
    return plan;
}

strip_plan plan_band(band_outline const & outline,
                     sequence_size const & rows,
                     sequence_size const & columns,
                     band_devices const & devices)
{
    strip_plan best{};
    // Shapes with many words come first: the others have many strips, and need not be followed if all warps would take too long.
    for (kernel_shape const & shape : outline.recurrence->band.shapes | std::views::reverse)
        if (shape.bits != columns.bits || (best.warps_per_block != 0 && min_cycles(best, shape, devices) > best.cycles))
            continue;
        else if (strip_plan plan = plan_band(outline, rows, columns, shape, devices);
                 plan.warps_per_block != 0 && (best.warps_per_block == 0 || plan.cycles < best.cycles))
            best = std::move(plan);
    return best;
}

std::optional<strip_plan> plan_band_checkpoints(band_outline const & outline,
                                                sequence_size const & rows,
                                                sequence_size const & columns,
                                                band_devices const & devices,
                                                std::uint64_t const memory)
{
    strip_plan plan = plan_band(outline, rows, columns, devices);
    if (!plan.is_banded())
        return std::nullopt;
    auto const fits = [&](plan::checkpoint_grid const & grid)
    {
        plan.checkpoints = grid;
        complete(plan, outline, rows, columns, devices);
        return plan.band_bytes() <= memory;
    };
    std::uint64_t const row_unit = (devices.limits.size() > 1 ? 2 : 1) * plan.shape.strip_rows();
    if (!find_checkpoints({rows.length, columns.length}, row_unit, fits))
        return std::nullopt;
    return plan;
}

} // namespace seqan3_gpulcs::cuda
