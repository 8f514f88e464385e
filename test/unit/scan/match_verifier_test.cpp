// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/scan/match_verifier.hpp"
#include "src/scan/target_text.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// Primers whose matches are searched: by the plain matrix, up to the last step.
struct problem
{
    letters_t target{};
    letters_t background{};
    std::uint32_t differences{};
    int unknown{-1};
    std::size_t max_ends{~std::size_t{0}}; // Those that the verifier gets at a time.
    std::stop_token stop{};

    std::vector<std::uint64_t> lengths() const
    {
        return reference::primer_lengths(target, {background}, differences, unknown);
    }

    std::vector<primer::match> expect(std::vector<std::uint64_t> const & primers) const
    {
        std::vector<primer::match> matches{};
        for (std::size_t i = 0; std::uint64_t const length : primers)
        {
            auto const begin = target.begin() + static_cast<std::ptrdiff_t>(i++);
            if (length == primer::no_primer)
            {
                matches.push_back({});
                continue;
            }
            reference::substring const match = reference::first_match(begin,
                                                                      begin + static_cast<std::ptrdiff_t>(length),
                                                                      background,
                                                                      differences,
                                                                      unknown);
            matches.push_back({match.begin, match.end});
        }
        return matches;
    }

    std::vector<primer::match> find(std::vector<std::uint64_t> const & primers) const
    {
        plan::execution execution{};
        execution.stop = stop;
        runtime::task_control control{execution, 0};
        primer::options options{.differences = differences};
        if (unknown >= 0)
            options.unknown.set(static_cast<std::size_t>(unknown));
        packing::packed_sequence const packed_target = packing::pack(target);
        packing::packed_sequence const packed_background = packing::pack(background);
        packing::packed_sequence_view const view{packed_background};
        primer::target const whole{packed_target};
        plan::execution const undisturbed{};
        runtime::task_control preparation{undisturbed, 0};
        scan::background_cuts const cuts{{&view, 1}, options, preparation, 1};
        scan::letter_codes const codes{{&whole, 1}, cuts, options};
        scan::target_text const letters{whole, codes, options, preparation};
        scan::background_text const text{cuts, codes, options, preparation, 1};

        std::vector<primer::match> matches(primers.size());
        scan::matched_target const wanted{letters.codes(), primers, matches};
        scan::match_request const request{{&wanted, 1}, {text, options, 1, control, 1}};
        scan::match_verifier verifier{request};
        for (std::size_t group = 0; group < request.groups(); ++group)
        {
            scan::match_scan scan{request.longest(group), request.matches(group)};
            if (verifier.next_pattern(scan))
            {
                verify(verifier, scan, request, text);
                EXPECT_LE(scan.pattern().size(), request.pattern_size(group));
                EXPECT_FALSE(verifier.next_pattern(scan)) << "A scan has one pattern.";
            }
            request.finish(group);
        }
        return matches;
    }

private:
    // Hands over all ends of substrings that are similar to the pattern, until no more are wanted.
    void verify(scan::match_verifier & verifier,
                scan::match_scan & scan,
                scan::match_request const & request,
                scan::background_text const & text) const
    {
        std::vector<std::uint64_t> ends{};
        std::uint64_t before = 0;
        for (letters_t const & segment : reference::cut_at({background}, unknown))
        {
            // By classes, so some are ends of other letters.
            letters_t classes(segment.size());
            text.classify(text.codes().subspan(before, segment.size()), classes);
            auto const distances = reference::end_distances(scan.pattern().begin(), scan.pattern().end(), classes);
            for (std::size_t end = 1; end < distances.size(); ++end)
                if (distances[end] <= differences)
                    ends.push_back(before + end);
            before += segment.size();
        }

        bool is_wanted = true;
        for (std::size_t begin = 0; begin < ends.size() && is_wanted; begin += std::min(max_ends, ends.size()))
            is_wanted = verifier.verify(
                scan,
                std::span<std::uint64_t const>{ends}.subspan(begin, std::min(max_ends, ends.size() - begin)));
        EXPECT_FALSE(is_wanted) << "Each primer of " << request.groups() << " groups has a match.";
    }
};

void check(problem given)
{
    std::vector<std::uint64_t> const primers = given.lengths();
    std::vector<primer::match> const expected = given.expect(primers);
    ASSERT_EQ(given.find(primers), expected) << given.target.size() << " letters, k = " << given.differences;
    given.max_ends = 1;
    ASSERT_EQ(given.find(primers), expected) << given.target.size() << " letters, k = " << given.differences;
}

} // namespace

TEST(match_verifier, random_sequences)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {2u, 4u, 7u, 20u})
        for (std::uint32_t const differences : {1u, 2u, 3u, 8u})
            for (std::size_t const size : {1, 5, 63, 64, 150})
                check({reference::random_letters(generator, 80, letters),
                       reference::random_letters(generator, size, letters),
                       differences});
}

// Long primers, many of which end together.
TEST(match_verifier, related_sequences)
{
    auto generator = reference::make_generator();
    for (std::uint32_t const differences : {1u, 2u, 5u, 12u})
        for (std::size_t const distance : {3u, 6u, 20u})
        {
            letters_t const target = reference::random_letters(generator, 120, 4);
            check({target, reference::mutate(generator, target, 4, distance), differences});
        }
}

// No match extends across an unknown letter, and positions count them.
TEST(match_verifier, unknown_letters)
{
    auto generator = reference::make_generator();
    for (std::uint32_t const differences : {1u, 3u})
        for (unsigned round = 0; round < 5; ++round)
        {
            letters_t target = reference::random_letters(generator, 60, 4);
            letters_t background = reference::mutate(generator, target, 4, 8);
            target[reference::random_size(generator, target.size() - 1)] = 9;
            for (unsigned i = 0; i < 6; ++i)
                background[reference::random_size(generator, background.size() - 1)] = 9;
            check({target, background, differences, 9});
        }
}

// The empty substring is at k differences from k foreign letters.
TEST(match_verifier, foreign_letters_match_the_empty_substring)
{
    problem const given{letters_t(10, 5), letters_t(20, 1), 3};
    std::vector<std::uint64_t> const primers = given.lengths();
    EXPECT_EQ(primers.front(), 3u);
    auto const matches = given.find(primers);
    EXPECT_EQ(matches, given.expect(primers));
    EXPECT_EQ(matches.front(), primer::match{});
}

TEST(match_verifier, a_stop_request_ends_it)
{
    std::stop_source source{};
    source.request_stop();
    // Primers of more letters than the background has are sure to exist.
    problem const given{letters_t(60, 1), letters_t(20, 1), 2, -1, 1000, source.get_token()};
    EXPECT_THROW(given.find(given.lengths()), operation_stopped);
}
