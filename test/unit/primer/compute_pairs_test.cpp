// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/detail/compute_pairs.hpp>

using namespace seqan3_gpulcs;
using primer::detail::compute_pairs;
using primer::detail::pair_output;
using primer::detail::target_pair;

namespace
{

using letters_t = std::vector<std::uint8_t>;
using numbers_t = std::vector<std::pair<std::size_t, std::size_t>>;

// Targets and backgrounds, and which of them are pairs.
struct problem
{
    problem(reference::letter_sequences targets_, reference::letter_sequences backgrounds_) :
        targets{std::move(targets_)},
        backgrounds{std::move(backgrounds_)}
    {
        for (letters_t const & target : targets)
            packed_targets.push_back(packing::pack(target));
        for (letters_t const & background : backgrounds)
            packed_backgrounds.push_back(packing::pack(background));
    }

    std::vector<target_pair> pairs(numbers_t const & numbers) const
    {
        std::vector<target_pair> made{};
        for (auto const & [target, background] : numbers)
            made.push_back({{packed_targets[target]}, packed_backgrounds[background]});
        return made;
    }

    // By the plain matrix.
    primer::matched_primers
    expect(std::size_t const target, std::size_t const background, std::uint32_t const differences) const
    {
        letters_t const & letters = targets[target];
        primer::matched_primers expected{};
        expected.lengths = reference::primer_lengths(letters, {backgrounds[background]}, differences, unknown);
        for (std::size_t i = 0; i < expected.lengths.size(); ++i)
        {
            expected.matches.emplace_back();
            if (expected.lengths[i] == primer::no_primer)
                continue;
            auto const begin = letters.begin() + static_cast<std::ptrdiff_t>(i);
            auto const [first, last] = reference::first_match(begin,
                                                              begin + static_cast<std::ptrdiff_t>(expected.lengths[i]),
                                                              backgrounds[background],
                                                              differences,
                                                              unknown);
            expected.matches.back() = {first, last};
        }
        return expected;
    }

    static constexpr int unknown{4};

    reference::letter_sequences targets{};
    reference::letter_sequences backgrounds{};
    std::vector<packing::packed_sequence> packed_targets{};
    std::vector<packing::packed_sequence> packed_backgrounds{};
};

primer::options make_options(std::uint64_t const differences)
{
    primer::options options{.differences = differences};
    options.unknown.set(problem::unknown);
    return options;
}

// Some with few different letters, some with unknown ones, some empty.
letters_t random_sequence(std::mt19937_64 & generator, std::size_t const max_size)
{
    return reference::random_letters(generator,
                                     reference::random_size(generator, max_size),
                                     1 + static_cast<unsigned>(reference::random_size(generator, 4)));
}

problem random_problem(std::mt19937_64 & generator)
{
    reference::letter_sequences targets{{}};
    reference::letter_sequences backgrounds{{}};
    for (int i = 0; i < 12; ++i)
        targets.push_back(random_sequence(generator, 60));
    for (int i = 0; i < 5; ++i)
        backgrounds.push_back(random_sequence(generator, 150));
    backgrounds.push_back(targets.back());
    return {targets, backgrounds};
}

void expect_equal(primer::matched_primers const & found,
                  primer::matched_primers const & expected,
                  pair_output const wanted,
                  std::size_t const pair)
{
    EXPECT_EQ(found.lengths, expected.lengths) << "pair " << pair;
    if (wanted == pair_output::lengths)
        EXPECT_TRUE(found.matches.empty()) << "pair " << pair;
    else
        EXPECT_EQ(found.matches, expected.matches) << "pair " << pair;
}

} // namespace

TEST(compute_pairs, shared_and_alternating_backgrounds)
{
    auto generator = reference::make_generator();
    problem const given = random_problem(generator);
    numbers_t one_after_the_other{};
    numbers_t alternating{};
    numbers_t any{};
    for (std::size_t background = 0; background < given.backgrounds.size(); ++background)
        for (std::size_t target = 0; target < given.targets.size(); ++target)
        {
            one_after_the_other.emplace_back(target, background);
            alternating.emplace_back(target, (target + background) % given.backgrounds.size());
            any.emplace_back(reference::random_size(generator, given.targets.size() - 1),
                             reference::random_size(generator, given.backgrounds.size() - 1));
        }
    for (std::uint32_t const differences : {1u, 3u})
        for (numbers_t const & numbers : {one_after_the_other, alternating, any})
        {
            std::vector<primer::matched_primers> expected{};
            for (auto const & [target, background] : numbers)
                expected.push_back(given.expect(target, background, differences));
            for (pair_output const wanted : {pair_output::lengths, pair_output::lengths_and_matches})
                for (unsigned const threads : {1u, 2u, 8u})
                {
                    auto const found =
                        compute_pairs(given.pairs(numbers), wanted, make_options(differences), {.threads = threads});
                    ASSERT_EQ(found.size(), numbers.size());
                    for (std::size_t i = 0; i < numbers.size(); ++i)
                        expect_equal(found[i], expected[i], wanted, i);
                }
        }
}

