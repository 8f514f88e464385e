// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of users as comparisons for backends.
 */

#pragma once

#include <seqan3_gpulcs/edit/compute.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::edit
{

//!\brief The comparison that options ask for.
constexpr plan::comparison to_comparison(options const & options) noexcept
{
    return {.metric = plan::metric::edit,
            .with_path = options.wanted == output::alignment,
            .ends = options.ends,
            .preference = options.preference,
            .end = options.end};
}

} // namespace seqan3_gpulcs::edit
