// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The automaton of a pattern with a few edits.
 */

#pragma once

#include <array>
#include <cstdint>

namespace seqan3_gpulcs::scan
{

//!\brief The maximum number of letters of a pattern: a word has a row for each, and row 0 before them.
inline constexpr std::uint64_t max_automaton_letters{63};

//!\brief Which edits a path may have beside substitutions, as bits of rows.
struct gap_rows
{
    std::uint64_t deletions{};  //!< Rows of letters of the pattern that may have no partner in the text.
    std::uint64_t insertions{}; //!< Rows after which letters of the text may have no partner in the pattern.
};

/*!\brief Reads a text from one place on, and knows which beginnings of a pattern it is similar to.
 * \tparam max_edits The maximum number of edits.
 *
 * Bit r of `rows[e]` says that there is a path with at most e edits along the letters read so far and the first r letters of the pattern,
 * which has at most max_automaton_letters. Unlike the columns of Myers' recurrence, which are faster for whole texts, the rows become
 * empty a few letters after a place where the pattern is not. The automaton is that of Wu and Manber, "Fast text searching allowing errors", Communications of the ACM 35 (1992).
 */
template <unsigned max_edits>
struct edit_automaton
{
    std::array<std::uint64_t, max_edits + 1> rows{}; //!< For each number of edits.

    //!\brief Before the first letter.
    static edit_automaton start(gap_rows const & gaps) noexcept
    {
        edit_automaton begin{};
        begin.rows.fill(1);
        return begin.delete_letters(gaps);
    }

    //!\brief After the letters that another automaton has read, each of its paths may have more edits.
    template <unsigned fewer_edits>
    static edit_automaton widen(edit_automaton<fewer_edits> const & narrow, gap_rows const & gaps) noexcept
    {
        edit_automaton wide{};
        for (unsigned e = 0; e <= max_edits; ++e)
            wide.rows[e] = narrow.rows[e < fewer_edits ? e : fewer_edits];
        return wide.delete_letters(gaps);
    }

    //!\brief After one more letter of the text, which matches some rows of the pattern.
    edit_automaton step(std::uint64_t const match, gap_rows const & gaps) const noexcept
    {
        edit_automaton next{};
        next.rows[0] = (rows[0] & match) << 1;
        for (unsigned e = 1; e <= max_edits; ++e)
            next.rows[e] = (rows[e] & match) << 1 | rows[e - 1] << 1 | (rows[e - 1] & gaps.insertions);
        return next.delete_letters(gaps);
    }

    //!\brief Whether a path with that many edits, or fewer, has reached a row.
    bool reaches(std::uint64_t const row, unsigned const edits = max_edits) const noexcept
    {
        return (rows[edits] >> row & 1) != 0;
    }

    //!\brief Whether no path with that many edits, or fewer, is left.
    bool is_empty(unsigned const edits = max_edits) const noexcept
    {
        return rows[edits] == 0;
    }

private:
    edit_automaton delete_letters(gap_rows const & gaps) const noexcept
    {
        edit_automaton all{*this};
        for (unsigned e = 1; e <= max_edits; ++e)
            all.rows[e] |= (all.rows[e - 1] & gaps.deletions) << 1;
        return all;
    }
};

} // namespace seqan3_gpulcs::scan
