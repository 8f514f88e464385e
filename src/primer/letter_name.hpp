// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Letters in messages.
 */

#pragma once

#include <cstdint>
#include <string>

namespace seqan3_gpulcs::primer
{

//!\brief A letter as a message has it: its number, if it cannot be seen.
inline std::string letter_name(std::uint8_t const letter)
{
    bool const is_visible = letter > ' ' && letter < 127;
    return is_visible ? std::string{static_cast<char>(letter)} : "number " + std::to_string(letter);
}

} // namespace seqan3_gpulcs::primer
