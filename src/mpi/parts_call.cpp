// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/parts_call.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "src/plan/part_chunks.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// The overhead of a chunk on the vectors of the CPU, in columns.
constexpr double vector_overhead_columns{448};

// The chunks that rank 0 has at a time: one is being computed, and the other one is at hand when it is done.
constexpr std::uint64_t chunks_ahead{2};

// Parts end at checkpoints where possible: otherwise, the next part would be cut there. But checkpoints may be far from each other,
// or there may be none.
std::uint64_t choose_unit(std::uint64_t const spacing, double const size, std::uint64_t const other_unit) noexcept
{
    return spacing == 0 || static_cast<double>(spacing) > size ? other_unit : spacing;
}

std::uint64_t round_up(double const value, std::uint64_t const unit) noexcept
{
    return util::ceil_div(static_cast<std::uint64_t>(value), unit) * unit;
}

// Gives each rank rows in proportion to its speed; ranks without rows are left out.
std::vector<row_share>
share_rows(plan::interval const & rows, std::vector<double> const & speeds, std::uint64_t const spacing)
{
    constexpr double max_part_of_share{0.01};
    double const max_unit = max_part_of_share * static_cast<double>(rows.size()) / static_cast<double>(speeds.size());
    std::uint64_t const unit = choose_unit(spacing, max_unit, plan::part_unit(static_cast<std::uint64_t>(max_unit)));
    double const all = std::reduce(speeds.begin(), speeds.end());
    std::vector<row_share> shares{};
    double speed = 0;
    std::uint64_t begin = rows.begin;
    for (std::size_t rank = 0; rank < speeds.size(); ++rank)
    {
        speed += speeds[rank];
        double const wanted = static_cast<double>(rows.size()) * (speed / all);
        std::uint64_t const end =
            rank + 1 == speeds.size() ? rows.end : std::min(rows.begin + round_up(wanted, unit), rows.end);
        if (end > begin)
            shares.push_back({rank, end});
        begin = end;
    }
    return shares;
}

std::uint64_t choose_chunk(plan::matrix_region const & region,
                           rank_call const & call,
                           std::uint64_t const min_columns,
                           std::uint64_t const spacing,
                           double const max_cells)
{
    double const overhead = std::max(vector_overhead_columns, plan::device_overhead_columns * call.max_devices());
    double const best = plan::best_chunk_columns(region.columns(), call.speeds().size(), overhead);
    double const most = max_cells / static_cast<double>(region.rows());
    double const columns = std::max(std::min(best, most), static_cast<double>(min_columns));
    return round_up(columns, choose_unit(spacing, columns, plan::part_alignment));
}

words make_content(parts_request const & request)
{
    part_plan const plan{request.metric, request.region, request.kept.grid, request.vertical};
    return make_words(job_kind::parts, plan, request.pair.first, request.pair.second);
}

} // namespace

parts_call::parts_call(rank_group & group,
                       parts_request const & request,
                       plan::execution const & execution,
                       column_watcher * const watcher) :
    request_{request},
    border_words_{plan::border_words(request.metric)},
    watcher_{watcher},
    call_{group, make_job, make_content(request), execution, true}
{
    plan::matrix_region const & region = request_.region;
    std::vector<double> const & speeds = call_.speeds();
    double const max_cells = watcher_ ? watcher_->max_chunk_cells(std::reduce(speeds.begin(), speeds.end()))
                                      : std::numeric_limits<double>::infinity();
    plan::checkpoint_grid const & grid = request_.kept.grid;
    task_.shares = share_rows({region.row_begin, region.row_end}, speeds, grid.row_spacing);
    task_.columns_per_chunk =
        choose_chunk(region, call_, group.tuning().min_chunk_columns, grid.column_spacing, max_cells);
    chunks_ = util::ceil_div(region.columns(), task_.columns_per_chunk);
    found_.horizontal.resize(region.column_words() * border_words_);
    call_.expect(region.cells());
}

