// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <list>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include <seqan3/alphabet/all.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>
#include <seqan3/utility/views/convert.hpp>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

namespace
{

template <typename letter_t, typename range_t>
void expect_characters(packing::packed_sequence const & packed, range_t && range)
{
    std::uint64_t i = 0;
    for (auto && letter : range)
    {
        ASSERT_LT(i, packed.size());
        ASSERT_EQ(packed.view()[i], static_cast<std::uint8_t>(seqan3::to_char(static_cast<letter_t>(letter))));
        ++i;
    }
    EXPECT_EQ(packed.size(), i);
}

unsigned width_of(packing::packed_sequence_view const & packed)
{
    return packed.bits_per_letter();
}

} // namespace

TEST(pack, the_letters_decide_not_the_type)
{
    EXPECT_EQ(width_of(packing::pack("ACGTTGCA"_dna4)), 2u);
    EXPECT_EQ(width_of(packing::pack("ACGTTGCA"_dna15)), 2u);
    EXPECT_EQ(width_of(packing::pack(std::string{"ACGTTGCA"})), 2u);
    EXPECT_EQ(width_of(packing::pack("ACGTN"_dna5)), 4u);
    EXPECT_EQ(width_of(packing::pack("ABCDEFGHIJKLMNOPQRS"_aa27)), 8u);
}

TEST(pack, containers_and_views)
{
    auto const vector = "ACGTNACCA"_dna5;
    expect_characters<seqan3::dna5>(packing::pack(vector), vector);

    std::list<seqan3::dna5> const list{vector.begin(), vector.end()};
    expect_characters<seqan3::dna5>(packing::pack(list), list);

    auto const reversed = vector | std::views::reverse | seqan3::views::complement;
    expect_characters<seqan3::dna5>(packing::pack(reversed), reversed);

    seqan3::bitpacked_sequence<seqan3::dna5> const bitpacked{vector};
    expect_characters<seqan3::dna5>(packing::pack(bitpacked), vector);

    // A proxy for each letter.
    seqan3::bitpacked_sequence<seqan3::dna5> writable{vector};
    expect_characters<seqan3::dna5>(packing::pack(writable), vector);
    expect_characters<seqan3::dna15>(packing::pack<seqan3::dna15>(writable), vector);

    // A view that cannot be iterated when const.
    auto filtered = vector
                  | std::views::filter(
                        [](seqan3::dna5 const letter)
                        {
                            return letter != 'A'_dna5;
                        });
    expect_characters<seqan3::dna5>(packing::pack(filtered), filtered);

    EXPECT_EQ(packing::pack(std::vector<seqan3::dna4>{}).size(), 0u);
}

