// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_pairs.hpp"

#include <string>

#include "src/app/io/fasta/alphabet.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

std::string read_letters(sequence const & target, std::uint64_t const begin, std::uint64_t const size)
{
    std::vector<std::uint8_t> letters(size);
    packing::unpack(target.letters, begin, letters);
    return {letters.begin(), letters.end()};
}

} // namespace

std::vector<named_primer> choose_pairs(sequence const & target,
                                       std::span<std::uint64_t const> const lengths,
                                       length_range const & products,
                                       std::uint64_t const edits)
{
    std::vector<named_primer> chosen{};
    std::uint64_t right = 0;
    for (std::uint64_t left = 0; left < lengths.size(); ++left)
    {
        if (lengths[left] <= edits)
            continue;
        // A right primer that is too near to this left primer is too near to all later ones, so `right` only ascends.
        auto const is_too_near = [&]()
        {
            return right < left + lengths[left] || right + lengths[right] - left < products.min;
        };
        while (right < lengths.size() && (lengths[right] <= edits || is_too_near()))
            ++right;
        if (right == lengths.size())
            break;
        std::uint64_t const end = right + lengths[right];
        if (end - left > products.max)
            continue;

        std::string const number = std::to_string(chosen.size() / 2);
        chosen.push_back(
            {.name = std::string{target.id} + "_LEFT_" + number, .letters = read_letters(target, left, lengths[left])});
        chosen.push_back({.name = std::string{target.id} + "_RIGHT_" + number,
                          .letters = reverse_complement(read_letters(target, right, lengths[right]))});
        left = end - 1;
    }
    return chosen;
}

} // namespace seqan3_gpulcs::app
