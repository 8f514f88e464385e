// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Memory for the values or the results of very many pairs.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::api
{

/*!\brief A vector of zeros.
 * \param size      The number of values.
 * \param execution Where the threads and the stop request are taken from.
 * \throws std::bad_alloc, seqan3_gpulcs::operation_stopped
 *
 * All threads have the system provide its memory: one alone would take longer for that than a device for the values.
 */
std::vector<std::uint64_t> make_values(std::size_t size, plan::execution const & execution);

//!\brief The same for results.
std::vector<alignment::result> make_results(std::size_t size, plan::execution const & execution);

} // namespace seqan3_gpulcs::api
