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
    times_ = context_.times();
}

} // namespace seqan3_gpulcs::cuda
