// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in finding primers.
 */

#pragma once

#include <memory>
#include <span>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief Adds the sequences and options of a call to a content.
void add_primers(word_writer & content,
                 std::span<primer::target const> targets,
                 std::span<packing::packed_sequence_view const> backgrounds,
                 primer::options const & options);

/*!\brief Makes a job; the content is that of add_primers().
 *
 * A task has parts of targets: the number of the target, and the first and the last position, of each of them. The result has
 * the statistics, and then the lengths of each part.
 */
std::unique_ptr<job> make_primer_job(std::span<std::uint64_t const> content);

//!\brief Adds statistics to a result.
void add_statistics(word_writer & content, primer::statistics const & done);

//!\brief Reads statistics, and adds them up.
void read_statistics(word_reader & content, primer::statistics & sum);

} // namespace seqan3_gpulcs::mpi
