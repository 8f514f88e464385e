// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The number of threads that may format rows.
 */

#pragma once

#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::app
{

/*!\brief The number of threads that may format rows while something is computed.
 *
 * There is only one where rows must not be mixed with the progress: the thread that shows it then writes them, too.
 */
unsigned formatting_threads(plan::execution const & execution);

} // namespace seqan3_gpulcs::app
