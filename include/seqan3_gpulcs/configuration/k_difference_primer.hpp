// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The configuration element that requests primers, and the hook that makes `align_pairwise` find them.
 */

#pragma once

// Always both: without the hook, SeqAn3 would ignore the element and compute itself.
#include <seqan3_gpulcs/configuration/detail/k_difference_primer_element.hpp>
#include <seqan3_gpulcs/pairwise/detail/hook.hpp>
