// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The widths that codes of letters may have: 2, 4 and 8 bits.
 */

#pragma once

#include <cstddef>
#include <type_traits>

namespace seqan3_gpulcs::packing
{

//!\brief A width, as a type.
template <unsigned bits>
using code_width = std::integral_constant<unsigned, bits>;

//!\brief The smallest width that has a code for each of some letters.
constexpr unsigned choose_code_width(std::size_t const letters) noexcept
{
    return letters <= 4 ? 2 : letters <= 16 ? 4 : 8;
}

//!\brief Calls a function with the type of a width, and returns what it does.
template <typename function_t>
constexpr decltype(auto) with_code_width(unsigned const bits, function_t && function)
{
    switch (bits)
    {
    case 2:
        return function(code_width<2>{});
    case 4:
        return function(code_width<4>{});
    default:
        return function(code_width<8>{});
    }
}

} // namespace seqan3_gpulcs::packing
