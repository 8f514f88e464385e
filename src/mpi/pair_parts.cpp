// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/pair_parts.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/mpi/part_job.hpp"
#include "src/mpi/rank_call.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/traceback/checkpoint_store.hpp"
#include "src/traceback/traceback.hpp"
#include "src/util/border_words.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

using clock = std::chrono::steady_clock;

// A chunk of the CPU's vectors takes as long as one that has this many columns more.
constexpr double chunk_overhead_columns{448};

// Devices need longer chunks, to have enough to do at a time.
constexpr std::uint64_t min_device_chunk_columns{std::uint64_t{1} << 20};
constexpr double min_device_speed{500};

std::uint64_t round_up(std::uint64_t const value) noexcept
{
    return util::ceil_div(value, plan::part_alignment) * plan::part_alignment;
}

// The rows of each rank, in proportion to its speed; ranks without rows are left out.
std::vector<row_share> share_rows(std::uint64_t const rows, std::vector<double> const & speeds)
{
    double const all = std::reduce(speeds.begin(), speeds.end());
    std::vector<row_share> shares{};
    double speed = 0;
    std::uint64_t begin = 0;
    for (std::size_t rank = 0; rank < speeds.size(); ++rank)
    {
        speed += speeds[rank];
        std::uint64_t const end =
            rank + 1 == speeds.size()
                ? rows
                : std::min(round_up(static_cast<std::uint64_t>(static_cast<double>(rows) * (speed / all))), rows);
        if (end > begin)
            shares.push_back({rank, end});
        begin = end;
    }
    return shares;
}

// With short chunks, ranks begin early; with long ones, each costs less.
std::uint64_t
choose_chunk(std::uint64_t const columns, std::vector<double> const & speeds, std::uint64_t const min_columns)
{
    double const best =
        std::sqrt(chunk_overhead_columns * static_cast<double>(columns) / static_cast<double>(speeds.size()));
    bool const has_device = std::ranges::max(speeds) > min_device_speed;
    return round_up(std::max({static_cast<std::uint64_t>(best), min_columns, has_device * min_device_chunk_columns}));
}

// What the ranks have found together.
struct found_borders
{
    words vertical{}; // If it is wanted.
    words horizontal{};
    plan::source_statistics statistics{};
};

// One computation of a matrix by all ranks.
class parts_call
{
public:
    parts_call(rank_group & group, lcs::sequence_pair const & pair, plan::execution const & execution) :
        group_{group},
        pair_{pair},
        execution_{execution}
    {}

    found_borders run(part_plan plan, plan::region_checkpoints const & kept)
    {
        plan.checkpoints = kept.grid;
        word_writer content{};
        content.add(static_cast<std::uint64_t>(job_kind::parts));
        add_parts(content, pair_, plan);
        rank_call call{group_, make_job, content.take(), execution_, true};
        call.expect(pair_.cells());

        std::vector<row_share> const shares = share_rows(pair_.first.size(), call.speeds());
        std::uint64_t const columns = pair_.second.size();
        std::uint64_t const columns_per_chunk = choose_chunk(columns, call.speeds(), group_.tuning().min_chunk_columns);
        std::uint64_t const chunks = util::ceil_div(columns, columns_per_chunk);
        for (std::uint64_t chunk = 0; chunk < chunks; ++chunk)
            call.assign(0, {chunk, first_part(columns_per_chunk, shares)}, pair_.cells() / static_cast<double>(chunks));

        found_borders found{};
        found.horizontal.resize(util::ceil_div(columns, std::uint64_t{64}));
        for (std::uint64_t missing = chunks + shares.size(); missing != 0; --missing)
        {
            task_result const result = call.wait();
            if (result.number < chunks)
                std::ranges::copy(result.content,
                                  found.horizontal.begin()
                                      + static_cast<std::ptrdiff_t>(result.number * columns_per_chunk / 64));
            else
                adopt(result, shares, result.number - chunks, kept, found);
        }
        return found;
    }

private:
    void adopt(task_result const & result,
               std::span<row_share const> const shares,
               std::uint64_t const number,
               plan::region_checkpoints const & kept,
               found_borders & found) const
    {
        finished_share const share = read_share(result.content);
        found.statistics.add(share.statistics);
        plan::interval const rows{number == 0 ? 0 : shares[number - 1].row_end, shares[number].row_end};
        if (!share.vertical.empty())
        {
            found.vertical.resize(util::ceil_div(pair_.first.size(), std::uint64_t{64}));
            std::ranges::copy(share.vertical, found.vertical.begin() + static_cast<std::ptrdiff_t>(rows.begin / 64));
        }

        std::uint64_t const row_words = util::ceil_div(rows.size(), std::uint64_t{64});
        for (std::uint64_t i = 0; row_words != 0 && i < share.kept_columns.size() / row_words; ++i)
            std::ranges::copy(share.kept_columns.subspan(i * row_words, row_words),
                              kept.column_at((i + 1) * kept.grid.column_spacing, rows.begin));
        if (!share.kept_rows.empty())
            std::ranges::copy(share.kept_rows,
                              kept.row_at((rows.begin / kept.grid.row_spacing + 1) * kept.grid.row_spacing, 0));
    }

