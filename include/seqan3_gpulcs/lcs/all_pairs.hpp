// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Compares all pairs of sequences, and writes distance matrices for programs that build trees.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::lcs
{

/*!\brief The LCS lengths of all pairs of sequences in one set.
 * \param sequences n sequences, which may be empty.
 * \param execution Where and how to compute. Progress covers the whole call.
 * \returns `n * (n - 1) / 2` lengths, in condensed form: those of the pairs (0, 1), (0, 2), ..., (0, n - 1), (1, 2), ...,
 *          (n - 2, n - 1).
 * \throws seqan3_gpulcs::invalid_option if the letters of two sequences are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * Time: that of seqan3_gpulcs::lcs::compute for each pair. A device gets each sequence of at most 4096 letters once, and picks
 * the pairs itself. Memory: 8 bytes per pair, plus some ten megabytes that do not depend on the number of pairs, and what the
 * packed sequences take.
 *
 * Thread safety: concurrent calls are safe.
 */
std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> sequences,
                                     plan::execution const & execution = {});

/*!\brief The LCS lengths of every sequence in one set with every sequence in another.
 * \param first     m sequences, one per row of the result.
 * \param second    n sequences, one per column of the result.
 * \param execution Where and how to compute. Progress covers the whole call.
 * \returns `m * n` lengths, row by row: the length for `first[i]` and `second[j]` is at `i * n + j`.
 * \throws seqan3_gpulcs::invalid_option if the letters of two sequences are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * Time, memory and thread safety are as for one set.
 */
std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> first,
                                     std::span<packing::packed_sequence_view const> second,
                                     plan::execution const & execution = {});

/*!\brief Checks names for seqan3_gpulcs::lcs::write_phylip; call it before computing distances that take long.
 * \param names The names of the sequences.
 * \throws seqan3_gpulcs::invalid_option if a name is empty, contains white space, or occurs twice: programs would misread
 *         the matrix.
 * \throws std::bad_alloc
 *
 * Complexity: O(n log n) comparisons of names.
 *
 * Thread safety: concurrent calls are safe.
 */
void check_phylip_names(std::span<std::string const> names);

/*!\brief Writes distances as a square PHYLIP matrix, with names of any length.
 * \param out       The stream to write to. Its formatting flags are ignored. Errors set its state, or throw if its exception mask
 *                  says so.
 * \param names     The names of the n sequences.
 * \param distances The distances of all pairs, in the order of seqan3_gpulcs::lcs::all_pairs; for example 1 minus
 *                  seqan3_gpulcs::lcs::identity. They are written with six decimals.
 * \throws seqan3_gpulcs::invalid_option before anything is written, if there are not `n * (n - 1) / 2` distances, or
 *         seqan3_gpulcs::lcs::check_phylip_names rejects the names.
 * \throws std::bad_alloc
 *
 * Complexity: quadratic in the number of names.
 */
void write_phylip(std::ostream & out, std::span<std::string const> names, std::span<float const> distances);

/*!\brief Appends rows of the matrix that seqan3_gpulcs::lcs::write_phylip writes to a text, for matrices that are made in parts.
 * \param text      The text. Row 0 follows the line with the number of names.
 * \param names     The names of all n sequences.
 * \param first     The number of the first of these rows, from 0.
 * \param distances The rows of the square matrix: n distances each, also those that are in two rows, and the zeros between them.
 * \throws seqan3_gpulcs::invalid_option before anything is appended, if these are not rows of the matrix.
 * \throws std::bad_alloc
 *
 * Complexity: linear in the size of the rows. The names are not checked.
 *
 * Thread safety: calls with different texts are safe.
 */
void append_phylip_rows(std::string & text,
                        std::span<std::string const> names,
                        std::size_t first,
                        std::span<float const> distances);

} // namespace seqan3_gpulcs::lcs
