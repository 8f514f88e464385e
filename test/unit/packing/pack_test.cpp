// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <list>
#include <ranges>
#include <string>

#include <seqan3/alphabet/all.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>
#include <seqan3/utility/views/convert.hpp>

#include <seqan3_gpulcs/packing/pack.hpp>

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

namespace
{

template <typename letter_t, typename range_t>
void expect_ranks(packing::packed_sequence const & packed, range_t && range)
{
    std::uint64_t i = 0;
    for (auto && letter : range)
    {
        ASSERT_LT(i, packed.size());
        ASSERT_EQ(packed.view()[i], seqan3::to_rank(static_cast<letter_t>(letter)));
        ++i;
    }
    EXPECT_EQ(packed.size(), i);
}

} // namespace

TEST(pack, the_letters_decide_not_the_type)
{
    EXPECT_EQ(packing::pack("ACGTTGCA"_dna4).view().bits_per_letter(), 2u);
    EXPECT_EQ(packing::pack("ACGTTGCA"_dna15).view().bits_per_letter(), 2u);
    EXPECT_EQ(packing::pack(std::string{"ACGTTGCA"}).view().bits_per_letter(), 2u);
    EXPECT_EQ(packing::pack("ACGTN"_dna5).view().bits_per_letter(), 4u);
    EXPECT_EQ(packing::pack("ABCDEFGHIJKLMNOPQRS"_aa27).view().bits_per_letter(), 8u);
}

TEST(pack, containers_and_views)
{
    auto const vector = "ACGTNACCA"_dna5;
    expect_ranks<seqan3::dna5>(packing::pack(vector), vector);

    std::list<seqan3::dna5> const list{vector.begin(), vector.end()};
    expect_ranks<seqan3::dna5>(packing::pack(list), list);

    auto const reversed = vector | std::views::reverse | seqan3::views::complement;
    expect_ranks<seqan3::dna5>(packing::pack(reversed), reversed);

    seqan3::bitpacked_sequence<seqan3::dna5> const bitpacked{vector};
    expect_ranks<seqan3::dna5>(packing::pack(bitpacked), vector);

    // A view that cannot be iterated when const.
    auto filtered = vector
                  | std::views::filter(
                        [](seqan3::dna5 const letter)
                        {
                            return letter != 'A'_dna5;
                        });
    expect_ranks<seqan3::dna5>(packing::pack(filtered), filtered);

    EXPECT_EQ(packing::pack(std::vector<seqan3::dna4>{}).size(), 0u);
}

TEST(pack, longer_than_a_piece)
{
    std::vector<char> text{};
    for (int i = 0; i < 10'000; ++i)
        text.push_back(static_cast<char>('A' + i * i % 23));
    expect_ranks<char>(packing::pack(text), text);
}

TEST(pack, strings)
{
    expect_ranks<char>(packing::pack("GATTACA"), std::string{"GATTACA"});
    expect_ranks<char>(packing::pack<char>(std::string{"GATTACA"}), std::string{"GATTACA"});
}

TEST(pack, qualities_do_not_count)
{
    std::vector<seqan3::dna4q> const sequence{{'A'_dna4, '#'_phred42},
                                              {'A'_dna4, 'I'_phred42},
                                              {'T'_dna4, '#'_phred42}};
    expect_ranks<seqan3::dna15>(packing::pack(sequence), "AAT"_dna15);
}

TEST(pack, another_alphabet)
{
    auto const rna = "ACGU"_rna4;
    auto const dna = "ACGT"_dna5;
    expect_ranks<seqan3::dna15>(packing::pack<seqan3::dna15>(rna), "ACGT"_dna15);
    expect_ranks<seqan3::dna15>(packing::pack<seqan3::dna15>(dna), "ACGT"_dna15);
}

TEST(common_letter, which_alphabets_are_comparable)
{
    using packing::comparable_letters;
    static_assert(comparable_letters<seqan3::dna4, seqan3::dna4>);
    static_assert(comparable_letters<seqan3::dna4, seqan3::rna15>);
    static_assert(comparable_letters<seqan3::aa27, seqan3::aa20>);
    static_assert(comparable_letters<char, char>);
    static_assert(!comparable_letters<char, seqan3::dna4>);
    static_assert(!comparable_letters<seqan3::aa27, seqan3::dna4>);
    static_assert(!comparable_letters<char16_t, char16_t>);
    static_assert(comparable_letters<seqan3::dna15q, seqan3::dna15q>);
    static_assert(std::same_as<packing::common_letter_t<seqan3::dna4q, seqan3::dna4q>, seqan3::dna15>);
    static_assert(std::same_as<packing::common_letter_t<seqan3::dna4, seqan3::dna4>, seqan3::dna4>);
    static_assert(std::same_as<packing::common_letter_t<seqan3::dna4, seqan3::rna4>, seqan3::dna15>);
    static_assert(std::same_as<packing::common_letter_t<seqan3::aa10murphy, seqan3::aa20>, seqan3::aa27>);
}
