// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The alphabets of SeqAn3 as tables.
 */

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seqan3_gpulcs::app
{

//!\brief Which bytes are letters, and which of them are the same letter.
struct alphabet
{
    std::string name{};
    std::array<bool, 256> is_letter{};      //!< For each byte: whether it is a letter.
    std::array<std::uint8_t, 256> letter{}; //!< For each byte that is a letter: the character of the letter.
};

//!\brief The names that users choose from.
std::vector<std::string> alphabet_names();

//!\brief Tabulates an alphabet; the name must be one of alphabet_names().
alphabet make_alphabet(std::string_view name);

} // namespace seqan3_gpulcs::app
