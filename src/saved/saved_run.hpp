// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair on any backend, part by part, with a state that is saved from time to time.
 */

#pragma once

#include <cstdint>
#include <limits>

#include <seqan3_gpulcs/lcs/saved_run.hpp>

#include "src/backend/backend.hpp"

namespace seqan3_gpulcs::saved
{

//!\brief The maximum rows and columns of a part; parts may be smaller.
struct part_limits
{
    std::uint64_t rows{std::numeric_limits<std::uint64_t>::max()}; //!< A multiple of plan::part_alignment, or no limit.
    std::uint64_t columns{std::numeric_limits<std::uint64_t>::max()}; //!< Likewise.
};

/*!\brief See seqan3_gpulcs::lcs::compute.
 * \param backend   What computes.
 * \param pair      The pair.
 * \param wanted    What to compute.
 * \param saved     Where the state is saved.
 * \param execution Where and how.
 * \param limits    Those of parts.
 */
lcs::saved_run_result compute(backend::backend_interface const & backend,
                              lcs::sequence_pair const & pair,
                              lcs::output wanted,
                              lcs::saved_run const & saved,
                              plan::execution const & execution,
                              part_limits const & limits = {});

} // namespace seqan3_gpulcs::saved
