// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What users ask for, as backends know it.
 */

#pragma once

#include <seqan3_gpulcs/edit/compute.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::edit
{

//!\brief What is computed with some options.
constexpr plan::comparison to_comparison(options const & options) noexcept
{
    return {.metric = plan::metric::edit,
            .with_path = options.wanted == output::alignment,
            .ends = options.ends,
            .preference = options.preference,
            .end = options.end};
}

} // namespace seqan3_gpulcs::edit
