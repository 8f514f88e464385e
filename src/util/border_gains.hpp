// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The maximum of a sum along the line where two passes meet.
 */

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace seqan3_gpulcs::util
{

//!\brief 64 steps along a line, the first one lowest: where a sum grows by one, and where it shrinks by one.
struct border_steps
{
    std::uint64_t gains{};  //!< A one where it grows.
    std::uint64_t losses{}; //!< A one where it shrinks; with both, it stays as it is.

    //!\brief The change after all of them.
    std::int64_t sum() const noexcept
    {
        return std::popcount(gains) - std::popcount(losses);
    }
};

/*!\brief The maximum change after any number of steps, none included.
 * \param line The steps.
 *
 * Linear in the number of words, and in that of the steps of a few of them.
 */
inline std::int64_t max_gain(std::span<border_steps const> const line) noexcept
{
    // After whole words; then within those that may have more.
    std::int64_t sum = 0;
    std::int64_t max = 0;
    for (border_steps const & steps : line)
        max = std::max(max, sum += steps.sum());
    sum = 0;
    for (border_steps const & steps : line)
    {
        if (sum + std::popcount(steps.gains & ~steps.losses) > max)
        {
            std::int64_t within = sum;
            for (unsigned i = 0; i < 64; ++i)
            {
                within +=
                    static_cast<std::int64_t>(steps.gains >> i & 1) - static_cast<std::int64_t>(steps.losses >> i & 1);
                max = std::max(max, within);
            }
        }
        sum += steps.sum();
    }
    return max;
}

} // namespace seqan3_gpulcs::util
