// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The rate at which a device computes the recurrence and nothing else.
 */

#pragma once

//!\brief Cells by second of the current device, in 10^12: V and M in registers, no look-up, no carries between threads.
double measure_ceiling();
