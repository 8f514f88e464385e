// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/packed_block.hpp"

#include <algorithm>

#include <seqan3_gpulcs/packing/nucleotides.hpp>

namespace seqan3_gpulcs::app
{

namespace
{

// Whether upper and lower case are the same nucleotide.
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
    std::size_t sum = ids.capacity() + 8 * words.capacity() + records.capacity() * sizeof(sequence);
    for (packing::packed_sequence const & each : others)
        sum += sizeof(each) + each.size() / 2;
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
    records_.push_back({.id = static_cast<std::uint32_t>(id.size())});
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
        records_.back().letters = text.size();
        return true;
    }
    block_.words.resize(begin);
    return false;
}

void block_builder::set_letters(std::span<std::uint8_t const> const letters)
{
    block_.others.push_back(packing::pack(letters));
    records_.back().is_other = true;
}

void block_builder::finish()
{
    block_.records.reserve(records_.size());
    char const * id = block_.ids.data();
    std::uint64_t const * words = block_.words.data();
    auto other = block_.others.cbegin();
    for (sizes const & each : records_)
    {
        packing::packed_sequence_view const letters =
            each.is_other ? *other : packing::packed_sequence_view{words, each.letters, 2, packing::nucleotide_letters};
        block_.records.push_back({{id, each.id}, letters});
        id += each.id;
        words += nucleotide_words(each.letters);
        other += each.is_other;
    }
}

} // namespace seqan3_gpulcs::app
