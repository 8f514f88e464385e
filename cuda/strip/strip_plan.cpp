// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_plan.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/runtime/architectures.hpp"
#include "cuda/strip/strip_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

constexpr std::uint64_t row_match_bytes{32 * 4};

constexpr std::uint64_t min_chunk_columns{4096};

// Finer checkpoints cost more than they save.
constexpr std::uint64_t most_kept_pieces{2048};
constexpr std::uint64_t fewest_kept_pieces{8};
constexpr std::uint64_t least_kept_spacing{8192};

// The way back should not have much to compute between the rows that are kept, which lie below whole strips.
constexpr unsigned max_words_with_checkpoints{2};

// Buffers are somewhat larger than what is in them.
constexpr std::uint64_t padding_bytes{4096};

constexpr std::uint64_t divide_up(std::uint64_t const value, std::uint64_t const divisor) noexcept
{
    return value / divisor + (value % divisor != 0);
}

constexpr std::uint64_t round_up(std::uint64_t const value, std::uint64_t const divisor) noexcept
{
    return divide_up(value, divisor) * divisor;
}

// What the rows of a part take: their codes, and V where it must be kept.
std::uint64_t
bytes_of_rows(std::uint64_t const rows, unsigned const bits, std::uint64_t const strip_rows, bool const keeps_vertical)
{
    return divide_up(rows, 8) * bits + (keeps_vertical ? round_up(rows, strip_rows) / 8 : 0);
}

// What the columns of a chunk take: their codes, and carries.
std::uint64_t bytes_of_columns(std::uint64_t const columns, unsigned const bits)
{
    return divide_up(columns, 8) * bits + divide_up(columns, 32) * 16;
}

// The least that a kernel can work with: one strip, and some columns.
std::uint64_t min_bytes(strip_plan const & plan, sequence_size const & rows, sequence_size const & columns)
{
    return bytes_of_rows(std::min(rows.length, plan.strip_rows()), rows.bits, plan.strip_rows(), true)
         + bytes_of_columns(std::min(columns.length, min_chunk_columns), columns.bits) + padding_bytes;
}

// Cuts the matrix so that it fits, which it must do at least for min_bytes().
void fit_into(strip_plan & plan,
              sequence_size const & rows,
              sequence_size const & columns,
              bool const keeps_last,
              std::uint64_t const memory)
{
    std::uint64_t const strip_rows = plan.strip_rows();
    std::uint64_t const available = memory - padding_bytes;
    std::uint64_t const all_columns = bytes_of_columns(columns.length, columns.bits);
    plan.part_rows = rows.length;
    plan.chunk_columns = columns.length;
    plan.device_bytes = bytes_of_rows(rows.length, rows.bits, strip_rows, keeps_last) + all_columns + padding_bytes;
    if (plan.device_bytes <= memory && columns.length <= max_chunk_columns)
        return;

    // Half of the memory for the rows, or what the columns leave; but there must be some columns.
    std::uint64_t const least_columns = bytes_of_columns(std::min(columns.length, min_chunk_columns), columns.bits);
    std::uint64_t const for_rows =
        std::min(available - least_columns, std::max(available / 2, available - std::min(available, all_columns)));
    std::uint64_t const bytes_of_strip = bytes_of_rows(strip_rows, rows.bits, strip_rows, true);
    if (bytes_of_rows(rows.length, rows.bits, strip_rows, true) > for_rows)
        plan.part_rows = std::min(rows.length, std::max<std::uint64_t>(for_rows / bytes_of_strip, 1) * strip_rows);

    std::uint64_t const row_bytes = bytes_of_rows(plan.part_rows, rows.bits, strip_rows, true);
    std::uint64_t const bytes_of_64_columns = bytes_of_columns(64, columns.bits);
    std::uint64_t const fitting = std::max((available - row_bytes) / bytes_of_64_columns * 64, min_chunk_columns);
    plan.chunk_columns = std::min({columns.length, max_chunk_columns, fitting});
    plan.device_bytes = row_bytes + bytes_of_columns(plan.chunk_columns, columns.bits) + padding_bytes;
}

