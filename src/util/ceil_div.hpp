// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Division that rounds up.
 */

#pragma once

#include <concepts>

namespace seqan3_gpulcs::util
{

//!\brief The quotient, rounded up; the divisor must not be 0.
template <std::unsigned_integral number_t>
constexpr number_t ceil_div(number_t const dividend, number_t const divisor) noexcept
{
    return dividend / divisor + (dividend % divisor != 0 ? 1 : 0);
}

} // namespace seqan3_gpulcs::util
