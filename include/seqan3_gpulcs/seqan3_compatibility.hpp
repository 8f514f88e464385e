// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What differs between the versions of SeqAn3: here, in seqan3_sdsl.hpp, and nowhere else.
 *
 * Tried with 3.2.0, 3.3.0 and 3.4.2.
 *
 * The chunk of pairs that an alignment algorithm gets is a forward range of unknown size, and what it holds is a
 * `std::pair`, a `std::tuple` or a tuple of SeqAn3's own; seqan3_gpulcs::get_nth takes them all apart.
 */

#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include <seqan3/version.hpp>

#if SEQAN3_VERSION < 30200
#    error "seqan3_gpulcs needs SeqAn3 3.2.0 or newer."
#endif

namespace seqan3_gpulcs
{

//!\brief The n-th element of a tuple, whatever kind of tuple it is.
template <std::size_t n, typename tuple_t>
constexpr decltype(auto) get_nth(tuple_t && tuple)
{
    using std::get;
    return get<n>(std::forward<tuple_t>(tuple));
}

} // namespace seqan3_gpulcs
