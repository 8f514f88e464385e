// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/guided_pass.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/similar/banded_pass.hpp"
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
    parts_.push_back(part);
    for (std::uint64_t row = part.row_begin; row < part.row_end; row += block_rows_)
    {
        plan::interval const rows{row, std::min(part.row_end, row + block_rows_)};
        std::uint64_t const size = columns_of(part, rows).size();
        max_columns_ = std::max(max_columns_, size);
        cells_ += static_cast<double>(rows.size()) * static_cast<double>(size);
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

plan::interval guided_pass::columns_of(plan::matrix_region const & part, plan::interval const & rows) const noexcept
{
    plan::interval const near = path_.columns_of(rows, margin_);
    return {std::max(part.column_begin, near.begin / 64 * 64),
            std::min(part.column_end, util::ceil_div(near.end, std::uint64_t{64}) * 64)};
}

std::uint64_t guided_pass::bytes() const noexcept
{
    std::uint64_t bytes = 0;
    for (plan::matrix_region const & part : parts_)
        bytes += metric_ == plan::metric::lcs
                   ? banded_pass<cpu::lcs_recurrence>::bytes(pair_, part, block_rows_, max_columns_)
                   : banded_pass<cpu::edit_recurrence>::bytes(pair_, part, block_rows_, max_columns_);
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
                                  distance += metric_ == plan::metric::lcs
                                                ? find_distance<cpu::lcs_recurrence>(parts_[number], control)
                                                : find_distance<cpu::edit_recurrence>(parts_[number], control);
                              };
                          });
    return distance;
}

template <typename recurrence_t>
std::uint64_t guided_pass::find_distance(plan::matrix_region const & part, runtime::task_control & control) const
{
    banded_pass<recurrence_t> pass{pair_, part, control};
    for (std::uint64_t row = part.row_begin; row < part.row_end; row = pass.next_row())
    {
        plan::interval const rows{row, std::min(part.row_end, row + block_rows_)};
        pass.compute(rows.size(), columns_of(part, rows));
    }
    return pass.distance();
}

} // namespace seqan3_gpulcs::similar
