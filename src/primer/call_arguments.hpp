// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the callers of primers and sites give.
 */

#pragma once

#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::primer
{

//!\brief What a call is given beside its sequences.
template <typename options_t>
struct call_arguments
{
    options_t const & options;         //!< What is wanted.
    plan::execution const & execution; //!< Where and how to compute.
    primer::statistics * statistics;   //!< If not null, receives statistics.
};

} // namespace seqan3_gpulcs::primer
