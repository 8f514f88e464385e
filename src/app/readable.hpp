// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Makes text from files and from the system fit for messages.
 */

#pragma once

#include <string>
#include <string_view>

namespace seqan3_gpulcs::app
{

//!\brief A text in quotes; control characters and bytes that are not UTF-8 become '?', the end of a long text '...'.
std::string in_quotes(std::string_view text);

//!\brief The same without quotes.
std::string without_controls(std::string_view text);

//!\brief A text in which control characters and bytes that are not UTF-8 become `\x1B` and the like.
std::string with_visible_controls(std::string_view text);

//!\brief A byte as a quoted character, or by its name or number if it is not printable.
std::string readable_byte(char byte);

//!\brief The meaning of an error number of the system.
std::string system_message(int error_number);

} // namespace seqan3_gpulcs::app
