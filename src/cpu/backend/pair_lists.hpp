// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Lists of pairs with the threads of the CPU: long pairs one by one, short ones in the lanes of vectors.
 */

#pragma once

#include <cstddef>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/backend/backend.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief Compares the pairs of a list.
 * \param request   The list.
 * \param execution Where and how.
 * \returns The pairs that are left by the limits of the list, in ascending order.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute. A memory limit that is too small for a pair shows before anything is computed.
 */
std::vector<std::size_t> compare_list(backend::list_request const & request, plan::execution const & execution);

//!\brief Whether the batches of a source take less time if each of them has a thread of its own than if all threads share each.
bool are_batches_for_threads(plan::pair_source const & source, unsigned threads) noexcept;

/*!\brief Compares the pairs of a source, each batch with one thread.
 * \param source    The pairs.
 * \param execution Where and how.
 * \returns What computed.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute, and those of the source.
 */
plan::source_statistics compare_batches(plan::pair_source const & source, plan::execution const & execution);

} // namespace seqan3_gpulcs::cpu
