// SPDX-License-Identifier: BSD-3-Clause
//
// Primers of many pairs: the same as of each pair alone, and as the plain matrix finds.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <forward_list>
#include <ranges>
#include <stop_token>
#include <thread>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>
#include <seqan3/utility/views/pairwise_combine.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "alignment_check.hpp"
#include "primer_check.hpp"
#include "unit/pairwise/tested_backend.hpp"

using namespace primer_check;
using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna5>;
using numbers_t = std::vector<std::pair<std::size_t, std::size_t>>;

struct primer_pairs : public ::testing::Test
{
    primer_pairs()
    {
        for (std::size_t i = 0; i < 30; ++i)
            targets.push_back(random_sequence(50));
        for (std::size_t i = 0; i < 6; ++i)
            backgrounds.push_back(random_sequence(150));
        targets[7].clear();
        backgrounds[2].clear();
    }

    sequence_t random_sequence(std::size_t const max_size)
    {
        return alignment_check::random_sequence<seqan3::dna5>(
            generator,
            reference::random_size(generator, max_size),
            1 + static_cast<unsigned>(reference::random_size(generator, 4)));
    }

    // Runs of one background, each target with all of them, and any order; more than one chunk and more than one batch.
    std::vector<numbers_t> orders()
    {
        std::vector<numbers_t> made(3);
        for (std::size_t i = 0; i < 90; ++i)
        {
            made[0].emplace_back(i % targets.size(), i / 20 % backgrounds.size());
            made[1].emplace_back(i / backgrounds.size(), i % backgrounds.size());
            made[2].emplace_back(reference::random_size(generator, targets.size() - 1),
                                 reference::random_size(generator, backgrounds.size() - 1));
        }
        return made;
    }

    void expect(numbers_t const & numbers)
    {
        std::vector<std::pair<sequence_t, sequence_t>> pairs{};
        for (auto const & [target, background] : numbers)
            pairs.emplace_back(targets[target], backgrounds[background]);
        expected = expected_primers(pairs, 3);
    }

    // Pairs of references, one after the other.
    auto refer(numbers_t const & numbers)
    {
        return numbers
             | std::views::transform(
                   [this](auto const & pair)
                   {
                       return std::tie(targets[pair.first], backgrounds[pair.second]);
                   });
    }

    template <typename result_t>
    void expect_result(std::size_t const i, result_t const & result, bool const has_matches = true)
    {
        ASSERT_LT(i, expected.size());
        expected_primer const & primer = expected[i];
        EXPECT_EQ(result.score(), -3);
        EXPECT_EQ(result.sequence1_id(), primer.pair);
        EXPECT_EQ(result.sequence2_id(), primer.pair);
        EXPECT_EQ(result.sequence1_begin_position(), primer.begin1);
        EXPECT_EQ(result.sequence1_end_position(), primer.end1);
        EXPECT_EQ(result.sequence2_begin_position(), has_matches ? primer.begin2 : 0);
        EXPECT_EQ(result.sequence2_end_position(), has_matches ? primer.end2 : 0);
    }

    template <typename range_t, typename config_t>
    void expect_primers(range_t && range, config_t const & config, bool const has_matches = true)
    {
        alignment_check::for_each_result(range,
                                         config,
                                         expected.size(),
                                         [&](std::size_t const i, auto const & result)
                                         {
                                             expect_result(i, result, has_matches);
                                         });
        // Without chunks of SeqAn3's.
        std::size_t calls = 0;
        auto on_result = [&](auto && result)
        {
            expect_result(calls++, result, has_matches);
        };
        seqan3::align_pairwise(range, config | seqan3::align_cfg::on_result{std::move(on_result)});
        EXPECT_EQ(calls, expected.size());
    }

    std::mt19937_64 generator{reference::make_generator()};
    std::vector<sequence_t> targets{};
    std::vector<sequence_t> backgrounds{};
    std::vector<expected_primer> expected{};
};

auto const three = edits | align_cfg::k_difference_primer{3};

} // namespace

TEST_F(primer_pairs, any_order_batch_size_and_number_of_threads)
{
    for (numbers_t const & numbers : orders())
    {
        expect(numbers);
        auto pairs = refer(numbers);
        for (unsigned const threads : reference::any_of(generator, {1u, 2u, 3u, 8u}))
            for (std::size_t const size : {1, 2, 19, 20, 21, 1000})
                expect_primers(pairs, three | tested::bit_parallel({.threads = threads}, size));
        expect_primers(pairs,
                       edits | tested::bit_parallel({}, 7)
                           | align_cfg::k_difference_primer{{.differences = 3, .matches = false}},
                       false);
    }
}

