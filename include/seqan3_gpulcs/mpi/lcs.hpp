// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Longest common subsequences, computed by all ranks of an MPI run.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/saved_run.hpp>
#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::mpi
{

/*!\brief Computes on all ranks what seqan3_gpulcs::lcs::compute does. Called on rank 0.
 * \param ranks     The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve.
 * \param pairs     The pairs.
 * \param wanted    The output: the length alone, or a subsequence, too.
 * \param execution Where and how each rank computes.
 * \returns The results of seqan3_gpulcs::lcs::compute, bit for bit, but for times and memory.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute, of any rank, and seqan3_gpulcs::mpi::communication_error.
 *
 * A pair that would take one rank long is computed by all ranks together, one such pair after the other: each has some rows of
 * the matrix, and hands one bit a column on to the next. Rank 0 follows the paths. The other pairs are distributed among the
 * ranks; sequences are sent to those that need them.
 */
std::vector<lcs::result> compute(communicator & ranks,
                                 std::span<lcs::sequence_pair const> pairs,
                                 lcs::output wanted,
                                 plan::execution const & execution = {});

/*!\brief Computes on all ranks what seqan3_gpulcs::lcs::compute does with a seqan3_gpulcs::lcs::saved_run. Called on rank 0.
 * \param ranks     The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve.
 * \param pair      The pair.
 * \param wanted    The output: the length alone, or a subsequence, too.
 * \param saved     Where rank 0 saves the state, and how often.
 * \param execution Where and how each rank computes.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute with a seqan3_gpulcs::lcs::saved_run, and
 *         seqan3_gpulcs::mpi::communication_error.
 *
 * The state is the same as that of one process: a later call may have any number of ranks, one process included, and the other
 * way round. Rank 0 saves the state while all ranks, rank 0 included, compute; so the time for saving is not added to that of
 * the computation.
 */
lcs::saved_run_result compute(communicator & ranks,
                              lcs::sequence_pair const & pair,
                              lcs::output wanted,
                              lcs::saved_run const & saved,
                              plan::execution const & execution = {});

//!\brief Computes on all ranks what seqan3_gpulcs::lcs::lengths does; see seqan3_gpulcs::mpi::compute.
std::vector<std::uint64_t>
lengths(communicator & ranks, std::span<lcs::sequence_pair const> pairs, plan::execution const & execution = {});

//!\brief Computes on all ranks what seqan3_gpulcs::lcs::length does; see seqan3_gpulcs::mpi::compute.
std::uint64_t length(communicator & ranks,
                     packing::packed_sequence_view const & first,
                     packing::packed_sequence_view const & second,
                     plan::execution const & execution = {});

//!\brief Computes on all ranks what seqan3_gpulcs::lcs::subsequence does; see seqan3_gpulcs::mpi::compute.
lcs::path subsequence(communicator & ranks,
                      packing::packed_sequence_view const & first,
                      packing::packed_sequence_view const & second,
                      plan::execution const & execution = {});

//!\brief Computes on all ranks what seqan3_gpulcs::lcs::prefix_increments does; see seqan3_gpulcs::mpi::compute.
std::vector<std::uint64_t> prefix_increments(communicator & ranks,
                                             packing::packed_sequence_view const & first,
                                             packing::packed_sequence_view const & second,
                                             plan::execution const & execution = {});

/*!\brief Computes on all ranks what seqan3_gpulcs::lcs::all_pairs does for one set. Called on rank 0.
 * \param ranks     The ranks, all others of which are in seqan3_gpulcs::mpi::communicator::serve.
 * \param sequences The sequences.
 * \param execution Where and how each rank computes.
 * \returns The lengths of seqan3_gpulcs::lcs::all_pairs.
 * \throws The exceptions of seqan3_gpulcs::lcs::all_pairs, of any rank, and seqan3_gpulcs::mpi::communication_error.
 *
 * Every rank receives all sequences, and then computes one block of the matrix after the other.
 */
std::vector<std::uint64_t> all_pairs(communicator & ranks,
                                     std::span<packing::packed_sequence_view const> sequences,
                                     plan::execution const & execution = {});

//!\brief Computes on all ranks what seqan3_gpulcs::lcs::all_pairs does for two sets. Called on rank 0, as for one set.
std::vector<std::uint64_t> all_pairs(communicator & ranks,
                                     std::span<packing::packed_sequence_view const> first,
                                     std::span<packing::packed_sequence_view const> second,
                                     plan::execution const & execution = {});

} // namespace seqan3_gpulcs::mpi
