// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <reference/instrumented.hpp>
#include <reference/letter_set_reference.hpp>
#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>
#include <reference/strings.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

using namespace seqan3_gpulcs;

namespace
{

using lengths_t = std::vector<std::uint64_t>;
using strings_t = std::vector<std::string>;

primer::options ambiguous_options(std::uint64_t const differences, bool const both_strands = false)
{
    primer::options options{.differences = differences, .meanings = primer::iupac_nucleotides()};
    if (both_strands)
        options.complement = primer::complement_of_dna();
    return options;
}

lengths_t find_primers(std::string const & target,
                       strings_t const & backgrounds,
                       primer::options const & options,
                       plan::execution const & execution = {.backend = plan::backend::cpu})
{
    packing::packed_sequence const packed_target = packing::pack(target);
    primer::target const whole{packed_target};
    std::vector<packing::packed_sequence> packed{};
    for (std::string const & background : backgrounds)
        packed.push_back(packing::pack(background));
    std::vector<packing::packed_sequence_view> const views{packed.begin(), packed.end()};
    return primer::compute({&whole, 1}, views, options, execution).front();
}

void check(std::string const & target,
           strings_t const & backgrounds,
           std::uint64_t const differences,
           bool const both_strands = false,
           unsigned const threads = 1)
{
    ASSERT_EQ(find_primers(target,
                           backgrounds,
                           ambiguous_options(differences, both_strands),
                           {.backend = plan::backend::cpu, .threads = threads}),
              reference::ambiguous_primer_lengths(target,
                                                  reference::cut_at_gaps(backgrounds, both_strands),
                                                  static_cast<std::uint32_t>(differences)))
        << target << ' ' << backgrounds.front() << ", " << differences << " differences"
        << (both_strands ? ", both strands" : "");
}

// Replaces a letter in about so many.
void add_letters(std::mt19937_64 & generator, std::string & text, std::string_view const letters, std::size_t distance)
{
    for (std::size_t i = reference::random_size(generator, distance); i < text.size();
         i += 1 + reference::random_size(generator, 2 * distance))
        text[i] = letters[reference::random_size(generator, letters.size() - 1)];
}

// What a text may be.
strings_t readings_of(std::string const & text)
{
    strings_t readings{""};
    for (char const letter : text)
    {
        strings_t longer{};
        for (std::string const & reading : readings)
            for (char const base : reference::bases_of(letter))
                longer.push_back(reading + base);
        readings = longer;
    }
    return readings;
}

} // namespace

// A primer is safe if it is safe whatever the background turns out to be: with no notion of letters that match others.
TEST(ambiguous_letters, every_reading)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < 150; ++i)
    {
        std::string const target = reference::random_text(generator, 1 + reference::random_size(generator, 11), "ACGT");
        std::string background = reference::random_text(generator, 1 + reference::random_size(generator, 11), "ACGT");
        for (int k = 0; k < 4; ++k)
            background[reference::random_size(generator, background.size() - 1)] =
                "NNRYSWKMBDHV"[reference::random_size(generator, 11)];
        for (std::uint32_t differences = 1; differences <= 4; ++differences)
        {
            lengths_t expected(target.size(), 0);
            std::vector<bool> is_unsafe(target.size(), false);
            for (std::string const & reading : readings_of(background))
            {
                lengths_t const lengths = reference::primer_lengths({target.begin(), target.end()},
                                                                    {{reading.begin(), reading.end()}},
                                                                    differences);
                for (std::size_t j = 0; j < lengths.size(); ++j)
                {
                    is_unsafe[j] = is_unsafe[j] || lengths[j] == 0;
                    expected[j] = is_unsafe[j] ? 0 : std::max(expected[j], lengths[j]);
                }
            }
            ASSERT_EQ(find_primers(target, {background}, ambiguous_options(differences)), expected)
                << target << ' ' << background << ", " << differences << " differences";
        }
    }
}

TEST(ambiguous_letters, all_small_backgrounds)
{
    auto generator = reference::make_generator();
    for (std::size_t size = 0; size <= (reference::is_instrumented ? 3 : 4); ++size)
        for (std::string const & background : reference::all_strings(size, "ACGTNR-"))
            for (std::uint64_t const differences : {1u, 2u, 3u, 4u})
                check(reference::random_text(generator, 8, "ACGTN"), {background}, differences, size % 2 == 1);
}

TEST(ambiguous_letters, all_small_targets)
{
    auto generator = reference::make_generator();
    for (std::string const & target : reference::all_strings(reference::is_instrumented ? 3 : 4, "ACGTN"))
        for (std::uint64_t const differences : {1u, 2u, 3u})
            check(target,
                  {reference::random_text(generator, reference::random_size(generator, 8), "ACGTN"),
                   reference::random_text(generator, reference::random_size(generator, 8), "ACGTNRYSWKMBDHV-")},
                  differences,
                  true);
}

