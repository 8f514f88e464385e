// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/letter_codes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "src/verification/nucleotide_sets.hpp"

namespace seqan3_gpulcs::verification
{

letter_codes::letter_codes(std::span<primer::target const> const targets,
                           background_cuts const & cuts,
                           primer::options const & options) :
    are_sets_{cuts.leave_ambiguous_letters()}
{
    auto const add = [this](std::uint8_t const letter)
    {
        set_.add({&letter, 1});
    };
    auto const add_known = [&](packing::packed_sequence_view const & sequence, bool const with_complement)
    {
        // An empty sequence may list letters nevertheless.
        if (sequence.empty())
            return;
        for (std::uint8_t const letter : sequence.letters())
        {
            if (!is_known(letter, options))
                continue;
            add(letter);
            if (with_complement)
                add((*options.complement)[letter]);
        }
    };
    for (primer::target const & target : targets)
        add_known(target.sequence, false);
    for (packing::packed_sequence_view const & background : cuts.backgrounds())
        add_known(background, options.complement.has_value());
    letters_ = set_.letters();

    // T and U are the same base.
    unsigned known_bases = 0;
    if (options.meanings)
        for (std::uint8_t const letter : letters_)
        {
            are_sets_ = are_sets_ || (known_bases & (*options.meanings)[letter]) != 0;
            known_bases |= (*options.meanings)[letter];
        }
    if (are_sets_)
    {
        letters_.resize(nucleotide_sets);
        std::iota(letters_.begin(), letters_.end(), std::uint8_t{0});
        set_ = {};
        set_.add(letters_);
    }
    bits_ = packing::sequence_packer{set_}.finish().view().bits_per_letter();
}

bool letter_codes::is_known(std::uint8_t const letter, primer::options const & options) noexcept
{
    return options.meanings ? std::has_single_bit((*options.meanings)[letter]) : !options.unknown[letter];
}

std::array<std::uint8_t, 256> letter_codes::values(primer::options const & options,
                                                   bool const is_complement) const noexcept
{
    std::array<std::uint8_t, 256> values{};
    if (are_sets_)
        values = *options.meanings;
    else if (is_complement)
        values = *options.complement;
    else
        std::iota(values.begin(), values.end(), std::uint8_t{0});
    if (are_sets_ && is_complement)
        std::ranges::transform(values, values.begin(), complement_set);
    return values;
}

bool letter_codes::are_codes_of(packing::packed_sequence_view const & sequence) const noexcept
{
    return !are_sets_ && sequence.bits_per_letter() == bits_ && std::ranges::equal(sequence.letters(), letters_);
}

packing::sequence_packer letter_codes::make_packer(std::uint64_t const size) const
{
    return packing::sequence_packer{set_, size};
}

} // namespace seqan3_gpulcs::verification
