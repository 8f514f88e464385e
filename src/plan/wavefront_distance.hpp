// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The distances whose furthest-reaching points can be found.
 */

#pragma once

#include <cstdint>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief Insertions and deletions cost 1, and matches nothing: the distance that goes with longest common subsequences.
 *
 * The points of a distance are `spacing` diagonals apart. `planes` bits say where a point comes from: whether from the row above; and
 * otherwise, if there is a second bit, whether from the column before.
 */
struct indel_distance
{
    static constexpr plan::metric metric{plan::metric::lcs}; //!< The metric.
    static constexpr std::int64_t spacing{2};                //!< See above.
    static constexpr std::int64_t planes{1};                 //!< See above.
};

//!\brief Substitutions cost 1, too: points may come from their own diagonal.
struct edit_distance
{
    static constexpr plan::metric metric{plan::metric::edit}; //!< \copydoc indel_distance::metric
    static constexpr std::int64_t spacing{1};                 //!< See seqan3_gpulcs::similar::indel_distance.
    static constexpr std::int64_t planes{2};                  //!< See seqan3_gpulcs::similar::indel_distance.
};

} // namespace seqan3_gpulcs::similar
