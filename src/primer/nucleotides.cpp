// SPDX-License-Identifier: BSD-3-Clause

#include <string_view>

#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::primer
{

namespace
{

// The character of a letter in lower case, given the one in upper case.
constexpr std::uint8_t to_lower(char const letter) noexcept
{
    return static_cast<std::uint8_t>(letter - 'A' + 'a');
}

// The first base is the complement of the last one, and so on.
std::array<std::uint8_t, 256> complement_of(std::string_view const bases) noexcept
{
    std::array<std::uint8_t, 256> complement{};
    for (std::size_t i = 0; i < bases.size(); ++i)
    {
        char const other = bases[bases.size() - 1 - i];
        complement[static_cast<std::uint8_t>(bases[i])] = static_cast<std::uint8_t>(other);
        complement[to_lower(bases[i])] = to_lower(other);
    }
    return complement;
}

} // namespace

std::array<std::uint8_t, 256> iupac_nucleotides() noexcept
{
    // Bases of a letter are bits of its place.
    constexpr std::string_view letters{"-ACMGRSVTWYHKDBN"};
    std::array<std::uint8_t, 256> bases{};
    auto const set = [&](char const letter, std::size_t const place)
    {
        bases[static_cast<std::uint8_t>(letter)] = bases[to_lower(letter)] = static_cast<std::uint8_t>(place);
    };
    for (std::size_t i = 1; i < letters.size(); ++i)
        set(letters[i], i);
    set('U', letters.find('T'));
    return bases;
}

std::bitset<256> unknown_nucleotides() noexcept
{
    std::bitset<256> unknown{};
    unknown.set();
    for (char const base : std::string_view{"ACGTU"})
        unknown.reset(static_cast<std::uint8_t>(base));
    return unknown;
}

std::array<std::uint8_t, 256> complement_of_dna() noexcept
{
    return complement_of("ACGT");
}

std::array<std::uint8_t, 256> complement_of_rna() noexcept
{
    return complement_of("ACGU");
}

} // namespace seqan3_gpulcs::primer