    rank_group & group_;
    lcs::sequence_pair pair_;
    plan::execution const & execution_;
};

void add_statistics(lcs::result & result, plan::source_statistics const & done)
{
    result.backend = done.backends.contains(plan::backend::cuda) ? plan::backend::cuda : plan::backend::cpu;
    result.transfer_seconds = done.transfer_seconds;
    result.kernel_seconds = done.kernel_seconds;
    result.device_bytes = done.device_bytes;
}

lcs::result find_length(rank_group & group, lcs::sequence_pair pair, plan::execution const & execution)
{
    auto const start = clock::now();
    // Ranks share the rows.
    if (pair.first.size() < pair.second.size())
        std::swap(pair.first, pair.second);
    found_borders const found = parts_call{group, pair, execution}.run({}, {});
    lcs::result result{};
    for (std::uint64_t const word : found.horizontal)
        result.length += static_cast<std::uint64_t>(std::popcount(word));
    add_statistics(result, found.statistics);
    result.forward_seconds = std::chrono::duration<double>(clock::now() - start).count();
    return result;
}

// How rank 0 finds a subsequence with checkpoints of all ranks.
struct gathered_plan
{
    plan::checkpoint_grid grid{};
    plan::subsequence_plan traceback{};
};

// Nothing if the memory does not suffice for the checkpoints and their copy in messages, or no checkpoints are needed.
std::optional<gathered_plan> plan_gathering(lcs::sequence_pair const & pair, plan::execution const & execution)
{
    unsigned const threads = plan::available_threads(execution);
    std::uint64_t const limit = execution.memory_limit / 3;
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    try
    {
        plan::subsequence_plan const whole = plan::plan_subsequence(rows, columns, limit, threads);
        if (whole.levels.empty())
            return {};
        plan::checkpoint_grid const grid{round_up(whole.levels.front().row_spacing),
                                         round_up(whole.levels.front().column_spacing)};
        return gathered_plan{grid, plan::plan_traceback(grid, rows, columns, limit, threads)};
    }
    catch (memory_limit_too_small const &)
    {
        return {};
    }
}

lcs::result find_subsequence(rank_group & group, lcs::sequence_pair const & pair, plan::execution const & execution)
{
    plan::execution const own = group.share_host(execution);
    std::optional<gathered_plan> const plan = plan_gathering(pair, own);
    if (!plan)
        return std::move(lcs::compute({&pair, 1}, lcs::output::subsequence, execution).front());

    auto const start = clock::now();
    plan::matrix_region const whole{0, pair.first.size(), 0, pair.second.size()};
    traceback::checkpoint_store store{};
    store.begin(plan->grid, whole);
    found_borders const found =
        parts_call{group, pair, execution}.run({}, {plan->grid, whole, store.target().columns, store.target().rows});
    double const forward_seconds = std::chrono::duration<double>(clock::now() - start).count();

    plan::execution const silent = runtime::without_progress(own);
    runtime::task_control control{silent, 0};
    traceback::stored_checkpoints checkpoints{store};
    lcs::result result = traceback::find_subsequence(pair, plan->traceback, control, &checkpoints);
    add_statistics(result, found.statistics);
    result.forward_seconds = forward_seconds;
    return result;
}

} // namespace

bool is_for_all_ranks(rank_group const & group, lcs::sequence_pair const & pair) noexcept
{
    return group.size() > 1 && !pair.first.empty() && !pair.second.empty()
        && pair.cells() >= group.tuning().min_cells_for_all;
}

lcs::result compute_parts(rank_group & group,
                          lcs::sequence_pair const & pair,
                          lcs::output const wanted,
                          plan::execution const & execution)
{
    return wanted == lcs::output::length ? find_length(group, pair, execution)
                                         : find_subsequence(group, pair, execution);
}

std::vector<std::uint64_t>
compute_part_increments(rank_group & group, lcs::sequence_pair const & pair, plan::execution const & execution)
{
    if (pair.first.size() >= pair.second.size())
    {
        words vertical = parts_call{group, pair, execution}.run({.wants_vertical = true}, {}).vertical;
        util::invert_vertical(vertical, pair.first.size());
        return vertical;
    }
    words horizontal = parts_call{group, {pair.second, pair.first}, execution}.run({}, {}).horizontal;
    for (std::uint64_t & word : horizontal)
        word = util::reverse_bits(word);
    return horizontal;
}

} // namespace seqan3_gpulcs::mpi
