// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/divided_pair.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/strip/strip_pair.hpp"
#include "src/traceback/traceback.hpp"
#include "src/util/border_words.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The tiles of a traceback take about a thread of the CPU and this time: cells per second.
constexpr double traced_per_second{4e11};

// Rows that are kept lie below whole strips: this distance, and its multiples, allow for many sizes of strips.
constexpr std::uint64_t many_strip_rows{48 * 1024};

// What several devices should save at least, in parts of the time of one: no estimate is better than that.
constexpr double min_gain{0.1};

// The maximum part of the memory limit for checkpoints; the rest is for tiles.
constexpr std::uint64_t checkpoint_memory(std::uint64_t const limit) noexcept
{
    return limit / 4 * 3;
}

lcs::sequence_pair rows_and_columns(lcs::sequence_pair const & pair, bool const second_is_rows) noexcept
{
    return second_is_rows ? lcs::sequence_pair{pair.second, pair.first} : pair;
}

plan::matrix_region whole_matrix(lcs::sequence_pair const & pair) noexcept
{
    return {0, pair.first.size(), 0, pair.second.size()};
}

// The time of the tiles on a path.
double traceback_seconds(lcs::sequence_pair const & pair, plan::checkpoint_grid const & grid, unsigned const threads)
{
    auto const rows = static_cast<double>(std::min(grid.row_spacing, pair.first.size()));
    auto const columns = static_cast<double>(std::min(grid.column_spacing, pair.second.size()));
    double const tiles =
        static_cast<double>(pair.first.size()) / rows + static_cast<double>(pair.second.size()) / columns;
    return tiles * rows * columns / (traced_per_second * threads);
}

// The time of a pass over a matrix, or a part of it, that has one device for itself; infinite if it does not fit into its memory.
double single_seconds(strip_request const & request, device_limits const & limits, unsigned const threads = 1)
{
    try
    {
        strip_plan const plan = plan_strip_run(request, limits, limits.memory_bytes / 4 * 3);
        double const seconds = plan.cycles / static_cast<double>(limits.clock_hz);
        return request.wanted == pair_output::checkpoints
                 ? seconds + traceback_seconds({request.first, request.second}, plan.checkpoints, threads)
                 : seconds;
    }
    catch (out_of_device_memory const &)
    {
        return HUGE_VAL;
    }
}

std::vector<numbered_device> describe(std::span<unsigned const> const devices)
{
    std::vector<numbered_device> described{};
    for (unsigned const number : devices)
        described.push_back({number, limits_of(number)});
    return described;
}

// The finest checkpoints that the memory allows, and the traceback from there; returns false if there are none.
bool plan_host_checkpoints(divided_plan & plan, lcs::sequence_pair const & pair, plan::execution const & execution)
{
    auto const spacing = [](std::uint64_t const size, std::uint64_t const intervals, std::uint64_t const unit)
    {
        return util::ceil_div(util::ceil_div(size, intervals), unit) * unit;
    };
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    for (std::uint64_t const intervals :
         std::array<std::uint64_t, 12>{1024, 512, 256, 192, 128, 96, 64, 48, 32, 24, 16, 8})
    {
        std::uint64_t const row_unit = rows / intervals >= 2 * many_strip_rows ? many_strip_rows : plan::part_alignment;
        plan.checkpoints = {spacing(rows, intervals, row_unit), spacing(columns, intervals, plan::part_alignment)};
        std::uint64_t const bytes = plan.checkpoint_bytes(pair);
        if (bytes > checkpoint_memory(execution.memory_limit))
            continue;
        try
        {
            plan.tiles = plan::plan_traceback(plan.checkpoints,
                                              rows,
                                              columns,
                                              execution.memory_limit - bytes,
                                              plan::available_threads(execution));
            return true;
        }
        catch (memory_limit_too_small const &)
        {}
    }
    return false;
}

// With one of both sequences as the rows; its partition is empty if there is none.
divided_plan plan_with_rows(bool const second_is_rows,
                            lcs::sequence_pair const & pair,
                            pair_output const wanted,
                            plan::execution const & execution,
                            std::span<numbered_device const> const devices)
{
    divided_plan plan{.second_is_rows = second_is_rows};
    auto const [rows, columns] = rows_and_columns(pair, second_is_rows);
    if (wanted == pair_output::checkpoints && !plan_host_checkpoints(plan, pair, execution))
        return plan;
    if (auto partition = plan_row_partition({size_of(rows), size_of(columns), plan.checkpoints}, devices))
        plan.partition = std::move(*partition);
    return plan;
}

//!\brief Checkpoints in the memory of the host.
class host_checkpoints : public traceback::checkpoint_source
{
public:
    explicit host_checkpoints(plan::region_checkpoints const & kept) noexcept : kept_{kept}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return kept_.grid;
    }

    void copy(traceback::kept_part const & column, traceback::kept_part const & row) override
    {
        copy_words(kept_.columns, kept_.region.row_words(), column);
        copy_words(kept_.rows, kept_.region.column_words(), row);
    }

