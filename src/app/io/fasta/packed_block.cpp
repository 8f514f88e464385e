// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/packed_block.hpp"

#include <algorithm>

#include <seqan3_gpulcs/packing/nucleotides.hpp>

namespace seqan3_gpulcs::app
{

namespace
{

// Whether upper and lower case of a nucleotide are the same letter.
bool folds_nucleotides(alphabet const & letters)
{
    return std::ranges::all_of(packing::nucleotide_letters,
                               [&](std::uint8_t const upper)
                               {
                                   std::size_t const lower = upper | 0x20u;
                                   return letters.is_letter[upper] && letters.letter[upper] == upper
                                       && letters.is_letter[lower] && letters.letter[lower] == upper;
                               });
}

} // namespace

std::size_t packed_block::bytes() const noexcept
{
    std::size_t sum =
        ids.capacity() + 8 * words.capacity() + records.capacity() * sizeof(record_size) + qualities.capacity();
    for (packing::packed_sequence const & each : others)
    {
        packing::packed_sequence_view const view = each.view();
        sum += sizeof(each) + 8 * ((view.size() + view.codes_per_word() - 1) / view.codes_per_word())
             + view.letters().size();
    }
    return sum;
}

block_builder::block_builder(packed_block & block, alphabet const & letters, std::size_t const expected_size) :
    block_{block},
    may_be_nucleotides_{folds_nucleotides(letters)}
{
    if (may_be_nucleotides_)
        block_.words.reserve(expected_size / nucleotides_per_word);
}

void block_builder::add(std::string_view const id)
{
    block_.records.push_back({.id = static_cast<std::uint32_t>(id.size()) & ~(std::uint32_t{1} << 31)});
    block_.ids.insert(block_.ids.end(), id.begin(), id.end());
}

bool block_builder::set_nucleotides(std::span<std::uint8_t const> const text)
{
    if (!may_be_nucleotides_)
        return false;

    std::size_t const begin = block_.words.size();
    block_.words.resize(begin + nucleotide_words(text.size()));
    if (packing::pack_nucleotides(text, block_.words.data() + begin))
    {
        block_.records.back().letters = static_cast<std::uint32_t>(text.size());
        return true;
    }
    block_.words.resize(begin);
    return false;
}

void block_builder::set_letters(std::span<std::uint8_t const> const letters)
{
    block_.others.push_back(packing::pack(letters));
    block_.records.back().is_other = 1;
}

} // namespace seqan3_gpulcs::app
