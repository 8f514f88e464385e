// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/runtime/async_batch.hpp"

#include <cassert>

namespace seqan3_gpulcs::cuda
{

async_batch::~async_batch()
{
    if (!is_started_)
        return;

    space_.box.host().stop = 1;
    if (cudaStreamSynchronize(space_.work) != cudaSuccess)
    {
        static_cast<void>(cudaGetLastError());
        space_.is_broken = true;
    }
}

void async_batch::wait(std::function<void()> const & on_turn)
{
    assert(is_started_);
    wait_for(space_.work,
             [&on_turn]()
             {
                 if (on_turn)
                     on_turn();
             });
    is_started_ = false;
    times_.transfer_seconds = space_.copied.seconds_since(space_.begin) + space_.end.seconds_since(space_.computed);
    times_.kernel_seconds = space_.computed.seconds_since(space_.copied);
}

} // namespace seqan3_gpulcs::cuda
