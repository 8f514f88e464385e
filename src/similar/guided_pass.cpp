// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/guided_pass.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

// The distance of the pass from the guide: a part of the length.
constexpr std::uint64_t sizes_per_margin{1024};
constexpr std::uint64_t min_margin{64};
constexpr std::uint64_t max_margin{512};
constexpr std::uint64_t min_block_rows{1024};

// Among so many multiples of 64 rows, that is a cut where the guide is closest to one of 64 columns.
constexpr std::uint64_t cut_choices{32};

} // namespace

guided_pass::guided_pass(alignment::sequence_pair const & pair,
                         plan::metric const metric,
                         guide const & path,
                         unsigned const threads) :
    pair_{pair},
    metric_{metric},
    path_{path},
    margin_{std::clamp(std::min(pair.first.size(), pair.second.size()) / sizes_per_margin, min_margin, max_margin)},
    block_rows_{std::max(min_block_rows, 4 * margin_ / min_block_rows * min_block_rows)}
{
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    unsigned const count = plan::useful_threads(rows, std::min(columns, block_rows_ + 2 * margin_), threads);
    plan::matrix_cell last{0, 0};
    for (unsigned i = 1; i < count; ++i)
    {
        plan::matrix_cell const cut = cut_near(rows / count * i);
        if (last.row < cut.row && last.column < cut.column && cut.row < rows && cut.column < columns)
        {
            add_part({last.row, cut.row, last.column, cut.column});
            last = cut;
        }
    }
    add_part({last.row, rows, last.column, columns});
}

void guided_pass::add_part(plan::matrix_region const & part)
{
    parts_.push_back({part, {}});
    for (std::uint64_t row = part.row_begin; row < part.row_end; row += block_rows_)
    {
        plan::interval const rows{row, std::min(part.row_end, row + block_rows_)};
        plan::interval const near = path_.columns_of(rows, margin_);
        plan::interval const columns{std::max(part.column_begin, near.begin / 64 * 64),
                                     std::min(part.column_end, util::ceil_div(near.end, std::uint64_t{64}) * 64)};
        parts_.back().columns.push_back(columns);
        cells_ += static_cast<double>(rows.size()) * static_cast<double>(columns.size());
    }
}

plan::matrix_cell guided_pass::cut_near(std::uint64_t const row) const noexcept
{
    plan::matrix_cell best{};
    std::uint64_t best_distance = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t const middle = row / 64;
    std::uint64_t const first = middle - std::min(middle, cut_choices / 2);
    for (std::uint64_t i = first; i < first + cut_choices && i * 64 < pair_.first.size(); ++i)
    {
        plan::interval const columns = path_.columns_at(i * 64);
        std::uint64_t const nearest = (columns.begin + 32) / 64 * 64;
        std::uint64_t const distance =
            columns.size() + std::max(nearest, columns.begin) - std::min(nearest, columns.begin);
        if (distance < best_distance)
        {
            best = {i * 64, nearest};
            best_distance = distance;
        }
    }
    return best;
}

std::uint64_t guided_pass::bytes() const noexcept
{
    std::uint64_t bytes = 0;
    for (guided_part const & part : parts_)
        bytes += cpu::pass_bytes(pair_, part.region, metric_, block_rows_);
    return bytes;
}

std::uint64_t guided_pass::run(runtime::task_control & control) const
{
    std::atomic<std::uint64_t> distance{0};
    runtime::parallel_for(control,
                          static_cast<unsigned>(parts_.size()),
                          parts_.size(),
                          [&]()
                          {
                              return [&](std::size_t const number)
                              {
                                  distance += find_distance(parts_[number], control);
                              };
                          });
    return distance;
}

std::uint64_t guided_pass::find_distance(guided_part const & part, runtime::task_control & control) const
{
    plan::matrix_region const & region = part.region;
    std::vector<std::uint64_t> carries = plan::upper_border(metric_, region.columns());
    cpu::forward_pass({pair_.first, pair_.second, region, {{}, carries}, {}, metric_},
                      1,
                      control,
                      false,
                      {block_rows_, part.columns});
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(region.rows())
                                      + plan::distance_along(metric_, carries, region.columns()));
}

} // namespace seqan3_gpulcs::similar
