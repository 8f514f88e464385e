// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Makes what stands in files fit for messages.
 */

#pragma once

#include <string>
#include <string_view>

namespace seqan3_gpulcs::app
{

//!\brief A text between quotes; controls and bytes that are not UTF-8 become '?', and the end of a long text '...'.
std::string in_quotes(std::string_view text);

//!\brief A text as it is, but what in_quotes() replaces.
std::string without_controls(std::string_view text);

//!\brief A text as it is, but for control characters and bytes that are not UTF-8, which become `\x1B` and the like.
std::string with_visible_controls(std::string_view text);

//!\brief A byte as a quoted character, or by its name or number where it cannot be seen.
std::string readable_byte(char byte);

//!\brief What an error number of the system means.
std::string system_message(int error_number);

} // namespace seqan3_gpulcs::app