found_borders parts_call::run()
{
    while (next_chunk_ < std::min(chunks_ahead, chunks_))
        assign_next();
    std::uint64_t const shares = task_.shares.size();
    for (std::uint64_t missing = chunks_ * shares; missing != 0; --missing)
    {
        task_result const result = call_.wait();
        task_.share = result.number % shares;
        std::uint64_t const chunk = result.number / shares;
        if (task_.share == 0 && next_chunk_ != chunks_)
            assign_next();
        adopt(chunk, word_reader{result.content}.next<finished_part>());
    }
    return std::move(found_);
}

// Assigns the next chunk to rank 0, which has the first rows, and passes it on to the ranks below.
void parts_call::assign_next()
{
    part_task first{task_};
    first.share = 0;
    first.wants_vertical = wants_vertical();
    if (first.wants_vertical)
        wanted_[next_chunk_] = {task_.shares.size(), words(request_.region.row_words() * border_words_)};
    plan::matrix_region const part = first.part(request_.region, next_chunk_);
    auto const above =
        request_.horizontal.empty()
            ? request_.horizontal
            : request_.horizontal.subspan((part.column_begin - request_.region.column_begin) / 64 * border_words_,
                                          part.column_words() * border_words_);
    call_.assign(0, {next_chunk_, make_words(first, above)});
    ++next_chunk_;
}

// A state needs V of all rows at one and the same column, but ranks are at different ones at a time. So the task for a chunk says that V is
// wanted after it: each rank sends its rows when it has computed this chunk, and none waits. No other V is wanted until all of it is there.
bool parts_call::wants_vertical()
{
    if (next_chunk_ + 1 == chunks_)
        return request_.wants_vertical;
    return watcher_ && wanted_.empty() && watcher_->wants_next();
}

void parts_call::adopt(std::uint64_t const chunk, finished_part const & part)
{
    plan::matrix_region const region = task_.part(request_.region, chunk);
    call_.add_cells(region.cells());
    found_.statistics.add(part.statistics);
    std::ranges::copy(
        part.horizontal,
        found_.horizontal.begin()
            + static_cast<std::ptrdiff_t>((region.column_begin - request_.region.column_begin) / 64 * border_words_));
    adopt_checkpoints(part, region);
    if (!part.vertical.empty())
        adopt_vertical(chunk, part.vertical, region.row_begin);
}

void parts_call::adopt_vertical(std::uint64_t const chunk,
                                std::span<std::uint64_t const> const vertical,
                                std::uint64_t const row)
{
    wanted_column & wanted = wanted_.at(chunk);
    std::ranges::copy(vertical,
                      wanted.vertical.begin()
                          + static_cast<std::ptrdiff_t>((row - request_.region.row_begin) / 64 * border_words_));
    if (--wanted.missing != 0)
        return;
    words whole = std::move(wanted.vertical);
    wanted_.erase(chunk);
    if (chunk + 1 == chunks_)
        found_.vertical = std::move(whole);
    else
        watcher_->take(request_.region.column_begin + (chunk + 1) * task_.columns_per_chunk, std::move(whole));
}

void parts_call::adopt_checkpoints(finished_part const & part, plan::matrix_region const & region) const
{
    plan::region_checkpoints const & kept = request_.kept;
    std::uint64_t const row_words = region.row_words() * border_words_;
    for (std::uint64_t i = 0; i < part.kept_columns.size() / row_words; ++i)
        std::ranges::copy(
            part.kept_columns.subspan(i * row_words, row_words),
            kept.column_at((region.column_begin / kept.grid.column_spacing + 1 + i) * kept.grid.column_spacing,
                           region.row_begin));
    std::uint64_t const column_words = region.column_words() * border_words_;
    for (std::uint64_t i = 0; i < part.kept_rows.size() / column_words; ++i)
        std::ranges::copy(part.kept_rows.subspan(i * column_words, column_words),
                          kept.row_at((region.row_begin / kept.grid.row_spacing + 1 + i) * kept.grid.row_spacing,
                                      region.column_begin));
}

} // namespace seqan3_gpulcs::mpi
