// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The configuration element that selects this library, and the hook that makes `align_pairwise` use it.
 */

#pragma once

// Always both: without the hook, SeqAn3 would ignore the element and compute itself.
#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/pairwise/detail/hook.hpp>
