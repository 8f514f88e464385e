// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/bidirectional_pair.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/strip/band_run.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/packing/prefix.hpp"
#include "src/packing/reversed_sequence.hpp"
#include "src/util/border_gains.hpp"
#include "src/util/border_words.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// Of the columns where both meet: whole words of codes.
constexpr std::uint64_t granularity{64};

// How much later than the first pass the second one begins: calls, and copies of the codes.
constexpr double head_start_seconds{4e-5};

// Joining both.
constexpr double joining_seconds{2e-5};

// What two passes should save at least, in parts of the time of one: no estimate is better than that.
constexpr double min_gain{0.05};

constexpr std::uint64_t round_down(std::uint64_t const value) noexcept
{
    return value / granularity * granularity;
}

// The pair with the sequence of the rows as the first one.
alignment::sequence_pair rows_and_columns(alignment::sequence_pair const & pair,
                                          bidirectional_plan const & plan) noexcept
{
    return plan.second_is_rows ? alignment::sequence_pair{pair.second, pair.first} : pair;
}

// The strips of a pass; the columns of each are given by `end_of`.
template <typename end_of_t>
band_plan plan_pass(bidirectional_plan const & plan, end_of_t && end_of)
{
    std::uint64_t const row_blocks = util::ceil_div<std::uint64_t>(end_of(0), block_columns);
    band_plan pass{.shape = plan.shape,
                   .warps_per_block = plan.warps_per_block,
                   .keeps_border = true,
                   .shares_device = true,
                   // The kernel loads one more.
                   .carry_blocks = 2 * row_blocks + 1};
    for (std::uint64_t strip = 0; strip < plan.strips; ++strip)
    {
        std::uint64_t const end = end_of(strip);
        // What strip 0 reads is the upper border already.
        pass.strips.push_back({.columns = {0, end, end},
                               .above = (strip + 1) % 2 * row_blocks,
                               .below = strip % 2 * row_blocks,
                               .kept = 0,
                               .strip = static_cast<std::uint32_t>(strip)});
        pass.cells += static_cast<double>(plan.shape.strip_rows()) * static_cast<double>(end);
    }
    return pass;
}

// The line where both passes meet, from the top to the bottom: down the right end of a strip, and left to that of the next one. The
// pass from the beginning has the matches before a cell of the line, that from the end those after it. Along the line, the sum of
// both grows and shrinks.
class meeting_line
{
public:
    meeting_line(bidirectional_plan const & plan,
                 std::uint64_t const columns,
                 band_run const & forward,
                 band_run const & backward) :
        plan_{plan},
        columns_{columns},
        forward_vertical_{forward.vertical()},
        backward_vertical_{backward.vertical()},
        forward_carries_{forward.horizontal(false), forward.horizontal(true)},
        backward_carries_{backward.horizontal(false), backward.horizontal(true)}
    {}

