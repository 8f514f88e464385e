// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <thread>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Checkpoints as a device would leave them; before each copy something else may happen.
class test_checkpoints : public traceback::checkpoint_source
{
public:
    test_checkpoints(alignment::sequence_pair const & pair,
                     plan::checkpoint_grid const & grid,
                     std::function<void()> on_copy = {}) :
        grid_{grid},
        on_copy_{std::move(on_copy)}
    {
        plan::matrix_region const part{0, pair.first.size(), 0, pair.second.size()};
        row_words_ = part.row_words();
        column_words_ = part.column_words();
        columns_.resize((part.columns() - 1) / grid.column_spacing * row_words_);
        rows_.resize((part.rows() - 1) / grid.row_spacing * column_words_);
        std::vector<std::uint64_t> vertical(row_words_, ~std::uint64_t{0});
        std::vector<std::uint64_t> horizontal(column_words_, 0);
        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        cpu::forward_pass({.rows = pair.first,
                           .columns = pair.second,
                           .region = part,
                           .borders = {vertical, horizontal},
                           .kept = {grid, part, columns_.data(), rows_.data()}},
                          1,
                          control,
                          false);
    }

    plan::checkpoint_grid grid() const noexcept override
    {
        return grid_;
    }

    void copy(traceback::kept_part const & column, traceback::kept_part const & row) override
    {
        if (on_copy_)
            on_copy_();
        for (std::size_t i = 0; i < column.words.size(); ++i)
            column.words[i] = columns_.at(column.index * row_words_ + column.begin / 64 + i);
        for (std::size_t i = 0; i < row.words.size(); ++i)
            row.words[i] = rows_.at(row.index * column_words_ + row.begin / 64 + i);
    }

private:
    plan::checkpoint_grid grid_;
    std::function<void()> on_copy_;
    std::uint64_t row_words_{};
    std::uint64_t column_words_{};
    std::vector<std::uint64_t> columns_{};
    std::vector<std::uint64_t> rows_{};
};

} // namespace

