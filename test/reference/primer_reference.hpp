// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief k-difference primers the plain way, cell by cell. Shares no code with the library.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "instrumented.hpp"

namespace reference
{

//!\brief Sequences of letters.
using letter_sequences = std::vector<std::vector<std::uint8_t>>;

//!\brief The segments of sequences between letters that are equal to `unknown`.
inline letter_sequences cut_at(letter_sequences const & sequences, int const unknown)
{
    letter_sequences segments{};
    for (std::vector<std::uint8_t> const & sequence : sequences)
    {
        segments.emplace_back();
        for (std::uint8_t const letter : sequence)
        {
            if (letter == unknown)
                segments.emplace_back();
            else
                segments.back().push_back(letter);
        }
    }
    return segments;
}

//!\brief Turns the distances of a pattern into those of the pattern with one more letter, and returns the smallest of them.
REFERENCE_WITHOUT_SANITIZERS inline std::uint32_t
next_distances(std::uint8_t const letter, std::uint8_t const * const text, std::size_t const size, std::uint32_t * row)
{
    std::uint32_t diagonal = row[0]++;
    std::uint32_t smallest = row[0];
    for (std::size_t j = 1; j <= size; ++j)
    {
        std::uint32_t const replaced = diagonal + (letter == text[j - 1] ? 0 : 1);
        diagonal = row[j];
        std::uint32_t const gap = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
        row[j] = replaced < gap ? replaced : gap;
        smallest = row[j] < smallest ? row[j] : smallest;
    }
    return smallest;
}

//!\overload
inline std::uint32_t
next_distances(std::uint8_t const letter, std::vector<std::uint8_t> const & text, std::vector<std::uint32_t> & row)
{
    return next_distances(letter, text.data(), text.size(), row.data());
}

//!\brief The minimum edit distance of a pattern to any substring that ends at each letter of a text, and before the
//!       first one.
template <typename iterator_t>
std::vector<std::uint32_t>
end_distances(iterator_t const pattern_begin, iterator_t const pattern_end, std::vector<std::uint8_t> const & text)
{
    std::vector<std::uint32_t> row(text.size() + 1, 0);
    for (iterator_t letter = pattern_begin; letter != pattern_end; ++letter)
        next_distances(*letter, text, row);
    return row;
}

/*!\brief The minimum edit distance of each prefix of a pattern to any substring of any text.
 *
 * Sellers' recurrence, row by row, until it is `differences` or the pattern ends: the conventional solution for one
 * position, with its early stop.
 */
template <typename iterator_t>
std::vector<std::uint32_t> min_distances(iterator_t const pattern_begin,
                                         iterator_t const pattern_end,
                                         letter_sequences const & texts,
                                         std::uint32_t const differences)
{
    std::vector<std::vector<std::uint32_t>> rows{};
    for (std::vector<std::uint8_t> const & text : texts)
        rows.emplace_back(text.size() + 1, 0);

    std::vector<std::uint32_t> distances{0};
    for (iterator_t letter = pattern_begin; letter != pattern_end && distances.back() < differences; ++letter)
    {
        distances.push_back(static_cast<std::uint32_t>(distances.size()));
        for (std::size_t t = 0; t < texts.size(); ++t)
            distances.back() = std::min(distances.back(), next_distances(*letter, texts[t], rows[t]));
    }
    return distances;
}

//!\brief The length of the primer at each position, 0 where there is none.
inline std::vector<std::uint64_t> primer_lengths(std::vector<std::uint8_t> const & target,
                                                 letter_sequences const & backgrounds,
                                                 std::uint32_t const differences,
                                                 int const unknown = -1)
{
    letter_sequences const texts = cut_at(backgrounds, unknown);
    std::vector<std::uint64_t> lengths{};
    for (auto begin = target.begin(); begin != target.end(); ++begin)
    {
        auto const end = std::find(begin, target.end(), unknown);
        std::vector<std::uint32_t> const distances = min_distances(begin, end, texts, differences);
        lengths.push_back(distances.back() >= differences ? distances.size() - 1 : 0);
    }
    return lengths;
}

//!\brief Where a substring of a text begins and ends.
struct substring
{
    std::uint64_t begin{};
    std::uint64_t end{};
};

/*!\brief The first substring of a text to end with exactly this many differences to a pattern; the shortest one that
 *        ends there.
 *
 * There must be one. `unknown` is in none of them.
 */
template <typename iterator_t>
substring first_match(iterator_t const pattern_begin,
                      iterator_t const pattern_end,
                      std::vector<std::uint8_t> const & text,
                      std::uint32_t const differences,
                      int const unknown = -1)
{
    for (std::size_t end = 0; end <= text.size(); ++end)
    {
        std::vector<std::uint8_t> before{};
        for (std::size_t i = end; i-- > 0 && text[i] != unknown;)
            before.push_back(text[i]);

        // Of the reverse pattern to each prefix of the reverse text before the end.
        std::vector<std::uint32_t> row(before.size() + 1);
        for (std::size_t j = 0; j < row.size(); ++j)
            row[j] = static_cast<std::uint32_t>(j);
        for (iterator_t letter = pattern_end; letter != pattern_begin;)
            next_distances(*--letter, before, row);
        auto const found = std::find(row.begin(), row.end(), differences);
        if (found != row.end())
            return {end - static_cast<std::size_t>(found - row.begin()), end};
    }
    return {text.size() + 1, text.size() + 1};
}

//!\brief The length of the shortest substring from each position on that occurs in no text, 0 where there is none.
inline std::vector<std::uint64_t> absent_lengths(std::vector<std::uint8_t> const & target,
                                                 letter_sequences const & texts)
{
    std::unordered_set<std::string> substrings{};
    for (std::vector<std::uint8_t> const & text : texts)
        for (std::size_t begin = 0; begin < text.size(); ++begin)
            for (std::size_t end = begin + 1; end <= text.size(); ++end)
                substrings.emplace(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                   text.begin() + static_cast<std::ptrdiff_t>(end));

    std::vector<std::uint64_t> lengths{};
    for (std::size_t begin = 0; begin < target.size(); ++begin)
    {
        lengths.push_back(0);
        std::string substring{};
        for (std::size_t end = begin; end < target.size() && lengths.back() == 0; ++end)
        {
            substring.push_back(static_cast<char>(target[end]));
            if (!substrings.contains(substring))
                lengths.back() = substring.size();
        }
    }
    return lengths;
}

} // namespace reference
