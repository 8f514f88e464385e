// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The request for the matches of primers that a backend answers.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/match.hpp>

#include "src/runtime/task_control.hpp"
#include "src/scan/background_text.hpp"
#include "src/scan/primer_request.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief The primers of a target, and where their matches go.
struct matched_target
{
    packing::code_span letters{};             //!< The letters of the target, from the first position on.
    std::span<std::uint64_t const> lengths{}; //!< The lengths of the primers at these positions.
    std::span<primer::match> matches{};       //!< One for each length; at first, the empty substring.
};

/*!\brief Matches that are wanted: of groups of primers that end together.
 *
 * Thread safety: const members may be called concurrently, those that name a group for different ones.
 */
class match_request
{
public:
    /*!\brief Groups primers, but for those that match the empty substring; the arguments must outlive the object.
     * \param targets The targets.
     * \param context The background to search, and how.
     * \throws std::bad_alloc
     */
    match_request(std::span<matched_target const> targets, search_context const & context);

    //!\brief The text that primers differ from.
    background_text const & text() const noexcept
    {
        return context_.text;
    }

    //!\brief k.
    std::uint64_t differences() const noexcept
    {
        return context_.options.differences;
    }

    //!\brief The control.
    runtime::task_control & control() const noexcept
    {
        return context_.control;
    }

    //!\brief The number of groups.
    std::size_t groups() const noexcept
    {
        return groups_.size();
    }

    //!\brief The longest primer of a group. The others are its suffixes, each a letter shorter than the one before.
    packing::code_span longest(std::size_t group) const noexcept;

    //!\brief Where the matches of a group go, for each of its primers; counted in letters of the text.
    std::span<primer::match> matches(std::size_t group) const noexcept;

    //!\brief The maximum length of the pattern that is searched for a group. It does not grow from one group to the next.
    std::uint64_t pattern_size(std::size_t group) const noexcept;

    //!\brief The first group whose pattern has at most this many letters. Logarithmic in the number of groups.
    std::size_t first_group(std::uint64_t max_pattern_size) const noexcept;

    //!\brief Converts the matches of a completed group to positions in the background.
    void finish(std::size_t group) const noexcept;

private:
    //!\brief Positions whose primers end together.
    struct group_range
    {
        matched_target const * target{}; //!< The target of the primers.
        std::uint64_t begin{};           //!< The first length.
        std::uint64_t end{};             //!< One past the last length.
    };

    void add_groups(matched_target const & target);
    std::uint64_t pattern_size(group_range const & group) const noexcept;

    search_context context_;
    // Groups with long patterns come first, so that patterns of similar length are searched together.
    std::vector<group_range> groups_{};
};

} // namespace seqan3_gpulcs::scan
