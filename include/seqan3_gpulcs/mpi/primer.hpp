// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief k-difference primers, found by all ranks of an MPI run.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::mpi
{

/*!\brief Computes on all ranks what seqan3_gpulcs::primer::compute does. Called on rank 0.
 * \param ranks       The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve.
 * \param targets     The sequences that contain the primers.
 * \param backgrounds The sequences that primers must differ from.
 * \param options     Which primers to find.
 * \param execution   Where and how each rank computes.
 * \param statistics  If not null, receives statistics about the computation; times are sums over all ranks.
 * \returns The lengths of seqan3_gpulcs::primer::compute.
 * \throws The exceptions of seqan3_gpulcs::primer::compute, of any rank, and seqan3_gpulcs::mpi::communication_error.
 *
 * Every rank receives all sequences, and finds the primers of some of the positions: as many as it has threads and devices.
 */
std::vector<std::vector<std::uint64_t>> compute_primers(communicator & ranks,
                                                        std::span<primer::target const> targets,
                                                        std::span<packing::packed_sequence_view const> backgrounds,
                                                        primer::options const & options,
                                                        plan::execution const & execution = {},
                                                        primer::statistics * statistics = nullptr);

} // namespace seqan3_gpulcs::mpi