TEST(pack, longer_than_the_buffer)
{
    std::vector<char> text{};
    for (int i = 0; i < 10'000; ++i)
        text.push_back(static_cast<char>('A' + i * i % 23));
    expect_characters<char>(packing::pack(text), text);
}

// Rare letters are in one piece only.
TEST(pack, several_threads)
{
    auto generator = reference::make_generator();
    std::uint64_t const limit = packing::detail::min_letters_for_pieces;
    for (std::uint64_t const size : {limit - 1, limit, limit + 1, limit + packing::detail::piece_letters + 33})
    {
        std::string text(size, ' ');
        for (char & letter : text)
            letter = "ACGT"[generator() % 4];
        constexpr std::string_view rare{"BDEFHIJKLMNPQ"};
        for (char const letter : rare.substr(reference::random_size(generator, rare.size())))
            text[reference::random_size(generator, text.size() - 1)] = letter;

        auto const expect = [&](packing::packed_sequence const & packed)
        {
            ASSERT_EQ(packed.size(), text.size());
            std::vector<std::uint8_t> letters(text.size());
            packing::unpack(packed, 0, letters);
            EXPECT_TRUE(std::ranges::equal(letters, text));
        };
        expect(packing::pack(std::string_view{text}, 3));
        expect(packing::pack<char>(text, 2));
        expect(packing::pack(text | std::views::reverse | std::views::reverse, 2));
    }
}

TEST(pack, strings)
{
    expect_characters<char>(packing::pack("GATTACA"), std::string{"GATTACA"});
    expect_characters<char>(packing::pack<char>(std::string{"GATTACA"}), std::string{"GATTACA"});
    expect_characters<char>(packing::pack<char>("GATTACA"), std::string{"GATTACA"});
    constexpr char without_zero[]{'A', 'T', 'A', 'C'};
    expect_characters<char>(packing::pack<char>(without_zero), std::string{"ATAC"});
}

TEST(pack, qualities_do_not_count)
{
    std::vector<seqan3::dna4q> const sequence{{'A'_dna4, '#'_phred42},
                                              {'A'_dna4, 'I'_phred42},
                                              {'T'_dna4, '#'_phred42}};
    expect_characters<seqan3::dna15>(packing::pack(sequence), "AAT"_dna15);

    // RNA keeps its U.
    std::vector<seqan3::rna4q> const rna{{'G'_rna4, '#'_phred42}, {'U'_rna4, 'I'_phred42}};
    expect_characters<seqan3::rna4>(packing::pack(rna), "GU"_rna4);
    EXPECT_EQ(lcs::length(packing::pack(rna), packing::pack("GU"_rna4)), 2u);
}

TEST(pack, another_alphabet)
{
    auto const rna = "ACGU"_rna4;
    auto const dna = "ACGT"_dna5;
    expect_characters<seqan3::dna15>(packing::pack<seqan3::dna15>(rna), "ACGT"_dna15);
    expect_characters<seqan3::dna15>(packing::pack<seqan3::dna15>(dna), "ACGT"_dna15);
}

namespace
{

// All letters of an alphabet, and which ones they become.
template <typename letter_t>
void expect_all_characters()
{
    std::vector<letter_t> all{};
    for (std::size_t rank = 0; rank < seqan3::alphabet_size<letter_t>; ++rank)
        all.push_back(seqan3::assign_rank_to(static_cast<seqan3::alphabet_rank_t<letter_t>>(rank), letter_t{}));
    auto const packed = packing::pack(all);
    expect_characters<letter_t>(packed, all);
    EXPECT_EQ(packed.view().kind(), packing::letter_kind::character);
    EXPECT_TRUE(std::ranges::is_sorted(packed.view().letters()));
}

template <typename letter_t>
void expect_all_ranks()
{
    std::vector<letter_t> all{};
    for (std::size_t rank = 0; rank < seqan3::alphabet_size<letter_t>; ++rank)
        all.push_back(seqan3::assign_rank_to(static_cast<seqan3::alphabet_rank_t<letter_t>>(rank), letter_t{}));
    auto const packed = packing::pack(all);
    ASSERT_EQ(packed.size(), all.size());
    for (std::size_t rank = 0; rank < all.size(); ++rank)
        EXPECT_EQ(packed.view()[rank], rank);
    EXPECT_EQ(packed.view().kind(), packing::letter_kind::rank);
}

} // namespace

TEST(pack, letters_are_characters)
{
    expect_all_characters<seqan3::dna3bs>();
    expect_all_characters<seqan3::dna4>();
    expect_all_characters<seqan3::rna4>();
    expect_all_characters<seqan3::dna5>();
    expect_all_characters<seqan3::dna15>();
    expect_all_characters<seqan3::rna15>();
    expect_all_characters<seqan3::dna16sam>();
    expect_all_characters<seqan3::aa10li>();
    expect_all_characters<seqan3::aa20>();
    expect_all_characters<seqan3::aa27>();
    expect_all_characters<seqan3::phred42>();
    expect_all_characters<seqan3::wuss51>();
    expect_all_characters<seqan3::gapped<seqan3::dna4>>();
    expect_all_characters<char>();
}

TEST(pack, letters_without_characters_of_their_own_are_ranks)
{
    expect_all_ranks<seqan3::mask>();
    expect_all_ranks<seqan3::alphabet_variant<seqan3::dna4, seqan3::rna4>>();
    expect_all_ranks<seqan3::structured_rna<seqan3::rna4, seqan3::dot_bracket3>>();
}

TEST(pack, sequences_packed_on_their_own)
{
    auto const dna4 = packing::pack("GATTACA"_dna4);
    EXPECT_EQ(lcs::length(dna4, packing::pack("GNATTNACA"_dna5)), 7u);
    EXPECT_EQ(lcs::length(dna4, packing::pack("GNATTNACA"_dna15)), 7u);
    EXPECT_EQ(lcs::length(dna4, packing::pack("GNATTNACA")), 7u);
    EXPECT_EQ(lcs::length(packing::pack("GAUUACA"_rna4), packing::pack("GAUUACA")), 7u);
    EXPECT_EQ(lcs::length(packing::pack<seqan3::dna15>("GAUUACA"_rna4), dna4), 7u);
}

TEST(pack, characters_and_ranks_are_not_compared)
{
    auto const characters = packing::pack("GATTACA"_dna4);
    auto const ranks = packing::pack(std::vector<seqan3::mask>(7));
    EXPECT_EQ(lcs::length(ranks, ranks), 7u);
    EXPECT_EQ(lcs::length(ranks, packing::pack("")), 0u);
    EXPECT_THROW(lcs::length(characters, ranks), invalid_option);
    EXPECT_THROW(lcs::subsequence(ranks, characters), invalid_option);
    EXPECT_THROW(lcs::prefix_increments(ranks, characters), invalid_option);

    lcs::search search{characters};
    std::vector<packing::packed_sequence_view> const subjects{characters, ranks};
    EXPECT_THROW(search.add(subjects), invalid_option);
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
    static_assert(std::same_as<packing::common_letter_t<seqan3::dna4q, seqan3::dna4q>, seqan3::dna4>);
    static_assert(std::same_as<packing::common_letter_t<seqan3::rna4, seqan3::rna4q>, seqan3::rna4>);
    static_assert(std::same_as<packing::common_letter_t<seqan3::dna4q, seqan3::dna5q>, seqan3::dna15>);
    static_assert(std::same_as<packing::common_letter_t<seqan3::dna4, seqan3::dna4>, seqan3::dna4>);
    static_assert(std::same_as<packing::common_letter_t<seqan3::dna4, seqan3::rna4>, seqan3::dna15>);
    static_assert(std::same_as<packing::common_letter_t<seqan3::aa10murphy, seqan3::aa20>, seqan3::aa27>);
}

TEST(common_letter, which_letters_stay_different)
{
    using packing::converts_to_different;
    static_assert(converts_to_different<seqan3::dna4, seqan3::dna15>);
    static_assert(converts_to_different<seqan3::rna5, seqan3::dna15>);
    static_assert(converts_to_different<seqan3::rna15, seqan3::dna15>);
    static_assert(converts_to_different<seqan3::aa20, seqan3::aa27>);
    static_assert(!converts_to_different<seqan3::dna16sam, seqan3::dna15>); // '=' becomes N.
    static_assert(!converts_to_different<seqan3::dna15, seqan3::dna4>);
    static_assert(!converts_to_different<seqan3::aa27, seqan3::dna15>);
}

// The words are copied. What SDSL leaves after the last letter is not.
TEST(pack, bitpacked_words)
{
    using packing::detail::packed_ranks_in_memory;
    static_assert(packed_ranks_in_memory<seqan3::bitpacked_sequence<seqan3::dna4> const, seqan3::dna4>);
    static_assert(packed_ranks_in_memory<seqan3::bitpacked_sequence<seqan3::rna4>, seqan3::rna4>);
    static_assert(!packed_ranks_in_memory<seqan3::bitpacked_sequence<seqan3::dna5>, seqan3::dna5>);
    static_assert(!packed_ranks_in_memory<seqan3::bitpacked_sequence<seqan3::dna4>, seqan3::dna15>);
    static_assert(!packed_ranks_in_memory<std::vector<seqan3::dna4>, seqan3::dna4>);

    auto generator = reference::make_generator();
    for (std::size_t size = 0; size < 140; ++size)
    {
        std::vector<seqan3::dna4> letters(size + 100);
        for (seqan3::dna4 & letter : letters)
            letter.assign_rank(static_cast<std::uint8_t>(generator() % 4));
        seqan3::bitpacked_sequence<seqan3::dna4> bitpacked{letters};
        bitpacked.resize(size);
        letters.resize(size);
        packing::packed_sequence const expected = packing::pack(letters);
        packing::packed_sequence const found = packing::pack(bitpacked);
        ASSERT_EQ(found.size(), size);
        EXPECT_TRUE(std::ranges::equal(found.view().letters(), expected.view().letters()));
        EXPECT_TRUE(std::ranges::equal(std::span{found.view().words(), (size + 31) / 32},
                                       std::span{expected.view().words(), (size + 31) / 32}));
        // In other letters, it is packed letter by letter.
        packing::packed_sequence const wider = packing::pack<seqan3::dna15>(bitpacked);
        for (std::size_t i = 0; i < size; ++i)
            ASSERT_EQ(wider.view()[i], expected.view()[i]);
    }
}

TEST(rank_chunks, which_letters_are_ranks_in_memory)
{
    using packing::detail::ranks_in_memory;
    static_assert(ranks_in_memory<std::vector<seqan3::dna4> const, seqan3::dna4>);
    static_assert(ranks_in_memory<std::vector<seqan3::aa27>, seqan3::aa27>);
    static_assert(ranks_in_memory<std::string, char>);
    static_assert(!ranks_in_memory<std::vector<seqan3::dna4>, seqan3::dna15>);
    static_assert(!ranks_in_memory<std::list<seqan3::dna4>, seqan3::dna4>);
    static_assert(!ranks_in_memory<seqan3::bitpacked_sequence<seqan3::dna4>, seqan3::dna4>);
}

namespace
{

template <typename ranges_t>
void check_pack_all(ranges_t && ranges)
{
    for (unsigned const threads : {1u, 3u})
    {
        packing::packed_set packed = packing::pack_all(ranges, threads);
        packing::packed_set const moved{std::move(packed)};
        std::size_t i = 0;
        for (auto && range : ranges)
        {
            ASSERT_LT(i, moved.size());
            packing::packed_sequence const one = packing::pack(range);
            packing::packed_sequence_view const view = moved.views()[i++];
            ASSERT_EQ(view.size(), one.size());
            // Letters of the sequence before may be listed, too.
            ASSERT_TRUE(std::ranges::includes(view.letters(), one.view().letters()));
            ASSERT_EQ(view.bits_per_letter(), one.view().bits_per_letter());
            ASSERT_EQ(view.kind(), one.view().kind());
            for (std::uint64_t letter = 0; letter < one.size(); ++letter)
                ASSERT_EQ(view[letter], one.view()[letter]);
        }
        EXPECT_EQ(moved.size(), i);
    }
}

} // namespace

TEST(pack_all, is_as_if_one_by_one)
{
    auto generator = reference::make_generator();
    std::vector<std::vector<seqan3::dna5>> sequences(3000);
    for (auto & sequence : sequences)
        for (std::size_t i = reference::random_size(generator, 50); i != 0; --i)
            sequence.push_back(seqan3::assign_rank_to(static_cast<std::uint8_t>(reference::random_size(generator, 4)),
                                                      seqan3::dna5{}));
    check_pack_all(sequences);
    check_pack_all(std::as_const(sequences));
    check_pack_all(std::list<std::vector<seqan3::dna5>>(sequences.begin(), sequences.begin() + 20));
    check_pack_all(std::vector<std::vector<seqan3::dna5>>{});
    check_pack_all(sequences | std::views::take(600));
    check_pack_all(sequences
                   | std::views::transform(
                       [](auto const & sequence)
                       {
                           return sequence | std::views::reverse;
                       }));
    std::vector<seqan3::bitpacked_sequence<seqan3::dna4>> bitpacked{};
    std::vector<std::string> strings{};
    for (auto const & sequence : sequences)
    {
        auto & bits = bitpacked.emplace_back();
        auto & text = strings.emplace_back();
        for (seqan3::dna5 const letter : sequence)
        {
            bits.push_back(seqan3::dna4{letter});
            text.push_back(seqan3::to_char(letter));
        }
    }
    check_pack_all(bitpacked);
    check_pack_all(strings);
    check_pack_all(std::vector<std::string_view>(strings.begin(), strings.end()));
    // Few long ones are shared out, too.
    std::vector<std::vector<seqan3::dna5>> long_ones(20, std::vector<seqan3::dna5>(30'000));
    for (std::size_t i = 0; i < long_ones.size(); ++i)
        long_ones[i].resize(1000 * i, seqan3::assign_rank_to(static_cast<std::uint8_t>(i % 5), seqan3::dna5{}));
    std::ranges::reverse(long_ones);
    check_pack_all(long_ones);

    char const literals[2][5]{"ACGT", "GATT"};
    char const without_end[1][4]{{'A', 'C', 'G', 'T'}};
    packing::packed_set const of_array = packing::pack_all(without_end, 1);
    EXPECT_EQ(of_array.views()[0].size(), 4u);
    packing::packed_set const of_literals = packing::pack_all(literals, 1);
    EXPECT_EQ(of_literals.views()[1].size(), 4u);
}
