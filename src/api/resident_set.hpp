// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What is known about a resident set.
 */

#pragma once

#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/resident_set.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/backend/backend.hpp"
#include "src/plan/sequence_sets.hpp"

namespace seqan3_gpulcs::alignment
{

//!\brief Everything here is found out once, because looking at many sequences takes longer than a call.
struct resident_set::state
{
    /*!\brief Copies sequences.
     * \param own       The sequences, if they belong to the set.
     * \param sequences The sequences.
     * \param execution Where to.
     */
    state(packing::packed_set own,
          std::span<packing::packed_sequence_view const> sequences,
          plan::execution const & execution);

    packing::packed_set owned;                            //!< The sequences, or none.
    std::span<packing::packed_sequence_view const> views; //!< The sequences.
    plan::set_totals totals;                              //!< The totals of all of them.
    std::vector<packing::packed_sequence_view> kinds;     //!< One of each kind of letters that there is.
    std::unique_ptr<backend::kept_sequences const> kept;  //!< Their copies on devices; null if there are none.

    /*!\brief The copies that a call may use; null if there are none.
     * \throws seqan3_gpulcs::invalid_option if the execution names a device that has none.
     */
    backend::kept_sequences const * kept_for(plan::execution const & execution) const;
};

} // namespace seqan3_gpulcs::alignment
