// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>
#include <thread>

#include <seqan3_gpulcs/exception.hpp>

#include "../../../src/cpu/tiles_ahead.hpp"

// A tile of the test's own: that of the way back is known to it alone.
struct seqan3_gpulcs::cpu::computed_tile
{
    seqan3_gpulcs::cpu::tile_place place;
};

using namespace seqan3_gpulcs;

namespace
{

constexpr cpu::matrix_cell entry{100, 100};

// All of it, however large it is.
cpu::expected_tile expect(std::uint64_t const row, std::uint64_t const column)
{
    return {{row, column}, entry, {1000, 1000}};
}

std::shared_ptr<cpu::computed_tile> compute_tile(cpu::expected_tile const & expected,
                                                 std::shared_ptr<cpu::computed_tile> spare)
{
    if (!spare)
        spare = std::make_shared<cpu::computed_tile>();
    spare->place = expected.place;
    return spare;
}

} // namespace

TEST(tiles_ahead, a_tile_that_nobody_has_begun_is_the_callers)
{
    run_control control{{}, 0};
    cpu::tiles_ahead ahead{compute_tile, 4};
    EXPECT_EQ(ahead.take({3, 4}, entry, {expect(2, 3)}, nullptr, control), nullptr);
    EXPECT_EQ(ahead.take({2, 3}, entry, {}, nullptr, control), nullptr);
}

TEST(tiles_ahead, helpers_compute_what_is_wanted_and_no_more_than_may_be)
{
    plan::execution const execution{};
    run_control control{execution, 0};
    std::atomic<int> computed{0};
    cpu::tiles_ahead ahead{[&](cpu::expected_tile const & expected, std::shared_ptr<cpu::computed_tile> spare)
                           {
                               ++computed;
                               return compute_tile(expected, std::move(spare));
                           },
                           3};
    std::jthread const helper{[&]()
                              {
                                  ahead.help(control);
                              }};

    std::vector<cpu::expected_tile> const wanted{expect(8, 8), expect(7, 8), expect(8, 7), expect(6, 6), expect(5, 5)};
    EXPECT_EQ(ahead.take({9, 9}, entry, wanted, nullptr, control), nullptr);
    while (computed < 3)
        std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    EXPECT_EQ(computed, 3);

    // The most urgent ones are there, and one that is taken makes room for another.
    auto const tile =
        ahead.take({8, 8}, entry, {expect(7, 8), expect(8, 7), expect(6, 6), expect(5, 5)}, nullptr, control);
    ASSERT_NE(tile, nullptr);
    EXPECT_EQ(tile->place, (cpu::tile_place{8, 8}));
    while (computed < 4)
        std::this_thread::yield();

    // Those that are no longer wanted make room, too.
    EXPECT_EQ(ahead.take({1, 1}, entry, {expect(5, 5)}, nullptr, control), nullptr);
    while (computed < 5)
        std::this_thread::yield();
    ASSERT_NE(ahead.take({5, 5}, entry, {}, nullptr, control), nullptr);
    ahead.finish();
}

TEST(tiles_ahead, a_part_that_is_too_small_is_not_taken)
{
    plan::execution const execution{};
    run_control control{execution, 0};
    std::atomic<int> computed{0};
    cpu::tiles_ahead ahead{[&](cpu::expected_tile const & expected, std::shared_ptr<cpu::computed_tile> spare)
                           {
                               ++computed;
                               return compute_tile(expected, std::move(spare));
                           },
                           4};
    std::jthread const helper{[&]()
                              {
                                  ahead.help(control);
                              }};
    auto const wait_for = [&](int const count)
    {
        while (computed < count)
            std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    };
    EXPECT_EQ(ahead.take({9, 9}, entry, {expect(8, 8), expect(7, 7)}, nullptr, control), nullptr);
    wait_for(2);
    EXPECT_EQ(ahead.take({8, 8}, {1001, 100}, {expect(7, 7)}, nullptr, control), nullptr);
    EXPECT_EQ(ahead.take({7, 7}, {100, 1001}, {expect(4, 4)}, nullptr, control), nullptr);
    wait_for(3);

    // It is computed again if more of it is expected to be needed.
    cpu::expected_tile const more{{4, 4}, {1001, 1001}, {2000, 2000}};
    EXPECT_EQ(ahead.take({5, 5}, entry, {more}, nullptr, control), nullptr);
    wait_for(4);
    EXPECT_NE(ahead.take({4, 4}, more.entry, {}, nullptr, control), nullptr);
    ahead.finish();
}

// However many tiles there are, no more of them than there may be at a time have memory of their own.
TEST(tiles_ahead, the_memory_of_tiles_is_used_again)
{
    plan::execution const execution{};
    run_control control{execution, 0};
    std::atomic<int> made{0};
    cpu::tiles_ahead ahead{[&](cpu::expected_tile const & expected, std::shared_ptr<cpu::computed_tile> spare)
                           {
                               made += !spare;
                               return compute_tile(expected, std::move(spare));
                           },
                           3};
    std::jthread const helper{[&]()
                              {
                                  ahead.help(control);
                              }};
    std::shared_ptr<cpu::computed_tile> tile{};
    for (std::uint64_t row = 200; row > 2; --row)
        tile = ahead.take({row, row},
                          entry,
                          {expect(row - 1, row - 1), expect(row - 1, row), expect(row - 2, row - 2)},
                          std::move(tile),
                          control);
    EXPECT_LE(made, 4);
    ahead.finish();
}

TEST(tiles_ahead, one_of_the_helpers_runs_an_errand)
{
    plan::execution const execution{};
    run_control control{execution, 0};
    cpu::tiles_ahead ahead{compute_tile, 3};
    std::atomic<int> times{0};
    std::jthread const helper{[&]()
                              {
                                  ahead.help(control);
                              }};
    ahead.do_aside(
        [&]()
        {
            ++times;
        });
    while (times == 0)
        std::this_thread::yield();
    EXPECT_EQ(ahead.take({9, 9}, entry, {expect(8, 8)}, nullptr, control), nullptr);
    ahead.finish();
    EXPECT_EQ(times, 1);
}

TEST(tiles_ahead, a_stop_ends_all_waiting)
{
    std::stop_source source{};
    plan::execution const execution{.stop = source.get_token()};
    run_control control{execution, 0};
    std::atomic<bool> begun{false};
    cpu::tiles_ahead ahead{[&](cpu::expected_tile const & expected, std::shared_ptr<cpu::computed_tile> spare)
                           {
                               begun = true;
                               while (!source.stop_requested())
                                   std::this_thread::yield();
                               std::this_thread::sleep_for(std::chrono::milliseconds{50});
                               return compute_tile(expected, std::move(spare));
                           },
                           3};
    std::jthread const helper{[&]()
                              {
                                  EXPECT_THROW(ahead.help(control), operation_stopped);
                              }};
    EXPECT_EQ(ahead.take({9, 9}, entry, {expect(8, 8)}, nullptr, control), nullptr);
    while (!begun)
        std::this_thread::yield();
    source.request_stop();
    EXPECT_THROW(ahead.take({8, 8}, entry, {}, nullptr, control), operation_stopped);
}
