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

std::shared_ptr<cpu::computed_tile const> compute_tile(cpu::tile_place const & place)
{
    return std::make_shared<cpu::computed_tile>(place);
}

} // namespace

TEST(tiles_ahead, a_tile_that_nobody_has_begun_is_the_callers)
{
    run_control control{{}, 0};
    cpu::tiles_ahead ahead{compute_tile, 4};
    EXPECT_EQ(ahead.take({3, 4}, {{2, 3}}, control), nullptr);
    EXPECT_EQ(ahead.take({2, 3}, {}, control), nullptr);
}

TEST(tiles_ahead, helpers_compute_what_is_wanted_and_no_more_than_may_be)
{
    plan::execution const execution{};
    run_control control{execution, 0};
    std::atomic<int> computed{0};
    cpu::tiles_ahead ahead{[&](cpu::tile_place const & place)
                           {
                               ++computed;
                               return compute_tile(place);
                           },
                           3};
    std::jthread const helper{[&]()
                              {
                                  ahead.help(control);
                              }};

    std::vector<cpu::tile_place> const wanted{{8, 8}, {7, 8}, {8, 7}, {6, 6}, {5, 5}};
    EXPECT_EQ(ahead.take({9, 9}, wanted, control), nullptr);
    while (computed < 3)
        std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    EXPECT_EQ(computed, 3);

    // The most urgent ones are there, and one that is taken makes room for another.
    auto const tile = ahead.take({8, 8}, {{7, 8}, {8, 7}, {6, 6}, {5, 5}}, control);
    ASSERT_NE(tile, nullptr);
    EXPECT_EQ(tile->place, (cpu::tile_place{8, 8}));
    while (computed < 4)
        std::this_thread::yield();

    // Those that are no longer wanted make room, too.
    EXPECT_EQ(ahead.take({1, 1}, {{5, 5}}, control), nullptr);
    while (computed < 5)
        std::this_thread::yield();
    ASSERT_NE(ahead.take({5, 5}, {}, control), nullptr);
    ahead.finish();
}

TEST(tiles_ahead, a_stop_ends_all_waiting)
{
    std::stop_source source{};
    plan::execution const execution{.stop = source.get_token()};
    run_control control{execution, 0};
    std::atomic<bool> begun{false};
    cpu::tiles_ahead ahead{[&](cpu::tile_place const & place)
                           {
                               begun = true;
                               while (!source.stop_requested())
                                   std::this_thread::yield();
                               std::this_thread::sleep_for(std::chrono::milliseconds{50});
                               return compute_tile(place);
                           },
                           3};
    std::jthread const helper{[&]()
                              {
                                  EXPECT_THROW(ahead.help(control), operation_stopped);
                              }};
    EXPECT_EQ(ahead.take({9, 9}, {{8, 8}}, control), nullptr);
    while (!begun)
        std::this_thread::yield();
    source.request_stop();
    EXPECT_THROW(ahead.take({8, 8}, {}, control), operation_stopped);
}
