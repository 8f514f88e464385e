// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Tests of the simulation.
 */

#pragma once

namespace seqan3_gpulcs::simulation
{

/*!\brief Compares small schedules with a simulation clock tick by clock tick, chunks with a formula, and one device with what was
 *        measured.
 * \returns false if something differs, which is written to the standard error.
 */
bool check_simulation();

} // namespace seqan3_gpulcs::simulation
