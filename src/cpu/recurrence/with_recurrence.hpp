// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The recurrence of a comparison.
 */

#pragma once

#include <type_traits>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief Calls a function with the type of the recurrence of what is wanted, as a std::type_identity, and returns its result.
template <typename function_t>
auto with_recurrence(plan::comparison const & wanted, function_t && function)
{
    if (wanted.metric == plan::metric::lcs)
        return function(std::type_identity<lcs_recurrence>{});
    if (wanted.with_path && wanted.preference == plan::preference::diagonal_first)
        return function(std::type_identity<edit_steps<plan::preference::diagonal_first>>{});
    return function(std::type_identity<edit_steps<plan::preference::gaps_first>>{});
}

} // namespace seqan3_gpulcs::cpu
