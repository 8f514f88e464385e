// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/packing/prefix.hpp"
#include "src/packing/reversed_sequence.hpp"

using namespace seqan3_gpulcs;

namespace
{

// The numbers of letters at which something changes.
constexpr std::array letter_counts{1u, 2u, 3u, 4u, 5u, 6u, 7u, 10u, 11u, 16u, 17u, 100u, 256u};

// A number of different letters, not numbered from 0 on.
std::vector<std::uint8_t>
random_characters(std::mt19937_64 & generator, std::size_t const size, unsigned const different)
{
    std::vector<std::uint8_t> letters = reference::random_letters(generator, size, different);
    for (std::uint8_t & letter : letters)
        letter = static_cast<std::uint8_t>(37 * letter + 11);
    return letters;
}

void expect_letters(packing::packed_sequence_view const & packed, std::vector<std::uint8_t> const & letters)
{
    ASSERT_EQ(packed.size(), letters.size());
    for (std::size_t i = 0; i < letters.size(); ++i)
        ASSERT_EQ(packed[i], letters[i]) << i;
}

} // namespace

TEST(packed_sequence, empty)
{
    packing::packed_sequence const by_default{};
    auto const packed = packing::pack("");
    EXPECT_TRUE(by_default.view().empty());
    EXPECT_TRUE(packed.view().empty());
    EXPECT_TRUE(packed.view().letters().empty());
}

TEST(packed_sequence, the_letters_that_occur_decide_the_width)
{
    auto const width = [](unsigned const different)
    {
        std::vector<std::uint8_t> letters{};
        for (unsigned i = 0; i < different; ++i)
            letters.push_back(static_cast<std::uint8_t>(255 - i));
        auto const packed = packing::pack(letters);
        return packed.view().bits_per_letter();
    };
    EXPECT_EQ(width(1), 2u);
    EXPECT_EQ(width(4), 2u);
    EXPECT_EQ(width(5), 4u);
    EXPECT_EQ(width(16), 4u);
    EXPECT_EQ(width(17), 8u);
    EXPECT_EQ(width(256), 8u);
}

TEST(packed_sequence, letters_ascend)
{
    std::vector<std::uint8_t> const letters{200, 3, 200, 77, 3};
    auto const packed = packing::pack(letters);
    EXPECT_EQ(std::vector<std::uint8_t>(packed.view().letters().begin(), packed.view().letters().end()),
              (std::vector<std::uint8_t>{3, 77, 200}));
    EXPECT_EQ(packed.view().code(0), 2u);
    EXPECT_EQ(packed.view().code(1), 0u);
}

TEST(packed_sequence, strings)
{
    std::vector<std::uint8_t> const letters{'G', 'A', 'T', 'T', 'A', 'C', 'A'};
    expect_letters(packing::pack("GATTACA"), letters);
    expect_letters(packing::pack(std::string{"GATTACA"}), letters);
    expect_letters(packing::pack(std::string_view{"GATTACA"}), letters);
}

TEST(packed_sequence, all_sizes_around_a_word)
{
    auto generator = reference::make_generator();
    for (unsigned const different : letter_counts)
        for (std::size_t size = 0; size < 140; ++size)
        {
            auto const letters = reference::random_letters(generator, size, different);
            expect_letters(packing::pack(letters), letters);
            auto const characters = random_characters(generator, size, different);
            expect_letters(packing::pack(characters), characters);
        }
}

TEST(packed_sequence, any_part_size)
{
    auto generator = reference::make_generator();
    for (unsigned const different : letter_counts)
    {
        auto const letters = random_characters(generator, 5000, different);
        packing::letter_set set{};
        set.add(letters);

        packing::sequence_packer packer{set};
        for (std::size_t begin = 0; begin < letters.size();)
        {
            std::size_t const size = std::min(letters.size() - begin, reference::random_size(generator, 100));
            packer.append(std::span{letters}.subspan(begin, size));
            begin += size;
        }
        packing::packed_sequence const packed = packer.finish();
        expect_letters(packed, letters);

        // Bits after the last code are zero.
        auto const view = packed.view();
        auto const used = static_cast<unsigned>(view.size() % view.codes_per_word()) * view.bits_per_letter();
        if (used != 0)
        {
            EXPECT_EQ(view.words()[view.size() / view.codes_per_word()] >> used, 0u);
        }
    }
}

TEST(packed_sequence, letters_that_occur_once)
{
    auto generator = reference::make_generator();
    for (unsigned const different : {1u, 4u, 9u, 10u, 15u})
        for (std::size_t i = 0; i < 50; ++i)
        {
            auto letters = random_characters(generator, 5000, different);
            letters[reference::random_size(generator, letters.size() - 1)] = 1;
            letters[reference::random_size(generator, letters.size() - 1)] = 2;
            auto const packed = packing::pack(letters);
            expect_letters(packed, letters);

            std::vector<std::uint8_t> unpacked(letters.size());
            packing::unpack(packed, 0, unpacked);
            ASSERT_EQ(unpacked, letters);
        }
}

