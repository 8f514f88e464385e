// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <deque>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/backend/backend.hpp"
#include "src/runtime/task_control.hpp"
#include "src/verification/background_text.hpp"
#include "src/verification/primer_request.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

// So many letters of a target are looked at between two looks at the control.
constexpr std::uint64_t letters_between_checks{std::uint64_t{1} << 16};

void check_options(options const & options)
{
    if (options.differences == 0)
        throw invalid_option{"A primer that need not differ has no letters; ask for at least 1 difference."};
    if (options.maximal_length < options.minimal_length)
        throw invalid_option{"The maximal length of primers is less than the minimal length; exchange the two."};
}

// Finds the runs that have positions to look at: the first ones of these letters.
void add_runs(std::span<std::uint8_t const> const letters,
              std::bitset<256> const & unknown,
              std::span<std::uint64_t> const lengths,
              std::deque<verification::known_run> & runs,
              runtime::task_control & control)
{
    for (std::uint64_t begin = 0; begin < lengths.size();)
    {
        std::uint64_t end = begin;
        for (; end < letters.size() && !unknown[letters[end]]; ++end)
            if (end % letters_between_checks == 0)
                control.check();

        if (begin < end)
            runs.emplace_back(letters.subspan(begin, end - begin),
                              lengths.subspan(begin, std::min<std::uint64_t>(end, lengths.size()) - begin));
        begin = end + 1;
    }
}

} // namespace

std::vector<std::vector<std::uint64_t>> compute(std::span<target const> const targets,
                                                std::span<packing::packed_sequence_view const> const backgrounds,
                                                options const & options,
                                                plan::execution const & execution,
                                                work * const done)
{
    check_options(options);
    verification::check_letters(targets, backgrounds, options);
    backend::backend_interface const & backend = backend::find_backend(execution);

    // Unknown letters count, too: so the program knows the total without looking at them.
    double cells = 0;
    for (packing::packed_sequence_view const & background : backgrounds)
        cells += static_cast<double>(background.size()) * (options.complement ? 2 : 1);
    std::uint64_t positions = 0;
    for (target const & target : targets)
        positions += target.positions();
    runtime::task_control control{execution, static_cast<double>(positions) * cells};
    control.check();

    std::vector<std::vector<std::uint8_t>> letters{};
    std::vector<std::vector<std::uint64_t>> lengths{};
    std::deque<verification::known_run> runs{};
    for (target const & target : targets)
    {
        letters.push_back(verification::unpack(target, control));
        lengths.emplace_back(target.positions(), no_primer);
        add_runs(letters.back(), options.unknown, lengths.back(), runs, control);
    }

    control.add_cells(static_cast<double>(positions - verification::positions_of(runs)) * cells);

    unsigned const threads = plan::available_threads(execution);
    verification::background_text const text{backgrounds, options, control, threads};
    verification::primer_request const search{runs, text, options, cells, control, threads};
    work const how = backend.find_primers(search, execution);
    if (done)
        *done = how;

    // A length is a lower bound for every longer substring that has it in front.
    for (verification::known_run const & run : runs)
    {
        std::uint64_t const found = run.found.load(std::memory_order_relaxed);
        for (std::uint64_t i = 0; i < run.lengths.size(); ++i)
        {
            std::uint64_t const length = std::max(run.lengths[i], options.minimal_length);
            bool const is_wanted = i < found && length <= options.maximal_length && length <= run.letters.size() - i;
            run.lengths[i] = is_wanted ? length : no_primer;
        }
    }
    return lengths;
}

std::vector<std::uint64_t> compute(std::string_view const target,
                                   std::string_view const background,
                                   options const & options,
                                   plan::execution const & execution)
{
    packing::packed_sequence const packed_target = packing::pack(target);
    packing::packed_sequence const packed_background = packing::pack(background);
    primer::target const whole{packed_target};
    packing::packed_sequence_view const view{packed_background};
    return std::move(compute({&whole, 1}, {&view, 1}, options, execution).front());
}

} // namespace seqan3_gpulcs::primer