// Rates of ambiguous letters from none to all, with related sequences and several backgrounds.
TEST(ambiguous_letters, random_sequences)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < (reference::is_instrumented ? 10 : 60); ++i)
    {
        std::string target = reference::random_text(generator, reference::random_size(generator, 120), "ACGT");
        if (i % 3 == 0)
            add_letters(generator, target, "NRX", 30);
        strings_t backgrounds{reference::random_text(generator, reference::random_size(generator, 400), "ACGT"),
                              target,
                              ""};
        for (std::string & background : backgrounds)
            add_letters(generator,
                        background,
                        i % 2 == 0 ? "N" : "ACGTNRYSWKMBDHV-",
                        std::array{1u, 5u, 20u, 100u, 1000u}[reference::random_size(generator, 4)]);
        std::uint64_t const differences = 1 + reference::random_size(generator, i % 4 == 0 ? 20 : 4);
        check(target, backgrounds, differences, i % 5 < 2, 1 + static_cast<unsigned>(i % 3));
    }
}

// Nine N match anything, ten are a gap: in the middle, at the ends, and where blocks of letters meet.
TEST(ambiguous_letters, gaps)
{
    auto generator = reference::make_generator();
    std::string const target = reference::random_text(generator, 40, "ACGT");
    for (std::size_t const run : {1u, 8u, 9u, 10u, 11u, 30u})
        for (std::string const & before : {target, std::string{}, std::string{"N-"}, std::string{"R"}})
            for (std::string const & after : {target, std::string{}, std::string{"-N"}})
                for (bool const both_strands : {false, true})
                    check(target, {before + std::string(run, 'N') + after}, 4, both_strands);

    // A run in one background does not continue into the next one.
    check(target, {target.substr(0, 20) + "NNNNN", "NNNNN" + target.substr(20)}, 3);
    // Ten N of which one is something else.
    check(target, {target.substr(0, 20) + "NNNNNRNNNN" + target.substr(20)}, 3);
}

// Blocks of letters that different threads read meet within a run.
TEST(ambiguous_letters, gaps_where_blocks_meet)
{
    auto generator = reference::make_generator();
    std::string const target = reference::random_text(generator, 12, "ACGT");
    std::string const unit = reference::random_text(generator, 100, "ACGT");
    for (std::size_t const block : {std::size_t{1} << 18, std::size_t{1} << 20})
        for (std::size_t const run : {9u, 10u})
            for (std::size_t const before : {0u, 4u, 9u})
            {
                std::string background{};
                while (background.size() < block + 300)
                    background += unit;
                std::fill_n(background.begin() + static_cast<std::ptrdiff_t>(block - before), run, 'N');
                std::string const near = background.substr(block - 300);
                lengths_t const expected =
                    reference::ambiguous_primer_lengths(target, reference::cut_at_gaps({near, unit + unit}, true), 3);
                ASSERT_EQ(find_primers(target,
                                       {background},
                                       ambiguous_options(3, true),
                                       {.backend = plan::backend::cpu, .threads = 3}),
                          expected)
                    << run << " N, " << before << " of them before letter " << block;
            }
}

// If nothing is ambiguous, letters are what they were; U is T.
TEST(ambiguous_letters, none_and_rna)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < 20; ++i)
    {
        std::string const target = reference::random_text(generator, 60, "ACGT");
        std::string const background = reference::random_text(generator, 200, "ACGT");
        primer::options cut{.differences = 3, .unknown = primer::unknown_nucleotides()};
        EXPECT_EQ(find_primers(target, {background}, ambiguous_options(3)), find_primers(target, {background}, cut));
        EXPECT_EQ(find_primers(target, {background + std::string(50, 'N') + target}, ambiguous_options(3)),
                  find_primers(target, {background, target}, cut));

        std::string rna = background;
        std::ranges::replace(rna, 'T', 'U');
        EXPECT_EQ(find_primers(target, {rna}, ambiguous_options(3)),
                  find_primers(target, {background}, ambiguous_options(3)));
    }
}

