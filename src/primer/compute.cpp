// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <deque>
#include <utility>

#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/backend/rank_calls.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/primer/call_arguments.hpp"
#include "src/primer/prepared_sequences.hpp"
#include "src/primer/prepared_texts.hpp"
#include "src/runtime/task_control.hpp"
#include "src/scan/request.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

// Adds the segments with wanted positions and enough letters for a primer; counts the other positions as done.
void add_segments(scan::target_text const & target,
                  std::span<std::uint64_t> const lengths,
                  scan::search_context const & context,
                  std::deque<scan::known_segment> & segments)
{
    std::uint64_t const differences = context.options.differences;
    std::uint64_t positions = 0;
    if (context.options.max_length >= differences)
        for (auto const [begin, end] : target.segments())
            if (begin < lengths.size() && end - begin >= differences)
            {
                segments.emplace_back(target.codes().subspan(begin, end - begin),
                                      lengths.subspan(begin, std::min<std::uint64_t>(end, lengths.size()) - begin));
                positions += segments.back().lengths.size();
            }
    context.control.add_cells(static_cast<double>(lengths.size() - positions) * context.cells_per_position);
}

// If the empty substring is all there is to differ from, any k letters are a primer.
void find_without_background(std::deque<scan::known_segment> & segments, scan::search_context const & context)
{
    std::uint64_t const differences = context.options.differences;
    for (scan::known_segment & segment : segments)
    {
        std::ranges::fill(segment.lengths, differences);
        segment.found = std::min<std::uint64_t>(segment.lengths.size(), segment.letters.size() - differences + 1);
    }
    context.control.add_cells(static_cast<double>(scan::count_positions(segments)) * context.cells_per_position);
}

} // namespace

std::vector<std::vector<std::uint64_t>> find_lengths(std::span<target const> const targets,
                                                     prepared_texts const & texts,
                                                     scan::search_context const & context,
                                                     plan::execution const & execution,
                                                     statistics * const statistics)
{
    std::vector<std::vector<std::uint64_t>> lengths{};
    std::deque<scan::known_segment> segments{};
    for (std::size_t i = 0; i < targets.size(); ++i)
    {
        lengths.emplace_back(targets[i].positions(), no_primer);
        add_segments(texts.targets[i], lengths.back(), context, segments);
    }

    primer::statistics found{};
    if (context.text.size() == 0)
        find_without_background(segments, context);
    else if (!segments.empty())
    {
        scan::primer_request const request{segments, context};
        found = dispatch::find_backend(execution).scan(scan::wanted_primers{request}, execution);
    }
    if (statistics)
        *statistics = found;

    // A length is a lower bound for every longer substring that begins with it.
    for (scan::known_segment const & segment : segments)
    {
        std::uint64_t const found_lengths = segment.found.load(std::memory_order_relaxed);
        for (std::uint64_t i = 0; i < segment.lengths.size(); ++i)
        {
            std::uint64_t const length = std::max(segment.lengths[i], context.options.min_length);
            bool const is_wanted =
                i < found_lengths && length <= context.options.max_length && length <= segment.letters.size() - i;
            segment.lengths[i] = is_wanted ? length : no_primer;
        }
    }
    return lengths;
}

namespace
{

/* Finds lengths, given how texts are prepared.
 * \param prepare Called with the control and the number of threads.
 */
template <typename prepare_t>
std::vector<std::vector<std::uint64_t>> compute(std::span<target const> const targets,
                                                std::span<packing::packed_sequence_view const> const backgrounds,
                                                call_arguments<primer::options> const & call,
                                                prepare_t const & prepare)
{
    auto const & [options, execution, statistics] = call;
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
        return ranks->compute_primers(targets, backgrounds, options, backend::without_ranks(execution), statistics);
    check_options(options);
    check_letters(targets, backgrounds, options);
    // An unavailable backend is reported first.
    dispatch::find_backend(execution);

    // Unknown letters count, too: so the program knows the total without looking at them.
    double cells_per_position = 0;
    for (packing::packed_sequence_view const & background : backgrounds)
        cells_per_position += static_cast<double>(background.size()) * (options.complement ? 2 : 1);
    std::uint64_t positions = 0;
    for (target const & target : targets)
        positions += target.positions();
    runtime::task_control control{execution, static_cast<double>(positions) * cells_per_position};
    control.check();

    unsigned const threads = plan::available_threads(execution);
    prepared_texts const texts = prepare(control, threads);
    auto lengths = find_lengths(targets,
                                texts,
                                {texts.background->text, options, cells_per_position, control, threads},
                                execution,
                                statistics);
    control.report_done();
    return lengths;
}

} // namespace

std::vector<std::vector<std::uint64_t>> compute(std::span<target const> const targets,
                                                std::span<packing::packed_sequence_view const> const backgrounds,
                                                options const & options,
                                                plan::execution const & execution,
                                                statistics * const statistics)
{
    auto const prepare = [&](runtime::task_control & control, unsigned const threads)
    {
        return prepared_texts{targets, backgrounds, options, control, threads};
    };
    return compute(targets, backgrounds, {options, execution, statistics}, prepare);
}

std::vector<std::vector<std::uint64_t>> compute(std::span<target const> const targets,
                                                prepared_sequences const & backgrounds,
                                                options const & options,
                                                plan::execution const & execution,
                                                statistics * const statistics)
{
    prepared_sequences::state const & known = backgrounds.known();
    auto const prepare = [&](runtime::task_control & control, unsigned const threads)
    {
        return known.texts(targets, options, control, threads);
    };
    return compute(targets, known.views(), {options, execution, statistics}, prepare);
}

std::vector<std::uint64_t> compute(std::string_view const target,
                                   std::string_view const background,
                                   options const & options,
                                   plan::execution const & execution)
{
    packing::packed_sequence const packed_target = packing::pack(target, plan::available_threads(execution));
    packing::packed_sequence const packed_background = packing::pack(background, plan::available_threads(execution));
    primer::target const whole{packed_target};
    packing::packed_sequence_view const view{packed_background};
    return std::move(compute({&whole, 1}, {&view, 1}, options, execution).front());
}

} // namespace seqan3_gpulcs::primer