// The cycles for all parts and chunks.
double estimate_cycles(strip_plan const & plan,
                       sequence_size const & rows,
                       sequence_size const & columns,
                       device_limits const & limits)
{
    kernel_costs const costs = costs_on(limits.compute_capability);
    double const words = plan.shape.words;
    double const unit_columns = plan.shape.unit_columns;
    std::uint64_t const parts = divide_up(rows.length, plan.part_rows);
    std::uint64_t const chunks = divide_up(columns.length, plan.chunk_columns);
    std::uint64_t const strips = divide_up(plan.part_rows, plan.strip_rows());
    std::uint64_t const resident = std::min(strips, std::uint64_t{plan.blocks_of_threads} * plan.warps_of_block);
    std::uint64_t const waves = divide_up(strips, resident);

    double const column = std::max(costs.min_column, costs.word * words + costs.column) + costs.unit / unit_columns;
    double const strip = static_cast<double>(plan.chunk_columns) * column;

    // A strip starts when the one above it has started, and when there is a warp for it.
    double const delay = 32 * unit_columns * column + costs.hand_over;
    double const wave = std::max(strip, static_cast<double>(resident) * delay);
    double const last_wave = static_cast<double>(strips - (waves - 1) * resident) * delay + strip;
    return static_cast<double>(parts) * static_cast<double>(chunks)
         * (static_cast<double>(waves - 1) * wave + last_wave);
}

// Decides how many warps are launched, and what that will cost; false if there is no shared memory for them.
bool plan_launch(strip_plan & plan,
                 sequence_size const & rows,
                 sequence_size const & columns,
                 device_limits const & limits)
{
    // A warp for each scheduler: more of them share its integer units, which one keeps busy. With fewer strips, they spread
    // over the device.
    std::uint64_t const strips = divide_up(plan.part_rows, plan.strip_rows());
    std::uint64_t const warp_bytes = plan.shape.words * row_match_bytes * columns.letters;
    plan.warps_of_block = static_cast<unsigned>(std::min({divide_up(strips, limits.multiprocessors),
                                                          std::uint64_t{schedulers_per_multiprocessor},
                                                          limits.shared_bytes_of_block / warp_bytes}));
    if (plan.warps_of_block == 0)
        return false;

    plan.blocks_of_threads = limits.multiprocessors;
    plan.cycles = estimate_cycles(plan, rows, columns, limits);
    return true;
}

// Whether a multiprocessor has shared memory for two blocks; each of them takes a little more than it asks for.
constexpr bool fit_twice(std::uint64_t const block_bytes, device_limits const & limits) noexcept
{
    constexpr std::uint64_t reserved_bytes{1024};
    return 2 * (block_bytes + reserved_bytes) <= limits.shared_bytes_of_block + reserved_bytes;
}

[[noreturn]] void throw_too_little_memory(std::uint64_t const memory, std::uint64_t const least)
{
    throw out_of_device_memory{"The CUDA device has " + std::to_string(memory) + " bytes left for this comparison, but "
                                   + std::to_string(least)
                                   + " bytes are the least; end other programs on it, or choose the backend cpu.",
                               least,
                               memory};
}

// The distance of checkpoints for a length that is cut into about so many pieces.
constexpr std::uint64_t
checkpoint_spacing(std::uint64_t const length, std::uint64_t const pieces, std::uint64_t const granularity) noexcept
{
    return round_up(std::max(divide_up(length, pieces), least_kept_spacing), granularity);
}

} // namespace

strip_plan plan_strips(sequence_size const & first,
                       sequence_size const & second,
                       row_choice const rows,
                       bool const keeps_last,
                       device_limits const & limits,
                       std::uint64_t const memory)
{
    std::optional<strip_plan> best{};
    std::uint64_t least = ~std::uint64_t{0};

    for (bool const second_is_rows : {false, true})
    {
        if (rows == (second_is_rows ? row_choice::first : row_choice::second))
            continue;

        sequence_size const & row_sequence = second_is_rows ? second : first;
        sequence_size const & column_sequence = second_is_rows ? first : second;
        for (kernel_shape const & shape : kernel_shapes)
        {
            if (shape.bits != column_sequence.bits
                || shape.words * row_match_bytes * column_sequence.letters > limits.shared_bytes_of_block)
                continue;

            strip_plan plan{.second_is_rows = second_is_rows, .shape = shape};
            std::uint64_t const least_of_kernel = min_bytes(plan, row_sequence, column_sequence);
            least = std::min(least, least_of_kernel);
            if (least_of_kernel > memory)
                continue;

            fit_into(plan, row_sequence, column_sequence, keeps_last, memory);
            if (plan_launch(plan, row_sequence, column_sequence, limits) && (!best || plan.cycles < best->cycles))
                best = plan;
        }
    }

    if (!best)
        throw_too_little_memory(memory, least);
    return *best;
}