// Some have all threads, some one thread each.
TEST(compute_pairs, large_and_small)
{
    auto generator = reference::make_generator();
    reference::letter_sequences targets{reference::random_letters(generator, 3000, 4)};
    for (int i = 0; i < 40; ++i)
        targets.push_back(reference::random_letters(generator, 50, 4));
    reference::letter_sequences backgrounds{reference::random_letters(generator, 6000, 4)};
    for (int i = 0; i < 20; ++i)
        backgrounds.push_back(reference::random_letters(generator, 4000, 4));
    problem const given{targets, backgrounds};

    numbers_t numbers{};
    for (std::size_t i = 0; i < 40; ++i)
        numbers.emplace_back(i, i % 21);
    for (std::size_t i = 0; i < 40; ++i)
        numbers.emplace_back(i, 0);
    std::vector<target_pair> const pairs = given.pairs(numbers);
    primer::options const options = make_options(4);
    std::vector<primer::matched_primers> expected{};
    for (auto const & [target, background] : pairs)
    {
        auto lengths = primer::compute({&target, 1}, {&background, 1}, options, {.threads = 1}).front();
        auto matches = primer::find_matches(target, lengths, background, options, {.threads = 1});
        expected.push_back({std::move(lengths), std::move(matches)});
    }
    for (pair_output const wanted : {pair_output::lengths, pair_output::lengths_and_matches})
        for (unsigned const threads : {1u, 3u, 8u})
        {
            auto const found = compute_pairs(pairs, wanted, options, {.threads = threads});
            ASSERT_EQ(found.size(), pairs.size());
            for (std::size_t i = 0; i < pairs.size(); ++i)
                expect_equal(found[i], expected[i], wanted, i);
        }
}

TEST(compute_pairs, some_positions)
{
    auto generator = reference::make_generator();
    problem const given{{reference::random_letters(generator, 80, 4)}, {reference::random_letters(generator, 200, 4)}};
    std::vector<target_pair> const pairs{{{given.packed_targets[0], 10, 30}, given.packed_backgrounds[0]},
                                         {{given.packed_targets[0], 25}, given.packed_backgrounds[0]},
                                         {{given.packed_targets[0], 90}, given.packed_backgrounds[0]}};
    auto const all = given.expect(0, 0, 2);
    auto const found = compute_pairs(pairs, pair_output::lengths_and_matches, make_options(2));
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].lengths, std::vector(all.lengths.begin() + 10, all.lengths.begin() + 30));
    EXPECT_EQ(found[0].matches, std::vector(all.matches.begin() + 10, all.matches.begin() + 30));
    EXPECT_EQ(found[1].lengths, std::vector(all.lengths.begin() + 25, all.lengths.end()));
    EXPECT_EQ(found[1].matches, std::vector(all.matches.begin() + 25, all.matches.end()));
    EXPECT_TRUE(found[2].lengths.empty());
}

TEST(compute_pairs, refuses)
{
    problem const given{{{0, 1, 2, 3}}, {{0, 1, 2, 3}}};
    std::vector<target_pair> const pairs = given.pairs({{0, 0}, {0, 0}});
    primer::options long_ones = make_options(1);
    long_ones.min_length = 2;
    EXPECT_EQ(compute_pairs(pairs, pair_output::lengths, long_ones).size(), 2u);
    EXPECT_THROW(compute_pairs(pairs, pair_output::lengths_and_matches, long_ones), invalid_option);
    EXPECT_THROW(compute_pairs(pairs, pair_output::lengths, make_options(0)), invalid_option);
    EXPECT_THROW(compute_pairs(pairs, pair_output::lengths, make_options(1), {.devices = {999}}), backend_unavailable);
    EXPECT_TRUE(compute_pairs({}, pair_output::lengths_and_matches, make_options(1)).empty());

    // One of them, whichever it is.
    packing::packed_sequence_view const view{given.packed_targets[0]};
    packing::packed_sequence_view const ranks{view.words(),
                                              view.size(),
                                              view.bits_per_letter(),
                                              view.letters(),
                                              packing::letter_kind::rank};
    std::vector<target_pair> mixed = pairs;
    mixed.push_back({ranks, ranks});
    EXPECT_THROW(compute_pairs(mixed, pair_output::lengths, make_options(1)), invalid_option);
}

TEST(compute_pairs, progress_and_stop)
{
    auto generator = reference::make_generator();
    reference::letter_sequences targets{};
    reference::letter_sequences backgrounds{};
    for (int i = 0; i < 300; ++i)
    {
        targets.push_back(reference::random_letters(generator, 500, 4));
        backgrounds.push_back(reference::random_letters(generator, i == 0 ? 60'000 : 20'000, 4));
    }
    problem const given{targets, backgrounds};
    numbers_t numbers{};
    double cells = 0;
    for (std::size_t i = 0; i < targets.size(); ++i)
    {
        numbers.emplace_back(i, i);
        cells += 2 * 500.0 * static_cast<double>(backgrounds[i].size());
    }

    std::stop_source source{};
    double done = 0;
    plan::execution execution{.threads = 3};
    execution.stop = source.get_token();
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, cells);
        EXPECT_GE(progress.cells_done, done);
        done = progress.cells_done;
        source.request_stop();
    };
    EXPECT_THROW(compute_pairs(given.pairs(numbers), pair_output::lengths_and_matches, make_options(5), execution),
                 operation_stopped);
    EXPECT_GT(done, 0);
}
