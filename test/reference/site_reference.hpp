// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites of primers the plain way: which cells of the matrix can be reached with which edits. Shares no code with the
 *        library.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "iupac.hpp"

namespace reference
{

//!\brief What sites may be.
struct site_rules
{
    std::size_t max_edits{};
    bool both_strands{true};
    bool mismatches_only{};
    bool cuts_at_ambiguous{};
    std::size_t last_letters{5}; //!< The letters at the 3' end.
    std::size_t max_last{1000};  //!< The maximum number of edits in them.
};

//!\brief A site, with its alignment as a CIGAR string.
struct site
{
    std::size_t primer{};
    std::size_t sequence{};
    std::size_t begin{};
    std::size_t end{};
    bool is_reverse{};
    std::size_t edits{};
    std::size_t last_edits{};
    std::string cigar{};
};

//!\brief A primer beside a text that has no gaps.
class site_matrix
{
public:
    site_matrix(std::string const & primer, std::string const & text, site_rules const & rules) :
        primer_{primer},
        text_{text},
        rules_{rules},
        known_((primer.size() + 1) * (text.size() + 1) * (rules.max_edits + 1) * (rules.max_edits + 1))
    {}

    //!\brief The edits of the best alignment that ends after some letters, and those of them at the 3' end; more than all if
    //!       there is none.
    std::pair<std::size_t, std::size_t> distance(std::size_t const end)
    {
        for (std::size_t edits = 0; edits <= rules_.max_edits; ++edits)
            for (std::size_t last = 0; last <= std::min(edits, rules_.max_last); ++last)
                if (is_reachable(primer_.size(), end, edits, last))
                    return {edits, last};
        return {rules_.max_edits + 1, 0};
    }

    //!\brief The operations of that alignment, and where it begins.
    std::pair<std::string, std::size_t> align(std::size_t end)
    {
        auto [edits, last] = distance(end);
        std::string operations{};
        for (std::size_t row = primer_.size(); row != 0;)
        {
            std::size_t const of_last = row + rules_.last_letters > primer_.size() ? 1 : 0;
            if (end != 0 && is_match(row, end) && is_reachable(row - 1, end - 1, edits, last))
            {
                operations += '=';
                --row;
                --end;
                continue;
            }
            bool const is_edit = edits != 0 && last >= of_last;
            if (is_edit && end != 0 && !is_match(row, end) && is_reachable(row - 1, end - 1, edits - 1, last - of_last))
            {
                operations += 'X';
                --row;
                --end;
            }
            else if (is_edit && !rules_.mismatches_only && is_reachable(row - 1, end, edits - 1, last - of_last))
            {
                operations += 'I';
                --row;
            }
            else
            {
                operations += 'D';
                --end;
            }
            --edits;
            last -= of_last;
        }
        std::ranges::reverse(operations);
        return {operations, end};
    }

private:
    bool is_match(std::size_t const row, std::size_t const column) const
    {
        return bases_of(primer_[row - 1]).find_first_of(bases_of(text_[column - 1])) != std::string::npos;
    }

    // Whether the first rows can end at a column with exactly these edits.
    bool is_reachable(std::size_t const row, std::size_t const column, std::size_t const edits, std::size_t const last)
    {
        if (row == 0)
            return edits == 0 && last == 0;
        char & known =
            known_[((row * (text_.size() + 1) + column) * (rules_.max_edits + 1) + edits) * (rules_.max_edits + 1)
                   + last];
        if (known == 0)
            known = find_reachable(row, column, edits, last) ? 'y' : 'n';
        return known == 'y';
    }

    bool
    find_reachable(std::size_t const row, std::size_t const column, std::size_t const edits, std::size_t const last)
    {
        if (column != 0 && is_match(row, column) && is_reachable(row - 1, column - 1, edits, last))
            return true;
        std::size_t const of_last = row + rules_.last_letters > primer_.size() ? 1 : 0;
        if (edits == 0 || last < of_last)
            return false;
        if (column != 0 && !is_match(row, column) && is_reachable(row - 1, column - 1, edits - 1, last - of_last))
            return true;
        if (rules_.mismatches_only)
            return false;
        return is_reachable(row - 1, column, edits - 1, last - of_last)
            || (column != 0 && is_reachable(row, column - 1, edits - 1, last - of_last));
    }

