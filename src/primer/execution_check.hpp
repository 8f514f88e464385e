// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where primers cannot be found.
 */

#pragma once

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::primer
{

//!\brief Refuses devices. \throws seqan3_gpulcs::backend_unavailable
inline void check_execution(plan::execution const & execution)
{
    if (execution.backend == plan::backend::cuda || execution.device)
        throw backend_unavailable{
            "Primers are found by the CPU only; choose the backend cpu, or leave the choice to the "
            "library and name no device."};
}

} // namespace seqan3_gpulcs::primer
