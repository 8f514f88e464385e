// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The SDSL that is part of SeqAn3. It takes longer to compile than all of this library.
 *
 * SeqAn3 contains version 3 of the SDSL: as `sdsl` up to 3.3, and as `seqan3::contrib::sdsl` since 3.4. A separately installed
 * SDSL (often version 2) is never used.
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
