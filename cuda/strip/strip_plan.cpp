// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_plan.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/error.hpp"
#include "cuda/strip/strip_arguments.hpp"
#include "cuda/strip/strip_waves.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

constexpr std::uint64_t min_chunk_columns{4096};

// Finer checkpoints cost more than they save; with coarser ones, the CPU would compute most of the matrix again.
constexpr std::uint64_t max_checkpoint_intervals{2048};
constexpr std::uint64_t min_checkpoint_intervals{7};
constexpr std::uint64_t min_checkpoint_spacing{8192};

// The traceback should not have much to compute between the rows that are kept, which lie below whole strips.
constexpr unsigned max_words_with_checkpoints{2};

// Buffers are somewhat larger than their content.
constexpr std::uint64_t padding_bytes{4096};

constexpr std::uint64_t round_up(std::uint64_t const value, std::uint64_t const divisor) noexcept
{
    return util::ceil_div(value, divisor) * divisor;
}

// The memory that a kernel takes for parts of a matrix.
class part_memory
{
public:
    part_memory(strip_plan const & plan, sequence_size const & rows, sequence_size const & columns) noexcept :
        traits_{plan.recurrence->traits},
        strip_rows_{plan.shape.strip_rows()},
        row_bits_{rows.bits},
        column_bits_{columns.bits}
    {}

    // The memory for the rows of a part: their codes, and the state of a column where it is kept.
    std::uint64_t rows(std::uint64_t const count, bool const keeps_column) const noexcept
    {
        std::uint64_t const state_words = keeps_column ? round_up(count, strip_rows_) / 32 * traits_.state_words : 0;
        return util::ceil_div<std::uint64_t>(count, 8) * row_bits_ + state_words * sizeof(std::uint32_t);
    }

    // The memory for the columns of a chunk: their codes, and carries in two buffers.
    std::uint64_t columns(std::uint64_t const count) const noexcept
    {
        std::uint64_t const carry_words = 2 * util::ceil_div<std::uint64_t>(count, block_columns) * traits_.carry_words;
        return util::ceil_div<std::uint64_t>(count, 8) * column_bits_ + carry_words * sizeof(tagged_carries);
    }

    // The minimum for a matrix: one strip, and some columns.
    std::uint64_t min_bytes(std::uint64_t const all_rows, std::uint64_t const all_columns) const noexcept
    {
        return rows(std::min(all_rows, strip_rows_), true) + columns(std::min(all_columns, min_chunk_columns))
             + padding_bytes;
    }

private:
    recurrence_traits traits_;
    std::uint64_t strip_rows_;
    unsigned row_bits_;
    unsigned column_bits_;
};

// Cuts the matrix so that it fits into the memory, which must be at least min_bytes().
void fit_into(strip_plan & plan,
              sequence_size const & rows,
              sequence_size const & columns,
              bool const keeps_last_column,
              std::uint64_t const memory)
{
    part_memory const bytes{plan, rows, columns};
    std::uint64_t const available = memory - padding_bytes;
    std::uint64_t const all_columns = bytes.columns(columns.length);
    plan.part_rows = rows.length;
    plan.chunk_columns = columns.length;
    plan.device_bytes = bytes.rows(rows.length, keeps_last_column) + all_columns + padding_bytes;
    if (plan.device_bytes <= memory && columns.length <= max_chunk_columns)
        return;

    // Half of the memory for the rows, or all that the columns leave; but there must be some columns.
    std::uint64_t const some_columns = bytes.columns(std::min(columns.length, min_chunk_columns));
    std::uint64_t const for_rows =
        std::min(available - some_columns, std::max(available / 2, available - std::min(available, all_columns)));
    std::uint64_t const strip_rows = plan.shape.strip_rows();
    std::uint64_t const strip_bytes = bytes.rows(strip_rows, true);
    if (bytes.rows(rows.length, true) > for_rows)
        plan.part_rows = std::min(rows.length, std::max<std::uint64_t>(for_rows / strip_bytes, 1) * strip_rows);

    std::uint64_t const part_bytes = bytes.rows(plan.part_rows, true);
    std::uint64_t const fitting = std::max((available - part_bytes) / bytes.columns(64) * 64, min_chunk_columns);
    plan.chunk_columns = std::min({columns.length, max_chunk_columns, fitting});
    plan.device_bytes = part_bytes + bytes.columns(plan.chunk_columns) + padding_bytes;
}

