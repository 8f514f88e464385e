// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The length of patterns that should be searched.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "src/scan/chance_hits.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief The processor that searches.
enum class searched_by : std::uint8_t
{
    verifier, //!< The thread that verifies the candidates; it does one after the other.
    device    //!< A device, while a thread verifies the candidates of another pass.
};

/*!\brief Estimates the time of a pass, and of verifying its candidates, by the length of the pattern.
 *
 * A shorter pattern covers more positions at once, but is found more often by chance. The estimates change the time,
 * never a result.
 *
 * Thread safety: concurrent reads are safe.
 */
class seed_length
{
public:
    /*!\brief Compares lengths.
     * \param hits      How often patterns are found by chance.
     * \param by        The processor that searches.
     * \param pass_time The nanoseconds of a pass per letter of the text, by the length of the pattern, for one thread that
     *                  verifies the candidates.
     * \throws std::bad_alloc
     *
     * Linear in the lengths that have rates.
     */
    seed_length(chance_hits const & hits, searched_by by, std::function<double(std::uint64_t)> const & pass_time);

    /*!\brief The length of a pattern with the minimum cost for each position, if patterns of up to `max_size` letters
     *        can be taken, and one of `max_size - i` letters covers i + 1 positions.
     * \param max_size  The maximum length; at least k.
     * \param hit_ratio How many times as often as estimated patterns are found.
     *
     * The length is from k to `max_size`. Linear in the number of lengths that were sampled.
     */
    std::uint64_t choose(std::uint64_t max_size, double hit_ratio = 1) const noexcept;

    /*!\brief Like choose(), where the primer of the first position may be shorter than `max_size`; then the pass finds nothing.
     *
     * It covers no more positions than usual and, where `max_size` letters are found in many places, only one.
     */
    std::uint64_t choose_first(std::uint64_t max_size) const noexcept;

    //!\brief The shortest pattern that is found only a few times by chance; at least k.
    std::uint64_t rare_size() const noexcept
    {
        return rare_size_;
    }

    /*!\brief The length of the next pattern, where one of `size` letters, more than k, was not found.
     *
     * It is at least k, and less than `size`, but not by much: verifying hits by chance should take no longer than the pass or, where it does,
     * only some times as long as before. Linear in the difference.
     */
    std::uint64_t shorter(std::uint64_t size) const noexcept;

    //!\brief The positions that a pass covers, and the nanoseconds it takes for each, if primers are like random
    //!       sequences.
    double positions_per_pass() const noexcept;

    //!\copydoc positions_per_pass
    double time_per_position() const noexcept;

private:
    //!\brief The nanoseconds of a pass, and of its candidates.
    struct pass_cost
    {
        double pass{};
        double candidates{};
    };

    //!\brief The cost of a pattern of at least k letters; 0 if it is longer than the sampled ones.
    pass_cost cost_of(std::uint64_t const size) const noexcept
    {
        std::uint64_t const i = size - differences_;
        return i < costs_.size() ? costs_[i] : pass_cost{};
    }

    static constexpr double busy_factor{1.25};

    // A thread that shares a device also starts its searches and sorts what they find, and some threads have more candidates than
    // others: all of them together keep the device busy if verification takes four fifths of the time.
    double cost(pass_cost const & time, double const hit_ratio) const noexcept
    {
        double const candidates = hit_ratio * time.candidates;
        return by_ == searched_by::device ? std::max(time.pass, busy_factor * candidates) : time.pass + candidates;
    }

    searched_by by_{};
    std::uint64_t differences_{};
    std::uint64_t rare_size_{};
    std::vector<pass_cost> costs_{}; // The costs of patterns of k, k + 1, ... letters.
};

} // namespace seqan3_gpulcs::scan
