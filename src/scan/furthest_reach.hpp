// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How far a pattern reaches in a text with a number of edits.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/packing/code_span.hpp"
#include "src/packing/letter_reader.hpp"
#include "src/runtime/stop_poll.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief For each number of edits e, finds the longest prefix of a pattern within e edits of some prefix of a text.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class furthest_reach
{
public:
    //!\brief Compares codes: letters match if their codes are equal or, if they are sets of four bits, have a bit in common.
    explicit furthest_reach(bool const are_sets = false) noexcept : are_sets_{are_sets}
    {}

    /*!\brief Finds them for 0, 1, ... edits, until the whole pattern is reached.
     * \param towards   Backward takes suffixes instead of prefixes.
     * \param pattern   The pattern.
     * \param text      The text, in codes of the same width.
     * \param max_edits The largest number of edits.
     * \param poll      Counts the steps.
     * \returns Element e is the length of the longest prefix of the pattern that has an edit distance of at most e to a prefix
     *          of the text. At most `max_edits + 1` elements; only the last one may be the whole pattern, and more edits
     *          reach no further then. Valid until the next call.
     * \throws std::bad_alloc and what `poll` throws.
     *
     * O(e^2) for e edits, and the matching letters on diagonals, a word of codes at a time. The furthest points on diagonals
     * are those of Landau and Vishkin, "Fast parallel and serial approximate string matching", Journal of Algorithms 10
     * (1989), with letters compared one after the other, as in Ukkonen, "Algorithms for approximate string matching",
     * Information and Control 64 (1985).
     */
    std::span<std::uint64_t const> compute(packing::direction towards,
                                           packing::code_span const & pattern,
                                           packing::code_span const & text,
                                           std::uint64_t max_edits,
                                           runtime::stop_poll & poll);

private:
    bool are_sets_{};
    std::vector<std::int64_t> furthest_{};
    std::vector<std::uint64_t> reach_{};
};

} // namespace seqan3_gpulcs::scan