// The cycles for all parts and chunks.
double estimate_cycles(strip_plan const & plan,
                       sequence_size const & rows,
                       sequence_size const & columns,
                       device_limits const & limits)
{
    std::uint64_t const parts = util::ceil_div(rows.length, plan.part_rows);
    std::uint64_t const chunks = util::ceil_div(columns.length, plan.chunk_columns);
    std::uint64_t const strips = plan.strip_count(plan.part_rows);
    std::uint64_t const resident = std::min(strips, std::uint64_t{plan.blocks_on(limits)} * plan.warps_per_block);
    std::uint64_t const waves = util::ceil_div(strips, resident);

    // A strip starts when the one above it has started, and when there is a warp for it.
    auto const [column, delay, next_start] = estimate_strip(plan.shape, plan.recurrence->costs);
    double const strip = static_cast<double>(plan.chunk_columns) * column;
    double const wave = std::max(strip, static_cast<double>(resident) * delay);
    double const last_wave = static_cast<double>(strips - (waves - 1) * resident) * delay + strip;
    return static_cast<double>(parts) * static_cast<double>(chunks)
         * (static_cast<double>(waves - 1) * wave + last_wave);
}

// Whether a multiprocessor has shared memory for two blocks; each of them takes a little more than it asks for.
constexpr bool fit_twice(std::uint64_t const block_bytes, device_limits const & limits) noexcept
{
    constexpr std::uint64_t reserved_bytes{1024};
    return 2 * (block_bytes + reserved_bytes) <= limits.shared_bytes_per_block + reserved_bytes;
}

[[noreturn]] void throw_too_little_memory(std::uint64_t const memory, std::uint64_t const needed)
{
    throw out_of_device_memory{"The CUDA " + current_device_text() + " has " + std::to_string(memory)
                                   + " bytes left for this comparison, but " + std::to_string(needed)
                                   + " bytes are needed at least; end other programs on it, or choose the backend cpu.",
                               needed,
                               memory};
}

// The memory for the checkpoints of a launch.
std::uint64_t checkpoint_bytes(strip_plan const & plan)
{
    matrix_size const size{plan.part_rows, plan.chunk_columns};
    recurrence_traits const & traits = plan.recurrence->traits;
    return plan.layout_of(size).bytes() - lay_out_checkpoints({}, traits, plan.shape, size).bytes();
}

// The columns of a strip of a matrix, or of a band of it.
std::uint64_t strip_columns_of(matrix_size const & size,
                               std::optional<std::uint64_t> const bound,
                               plan::metric const metric,
                               kernel_shape const & shape) noexcept
{
    if (!bound)
        return size.columns;
    return std::min(size.columns, shape.strip_rows() + plan::max_indels(size.rows, size.columns, *bound, metric));
}

// The kernels for whole matrices, or for bands.
std::span<kernel_shape const> batch_shapes_for(strip_batch_task const & task) noexcept
{
    return task.bounds.empty() ? task.recurrence->batch.shapes : task.recurrence->band_batch.shapes;
}

// The cycles of a batch with a number of warps, of which `warps_per_scheduler` share a scheduler.
double estimate_cycles(strip_batch_task const & task,
                       kernel_shape const & shape,
                       double const warps,
                       unsigned const warps_per_scheduler)
{
    batch_costs const & costs = task.recurrence->batch_costs;
    double const column = std::max(costs.min_column, costs.word * shape.words + costs.column);
    // The last lane starts this many columns later than the first one.
    std::uint64_t const delay = std::uint64_t{shape.unit_columns} * (warp_threads - 1);
    double all_strips = 0;
    double all_cycles = 0;
    double longest = 0;
    double max_matrix_cycles = 0;
    for (std::size_t i = 0; i < task.sizes.size(); ++i)
    {
        matrix_size const & size = task.sizes[i];
        std::uint64_t const columns =
            strip_columns_of(size,
                             task.bounds.empty() ? std::nullopt : std::optional{task.bounds[i]},
                             task.recurrence->metric,
                             shape);
        double const strip = static_cast<double>(columns + delay) * column + costs.strip;
        auto const strips = static_cast<double>(util::ceil_div(size.rows, shape.strip_rows()));
        all_strips += strips;
        all_cycles += strips * strip;
        longest = std::max(longest, strip);
        max_matrix_cycles =
            std::max(max_matrix_cycles, strip + (strips - 1) * (static_cast<double>(delay) * column + costs.strip));
    }
    // Strips of the same length come in waves; others fill the gaps, except at the end.
    return std::max(warps_per_scheduler
                        * std::min(std::ceil(all_strips / warps) * longest, all_cycles / warps + longest),
                    max_matrix_cycles);
}

} // namespace

