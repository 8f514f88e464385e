// SPDX-License-Identifier: BSD-3-Clause

#include "fuzz/execution.hpp"

using namespace seqan3_gpulcs;

std::size_t fuzz::max_letters()
{
    return 1500;
}

plan::execution fuzz::take_execution(input & from)
{
    return {.backend = plan::backend::cpu, .threads = static_cast<unsigned>(1 + from.number(1))};
}
