// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs lcs`.
 */

#pragma once

#include <optional>
#include <string>

#include "src/app/commands/command_syntax.hpp"
#include "src/app/commands/shared_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs lcs`.
struct lcs_options : comparison_options
{
    bool all_pairs{};
    std::optional<double> min_identity{}; //!< Pairs below it are omitted.

    std::optional<std::string> checkpoint{};     //!< The directory where the state of the run is saved.
    std::optional<double> checkpoint_interval{}; //!< The seconds from one save to the next.
    bool restart{};                              //!< Whether a state that is there is removed.
};

//!\brief Describes the arguments; the options must live longer than what is returned.
command_syntax lcs_syntax(lcs_options & options);

//!\brief Checks that the options agree. \throws usage_error
void check(lcs_options const & options);

} // namespace seqan3_gpulcs::app
