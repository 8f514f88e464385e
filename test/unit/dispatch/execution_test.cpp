// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/primer/common.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/dispatch/find_backend.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Large enough that no machine finishes it before it is stopped.
constexpr std::size_t long_size{4'000'000};

// Calls that are too short for any other report than the last one, which the test checks.
class short_calls : public ::testing::Test
{
protected:
    short_calls()
    {
        execution.on_progress = [this](plan::progress const & progress)
        {
            last = progress;
        };
    }

    // The total of the last report; all of it should be done. Of the next call, nothing has been reported.
    double take_total()
    {
        EXPECT_TRUE(last);
        plan::progress const taken = std::exchange(last, {}).value_or(plan::progress{});
        EXPECT_EQ(taken.cells_done, taken.cells_total);
        return taken.cells_total;
    }

    packing::packed_sequence const first{packing::pack("ACGTACGTACGTAGACCATA")};
    packing::packed_sequence const second{packing::pack("CCGATAGGATACCATTAGCAACAGT")};
    packing::packed_sequence const third{packing::pack("TTGACCA")};
    std::vector<packing::packed_sequence_view> const views{first, second, third};
    double const cells{20 * 25};
    double const cells_of_all{20 * 25 + 20 * 7 + 25 * 7};
    plan::execution execution{.backend = plan::backend::cpu, .threads = 2};
    std::optional<plan::progress> last{};
};

} // namespace

TEST(backend, the_route_says_what_computes)
{
    packing::packed_sequence const sequence{packing::pack("GATTACA")};
    std::vector<alignment::sequence_pair> const pairs(3, {sequence, sequence});
    for (plan::backend const backend : {plan::backend::cpu, plan::backend::automatic})
    {
        std::vector<plan::route_step> steps{};
        plan::execution execution{.backend = backend};
        execution.on_route = [&steps](plan::route_step const & step)
        {
            steps.push_back(step);
        };
        lcs::lengths(pairs, execution);
        ASSERT_EQ(steps.size(), 1u);
        EXPECT_EQ(steps.front().backend, plan::backend::cpu);
        EXPECT_EQ(steps.front().pairs, 3u);
        EXPECT_EQ(steps.front().cells, 3 * 49);
        EXPECT_GT(steps.front().seconds, 0);
        EXPECT_LT(steps.front().seconds, 1e-6);
        EXPECT_TRUE(std::isinf(steps.front().max_seconds));
    }
}

TEST(backend, cuda_says_what_to_do_where_there_is_none)
{
    if (find_devices().chosen())
        GTEST_SKIP() << "There is one.";

    packing::packed_sequence const empty{};
    try
    {
        lcs::length(empty, empty, {.backend = plan::backend::cuda});
        FAIL();
    }
    catch (backend_unavailable const & exception)
    {
        EXPECT_NE(std::string{exception.what()}.find("cpu"), std::string::npos) << exception.what();
    }
}

TEST(backend, names)
{
    EXPECT_STREQ(plan::to_string(plan::backend::automatic), "auto");
    EXPECT_STREQ(plan::to_string(plan::backend::cpu), "cpu");
    EXPECT_STREQ(plan::to_string(plan::backend::cuda), "cuda");
}

TEST(stop, a_requested_stop_ends_one_pair_on_any_number_of_threads)
{
    auto generator = reference::make_generator();
    reference::random_pair const pair{generator, long_size, long_size};
    for (unsigned const threads : {1u, 2u, 5u})
    {
        for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
        {
            std::stop_source source{};
            std::jthread const stopper{[&source]()
                                       {
                                           std::this_thread::sleep_for(std::chrono::milliseconds{50});
                                           source.request_stop();
                                       }};
            alignment::sequence_pair const views{pair.first, pair.second};
            EXPECT_THROW(lcs::compute({&views, 1},
                                      wanted,
                                      {.backend = plan::backend::cpu, .threads = threads, .stop = source.get_token()}),
                         operation_stopped);
        }
    }
}

