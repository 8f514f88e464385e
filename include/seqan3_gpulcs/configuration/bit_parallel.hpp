// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The configuration element that brings this library in, and with it what `align_pairwise` then calls.
 */

#pragma once

// Never one without the other: without the hook SeqAn3 would compute, and ignore the element.
#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/pairwise/detail/hook.hpp>
