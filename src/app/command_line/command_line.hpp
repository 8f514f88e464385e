// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Parses the command line.
 */

#pragma once

#include <string>
#include <variant>

#include "src/app/demultiplex/demultiplex_options.hpp"
#include "src/app/devices/devices_options.hpp"
#include "src/app/pair/pair_options.hpp"
#include "src/app/plot/plot_options.hpp"
#include "src/app/primer/primer_options.hpp"
#include "src/app/search/search_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The help or the version.
struct information
{
    std::string text{};
};

//!\brief A valid command line: a text to print, or a command with its options.
using command_line = std::variant<information,
                                  pair_options,
                                  search_options,
                                  demultiplex_options,
                                  primer_options,
                                  plot_options,
                                  devices_options>;

/*!\brief Parses the arguments of main().
 * \throws usage_error
 */
command_line parse_command_line(int argc, char const * const * argv);

} // namespace seqan3_gpulcs::app
