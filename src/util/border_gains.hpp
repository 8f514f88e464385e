// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The maximum of a sum along the line where two passes meet.
 */

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace seqan3_gpulcs::util
{

//!\brief The ones of a word less those of another one. Compilers turn a loop of it into vectors.
constexpr std::int8_t net_ones(std::uint64_t gains, std::uint64_t losses) noexcept
{
    // The ones of each two bits, four and eight are counted. The sum of bytes counts ones of `gains` and zeros of `losses`.
    gains -= gains >> 1 & 0x5555'5555'5555'5555u;
    losses -= losses >> 1 & 0x5555'5555'5555'5555u;
    gains = (gains & 0x3333'3333'3333'3333u) + (gains >> 2 & 0x3333'3333'3333'3333u);
    losses = (losses & 0x3333'3333'3333'3333u) + (losses >> 2 & 0x3333'3333'3333'3333u);
    gains = (gains + (gains >> 4)) & 0x0f0f'0f0f'0f0f'0f0fu;
    losses = (losses + (losses >> 4)) & 0x0f0f'0f0f'0f0f'0f0fu;
    std::uint64_t sum = gains + (0x0808'0808'0808'0808u - losses);
    sum += sum >> 32;
    sum += sum >> 16;
    sum += sum >> 8;
    return static_cast<std::int8_t>(static_cast<int>(sum & 0xff) - 64);
}

//!\brief The changes of a sum along some words of steps.
struct gain_summary
{
    std::int64_t sum{}; //!< The change by all words.
    std::int64_t max{}; //!< The maximum after some of the words; at least 0.
};

/*!\brief Within 64 steps, a sum is at most this much greater than before or after them.
 * \tparam width See summarise().
 */
template <unsigned width = 1>
inline constexpr std::int64_t max_gain_within{32 * width};

/*!\brief How a sum changes after each 64 steps.
 * \tparam width The words for 64 steps, side by side; they add up.
 * \param gains  A bit for each step, those of a word from the lowest one on: a one where the sum grows by one.
 * \param losses A one where the sum shrinks by one; with both, it stays as it is.
 *
 * Linear in the number of words.
 */
template <unsigned width = 1>
inline gain_summary summarise(std::span<std::uint64_t const> gains, std::span<std::uint64_t const> losses) noexcept
{
    gain_summary summary{};
    std::array<std::int8_t, 64> changes;
    while (!gains.empty())
    {
        std::size_t const size = std::min(gains.size(), changes.size());
        for (std::size_t i = 0; i < size; ++i)
            changes[i] = net_ones(gains[i], losses[i]);
        for (std::size_t i = 0; i < size; i += width)
        {
            for (unsigned k = 0; k < width; ++k)
                summary.sum += changes[i + k];
            summary.max = std::max(summary.max, summary.sum);
        }
        gains = gains.subspan(size);
        losses = losses.subspan(size);
    }
    return summary;
}

/*!\brief The maximum of a sum after any number of steps, or a value that is greater.
 * \tparam width See summarise().
 * \param gains  As for summarise().
 * \param losses As for summarise().
 * \param sum    The sum before the first step.
 * \param max    The value; not less than the sum.
 *
 * Linear in the number of words, and in the number of steps of all words that may exceed the value.
 */
template <unsigned width = 1>
inline std::int64_t max_within(std::span<std::uint64_t const> const gains,
                               std::span<std::uint64_t const> const losses,
                               std::int64_t sum,
                               std::int64_t max) noexcept
{
    for (std::size_t i = 0; i < gains.size(); i += width)
    {
        std::int64_t within = sum;
        std::int64_t most = sum;
        for (std::size_t k = i; k < i + width; ++k)
        {
            most += net_ones(gains[k] & ~losses[k], 0);
            sum += net_ones(gains[k], losses[k]);
        }
        if (most <= max)
            continue;
        for (unsigned bit = 0; bit < 64; ++bit)
        {
            for (std::size_t k = i; k < i + width; ++k)
                within += static_cast<int>(gains[k] >> bit & 1) - static_cast<int>(losses[k] >> bit & 1);
            max = std::max(max, within);
        }
    }
    return max;
}

} // namespace seqan3_gpulcs::util
