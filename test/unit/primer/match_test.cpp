// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <stop_token>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// Primers from `first` on, and their matches, against the plain matrix.
void expect_matches(letters_t const & target,
                    letters_t const & background,
                    std::uint32_t const differences,
                    int const unknown = -1,
                    std::uint64_t const first = 0,
                    unsigned const threads = 1)
{
    auto const packed_target = packing::pack(target);
    auto const packed_background = packing::pack(background);
    primer::options options{.differences = differences};
    if (unknown >= 0)
        options.unknown.set(static_cast<std::size_t>(unknown));

    std::vector<primer::target> const targets{{packed_target, first}};
    std::vector<packing::packed_sequence_view> const backgrounds{packed_background};
    auto const lengths = primer::compute(targets, backgrounds, options).front();
    auto const matches =
        primer::find_matches(targets.front(), lengths, packed_background, options, {.threads = threads});

    auto const both = primer::compute_with_matches(targets.front(), packed_background, options, {.threads = threads});
    ASSERT_EQ(both.lengths, lengths);
    ASSERT_EQ(both.matches, matches);
    ASSERT_EQ(matches.size(), lengths.size());
    for (std::size_t i = 0; i < lengths.size(); ++i)
    {
        reference::substring expected{};
        if (lengths[i] != primer::no_primer)
        {
            auto const begin = target.begin() + static_cast<std::ptrdiff_t>(first + i);
            expected = reference::first_match(begin,
                                              begin + static_cast<std::ptrdiff_t>(lengths[i]),
                                              background,
                                              differences,
                                              unknown);
        }
        ASSERT_EQ(matches[i].begin, expected.begin) << i << " of " << lengths.size() << ", k = " << differences;
        ASSERT_EQ(matches[i].end, expected.end) << i << " of " << lengths.size() << ", k = " << differences;
    }
}

} // namespace

TEST(match, random_sequences)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {2u, 4u, 7u})
        for (std::uint32_t const differences : {1u, 2u, 3u, 8u})
            for (std::size_t const size : {0, 1, 5, 63, 64, 150})
                expect_matches(reference::random_letters(generator, 80, letters),
                               reference::random_letters(generator, size, letters),
                               differences);
}

// Long primers, which end together.
TEST(match, related_sequences)
{
    auto generator = reference::make_generator();
    for (std::uint32_t const differences : {1u, 2u, 5u})
    {
        auto const background = reference::random_letters(generator, 160, 4);
        expect_matches(reference::mutate(generator, background, 4, 25), background, differences);
    }
}

TEST(match, unknown_letters)
{
    auto generator = reference::make_generator();
    for (std::uint32_t const differences : {1u, 2u, 4u})
    {
        auto target = reference::random_letters(generator, 90, 4);
        auto background = reference::random_letters(generator, 120, 4);
        for (std::size_t const position : {0, 1, 30, 40, 41, 89})
            target[position] = background[position] = 4;
        expect_matches(target, background, differences, 4);
    }
    expect_matches({0, 1, 2}, {4, 4, 4}, 1, 4);
}

TEST(match, some_positions_and_threads)
{
    auto generator = reference::make_generator();
    auto const target = reference::random_letters(generator, 100, 4);
    auto const background = reference::random_letters(generator, 300, 4);
    for (unsigned const threads : {0u, 1u, 3u})
    {
        expect_matches(target, background, 3, -1, 0, threads);
        expect_matches(target, background, 3, -1, 37, threads);
        expect_matches(target, background, 3, -1, 100, threads);
    }
}

// More ends than a search reports at a time; it goes through many stretches of the text at once, so the first end is not among the first.
TEST(match, found_everywhere)
{
    letters_t background(17'500, 2);
    background.resize(1'200'000, 0);
    auto const target = packing::pack(letters_t{0, 0, 0, 1});
    EXPECT_EQ(primer::find_matches(primer::target{target},
                                   std::vector<std::uint64_t>{4, 3, 2, 1},
                                   packing::pack(background),
                                   {.differences = 1},
                                   {.threads = 1}),
              (std::vector<primer::match>{{17'500, 17'503}, {17'500, 17'502}, {17'500, 17'501}, {0, 0}}));
}

// Lengths of another target would lead beyond the letters of this one.
TEST(match, refuses_other_lengths)
{
    auto const target = packing::pack("ACGTNACGTACG");
    auto const background = packing::pack("TTTTTTTT");
    primer::options const options{.differences = 2, .unknown = primer::unknown_nucleotides()};
    std::vector<std::uint64_t> const found = primer::compute("ACGTNACGTACG", "TTTTTTTT", options);
    auto const find = [&](std::vector<std::uint64_t> const & lengths, primer::target const & positions)
    {
        return primer::find_matches(positions, lengths, background, options);
    };
    EXPECT_EQ(find(found, {target}).size(), 12u);
    EXPECT_EQ(find({found.begin() + 3, found.begin() + 9}, {target, 3, 9}).size(), 6u);
    EXPECT_EQ(primer::find_matches("ACGTNACGTACG", found, "TTTTTTTT", options).size(), 12u);

    for (std::size_t const size : {0, 11, 13, 500'000})
        EXPECT_THROW(find(std::vector<std::uint64_t>(size, 2), {target}), invalid_option) << size;
    EXPECT_THROW(find(found, {target, 3, 9}), invalid_option);
    EXPECT_THROW(find({}, {target, 3, 9}), invalid_option);
    EXPECT_THROW(primer::find_matches("ACGT", found, "TTTTTTTT", options), invalid_option);

    auto const with = [&](std::size_t const position, std::uint64_t const length)
    {
        std::vector<std::uint64_t> lengths(12, primer::no_primer);
        lengths[position] = length;
        return lengths;
    };
    EXPECT_NO_THROW(find(with(0, 4), {target}));
    EXPECT_NO_THROW(find(with(5, 7), {target}));
    for (auto const & [position, length] :
         std::initializer_list<std::pair<std::size_t, std::uint64_t>>{{0, 5}, // It would contain the unknown letter.
                                                                      {4, 2}, // It would begin with it.
                                                                      {5, 8}, // It would end after the target.
                                                                      {11, ~std::uint64_t{0}},
                                                                      {0, ~std::uint64_t{0}},
                                                                      {0, 1}}) // It cannot have two differences.
        EXPECT_THROW(find(with(position, length), {target}), invalid_option) << position << ' ' << length;

    // Nothing of this target is known.
    auto const unknown = packing::pack("NNNN");
    EXPECT_THROW(primer::find_matches({unknown}, std::vector<std::uint64_t>{2, 0, 0, 0}, {}, options), invalid_option);
}

TEST(match, refuses)
{
    auto const packed = packing::pack(letters_t{0, 1, 2, 3});
    std::vector<std::uint64_t> const lengths(4, primer::no_primer);
    auto const find = [&](primer::options const & options, plan::execution const & execution = {})
    {
        return primer::find_matches({packed}, lengths, packed, options, execution);
    };
    EXPECT_EQ(find({}), std::vector<primer::match>(4));
    EXPECT_THROW(find({.differences = 0}), invalid_option);
    EXPECT_THROW(find({.min_length = 1}), invalid_option);
    primer::options with_complement{};
    with_complement.complement.emplace();
    EXPECT_THROW(find(with_complement), invalid_option);
    EXPECT_THROW(find({}, {.devices = {999}}), backend_unavailable);

    std::stop_source source{};
    source.request_stop();
    plan::execution execution{};
    execution.stop = source.get_token();
    EXPECT_THROW(find({}, execution), operation_stopped);
}
