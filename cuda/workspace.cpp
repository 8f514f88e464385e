// SPDX-License-Identifier: BSD-3-Clause

#include "workspace.hpp"

#include <algorithm>

#include "scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

void workspace_pool::give_back::operator()(workspace * const space) const noexcept
{
    std::unique_ptr<workspace> owner{space};
    try
    {
        scoped_device const current{owner->device};
        if (owner->bytes() > most_kept_bytes)
            owner->release();

        std::scoped_lock const lock{pool->mutex_};
        pool->idle_.push_back(std::move(owner));
    }
    catch (std::exception const &)
    {
        // Then the next computation makes a new one.
    }
}

workspace_pool::lease workspace_pool::lend(unsigned const device)
{
    {
        std::scoped_lock const lock{mutex_};
        auto const it = std::ranges::find(idle_, device, &workspace::device);
        if (it != idle_.end())
        {
            lease lent{it->release(), {this}};
            idle_.erase(it);
            return lent;
        }
    }
    return lease{new workspace{device}, {this}};
}

} // namespace seqan3_gpulcs::cuda
