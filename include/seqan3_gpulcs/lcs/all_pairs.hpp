// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Every sequence with every other one, and the distances as a matrix that programs for trees read.
 */

#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::lcs
{

/*!\brief The lengths of longest common subsequences of every two sequences of a set.
 * \param sequences The sequences, n of them; lengths of 0 are fine.
 * \param execution Where and how. The progress is that of the whole call.
 * \returns `n * (n - 1) / 2` lengths, in condensed form: those of (0, 1), (0, 2), ..., (0, n - 1), (1, 2), ...,
 *          (n - 2, n - 1).
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 *
 * The work of seqan3_gpulcs::lcs::compute for each pair. Memory: 8 bytes for each pair, and some ten megabytes, which do not
 * depend on the number of pairs.
 *
 * Thread safety: concurrent calls are safe.
 */
std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> sequences,
                                     plan::execution const & execution = {});

/*!\brief The lengths of longest common subsequences of every sequence of one set with every sequence of another.
 * \param first     The sequences of the rows, m of them.
 * \param second    The sequences of the columns, n of them.
 * \param execution Where and how. The progress is that of the whole call.
 * \returns `m * n` lengths, row by row: that of `first[i]` and `second[j]` at `i * n + j`.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 *
 * Work, memory and thread safety as for one set.
 */
std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> first,
                                     std::span<packing::packed_sequence_view const> second,
                                     plan::execution const & execution = {});

/*!\brief Checks names for seqan3_gpulcs::lcs::write_phylip, for example before the distances are computed.
 * \param names The names of the sequences.
 * \throws seqan3_gpulcs::invalid_option if a name is empty, contains white space, or occurs twice: programs that read the
 *         matrix would take it for something else.
 * \throws std::bad_alloc
 *
 * Complexity: n log n comparisons of names.
 *
 * Thread safety: concurrent calls are safe.
 */
void check_phylip_names(std::span<std::string const> names);

/*!\brief Writes distances as a square matrix of PHYLIP, with names of any length.
 * \param out       Where to. Its format is not looked at; errors show in its state, or as it is told to show them.
 * \param names     The names of the n sequences.
 * \param distances The distances of every two of them, in the order of seqan3_gpulcs::lcs::all_pairs; for example 1 minus
 *                  seqan3_gpulcs::lcs::identity. They are written with six decimals.
 * \throws seqan3_gpulcs::invalid_option before anything is written, if there are not `n * (n - 1) / 2` distances, or
 *         seqan3_gpulcs::lcs::check_phylip_names rejects the names.
 * \throws std::bad_alloc
 *
 * Quadratic in the number of names.
 */
void write_phylip(std::ostream & out, std::span<std::string const> names, std::span<float const> distances);

} // namespace seqan3_gpulcs::lcs
