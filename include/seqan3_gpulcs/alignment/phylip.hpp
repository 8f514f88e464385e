// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes distance matrices for programs that build trees.
 */

#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>

namespace seqan3_gpulcs::alignment
{

/*!\brief Checks names for seqan3_gpulcs::alignment::write_phylip; call it before computing distances that take long.
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
 * \param distances The distances of all pairs, in the order of seqan3_gpulcs::lcs::all_pairs and
 *                  seqan3_gpulcs::edit::all_pairs; for example 1 minus the identity. They are written with six decimals.
 * \throws seqan3_gpulcs::invalid_option before anything is written, if there are not `n * (n - 1) / 2` distances, or
 *         seqan3_gpulcs::alignment::check_phylip_names rejects the names.
 * \throws std::bad_alloc
 *
 * Complexity: quadratic in the number of names.
 */
void write_phylip(std::ostream & out, std::span<std::string const> names, std::span<float const> distances);

/*!\brief Appends rows of the matrix that seqan3_gpulcs::alignment::write_phylip writes to a text, for matrices that are made in parts.
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

} // namespace seqan3_gpulcs::alignment
