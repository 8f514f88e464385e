// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "src/traceback/tile_prefetcher.hpp"

// A tile of the test's own: that of the traceback is private.
struct seqan3_gpulcs::traceback::computed_tile
{
    seqan3_gpulcs::traceback::tile_place place;
};

using namespace seqan3_gpulcs;

namespace
{

constexpr plan::matrix_cell entry{100, 100};

// All of it, however large it is.
traceback::expected_tile expect(std::uint64_t const row, std::uint64_t const column)
{
    return {{row, column}, entry, {1000, 1000}};
}

std::shared_ptr<traceback::computed_tile> compute_tile(traceback::expected_tile const & expected,
                                                       std::shared_ptr<traceback::computed_tile> spare)
{
    if (!spare)
        spare = std::make_shared<traceback::computed_tile>();
    spare->place = expected.place;
    return spare;
}

// Tiles, and a helper who computes them and counts.
struct helped_tiles
{
    explicit helped_tiles(std::size_t const max_tiles) :
        prefetcher{[this](traceback::expected_tile const & expected, std::shared_ptr<traceback::computed_tile> spare)
                   {
                       ++computed;
                       made += !spare;
                       return compute_tile(expected, std::move(spare));
                   },
                   max_tiles}
    {}

    ~helped_tiles()
    {
        prefetcher.finish();
    }

    std::shared_ptr<traceback::computed_tile> take(traceback::tile_place const & place,
                                                   plan::matrix_cell const & at,
                                                   std::vector<traceback::expected_tile> const & wanted,
                                                   std::shared_ptr<traceback::computed_tile> done = {})
    {
        return prefetcher.take(place, at, wanted, std::move(done), control);
    }

    // Time enough for one more, if there was one.
    void wait_for(int const count) const
    {
        while (computed < count)
            std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }

    plan::execution execution{};
    runtime::task_control control{execution, 0};
    std::atomic<int> computed{0};
    std::atomic<int> made{0};
    traceback::tile_prefetcher prefetcher;
    std::jthread helper{[this]()
                        {
                            prefetcher.help(control);
                        }};
};

} // namespace

TEST(tile_prefetcher, a_tile_that_nobody_has_begun_is_the_callers)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    traceback::tile_prefetcher prefetcher{compute_tile, 4};
    EXPECT_EQ(prefetcher.take({3, 4}, entry, {expect(2, 3)}, nullptr, control), nullptr);
    EXPECT_EQ(prefetcher.take({2, 3}, entry, {}, nullptr, control), nullptr);
}

TEST(tile_prefetcher, helpers_compute_what_is_wanted_and_no_more_than_may_be)
{
    helped_tiles tiles{3};

    std::vector<traceback::expected_tile> const wanted{expect(8, 8),
                                                       expect(7, 8),
                                                       expect(8, 7),
                                                       expect(6, 6),
                                                       expect(5, 5)};
    EXPECT_EQ(tiles.take({9, 9}, entry, wanted), nullptr);
    tiles.wait_for(3);
    EXPECT_EQ(tiles.computed, 3);

    // The most urgent ones are there, and one that is taken makes room for another.
    auto const tile = tiles.take({8, 8}, entry, {expect(7, 8), expect(8, 7), expect(6, 6), expect(5, 5)});
    ASSERT_NE(tile, nullptr);
    EXPECT_EQ(tile->place, (traceback::tile_place{8, 8}));
    while (tiles.computed < 4)
        std::this_thread::yield();

    // Those that are no longer wanted make room, too.
    EXPECT_EQ(tiles.take({1, 1}, entry, {expect(5, 5)}), nullptr);
    while (tiles.computed < 5)
        std::this_thread::yield();
    ASSERT_NE(tiles.take({5, 5}, entry, {}), nullptr);
}

TEST(tile_prefetcher, a_part_that_is_too_small_is_not_taken)
{
    helped_tiles tiles{4};
    EXPECT_EQ(tiles.take({9, 9}, entry, {expect(8, 8), expect(7, 7)}), nullptr);
    tiles.wait_for(2);
    EXPECT_EQ(tiles.take({8, 8}, {1001, 100}, {expect(7, 7)}), nullptr);
    EXPECT_EQ(tiles.take({7, 7}, {100, 1001}, {expect(4, 4)}), nullptr);
    tiles.wait_for(3);

    // It is computed again if more of it is expected to be needed.
    traceback::expected_tile const more{{4, 4}, {1001, 1001}, {2000, 2000}};
    EXPECT_EQ(tiles.take({5, 5}, entry, {more}), nullptr);
    tiles.wait_for(4);
    EXPECT_NE(tiles.take({4, 4}, more.entry, {}), nullptr);
}

// For any number of tiles, only the maximum at a time have memory of their own.
TEST(tile_prefetcher, tile_memory_is_reused)
{
    helped_tiles tiles{3};
    std::shared_ptr<traceback::computed_tile> tile{};
    for (std::uint64_t row = 200; row > 2; --row)
        tile = tiles.take({row, row},
                          entry,
                          {expect(row - 1, row - 1), expect(row - 1, row), expect(row - 2, row - 2)},
                          std::move(tile));
    EXPECT_LE(tiles.made, 4);
}

TEST(tile_prefetcher, a_stop_ends_all_waiting)
{
    std::stop_source source{};
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    std::atomic<bool> begun{false};
    traceback::tile_prefetcher prefetcher{
        [&](traceback::expected_tile const & expected, std::shared_ptr<traceback::computed_tile> spare)
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
                                  EXPECT_THROW(prefetcher.help(control), operation_stopped);
                              }};
    EXPECT_EQ(prefetcher.take({9, 9}, entry, {expect(8, 8)}, nullptr, control), nullptr);
    while (!begun)
        std::this_thread::yield();
    source.request_stop();
    EXPECT_THROW(prefetcher.take({8, 8}, entry, {}, nullptr, control), operation_stopped);
}
