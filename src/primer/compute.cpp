// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <atomic>
#include <deque>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "../cpu/background_text.hpp"
#include "../cpu/filter_choice.hpp"
#include "../cpu/primer_finder.hpp"
#include "../run_control.hpp"
#include "execution_check.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

// A thread takes so many positions at least: the first one costs several times as much as the others.
constexpr std::uint64_t least_positions{256};

// A thread should have so many turns, so that all end at about the same time.
constexpr std::uint64_t turns_of_thread{8};

// So many letters of a target are looked at between two looks at the control.
constexpr std::uint64_t letters_between_checks{std::uint64_t{1} << 16};

//!\brief Letters of a target up to an unknown one, and the lengths that are wanted of them.
struct known_run
{
    std::span<std::uint8_t const> letters{};
    std::span<std::uint64_t> lengths{}; //!< Of the primers at the first position and the next ones.
    std::atomic<std::uint64_t> found;   //!< Those in front of the first position that is known to have none.

    known_run(std::span<std::uint8_t const> const letters_, std::span<std::uint64_t> const lengths_) :
        letters{letters_},
        lengths{lengths_},
        found{lengths_.size()}
    {}
};

//!\brief What a thread takes at a time.
struct piece
{
    known_run * run{};
    std::uint64_t begin{}; //!< The first of its lengths.
    std::uint64_t end{};   //!< The one behind the last.
};

void check_options(options const & options, plan::execution const & execution)
{
    if (options.differences == 0)
        throw invalid_option{"A primer that need not differ has no letters; ask for at least 1 difference."};
    if (options.maximal_length < options.minimal_length)
        throw invalid_option{"The maximal length of primers is less than the minimal length; exchange the two."};
    check_execution(execution);
}

// The letters from the first position to look at on, if there is one.
std::vector<std::uint8_t> unpack(target const & target, run_control & control)
{
    std::vector<std::uint8_t> letters(target.positions() == 0 ? 0 : target.sequence.size() - target.begin);
    for (std::uint64_t begin = 0; begin < letters.size(); begin += letters_between_checks)
    {
        control.check();
        packing::unpack(target.sequence,
                        target.begin + begin,
                        std::span{letters}.subspan(begin, std::min(letters_between_checks, letters.size() - begin)));
    }
    return letters;
}

// Finds the runs that have positions to look at: the first ones of these letters. Returns how many they have.
std::uint64_t add_runs(std::span<std::uint8_t const> const letters,
                       std::bitset<256> const & unknown,
                       std::span<std::uint64_t> const lengths,
                       std::deque<known_run> & runs,
                       run_control & control)
{
    std::uint64_t positions = 0;
    for (std::uint64_t begin = 0; begin < lengths.size();)
    {
        std::uint64_t end = begin;
        for (; end < letters.size() && !unknown[letters[end]]; ++end)
            if (end % letters_between_checks == 0)
                control.check();

        if (begin < end)
        {
            runs.emplace_back(letters.subspan(begin, end - begin),
                              lengths.subspan(begin, std::min<std::uint64_t>(end, lengths.size()) - begin));
            positions += runs.back().lengths.size();
        }
        begin = end + 1;
    }
    return positions;
}

void find_in_piece(piece const & piece,
                   options const & options,
                   cpu::primer_finder & finder,
                   run_control & control,
                   double const cells)
{
    known_run & run = *piece.run;
    std::uint64_t found = 0;
    // Another thread may have seen that there are none any more.
    if (std::min<std::uint64_t>(run.letters.size(), options.maximal_length) >= options.differences
        && piece.begin < run.found.load(std::memory_order_relaxed))
        found = finder.find(run.letters, piece.begin, run.lengths.subspan(piece.begin, piece.end - piece.begin));

    std::uint64_t const missing = piece.end - piece.begin - found;
    control.add_cells(static_cast<double>(missing) * cells);
    if (missing == 0)
        return;

    std::uint64_t const end = piece.begin + found;
    std::uint64_t known = run.found.load(std::memory_order_relaxed);
    while (end < known && !run.found.compare_exchange_weak(known, end, std::memory_order_relaxed))
    {}
}

} // namespace

std::vector<std::vector<std::uint64_t>> compute(std::span<target const> const targets,
                                                std::span<packing::packed_sequence_view const> const backgrounds,
                                                options const & options,
                                                plan::execution const & execution)
{
    check_options(options, execution);

    // Unknown letters count, too: so the program knows the total without looking at them.
    double cells = 0;
    for (packing::packed_sequence_view const & background : backgrounds)
        cells += static_cast<double>(background.size()) * (options.complement ? 2 : 1);
    std::uint64_t positions = 0;
    for (target const & target : targets)
        positions += target.positions();
    run_control control{execution, static_cast<double>(positions) * cells};
    control.check();

    std::vector<std::vector<std::uint8_t>> letters{};
    std::vector<std::vector<std::uint64_t>> lengths{};
    std::deque<known_run> runs{};
    std::uint64_t known_positions = 0;
    for (target const & target : targets)
    {
        letters.push_back(unpack(target, control));
        lengths.emplace_back(target.positions(), no_primer);
        known_positions += add_runs(letters.back(), options.unknown, lengths.back(), runs, control);
    }
    control.add_cells(static_cast<double>(positions - known_positions) * cells);

    unsigned const threads = plan::threads_at_hand(execution);
    cpu::background_text const text{backgrounds, options, control, threads};
    std::vector<std::span<std::uint8_t const>> samples{};
    std::vector<piece> pieces{};
    std::uint64_t const piece_size =
        threads == 1 ? known_positions : std::max(least_positions, known_positions / (turns_of_thread * threads));
    for (known_run & run : runs)
    {
        samples.push_back(run.letters);
        for (std::uint64_t begin = 0; begin < run.lengths.size(); begin += piece_size)
            pieces.push_back({&run, begin, std::min<std::uint64_t>(begin + piece_size, run.lengths.size())});
    }

    cpu::filter_choice const choice{samples, text.letters(), options.differences, control};
    std::atomic<std::size_t> next{0};
    control.run_team(
        static_cast<unsigned>(std::min<std::size_t>(threads, pieces.size())),
        [&]()
        {
            cpu::primer_finder finder{text, choice, options.differences, options.maximal_length, cells, control};
            for (std::size_t i = next++; i < pieces.size(); i = next++)
            {
                find_in_piece(pieces[i], options, finder, control, cells);
                control.check();
            }
        });

    // A length is a lower bound for every longer substring that has it in front.
    for (known_run & run : runs)
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

} // namespace seqan3_gpulcs::primer
