// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a backend is given to find the matches of primers.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/match.hpp>

#include "src/runtime/task_control.hpp"
#include "src/verification/background_text.hpp"

namespace seqan3_gpulcs::verification
{

/*!\brief Matches that are wanted: of groups of primers that end together.
 *
 * Thread safety: the members that are const may be used concurrently, those that name a group for different ones.
 */
class match_request
{
public:
    /*!\brief Starts; what is given must outlive the object.
     * \param target     The sequence that has the primers, and the positions.
     * \param lengths    The lengths of the primers at these positions.
     * \param background What they differ from.
     * \param options    Which primers they are.
     * \param matches    Where the matches go, as many as there are lengths.
     * \param control    Is told of cells, and asked whether to go on.
     * \param threads    So many share the work.
     * \throws std::bad_alloc and what the control throws.
     */
    match_request(primer::target const & target,
                  std::span<std::uint64_t const> lengths,
                  packing::packed_sequence_view const & background,
                  primer::options const & options,
                  std::span<primer::match> matches,
                  runtime::task_control & control,
                  unsigned threads);

    //!\brief What primers differ from.
    background_text const & text() const noexcept
    {
        return text_;
    }

    //!\brief k.
    std::uint64_t differences() const noexcept
    {
        return differences_;
    }

    //!\brief The control.
    runtime::task_control & control() const noexcept
    {
        return control_;
    }

    //!\brief The number of groups.
    std::size_t groups() const noexcept
    {
        return groups_.size();
    }

    //!\brief The longest primer of a group. Each one without the first letter of the one before is a primer, too.
    std::span<std::uint8_t const> longest(std::size_t group) const noexcept;

    //!\brief Where the matches of a group go, for each of its primers; counted in letters of the text.
    std::span<primer::match> matches(std::size_t group) const noexcept;

    //!\brief The letters of the shortest primer of a group, which is the one that is searched. Groups with long ones come first.
    std::uint64_t pattern_size(std::size_t group) const noexcept;

    //!\brief Takes over the matches of a group, which are found: they become positions in the background.
    void finish(std::size_t group) const noexcept;

private:
    //!\brief Positions whose primers end together.
    struct group_range
    {
        std::uint64_t begin{}; //!< The first of their lengths.
        std::uint64_t end{};   //!< The one behind the last.
    };

    std::span<std::uint64_t const> lengths_{};
    std::span<primer::match> matches_{};
    std::uint64_t differences_{};
    double cells_of_position_{};
    runtime::task_control & control_;
    background_text text_;
    std::vector<std::uint8_t> letters_{}; // From the first position on.
    std::vector<group_range> groups_{};   // Those with long patterns first: what is searched together is alike.
};

} // namespace seqan3_gpulcs::verification
