// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where a run computes: a target links one of two sources, for the CPU or for the emulated device.
 */

#pragma once

#include <seqan3_gpulcs/plan/execution.hpp>

#include "fuzz/input.hpp"

namespace fuzz
{

//!\brief The letters of the longest sequences that are compared.
std::size_t max_letters();

//!\brief One thread or two and, on the emulated device, an order in which the threads of kernels run.
seqan3_gpulcs::plan::execution take_execution(input & from);

} // namespace fuzz
