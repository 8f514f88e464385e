// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of all commands that compare sequences.
 */

#pragma once

#include <optional>
#include <string>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "../io/table_writer.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What is compared, how, and where the results go.
struct comparison_options
{
    std::string first{};                    //!< The file with the first sequences; `-` is standard input.
    std::string second{};                   //!< The file with the second sequences; `-` is standard input.
    std::optional<std::string> alignment{}; //!< Where alignments are wanted: the file.
    table_format format{table_format::tsv};
    std::string alphabet{"dna15"};
    bool timings{};
    plan::execution execution{};
};

} // namespace seqan3_gpulcs::app