// Repeats are masked by lower case: that hides nothing, whichever sequences have it.
TEST(ambiguous_letters, lower_case)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < (reference::is_instrumented ? 10 : 60); ++i)
    {
        std::string target = reference::random_text(generator, reference::random_size(generator, 100), "ACGT");
        strings_t backgrounds{reference::random_text(generator, reference::random_size(generator, 300), "ACGT"),
                              target.substr(target.size() / 2)};
        if (i % 2 == 0)
            add_letters(generator, backgrounds.front(), "NRYSWKMBDHV-", 20);
        if (i % 3 == 0)
            backgrounds.front() += std::string(reference::random_size(generator, 12), 'N') + target.substr(0, 20);
        auto const differences = static_cast<std::uint32_t>(1 + reference::random_size(generator, 3));
        bool const both_strands = i % 4 < 2;
        lengths_t const expected =
            reference::ambiguous_primer_lengths(target, reference::cut_at_gaps(backgrounds, both_strands), differences);
        for (std::string * const text : {&target, &backgrounds[0], &backgrounds[1]})
            *text = reference::masked_text(generator, *text);
        ASSERT_EQ(find_primers(target, backgrounds, ambiguous_options(differences, both_strands)), expected)
            << target << ' ' << backgrounds.front() << ", " << differences << " differences";
    }
}

// Who does not want masked letters says that they stand for nothing.
TEST(ambiguous_letters, masked_letters_left_out)
{
    primer::options options = ambiguous_options(2);
    for (char const letter : std::string_view{"acgt"})
        (*options.meanings)[static_cast<std::uint8_t>(letter)] = 0;
    EXPECT_EQ(find_primers("ACGTacgtACGT", {"CCCCacgtCCCC"}, options),
              find_primers("ACGT----ACGT", {"CCCC----CCCC"}, options));
}

TEST(ambiguous_letters, lengths_that_are_wanted)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < 20; ++i)
    {
        std::string const target = reference::random_text(generator, 80, "ACGT");
        std::string background = reference::random_text(generator, 300, "ACGT");
        add_letters(generator, background, "N", 20);
        lengths_t expected =
            reference::ambiguous_primer_lengths(target, reference::cut_at_gaps({background}, false), 3);
        primer::options options = ambiguous_options(3);
        options.min_length = 9;
        options.max_length = 11;
        for (std::size_t j = 0; j < expected.size(); ++j)
        {
            expected[j] = expected[j] == 0 ? 0 : std::max<std::uint64_t>(expected[j], 9);
            if (expected[j] > 11 || j + expected[j] > target.size())
                expected[j] = 0;
        }
        EXPECT_EQ(find_primers(target, {background}, options), expected);
    }
}

// The first substring to end with k differences, and of those the shortest.
TEST(ambiguous_letters, matches)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < (reference::is_instrumented ? 1 : 4); ++i)
    {
        std::string const target = reference::random_text(generator, 60, "ACGT");
        std::string background = reference::random_text(generator, 200, "ACGT");
        add_letters(generator, background, "NR", 15);
        background.insert(100, std::string(12, 'N'));
        std::uint64_t const differences = 1 + reference::random_size(generator, 4);
        packing::packed_sequence const packed_target = packing::pack(target);
        packing::packed_sequence const packed_background = packing::pack(background);
        auto const [lengths, matches] = primer::compute_with_matches(primer::target{packed_target},
                                                                     packed_background,
                                                                     ambiguous_options(differences));
        ASSERT_EQ(lengths, find_primers(target, {background}, ambiguous_options(differences)));
        for (std::size_t j = 0; j < lengths.size(); ++j)
        {
            if (lengths[j] == 0)
                continue;
            auto const [begin, end] = reference::first_ambiguous_match(target.substr(j, lengths[j]),
                                                                       background,
                                                                       static_cast<std::uint32_t>(differences));
            ASSERT_EQ(matches[j], (primer::match{begin, end})) << target << ' ' << background << ' ' << j;
        }
    }
}

TEST(ambiguous_letters, options_that_make_no_sense)
{
    primer::options both = ambiguous_options(2);
    both.unknown = primer::unknown_nucleotides();
    EXPECT_THROW(find_primers("ACGT", {"ACGT"}, both), invalid_option);

    primer::options too_great = ambiguous_options(2);
    (*too_great.meanings)['A'] = 16;
    EXPECT_THROW(find_primers("ACGT", {"ACGT"}, too_great), invalid_option);

    // Each letter is the complement of its complement, but not a base of its base.
    primer::options other_complement = ambiguous_options(2);
    auto & complement = other_complement.complement.emplace();
    for (std::size_t letter = 0; letter < complement.size(); ++letter)
        complement[letter] = static_cast<std::uint8_t>(letter);
    EXPECT_THROW(find_primers("ACGT", {"ACGT"}, other_complement), invalid_option);

    // Known letters of DNA have no complement in RNA.
    primer::options of_rna = ambiguous_options(2);
    of_rna.complement = primer::complement_of_rna();
    EXPECT_THROW(find_primers("ACGT", {"ACGTN"}, of_rna), invalid_option);
    EXPECT_NO_THROW(find_primers("ACGT", {"ACGUN"}, of_rna));
}
