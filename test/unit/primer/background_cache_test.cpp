// SPDX-License-Identifier: BSD-3-Clause
//
// Backgrounds that stay prepared: the same primers as the plain matrix finds, whatever is in their memory.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/primer/detail/compute_pairs.hpp>

#include "src/primer/background_cache.hpp"

using namespace seqan3_gpulcs;
using primer::detail::background_cache;
using primer::detail::pair_output;

namespace
{

using letters_t = std::vector<std::uint8_t>;

constexpr int unknown{4};
constexpr std::uint32_t differences{3};

primer::options with_unknown(bool const is_unknown)
{
    primer::options options{.differences = differences};
    options.unknown.set(unknown, is_unknown);
    return options;
}

// Letters from 0 to 3, and one that is unknown.
letters_t random_background(std::mt19937_64 & generator, std::size_t const size)
{
    letters_t letters = reference::random_letters(generator, size, 4);
    letters[reference::random_size(generator, size - 1)] = unknown;
    return letters;
}

struct cached_primers : public ::testing::Test
{
    // Finds primers with the cache, and compares them.
    void expect_primers(std::vector<letters_t> const & backgrounds,
                        std::vector<packing::packed_sequence_view> const & packed,
                        primer::options const & options,
                        unsigned const threads)
    {
        letters_t target = reference::random_letters(generator, 40, target_letters);
        std::ranges::replace(target, unknown, unknown + 1);
        packing::packed_sequence const packed_target = packing::pack(target);
        std::vector<primer::detail::target_pair> pairs{};
        for (packing::packed_sequence_view const & background : packed)
            pairs.push_back({{packed_target}, background});
        auto const found = compute_pairs(pairs, pair_output::lengths, options, {.threads = threads}, &cache);
        ASSERT_EQ(found.size(), backgrounds.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_EQ(found[i].lengths,
                      reference::primer_lengths(target,
                                                {backgrounds[i]},
                                                differences,
                                                options.unknown[unknown] ? unknown : -1));
    }

    // Whether the cache has a background. It is empty afterwards.
    bool take(packing::packed_sequence_view const & background, primer::options const & options)
    {
        return cache.take({&background, 1}, options).front() != nullptr;
    }

    std::mt19937_64 generator{reference::make_generator()};
    unsigned target_letters{5}; // One that backgrounds may not have.
    background_cache cache{};
};

} // namespace

TEST_F(cached_primers, other_letters_in_the_same_memory)
{
    letters_t background = random_background(generator, 1500);
    std::vector<std::uint64_t> words(100);
    for (int i = 0; i < 30; ++i)
    {
        // New codes, other letters for the same codes, or nothing new.
        if (i % 3 == 0)
            background = random_background(generator, background.size());
        std::uint8_t const shift = i % 3 == 1 ? 1 : 0;
        packing::packed_sequence const packed = packing::pack(background);
        std::copy_n(packed.view().words(), 94, words.begin());
        letters_t letters = background;
        letters_t letters_by_code{0, 1, 2, 3, unknown};
        for (letters_t * const shifted : {&letters, &letters_by_code})
            for (std::uint8_t & letter : *shifted)
                letter = static_cast<std::uint8_t>(letter + shift);
        expect_primers({letters}, {{words.data(), letters.size(), 4, letters_by_code}}, with_unknown(true), 1);
    }
}

TEST_F(cached_primers, stay_for_the_same_options)
{
    letters_t const background = random_background(generator, 300);
    packing::packed_sequence const packed = packing::pack(background);
    packing::packed_sequence const copy = packing::pack(background);
    for (int i = 0; i < 3; ++i)
        expect_primers({background}, {packed}, with_unknown(true), 1);
    EXPECT_TRUE(take(copy, with_unknown(true)));
    EXPECT_FALSE(take(copy, with_unknown(true)));

    expect_primers({background}, {packed}, with_unknown(true), 1);
    EXPECT_FALSE(take(packed, with_unknown(false)));
    expect_primers({background}, {packed}, with_unknown(true), 1);
    expect_primers({background}, {packed}, with_unknown(false), 1);
    EXPECT_TRUE(take(packed, with_unknown(false)));

    // A background is a view of the packed one if all letters are known and have few codes.
    target_letters = 4;
    letters_t const known(background.size(), 1);
    packing::packed_sequence const packed_known = packing::pack(known);
    packing::packed_sequence const all_letters = packing::pack(letters_t{0, 1, 2, 3});
    packing::packed_sequence_view const view{packed_known.view().words(),
                                             known.size(),
                                             2,
                                             all_letters.view().letters()};
    letters_t const zeros(known.size(), 0);
    expect_primers({zeros}, {view}, with_unknown(true), 1);
    EXPECT_FALSE(take(view, with_unknown(true)));
}

// A text is searched by one thread at a time.
TEST_F(cached_primers, equal_ones_do_not_share)
{
    letters_t const background = random_background(generator, 300);
    std::deque<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
    for (int i = 0; i < 8; ++i)
        views.push_back(packed.emplace_back(packing::pack(background)));
    std::vector<letters_t> const backgrounds(views.size(), background);
    for (int i = 0; i < 3; ++i)
        expect_primers(backgrounds, views, with_unknown(true), 4);
    auto const taken = cache.take(views, with_unknown(true));
    std::set<primer::prepared_background const *> different{};
    for (auto const & one : taken)
    {
        ASSERT_NE(one, nullptr);
        different.insert(one->prepared.get());
    }
    EXPECT_EQ(different.size(), views.size());
}

TEST_F(cached_primers, as_many_as_fit)
{
    std::deque<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
    std::vector<letters_t> backgrounds{};
    for (std::size_t i = 0; i < background_cache::max_backgrounds + 3; ++i)
    {
        backgrounds.push_back(random_background(generator, 100));
        views.push_back(packed.emplace_back(packing::pack(backgrounds.back())));
    }
    for (int i = 0; i < 3; ++i)
        expect_primers(backgrounds, views, with_unknown(true), 2);
    EXPECT_EQ(std::ranges::count_if(cache.take(views, with_unknown(true)),
                                    [](auto const & one)
                                    {
                                        return one != nullptr;
                                    }),
              background_cache::max_backgrounds);

    // What is not wanted any more leaves room.
    expect_primers(backgrounds, views, with_unknown(true), 2);
    expect_primers({backgrounds.back()}, {views.back()}, with_unknown(true), 2);
    EXPECT_TRUE(take(views.back(), with_unknown(true)));

    // Too large. It is not read, so there is no need for its memory.
    primer::options const options = with_unknown(true);
    packing::packed_sequence_view const large{views[0].words(),
                                              2 * background_cache::max_bytes + 1,
                                              views[0].bits_per_letter(),
                                              views[0].letters()};
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    primer::prepared_texts texts{{}, {views.data(), 1}, options, control, 1};
    cache.keep({}, large, options, std::move(texts.background));
    EXPECT_FALSE(take(large, options));
}
