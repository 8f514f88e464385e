// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The pauses of ranks between polls, and their timeouts.
 */

#pragma once

#include <chrono>

namespace seqan3_gpulcs::mpi
{

//!\brief The pause between two polls for messages when one has just come: the next one may be on its way. MPI itself would wait by
//!       keeping a core busy.
inline constexpr std::chrono::microseconds min_pause{10};

//!\brief The maximum pause while nothing is computed.
inline constexpr std::chrono::microseconds max_idle_pause{1000};

//!\brief The maximum pause while something is computed: polling interrupts that, and the next task is there already.
inline constexpr std::chrono::microseconds max_computing_pause{4000};

//!\brief The time without any piece of a message that gets on after which ranks no longer wait for the end of a call, or of the run.
inline constexpr std::chrono::seconds end_timeout{10};

} // namespace seqan3_gpulcs::mpi