TEST_F(primer_pairs, parallel_is_the_number_of_threads)
{
    numbers_t const numbers = orders().front();
    expect(numbers);
    auto pairs = refer(numbers);
    for (std::uint32_t const threads : {1u, 2u, 8u})
    {
        expect_primers(pairs, three | tested::bit_parallel() | seqan3::align_cfg::parallel{threads});
        expect_primers(pairs, seqan3::align_cfg::parallel{threads} | tested::bit_parallel({}, 7) | three);
    }
    EXPECT_THROW(seqan3::align_pairwise(pairs, three | tested::bit_parallel() | seqan3::align_cfg::parallel{}),
                 invalid_option);
}

// Sequences that exist only while their pair is read, one after the other in the same memory.
TEST_F(primer_pairs, sequences_that_are_made_on_the_fly)
{
    numbers_t const numbers = orders().back();
    expect(numbers);
    auto copies = numbers
                | std::views::transform(
                      [this](auto const & pair)
                      {
                          return std::pair{targets[pair.first], backgrounds[pair.second]};
                      });
    auto views = numbers
               | std::views::transform(
                     [this](auto const & pair)
                     {
                         auto const same = [](seqan3::dna5 const letter)
                         {
                             return letter;
                         };
                         return std::pair{targets[pair.first] | std::views::transform(same),
                                          backgrounds[pair.second] | std::views::transform(same)};
                     });
    // Views of all there is of the same memory, in which each pair has others.
    auto parts = numbers
               | std::views::transform(
                     [this](auto const & pair)
                     {
                         return std::pair{targets[pair.first] | std::views::all, std::span{backgrounds[pair.second]}};
                     });
    for (unsigned const threads : {1u, 3u})
    {
        auto const config = three | tested::bit_parallel({.threads = threads}, 20);
        expect_primers(copies, config);
        expect_primers(views, config);
        expect_primers(parts, config);
        expect_primers(views, config | seqan3::align_cfg::parallel{threads});
    }
}

// Substrings of the same memory that begin together, but are not the same.
TEST_F(primer_pairs, backgrounds_that_overlap)
{
    sequence_t const background = alignment_check::random_sequence<seqan3::dna5>(generator, 120, 4);
    std::vector<std::pair<sequence_t, sequence_t>> copies{};
    std::vector<std::pair<sequence_t const *, std::span<seqan3::dna5 const>>> parts{};
    for (std::size_t i = 0; i < 30; ++i)
    {
        std::span const part = std::span{background}.subspan(i % 2, i % 3 * 40);
        copies.emplace_back(targets[i], sequence_t{part.begin(), part.end()});
        parts.emplace_back(&targets[i], part);
    }
    expected = expected_primers(copies, 3);
    auto pairs = parts
               | std::views::transform(
                     [](auto const & pair)
                     {
                         return std::pair{std::span{*pair.first}, pair.second};
                     });
    expect_primers(pairs, three | tested::bit_parallel({.threads = 2}));
}

TEST_F(primer_pairs, proxies_lists_and_all_against_all)
{
    std::forward_list<std::pair<seqan3::bitpacked_sequence<seqan3::dna5>, sequence_t>> list{};
    numbers_t const numbers = orders().back();
    for (auto const & [target, background] : numbers | std::views::reverse)
    {
        list.emplace_front();
        for (seqan3::dna5 const letter : targets[target])
            list.front().first.push_back(letter);
        list.front().second = backgrounds[background];
    }
    expect(numbers);
    expect_primers(list, three | tested::bit_parallel({.threads = 3}));

    // The pairs are proxies, and sequence 1 of a pair is sequence 2 of others.
    std::vector<std::pair<sequence_t, sequence_t>> pairs{};
    for (std::size_t i = 0; i < targets.size(); ++i)
        for (std::size_t j = i + 1; j < targets.size(); ++j)
            pairs.emplace_back(targets[i], targets[j]);
    expected = expected_primers(pairs, 3);
    expect_primers(seqan3::views::pairwise_combine(targets), three | tested::bit_parallel({.threads = 2}, 100));
}

