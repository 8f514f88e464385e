// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The differences between versions of SeqAn3, together with seqan3_sdsl.hpp.
 *
 * Tested with 3.2.0, 3.3.0 and 3.4.2.
 *
 * An alignment algorithm receives a chunk of pairs as a forward range of unknown size. Its elements are `std::pair`, `std::tuple`
 * or SeqAn3's own tuples; seqan3_gpulcs::get_nth accesses all of them.
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

//!\brief The n-th element of any kind of tuple.
template <std::size_t n, typename tuple_t>
constexpr decltype(auto) get_nth(tuple_t && tuple)
{
    using std::get;
    return get<n>(std::forward<tuple_t>(tuple));
}

} // namespace seqan3_gpulcs
