// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How far a pattern can be followed through a text with so many edits.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/runtime/stop_poll.hpp"

namespace seqan3_gpulcs::verification
{

//!\brief The way in which letters are read.
enum class direction : std::uint8_t
{
    forward, //!< From the first letter on.
    backward //!< From the last letter on, to the first.
};

/*!\brief Finds the longest prefixes of a pattern that are so and so similar to a prefix of a text.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class furthest_reach
{
public:
    /*!\brief Finds them for all numbers of edits, until the whole pattern is reached.
     * \param way     Backward takes suffixes instead of prefixes.
     * \param pattern The pattern.
     * \param text    The text.
     * \param edits   The most edits.
     * \param work    Counts the steps.
     * \returns Element e is the number of letters of the longest prefix of the pattern that has an edit distance of at most
     *          e to a prefix of the text. At most `edits + 1` elements; the last one is the only one that may be the whole
     *          pattern, and then more edits reach no further. Valid until the next call.
     * \throws std::bad_alloc and what `work` throws.
     *
     * O(e^2) for e edits, and the letters on diagonals that match, eight at a time. The furthest points on diagonals are
     * those of Landau and Vishkin, "Fast parallel and serial approximate string matching", Journal of Algorithms 10
     * (1989), with letters compared one after the other, as in Ukkonen, "Algorithms for approximate string matching",
     * Information and Control 64 (1985).
     */
    std::span<std::uint64_t const> compute(direction way,
                                           std::span<std::uint8_t const> pattern,
                                           std::span<std::uint8_t const> text,
                                           std::uint64_t edits,
                                           runtime::stop_poll & work);

private:
    std::vector<std::int64_t> furthest_{};
    std::vector<std::uint64_t> reach_{};
};

} // namespace seqan3_gpulcs::verification
