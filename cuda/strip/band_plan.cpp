// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/band_plan.hpp"

#include <algorithm>
#include <utility>

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

// The distances between checkpoints, as without a band.
constexpr std::uint64_t max_checkpoint_intervals{2048};
constexpr std::uint64_t min_checkpoint_intervals{8};
constexpr std::uint64_t min_checkpoint_spacing{8192};

constexpr std::uint64_t round_down(std::uint64_t const value, std::uint64_t const divisor = granularity) noexcept
{
    return value / divisor * divisor;
}

constexpr std::uint64_t round_up(std::uint64_t const value, std::uint64_t const divisor = granularity) noexcept
{
    return round_down(value + divisor - 1, divisor);
}

// Blocks of rows that have no columns in common with those of other parts.
struct band_part
{
    plan::interval blocks;
    plan::interval columns;
};

// Cuts a band into blocks of rows with the same columns: a strip, or as many as there are between two rows that are kept.
class band_cutter
{
public:
    band_cutter(band_plan const & plan,
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

    // Those of each block.
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

// Where each block keeps what.
void lay_out_checkpoints(band_plan & plan, std::vector<plan::interval> const & columns)
{
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
        auto const & [begin, end] = columns[i];
        plan.kept_rows.push_back({columns[i], plan.kept_words, plan.carry_blocks});
        plan.kept_words += (end - begin - 1) / plan.checkpoints.column_spacing * (plan.checkpoints.row_spacing / 32);
        // The strip below has the upper border where this block has no columns.
        if (i + 1 < columns.size())
            plan.carry_blocks += round_up(columns[i + 1].end - begin) / block_columns;
    }
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
    double const column =
        std::max(costs.min_column, costs.word * plan.shape.words + costs.column) + costs.unit / unit_columns;
    double const ramp = 32 * unit_columns * column + costs.hand_over;
    std::size_t const warps = std::size_t{plan.warps_per_block} * limits.multiprocessors;
    std::vector<times> of_strips(strips);
    double last_end = 0;
    for (std::size_t i = 0; i < plan.strips.size(); ++i)
    {
        strip_columns const & columns = plan.strips[i].columns;
        std::uint32_t const strip = plan.strips[i].strip;
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

void cut_band(band_plan & plan, band_outline const & outline, matrix_size const & size, unsigned const max_parts)
{
    band_cutter const cutter{plan, outline, size, max_parts};
    std::vector<plan::interval> const & columns = cutter.columns();
    std::uint64_t const row_blocks = util::ceil_div<std::uint64_t>(size.columns, block_columns);
    plan.strips.clear();
    plan.kept_rows.clear();
    plan.kept_words = 0;
    plan.carry_blocks = 2 * row_blocks;
    bool const keeps = plan.checkpoints.row_spacing != 0;
    if (keeps)
        lay_out_checkpoints(plan, columns);
    // The kernel loads one more.
    ++plan.carry_blocks;

    std::uint64_t const per_block = cutter.block_rows() / plan.shape.strip_rows();
    // The blocks below some strips, from a column on.
    auto const carries_below = [&](std::uint64_t const strips, std::uint64_t const column)
    {
        std::uint64_t const block = strips / per_block;
        if (keeps && strips % per_block == 0 && block != 0 && block < columns.size())
            return plan.kept_rows[block - 1].first_carries + (column - columns[block - 1].begin) / block_columns;
        return (strips + 1) % 2 * row_blocks + column / block_columns;
    };
    auto const add_strip = [&](std::uint64_t const strip)
    {
        auto const & [begin, end] = columns[strip / per_block];
        std::uint64_t const carried = strip == 0 ? 0 : columns[(strip - 1) / per_block].end;
        std::uint64_t const kept =
            keeps ? plan.kept_rows[strip / per_block].first_kept + strip % per_block * (plan.shape.strip_rows() / 32)
                  : 0;
        plan.strips.push_back({.columns = {begin, end, std::clamp(carried, begin, end)},
                               .above = carries_below(strip, begin),
                               .below = carries_below(strip + 1, begin),
                               .kept = kept,
                               .strip = static_cast<std::uint32_t>(strip)});
    };
    // A strip of each part in turn: then all parts are computed at the same time.
    std::uint64_t const strips = util::ceil_div(size.rows, plan.shape.strip_rows());
    for (std::uint64_t in_part = 0; plan.strips.size() < strips; ++in_part)
        for (band_part const & part : cutter.parts())
            if (std::uint64_t const strip = part.blocks.begin * per_block + in_part;
                strip < std::min(part.blocks.end * per_block, strips))
                add_strip(strip);
}

namespace
{

// Everything but the kernel and the checkpoints.
void complete(band_plan & plan,
              band_outline const & outline,
              sequence_size const & rows,
              sequence_size const & columns,
              device_limits const & limits)
{
    std::uint64_t const strips = util::ceil_div(rows.length, plan.shape.strip_rows());
    strip_plan warps{.shape = plan.shape};
    if (!plan_warps(warps, strips, columns.letters, limits))
        return;
    plan.warps_per_block = warps.warps_per_block;
    cut_band(plan, outline, {rows.length, columns.length}, plan.warps_per_block * limits.multiprocessors);
    plan.cells = 0;
    for (band_strip const & one : plan.strips)
        plan.cells +=
            static_cast<double>(one.columns.end - one.columns.begin)
            * static_cast<double>(std::min(plan.shape.strip_rows(), rows.length - one.strip * plan.shape.strip_rows()));
    plan.cycles = estimate_cycles(plan, strips, limits);
}

} // namespace

band_plan plan_band(band_outline const & outline,
                    sequence_size const & rows,
                    sequence_size const & columns,
                    kernel_shape const & shape,
                    device_limits const & limits)
{
    band_plan plan{.shape = shape};
    complete(plan, outline, rows, columns, limits);
    return plan;
}

band_plan plan_band(band_outline const & outline,
                    sequence_size const & rows,
                    sequence_size const & columns,
                    device_limits const & limits)
{
    band_plan best{};
    for (kernel_shape const & shape : band_shapes)
        if (shape.bits != columns.bits)
            continue;
        else if (band_plan plan = plan_band(outline, rows, columns, shape, limits);
                 plan.warps_per_block != 0 && (best.warps_per_block == 0 || plan.cycles < best.cycles))
            best = std::move(plan);
    return best;
}

std::optional<band_plan> plan_band_checkpoints(band_outline const & outline,
                                               sequence_size const & rows,
                                               sequence_size const & columns,
                                               device_limits const & limits,
                                               std::uint64_t const memory)
{
    band_plan plan = plan_band(outline, rows, columns, limits);
    std::uint64_t const strip_rows = plan.shape.strip_rows();
    auto const spacing = [](std::uint64_t const length, std::uint64_t const intervals)
    {
        return std::max(util::ceil_div(length, intervals), min_checkpoint_spacing);
    };
    for (std::uint64_t intervals = max_checkpoint_intervals; intervals > min_checkpoint_intervals;
         intervals = intervals * 3 / 4)
    {
        plan.checkpoints = {round_up(spacing(rows.length, intervals), strip_rows),
                            round_up(spacing(columns.length, intervals), min_column_spacing(block_columns))};
        complete(plan, outline, rows, columns, limits);
        if (plan.bytes() <= memory)
            return plan;
    }
    return std::nullopt;
}

} // namespace seqan3_gpulcs::cuda
