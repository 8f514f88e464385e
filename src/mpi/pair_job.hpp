// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in comparing pairs.
 */

#pragma once

#include <memory>
#include <span>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief What pairs are compared for.
enum class pair_output : std::uint64_t
{
    lengths,        //!< Lengths alone.
    length_results, //!< Results with lengths.
    subsequences    //!< Results with paths.
};

//!\brief Makes a job; the content has the pair_output. A task has pairs, as add_pairs() puts them.
std::unique_ptr<job> make_pair_job(std::span<std::uint64_t const> content);

//!\brief Adds pairs to a content, each sequence once.
void add_pairs(word_writer & content, std::span<alignment::sequence_pair const> pairs);

//!\brief Reads a result, as such a job writes it for each pair.
alignment::result read_result(word_reader & content);

} // namespace seqan3_gpulcs::mpi
