// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The configuration elements.
 */

#pragma once

#include <seqan3_gpulcs/configuration/bit_parallel.hpp>
#include <seqan3_gpulcs/configuration/edit_scheme.hpp>
#include <seqan3_gpulcs/configuration/k_difference_primer.hpp>
#include <seqan3_gpulcs/configuration/lcs_scheme.hpp>
