// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Configurations for primers, and the primers that the plain matrix finds.
 */

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <seqan3/alignment/configuration/all.hpp>
#include <seqan3/alphabet/concept.hpp>

#include <reference/primer_reference.hpp>

#include <seqan3_gpulcs/all.hpp>

namespace primer_check
{

//!\brief A method with these free end gaps.
inline seqan3::align_cfg::method_global
method(bool const leading1, bool const trailing1, bool const leading2, bool const trailing2)
{
    seqan3::align_cfg::method_global global{};
    global.free_end_gaps_sequence1_leading = leading1;
    global.free_end_gaps_sequence1_trailing = trailing1;
    global.free_end_gaps_sequence2_leading = leading2;
    global.free_end_gaps_sequence2_trailing = trailing2;
    return global;
}

inline auto const free_ends = method(false, false, true, true);
inline auto const edits = free_ends | seqan3::align_cfg::edit_scheme;

inline auto primers(std::uint64_t const differences)
{
    return edits | seqan3_gpulcs::align_cfg::k_difference_primer{differences}
         | seqan3_gpulcs::align_cfg::bit_parallel{};
}

//!\brief A primer, as the plain matrix finds it.
struct expected_primer
{
    std::size_t pair{};
    std::size_t begin1{};
    std::size_t end1{};
    std::size_t begin2{};
    std::size_t end2{};
};

// 4 for all that are no bases.
template <typename letter_t>
std::vector<std::uint8_t> bases_of(std::vector<letter_t> const & sequence)
{
    std::vector<std::uint8_t> bases{};
    for (letter_t const letter : sequence)
    {
        std::size_t const base = std::string{"ACGT"}.find(seqan3::to_char(letter));
        bases.push_back(static_cast<std::uint8_t>(seqan3::to_char(letter) == 'U' ? 3
                                                  : base == std::string::npos    ? 4
                                                                                 : base));
    }
    return bases;
}

template <typename pairs_t>
std::vector<expected_primer> expected_primers(pairs_t const & pairs, std::uint32_t const differences)
{
    std::vector<expected_primer> expected{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        auto const first = bases_of(pairs[i].first);
        auto const second = bases_of(pairs[i].second);
        auto const lengths = reference::primer_lengths(first, {second}, differences, 4);
        for (std::size_t position = 0; position < lengths.size(); ++position)
        {
            if (lengths[position] == 0)
                continue;
            std::size_t const end = position + lengths[position];
            auto const match = reference::first_match(first.begin() + static_cast<std::ptrdiff_t>(position),
                                                      first.begin() + static_cast<std::ptrdiff_t>(end),
                                                      second,
                                                      differences,
                                                      4);
            expected.push_back({i, position, end, match.begin, match.end});
        }
    }
    return expected;
}

} // namespace primer_check
