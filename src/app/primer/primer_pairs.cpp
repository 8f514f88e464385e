// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_pairs.hpp"

#include <string>

#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/primer/primer_writer.hpp"

namespace seqan3_gpulcs::app
{

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
        chosen.push_back({.name = std::string{target.id} + "_LEFT_" + number,
                          .letters = read_letters(target, {left, left + lengths[left]})});
        chosen.push_back({.name = std::string{target.id} + "_RIGHT_" + number,
                          .letters = reverse_complement(read_letters(target, {right, end}))});
        left = end - 1;
    }
    return chosen;
}

} // namespace seqan3_gpulcs::app