private:
    static void
    copy_words(std::uint64_t const * const all, std::uint64_t const words, traceback::kept_part const & part)
    {
        if (!part.words.empty())
            std::copy_n(all + part.index * words + part.begin / 64, part.words.size(), part.words.begin());
    }

    plan::region_checkpoints kept_;
};

// A part that is computed by several devices.
class divided_part
{
public:
    divided_part(plan::matrix_part const & part, row_partition const & partition, stream_context_pool & contexts) :
        part_{part},
        partition_{partition},
        contexts_{contexts},
        chunks_done_(partition.devices.size())
    {}

    plan::source_statistics compute(runtime::task_control & control)
    {
        // A thread takes the rows of several devices, one after the other, if there are fewer threads.
        std::atomic<std::size_t> next{0};
        std::size_t const count = partition_.devices.size();
        auto const compute_some = [&]()
        {
            for (std::size_t device = next++; device < count; device = next++)
                compute_rows(device, control);
        };
        control.run_team(static_cast<unsigned>(count), compute_some);
        return statistics_;
    }

private:
    void compute_rows(std::size_t const device, runtime::task_control & control)
    {
        unsigned const number = partition_.devices[device];
        scoped_device const current{number};
        auto const context = contexts_.lend(number);
        plan::source_statistics all{};
        std::uint64_t const columns = part_.region.columns();
        for (std::uint64_t begin = 0; begin < columns; begin += partition_.chunk_columns)
        {
            wait_for_chunk(device, control);
            plan::interval const chunk{begin, std::min(begin + partition_.chunk_columns, columns)};
            all.add(cuda::compute_part(piece(partition_.rows[device], chunk), *context, contexts_, control));
            {
                std::scoped_lock const lock{mutex_};
                ++chunks_done_[device];
            }
            chunk_is_done_.notify_all();
        }

        std::scoped_lock const lock{mutex_};
        std::uint64_t const device_bytes = statistics_.device_bytes + all.device_bytes;
        statistics_.add(all);
        statistics_.device_bytes = device_bytes;
    }

    // Some rows and columns, counted from the first ones of the part.
    plan::matrix_part piece(plan::interval const & rows, plan::interval const & columns) const noexcept
    {
        plan::matrix_part some{part_};
        some.region = {part_.region.row_begin + rows.begin,
                       part_.region.row_begin + rows.end,
                       part_.region.column_begin + columns.begin,
                       part_.region.column_begin + columns.end};
        some.borders = {part_.borders.vertical.subspan(rows.begin / 64, some.region.row_words()),
                        part_.borders.horizontal.subspan(columns.begin / 64, some.region.column_words())};
        return some;
    }

    // Until the device above has done the next chunk; handles progress and stop meanwhile.
    void wait_for_chunk(std::size_t const device, runtime::task_control & control)
    {
        control.check();
        std::unique_lock lock{mutex_};
        while (device != 0 && chunks_done_[device - 1] <= chunks_done_[device])
        {
            chunk_is_done_.wait_for(lock, std::chrono::milliseconds{10});
            lock.unlock();
            control.check();
            lock.lock();
        }
    }

    plan::matrix_part const & part_;
    row_partition const & partition_;
    stream_context_pool & contexts_;
    std::mutex mutex_{};
    std::condition_variable chunk_is_done_{};
    std::vector<std::uint64_t> chunks_done_; // By each device.
    plan::source_statistics statistics_{.backends = {plan::backend::cuda}};
};

// The matrix of a pair, as one part, with its borders and checkpoints in the memory of the host.
class whole_pair
{
public:
    whole_pair(lcs::sequence_pair const & pair, divided_plan const & plan) :
        pair_{rows_and_columns(pair, plan.second_is_rows)},
        region_{whole_matrix(pair_)},
        vertical_(region_.row_words(), ~std::uint64_t{0}),
        horizontal_(region_.column_words(), 0)
    {
        auto const & [row_spacing, column_spacing] = plan.checkpoints;
        kept_columns_ = std::make_unique_for_overwrite<std::uint64_t[]>(
            plan::checkpoint_count({0, region_.column_end}, region_.column_end, column_spacing) * region_.row_words());
        kept_rows_ = std::make_unique_for_overwrite<std::uint64_t[]>(
            plan::checkpoint_count({0, region_.row_end}, region_.row_end, row_spacing) * region_.column_words());
        kept_ = {plan.checkpoints, region_, kept_columns_.get(), kept_rows_.get()};
    }

    plan::matrix_part part() noexcept
    {
        return {pair_.first, pair_.second, region_, {vertical_, horizontal_}, kept_};
    }

    // V of the last column.
    std::vector<std::uint64_t> & last_column() noexcept
    {
        return vertical_;
    }

    plan::region_checkpoints const & checkpoints() const noexcept
    {
        return kept_;
    }

private:
    lcs::sequence_pair pair_;
    plan::matrix_region region_;
    std::vector<std::uint64_t> vertical_;
    std::vector<std::uint64_t> horizontal_;
    std::unique_ptr<std::uint64_t[]> kept_columns_{};
    std::unique_ptr<std::uint64_t[]> kept_rows_{};
    plan::region_checkpoints kept_{};
};

