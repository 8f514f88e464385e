// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in comparing pairs.
 */

#pragma once

#include <memory>
#include <span>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

/*!\brief Makes a job.
 * \param content A plan::comparison, and whether only values are wanted.
 *
 * A task has pairs, as to_words() puts them. Its result has the values, or else a vector of alignment::result.
 */
std::unique_ptr<job> make_pair_job(std::span<std::uint64_t const> content);

//!\brief The content of a task: pairs, and each sequence once.
words to_words(std::span<alignment::sequence_pair const> pairs);

} // namespace seqan3_gpulcs::mpi
