// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/alphabet.hpp"

#include <algorithm>
#include <ranges>

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

struct known_alphabet
{
    std::string_view name{};
    std::string_view common_name{}; // The common name; empty if there is none.
    void (*tabulate)(alphabet &){};
};

constexpr std::array<known_alphabet, 5> alphabets{{{"dna4", "", tabulate<seqan3::dna4>},
                                                   {"dna5", "dna", tabulate<seqan3::dna5>},
                                                   {"dna15", "iupac", tabulate<seqan3::dna15>},
                                                   {"aa27", "protein", tabulate<seqan3::aa27>},
                                                   {"char", "", tabulate<char>}}};

known_alphabet const & find(std::string_view const name)
{
    return *std::ranges::find(alphabets, name, &known_alphabet::name);
}

} // namespace

std::vector<alphabet_name> alphabet_names()
{
    std::vector<alphabet_name> names{};
    for (known_alphabet const & each : alphabets)
        if (!each.common_name.empty())
            names.push_back({each.common_name, each.name});
    for (known_alphabet const & each : alphabets)
        names.push_back({each.name, each.name});
    return names;
}

std::string alphabet_label(std::string_view const name)
{
    std::string_view const common_name = find(name).common_name;
    return common_name.empty() ? std::string{name} : std::string{common_name} + " (" + std::string{name} + ')';
}

std::string_view common_alphabet_with(std::string_view const letters)
{
    for (known_alphabet const & each : alphabets)
    {
        auto const is_known = [table = make_alphabet(each.name)](char const letter)
        {
            return table.is_letter[static_cast<unsigned char>(letter)];
        };
        if (!each.common_name.empty() && std::ranges::all_of(letters, is_known))
            return each.common_name;
    }
    return {};
}

alphabet make_alphabet(std::string_view const name)
{
    alphabet table{.name = std::string{name}};
    find(name).tabulate(table);
    return table;
}

std::string reverse_complement(std::string_view const nucleotides)
{
    std::string complement{};
    for (char const letter : std::views::reverse(nucleotides))
        complement += seqan3::complement(seqan3::dna15{}.assign_char(letter)).to_char();
    return complement;
}

packing::packed_sequence reverse_complement(packing::packed_sequence_view const & nucleotides, unsigned const threads)
{
    std::string letters(nucleotides.size(), '\0');
    packing::unpack(nucleotides, 0, {reinterpret_cast<std::uint8_t *>(letters.data()), letters.size()});
    return packing::pack(reverse_complement(letters), threads);
}

} // namespace seqan3_gpulcs::app
