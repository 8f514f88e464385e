// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The background substrings nearest to primers that end together.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/match.hpp>

#include "src/packing/code_span.hpp"
#include "src/scan/match_request.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief Primers that end together, and how many of them have their matches.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class match_scan
{
public:
    //!\brief A scan without primers.
    match_scan() = default;

    /*!\brief Starts.
     * \param longest The longest primer, of more than k letters. The others are its suffixes, each a letter shorter than the one
     *                before.
     * \param matches Where the matches go, one for each primer, counted in letters of the text.
     */
    match_scan(packing::code_span const & longest, std::span<primer::match> const matches) noexcept :
        longest_{longest},
        matches_{matches}
    {}

    //!\brief The classes of the pattern's letters; see background_text.
    std::span<std::uint8_t const> pattern() const noexcept
    {
        return pattern_;
    }

private:
    friend class match_verifier;

    packing::code_span longest_{};
    std::span<primer::match> matches_{};
    std::vector<std::uint8_t> pattern_{};
    std::vector<std::uint8_t> letters_{}; // The letters of the longest primer.
    std::uint64_t missing_{};             // Primers without a match yet; they are the longest ones.
};

/*!\brief Finds the matches of primers in a text.
 *
 * As for primers, the caller searches for a pattern; but each scan has only one.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class match_verifier
{
public:
    //!\brief Finds the matches of a request, which must outlive the object.
    explicit match_verifier(match_request const & request) noexcept : request_{request}
    {}

    /*!\brief Looks for the pattern of a scan.
     * \returns Whether there is one that was not searched yet. If not, the scan is done.
     * \throws std::bad_alloc
     *
     * A substring similar to the longest primer contains one similar to each of its suffixes. So where the shortest one
     * is found, with k differences, all are.
     */
    bool next_pattern(match_scan & scan);

    /*!\brief Finds matches that end at given letters.
     * \param scan The scan.
     * \param ends Numbers of letters of the text. Ascending, and all that have at most k differences to the pattern, up to
     *             the last one.
     * \returns Whether more are wanted.
     * \throws std::bad_alloc and what the control throws.
     */
    bool verify(match_scan & scan, std::span<std::uint64_t const> ends);

private:
    //!\brief The minimum of a row, and where it is.
    struct nearest_column
    {
        std::uint64_t distance{};
        std::uint64_t column{};
    };

    void verify_end(match_scan & scan, std::uint64_t end);
    template <typename matches_t>
    nearest_column compute_row(std::uint64_t row, matches_t const & matches) noexcept;

    match_request const & request_;
    std::vector<std::uint8_t> window_{}; // The letters of the text before an end.
    std::vector<std::uint64_t> row_{};
};

} // namespace seqan3_gpulcs::scan
