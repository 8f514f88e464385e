// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs lcs` and `gpulcs edit`.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/metric.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs lcs` and `gpulcs edit`.
struct pair_options : comparison_options
{
    app::metric metric{}; //!< The metric to compute.
    bool all_pairs{};
    std::optional<double> min_identity{}; //!< Pairs below it are omitted.

    //!\brief Pairs above it are omitted; only for edit distances.
    std::uint64_t max_distance{std::numeric_limits<std::uint64_t>::max()};

    std::optional<std::string> checkpoint{};     //!< The directory where the state of the run is saved.
    std::optional<double> checkpoint_interval{}; //!< The seconds from one save to the next.
    bool restart{};                              //!< Whether a state that is there is removed.
};

//!\brief Describes the arguments of the command for the metric; the options must live longer than what is returned.
command_syntax pair_syntax(pair_options & options);

//!\brief Checks that the options agree. \throws usage_error
void check(pair_options const & options);

} // namespace seqan3_gpulcs::app
