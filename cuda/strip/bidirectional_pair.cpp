// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/bidirectional_pair.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <span>
#include <utility>
#include <vector>

#include "cuda/runtime/out_of_memory.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/packing/prefix.hpp"
#include "src/packing/reversed_sequence.hpp"
#include "src/util/border_gains.hpp"
#include "src/util/border_words.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The columns where both passes meet are multiples of this, so that they are whole words of codes.
constexpr std::uint64_t granularity{64};

// The second pass begins this much later than the first one, because of calls and copies of the codes.
constexpr double head_start_seconds{4e-5};

// The time to join both passes.
constexpr double joining_seconds{2e-5};

// Two passes must be estimated to save at least this part of the time of one, as estimates are not exact.
constexpr double min_two_pass_gain{0.05};

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

// The strips of a pass over some rows; the columns of each are given by `end_of`.
template <typename end_of_t>
strip_plan plan_pass(bidirectional_plan const & plan, std::uint64_t const rows, end_of_t && end_of)
{
    strip_plan pass{.recurrence = plan.recurrence,
                    .shape = plan.shape,
                    .warps_per_block = plan.warps_per_block,
                    .shares_device = true,
                    .part_rows = rows,
                    .chunk_columns = end_of(0),
                    .keeps_border = true};
    checkpoint_layout const & layout = pass.layout_of_band = pass.layout_of({rows, pass.chunk_columns});
    for (std::uint64_t strip = 0; strip < plan.strips; ++strip)
    {
        std::uint64_t const end = end_of(strip);
        // Buffer 1, which strip 0 reads, holds the upper border already.
        pass.band.push_back({.columns = {0, end, end},
                             .above = (strip + 1) % 2 * layout.row_blocks,
                             .below = strip % 2 * layout.row_blocks,
                             .kept = 0,
                             .strip = static_cast<std::uint32_t>(strip)});
        pass.cells += static_cast<double>(plan.shape.strip_rows()) * static_cast<double>(end);
    }
    return pass;
}

/* The line where both passes meet, from the top to the bottom: down the right end of a strip, and left to that of the next one. The
 * pass from the beginning has the value before a cell of the line, that from the end the value after it. Along the line, the sum of
 * both rises and falls.
 */
template <typename metric_t>
class meeting_line
{
public:
    meeting_line(bidirectional_plan const & plan,
                 std::uint64_t const columns,
                 strip_run const & forward,
                 strip_run const & backward) :
        plan_{plan},
        traits_{plan.recurrence->traits},
        columns_{columns},
        forward_vertical_{forward.vertical()},
        backward_vertical_{backward.vertical()},
        forward_carries_{forward.horizontal(false), forward.horizontal(true)},
        backward_carries_{backward.horizontal(false), backward.horizontal(true)}
    {
        assert(plan.recurrence == &strips_of(metric_t::id));
    }

    /*!\brief The value of the pair.
     * \param vertical_sum The sum of the vertical differences of all strips of the pass from the end, at their last columns.
     */
    std::uint64_t value(std::uint64_t const vertical_sum)
    {
        // The first loop finds the maximum after whole words, the second one visits only the edges that may have more within a word.
        std::int64_t at_top = border_sum() + static_cast<std::int64_t>(vertical_sum);
        std::vector<util::gain_summary> edges(2 * plan_.strips - 1);
        std::int64_t sum = 0;
        std::int64_t max = 0;
        for (std::uint64_t edge = 0; edge < edges.size(); ++edge)
        {
            load(edge);
            edges[edge] = util::summarise<width>(gains(), losses());
            max = std::max(max, sum + edges[edge].max);
            sum += edges[edge].sum;
            if (edge % 2 == 1)
                at_top -= backward_change();
        }
        sum = 0;
        for (std::uint64_t edge = 0; edge < edges.size(); ++edge)
        {
            if (sum + edges[edge].max + max_within_words > max)
            {
                load(edge);
                max = util::max_within<width>(gains(), losses(), sum, max);
            }
            sum += edges[edge].sum;
        }
        return static_cast<std::uint64_t>(is_maximum ? at_top + max : at_top - max);
    }

private:
    static constexpr bool is_maximum{metric_t::is_maximum};

    // The words for 64 differences of each pass, and thus for the differences of the sum.
    static constexpr unsigned width{metric_t::border_words};
    static constexpr std::int64_t max_within_words{util::max_gain_within<width>};

    // The sum of the upper borders: for the pass from the beginning at the top of the line, for the pass from the end in its first strip.
    std::int64_t border_sum() const noexcept
    {
        std::uint64_t const letters = plan_.first_end + columns_ - plan_.end_of(plan_.strips - 1);
        return static_cast<std::int64_t>(letters * traits_.border_increment);
    }

    std::span<std::uint64_t const> gains() const noexcept
    {
        return is_maximum ? rises_ : falls_;
    }

