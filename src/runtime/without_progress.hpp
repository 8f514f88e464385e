// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Executions for tasks that take time before there is progress to report.
 */

#pragma once

#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::runtime
{

//!\brief An execution that reports neither progress nor routes, for tasks that come before anything is computed.
inline plan::execution without_progress(plan::execution const & execution)
{
    plan::execution silent{execution};
    silent.on_progress = {};
    silent.on_route = {};
    return silent;
}

} // namespace seqan3_gpulcs::runtime