TEST(packed_sequence, values_that_stand_for_letters)
{
    packing::letter_table table{};
    table.letters[0] = 'G';
    table.letters[1] = '-';
    table.letters[2] = 'A';
    table.kind = packing::letter_kind::rank;

    std::vector<std::uint8_t> const values{0, 1, 2, 2, 1, 0, 0};
    packing::letter_set set{};
    set.add(values);
    packing::sequence_packer packer{set, values.size(), table};
    packer.append(values);
    auto const packed = packer.finish();
    expect_letters(packed, {'G', '-', 'A', 'A', '-', 'G', 'G'});
    EXPECT_TRUE(std::ranges::is_sorted(packed.view().letters()));
    EXPECT_EQ(packed.view().kind(), packing::letter_kind::rank);
    auto const characters = packing::pack(values);
    EXPECT_EQ(characters.view().kind(), packing::letter_kind::character);
}

TEST(packed_sequence, a_moved_owner_keeps_what_it_holds)
{
    std::vector<std::uint8_t> const letters{1, 2, 3};
    auto packed = packing::pack(letters);
    auto const copy = packed;
    auto const moved = std::move(packed);
    expect_letters(moved, letters);
    expect_letters(copy, letters);
}

TEST(packed_sequence, a_moved_from_owner_is_empty)
{
    auto packed = packing::pack("ACGTN");
    auto moved = std::move(packed);
    expect_letters(packed, {});
    EXPECT_EQ(lcs::length(packed, moved), 0u);

    packed = packing::pack("TT");
    expect_letters(packed, {'T', 'T'});
    packed = std::move(moved);
    expect_letters(packed, {'A', 'C', 'G', 'T', 'N'});
    expect_letters(moved, {});
    EXPECT_EQ(edit::distance(packed, moved), 5u);
}

// A view of a temporary would dangle, but functions that need a sequence only during the call may be given one.
TEST(packed_sequence, views_do_not_dangle)
{
    using owner = packing::packed_sequence;
    using view = packing::packed_sequence_view;
    constexpr auto has_view = []<typename owner_t>(std::type_identity<owner_t>)
    {
        return requires
        {
            std::declval<owner_t>().view();
        };
    };
    constexpr auto makes_pair = []<typename owner_t>(std::type_identity<owner_t>)
    {
        return requires
        {
            alignment::sequence_pair{std::declval<owner_t>(), view{}};
        }
        || requires
        {
            alignment::sequence_pair{view{}, std::declval<owner_t>()};
        }
        || requires
        {
            alignment::sequence_pair{.first = std::declval<owner_t>()};
        };
    };
    static_assert(has_view(std::type_identity<owner &>{}) && has_view(std::type_identity<owner const &>{}));
    static_assert(!has_view(std::type_identity<owner>{}) && !has_view(std::type_identity<owner const>{}));
    static_assert(std::convertible_to<owner &, view> && std::convertible_to<owner const &, view>);
    static_assert(!std::convertible_to<owner, view> && !std::convertible_to<owner const, view>);
    static_assert(!std::constructible_from<view, owner> && !std::constructible_from<view, owner const>);
    static_assert(std::assignable_from<view &, owner &> && !std::assignable_from<view &, owner>);
    static_assert(makes_pair(std::type_identity<owner &>{}) && !makes_pair(std::type_identity<owner>{}));

    EXPECT_EQ(lcs::length(packing::pack("ACGT"), packing::pack("AGT")), 3u);
    EXPECT_EQ(lcs::subsequence(packing::pack("ACGT"), packing::pack("AGT")).matches(), 3u);
    EXPECT_EQ(edit::distance(packing::pack("ACGT"), packing::pack("AGT")), 1u);
    EXPECT_EQ(edit::alignment(packing::pack("ACGT"), packing::pack("AGT")).matches(), 3u);
}

TEST(packed_sequence, unpack)
{
    auto generator = reference::make_generator();
    for (unsigned const different : letter_counts)
    {
        auto const letters = random_characters(generator, 200, different);
        auto const packed = packing::pack(letters);
        for (std::size_t begin = 0; begin <= letters.size(); begin += 7)
            for (std::size_t end = begin; end <= letters.size(); end += 9)
            {
                std::vector<std::uint8_t> unpacked(end - begin);
                packing::unpack(packed, begin, unpacked);
                ASSERT_TRUE(std::ranges::equal(unpacked, std::span{letters}.subspan(begin, end - begin)))
                    << different << " different letters, " << begin << " to " << end;
            }
    }
}

TEST(reversed_sequence, has_the_last_letters_in_the_opposite_order)
{
    auto generator = reference::make_generator();
    for (unsigned const different : letter_counts)
        for (std::size_t const size : {1u, 7u, 8u, 9u, 31u, 32u, 33u, 64u, 200u})
        {
            auto letters = random_characters(generator, size, different);
            auto const packed = packing::pack(letters);
            std::size_t const begin = size / packed.view().codes_per_word() / 2 * packed.view().codes_per_word();
            expect_letters(packing::suffix_of(packed, begin),
                           {letters.begin() + static_cast<std::ptrdiff_t>(begin), letters.end()});
            std::ranges::reverse(letters);
            std::size_t const wanted = 1 + reference::random_size(generator, size - 1);
            packing::reversed_sequence const reversed{packed, wanted};
            expect_letters(reversed.view(), {letters.begin(), letters.begin() + static_cast<std::ptrdiff_t>(wanted)});

            auto const padded = packing::reversed_sequence::after_padding(packed, 256);
            ASSERT_EQ(padded.view().size(), 256u);
            for (std::size_t i = 0; i < size; ++i)
                ASSERT_EQ(padded.view()[256 - size + i], letters[i]);
        }
}
