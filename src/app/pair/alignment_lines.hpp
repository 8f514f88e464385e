// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes the alignments of `gpulcs lcs`, `gpulcs edit` and `gpulcs search`.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/io/table/result_table.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Writes alignments as lines of PAF, in parts that take about the same time.
 * \param writer  Writes the parts. What follows must live until its wait().
 * \param pairs   The sequences.
 * \param results Their alignments.
 * \param get_row Returns the pair with a number; nothing if it is not to be written. Called concurrently, and copied.
 * \param max_gap The longest gap that does not split an alignment; none for one line each.
 * \throws output_error
 */
void write_alignments(parallel_writer & writer,
                      std::span<alignment::sequence_pair const> pairs,
                      std::span<alignment::result const> results,
                      std::function<std::optional<compared_pair>(std::size_t)> const & get_row,
                      std::optional<std::uint64_t> max_gap);

} // namespace seqan3_gpulcs::app
