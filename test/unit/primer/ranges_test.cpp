// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include <seqan3/alphabet/all.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>
#include <seqan3/utility/views/convert.hpp>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>
#include <seqan3_gpulcs/primer/ranges.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

namespace
{

using lengths_t = std::vector<std::uint64_t>;

// Bases as characters; some of them N.
std::string random_bases(std::mt19937_64 & generator, std::size_t const size, std::string const & bases)
{
    std::string text(size, 'N');
    for (char & letter : text)
        if (reference::random_size(generator, 30) != 0)
            letter = bases[reference::random_size(generator, bases.size() - 1)];
    return text;
}

std::vector<std::uint8_t> bytes_of(std::string const & text)
{
    return {text.begin(), text.end()};
}

std::string reverse_complement(std::string const & text, std::string const & bases)
{
    std::string complement{text.rbegin(), text.rend()};
    for (char & letter : complement)
        if (letter != 'N')
            letter = bases[bases.size() - 1 - bases.find(letter)];
    return complement;
}

template <typename letter_t>
std::vector<letter_t> letters_of(std::string const & text)
{
    std::vector<letter_t> letters{};
    for (char const character : text)
        letters.push_back(seqan3::assign_char_to(character, letter_t{}));
    return letters;
}

// Packed on their own: one option for all.
template <typename target_letter_t, typename background_letter_t>
lengths_t primers_of(std::string const & target, std::string const & background, primer::options const & options)
{
    auto const packed_target = packing::pack(letters_of<target_letter_t>(target));
    auto const packed_background = packing::pack(letters_of<background_letter_t>(background));
    primer::target const whole{packed_target};
    packing::packed_sequence_view const view{packed_background};
    return primer::compute({&whole, 1}, {&view, 1}, options).front();
}

primer::options nucleotides(std::uint64_t const differences)
{
    return {.differences = differences, .unknown = primer::unknown_nucleotides()};
}

} // namespace

TEST(primer_ranges, no_primer_lies_over_unknown_bases)
{
    auto generator = reference::make_generator();
    for (std::uint32_t const differences : {1u, 2u, 4u})
        for (int i = 0; i < 10; ++i)
        {
            std::string const target = random_bases(generator, 150, "ACGT");
            std::string const background = random_bases(generator, 300, "ACGT");
            lengths_t const expected =
                reference::primer_lengths(bytes_of(target), {bytes_of(background)}, differences, 'N');

            EXPECT_EQ((primers_of<seqan3::dna5, seqan3::dna5>(target, background, nucleotides(differences))), expected);
            EXPECT_EQ((primers_of<seqan3::dna15, seqan3::dna5>(target, background, nucleotides(differences))),
                      expected);
            EXPECT_EQ((primers_of<seqan3::dna5, char>(target, background, nucleotides(differences))), expected);

            primer::options only_n{.differences = differences};
            only_n.unknown.set('N');
            EXPECT_EQ((primers_of<seqan3::dna5, seqan3::dna16sam>(target, background, only_n)), expected);
        }
}

TEST(primer_ranges, dna_without_unknown_bases)
{
    auto generator = reference::make_generator();
    std::string target = random_bases(generator, 150, "ACGT");
    std::string const background = random_bases(generator, 300, "ACGT");
    std::ranges::replace(target, 'N', 'A');
    EXPECT_EQ((primers_of<seqan3::dna4, seqan3::dna5>(target, background, nucleotides(3))),
              reference::primer_lengths(bytes_of(target), {bytes_of(background)}, 3, 'N'));
}

