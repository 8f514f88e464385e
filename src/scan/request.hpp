// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A request to a backend to find primers, matches or sites in a text.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "src/plan/offload_policy.hpp"
#include "src/scan/match_request.hpp"
#include "src/scan/primer_request.hpp"
#include "src/scan/site_request.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief Primers. Their lengths go where the segments of the request say.
struct wanted_primers
{
    primer_request const & request; //!< With a text and positions.

    std::uint64_t max_pattern_size() const noexcept; //!< See scan::request.
    double cpu_seconds() const noexcept;             //!< See scan::request.

    //!\brief See scan::request.
    double pass_seconds() const noexcept
    {
        return cpu_seconds();
    }
};

//!\brief The matches of some groups of primers, which go where the request says.
struct wanted_matches
{
    match_request const & request; //!< With a text.
    std::size_t begin{};           //!< The first group.
    std::size_t end{};             //!< One past the last group; greater than `begin`.

    std::uint64_t max_pattern_size() const noexcept; //!< See scan::request.
    double cpu_seconds() const noexcept;             //!< See scan::request.

    //!\brief See scan::request.
    double pass_seconds() const noexcept
    {
        return cpu_seconds();
    }
};

//!\brief Sites, and where they go.
struct wanted_sites
{
    site_request const & request;      //!< With a text and at least one pattern.
    std::vector<primer::site> & sites; //!< In the order of primers, those of a primer in any order.

    std::uint64_t max_pattern_size() const noexcept; //!< See scan::request.
    double cpu_seconds() const noexcept;             //!< See scan::request.
    double pass_seconds() const noexcept;            //!< See scan::request.
};

//!\brief A request of any kind, and its costs. It refers to the request of that kind, which must outlive it.
struct request
{
    //!\brief Wraps a request of one of the kinds.
    template <typename wanted_t>
        requires requires(wanted_t const & wanted)
        {
            wanted.max_pattern_size();
            wanted.request;
        }
    request(wanted_t const & wanted_) noexcept :
        wanted{wanted_},
        text{wanted_.request.text()},
        control{wanted_.request.control()},
        max_pattern_size{wanted_.max_pattern_size()},
        times{wanted_.cpu_seconds(), wanted_.pass_seconds()}
    {}

    /*!\brief Separates the part that takes patterns of more than `longest` letters.
     * \returns The part that takes longer patterns, and the rest; nothing for one that is empty.
     *
     * Matches are divided; primers, or sites, stay together.
     */
    std::pair<std::optional<request>, std::optional<request>> split(std::uint64_t longest) const noexcept;

    std::variant<wanted_primers, wanted_matches, wanted_sites> wanted; //!< The request of one kind.
    background_text const & text;                                      //!< The text.
    runtime::task_control & control;                                   //!< The control.
    std::uint64_t max_pattern_size{}; //!< The most letters that have to be searched at once.
    plan::search_times times{};       //!< About the time on a thread of the CPU; measured with AVX-512.
};

} // namespace seqan3_gpulcs::scan