unsigned choose_warps(kernel_shape const & shape,
                      std::uint64_t const strips,
                      unsigned const letters,
                      device_limits const & limits)
{
    // A warp for each scheduler: more of them share its integer units, which one keeps busy. With fewer strips, they spread
    // over the device.
    return static_cast<unsigned>(std::min({util::ceil_div<std::uint64_t>(strips, limits.multiprocessors),
                                           std::uint64_t{schedulers_per_multiprocessor},
                                           limits.shared_bytes_per_block / shape.match_bytes(letters)}));
}

bool plan_launch(strip_plan & plan,
                 sequence_size const & rows,
                 sequence_size const & columns,
                 device_limits const & limits)
{
    plan.warps_per_block = choose_warps(plan.shape, plan.strip_count(plan.part_rows), columns.letters, limits);
    if (plan.warps_per_block == 0)
        return false;
    plan.cycles = estimate_cycles(plan, rows, columns, limits);
    return true;
}

std::optional<plan::checkpoint_grid> find_checkpoints(matrix_size const & size,
                                                      std::uint64_t const row_unit,
                                                      std::function<bool(plan::checkpoint_grid const &)> const & fits)
{
    for (std::uint64_t intervals = max_checkpoint_intervals; intervals >= min_checkpoint_intervals;
         intervals = intervals * 3 / 4)
    {
        auto const spacing = [intervals](std::uint64_t const length, std::uint64_t const unit)
        {
            return round_up(std::max(util::ceil_div(length, intervals), min_checkpoint_spacing), unit);
        };
        plan::checkpoint_grid const grid{spacing(size.rows, row_unit),
                                         spacing(size.columns, min_column_spacing(block_columns))};
        if (fits(grid))
            return grid;
    }
    return std::nullopt;
}

strip_cycles estimate_strip(kernel_shape const & shape, kernel_costs const & costs) noexcept
{
    double const unit_columns = shape.unit_columns;
    double const column =
        std::max(costs.min_column, costs.word * shape.words + costs.column) + costs.unit / unit_columns;
    double const first_units = 32 * unit_columns * column;
    return {column, first_units + costs.hand_over, first_units + costs.next_start};
}

device_limits combine(std::span<device_limits const> const devices) noexcept
{
    device_limits all = devices.front();
    double speed = 0;
    for (device_limits const & one : devices)
    {
        all.compute_capability = std::min(all.compute_capability, one.compute_capability);
        all.clock_hz = std::max(all.clock_hz, one.clock_hz);
        all.shared_bytes_per_block = std::min(all.shared_bytes_per_block, one.shared_bytes_per_block);
        all.memory_bytes = std::min(all.memory_bytes, one.memory_bytes);
        speed += one.speed();
    }
    all.multiprocessors = static_cast<unsigned>(speed / static_cast<double>(all.clock_hz));
    return all;
}

void plan_waves(strip_plan & plan, unsigned const letters, std::span<device_limits const> const devices)
{
    double speed = 0;
    std::uint64_t warps = 0;
    bool const keeps_rows = plan.checkpoints.row_spacing != 0;
    std::uint64_t const strips = plan.strip_count(plan.part_rows) + (keeps_rows ? 1 : 0);
    for (device_limits const & one : devices)
    {
        speed += one.speed();
        warps += std::uint64_t{choose_warps(plan.shape, strips, letters, one)} * one.multiprocessors;
    }

    // There are as few rounds as if all warps had a strip in each; the waves then have a size with which the last round is a whole one.
    std::uint64_t const rounds = util::ceil_div(strips, warps);
    unsigned const unit = keeps_rows ? 2 : 1;
    // A strip more than warps, by rounding, would be a round more.
    constexpr double rounding_error{1e-6};
    plan.wave_strips.clear();
    for (device_limits const & one : devices)
    {
        double const share = static_cast<double>(strips) / static_cast<double>(rounds) * (one.speed() / speed);
        plan.wave_strips.push_back(unit
                                   * static_cast<unsigned>(std::max(1.0, std::ceil(share / unit - rounding_error))));
    }

    // All have the warps of the one that needs most of them, but no more than each has shared memory for.
    strip_waves const waves{plan.wave_strips, static_cast<unsigned>(plan.strip_count(plan.part_rows)), keeps_rows};
    device_limits all = combine(devices);
    plan.warps_per_block = 1;
    for (std::size_t i = 0; i < devices.size(); ++i)
    {
        all.multiprocessors = devices[i].multiprocessors;
        plan.warps_per_block =
            std::max(plan.warps_per_block, choose_warps(plan.shape, waves.strip_count(i), letters, all));
    }
}

