// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The outcome of a wavefront that does not find the distance of a pair.
 */

#pragma once

#include <cstdint>

namespace seqan3_gpulcs::plan
{

//!\brief The outcome of an attempt, so that nobody need try again.
struct wavefront_attempt
{
    //!\brief The largest distance for which the attempt was profitable: another one up to no larger distance fails as well, with as much
    //!       memory or less. 0 if none was made.
    std::uint64_t worth_distance{};

    double letters_per_edit{}; //!< The letters of both sequences for each edit, where they begin.
    std::uint64_t bytes{};     //!< The memory that counted towards the limit.
};

} // namespace seqan3_gpulcs::plan
