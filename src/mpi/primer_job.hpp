// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in finding primers.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief Consecutive positions of a target.
struct target_part
{
    std::uint64_t target{};
    std::uint64_t begin{};
    std::uint64_t end{};
};

//!\brief A part: several of them are the content of a task.
template <typename archive_t, maybe_const<target_part> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.target, value.begin, value.end);
}

/*!\brief Makes a job.
 * \param content The primer::options, the sequences of the targets, and the backgrounds.
 *
 * A task has a vector of parts. The result has the primer::statistics, and the lengths of each part.
 */
std::unique_ptr<job> make_primer_job(std::span<std::uint64_t const> content);

//!\brief Adds statistics up.
void add_statistics(primer::statistics & sum, primer::statistics const & done);

} // namespace seqan3_gpulcs::mpi
