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

#include <reference/letter_set_reference.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "unit/pairwise/tested_backend.hpp"

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
    return edits | seqan3_gpulcs::align_cfg::k_difference_primer{differences} | tested::bit_parallel();
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

template <typename letter_t>
std::string text_of(std::vector<letter_t> const & sequence)
{
    std::string text{};
    for (letter_t const letter : sequence)
        text += seqan3::to_char(letter);
    return text;
}

template <typename pairs_t>
std::vector<expected_primer> expected_primers(pairs_t const & pairs, std::uint32_t const differences)
{
    std::vector<expected_primer> expected{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        std::string const first = text_of(pairs[i].first);
        std::string const second = text_of(pairs[i].second);
        auto const lengths =
            reference::ambiguous_primer_lengths(first, reference::cut_at_gaps({second}, false), differences);
        for (std::size_t position = 0; position < lengths.size(); ++position)
        {
            if (lengths[position] == 0)
                continue;
            auto const [begin, end] =
                reference::first_ambiguous_match(first.substr(position, lengths[position]), second, differences);
            expected.push_back({i, position, position + lengths[position], begin, end});
        }
    }
    return expected;
}

} // namespace primer_check
