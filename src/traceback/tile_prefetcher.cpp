// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/tile_prefetcher.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace seqan3_gpulcs::traceback
{

namespace
{

// How long a thread sleeps at most before it looks whether the computation was stopped.
constexpr std::chrono::milliseconds longest_wait{5};

} // namespace

std::shared_ptr<computed_tile> tile_prefetcher::take(tile_place const & place,
                                                     cpu::matrix_cell const & entry,
                                                     std::vector<expected_tile> next,
                                                     std::shared_ptr<computed_tile> done,
                                                     runtime::task_control & control)
{
    std::unique_lock lock{mutex_};
    wanted_ = std::move(next);
    if (done)
        spare_.push_back(std::move(done));
    std::erase_if(tiles_,
                  [&](auto & begun)
                  {
                      auto & [where, tile] = begun;
                      auto const is_wanted = [&](expected_tile const & one)
                      {
                          return one.place == where && one.entry.is_before(tile.end);
                      };
                      if (!tile.tile || (where == place && entry.is_before(tile.end))
                          || std::ranges::any_of(wanted_, is_wanted))
                          return false;
                      spare_.push_back(std::move(tile.tile));
                      return true;
                  });
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

void tile_prefetcher::do_aside(std::function<void()> errand)
{
    {
        std::scoped_lock const lock{mutex_};
        errand_ = std::move(errand);
    }
    work_.notify_one();
}

// As many as may begin a tile: waking takes the one that walks some microseconds for each.
void tile_prefetcher::wake_helpers() noexcept
{
    for (std::size_t tiles = tiles_.size(); tiles < std::min(most_, wanted_.size()); ++tiles)
        work_.notify_one();
}

void tile_prefetcher::help(runtime::task_control & control)
{
    std::unique_lock lock{mutex_};
    while (!is_finished_)
    {
        if (errand_)
        {
            auto const errand = std::exchange(errand_, nullptr);
            lock.unlock();
            errand();
            lock.lock();
            continue;
        }

        auto const next = std::ranges::find_if(wanted_,
                                               [&](expected_tile const & one)
                                               {
                                                   return !tiles_.contains(one.place);
                                               });
        if (next == wanted_.end() || tiles_.size() >= most_)
        {
            wait(lock, work_, control);
            continue;
        }

        expected_tile const tile = *next;
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
}

void tile_prefetcher::wait(std::unique_lock<std::mutex> & lock,
                           std::condition_variable & change,
                           runtime::task_control & control)
{
    change.wait_for(lock, longest_wait);
    // It may call back, and that may take long.
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
