// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How long ranks wait.
 */

#pragma once

#include <chrono>

namespace seqan3_gpulcs::mpi
{

//!\brief Between two looks for messages when one has just come: the next one may be on its way. MPI itself would wait by keeping
//!       a core busy.
inline constexpr std::chrono::microseconds min_pause{10};

//!\brief The maximum, while nothing is computed.
inline constexpr std::chrono::microseconds max_idle_pause{1000};

//!\brief The same while something is computed: each look interrupts that, and the next task is there already.
inline constexpr std::chrono::microseconds max_computing_pause{4000};

//!\brief How long ranks may take to end a call, or the run, without any piece of a message that gets on.
inline constexpr std::chrono::seconds max_end{10};

} // namespace seqan3_gpulcs::mpi
