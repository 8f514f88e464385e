// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of all commands that compare sequences.
 */

#pragma once

#include <optional>
#include <string>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/commands/command_syntax.hpp"
#include "src/app/io/table_writer.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What is compared, how, and where the results go.
struct comparison_options
{
    std::string first{};                    //!< The file with the first sequences; `-` is standard input.
    std::string second{};                   //!< The file with the second sequences; `-` is standard input.
    std::optional<std::string> alignment{}; //!< The file for alignments, if they are wanted.
    table_format format{table_format::tsv};
    std::string alphabet{"dna15"};
    bool timings{};
    plan::execution execution{};
};

//!\brief What --help says about --timings.
extern char const * const comparison_timings_notes;

//!\brief --alignment
option alignment_option(comparison_options & options);

//!\brief The options for the hardware.
std::vector<option> comparison_hardware_options(comparison_options & options);

//!\brief Checks that the options agree. \throws usage_error
void check_comparison(comparison_options const & options);

} // namespace seqan3_gpulcs::app
