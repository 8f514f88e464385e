// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>
#include <string>
#include <thread>

#include <reference/letter_set_reference.hpp>
#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/cpu/search/approximate_search.hpp"
#include "src/scan/primer_verifier.hpp"
#include "src/scan/target_text.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// The request, and the primers that were found.
struct problem
{
    letters_t target{};
    reference::letter_sequences backgrounds{};
    std::uint64_t differences{};
    std::uint64_t max_length{std::numeric_limits<std::uint64_t>::max()};
    std::uint64_t scan_size{std::numeric_limits<std::uint64_t>::max()};
    bool is_counted{false};
    bool is_ambiguous{false}; // Letters are those of IUPAC.

    std::vector<std::uint64_t> find(scan::verification_mode const mode) const
    {
        double done = 0;
        plan::execution execution{};
        execution.on_progress = [&](plan::progress const & progress)
        {
            done = progress.cells_done;
        };

        std::vector<packing::packed_sequence> packed{};
        for (letters_t const & background : backgrounds)
            packed.push_back(packing::pack(background));
        std::vector<packing::packed_sequence_view> const views{packed.begin(), packed.end()};

        runtime::task_control control{execution, static_cast<double>(target.size())};
        packing::packed_sequence const packed_target = packing::pack(target);
        primer::target const whole{packed_target};
        primer::options options{.differences = differences, .max_length = max_length};
        if (is_ambiguous)
            options.meanings = primer::iupac_nucleotides();
        scan::background_cuts const cuts{views, options, control, 2};
        scan::letter_codes const codes{{&whole, 1}, cuts, options};
        scan::target_text const letters{whole, codes, options, control};
        scan::background_text const text{cuts, codes, options, control, 2};
        cpu::interleaved_text const classes{text.class_words(), text.size(), text.class_bits(), control, 2};
        std::vector<std::uint64_t> lengths(target.size(), 0);
        std::deque<scan::known_segment> segments{};
        if (target.size() >= differences)
            segments.emplace_back(letters.codes(), lengths);
        scan::primer_request const request{segments, {text, options, 1, control, 2}};
        scan::primer_verifier verifier{request, request.cpu_seed_length(), mode};
        cpu::approximate_search search{};

        // Several scans take turns, and receive their candidates in parts.
        std::vector<scan::primer_scan> scans{};
        for (scan::scan_range const & range : request.cut(scan_size))
            scans.emplace_back(range);
        std::vector<bool> is_done(scans.size());
        while (std::ranges::find(is_done, false) != is_done.end())
        {
            std::vector<std::vector<std::uint64_t>> ends(scans.size());
            for (std::size_t i = 0; i < scans.size(); ++i)
                if (!is_done[i] && !(is_done[i] = !verifier.next_pattern(scans[i])))
                    search.find(classes,
                                scans[i].pattern(),
                                differences,
                                control,
                                [&](std::span<std::uint64_t const> const found)
                                {
                                    ends[i].insert(ends[i].end(), found.begin(), found.end());
                                    return true;
                                });
            for (std::size_t i = 0; i < scans.size(); ++i)
            {
                if (is_done[i])
                    continue;
                std::ranges::sort(ends[i]);
                std::span<std::uint64_t const> const all{ends[i]};
                if (verifier.verify(scans[i], all.subspan(all.size() / 2)))
                    verifier.verify(scans[i], all.first(all.size() / 2));
            }
        }
        std::uint64_t found = 0;
        for (scan::primer_scan const & scan : scans)
        {
            found += scan.found();
            if (scan.found() != scan_size)
                break;
        }
        EXPECT_TRUE(std::all_of(lengths.begin() + static_cast<std::ptrdiff_t>(found),
                                lengths.end(),
                                [](std::uint64_t const length)
                                {
                                    return length == 0;
                                }));
        for (std::uint64_t & length : lengths)
            if (length > max_length)
                length = 0;

        if (is_counted)
        {
            // A report is due now.
            std::this_thread::sleep_for(std::chrono::milliseconds{110});
            control.check();
            EXPECT_EQ(done, static_cast<double>(found));
        }
        return lengths;
    }
};

// A repeat with small differences between its copies.
letters_t
make_repeat(std::mt19937_64 & generator, std::size_t const unit, std::size_t const size, std::size_t const distance)
{
    auto const letters = reference::random_letters(generator, unit, 4);
    letters_t repeat{};
    while (repeat.size() < size)
    {
        auto const copy = reference::mutate(generator, letters, 4, distance);
        repeat.insert(repeat.end(), copy.begin(), copy.end());
    }
    return repeat;
}