TEST(primer_ranges, both_strands)
{
    auto generator = reference::make_generator();
    for (std::string const & bases : {std::string{"ACGT"}, std::string{"ACGU"}})
    {
        std::string const target = random_bases(generator, 150, bases);
        std::string const background = random_bases(generator, 300, bases);
        lengths_t const expected =
            reference::primer_lengths(bytes_of(target),
                                      {bytes_of(background), bytes_of(reverse_complement(background, bases))},
                                      3,
                                      'N');

        primer::options dna = nucleotides(3);
        dna.complement = primer::complement_of_dna();
        primer::options rna = nucleotides(3);
        rna.complement = primer::complement_of_rna();

        if (bases.back() == 'T')
        {
            EXPECT_EQ((primers_of<seqan3::dna5, seqan3::dna15>(target, background, dna)), expected);
            EXPECT_EQ(primer::compute(target, background, dna), expected);
            EXPECT_THROW((primers_of<seqan3::dna5, seqan3::dna15>(target, background, rna)), invalid_option);
        }
        else
        {
            EXPECT_EQ((primers_of<seqan3::rna5, seqan3::rna15>(target, background, rna)), expected);
            EXPECT_EQ(primer::compute(target, background, rna), expected);
            EXPECT_THROW((primers_of<seqan3::rna5, seqan3::rna15>(target, background, dna)), invalid_option);
        }
    }
}

// It has none of the letters that its alphabet has.
TEST(primer_ranges, empty_backgrounds_need_no_complement)
{
    primer::options dna = nucleotides(2);
    dna.complement = primer::complement_of_dna();
    EXPECT_EQ(primer::compute("ACG"_rna4, std::vector<seqan3::rna4>{}, dna), (lengths_t{2, 2, 0}));
    auto const target = packing::pack("ACG"_dna4);
    auto const none = packing::pack(std::vector<seqan3::mask>{});
    primer::target const whole{target};
    packing::packed_sequence_view const view{none};
    EXPECT_EQ(primer::compute({&whole, 1}, {&view, 1}, dna).front(), (lengths_t{2, 2, 0}));
}

TEST(primer_ranges, qualities_keep_rna)
{
    std::vector<seqan3::rna4q> const target{{'A'_rna4, '#'_phred42}, {'U'_rna4, 'I'_phred42}};
    primer::options rna = nucleotides(1);
    rna.complement = primer::complement_of_rna();
    EXPECT_EQ(primer::compute(target, target, rna), (lengths_t{0, 0}));
}

TEST(primer_ranges, ranges_and_strings)
{
    auto generator = reference::make_generator();
    std::string const target = random_bases(generator, 150, "ACGT");
    std::string const background = random_bases(generator, 300, "ACGT");
    lengths_t const expected = reference::primer_lengths(bytes_of(target), {bytes_of(background)}, 3, 'N');

    EXPECT_EQ(primer::compute(target, background, nucleotides(3)), expected);
    EXPECT_EQ(primer::compute(letters_of<seqan3::dna5>(target), letters_of<seqan3::dna5>(background), nucleotides(3)),
              expected);
    EXPECT_EQ(primer::compute(letters_of<char>(target), background, nucleotides(3)), expected);
    // Of both strands one is enough: U becomes T where the other range is of DNA.
    EXPECT_EQ(primer::compute(letters_of<seqan3::rna15>(target) | seqan3::views::convert<seqan3::rna5>,
                              letters_of<seqan3::dna5>(background),
                              nucleotides(3)),
              expected);
    EXPECT_EQ(primer::compute("ACTG", "AGCAAG", {.differences = 2}), (lengths_t{3, 3, 0, 0}));
    EXPECT_EQ(primer::compute("ACTG"_dna4, "AGCAAG"_dna4, {.differences = 2}), (lengths_t{3, 3, 0, 0}));

    std::vector<primer::match> matches{};
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        matches.emplace_back();
        if (expected[i] == 0)
            continue;
        auto const found = reference::first_match(target.begin() + static_cast<std::ptrdiff_t>(i),
                                                  target.begin() + static_cast<std::ptrdiff_t>(i + expected[i]),
                                                  bytes_of(background),
                                                  3,
                                                  'N');
        matches.back() = {found.begin, found.end};
    }
    EXPECT_EQ(primer::find_matches(target, expected, background, nucleotides(3)), matches);
    EXPECT_EQ(primer::find_matches(letters_of<seqan3::dna5>(target),
                                   expected,
                                   letters_of<seqan3::rna5>(background),
                                   nucleotides(3)),
              matches);
}

