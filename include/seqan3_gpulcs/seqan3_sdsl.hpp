// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The SDSL that belongs to SeqAn3, which takes the compiler longer than all of this library.
 *
 * Up to 3.3 SeqAn3 brings version 3 of the SDSL along as `sdsl`, since 3.4 as `seqan3::contrib::sdsl`. An SDSL that is
 * installed beside it (often version 2) is never used.
 */

#pragma once

#include <seqan3_gpulcs/seqan3_compatibility.hpp>

#if __has_include(<seqan3/contrib/sdsl-lite.hpp>)
#    include <seqan3/contrib/sdsl-lite.hpp>
#else
#    include <sdsl/bit_vectors.hpp>
#    include <sdsl/rank_support_v.hpp>
#endif

namespace seqan3_gpulcs
{

//!\cond
#if __has_include(<seqan3/contrib/sdsl-lite.hpp>)
namespace sdsl = ::seqan3::contrib::sdsl;
#else
namespace sdsl = ::sdsl;
#endif
//!\endcond

} // namespace seqan3_gpulcs
