// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options and checks that several commands share.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/io/table/table.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of all commands that compare pairs: what is compared, how, and where the results go.
struct comparison_options
{
    std::string first{};                       //!< The file with the first sequences; `-` is standard input.
    std::string second{};                      //!< The file with the second sequences; `-` is standard input.
    std::optional<std::string> alignment{};    //!< The file for alignments, if they are wanted.
    std::optional<std::uint64_t> split_gaps{}; //!< The longest gap that does not split an alignment, if others do.
    table_format format{table_format::tsv};
    std::string alphabet{"dna15"};
    bool timings{};
    plan::execution execution{};
};

//!\brief Whether alignments are written in SAM format: if that is the ending of the name of their file.
bool writes_sam(comparison_options const & options);

//!\brief What manual pages say about files, for commands that read sequences.
extern char const * const file_notes;

//!\brief What manual pages say about SAM, for commands that compare pairs.
extern char const * const sam_notes;

//!\brief What manual pages say about --split-gaps, for commands that compare pairs.
extern char const * const split_gaps_notes;

//!\brief What manual pages say about --timings, for commands that compare pairs.
extern char const * const comparison_timings_notes;

//!\brief --format for a plain table.
option table_format_option(table_format & format);

//!\brief --alphabet
option alphabet_option(std::string & alphabet);

//!\brief --alphabet for commands that compare nucleotides only.
option nucleotides_option(std::string & alphabet);

//!\brief --alignment
option alignment_option(std::optional<std::string> & path);

//!\brief --split-gaps
option split_gaps_option(std::optional<std::uint64_t> & max_gap);

//!\brief --timings
option timings_option(bool & timings);

/*!\brief An option that takes a whole number, and says what to compute.
 * \param name        Its name.
 * \param number      Receives the number.
 * \param requirement The beginning of the sentence if it is not such a number: "--top takes a number".
 * \param description Its description in the help.
 * \param min         The smallest number allowed.
 */
option number_option(std::string name,
                     std::uint64_t & number,
                     char const * requirement,
                     std::string description,
                     std::uint64_t min = 0);

//!\brief The same for a number that there need not be.
option number_option(std::string name,
                     std::optional<std::uint64_t> & number,
                     char const * requirement,
                     std::string description,
                     std::uint64_t min = 0);

//!\brief The option --max-distance. \param what The things that are reported: "pairs".
option max_distance_option(std::uint64_t & distance, std::string const & what);

//!\brief --min-identity, with its description; `set` is called with a number from 0 to 1.
option min_identity_option(std::string description, std::function<void(double)> set);

//!\brief --backend, with its description in the manual page, --device and --threads.
std::vector<option> execution_options(plan::execution & execution, std::string description);

//!\brief The same for commands that compare pairs, and --memory.
std::vector<option> comparison_hardware_options(plan::execution & execution);

//!\brief Checks that the options of execution_options() agree. \throws usage_error
void check_execution(plan::execution const & execution);

/*!\brief Checks that the backend and the device are available: before long files are read.
 * \throws seqan3_gpulcs::backend_unavailable
 */
void require_backend(plan::execution const & execution);

//!\brief Checks that at most one input is the standard input, and none of them the standard output. \throws usage_error
void check_inputs(std::vector<std::string> const & inputs);

//!\brief The format that an option writes.
struct output_kind
{
    std::string_view option{};
    std::string_view format{};
    std::string_view ending{}; //!< The names of such files end in this.
};

/*!\brief Checks the path of an output beside standard output.
 * \param path   The path.
 * \param kind   The option that takes it.
 * \param inputs The paths of the inputs, none of which it may be.
 * \throws usage_error
 */
void check_output(std::string const & path, output_kind const & kind, std::vector<std::string> const & inputs);

/*!\brief Checks that the options of a comparison agree.
 * \param options The options.
 * \param inputs  The inputs, but only once if one is read for both.
 * \throws usage_error
 */
void check_comparison(comparison_options const & options, std::vector<std::string> const & inputs);

} // namespace seqan3_gpulcs::app