    /*!\brief The length of the LCS.
     * \param growth The sum of what grows in all strips of the pass from the end, at their last columns.
     */
    std::uint64_t length(std::uint64_t const growth)
    {
        // After whole words; then only along those edges that may have more within a word.
        auto matches_at_top = static_cast<std::int64_t>(growth);
        std::vector<util::gain_summary> edges(2 * plan_.strips - 1);
        std::int64_t sum = 0;
        std::int64_t max = 0;
        for (std::uint64_t edge = 0; edge < edges.size(); ++edge)
        {
            load(edge);
            edges[edge] = util::summarise(gains_, losses_);
            max = std::max(max, sum + edges[edge].max);
            sum += edges[edge].sum;
            if (edge % 2 == 1)
                for (std::uint64_t const word : gains_)
                    matches_at_top -= util::net_ones(word, 0);
        }
        sum = 0;
        for (std::uint64_t edge = 0; edge < edges.size(); ++edge)
        {
            if (sum + edges[edge].max + util::max_gain_within > max)
            {
                load(edge);
                max = util::max_within(gains_, losses_, sum, max);
            }
            sum += edges[edge].sum;
        }
        return static_cast<std::uint64_t>(matches_at_top + max);
    }

private:
    // Two blocks of carries, the first column highest.
    static std::uint64_t join(std::span<tagged_carries const> const blocks) noexcept
    {
        return blocks[0] << 32 | (blocks[1] & 0xffff'ffffu);
    }

    // Those of 64 columns from any one on.
    static std::uint64_t join_from(std::span<tagged_carries const> const blocks, std::uint64_t const column) noexcept
    {
        std::uint64_t const block = column / 64 * 2;
        auto const shift = static_cast<unsigned>(column % 64);
        if (shift == 0)
            return join(blocks.subspan(block));
        return join(blocks.subspan(block)) << shift | join(blocks.subspan(block + 2)) >> (64 - shift);
    }

    void load(std::uint64_t const edge)
    {
        edge % 2 == 0 ? go_down(edge / 2) : go_left(edge / 2);
    }

    void go_down(std::uint64_t const strip)
    {
        std::uint64_t const words = plan_.shape.strip_rows() / 64;
        gains_.resize(words);
        losses_.resize(words);
        // The rows of the pass from the end are the same ones from below.
        std::uint64_t const * const forward = forward_vertical_.data() + strip * words;
        std::uint64_t const * const backward = backward_vertical_.data() + (plan_.strips - strip) * words - 1;
        for (std::uint64_t i = 0; i < words; ++i)
        {
            gains_[i] = ~forward[i];
            losses_[i] = util::reverse_bits(~*(backward - i));
        }
    }

    // Below a strip. Later strips have overwritten only columns to the left.
    void go_left(std::uint64_t const strip)
    {
        std::uint64_t const end = plan_.end_of(strip);
        std::uint64_t const words = plan_.step / 64;
        gains_.resize(words);
        losses_.resize(words);
        auto const forward = forward_carries_[strip % 2];
        auto const backward = backward_carries_[(plan_.strips - strip) % 2];
        // The carries begin where the last strip ends.
        std::uint64_t const forward_end = end - plan_.end_of(plan_.strips - 1);
        std::uint64_t const backward_begin = columns_ - end - round_down(columns_ - plan_.first_end);
        for (std::uint64_t i = 0; i < words; ++i)
        {
            gains_[i] = util::reverse_bits(join_from(backward, backward_begin + 64 * i));
            losses_[i] = join(forward.subspan(forward_end / block_columns - 2 * i - 2));
        }
    }

    bidirectional_plan const & plan_;
    std::uint64_t columns_;
    std::span<std::uint64_t const> forward_vertical_;
    std::span<std::uint64_t const> backward_vertical_;
    // Below even strips and odd ones.
    std::array<std::span<tagged_carries const>, 2> forward_carries_;
    std::array<std::span<tagged_carries const>, 2> backward_carries_;
    std::vector<std::uint64_t> gains_{}; // Of an edge.
    std::vector<std::uint64_t> losses_{};
};

// The pass from the end.
class backward_pass
{
public:
    backward_pass(packing::packed_sequence_view const & rows,
                  packing::packed_sequence_view const & columns,
                  bidirectional_plan const & plan,
                  stream_context & context) :
        rows_{packing::reversed_sequence::after_padding(rows, plan.strips * plan.shape.strip_rows())},
        columns_{columns, columns.size() - plan.end_of(plan.strips - 1)},
        plan_{plan_pass(plan,
                        [&](std::uint64_t const strip)
                        {
                            return columns.size() - plan.end_of(plan.strips - 1 - strip);
                        })},
        // It has the same strips of rows: the first one may begin with rows before the first letter.
        run_{{rows_.view(), columns_.view()}, context, rows_.view().size() - rows.size()}
    {}

    void begin()
    {
        run_.begin(plan_);
    }

    band_run & run() noexcept
    {
        return run_;
    }

private:
    packing::reversed_sequence rows_;
    packing::reversed_sequence columns_;
    band_plan plan_;
    band_run run_;
};

} // namespace

