// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Exceptions that travel to rank 0.
 */

#pragma once

#include <span>
#include <string>

#include "src/mpi/words.hpp"

namespace seqan3_gpulcs::mpi
{

/*!\brief Describes the exception that is being handled.
 * \param rank The rank it comes from, for its sentence; empty for rank 0 itself.
 */
words describe_failure(std::string const & rank);

//!\brief Throws an exception of the same type, with the same sentence; of an unknown type, seqan3_gpulcs::error.
[[noreturn]] void throw_failure(std::span<std::uint64_t const> content);

} // namespace seqan3_gpulcs::mpi
