// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How often patterns are found by chance.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "src/runtime/task_control.hpp"
#include "src/scan/background_text.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief Estimates in how many places of a text a substring of the targets has less than k differences, by its length.
 *
 * The estimates change the time, never a result.
 *
 * Thread safety: concurrent reads are safe.
 */
class chance_hits
{
public:
    /*!\brief Compares samples of targets and text.
     * \param targets     Sequences without unknown letters.
     * \param text        The text.
     * \param differences k, at least 1.
     * \param control     Checked now and then.
     * \param threads     The threads that share the work.
     * \throws std::bad_alloc and what the control throws.
     *
     * Some thousand letters of the text are compared with a few substrings of the targets, row by row, as long as any
     * distance is less than k; by the classes of letters, as a search for seeds does.
     */
    chance_hits(std::span<packing::code_span const> targets,
                background_text const & text,
                std::uint64_t differences,
                runtime::task_control & control,
                unsigned threads);

    //!\brief k.
    std::uint64_t differences() const noexcept
    {
        return differences_;
    }

    //!\brief The letters of the text.
    std::uint64_t text_size() const noexcept
    {
        return text_size_;
    }

    //!\brief The fractions of text letters at which a substring ends that is similar to one of k, k + 1, ... letters.
    std::span<double const> rates() const noexcept
    {
        return rates_;
    }

    //!\brief The rate of substrings of this length, at least k.
    double rate(std::uint64_t const size) const noexcept
    {
        return rates_.empty() ? 0 : rates_[std::min<std::uint64_t>(size - differences_, rates_.size() - 1)];
    }

    //!\brief The shortest pattern that is found only a few times by chance; at least k.
    std::uint64_t rare_size() const noexcept
    {
        return rare_size_;
    }

private:
    std::uint64_t differences_{};
    std::uint64_t text_size_{};
    std::uint64_t rare_size_{};
    std::vector<double> rates_{};
};

} // namespace seqan3_gpulcs::scan
