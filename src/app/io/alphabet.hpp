// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief SeqAn3's alphabets as tables.
 */

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seqan3_gpulcs::app
{

//!\brief Tells which bytes are letters, and which bytes are the same letter.
struct alphabet
{
    std::string name{};
    std::array<bool, 256> is_letter{};      //!< Whether a byte is a letter.
    std::array<std::uint8_t, 256> letter{}; //!< The character of a byte that is a letter.
};

//!\brief The names of all alphabets.
std::vector<std::string> alphabet_names();

//!\brief Tabulates an alphabet; the name must be one of alphabet_names().
alphabet make_alphabet(std::string_view name);

} // namespace seqan3_gpulcs::app
