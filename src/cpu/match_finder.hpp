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

#include "../run_control.hpp"
#include "background_text.hpp"
#include "substring_filter.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief Finds the matches of primers in a text.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class match_finder
{
public:
    /*!\brief Starts; what is given must outlive the object.
     * \param text        What the primers differ from.
     * \param differences k, at least 1.
     * \param control     Is asked whether to go on.
     */
    match_finder(background_text const & text, std::uint64_t const differences, run_control & control) noexcept :
        text_{text},
        differences_{differences},
        control_{control}
    {}

    /*!\brief Finds the matches of primers that end together.
     * \param longest The longest primer. Each one without the first letter of the one before is a primer, too.
     * \param matches One for each primer, in the positions of the text.
     * \throws std::bad_alloc and what the control throws.
     *
     * What is similar to the longest primer is similar to the others, which are suffixes of it. So where the filter finds
     * the shortest one, all are.
     */
    void find(std::span<std::uint8_t const> longest, std::span<primer::match> matches);

private:
    void follow(std::uint64_t end, std::span<std::uint8_t const> longest, std::span<primer::match> matches);

    background_text const & text_;
    std::uint64_t differences_{};
    run_control & control_;

    substring_filter filter_{};
    std::vector<std::uint8_t> pattern_{};
    std::vector<std::uint64_t> ends_{};
    std::vector<std::uint64_t> row_{};
    std::uint64_t missing_{}; // Primers without a match yet; they are the longest ones.
};

} // namespace seqan3_gpulcs::cpu