strip_plan plan_strips(strip_task const & task, device_limits const & limits, std::uint64_t const memory)
{
    std::optional<strip_plan> best{};
    std::uint64_t needed = ~std::uint64_t{0};
    for (bool const second_is_rows : {false, true})
    {
        if (task.rows == (second_is_rows ? row_choice::first : row_choice::second))
            continue;

        sequence_size const & rows = second_is_rows ? task.second : task.first;
        sequence_size const & columns = second_is_rows ? task.first : task.second;
        for (kernel_shape const & shape : task.recurrence->whole.shapes)
        {
            if (shape.bits != columns.bits || shape.match_bytes(columns.letters) > limits.shared_bytes_per_block
                || task.row_spacing % task.row_unit(shape) != 0)
                continue;

            strip_plan plan{.second_is_rows = second_is_rows, .recurrence = task.recurrence, .shape = shape};
            std::uint64_t const needed_by_kernel =
                part_memory{plan, rows, columns}.min_bytes(rows.length, columns.length);
            needed = std::min(needed, needed_by_kernel);
            if (needed_by_kernel > memory)
                continue;

            fit_into(plan, rows, columns, task.keeps_last_column, memory);
            if (plan_launch(plan, rows, columns, limits) && (!best || plan.cycles < best->cycles))
                best = std::move(plan);
        }
    }

    if (!best)
        throw_too_little_memory(memory, needed);
    return *best;
}

strip_plan plan_checkpoints(strip_task const & task, device_limits const & limits, std::uint64_t const memory)
{
    auto const & [first, second, rows, keeps_last_column, recurrence, row_spacing, is_shared] = task;
    assert(row_spacing == 0);
    std::uint64_t const for_checkpoints = memory / 2;
    strip_plan plan = plan_strips({first, second, row_choice::first, keeps_last_column, recurrence},
                                  limits,
                                  memory - for_checkpoints);
    if (plan.part_rows != first.length || plan.chunk_columns != second.length)
    {
        part_memory const bytes{plan, first, second};
        std::uint64_t const needed =
            bytes.rows(first.length, keeps_last_column) + bytes.columns(second.length) + padding_bytes;
        throw_too_little_memory(memory, needed * 2);
    }

    std::uint64_t bytes = 0;
    std::optional<plan::checkpoint_grid> const finest = find_checkpoints({first.length, second.length},
                                                                         task.row_unit(plan.shape),
                                                                         [&](plan::checkpoint_grid const & grid)
                                                                         {
                                                                             plan.checkpoints = grid;
                                                                             bytes = checkpoint_bytes(plan);
                                                                             return bytes <= for_checkpoints;
                                                                         });
    if (!finest)
        throw_too_little_memory(memory, bytes * 2);
    plan.device_bytes += bytes;
    return plan;
}