// Random sequences, and related ones whose path leaves the diagonal and runs along borders.
TEST(traceback, tiles_that_are_computed_ahead_change_nothing)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 20'000, 4);
    auto rotated = letters;
    std::ranges::rotate(rotated, rotated.begin() + 7000);
    auto shorter = letters;
    shorter.erase(shorter.begin() + 3000, shorter.begin() + 12'000);

    auto const first = packing::pack(letters);
    for (auto const & other : {rotated,
                               shorter,
                               reference::random_letters(generator, 16'000, 4),
                               reference::random_letters(generator, 300, 4),
                               std::vector<std::uint8_t>(9000, 1)})
    {
        auto const second = packing::pack(other);
        plan::execution const execution{};
        for (alignment::sequence_pair const & pair : {alignment::sequence_pair{first, second}, {second, first}})
        {
            for (std::uint64_t const limit :
                 {std::uint64_t{30'000}, std::uint64_t{300'000}, plan::default_memory_limit})
            {
                auto plan =
                    plan::plan_alignment(plan::lcs_subsequence, {pair.first.size(), pair.second.size()}, limit, 1);
                runtime::task_control control{execution, 0};
                auto const expected = traceback::find_alignment(pair, plan::lcs_subsequence, plan, control);
                EXPECT_EQ(expected.length, lcs::length(pair.first, pair.second, {.backend = plan::backend::cpu}));

                for (unsigned const threads : {2u, 5u})
                {
                    for (std::size_t const ahead : {1u, 3u, 10u})
                    {
                        plan.threads = threads;
                        plan.prefetched_tiles = ahead;
                        auto const found = traceback::find_alignment(pair, plan::lcs_subsequence, plan, control);
                        ASSERT_TRUE(found.path == expected.path)
                            << pair.first.size() << " x " << pair.second.size() << ", limit " << limit << ", threads "
                            << threads << ", ahead " << ahead;
                    }
                }
            }
        }
    }
}

// Threads of the caller, with or without the calling one, and one after the other.
TEST(traceback, by_an_executor)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 10'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 2000));
    alignment::sequence_pair const pair{first, second};
    auto plan = plan::plan_alignment(plan::lcs_subsequence, {first.size(), second.size()}, 30'000, 3);
    plan.threads = 3;
    plan.prefetched_tiles = 4;
    auto const find = [&](plan::execution const & execution)
    {
        runtime::task_control control{execution, 0};
        return traceback::find_alignment(pair, plan::lcs_subsequence, plan, control).path;
    };
    auto const expected = find({});
    for (unsigned const others : {0u, 1u, 2u, 3u})
    {
        plan::execution in_others{};
        in_others.executor = [others](plan::thread_task const & task)
        {
            std::vector<std::jthread> threads{};
            for (unsigned i = 0; i < others; ++i)
                threads.emplace_back(task.run);
        };
        EXPECT_TRUE(find(in_others) == expected) << others;
        plan::execution in_turn{};
        in_turn.executor = [others](plan::thread_task const & task)
        {
            for (unsigned i = 0; i < others; ++i)
                task.run();
        };
        EXPECT_TRUE(find(in_turn) == expected) << others;
    }
}

// A spacing no less than the length of the sequence means no checkpoints.
TEST(traceback, checkpoint_spacing)
{
    auto generator = reference::make_generator();
    auto const letters = packing::pack(reference::random_letters(generator, 1024, 4));
    auto const more_letters = packing::pack(reference::random_letters(generator, 1025, 4));
    plan::checkpoint_grid const grid{1024, 1024};
    plan::execution const execution{};
    for (alignment::sequence_pair const & pair : {alignment::sequence_pair{letters, letters},
                                                  {letters, more_letters},
                                                  {more_letters, letters},
                                                  {more_letters, more_letters}})
    {
        std::uint64_t const rows = pair.first.size();
        std::uint64_t const columns = pair.second.size();
        runtime::task_control control{execution, 0};
        test_checkpoints kept{pair, grid};
        auto const tiles =
            plan::plan_traceback(plan::lcs_subsequence, grid, {rows, columns}, plan::default_memory_limit, 1);
        auto const found = traceback::find_alignment(pair, plan::lcs_subsequence, tiles, control, &kept);
        EXPECT_EQ(found.checkpoint_rows, rows == 1024 ? 0u : 1024u);
        EXPECT_EQ(found.checkpoint_columns, columns == 1024 ? 0u : 1024u);
    }
}

// Tiles that are large enough to be computed in part, and paths off the prediction.
TEST(traceback, checkpoints_that_are_there_already)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 50'000, 4);
    auto jumps = reference::mutate(generator, letters, 4, 20);
    std::ranges::rotate(jumps, jumps.begin() + 15'000);
    auto gap = letters;
    gap.erase(gap.begin() + 10'000, gap.begin() + 35'000);

    auto const first = packing::pack(letters);
    for (auto const & other : {jumps, gap, reference::random_letters(generator, 40'000, 4)})
    {
        auto const second = packing::pack(other);
        for (alignment::sequence_pair const & pair : {alignment::sequence_pair{first, second}, {second, first}})
        {
            auto const expected = lcs::subsequence(pair.first, pair.second, {.backend = plan::backend::cpu});
            plan::execution const execution{};
            runtime::task_control control{execution, 0};
            for (plan::checkpoint_grid const & grid : {plan::checkpoint_grid{4096, 2048}, {9728, 8192}})
            {
                test_checkpoints checkpoints{pair, grid};
                for (unsigned const threads : {1u, 2u, 5u, 16u})
                {
                    auto plan = plan::plan_traceback(plan::lcs_subsequence,
                                                     grid,
                                                     {pair.first.size(), pair.second.size()},
                                                     plan::default_memory_limit,
                                                     threads);
                    for (std::size_t const ahead : reference::any_of(generator, {0u, 3u, 20u}))
                    {
                        plan.prefetched_tiles = ahead;
                        auto const found =
                            traceback::find_alignment(pair, plan::lcs_subsequence, plan, control, &checkpoints);
                        ASSERT_TRUE(found.path == expected)
                            << pair.first.size() << " x " << pair.second.size() << ", spacing " << grid.row_spacing
                            << ", threads " << threads << ", ahead " << ahead;
                    }
                }
            }
        }
    }
}

// In the middle of the traceback, with one thread and with several.
TEST(traceback, a_stop_or_an_exception_ends_the_traceback)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 30'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 30'000, 4));
    alignment::sequence_pair const pair{first, second};
    plan::checkpoint_grid const grid{2048, 2048};
    std::stop_source source{};
    std::atomic<int> copies{0};
    std::function<void()> on_tenth{};
    test_checkpoints checkpoints{pair,
                                 grid,
                                 [&]()
                                 {
                                     if (++copies == 10)
                                         on_tenth();
                                 }};
    for (std::size_t const ahead : {0u, 8u})
    {
        auto plan = plan::plan_traceback(plan::lcs_subsequence,
                                         grid,
                                         {first.size(), second.size()},
                                         plan::default_memory_limit,
                                         1);
        plan.prefetched_tiles = ahead;
        plan.threads = ahead == 0 ? 1 : 4;
        auto const find = [&](plan::execution const & execution)
        {
            copies = 0;
            runtime::task_control control{execution, 0};
            return traceback::find_alignment(pair, plan::lcs_subsequence, plan, control, &checkpoints);
        };

        on_tenth = []()
        {
            throw std::runtime_error{"copy"};
        };
        EXPECT_THROW(find({}), std::runtime_error);

        // The callback is called when a tenth of a second has gone by.
        on_tenth = []()
        {
            std::this_thread::sleep_for(std::chrono::milliseconds{150});
        };
        plan::execution execution{};
        execution.on_progress = [](plan::progress const &)
        {
            throw std::domain_error{"callback"};
        };
        EXPECT_THROW(find(execution), std::domain_error);

        source = std::stop_source{};
        on_tenth = [&]()
        {
            source.request_stop();
        };
        EXPECT_THROW(find({.stop = source.get_token()}), operation_stopped);
        EXPECT_LT(copies, 30);
    }
}

TEST(traceback, a_stop_ends_the_threads_that_go_ahead)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 30'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 30'000, 4));
    auto plan =
        plan::plan_alignment(plan::lcs_subsequence, {first.size(), second.size()}, plan::default_memory_limit, 1);
    plan.threads = 4;
    plan.prefetched_tiles = 8;

    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    EXPECT_THROW(traceback::find_alignment({first, second}, plan::lcs_subsequence, plan, control), operation_stopped);
}
