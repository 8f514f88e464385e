// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where backgrounds are cut.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief Some letters of a background.
struct letter_range
{
    std::uint64_t begin{}; //!< The first letter.
    std::uint64_t end{};   //!< One past the last letter.
};

struct letter_run;

/*!\brief Backgrounds, the letters in them that nothing may be compared with, and what is known of the others.
 *
 * These are the unknown letters. If the meanings of letters are given, they are those that stand for nothing, and gaps:
 * runs of primer::gap_letters letters or more that may be any base.
 *
 * Thread safety: concurrent reads are safe.
 */
class background_cuts
{
public:
    /*!\brief Finds them.
     * \param backgrounds The backgrounds; they must outlive the object.
     * \param options     Which letters are unknown, or their meanings.
     * \param control     Checked now and then.
     * \param threads     The threads that share the work.
     * \throws std::bad_alloc and what the control throws.
     *
     * Linear in the number of letters; constant time for a background without such letters.
     */
    background_cuts(std::span<packing::packed_sequence_view const> backgrounds,
                    primer::options const & options,
                    runtime::task_control & control,
                    unsigned threads);

    //!\brief The backgrounds.
    std::span<packing::packed_sequence_view const> backgrounds() const noexcept
    {
        return backgrounds_;
    }

    //!\brief What is cut out of a background: ascending, neither empty nor next to each other.
    std::span<letter_range const> of(std::size_t const background) const noexcept
    {
        return cuts_[background];
    }

    //!\brief Whether any other letter may stand for several bases.
    bool leave_ambiguous_letters() const noexcept
    {
        return leave_ambiguous_letters_;
    }

private:
    void cut(std::size_t background, std::span<letter_run const> runs);

    std::span<packing::packed_sequence_view const> backgrounds_{};
    std::vector<std::vector<letter_range>> cuts_{};
    bool leave_ambiguous_letters_{};
};

} // namespace seqan3_gpulcs::scan