TEST_F(primer_pairs, exceptions_reach_the_caller)
{
    numbers_t const numbers = orders().front();
    expect(numbers);
    auto pairs = refer(numbers);
    std::stop_source source{};
    source.request_stop();
    for (unsigned const threads : {1u, 3u})
    {
        auto const parallel = seqan3::align_cfg::parallel{threads};
        auto const stopped = three | parallel | tested::bit_parallel({.stop = source.get_token()});
        EXPECT_THROW(seqan3::align_pairwise(pairs, stopped).begin(), operation_stopped);

        for (std::size_t const last : {std::size_t{0}, expected.size() / 2, expected.size() - 1})
        {
            std::size_t calls = 0;
            auto const caller = std::this_thread::get_id();
            auto on_result = [&](auto && result)
            {
                EXPECT_EQ(std::this_thread::get_id(), caller);
                expect_result(calls, result);
                if (calls++ == last)
                    throw invalid_option{"enough"};
            };
            auto const config =
                three | tested::bit_parallel({}, 5) | parallel | seqan3::align_cfg::on_result{std::move(on_result)};
            EXPECT_THROW(seqan3::align_pairwise(pairs, config), std::runtime_error);
            EXPECT_EQ(calls, last + 1);
        }
    }
}

// All primers of the batches before the pair that cannot be read are handed on.
TEST_F(primer_pairs, a_range_that_dies_early)
{
    numbers_t const numbers = orders().back();
    expect(numbers);
    for (std::size_t const place : {0, 9, 10, 11, 40, 89})
        for (unsigned const threads : {1u, 3u})
        {
            auto failing = std::views::iota(std::size_t{0}, numbers.size())
                         | std::views::transform(
                               [&](std::size_t const i)
                               {
                                   if (i == place)
                                       throw std::runtime_error{"unreadable"};
                                   return std::tie(targets[numbers[i].first], backgrounds[numbers[i].second]);
                               });
            std::size_t calls = 0;
            auto on_result = [&](auto && result)
            {
                expect_result(calls++, result);
            };
            auto const config = three | tested::bit_parallel({.threads = threads}, 10)
                              | seqan3::align_cfg::on_result{std::move(on_result)};
            EXPECT_THROW(seqan3::align_pairwise(failing, config), std::runtime_error);
            EXPECT_EQ(calls,
                      std::ranges::count_if(expected,
                                            [&](expected_primer const & primer)
                                            {
                                                return primer.pair < place / 10 * 10;
                                            }));
        }
}

TEST_F(primer_pairs, a_stop_in_flight)
{
    targets.assign(50, alignment_check::random_sequence<seqan3::dna5>(generator, 2000, 4));
    backgrounds.assign(1, alignment_check::random_sequence<seqan3::dna5>(generator, 2'000'000, 4));
    std::stop_source source{};
    std::jthread const stopper{[&]()
                               {
                                   std::this_thread::sleep_for(std::chrono::milliseconds{100});
                                   source.request_stop();
                               }};
    auto pairs = targets
               | std::views::transform(
                     [&](sequence_t const & target)
                     {
                         return std::tie(target, std::as_const(backgrounds[0]));
                     });
    auto const config = edits | align_cfg::k_difference_primer{5}
                      | tested::bit_parallel({.backend = plan::backend::cpu, .stop = source.get_token()}, 2)
                      | seqan3::align_cfg::parallel{2};
    EXPECT_THROW(seqan3::align_pairwise(pairs, config).begin(), operation_stopped);
}

// Of one batch, by the calling thread.
TEST_F(primer_pairs, progress)
{
    targets.assign(10, alignment_check::random_sequence<seqan3::dna5>(generator, 1000, 4));
    sequence_t const background = alignment_check::random_sequence<seqan3::dna5>(generator, 1'000'000, 4);
    auto pairs = targets
               | std::views::transform(
                     [&](sequence_t const & target)
                     {
                         return std::tie(target, background);
                     });
    auto const caller = std::this_thread::get_id();
    std::atomic<int> calls{0};
    plan::execution execution{.backend = plan::backend::cpu, .threads = 2};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_EQ(progress.cells_total, 10 * 1e3 * 1e6);
        ++calls;
        throw std::runtime_error{"enough"};
    };
    auto const config = edits | align_cfg::k_difference_primer{{.differences = 5, .matches = false}};
    EXPECT_THROW(seqan3::align_pairwise(pairs, config | tested::bit_parallel(execution)).begin(), std::runtime_error);
    EXPECT_EQ(calls, 1);
}
