// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The configuration element that asks for primers, and with it what `align_pairwise` then calls.
 */

#pragma once

// Never one without the other: without the hook SeqAn3 would compute, and ignore the element.
#include <seqan3_gpulcs/configuration/detail/k_difference_primer_element.hpp>
#include <seqan3_gpulcs/pairwise/detail/hook.hpp>
