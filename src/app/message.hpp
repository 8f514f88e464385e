// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Messages for the user.
 */

#pragma once

#include <cstdio>

namespace seqan3_gpulcs::app
{

//!\brief Prints a message on standard error.
inline void print_message(char const * const message) noexcept
{
    std::fprintf(stderr, "gpulcs: %s\n", message);
}

} // namespace seqan3_gpulcs::app
