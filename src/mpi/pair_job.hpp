// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in comparing pairs.
 */

#pragma once

#include <memory>
#include <span>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief Adds what is compared to a content.
void add_comparison(word_writer & content, plan::comparison const & wanted);

/*!\brief Makes a job.
 * \param content The words of add_comparison(), and 1 if only values are wanted, 0 for results.
 *
 * A task has pairs, as add_pairs() puts them.
 */
std::unique_ptr<job> make_pair_job(std::span<std::uint64_t const> content);

//!\brief Adds pairs to a content, each sequence once.
void add_pairs(word_writer & content, std::span<alignment::sequence_pair const> pairs);

//!\brief Reads a result, as such a job writes it for each pair.
alignment::result read_result(word_reader & content);

} // namespace seqan3_gpulcs::mpi
