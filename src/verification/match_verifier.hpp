// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the primers that end together differ from the least.
 */

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/primer/match.hpp>

#include "src/runtime/task_control.hpp"
#include "src/verification/background_text.hpp"

namespace seqan3_gpulcs::verification
{

/*!\brief Primers that end together, and how many of them have their matches.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class match_walk
{
public:
    //!\brief No primers.
    match_walk() = default;

    /*!\brief Starts.
     * \param longest The longest primer. Each one without the first letter of the one before is a primer, too.
     * \param matches Where the matches go, one for each primer, in the positions of the text.
     */
    match_walk(std::span<std::uint8_t const> const longest, std::span<primer::match> const matches) noexcept :
        longest_{longest},
        matches_{matches}
    {}

    //!\brief The classes of the letters of the pattern that is to be searched; see background_text.
    std::span<std::uint8_t const> pattern() const noexcept
    {
        return pattern_;
    }

private:
    friend class match_verifier;

    std::span<std::uint8_t const> longest_{};
    std::span<primer::match> matches_{};
    std::vector<std::uint8_t> pattern_{};
    std::uint64_t missing_{}; // Primers without a match yet; they are the longest ones.
};

/*!\brief Finds the matches of primers in a text.
 *
 * As for primers, the caller has a pattern searched; but there is one alone for each walk.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class match_verifier
{
public:
    /*!\brief Starts; what is given must outlive the object.
     * \param text        What the primers differ from.
     * \param differences k, at least 1.
     * \param control     Is asked whether to go on.
     */
    match_verifier(background_text const & text,
                   std::uint64_t const differences,
                   runtime::task_control & control) noexcept :
        text_{text},
        differences_{differences},
        control_{control}
    {}

    /*!\brief Looks for the pattern of a walk.
     * \returns Whether there is one that was not searched yet. If not, the walk is done.
     * \throws std::bad_alloc
     *
     * What is similar to the longest primer is similar to the others, which are suffixes of it. So where the shortest one is
     * found, with k differences, all are.
     */
    bool next_pattern(match_walk & walk);

    /*!\brief Looks for matches where substrings end.
     * \param walk The walk.
     * \param ends So many letters of the text; ascending, and all that have k differences to the pattern or less, up to the
     *             last one.
     * \returns Whether more are wanted.
     * \throws std::bad_alloc and what the control throws.
     */
    bool follow(match_walk & walk, std::span<std::uint64_t const> ends);

private:
    void follow(match_walk & walk, std::uint64_t end);

    background_text const & text_;
    std::uint64_t differences_{};
    runtime::task_control & control_;
    std::vector<std::uint64_t> row_{};
};

} // namespace seqan3_gpulcs::verification