std::vector<std::uint64_t> ambiguous_lengths(problem const & given)
{
    std::vector<std::string> backgrounds{};
    for (letters_t const & background : given.backgrounds)
        backgrounds.emplace_back(background.begin(), background.end());
    return reference::ambiguous_primer_lengths({given.target.begin(), given.target.end()},
                                               reference::cut_at_gaps(backgrounds, false),
                                               static_cast<unsigned>(given.differences));
}

void check(problem const & given)
{
    auto expected =
        given.is_ambiguous
            ? ambiguous_lengths(given)
            : reference::primer_lengths(given.target, given.backgrounds, static_cast<unsigned>(given.differences));
    for (std::uint64_t & length : expected)
        if (length > given.max_length)
            length = 0;
    for (auto const mode : {scan::verification_mode::cheaper,
                            scan::verification_mode::alone,
                            scan::verification_mode::together,
                            scan::verification_mode::anchored})
        ASSERT_EQ(given.find(mode), expected) << given.target.size() << " letters, " << given.differences
                                              << " differences, mode " << static_cast<int>(mode);
}

} // namespace

TEST(primer_verifier, modes)
{
    auto generator = reference::make_generator();
    for (std::uint64_t const differences : {1u, 2u, 5u, 12u, 33u, 90u})
        for (int i = 0; i < 4; ++i)
        {
            problem given{reference::random_letters(generator, 200, 4), {}, differences};
            given.backgrounds = {reference::random_letters(generator, 150, 4),
                                 reference::mutate(generator, given.target, 4, 4 + 2 * static_cast<std::size_t>(i)),
                                 reference::random_letters(generator, 1, 4)};
            check(given);
            given.max_length = 1 + reference::random_size(generator, 3 * differences);
            check(given);
            given.scan_size = 1 + reference::random_size(generator, 60);
            check(given);
        }
}

TEST(primer_verifier, ambiguous_letters)
{
    auto generator = reference::make_generator();
    for (std::uint64_t const differences : {1u, 3u, 10u, 40u})
        for (std::size_t const distance : {3u, 10u, 50u})
        {
            problem given{reference::random_letters(generator, 150, 4), {}, differences};
            given.is_ambiguous = true;
            given.backgrounds = {reference::random_letters(generator, 150, 4),
                                 reference::mutate(generator, given.target, 4, 8)};
            for (letters_t * const letters : {&given.target, &given.backgrounds[0], &given.backgrounds[1]})
                for (std::uint8_t & letter : *letters)
                    letter = static_cast<std::uint8_t>("ACGT"[letter]);
            for (letters_t & background : given.backgrounds)
                for (std::size_t i = 0; i < background.size(); i += 1 + reference::random_size(generator, 2 * distance))
                    background[i] = static_cast<std::uint8_t>("NNRYSWKMBDHV"[reference::random_size(generator, 11)]);
            check(given);
            given.scan_size = 31;
            check(given);
        }
}

// Ends side by side; most of them need not be verified.
TEST(primer_verifier, repeats)
{
    auto generator = reference::make_generator();
    for (std::uint64_t const differences : {1u, 4u, 20u, 75u})
        for (std::size_t const unit : {1u, 3u, 20u})
        {
            problem given{reference::random_letters(generator, 60, 4), {}, differences};
            letters_t const repeat = make_repeat(generator, unit, 120, 25);
            given.target.insert(given.target.end(), repeat.begin(), repeat.end());
            letters_t const tail = reference::random_letters(generator, 60, 4);
            given.target.insert(given.target.end(), tail.begin(), tail.end());
            given.backgrounds = {reference::mutate(generator, repeat, 4, 15),
                                 reference::mutate(generator, given.target, 4, 7)};
            check(given);
            given.scan_size = 37;
            check(given);
        }
}

// Similar substrings are as long as possible: they have a foreign letter more for every difference.
TEST(primer_verifier, longest_windows)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < 10; ++i)
    {
        problem given{reference::random_letters(generator, 120, 4), {}, 40};
        letters_t background = reference::random_letters(generator, 50, 4);
        for (std::size_t j = 0; j < given.target.size(); ++j)
        {
            background.push_back(given.target[j]);
            if (j % 3 == 0 && j / 3 < given.differences - 1)
                background.push_back(9);
        }
        given.backgrounds = {background};
        letters_t const tail = reference::random_letters(generator, 100, 4);
        given.target.insert(given.target.end(), tail.begin(), tail.end());
        check(given);
    }
}

TEST(primer_verifier, cells)
{
    auto generator = reference::make_generator();
    problem given{reference::random_letters(generator, 1000, 4), {}, 5};
    given.is_counted = true;
    // From the middle on, there are no primers.
    given.backgrounds = {reference::random_letters(generator, 500, 4),
                         {given.target.begin() + 500, given.target.end()}};
    for (std::uint64_t const max_length : {std::uint64_t{0}, std::uint64_t{12}, std::uint64_t{1000}})
    {
        given.max_length = max_length;
        check(given);
    }
}
