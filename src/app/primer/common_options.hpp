// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options that several commands of `gpulcs primer` have.
 */

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/primer/primer_options.hpp"

namespace seqan3_gpulcs::app
{

namespace option_group
{

inline constexpr char const * primers{"Which primers"};
inline constexpr char const * pairs{"Pairs of primers"};
inline constexpr char const * sites{"Which sites"};
inline constexpr char const * products{"Which products"};

} // namespace option_group

//!\brief PRIMERS, TARGET and BACKGROUND of commands for given primers.
std::vector<file_argument> given_primer_files(primer_options & options);

//!\brief BACKGROUND
file_argument background_argument(primer_options & options, std::string description);

//!\brief An option that takes two numbers with a colon between them, which are stored by `set`.
option range_option(char const * group, std::string name, std::string description, value_setter set);

/*!\brief --min-edits or --max-edits, which must be given.
 * \param options     Receives the number.
 * \param each        The option, without name and value.
 * \param requirement The beginning of the sentence if it is not such a number.
 * \param min         The smallest number allowed.
 */
option edits_option(primer_options & options, option each, char const * requirement, std::uint64_t min);

//!\brief --unknown. \param what The sequences that it is about: "BACKGROUND".
option unknown_option(primer_options & options, char const * group, std::string const & what);

//!\brief --three-prime and --mismatches-only
std::vector<option> site_filter_options(primer_options & options, char const * group);

//!\brief The options for hardware. \param memory_notes What the manual page says about --memory.
std::vector<option> hardware_options(primer_options & options, std::string const & memory_notes);

//!\brief What --memory limits where sites are found.
extern char const * const site_memory_notes;

} // namespace seqan3_gpulcs::app