strip_plan plan_checkpoints(sequence_size const & first,
                            sequence_size const & second,
                            device_limits const & limits,
                            std::uint64_t const memory)
{
    std::uint64_t const for_checkpoints = memory / 4;
    strip_plan plan = plan_strips(first, second, row_choice::first, false, limits, memory - for_checkpoints);
    if (plan.part_rows != first.length || plan.chunk_columns != second.length)
        throw_too_little_memory(memory,
                                divide_up(bytes_of_rows(first.length, first.bits, plan.strip_rows(), false)
                                              + bytes_of_columns(second.length, second.bits) + padding_bytes,
                                          3)
                                    * 4);

    // As fine as the memory allows: the way back computes two of so many parts again.
    for (std::uint64_t pieces = most_kept_pieces;; pieces = pieces * 3 / 4)
    {
        plan.checkpoints = {checkpoint_spacing(first.length, pieces, plan.strip_rows()),
                            checkpoint_spacing(second.length, pieces, min_column_spacing(block_columns))};
        std::uint64_t const bytes = layout_of(plan, first.length, second.length).bytes();
        if (bytes <= for_checkpoints)
        {
            plan.device_bytes += bytes;
            return plan;
        }
        // With coarser ones, the CPU would compute most of it again.
        if (pieces <= fewest_kept_pieces)
            throw_too_little_memory(memory, bytes * 4);
    }
}

std::uint64_t checkpoint_layout::bytes() const noexcept
{
    return columns * column_words * sizeof(std::uint32_t) + rows * row_words * sizeof(tagged_carries);
}

checkpoint_layout layout_of(strip_plan const & plan, std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    return {.column_words = round_up(rows, plan.strip_rows()) / 32,
            .row_words = round_up(columns, 2 * block_columns) / block_columns + 2,
            .columns = static_cast<unsigned>((columns - 1) / plan.checkpoints.column_spacing),
            .rows = static_cast<unsigned>((rows - 1) / plan.checkpoints.row_spacing)};
}

strip_plan strip_batch_plan::matrix_plan(matrix_size const & size, bool const keeps_checkpoints) const noexcept
{
    strip_plan plan{.shape = shape, .part_rows = size.rows, .chunk_columns = size.columns};
    if (keeps_checkpoints)
        plan.checkpoints = {plan.strip_rows(), min_column_spacing(shape.unit_columns)};
    return plan;
}

strip_batch_plan plan_strip_batch(std::span<matrix_size const> const sizes,
                                  unsigned const bits,
                                  unsigned const letters,
                                  bool const keeps_checkpoints,
                                  device_limits const & limits)
{
    batch_costs const costs = batch_costs_on(limits.compute_capability);
    strip_batch_plan best{};
    double least_cycles = 0;
    for (kernel_shape const & shape : batch_shapes)
    {
        std::uint64_t const warp_bytes = shape.words * row_match_bytes * letters;
        std::uint64_t const warps_of_block =
            std::min<std::uint64_t>(schedulers_per_multiprocessor, limits.shared_bytes_of_block / warp_bytes);
        if (shape.bits != bits || warps_of_block == 0
            || (keeps_checkpoints && shape.words > max_words_with_checkpoints))
            continue;
        unsigned const blocks =
            sizes.size() >= matrices_for_two_warps && fit_twice(warps_of_block * warp_bytes, limits) ? 2 : 1;
        auto const warps = static_cast<double>(warps_of_block * blocks * limits.multiprocessors);

        double const column = std::max(costs.min_column, costs.word * shape.words + costs.column);
        double all_strips = 0;
        double all_cycles = 0;
        double longest = 0;
        double longest_matrix = 0;
        for (matrix_size const & size : sizes)
        {
            // The last lane begins so much later than the first one.
            std::uint64_t const delay = std::uint64_t{shape.unit_columns} * (warp_threads - 1);
            double const strip = static_cast<double>(size.columns + delay) * column + costs.strip;
            auto const strips =
                static_cast<double>(divide_up(size.rows, std::uint64_t{shape.words} * 32 * warp_threads));
            all_strips += strips;
            all_cycles += strips * strip;
            longest = std::max(longest, strip);
            longest_matrix =
                std::max(longest_matrix, strip + (strips - 1) * (static_cast<double>(delay) * column + costs.strip));
        }
        // Strips of the same length come in waves; others fill the gaps, but for the last ones.
        double const cycles =
            std::max(blocks * std::min(std::ceil(all_strips / warps) * longest, all_cycles / warps + longest),
                     longest_matrix);
        if (best.warps_of_block == 0 || cycles < least_cycles)
        {
            best = {shape, static_cast<unsigned>(warps_of_block), blocks, letters};
            least_cycles = cycles;
        }
    }
    return best;
}

std::vector<strip_plan>
all_plans(sequence_size const & first, sequence_size const & second, device_limits const & limits)
{
    std::vector<strip_plan> plans{};
    for (kernel_shape const & shape : kernel_shapes)
    {
        strip_plan plan{.shape = shape, .part_rows = first.length, .chunk_columns = second.length};
        if (shape.bits == second.bits && plan_launch(plan, first, second, limits))
            plans.push_back(plan);
    }
    return plans;
}

} // namespace seqan3_gpulcs::cuda
