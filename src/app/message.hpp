// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Messages for the user.
 */

#pragma once

#include <cstdio>
#include <string>

namespace seqan3_gpulcs::app
{

//!\brief Prints a message on standard error.
inline void print_message(char const * const message) noexcept
{
    std::fprintf(stderr, "gpulcs: %s\n", message);
}

//!\brief Prints what the user may want to know, though nothing is wrong.
inline void print_note(std::string const & sentence)
{
    print_message(("note: " + sentence).c_str());
}

} // namespace seqan3_gpulcs::app