std::optional<bidirectional_plan> divide_matrix(sequence_size const & rows,
                                                sequence_size const & columns,
                                                kernel_shape const & shape,
                                                device_limits const & limits)
{
    // Each pass has half of the multiprocessors.
    device_limits half{limits};
    half.multiprocessors /= 2;
    bidirectional_plan plan{.shape = shape, .strips = util::ceil_div(rows.length, shape.strip_rows())};
    strip_plan warps{.shape = shape};
    if (half.multiprocessors == 0 || columns.length <= granularity || columns.length > max_chunk_columns
        || !plan_warps(warps, plan.strips, columns.letters, half)
        || plan.strips > std::uint64_t{warps.warps_per_block} * half.multiprocessors)
        return std::nullopt;
    plan.warps_per_block = warps.warps_per_block;

    // A strip starts so much later than the one above it that this one does a step meanwhile.
    strip_cycles const costs = estimate_strip(shape, lcs_costs);
    double const best_step = costs.next_start / costs.column;
    std::uint64_t const steps = plan.strips - 1;
    std::uint64_t const last_column = round_down(columns.length - 1);
    plan.step = std::max(granularity, round_down(static_cast<std::uint64_t>(best_step) + granularity / 2));
    if (steps != 0)
        plan.step = std::min(plan.step, round_down((last_column - granularity) / steps));
    if (plan.step == 0)
        return std::nullopt;
    double const head_start = head_start_seconds * static_cast<double>(limits.clock_hz);
    std::uint64_t const both_ends =
        columns.length + steps * plan.step + static_cast<std::uint64_t>(head_start / costs.column);
    plan.first_end = std::clamp(round_down(both_ends / 2), granularity + steps * plan.step, last_column);

    // Half of a single pass. With smaller steps than the best ones, the last strips of each pass end later than the first ones.
    double const too_small = std::max(0.0, best_step - static_cast<double>(plan.step));
    plan.cycles =
        (static_cast<double>(plan.strips + 1) * costs.delay
         + (static_cast<double>(columns.length) + static_cast<double>(steps) * too_small) * costs.column + head_start)
        / 2;
    return plan;
}

std::optional<bidirectional_plan>
plan_bidirectional(sequence_size const & first, sequence_size const & second, device_limits const & limits)
{
    std::optional<bidirectional_plan> best{};
    for (bool const second_is_rows : {false, true})
    {
        sequence_size const & rows = second_is_rows ? second : first;
        sequence_size const & columns = second_is_rows ? first : second;
        for (kernel_shape const & shape : band_shapes)
        {
            if (shape.bits != columns.bits)
                continue;
            std::optional<bidirectional_plan> plan = divide_matrix(rows, columns, shape, limits);
            if (!plan || (best && best->cycles <= plan->cycles))
                continue;
            plan->second_is_rows = second_is_rows;
            best = plan;
        }
    }
    if (!best)
        return std::nullopt;
    strip_plan const single = plan_strips({.first = first, .second = second}, limits, limits.memory_bytes / 4 * 3);
    double const overhead = joining_seconds * static_cast<double>(limits.clock_hz);
    if (best->cycles + overhead > (1 - min_gain) * single.cycles)
        return std::nullopt;
    return best;
}

alignment::result find_length_bidirectionally(alignment::sequence_pair const & pair,
                                              bidirectional_plan const & plan,
                                              stream_context & context,
                                              stream_context & other,
                                              runtime::task_control & control)
{
    auto const start = std::chrono::steady_clock::now();
    auto const & [rows, columns, min_length, max_distance] = rows_and_columns(pair, plan);
    band_plan const of_forward = plan_pass(plan,
                                           [&](std::uint64_t const strip)
                                           {
                                               return plan.end_of(strip);
                                           });
    band_run forward{{rows, packing::prefix_of(columns, plan.first_end)}, context};
    std::optional<backward_pass> from_end{};
    try
    {
        forward.begin(of_forward);
        from_end.emplace(rows, columns, plan, other);
        from_end->begin();
        wait_for_runs(std::array{&std::as_const(forward), &std::as_const(from_end->run())}, pair.cells(), control);
    }
    catch (...)
    {
        forward.stop();
        other.stop();
        throw;
    }
    band_run & backward = from_end->run();
    forward.finish();
    alignment::result result{.length = meeting_line{plan, columns.size(), forward, backward}.length(backward.finish())};
    result.device_bytes = forward.device_bytes() + backward.device_bytes();
    result.transfer_seconds = forward.transfer_seconds() + backward.transfer_seconds();
    result.kernel_seconds = std::max(forward.kernel_seconds(), backward.seconds_since(forward));
    result.forward_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

std::optional<alignment::result> find_length_from_both_ends(alignment::sequence_pair const & pair,
                                                            stream_context & context,
                                                            stream_context_pool & contexts,
                                                            runtime::task_control & control)
{
    if (pair.first.empty() || pair.second.empty())
        return std::nullopt;
    std::optional<bidirectional_plan> const plan =
        plan_bidirectional(size_of(pair.first), size_of(pair.second), context.limits);
    if (!plan)
        return std::nullopt;
    try
    {
        auto const other = contexts.lend(context.device);
        return find_length_bidirectionally(pair, *plan, context, *other, control);
    }
    catch (out_of_device_memory const &)
    {
        if (control.is_in_callback())
            throw;
    }
    context.release();
    return std::nullopt;
}

} // namespace seqan3_gpulcs::cuda
