// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The letters of IUPAC's code for nucleotides. Shares no code with the library.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reference
{

//!\brief A letter in upper case.
inline char to_upper(char const letter)
{
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

//!\brief The bases that a letter of IUPAC may stand for, in lower case, too; none for other letters.
inline std::string bases_of(char const letter)
{
    switch (to_upper(letter))
    {
    case 'A':
        return "A";
    case 'C':
        return "C";
    case 'G':
        return "G";
    case 'T':
    case 'U':
        return "T";
    case 'R':
        return "AG";
    case 'Y':
        return "CT";
    case 'S':
        return "CG";
    case 'W':
        return "AT";
    case 'K':
        return "GT";
    case 'M':
        return "AC";
    case 'B':
        return "CGT";
    case 'D':
        return "AGT";
    case 'H':
        return "ACT";
    case 'V':
        return "ACG";
    case 'N':
        return "ACGT";
    default:
        return "";
    }
}

//!\brief The set of the bases of a letter, with a bit for each, or of their complements.
inline std::uint8_t base_set(char const letter, bool const is_complement)
{
    std::string const order = is_complement ? "TGCA" : "ACGT";
    unsigned set = 0;
    for (char const base : bases_of(letter))
        set |= 1u << order.find(base);
    return static_cast<std::uint8_t>(set);
}

//!\brief The set of the bases of each letter.
inline std::vector<std::uint8_t> base_sets(std::string_view const text)
{
    std::vector<std::uint8_t> sets{};
    for (char const letter : text)
        sets.push_back(base_set(letter, false));
    return sets;
}

//!\brief The letter, in upper case, whose bases are the complements of those of another one.
inline char complement_of(char const letter)
{
    static std::string_view const letters{"ACGTURYSWKMBDHVN"};
    static std::string_view const complements{"TGCAAYRSWMKVHDBN"};
    return complements[letters.find(to_upper(letter))];
}

//!\brief The reverse complement.
inline std::string reverse_complement_of(std::string const & text)
{
    std::string complement{text.rbegin(), text.rend()};
    std::ranges::transform(complement, complement.begin(), complement_of);
    return complement;
}

} // namespace reference
