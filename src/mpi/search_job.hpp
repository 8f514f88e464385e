// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in a search.
 */

#pragma once

#include <memory>
#include <span>

#include <seqan3_gpulcs/alignment/search.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

using alignment::detail::scored_subject;

//!\brief Adds the queries and the rule of a search to a content.
void add_search(word_writer & content,
                std::span<packing::packed_sequence_view const> queries,
                alignment::detail::search_rule const & rule);

/*!\brief Makes a job; the content is that of add_search().
 *
 * A task has subjects, as subjects_to_words() puts them; the result has those that entered, and those that left. A task
 * without content asks for all hits, query by query, and the statistics.
 */
std::unique_ptr<job> make_search_job(std::span<std::uint64_t const> content);

//!\brief The content of a task. \param first The number of the first subject; numbers ascend from task to task.
words subjects_to_words(std::uint64_t first, std::span<packing::packed_sequence_view const> subjects);

//!\brief Reads the hits of a query.
void read_hits(word_reader & content, std::vector<scored_subject> & hits);

//!\brief Reads statistics, and adds them up.
void read_statistics(word_reader & content, alignment::search_statistics & sum);

} // namespace seqan3_gpulcs::mpi
