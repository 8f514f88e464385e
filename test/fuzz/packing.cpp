// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Packing, in chunks and in pieces, and unpacking.
 */

#include <array>
#include <set>

#include <seqan3_gpulcs/packing/nucleotides.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "fuzz/input.hpp"
#include "fuzz/targets.hpp"
#include "src/packing/reversed_sequence.hpp"

using namespace seqan3_gpulcs;

namespace
{

// By the description of the format alone.
void check(packing::packed_sequence_view const & packed, fuzz::letters const & expected)
{
    fuzz::require(packed.size() == expected.size(), "the size");
    std::size_t const kinds = packed.letters().size();
    fuzz::require(packed.bits_per_letter() == (kinds <= 4 ? 2u : kinds <= 16 ? 4u : 8u), "the width");
    for (std::size_t i = 0; i < expected.size(); ++i)
        fuzz::require(packed[i] == expected[i], "a letter");
    std::size_t const last = expected.size() % packed.codes_per_word();
    if (last != 0)
        fuzz::require(packed.words()[expected.size() / packed.codes_per_word()] >> last * packed.bits_per_letter() == 0,
                      "bits after the last code");
}

void check_unpacking(fuzz::input & from, packing::packed_sequence_view const & packed, fuzz::letters const & expected)
{
    std::size_t const begin = from.number(expected.size());
    fuzz::letters part(from.number(expected.size() - begin));
    packing::unpack(packed, begin, part);
    fuzz::require(std::equal(part.begin(), part.end(), expected.begin() + static_cast<std::ptrdiff_t>(begin)),
                  "unpacked letters");
}

packing::packed_sequence pack_in_chunks(fuzz::input & from, fuzz::letters const & packed)
{
    packing::letter_set set{};
    for (std::size_t begin = 0; begin < packed.size();)
    {
        std::size_t const size = 1 + from.number(packed.size() - begin - 1);
        set.add(std::span{packed}.subspan(begin, size));
        begin += size;
    }
    packing::sequence_packer packer{set, from.number(3000)};
    for (std::size_t begin = 0; begin < packed.size();)
    {
        std::size_t const size = 1 + from.number(packed.size() - begin - 1);
        packer.append(std::span{packed}.subspan(begin, size));
        begin += size;
    }
    return packer.finish();
}

// Pieces that begin at multiples of 32, the last one first.
packing::packed_sequence pack_in_pieces(fuzz::letters const & packed)
{
    packing::letter_set set{};
    set.add(packed);
    packing::sequence_packer packer{set};
    packer.resize(packed.size());
    std::size_t const piece = 96;
    for (std::size_t begin = (packed.size() + piece - 1) / piece * piece; begin != 0;)
    {
        begin -= piece;
        packer.write(begin, std::span{packed}.subspan(begin, std::min(piece, packed.size() - begin)));
    }
    return packer.finish();
}

// Ranks that stand for other letters.
void check_table(fuzz::input & from, fuzz::letters const & ranks)
{
    packing::letter_table table{.kind = packing::letter_kind::rank};
    auto const step = static_cast<std::uint8_t>(from.byte() | 1);
    for (unsigned value = 0; value < 256; ++value)
        table.letters[value] = static_cast<std::uint8_t>(value * step + 7);
    packing::letter_set set{};
    set.add(ranks);
    packing::sequence_packer packer{set, 0, table};
    packer.append(ranks);
    fuzz::letters expected{};
    for (std::uint8_t const rank : ranks)
        expected.push_back(table.letters[rank]);
    packing::packed_sequence const packed = packer.finish();
    check(packed, expected);
    fuzz::require(packed.view().kind() == packing::letter_kind::rank, "the kind");
}

void check_nucleotides(fuzz::input & from, fuzz::letters const & ranks)
{
    fuzz::letters text{};
    for (std::uint8_t const rank : ranks)
        text.push_back(static_cast<std::uint8_t>("ACGTacgt"[rank % 8]));
    bool is_valid = true;
    if (!text.empty() && from.flag())
    {
        std::uint8_t & letter = text[from.number(text.size() - 1)];
        letter = from.byte();
        is_valid = std::string_view{"ACGTacgt"}.find(static_cast<char>(letter)) != std::string_view::npos;
    }
    std::vector<std::uint64_t> words((text.size() + 31) / 32);
    fuzz::require(packing::pack_nucleotides(text, words.data()) == is_valid, "whether all are nucleotides");
    for (std::uint8_t & letter : text)
        letter &= static_cast<std::uint8_t>(~0x20);
    if (is_valid)
        check({words.data(), text.size(), 2, packing::nucleotide_letters}, text);
}

} // namespace

void fuzz::pack(input & from)
{
    auto const alphabet = from.any_of<unsigned>({4, 1, 2, 5, 16, 17, 256});
    fuzz::letters const packed = fuzz::take_letters(from, from.any_of<std::size_t>({70, 500, 5000}), alphabet);
    packing::packed_sequence const at_once = packing::pack(packed);
    check(at_once, packed);
    fuzz::require(at_once.view().letters().size() == std::set(packed.begin(), packed.end()).size(), "the letters");
    check(pack_in_chunks(from, packed), packed);
    check(pack_in_pieces(packed), packed);
    check_unpacking(from, at_once, packed);
    check_table(from, packed);
    check_nucleotides(from, packed);

    fuzz::letters const backwards{packed.rbegin(), packed.rend()};
    check(packing::reversed_sequence{at_once, packed.size()}.view(), backwards);
}
