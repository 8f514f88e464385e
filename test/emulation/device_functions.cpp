// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The functions that kernels call.
 */

#include "scheduler.hpp"

namespace seqan3_gpulcs::emulation
{

namespace
{

block & running_block()
{
    return *running_thread()->parent->parent;
}

} // namespace

void yield()
{
    if (cuda_thread * const self = running_thread(); self != nullptr)
        self->parent->parent->parent->yield(*self);
}

void * shared_memory()
{
    return running_block().shared.get();
}

uint3 const & thread_index()
{
    return running_thread()->index;
}

uint3 const & block_index()
{
    return running_block().index;
}

dim3 const & block_dimensions()
{
    return running_block().parent->shape().threads;
}

dim3 const & grid_dimensions()
{
    return running_block().parent->shape().grid;
}

void wait_at_barrier()
{
    cuda_thread & self = *running_thread();
    warp & own = *self.parent;
    own.at_barrier |= 1u << self.lane;
    own.runnable &= ~(1u << self.lane);
    if (++own.parent->at_barrier == own.parent->live)
        own.parent->release_barrier();
    else
        self.execution.suspend();
}

collective_result collective(std::string_view const name, unsigned const mask, uint64_t const value)
{
    cuda_thread & self = *running_thread();
    warp & own = *self.parent;
    kernel_launch & launch = *own.parent->parent;

    if (mask != ~0u)
        launch.fail(self, {name, " with a part of the warp is not emulated"});
    if (own.arrived == 0)
        own.name = name;
    else if (own.name.data() != name.data() && own.name != name)
        launch.fail(self, {"lanes meet in ", own.name, " and ", name});

    unsigned const slot{own.slot};
    own.values[slot][self.lane] = value;
    own.arrived |= 1u << self.lane;
    if (own.arrived == own.live)
    {
        own.complete_collective();
    }
    else
    {
        own.runnable &= ~(1u << self.lane);
        self.execution.suspend();
    }
    return {own.values[slot].data(), self.lane};
}

} // namespace seqan3_gpulcs::emulation
