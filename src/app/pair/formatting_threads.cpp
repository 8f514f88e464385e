// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/formatting_threads.hpp"

#include <unistd.h>

#include "src/app/rank_run.hpp"

namespace seqan3_gpulcs::app
{

unsigned formatting_threads(plan::execution const & execution)
{
    return is_terminal(STDOUT_FILENO) ? 1 : plan::available_threads(execution);
}

} // namespace seqan3_gpulcs::app
