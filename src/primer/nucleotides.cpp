// SPDX-License-Identifier: BSD-3-Clause

#include <string_view>

#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::primer
{

namespace
{

// The first base is the complement of the last one, and so on.
std::array<std::uint8_t, 256> complement_of(std::string_view const bases) noexcept
{
    std::array<std::uint8_t, 256> complement{};
    for (std::size_t i = 0; i < bases.size(); ++i)
        complement[static_cast<std::uint8_t>(bases[i])] = static_cast<std::uint8_t>(bases[bases.size() - 1 - i]);
    return complement;
}

} // namespace

std::array<std::uint8_t, 256> iupac_nucleotides() noexcept
{
    // Bases of a letter are bits of its place.
    constexpr std::string_view letters{"-ACMGRSVTWYHKDBN"};
    std::array<std::uint8_t, 256> bases{};
    for (std::size_t i = 1; i < letters.size(); ++i)
        bases[static_cast<std::uint8_t>(letters[i])] = static_cast<std::uint8_t>(i);
    bases['U'] = bases['T'];
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