    std::span<std::uint64_t const> losses() const noexcept
    {
        return is_maximum ? falls_ : rises_;
    }

    // Joins two blocks of carries, the first column highest.
    std::uint64_t
    join(std::span<tagged_carries const> const carries, std::uint64_t const block, unsigned const k) const noexcept
    {
        std::uint64_t const first = traits_.differences(carries[block * width + k], k);
        return first << 32 | traits_.differences(carries[(block + 1) * width + k], k);
    }

    // Joins the carries of 64 columns from any one on.
    std::uint64_t join_from(std::span<tagged_carries const> const carries,
                            std::uint64_t const column,
                            unsigned const k) const noexcept
    {
        std::uint64_t const block = column / 64 * 2;
        auto const shift = static_cast<unsigned>(column % 64);
        if (shift == 0)
            return join(carries, block, k);
        return join(carries, block, k) << shift | join(carries, block + 2, k) >> (64 - shift);
    }

    // The rows where a word of the state says that the value is one more than above (k = 0), or one less.
    std::uint64_t
    vertical(std::span<std::uint64_t const> const state, std::uint64_t const word, unsigned const k) const noexcept
    {
        std::uint64_t const bits = state[word * width + k];
        // Where increments are 0 or 1, a zero says that there is one.
        return width == 1 ? ~bits : bits;
    }

    void load(std::uint64_t const edge)
    {
        edge % 2 == 0 ? go_down(edge / 2) : go_left(edge / 2);
    }

    // Adds 64 differences of the pass that grows along the line where its differences are 1, and of the other one. Differences of -1
    // are the opposite.
    template <typename growing_t, typename shrinking_t>
    void add(std::uint64_t const word, growing_t const & growing, shrinking_t const & shrinking)
    {
        rises_[word * width] = growing(0);
        falls_[word * width] = shrinking(0);
        if constexpr (width == 2)
        {
            rises_[word * width + 1] = shrinking(1);
            falls_[word * width + 1] = growing(1);
        }
    }

    void start(std::uint64_t const words)
    {
        rises_.resize(words * width);
        falls_.resize(words * width);
    }

    void go_down(std::uint64_t const strip)
    {
        std::uint64_t const words = plan_.shape.strip_rows() / 64;
        start(words);
        for (std::uint64_t i = 0; i < words; ++i)
            add(
                i,
                [&](unsigned const k)
                {
                    return vertical(forward_vertical_, strip * words + i, k);
                },
                // The pass from the end has the same rows, counted from below.
                [&](unsigned const k)
                {
                    return util::reverse_bits(vertical(backward_vertical_, (plan_.strips - strip) * words - 1 - i, k));
                });
    }

    // Follows the line below a strip. Later strips have overwritten only columns to the left.
    void go_left(std::uint64_t const strip)
    {
        std::uint64_t const end = plan_.end_of(strip);
        std::uint64_t const words = plan_.step / 64;
        start(words);
        auto const forward = forward_carries_[strip % 2];
        auto const backward = backward_carries_[(plan_.strips - strip) % 2];
        // The carries begin where the last strip ends.
        std::uint64_t const forward_end = end - plan_.end_of(plan_.strips - 1);
        std::uint64_t const backward_begin = columns_ - end - round_down(columns_ - plan_.first_end);
        for (std::uint64_t i = 0; i < words; ++i)
            add(
                i,
                [&](unsigned const k)
                {
                    return util::reverse_bits(join_from(backward, backward_begin + 64 * i, k));
                },
                [&](unsigned const k)
                {
                    return join(forward, forward_end / block_columns - 2 * i - 2, k);
                });
    }

    // The change of the value of the pass from the end along the edge that goes left.
    std::int64_t backward_change() const noexcept
    {
        std::int64_t change = 0;
        for (std::size_t i = 0; i < rises_.size(); i += width)
            change += util::net_ones(rises_[i], width == 2 ? falls_[i + width - 1] : 0);
        return change;
    }

    bidirectional_plan const & plan_;
    recurrence_traits const & traits_;
    std::uint64_t columns_;
    std::span<std::uint64_t const> forward_vertical_;
    std::span<std::uint64_t const> backward_vertical_;
    // The carries below even strips and odd ones.
    std::array<std::span<tagged_carries const>, 2> forward_carries_;
    std::array<std::span<tagged_carries const>, 2> backward_carries_;
    std::vector<std::uint64_t> rises_{}; // The differences along an edge where the sum rises.
    std::vector<std::uint64_t> falls_{};
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
                        rows_.view().size(),
                        [&](std::uint64_t const strip)
                        {
                            return columns.size() - plan.end_of(plan.strips - 1 - strip);
                        })},
        // The pass has the same strips of rows: the first one may begin with rows before the first letter.
        run_{rows_.view(), columns_.view(), context, rows_.view().size() - rows.size()}
    {}

    void begin()
    {
        run_.begin(plan_);
    }

    strip_run & run() noexcept
    {
        return run_;
    }

