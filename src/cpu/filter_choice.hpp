// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How many letters the filter should look for at a time.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../run_control.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief Estimates what a pass of the filter costs, and what its finds cost afterwards, by the length of the pattern.
 *
 * A shorter pattern serves more positions at once, but is found more often by chance. What is estimated changes the time,
 * never a result.
 *
 * Thread safety: concurrent reads are safe.
 */
class filter_choice
{
public:
    /*!\brief Compares samples of targets and text.
     * \param targets     Sequences without unknown letters.
     * \param text        The text.
     * \param differences k, at least 1.
     * \param control     Is asked now and then whether to go on.
     * \throws std::bad_alloc and what the control throws.
     *
     * Some thousand letters of the text are compared with a few substrings of the targets, row by row, as long as any
     * distance is less than k.
     */
    filter_choice(std::span<std::span<std::uint8_t const> const> targets,
                  std::span<std::uint8_t const> text,
                  std::uint64_t differences,
                  run_control & control);

    /*!\brief The length of a pattern with the least cost for each position, if patterns of up to `longest` letters can be
     *        taken, and one of `longest - i` letters serves i + 1 positions.
     *
     * From k to `longest`, which must be at least k. Linear in the number of lengths that were sampled.
     */
    std::uint64_t choose(std::uint64_t longest) const noexcept;

    //!\brief The shortest pattern that is found only a few times by chance; at least k.
    std::uint64_t rare_size() const noexcept
    {
        return rare_size_;
    }

private:
    std::uint64_t differences_{};
    std::uint64_t rare_size_{};
    std::vector<double> costs_{}; // Of a pass and its finds, for patterns of k, k + 1, ... letters; in nanoseconds.
};

} // namespace seqan3_gpulcs::cpu
