// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in a search.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "src/mpi/job.hpp"

namespace seqan3_gpulcs::mpi
{

/*!\brief Makes a job.
 * \param content The alignment::detail::search_rule, and the queries.
 *
 * A task has the number of its first subject, and the subjects; numbers ascend from task to task. The result has the numbers of those
 * that entered, and of those that left. A task without content asks for the hits of all queries, and the statistics.
 */
std::unique_ptr<job> make_search_job(std::span<std::uint64_t const> content);

} // namespace seqan3_gpulcs::mpi