void add_statistics(lcs::result & result,
                    plan::source_statistics const & statistics,
                    std::chrono::duration<double> const time) noexcept
{
    result.transfer_seconds = statistics.transfer_seconds;
    result.kernel_seconds = statistics.kernel_seconds;
    result.device_bytes = statistics.device_bytes;
    result.forward_seconds = time.count();
}

} // namespace

std::uint64_t divided_plan::checkpoint_bytes(lcs::sequence_pair const & pair) const noexcept
{
    plan::matrix_region const whole = whole_matrix(pair);
    std::uint64_t const columns =
        plan::checkpoint_count({0, whole.column_end}, whole.column_end, checkpoints.column_spacing);
    std::uint64_t const rows = plan::checkpoint_count({0, whole.row_end}, whole.row_end, checkpoints.row_spacing);
    return (columns * whole.row_words() + rows * whole.column_words()) * sizeof(std::uint64_t);
}

std::optional<divided_plan> plan_divided_pair(lcs::sequence_pair const & pair,
                                              pair_output const wanted,
                                              plan::execution const & execution,
                                              std::span<unsigned const> const devices)
{
    unsigned const threads = plan::available_threads(execution);
    std::vector<numbered_device> const all = describe(devices);
    double single = HUGE_VAL;
    for (numbered_device const & device : all)
        single = std::min(single, single_seconds({pair.first, pair.second, wanted}, device.limits, threads));

    std::optional<divided_plan> best{};
    for (bool const second_is_rows : {false, true})
    {
        // The other outputs are about the rows of the first sequence.
        if (second_is_rows && wanted != pair_output::only_value)
            continue;
        divided_plan found = plan_with_rows(second_is_rows, pair, wanted, execution, all);
        double const seconds =
            found.partition.seconds
            + (wanted == pair_output::checkpoints ? traceback_seconds(pair, found.checkpoints, threads) : 0);
        if (!found.partition.devices.empty() && seconds < (1 - min_gain) * single
            && (!best || found.partition.seconds < best->partition.seconds))
            best = std::move(found);
    }
    return best;
}

std::optional<row_partition> plan_divided_part(plan::matrix_part const & part, std::span<unsigned const> const devices)
{
    sequence_size rows = size_of(part.rows);
    sequence_size columns = size_of(part.columns);
    rows.length = part.region.rows();
    columns.length = part.region.columns();
    std::vector<numbered_device> const all = describe(devices);
    double single = HUGE_VAL;
    for (numbered_device const & device : all)
        single = std::min(
            single,
            single_seconds({.first = part.rows, .second = part.columns, .wanted = pair_output::part, .part = &part},
                           device.limits));
    auto partition = plan_row_partition({rows, columns, part.kept.grid}, all);
    if (partition && partition->seconds >= (1 - min_gain) * single)
        partition.reset();
    return partition;
}

plan::source_statistics compute_part(plan::matrix_part const & part,
                                     row_partition const & partition,
                                     stream_context_pool & contexts,
                                     runtime::task_control & control)
{
    return divided_part{part, partition, contexts}.compute(control);
}

lcs::result find_length(lcs::sequence_pair const & pair,
                        divided_plan const & plan,
                        stream_context_pool & contexts,
                        runtime::task_control & control)
{
    auto const start = std::chrono::steady_clock::now();
    whole_pair matrix{pair, plan};
    plan::source_statistics const statistics = compute_part(matrix.part(), plan.partition, contexts, control);
    lcs::result result{};
    for (std::uint64_t const word : matrix.last_column())
        result.length += static_cast<std::uint64_t>(std::popcount(~word));
    add_statistics(result, statistics, std::chrono::steady_clock::now() - start);
    return result;
}

lcs::result find_subsequence(lcs::sequence_pair const & pair,
                             divided_plan const & plan,
                             stream_context_pool & contexts,
                             runtime::task_control & control)
{
    assert(!plan.second_is_rows);
    auto const start = std::chrono::steady_clock::now();
    whole_pair matrix{pair, plan};
    plan::source_statistics const statistics = compute_part(matrix.part(), plan.partition, contexts, control);
    auto const time = std::chrono::steady_clock::now() - start;

    host_checkpoints checkpoints{matrix.checkpoints()};
    lcs::result result = traceback::find_subsequence(pair, plan.tiles, control, &checkpoints);
    result.memory_bytes += plan.checkpoint_bytes(pair);
    add_statistics(result, statistics, time);
    return result;
}

std::vector<std::uint64_t> find_increments(lcs::sequence_pair const & pair,
                                           divided_plan const & plan,
                                           stream_context_pool & contexts,
                                           runtime::task_control & control)
{
    assert(!plan.second_is_rows);
    whole_pair matrix{pair, plan};
    compute_part(matrix.part(), plan.partition, contexts, control);
    std::vector<std::uint64_t> words = std::move(matrix.last_column());
    util::invert_vertical(words, pair.first.size());
    return words;
}

} // namespace seqan3_gpulcs::cuda
