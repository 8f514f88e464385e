// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <ranges>
#include <thread>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "alignment_check.hpp"
#include "unit/pairwise/tested_backend.hpp"

using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna4>;
using pairs_t = std::vector<std::pair<sequence_t, sequence_t>>;

auto const scores = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | seqan3::align_cfg::output_score{}
                  | seqan3::align_cfg::output_sequence1_id{};

struct batches : public ::testing::Test
{
    batches()
    {
        auto generator = reference::make_generator();
        for (std::size_t i = 0; i < 200; ++i)
            pairs.emplace_back(alignment_check::random_sequence<seqan3::dna4>(generator, i % 67, 4),
                               alignment_check::random_sequence<seqan3::dna4>(generator, i % 71, 4));
        for (auto const & [first, second] : pairs)
            expected.push_back(static_cast<int>(reference::lcs_matrix(first, second).back().back()));
    }

    template <typename range_t, typename config_t>
    void expect_scores(range_t & range, config_t const & config)
    {
        alignment_check::for_each_result(range,
                                         config,
                                         expected.size(),
                                         [&](std::size_t const i, auto const & result)
                                         {
                                             ASSERT_EQ(result.sequence1_id(), i);
                                             ASSERT_EQ(result.score(), expected[i]) << i;
                                         });
    }

    pairs_t pairs{};
    std::vector<int> expected{};
};

} // namespace

TEST_F(batches, any_size_and_number_of_threads)
{
    for (unsigned const threads : {1u, 2u, 3u, 17u})
        for (std::size_t const size : {1, 2, 3, 66, 67, 68, 199, 200, 201})
            expect_scores(pairs, scores | tested::bit_parallel({.threads = threads}, size));
}

// Containers that exist only while their pair is read.
TEST_F(batches, pairs_that_are_made_on_the_fly)
{
    auto copies = std::views::iota(std::size_t{0}, pairs.size())
                | std::views::transform(
                      [&](std::size_t const i)
                      {
                          return pairs[i];
                      });
    for (std::size_t const size : {7, 200})
        expect_scores(copies, scores | tested::bit_parallel({.threads = 3}, size));
}

// The functions of views are called by the calling thread, unless the user says that they may be called concurrently.
TEST_F(batches, views_with_functions)
{
    auto const caller = std::this_thread::get_id();
    std::atomic<int> elsewhere{0};
    auto const watch = [&](seqan3::dna4 const letter)
    {
        elsewhere += std::this_thread::get_id() != caller;
        return letter;
    };
    // Long enough for several threads.
    pairs.resize(2);
    pairs[0] = {sequence_t(1 << 20), sequence_t(100)};
    pairs[1] = {sequence_t(100), sequence_t(1 << 20)};
    expected = {100, 100};
    std::vector<std::pair<decltype(pairs[0].first | std::views::transform(watch)), sequence_t>> views{};
    for (auto & [first, second] : pairs)
        views.emplace_back(first | std::views::transform(watch), second);
    auto const config = scores | tested::bit_parallel({.threads = 4}, 1);
    expect_scores(views, config);
    EXPECT_EQ(elsewhere, 0);
    expect_scores(views, config | seqan3::align_cfg::parallel{4});
}

TEST_F(batches, parallel_is_the_number_of_threads)
{
    for (std::uint32_t const threads : {1u, 2u, 17u})
    {
        expect_scores(pairs, scores | tested::bit_parallel() | seqan3::align_cfg::parallel{threads});
        expect_scores(pairs, seqan3::align_cfg::parallel{threads} | tested::bit_parallel({}, 7) | scores);
    }
    auto const without_number = scores | tested::bit_parallel() | seqan3::align_cfg::parallel{};
    EXPECT_THROW(seqan3::align_pairwise(pairs, without_number), invalid_option);
}

// With SeqAn3's own threads, an exception would end the program.
TEST_F(batches, exceptions_reach_the_caller)
{
    auto const parallel = seqan3::align_cfg::parallel{3};
    std::stop_source source{};
    source.request_stop();
    auto const stopped = scores | parallel | tested::bit_parallel({.stop = source.get_token()});
    EXPECT_THROW(seqan3::align_pairwise(pairs, stopped).begin(), operation_stopped);

    for (unsigned const threads : {1u, 3u})
        for (std::size_t const last : {0, 4, 5, 13, 199})
        {
            std::size_t calls = 0;
            auto const caller = std::this_thread::get_id();
            auto on_result = [&](auto && result)
            {
                EXPECT_EQ(std::this_thread::get_id(), caller);
                EXPECT_EQ(result.sequence1_id(), calls);
                EXPECT_EQ(result.score(), expected[calls]);
                if (calls++ == last)
                    throw std::runtime_error{"enough"};
            };
            auto const config = scores | tested::bit_parallel({}, 5) | seqan3::align_cfg::parallel{threads}
                              | seqan3::align_cfg::on_result{std::move(on_result)};
            EXPECT_THROW(seqan3::align_pairwise(pairs, config), std::runtime_error);
            EXPECT_EQ(calls, last + 1);
        }
}