strip_plan plan_part(strip_task task,
                     plan::checkpoint_grid const & checkpoints,
                     device_limits const & limits,
                     std::uint64_t const memory)
{
    task.rows = row_choice::first;
    task.keeps_last_column = true;
    task.row_spacing = std::gcd(task.row_spacing, checkpoints.row_spacing);
    if (checkpoints == plan::checkpoint_grid{})
        return plan_strips(task, limits, memory);

    std::uint64_t const for_checkpoints = memory / 4;
    strip_plan plan = plan_strips(task, limits, memory - for_checkpoints);
    plan.checkpoints = checkpoints;
    // Launches of fewer columns, then of fewer rows. Some within the first distances keep nothing.
    std::uint64_t const strip_rows = plan.shape.strip_rows();
    while (checkpoint_bytes(plan) > for_checkpoints && plan.chunk_columns > min_chunk_columns)
        plan.chunk_columns = std::max(plan.chunk_columns / 2 / 64 * 64, min_chunk_columns);
    while (checkpoint_bytes(plan) > for_checkpoints && plan.part_rows > strip_rows)
        plan.part_rows = std::max<std::uint64_t>(plan.part_rows / 2 / strip_rows, 1) * strip_rows;
    plan.device_bytes += checkpoint_bytes(plan);
    // The strips stay the same, but their number may have changed.
    plan_launch(plan, task.first, task.second, limits);
    return plan;
}

checkpoint_layout lay_out_checkpoints(plan::checkpoint_grid const & grid,
                                      recurrence_traits const & traits,
                                      kernel_shape const & shape,
                                      matrix_size const & size)
{
    std::uint64_t const row_blocks = block_count(size.columns);
    checkpoint_layout layout{.traits = traits,
                             .grid = grid,
                             .row_blocks = row_blocks,
                             .carry_blocks = 2 * row_blocks + 1};
    if (grid == plan::checkpoint_grid{})
        return layout;
    layout.column_words = layout.state_words(round_up(size.rows, shape.strip_rows()));
    layout.words = (size.columns - 1) / grid.column_spacing * layout.column_words;
    // Two blocks at a time become a word.
    std::uint64_t const kept_blocks = round_up(row_blocks, 2);
    std::uint64_t const count = util::ceil_div(size.rows, grid.row_spacing);
    for (std::uint64_t i = 0; i < count; ++i)
        layout.rows.push_back(
            {{0, size.columns}, layout.state_words(i * grid.row_spacing), 2 * row_blocks + i * kept_blocks});
    layout.carry_blocks += (count - 1) * kept_blocks;
    return layout;
}

plan::checkpoint_grid strip_batch_plan::checkpoints() const noexcept
{
    return {shape.strip_rows(), min_column_spacing(shape.unit_columns)};
}

strip_batch_plan plan_strip_batch(strip_batch_task const & task, device_limits const & limits)
{
    strip_batch_plan best{};
    for (kernel_shape const & shape : batch_shapes_for(task))
    {
        std::uint64_t const warp_bytes = shape.match_bytes(task.max_letters);
        std::uint64_t const warps_per_block =
            std::min<std::uint64_t>(schedulers_per_multiprocessor, limits.shared_bytes_per_block / warp_bytes);
        if (shape.bits != task.bits || warps_per_block == 0
            || (task.keeps_checkpoints && shape.words > max_words_with_checkpoints))
            continue;
        unsigned const blocks =
            task.sizes.size() >= matrices_for_two_warps && fit_twice(warps_per_block * warp_bytes, limits) ? 2 : 1;
        auto const warps = static_cast<double>(warps_per_block * blocks * limits.multiprocessors);
        double const cycles = estimate_cycles(task, shape, warps, blocks);
        if (best.warps_per_block == 0 || cycles < best.cycles)
            best = {shape, static_cast<unsigned>(warps_per_block), blocks, task.max_letters, task.recurrence, cycles};
    }
    return best;
}

double estimate_warp_cycles(matrix_size const & size,
                            std::optional<std::uint64_t> const bound,
                            unsigned const bits,
                            strip_recurrence const & recurrence) noexcept
{
    batch_costs const & costs = recurrence.batch_costs;
    double best = std::numeric_limits<double>::infinity();
    for (kernel_shape const & shape : bound ? recurrence.band_batch.shapes : recurrence.batch.shapes)
    {
        if (shape.bits != bits)
            continue;
        std::uint64_t const delay = std::uint64_t{shape.unit_columns} * (warp_threads - 1);
        auto const columns = static_cast<double>(strip_columns_of(size, bound, recurrence.metric, shape) + delay);
        double const strip =
            columns * std::max(costs.min_column, costs.word * shape.words + costs.column) + costs.strip;
        best = std::min(best, static_cast<double>(util::ceil_div(size.rows, shape.strip_rows())) * strip);
    }
    return best;
}

} // namespace seqan3_gpulcs::cuda
