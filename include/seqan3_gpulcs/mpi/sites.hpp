// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites of primers, found by all ranks of an MPI run.
 */

#pragma once

#include <span>
#include <vector>

#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

namespace seqan3_gpulcs::mpi
{

/*!\brief Computes on all ranks what seqan3_gpulcs::primer::find_sites does. Called on rank 0.
 * \param ranks      The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve.
 * \param primers    The primers.
 * \param sequences  The sequences.
 * \param options    Which sites to find.
 * \param execution  Where and how each rank computes.
 * \param statistics If not null, receives statistics about the computation; times are sums over all ranks.
 * \returns The sites of seqan3_gpulcs::primer::find_sites.
 * \throws The exceptions of seqan3_gpulcs::primer::find_sites, of any rank, and seqan3_gpulcs::mpi::communication_error.
 *
 * Every rank receives all sequences, and finds the sites of some of the primers: as many as it has threads and devices.
 */
std::vector<primer::site> find_sites(communicator & ranks,
                                     std::span<packing::packed_sequence_view const> primers,
                                     std::span<packing::packed_sequence_view const> sequences,
                                     primer::site_options const & options,
                                     plan::execution const & execution = {},
                                     primer::statistics * statistics = nullptr);

} // namespace seqan3_gpulcs::mpi
