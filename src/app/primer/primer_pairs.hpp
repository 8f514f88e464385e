// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Chooses pairs of primers.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/app/io/fasta/packed_block.hpp"
#include "src/app/io/table/primer_reader.hpp"
#include "src/app/primer/primer_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Chooses pairs of primers whose products do not overlap.
 * \param target   The target.
 * \param lengths  The length of the primer at each position, or seqan3_gpulcs::primer::no_primer. Primers end in the order
 *                 in which they begin.
 * \param products The lengths of products.
 * \param edits    Primers have more letters than that.
 * \returns The primers: of each pair the left one, and then the right one in its own direction.
 *
 * From the left, each pair has the first primer after the last pair for which there is a right one; of these, it has the first one that
 * does not overlap the left one, and with which the product is long enough. Linear time.
 */
std::vector<named_primer> choose_pairs(sequence const & target,
                                       std::span<std::uint64_t const> lengths,
                                       length_range const & products,
                                       std::uint64_t edits);

} // namespace seqan3_gpulcs::app
