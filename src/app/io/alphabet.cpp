// SPDX-License-Identifier: BSD-3-Clause

#include "alphabet.hpp"

#include <algorithm>
#include <utility>

#include <seqan3/alphabet/adaptation/char.hpp>
#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>

namespace seqan3_gpulcs::app
{

namespace
{

template <typename alphabet_t>
void tabulate(alphabet & table)
{
    for (std::size_t byte = 0; byte < 256; ++byte)
    {
        auto const letter = static_cast<char>(byte);
        table.is_letter[byte] = seqan3::char_is_valid_for<alphabet_t>(letter);
        if (table.is_letter[byte])
            table.letter[byte] =
                static_cast<std::uint8_t>(seqan3::to_char(seqan3::assign_char_to(letter, alphabet_t{})));
    }
}

constexpr std::array<std::pair<std::string_view, void (*)(alphabet &)>, 5> alphabets{
    {{"dna4", tabulate<seqan3::dna4>},
     {"dna5", tabulate<seqan3::dna5>},
     {"dna15", tabulate<seqan3::dna15>},
     {"aa27", tabulate<seqan3::aa27>},
     {"char", tabulate<char>}}};

} // namespace

std::vector<std::string> alphabet_names()
{
    std::vector<std::string> names{};
    for (auto const & [name, fill] : alphabets)
        names.emplace_back(name);
    return names;
}

alphabet make_alphabet(std::string_view const name)
{
    auto const chosen = std::ranges::find(alphabets, name, &decltype(alphabets)::value_type::first);

    alphabet table{.name = std::string{name}};
    chosen->second(table);
    return table;
}

} // namespace seqan3_gpulcs::app