    std::string const & primer_;
    std::string const & text_;
    site_rules const & rules_;
    std::vector<char> known_;
};

//!\brief Runs of equal operations.
inline std::string to_cigar(std::string const & operations)
{
    std::string cigar{};
    for (std::size_t i = 0; i < operations.size();)
    {
        std::size_t const end = std::min(operations.find_first_not_of(operations[i], i), operations.size());
        cigar += std::to_string(end - i) + operations[i];
        i = end;
    }
    return cigar;
}

//!\brief The sites of a primer on one strand of letters without gaps, counted in them.
inline std::vector<site> strand_sites(std::string const & primer, std::string const & text, site_rules const & rules)
{
    site_matrix matrix{primer, text, rules};
    std::vector<std::size_t> distances{};
    for (std::size_t end = 0; end <= text.size(); ++end)
        distances.push_back(matrix.distance(end).first);
    std::vector<site> sites{};
    for (std::size_t end = 1; end <= text.size(); ++end)
    {
        std::size_t first = end;
        while (first > 0 && distances[first - 1] == distances[end])
            --first;
        bool const falls = first == 0 || distances[first - 1] > distances[end];
        bool const rises = end == text.size() || distances[end + 1] > distances[end];
        if (distances[end] > rules.max_edits || !falls || !rises)
            continue;
        auto const [operations, begin] = matrix.align(end);
        sites.push_back({.begin = begin,
                         .end = end,
                         .edits = distances[end],
                         .last_edits = matrix.distance(end).second,
                         .cigar = to_cigar(operations)});
    }
    return sites;
}

//!\brief The parts of a sequence in which sites may be: where they begin, and where they end.
inline std::vector<std::pair<std::size_t, std::size_t>> parts_of(std::string const & sequence, site_rules const & rules)
{
    std::vector<bool> is_open(sequence.size());
    for (std::size_t i = 0; i < sequence.size(); ++i)
    {
        std::size_t const bases = bases_of(sequence[i]).size();
        is_open[i] = bases == 1 || (bases > 1 && !rules.cuts_at_ambiguous);
    }
    for (std::size_t i = 0; i < sequence.size();)
    {
        std::size_t const end = std::max(std::min(sequence.find_first_not_of("Nn", i), sequence.size()), i + 1);
        for (std::size_t j = i; end - i >= 10 && j < end; ++j)
            is_open[j] = false;
        i = end;
    }
    std::vector<std::pair<std::size_t, std::size_t>> parts{};
    for (std::size_t i = 0; i < sequence.size(); ++i)
        if (is_open[i])
        {
            if (i == 0 || !is_open[i - 1])
                parts.push_back({i, i});
            parts.back().second = i + 1;
        }
    return parts;
}

//!\brief All sites, in the order of the library.
inline std::vector<site> find_sites(std::vector<std::string> const & primers,
                                    std::vector<std::string> const & sequences,
                                    site_rules const & rules)
{
    std::vector<site> sites{};
    for (std::size_t primer = 0; primer < primers.size(); ++primer)
        for (std::size_t sequence = 0; sequence < sequences.size(); ++sequence)
        {
            std::size_t const first = sites.size();
            for (auto const & [begin, end] : parts_of(sequences[sequence], rules))
                for (bool const is_reverse : {false, true})
                {
                    std::string text = sequences[sequence].substr(begin, end - begin);
                    if (is_reverse && !rules.both_strands)
                        continue;
                    if (is_reverse)
                        text = reverse_complement_of(text);
                    for (site found : strand_sites(primers[primer], text, rules))
                    {
                        found.primer = primer;
                        found.sequence = sequence;
                        found.is_reverse = is_reverse;
                        if (is_reverse)
                            std::tie(found.begin, found.end) =
                                std::pair{text.size() - found.end, text.size() - found.begin};
                        found.begin += begin;
                        found.end += begin;
                        sites.push_back(found);
                    }
                }
            std::sort(sites.begin() + static_cast<std::ptrdiff_t>(first),
                      sites.end(),
                      [](site const & left, site const & right)
                      {
                          return std::tie(left.begin, left.end, left.is_reverse)
                               < std::tie(right.begin, right.end, right.is_reverse);
                      });
        }
    return sites;
}

} // namespace reference