// Everything before the pair that cannot be read is handed on, batch by batch.
TEST_F(batches, a_range_that_dies_early)
{
    for (std::size_t const place : {0, 9, 10, 11, 40, 199})
    {
        auto failing = std::views::iota(std::size_t{0}, pairs.size())
                     | std::views::transform(
                           [&](std::size_t const i)
                           {
                               if (i == place)
                                   throw std::runtime_error{"unreadable"};
                               return pairs[i];
                           });
        std::size_t calls = 0;
        auto on_result = [&](auto && result)
        {
            EXPECT_EQ(result.score(), expected[calls]);
            ++calls;
        };
        auto const config =
            scores | tested::bit_parallel({.threads = 3}, 10) | seqan3::align_cfg::on_result{std::move(on_result)};
        EXPECT_THROW(seqan3::align_pairwise(failing, config), std::runtime_error);
        EXPECT_EQ(calls, place / 10 * 10);
    }
}

TEST_F(batches, a_stop_in_flight)
{
    // Unrelated: similar sequences would be done too soon.
    auto generator = reference::make_generator();
    pairs.assign(50,
                 {alignment_check::random_sequence<seqan3::dna4>(generator, 200'000, 4),
                  alignment_check::random_sequence<seqan3::dna4>(generator, 200'000, 4)});
    std::stop_source source{};
    std::jthread const stopper{[&]()
                               {
                                   std::this_thread::sleep_for(std::chrono::milliseconds{100});
                                   source.request_stop();
                               }};
    auto const config = scores | tested::bit_parallel({.backend = plan::backend::cpu, .stop = source.get_token()}, 2)
                      | seqan3::align_cfg::parallel{2};
    EXPECT_THROW(seqan3::align_pairwise(pairs, config).begin(), operation_stopped);
}

// Each call has memory and threads of its own.
TEST_F(batches, calls_within_calls_and_beside_them)
{
    // Long enough for several threads to pack.
    pairs.assign(3, {sequence_t(1 << 19), sequence_t(20)});
    for (std::size_t i = 0; i < pairs.size(); ++i)
        pairs[i].second.resize(20 + i);
    auto const config = scores | tested::bit_parallel({.backend = plan::backend::cpu, .threads = 3}, 1);
    auto const align = [&]()
    {
        std::size_t calls = 0;
        auto on_result = [&](auto && result)
        {
            EXPECT_EQ(result.score(), static_cast<int>(20 + calls));
            ++calls;
            std::size_t i = 0;
            for (auto const & inner : seqan3::align_pairwise(pairs, config))
                EXPECT_EQ(inner.score(), static_cast<int>(20 + i++));
            EXPECT_EQ(i, pairs.size());
        };
        seqan3::align_pairwise(pairs, config | seqan3::align_cfg::on_result{std::move(on_result)});
        EXPECT_EQ(calls, pairs.size());
    };
    std::jthread const beside{align};
    align();
}

// Alignments of several batches.
TEST_F(batches, alignments)
{
    auto generator = reference::make_generator();
    pairs.clear();
    for (std::size_t i = 0; i < 5'000; ++i)
        pairs.emplace_back(alignment_check::random_sequence<seqan3::dna4>(generator, 100 + i % 37, 4),
                           alignment_check::random_sequence<seqan3::dna4>(generator, 100 + i % 41, 4));
    auto const config = scores | seqan3::align_cfg::output_alignment{};
    for (unsigned const threads : {1u, 5u})
    {
        std::size_t i = 0;
        for (auto const & result :
             seqan3::align_pairwise(pairs, config | tested::bit_parallel({.threads = threads}, 1'500)))
        {
            ASSERT_EQ(result.sequence1_id(), i);
            if (i % 100 == 0)
            {
                EXPECT_EQ(result.score(),
                          static_cast<int>(reference::lcs_matrix(pairs[i].first, pairs[i].second).back().back()));
            }
            alignment_check::expect_valid(result.alignment(),
                                          pairs[i].first,
                                          pairs[i].second,
                                          static_cast<std::size_t>(result.score()));
            ++i;
        }
        EXPECT_EQ(i, pairs.size());
    }
}
