// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Distances where letters are sets, cell by cell. Shares no code with the library.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "iupac.hpp"

namespace reference
{

//!\brief Turns letters, numbers from 0 on, into sets that have only them: a bit for each.
inline std::vector<std::uint8_t> sets_of(std::vector<std::uint8_t> const & letters)
{
    std::vector<std::uint8_t> sets{};
    for (std::uint8_t const letter : letters)
        sets.push_back(static_cast<std::uint8_t>(1u << letter));
    return sets;
}

//!\brief Turns the distances of a pattern into those of the pattern with one more letter; letters match if they have something
//!       in common.
inline void add_set(std::uint8_t const letter, std::vector<std::uint8_t> const & text, std::vector<std::uint32_t> & row)
{
    std::uint32_t diagonal = row[0]++;
    for (std::size_t j = 0; j < text.size(); ++j)
    {
        std::uint32_t const replaced = diagonal + ((letter & text[j]) != 0 ? 0u : 1u);
        diagonal = row[j + 1];
        row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
}

//!\brief The minimum edit distance of a pattern to any substring that ends at each letter of a text, and before the first one.
inline std::vector<std::uint32_t> set_end_distances(std::vector<std::uint8_t> const & pattern,
                                                    std::vector<std::uint8_t> const & text)
{
    std::vector<std::uint32_t> row(text.size() + 1, 0);
    for (std::uint8_t const letter : pattern)
        add_set(letter, text, row);
    return row;
}

//!\brief Whether each letter is in a gap, ten N or more, or stands for nothing.
inline std::vector<bool> find_gaps(std::string const & text)
{
    std::vector<bool> is_gap{};
    for (std::size_t i = 0; i < text.size(); i = is_gap.size())
    {
        std::size_t const end = std::min(text.find_first_not_of('N', i), text.size());
        is_gap.resize(std::max(end, i + 1), end - i >= 10 || bases_of(text[i]).empty());
    }
    return is_gap;
}

//!\brief The sequences of sets between gaps, ten N or more, and letters that stand for nothing.
inline std::vector<std::vector<std::uint8_t>> cut_at_gaps(std::vector<std::string> const & sequences,
                                                          bool const both_strands)
{
    std::vector<std::vector<std::uint8_t>> segments{};
    for (std::string const & sequence : sequences)
        for (bool const is_complement : {false, true})
        {
            if (is_complement && !both_strands)
                continue;
            std::string strand = sequence;
            if (is_complement)
                std::reverse(strand.begin(), strand.end());
            std::vector<bool> const is_gap = find_gaps(strand);
            segments.emplace_back();
            for (std::size_t i = 0; i < strand.size(); ++i)
                if (is_gap[i])
                    segments.emplace_back();
                else
                    segments.back().push_back(base_set(strand[i], is_complement));
        }
    return segments;
}

//!\brief The shortest substring from each position of a target on that has so many differences to all sequences of sets, or 0.
inline std::vector<std::uint64_t> ambiguous_primer_lengths(std::string const & target,
                                                           std::vector<std::vector<std::uint8_t>> const & texts,
                                                           std::uint32_t const differences)
{
    std::vector<std::uint64_t> lengths{};
    for (std::size_t begin = 0; begin < target.size(); ++begin)
    {
        std::vector<std::vector<std::uint32_t>> rows{};
        for (std::vector<std::uint8_t> const & text : texts)
            rows.emplace_back(text.size() + 1, 0);
        std::uint32_t distance = 0;
        std::size_t end = begin;
        for (; end < target.size() && distance < differences && bases_of(target[end]).size() == 1; ++end)
        {
            distance = static_cast<std::uint32_t>(end + 1 - begin);
            for (std::size_t i = 0; i < texts.size(); ++i)
            {
                add_set(base_set(target[end], false), texts[i], rows[i]);
                distance = std::min(distance, *std::min_element(rows[i].begin(), rows[i].end()));
            }
        }
        lengths.push_back(distance < differences ? 0 : end - begin);
    }
    return lengths;
}

/*!\brief The first substring of a text to end with exactly this many differences to a primer, with no gap in it; the shortest one that
 *        ends there.
 *
 * There must be one.
 */
inline std::pair<std::uint64_t, std::uint64_t>
first_ambiguous_match(std::string const & primer, std::string const & text, std::uint32_t const differences)
{
    std::vector<bool> const is_gap = find_gaps(text);
    for (std::size_t end = 0; end <= text.size(); ++end)
    {
        std::vector<std::uint8_t> before{}; // In reverse order.
        for (std::size_t i = end; i-- > 0 && !is_gap[i];)
            before.push_back(base_set(text[i], false));

        // A row has the edits of the reverse primer to each prefix of the reverse text before the end.
        std::vector<std::uint32_t> row(before.size() + 1);
        std::iota(row.begin(), row.end(), 0u);
        for (auto letter = primer.rbegin(); letter != primer.rend(); ++letter)
            add_set(base_set(*letter, false), before, row);
        auto const found = std::find(row.begin(), row.end(), differences);
        if (found != row.end())
            return {end - static_cast<std::uint64_t>(found - row.begin()), end};
    }
    return {text.size() + 1, text.size() + 1};
}

} // namespace reference
