// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The program and all of its commands as data, for the command line, manual pages and completions.
 */

#pragma once

#include <vector>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/demultiplex/demultiplex_options.hpp"
#include "src/app/devices/devices_options.hpp"
#include "src/app/pair/pair_options.hpp"
#include "src/app/plot/plot_options.hpp"
#include "src/app/primer/primer_options.hpp"
#include "src/app/search/search_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of all commands.
struct all_options
{
    pair_options lcs{};
    pair_options edit{{}, app::metric::edit};
    search_options search{};
    demultiplex_options demultiplex{};
    primer_options primer{};
    plot_options plot{};
    devices_options devices{};
};

//!\brief Describes all commands, in the order of --help; the options must live longer than what is returned.
std::vector<command_syntax> all_commands(all_options & options);

//!\brief Describes the program itself: what --help says without a command.
command_syntax program_syntax();

//!\brief An option of the program and of all commands that prints something instead of running.
struct information_option
{
    char const * name{};
    char const * description{};
};

inline constexpr information_option help_option{"-h,--help", "Print this help and exit"};
inline constexpr information_option version_option{"--version", "Print the version and exit"};

//!\brief Adds these options to a command and those below it.
void add_information_options(command_syntax & command);

} // namespace seqan3_gpulcs::app