TEST(stop, a_requested_stop_ends_a_batch)
{
    auto generator = reference::make_generator();
    // Unrelated: equal sequences would be done too soon.
    auto const first = packing::pack(reference::random_letters(generator, 20'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 20'000, 4));
    std::vector<alignment::sequence_pair> const pairs(100'000, {first, second});
    std::stop_source source{};
    std::jthread const stopper{[&source]()
                               {
                                   std::this_thread::sleep_for(std::chrono::milliseconds{50});
                                   source.request_stop();
                               }};
    EXPECT_THROW(lcs::compute(pairs,
                              lcs::output::length,
                              {.backend = plan::backend::cpu, .threads = 3, .stop = source.get_token()}),
                 operation_stopped);
}

TEST(stop, a_stop_before_the_start)
{
    std::stop_source source{};
    source.request_stop();
    std::vector<std::uint8_t> const letters(100, 1);
    auto const packed = packing::pack(letters);
    EXPECT_THROW(lcs::length(packed, packed, {.stop = source.get_token()}), operation_stopped);
}

TEST(progress, grows_from_the_callers_thread)
{
    auto generator = reference::make_generator();
    reference::random_pair const pair{generator, long_size, long_size};
    for (unsigned const threads : {1u, 3u})
    {
        std::stop_source source{};
        double last = 0;
        int calls = 0;
        auto const caller = std::this_thread::get_id();
        auto const on_progress = [&](plan::progress const & progress)
        {
            EXPECT_EQ(std::this_thread::get_id(), caller);
            EXPECT_EQ(progress.cells_total, 16e12);
            EXPECT_GE(progress.cells_done, last);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            last = progress.cells_done;
            // Finding out where to compute has no progress.
            if (++calls >= 3 && last > 0)
                source.request_stop();
        };
        EXPECT_THROW(lcs::length(pair.first,
                                 pair.second,
                                 {.backend = plan::backend::cpu,
                                  .threads = threads,
                                  .on_progress = on_progress,
                                  .stop = source.get_token()}),
                     operation_stopped);
        EXPECT_GE(calls, 3);
        EXPECT_GT(last, 0);
    }
}

TEST_F(short_calls, the_last_report_of_pairs_is_all_cells)
{
    std::vector<alignment::sequence_pair> const pairs{{first, second}, {first, third}, {second, third}};
    lcs::compute(pairs, lcs::output::length, execution);
    EXPECT_EQ(take_total(), cells_of_all);
    lcs::compute(pairs, lcs::output::subsequence, execution);
    EXPECT_EQ(take_total(), cells_of_all);
    edit::compute(pairs, {.wanted = edit::output::alignment}, execution);
    EXPECT_EQ(take_total(), cells_of_all);
    lcs::lengths(pairs, execution);
    EXPECT_EQ(take_total(), cells_of_all);
    edit::distances(pairs, execution);
    EXPECT_EQ(take_total(), cells_of_all);
    lcs::length(first, second, execution);
    EXPECT_EQ(take_total(), cells);
    lcs::prefix_increments(first, second, execution);
    EXPECT_EQ(take_total(), cells);
    lcs::all_pairs(views, execution);
    EXPECT_EQ(take_total(), cells_of_all);
    edit::all_pairs(views, execution);
    EXPECT_EQ(take_total(), cells_of_all);

    // A pair that its lengths rule out is not computed.
    std::vector<alignment::sequence_pair> ruled_out{pairs};
    ruled_out[1].min_length = 15;
    lcs::lengths(ruled_out, execution);
    EXPECT_EQ(take_total(), cells_of_all - 20 * 7);
    lcs::compute(ruled_out, lcs::output::length, execution);
    EXPECT_EQ(take_total(), cells_of_all - 20 * 7);
}

TEST_F(short_calls, the_last_report_of_searches_is_all_cells)
{
    lcs::search finder{first, {.min_length = 10}, execution};
    finder.add({&views[1], 2});
    EXPECT_EQ(take_total(), 20 * 25 + 20 * 7);
    finder.add({&views[2], 1});
    EXPECT_EQ(take_total(), 20 * 7);
    edit::search nearest{first, {.top = 1}, execution};
    nearest.add({&views[1], 2});
    EXPECT_EQ(take_total(), 20 * 25 + 20 * 7);
}

TEST_F(short_calls, the_last_report_of_primers_is_all_cells)
{
    primer::options const options{.differences = 2};
    primer::target const target{first};
    std::vector<std::uint64_t> const lengths =
        primer::compute({&target, 1}, {&views[1], 1}, options, execution).front();
    EXPECT_EQ(take_total(), cells);
    primer::find_matches(target, lengths, second, options, execution);
    EXPECT_EQ(take_total(), cells);
    primer::compute_with_matches(target, second, options, execution);
    EXPECT_EQ(take_total(), 2 * cells);
    primer::find_sites({&views[2], 1}, {views.data(), 2}, {.max_edits = 1}, execution);
    // A primer counts as one letter on each strand.
    EXPECT_EQ(take_total(), 2 * (20 + 25));
    std::vector<std::vector<std::uint64_t>> common{lengths};
    primer::keep_common({views.data(), 2}, common, {}, execution);
    EXPECT_EQ(take_total(), cells);
}

TEST_F(short_calls, nothing_is_reported_where_there_are_no_cells)
{
    lcs::compute({}, lcs::output::length, execution);
    lcs::length(packing::packed_sequence_view{}, first, execution);
    edit::all_pairs({views.data(), 1}, execution);
    EXPECT_FALSE(last);
}

TEST(progress, what_the_callback_throws_reaches_the_caller)
{
    auto generator = reference::make_generator();
    reference::random_pair const pair{generator, long_size, long_size};

    struct my_exception
    {};

    for (unsigned const threads : {1u, 3u})
    {
        auto const on_progress = [](plan::progress const &)
        {
            throw my_exception{};
        };
        EXPECT_THROW(lcs::length(pair.first,
                                 pair.second,
                                 {.backend = plan::backend::cpu, .threads = threads, .on_progress = on_progress}),
                     my_exception);
    }
}

TEST(memory, a_limit_too_small_shows_before_anything_is_computed)
{
    auto generator = reference::make_generator();
    reference::random_pair const pair{generator, long_size, long_size};
    // A device keeps checkpoints in memory of its own.
    plan::execution const execution{.backend = plan::backend::cpu, .memory_limit = 100'000};
    EXPECT_THROW(lcs::subsequence(pair.first, pair.second, execution), memory_limit_too_small);

    // Also after pairs that would take long.
    std::vector<std::uint8_t> const letters(10, 1);
    auto const small = packing::pack(letters);
    std::vector<alignment::sequence_pair> const pairs{{small, small}, {pair.first, pair.second}};
    EXPECT_THROW(lcs::compute(pairs, lcs::output::subsequence, execution), memory_limit_too_small);
}

TEST(memory, the_length_needs_no_limit)
{
    std::vector<std::uint8_t> const letters(1000, 1);
    auto const packed = packing::pack(letters);
    EXPECT_EQ(lcs::length(packed, packed, {.memory_limit = 0}), 1000u);
}

TEST(concurrency, calls_do_not_disturb_each_other)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 20'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 20'000, 4));
    auto const expected_length = lcs::length(first, second, {.threads = 1});
    auto const expected_path = lcs::subsequence(first, second, {.threads = 1});

    std::vector<std::jthread> callers{};
    for (unsigned i = 0; i < 4; ++i)
        callers.emplace_back(
            [&]()
            {
                EXPECT_EQ(lcs::length(first, second, {.threads = 2}), expected_length);
                EXPECT_EQ(lcs::subsequence(first, second, {.threads = 2}), expected_path);
            });
}