private:
    packing::reversed_sequence rows_;
    packing::reversed_sequence columns_;
    strip_plan plan_;
    strip_run run_;
};

// The value, from both passes, which are done.
std::uint64_t
join(bidirectional_plan const & plan, std::uint64_t const columns, strip_run & forward, strip_run & backward)
{
    forward.finish();
    std::uint64_t const vertical_sum = backward.finish();
    return plan::with_metric(plan.recurrence->metric,
                             [&]<typename metric_t>(metric_t)
                             {
                                 return meeting_line<metric_t>{plan, columns, forward, backward}.value(vertical_sum);
                             });
}

} // namespace

std::optional<bidirectional_plan> divide_matrix(sequence_size const & rows,
                                                sequence_size const & columns,
                                                kernel_shape const & shape,
                                                device_limits const & limits,
                                                strip_recurrence const & recurrence)
{
    // Each pass has half of the multiprocessors.
    device_limits half{limits};
    half.multiprocessors /= 2;
    bidirectional_plan plan{.recurrence = &recurrence,
                            .shape = shape,
                            .strips = util::ceil_div(rows.length, shape.strip_rows())};
    if (half.multiprocessors == 0 || columns.length <= granularity || columns.length > max_chunk_columns)
        return std::nullopt;
    plan.warps_per_block = choose_warps(shape, plan.strips, columns.letters, half);
    if (plan.strips > std::uint64_t{plan.warps_per_block} * half.multiprocessors)
        return std::nullopt;

    // A strip starts so much later than the one above it that this one does a step meanwhile.
    strip_cycles const costs = estimate_strip(shape, recurrence.costs);
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

std::optional<bidirectional_plan> plan_bidirectional(sequence_size const & first,
                                                     sequence_size const & second,
                                                     device_limits const & limits,
                                                     strip_recurrence const & recurrence)
{
    std::optional<bidirectional_plan> best{};
    for (bool const second_is_rows : {false, true})
    {
        sequence_size const & rows = second_is_rows ? second : first;
        sequence_size const & columns = second_is_rows ? first : second;
        for (kernel_shape const & shape : recurrence.band.shapes)
        {
            if (shape.bits != columns.bits)
                continue;
            std::optional<bidirectional_plan> plan = divide_matrix(rows, columns, shape, limits, recurrence);
            if (!plan || (best && best->cycles <= plan->cycles))
                continue;
            plan->second_is_rows = second_is_rows;
            best = plan;
        }
    }
    if (!best)
        return std::nullopt;
    strip_plan const single = plan_strips({.first = first, .second = second, .recurrence = &recurrence},
                                          limits,
                                          usable_bytes(limits) / 4 * 3);
    double const overhead = joining_seconds * static_cast<double>(limits.clock_hz);
    if (best->cycles + overhead > (1 - min_two_pass_gain) * single.cycles)
        return std::nullopt;
    return best;
}

alignment::result find_value_bidirectionally(alignment::sequence_pair const & pair,
                                             bidirectional_plan const & plan,
                                             stream_context & context,
                                             stream_context & other,
                                             runtime::task_control & control)
{
    auto const start = std::chrono::steady_clock::now();
    auto const & [rows, columns, min_length, max_distance] = rows_and_columns(pair, plan);
    strip_plan const of_forward = plan_pass(plan,
                                            rows.size(),
                                            [&](std::uint64_t const strip)
                                            {
                                                return plan.end_of(strip);
                                            });
    strip_run forward{rows, packing::prefix_of(columns, plan.first_end), context};
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
    strip_run & backward = from_end->run();
    alignment::result result{};
    plan::value_of(result, plan.recurrence->metric) = join(plan, columns.size(), forward, backward);
    result.device_bytes = forward.device_bytes() + backward.device_bytes();
    result.transfer_seconds = forward.transfer_seconds() + backward.transfer_seconds();
    result.kernel_seconds = std::max(forward.kernel_seconds(), backward.seconds_since(forward));
    result.forward_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

std::optional<alignment::result> find_value_from_both_ends(alignment::sequence_pair const & pair,
                                                           plan::metric const metric,
                                                           stream_context & context,
                                                           stream_context_pool & contexts,
                                                           runtime::task_control & control)
{
    if (pair.first.empty() || pair.second.empty())
        return std::nullopt;
    std::optional<bidirectional_plan> const plan =
        plan_bidirectional(size_of(pair.first), size_of(pair.second), context.limits, strips_of(metric));
    if (!plan)
        return std::nullopt;
    std::optional<alignment::result> result{};
    auto const compute = [&]()
    {
        auto const other = contexts.lend(context.device);
        result = find_value_bidirectionally(pair, *plan, context, *other, control);
    };
    if (!fits_into_memory(control, compute))
        context.release();
    return result;
}

} // namespace seqan3_gpulcs::cuda
