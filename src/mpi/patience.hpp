// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How long ranks wait.
 */

#pragma once

#include <chrono>

namespace seqan3_gpulcs::mpi
{

//!\brief Between two looks for messages while something is computed. MPI itself would wait by keeping a core busy.
inline constexpr std::chrono::microseconds poll_interval{1000};

//!\brief The same while a message is on its way, which MPI carries on with only when it is called.
inline constexpr std::chrono::microseconds busy_interval{10};

//!\brief The same while nothing is computed.
inline constexpr std::chrono::microseconds idle_interval{1000};

//!\brief How long ranks may take to end a call, or the run, without any piece of a message that gets on.
inline constexpr std::chrono::seconds max_end{10};

} // namespace seqan3_gpulcs::mpi
