// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/letter_codes.hpp"

#include <algorithm>

namespace seqan3_gpulcs::verification
{

letter_codes::letter_codes(std::span<primer::target const> const targets,
                           std::span<packing::packed_sequence_view const> const backgrounds,
                           primer::options const & options)
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
            if (options.unknown[letter])
                continue;
            add(letter);
            if (with_complement)
                add((*options.complement)[letter]);
        }
    };
    for (primer::target const & target : targets)
        add_known(target.sequence, false);
    for (packing::packed_sequence_view const & background : backgrounds)
        add_known(background, options.complement.has_value());
    letters_ = set_.letters();
    bits_ = packing::sequence_packer{set_}.finish().view().bits_per_letter();
}

bool letter_codes::are_codes_of(packing::packed_sequence_view const & sequence) const noexcept
{
    return sequence.bits_per_letter() == bits_ && std::ranges::equal(sequence.letters(), letters_);
}

packing::sequence_packer letter_codes::make_packer(std::uint64_t const size) const
{
    return packing::sequence_packer{set_, size};
}

} // namespace seqan3_gpulcs::verification
