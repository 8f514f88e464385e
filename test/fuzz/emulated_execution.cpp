// SPDX-License-Identifier: BSD-3-Clause

#include <emulation/emulation.hpp>

#include "fuzz/execution.hpp"

using namespace seqan3_gpulcs;

// The emulation takes its time.
std::size_t fuzz::max_letters()
{
    return 400;
}

plan::execution fuzz::take_execution(input & from)
{
    auto const threads = static_cast<unsigned>(1 + from.number(1));
    emulation::set_seed(from.byte());
    return {.backend = plan::backend::cuda, .threads = threads};
}
