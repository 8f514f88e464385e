// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/bidirectional_band.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "src/packing/prefix.hpp"
#include "src/packing/reversed_sequence.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// Reversing sequences on the host, in bytes of codes: a thread gets new memory for them.
constexpr double reversed_per_second{1e9};

double speed_of(band_devices const & devices) noexcept
{
    double sum = 0;
    for (device_limits const & limits : devices.limits)
        sum += limits.speed();
    return sum;
}

double seconds_of(strip_plan const & plan, band_devices const & devices) noexcept
{
    return plan.cycles / static_cast<double>(devices.limits.front().clock_hz);
}

// Rounds rows up to whole strips: not every recurrence has the carries of the last row below rows that do not exist.
std::uint64_t whole_strips(std::uint64_t const rows, kernel_shape const & shape) noexcept
{
    return util::ceil_div(rows, shape.strip_rows()) * shape.strip_rows();
}

// The outline of a band from the end, which is symmetric. The first rows come before the first letter.
band_outline outline_after(std::uint64_t const padding, plan::matrix_band const & band)
{
    return {.columns =
                [padding, band](plan::interval const & rows)
            {
                return band.columns_of({rows.begin - std::min(rows.begin, padding), rows.end - padding});
            },
            .recurrence = &strips_of(band.metric())};
}

// The value below the last strip of a pass, column by column.
class last_row
{
public:
    last_row(strip_plan const & plan, strip_run const & run, std::uint64_t const vertical_sum) :
        traits_{plan.recurrence->traits},
        begin_{plan.band.back().columns.begin},
        end_{plan.band.back().columns.end},
        value_{traits_.value(plan.part_rows, end_, vertical_sum)},
        carries_(run.blocks_below() * traits_.carry_words)
    {
        run.copy_carries_below(carries_);
        run.wait_for_copies();
    }

    // The first column that has a value.
    std::uint64_t begin() const noexcept
    {
        return begin_;
    }

    std::uint64_t end() const noexcept
    {
        return end_;
    }

    // The change of the value in a column: by 1, 0 or -1.
    std::uint64_t change(std::uint64_t const column) const noexcept
    {
        std::uint64_t const place = column - begin_;
        auto const bit = [&](unsigned const k)
        {
            std::uint64_t const differences =
                traits_.differences(carries_[place / block_columns * traits_.carry_words + k], k);
            return differences >> (block_columns - 1 - place % block_columns) & 1;
        };
        return bit(0) - (traits_.carry_words == 1 ? 0 : bit(1));
    }

    // The value after a number of columns.
    std::uint64_t value_after(std::uint64_t const columns) const noexcept
    {
        std::uint64_t value = value_;
        for (std::uint64_t column = columns; column < end_; ++column)
            value -= change(column);
        return value;
    }

private:
    recurrence_traits const & traits_;
    std::uint64_t begin_;
    std::uint64_t end_;
    std::uint64_t value_; // The value after all columns.
    std::vector<tagged_carries> carries_;
};

// The best path is one of two parts, above some row and below it. Columns are counted from the beginning, or from the end.
std::uint64_t
join(last_row const & above, last_row const & below, std::uint64_t const columns, plan::metric const metric) noexcept
{
    std::uint64_t const begin = std::max(above.begin(), columns - std::min(columns, below.end()));
    std::uint64_t const end = std::min(above.end(), columns - below.begin());
    assert(begin <= end);
    std::uint64_t value = above.value_after(begin) + below.value_after(columns - begin);
    std::uint64_t best = value;
    for (std::uint64_t column = begin; column < end; ++column)
    {
        value += above.change(column) - below.change(columns - 1 - column);
        best = plan::better_of(best, value, metric);
    }
    return best;
}

} // namespace

bidirectional_band_plan plan_bidirectional_band(plan::matrix_band const & band,
                                                alignment::sequence_pair const & pair,
                                                band_devices const & first,
                                                band_devices const & second)
{
    sequence_size rows = size_of(pair.first);
    sequence_size columns = size_of(pair.second);
    std::uint64_t const all_rows = rows.length;
    double const share = speed_of(first) / (speed_of(first) + speed_of(second));
    auto const middle = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(share * static_cast<double>(all_rows)),
                                                  1,
                                                  std::max<std::uint64_t>(all_rows, 2) - 1);

    bidirectional_band_plan plan{};
    rows.length = middle;
    strip_plan forward = plan_band(outline_of(band), rows, columns, first);
    rows.length = forward.shape.words == 0 ? all_rows : whole_strips(middle, forward.shape);
    if (rows.length >= all_rows)
        return plan;
    plan.forward =
        rows.length == middle ? std::move(forward) : plan_band(outline_of(band), rows, columns, forward.shape, first);

    columns.length -= band.columns_of({rows.length, all_rows}).begin;
    plan.columns = columns.length;
    rows.length = all_rows - rows.length;
    strip_plan backward = plan_band(outline_of(band), rows, columns, second);
    if (backward.shape.words == 0)
        return plan;
    plan.padding = whole_strips(rows.length, backward.shape) - rows.length;
    rows.length += plan.padding;
    plan.backward = plan.padding == 0
                      ? std::move(backward)
                      : plan_band(outline_after(plan.padding, band), rows, columns, backward.shape, second);
    double const bytes = static_cast<double>((rows.length * rows.bits + columns.length * columns.bits) / 8);
    plan.seconds =
        std::max(seconds_of(plan.forward, first), seconds_of(plan.backward, second)) + bytes / reversed_per_second;
    return plan;
}

bidirectional_band_result compute_band_from_both_ends(bidirectional_band_plan const & plan,
                                                      strip_run & forward,
                                                      context_team const & others,
                                                      runtime::task_control & control,
                                                      double const cells)
{
    auto const rows =
        packing::reversed_sequence::after_padding(packing::suffix_of(forward.rows(), plan.forward.part_rows),
                                                  plan.backward.part_rows);
    packing::reversed_sequence const columns{forward.columns(), plan.columns};
    strip_run backward{rows.view(), columns.view(), others, plan.padding};
    double const kernel_before = forward.kernel_seconds();
    forward.forget_sequences(others);
    try
    {
        forward.begin(plan.forward);
        backward.begin(plan.backward);
        wait_for_runs(std::array{&std::as_const(forward), &std::as_const(backward)}, cells, control);
    }
    catch (...)
    {
        forward.stop();
        backward.stop();
        throw;
    }
    last_row const above{plan.forward, forward, forward.finish()};
    last_row const below{plan.backward, backward, backward.finish()};
    return {.value = join(above, below, forward.columns().size(), plan.forward.recurrence->metric),
            .transfer_seconds = backward.transfer_seconds(),
            .kernel_seconds = std::max(0.0, backward.kernel_seconds() - (forward.kernel_seconds() - kernel_before)),
            .device_bytes = backward.device_bytes()};
}

} // namespace seqan3_gpulcs::cuda
