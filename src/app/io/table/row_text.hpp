// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Appends values to lines of text, fast.
 */

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace seqan3_gpulcs::app
{

//!\brief Appends a whole number.
void append_number(std::string & text, std::uint64_t number);

//!\brief Appends a number with six decimals, rounded exactly as printf("%.6f") does.
void append_decimals(std::string & text, double number);

//!\brief Appends a text as a JSON string. Bytes that are not UTF-8 are replaced.
void append_json(std::string & text, std::string_view value);

//!\brief Appends a finite number as JSON, rounded to six decimals.
void append_json(std::string & text, double number);

} // namespace seqan3_gpulcs::app
