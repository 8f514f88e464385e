// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How many letters the filter should look for at a time.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "src/verification/chance_hits.hpp"

namespace seqan3_gpulcs::verification
{

/*!\brief Estimates what a pass of the filter costs, and what its finds cost afterwards, by the length of the pattern.
 *
 * A shorter pattern serves more positions at once, but is found more often by chance. What is estimated changes the time,
 * never a result.
 *
 * Thread safety: concurrent reads are safe.
 */
class seed_length
{
public:
    /*!\brief Compares lengths.
     * \param rates        How often patterns are found.
     * \param time_of_pass The nanoseconds of a pass for each letter of the text, by the length of the pattern, beside those
     *                     of a thread that follows what was found.
     * \throws std::bad_alloc
     *
     * Linear in the lengths that have rates.
     */
    seed_length(chance_hits const & rates, std::function<double(std::uint64_t)> const & time_of_pass);

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

    /*!\brief The length of the next pattern, where one of `size` letters, more than k, was not found.
     *
     * At least k, and shorter; as much as it can be so that following what is found by chance takes no longer than the
     * pass. Linear in the difference.
     */
    std::uint64_t shorter(std::uint64_t size) const noexcept;

    //!\brief The positions that a pass serves, and the nanoseconds it takes for each, if primers are like random sequences.
    double positions_of_pass() const noexcept;

    //!\copydoc positions_of_pass
    double time_of_position() const noexcept;

private:
    std::uint64_t differences_{};
    std::uint64_t rare_size_{};
    // For patterns of k, k + 1, ... letters, in nanoseconds.
    std::vector<double> costs_{}; // Of a pass and its finds.
    std::vector<double> passes_{};
};

} // namespace seqan3_gpulcs::verification
