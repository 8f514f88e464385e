// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The command `gpulcs lcs`.
 */

#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "table_writer.hpp"
#include "temporary_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs lcs`.
struct lcs_options
{
    std::string first{};  //!< The file with the first sequences; `-` is standard input.
    std::string second{}; //!< The file with the second sequences.
    bool all_pairs{};
    std::optional<std::string> alignment{}; //!< Where alignments are wanted: the file.
    table_format format{table_format::tsv};
    std::string alphabet{"dna15"};
    bool timings{};
    plan::execution execution{};
};

/*!\brief Reads both files, compares their sequences, and writes the results.
 * \param options   What to do.
 * \param stop      Ends the work early: seqan3_gpulcs::operation_stopped.
 * \param temporary Holds the alignments until they are complete.
 * \throws input_error, output_error, and the exceptions of seqan3_gpulcs::lcs::compute.
 */
void run_lcs(lcs_options const & options, std::stop_token stop, temporary_file & temporary);

} // namespace seqan3_gpulcs::app
