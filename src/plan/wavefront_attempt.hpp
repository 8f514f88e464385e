// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What furthest-reaching points find out about a pair whose distance they do not find.
 */

#pragma once

#include <cstdint>

namespace seqan3_gpulcs::plan
{

//!\brief How far an attempt has come. Whoever computes the pair next need not try again.
struct wavefront_attempt
{
    //!\brief The largest distance for which the attempt was worth it: one that is worth no more fails as well, with as much memory or
    //!       less. 0 if none was made.
    std::uint64_t worth_distance{};

    double letters_per_edit{}; //!< Of both sequences, where they begin.
    std::uint64_t bytes{};     //!< The memory that counted towards the limit.
};

} // namespace seqan3_gpulcs::plan
