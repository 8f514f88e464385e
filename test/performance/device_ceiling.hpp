// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The rates at which a device computes the recurrences and nothing else.
 */

#pragma once

//!\brief Cells per second of the current device, in 10^12: V and M in registers, no look-up, no carries between
//!       threads.
double measure_ceiling();

//!\brief The same for edit distances.
double measure_distance_ceiling();