TEST(primer_ranges, bitpacked_sequences)
{
    seqan3::bitpacked_sequence<seqan3::dna4> target{"ACGTACGT"_dna4};
    seqan3::bitpacked_sequence<seqan3::dna4> background{"ACGACG"_dna4};
    auto const lengths = primer::compute("ACGTACGT", "ACGACG", {.differences = 1});
    EXPECT_EQ(primer::compute(target, background, {.differences = 1}), lengths);
    EXPECT_EQ(primer::find_matches(target, lengths, background, {.differences = 1}),
              primer::find_matches("ACGTACGT", lengths, "ACGACG", {.differences = 1}));
}

// Letters of all alphabets become the same characters.
TEST(primer_ranges, sites)
{
    auto generator = reference::make_generator();
    std::string const text = random_bases(generator, 3000, "ACGT");
    std::string const primer = text.substr(1000, 9) + "A" + text.substr(1010, 12);
    primer::site_options const options{.max_edits = 3};
    auto const expected = primer::find_sites(primer, text, options);
    EXPECT_GE(expected.size(), 1u);
    EXPECT_EQ(primer::find_sites(letters_of<seqan3::dna5>(primer), letters_of<seqan3::dna5>(text), options), expected);
    EXPECT_EQ(primer::find_sites(letters_of<seqan3::dna15>(primer), letters_of<seqan3::dna5>(text), options), expected);
    EXPECT_EQ(primer::find_sites(letters_of<seqan3::rna5>(primer), letters_of<seqan3::rna5>(text), options), expected);
    EXPECT_EQ(primer::find_sites(letters_of<seqan3::rna15>(primer), letters_of<seqan3::dna15>(text), options),
              expected);
    EXPECT_EQ(primer::find_sites(primer, letters_of<char>(text), options), expected);

    std::vector<seqan3::mask> const ranks{seqan3::mask::masked, seqan3::mask::unmasked};
    EXPECT_THROW(primer::find_sites(ranks, ranks, {}), invalid_option);
    EXPECT_THROW(primer::find_sites("ACGT"_dna4, std::vector<seqan3::dna4>{}, {.max_edits = 4}), invalid_option);
    EXPECT_EQ(primer::find_sites("ARG"_dna15, "TTAGGACGG"_dna15, {.both_strands = false}),
              (std::vector<primer::site>{{.begin = 2, .end = 5}}));
}

TEST(primer_ranges, ranks_have_no_unknown_letters)
{
    std::vector<seqan3::mask> const target{seqan3::mask::masked, seqan3::mask::unmasked};
    std::vector<seqan3::mask> const background{seqan3::mask::masked};
    EXPECT_EQ(primer::compute(target, background, {}), (lengths_t{2, 1}));
    EXPECT_THROW(primer::compute(target, background, nucleotides(1)), invalid_option);
    EXPECT_THROW(primer::compute(target, background, {.complement = primer::complement_of_dna()}), invalid_option);
    EXPECT_THROW(primer::find_matches(target, lengths_t(2), background, nucleotides(1)), invalid_option);

    auto const ranks = packing::pack(target);
    auto const characters = packing::pack("ACGT"_dna4);
    primer::target const whole{ranks};
    packing::packed_sequence_view const view{characters};
    EXPECT_THROW(primer::compute({&whole, 1}, {&view, 1}, {}), invalid_option);
    EXPECT_THROW(primer::find_matches(whole, lengths_t(2), view, {}), invalid_option);
}

TEST(primer_ranges, targets_do_not_dangle)
{
    static_assert(std::constructible_from<primer::target, packing::packed_sequence &>);
    static_assert(std::constructible_from<primer::target, packing::packed_sequence const &, int, int>);
    static_assert(!std::constructible_from<primer::target, packing::packed_sequence>);
    static_assert(!std::constructible_from<primer::target, packing::packed_sequence const, int>);
}
