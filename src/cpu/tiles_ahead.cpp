// SPDX-License-Identifier: BSD-3-Clause

#include "tiles_ahead.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace seqan3_gpulcs::cpu
{

namespace
{

// How long a thread sleeps at most before it looks whether the computation was stopped.
constexpr std::chrono::milliseconds longest_wait{5};

} // namespace

std::shared_ptr<computed_tile const>
tiles_ahead::take(tile_place const & place, std::vector<tile_place> next, run_control & control)
{
    std::unique_lock lock{mutex_};
    wanted_ = std::move(next);
    std::erase_if(tiles_,
                  [&](auto const & tile)
                  {
                      return tile.second && tile.first != place
                          && std::ranges::find(wanted_, tile.first) == wanted_.end();
                  });
    changed_.notify_all();
    for (;;)
    {
        auto const found = tiles_.find(place);
        if (found == tiles_.end())
            return nullptr;
        if (found->second)
        {
            auto tile = std::move(found->second);
            tiles_.erase(found);
            return tile;
        }
        wait(lock, control);
    }
}

void tiles_ahead::help(run_control & control)
{
    std::unique_lock lock{mutex_};
    while (!is_finished_)
    {
        auto const next = std::ranges::find_if(wanted_,
                                               [&](tile_place const & place)
                                               {
                                                   return !tiles_.contains(place);
                                               });
        if (next == wanted_.end() || tiles_.size() >= most_)
        {
            wait(lock, control);
            continue;
        }

        tile_place const place = *next;
        tiles_.emplace(place, nullptr);
        lock.unlock();
        auto tile = compute_(place);
        lock.lock();
        tiles_[place] = std::move(tile);
        changed_.notify_all();
    }
}

void tiles_ahead::wait(std::unique_lock<std::mutex> & lock, run_control & control)
{
    changed_.wait_for(lock, longest_wait);
    // It may call back, and that may take long.
    lock.unlock();
    control.check();
    lock.lock();
}

void tiles_ahead::finish() noexcept
{
    {
        std::scoped_lock const lock{mutex_};
        is_finished_ = true;
    }
    changed_.notify_all();
}

} // namespace seqan3_gpulcs::cpu
