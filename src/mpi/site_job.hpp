// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in finding sites of primers.
 */

#pragma once

#include <memory>
#include <span>

#include "src/mpi/job.hpp"

namespace seqan3_gpulcs::mpi
{

/*!\brief Makes a job.
 * \param content The primer::site_options, the primers, and the sequences.
 *
 * A task has the number of its first primer, and one past the last one. The result has the primer::statistics, and the sites.
 */
std::unique_ptr<job> make_site_job(std::span<std::uint64_t const> content);

} // namespace seqan3_gpulcs::mpi
