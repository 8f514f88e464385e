// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/letter_codes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "src/scan/nucleotide_sets.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// Adds the known letters of a sequence.
void add_known(packing::packed_sequence_view const & sequence,
               primer::options const & options,
               bool const with_complements,
               packing::letter_set & set)
{
    // An empty sequence may list letters nevertheless.
    if (sequence.empty())
        return;
    for (std::uint8_t const letter : sequence.letters())
    {
        if (!letter_codes::is_known(letter, options))
            continue;
        set.add({&letter, 1});
        if (with_complements)
            set.add({&(*options.complement)[letter], 1});
    }
}

// Whether some two letters stand for the same base, as T and U do, or upper and lower case of a letter.
bool have_common_base(std::span<std::uint8_t const> const letters,
                      std::array<std::uint8_t, 256> const & meanings) noexcept
{
    unsigned bases = 0;
    for (std::uint8_t const letter : letters)
    {
        if ((bases & meanings[letter]) != 0)
            return true;
        bases |= meanings[letter];
    }
    return false;
}

} // namespace

letter_codes::letter_codes(std::span<primer::target const> const targets,
                           background_cuts const & cuts,
                           primer::options const & options) :
    are_sets_{cuts.leave_ambiguous_letters()}
{
    for (primer::target const & target : targets)
        add_known(target.sequence, options, false, set_);
    for (packing::packed_sequence_view const & background : cuts.backgrounds())
        add_known(background, options, options.complement.has_value(), set_);
    letters_ = set_.letters();

    have_meanings_ = are_sets_ || (options.meanings && have_common_base(letters_, *options.meanings));
    if (have_meanings_)
    {
        letters_ = {1, 2, 4, 8};
        if (are_sets_)
        {
            letters_.resize(nucleotide_sets);
            std::iota(letters_.begin(), letters_.end(), std::uint8_t{0});
        }
        set_ = {};
        set_.add(letters_);
    }
    auto const packed = packing::sequence_packer{set_}.finish();
    bits_ = packed.view().bits_per_letter();
}

bool letter_codes::is_known(std::uint8_t const letter, primer::options const & options) noexcept
{
    return options.meanings ? std::has_single_bit((*options.meanings)[letter]) : !options.unknown[letter];
}

std::array<std::uint8_t, 256> letter_codes::values(primer::options const & options,
                                                   bool const is_complement) const noexcept
{
    std::array<std::uint8_t, 256> values{};
    if (have_meanings_)
        values = *options.meanings;
    else if (is_complement)
        values = *options.complement;
    else
        std::iota(values.begin(), values.end(), std::uint8_t{0});
    if (have_meanings_ && is_complement)
        std::ranges::transform(values, values.begin(), complement_set);
    return values;
}

bool letter_codes::are_codes_of(packing::packed_sequence_view const & sequence) const noexcept
{
    return !have_meanings_ && sequence.bits_per_letter() == bits_ && std::ranges::equal(sequence.letters(), letters_);
}

packing::sequence_packer letter_codes::make_packer(std::uint64_t const size) const
{
    return packing::sequence_packer{set_, size};
}

} // namespace seqan3_gpulcs::scan
