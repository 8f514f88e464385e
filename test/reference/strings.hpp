// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Strings of some letters.
 */

#pragma once

#include <cctype>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "random_sequence.hpp"

namespace reference
{

//!\brief Letters at random, of a string of letters.
inline std::string random_text(std::mt19937_64 & generator, std::size_t const size, std::string_view const letters)
{
    std::string text(size, ' ');
    for (char & letter : text)
        letter = letters[random_size(generator, letters.size() - 1)];
    return text;
}

//!\brief A copy with some stretches in lower case, as repeats are masked.
inline std::string masked_text(std::mt19937_64 & generator, std::string text)
{
    bool is_masked = false;
    for (char & letter : text)
    {
        is_masked ^= random_size(generator, 9) == 0;
        if (is_masked)
            letter = static_cast<char>(std::tolower(letter));
    }
    return text;
}

//!\brief All strings of a length.
inline std::vector<std::string> all_strings(std::size_t const size, std::string_view const letters)
{
    std::vector<std::string> strings{""};
    for (std::size_t i = 0; i < size; ++i)
    {
        std::vector<std::string> longer{};
        for (std::string const & text : strings)
            for (char const letter : letters)
                longer.push_back(text + letter);
        strings = std::move(longer);
    }
    return strings;
}

//!\brief Whether a text has these letters in this order, with any others in between.
inline bool is_subsequence(std::string_view const letters, std::string_view const text)
{
    std::size_t found = 0;
    for (char const letter : text)
        found += found < letters.size() && letters[found] == letter ? 1 : 0;
    return found == letters.size();
}

} // namespace reference
