// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/tile_prefetcher.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace seqan3_gpulcs::traceback
{

namespace
{

// The maximum time that a thread sleeps before it checks whether the computation was stopped.
constexpr std::chrono::milliseconds max_wait{5};

} // namespace

std::shared_ptr<computed_tile> tile_prefetcher::take(tile_place const & place,
                                                     plan::matrix_cell const & entry,
                                                     std::vector<expected_tile> next,
                                                     std::shared_ptr<computed_tile> done,
                                                     runtime::task_control & control)
{
    std::unique_lock lock{mutex_};
    wanted_ = std::move(next);
    if (done)
        spare_.push_back(std::move(done));
    drop_tiles(place, entry);
    wake_helpers();
    for (;;)
    {
        auto const found = tiles_.find(place);
        if (found == tiles_.end() || !entry.is_before(found->second.end))
            return nullptr;
        if (found->second.tile)
        {
            auto tile = std::move(found->second.tile);
            tiles_.erase(found);
            work_.notify_one();
            return tile;
        }
        wait(lock, computed_, control);
    }
}

// Drops tiles that are neither taken now nor wanted next.
void tile_prefetcher::drop_tiles(tile_place const & place, plan::matrix_cell const & entry)
{
    std::erase_if(tiles_,
                  [&](auto & begun)
                  {
                      auto & [where, tile] = begun;
                      auto const is_wanted = [&](expected_tile const & wanted)
                      {
                          return wanted.place == where && wanted.entry.is_before(tile.end);
                      };
                      if (!tile.tile || (where == place && entry.is_before(tile.end))
                          || std::ranges::any_of(wanted_, is_wanted))
                          return false;
                      spare_.push_back(std::move(tile.tile));
                      return true;
                  });
}

// Wakes only as many helpers as can start a tile: waking each of them costs the tracing thread some microseconds.
void tile_prefetcher::wake_helpers() noexcept
{
    for (std::size_t tiles = tiles_.size(); tiles < std::min(max_tiles_, wanted_.size()); ++tiles)
        work_.notify_one();
}

void tile_prefetcher::help(runtime::task_control & control)
{
    std::unique_lock lock{mutex_};
    while (!is_finished_)
    {
        auto const is_new = [&](expected_tile const & tile)
        {
            return !tiles_.contains(tile.place);
        };
        auto const next = std::ranges::find_if(wanted_, is_new);
        if (next == wanted_.end() || tiles_.size() >= max_tiles_)
        {
            wait(lock, work_, control);
            continue;
        }

        compute_tile(lock, *next);
    }
}

void tile_prefetcher::compute_tile(std::unique_lock<std::mutex> & lock, expected_tile const tile)
{
    tiles_.emplace(tile.place, begun_tile{tile.end, nullptr});
    std::shared_ptr<computed_tile> spare{};
    if (!spare_.empty())
    {
        spare = std::move(spare_.back());
        spare_.pop_back();
    }
    lock.unlock();
    auto computed = compute_(tile, std::move(spare));
    lock.lock();
    tiles_[tile.place].tile = std::move(computed);
    computed_.notify_one();
}

void tile_prefetcher::wait(std::unique_lock<std::mutex> & lock,
                           std::condition_variable & change,
                           runtime::task_control & control)
{
    change.wait_for(lock, max_wait);
    // It may invoke the callback, which may take long.
    lock.unlock();
    control.check();
    lock.lock();
}

void tile_prefetcher::finish() noexcept
{
    {
        std::scoped_lock const lock{mutex_};
        is_finished_ = true;
    }
    work_.notify_all();
}

} // namespace seqan3_gpulcs::traceback
