// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/runtime/async_batch.hpp"

#include <cassert>

namespace seqan3_gpulcs::cuda
{

async_batch::~async_batch()
{
    if (is_started_)
        context_.stop();
}

void async_batch::wait(std::function<void()> const & on_turn)
{
    assert(is_started_);
    wait_for(context_.stream,
             [&on_turn]()
             {
                 if (on_turn)
                     on_turn();
             });
    is_started_ = false;
    times_.transfer_seconds =
        context_.copied.seconds_since(context_.begin) + context_.end.seconds_since(context_.computed);
    times_.kernel_seconds = context_.computed.seconds_since(context_.copied);
}

} // namespace seqan3_gpulcs::cuda
