// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A target cut at letters that are unknown.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/packing/code_span.hpp"
#include "src/runtime/task_control.hpp"
#include "src/scan/letter_codes.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief The letters of a target from its first wanted position on; none if there is no such position.
 *
 * Thread safety: concurrent reads are safe.
 */
class target_text
{
public:
    //!\brief Letters between unknown ones.
    struct segment
    {
        std::uint64_t begin{}; //!< The first letter.
        std::uint64_t end{};   //!< One past the last letter.
    };

    /*!\brief Refers to the codes of a target that has those of the call; otherwise translates them.
     * \throws std::bad_alloc and what the control throws.
     *
     * Constant time, or linear if codes are translated.
     */
    target_text(primer::target const & target,
                letter_codes const & codes,
                primer::options const & options,
                runtime::task_control & control);

    //!\brief The codes. Those of unknown letters mean nothing.
    packing::code_span codes() const noexcept
    {
        return codes_;
    }

    //!\brief The letters between unknown ones, in order; none of them is empty.
    std::span<segment const> segments() const noexcept
    {
        return segments_;
    }

private:
    packing::packed_sequence packed_{};
    packing::code_span codes_{};
    std::vector<segment> segments_{};
};

} // namespace seqan3_gpulcs::scan
