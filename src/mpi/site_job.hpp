// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in finding sites of primers.
 */

#pragma once

#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief Adds the sequences and options of a call to a content.
void add_sites(word_writer & content,
               std::span<packing::packed_sequence_view const> primers,
               std::span<packing::packed_sequence_view const> sequences,
               primer::site_options const & options);

/*!\brief Makes a job; the content is that of add_sites().
 *
 * A task has the number of its first primer, and one past the last one. The result has the statistics, and then the sites.
 */
std::unique_ptr<job> make_site_job(std::span<std::uint64_t const> content);

//!\brief Reads sites up to the end of a result, and adds them.
void read_sites(word_reader & content, std::vector<primer::site> & sites);

} // namespace seqan3_gpulcs::mpi
