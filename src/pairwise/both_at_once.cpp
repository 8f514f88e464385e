// SPDX-License-Identifier: BSD-3-Clause

#include <future>

#include <seqan3_gpulcs/pairwise/detail/both_at_once.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

void both_at_once(std::function<void()> const & first, std::function<void()> const & second)
{
    // Without a thread it waits for get().
    std::future<void> running = std::async(first);
    second();
    running.get();
}

} // namespace seqan3_gpulcs::pairwise::detail
