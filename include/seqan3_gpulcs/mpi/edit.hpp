// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances, computed by all ranks of an MPI run.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/edit/saved_run.hpp>
#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::mpi
{

/*!\brief Computes on all ranks what seqan3_gpulcs::edit::compute does. Called on rank 0.
 * \param ranks     The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve.
 * \param pairs     The pairs.
 * \param options   The options of seqan3_gpulcs::edit::compute.
 * \param execution Where and how each rank computes.
 * \returns The results of seqan3_gpulcs::edit::compute, bit for bit, but for times and memory.
 * \throws The exceptions of seqan3_gpulcs::edit::compute, of any rank, and seqan3_gpulcs::mpi::communication_error.
 *
 * A pair that would take one rank long is computed by all ranks together, unless there are free ends. The other pairs are
 * distributed among the ranks.
 */
std::vector<edit::result> compute(communicator & ranks,
                                  std::span<edit::sequence_pair const> pairs,
                                  edit::options const & options,
                                  plan::execution const & execution = {});

/*!\brief Computes on all ranks what seqan3_gpulcs::edit::compute does with a seqan3_gpulcs::edit::saved_run. Called on rank 0.
 * \param ranks     The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve.
 * \param pair      The pair.
 * \param options   The output that is wanted; without free ends.
 * \param saved     Where rank 0 saves the state, and how often.
 * \param execution Where and how each rank computes.
 * \throws The exceptions of seqan3_gpulcs::edit::compute with a seqan3_gpulcs::edit::saved_run, and
 *         seqan3_gpulcs::mpi::communication_error.
 *
 * As with a seqan3_gpulcs::lcs::saved_run, the state is the same as that of one process.
 */
edit::saved_run_result compute(communicator & ranks,
                               edit::sequence_pair const & pair,
                               edit::options const & options,
                               edit::saved_run const & saved,
                               plan::execution const & execution = {});

//!\brief Computes on all ranks what seqan3_gpulcs::edit::distances does; see compute().
std::vector<std::uint64_t>
distances(communicator & ranks, std::span<edit::sequence_pair const> pairs, plan::execution const & execution = {});

/*!\brief Computes on all ranks what seqan3_gpulcs::edit::all_pairs does for one set. Called on rank 0.
 * \param ranks     The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve.
 * \param sequences The sequences.
 * \param execution Where and how each rank computes.
 * \returns The distances of seqan3_gpulcs::edit::all_pairs.
 * \throws The exceptions of seqan3_gpulcs::edit::all_pairs, of any rank, and seqan3_gpulcs::mpi::communication_error.
 *
 * Every rank receives all sequences, and then computes one block of the matrix after the other.
 */
std::vector<std::uint64_t> all_distances(communicator & ranks,
                                         std::span<packing::packed_sequence_view const> sequences,
                                         plan::execution const & execution = {});

//!\brief Computes on all ranks what seqan3_gpulcs::edit::all_pairs does for two sets. Called on rank 0, as for one set.
std::vector<std::uint64_t> all_distances(communicator & ranks,
                                         std::span<packing::packed_sequence_view const> first,
                                         std::span<packing::packed_sequence_view const> second,
                                         plan::execution const & execution = {});

} // namespace seqan3_gpulcs::mpi
