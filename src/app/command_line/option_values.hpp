// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Turns the values of options into numbers.
 *
 * All functions throw usage_error for a text that is not such a value.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/primer/primer_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Parses a whole number.
 * \param text        The value.
 * \param requirement The beginning of the sentence if it is not such a number: "--top takes a number".
 * \param min         The smallest number allowed.
 * \param max         The largest one.
 */
std::uint64_t parse_number(std::string_view text,
                           char const * requirement,
                           std::uint64_t min = 0,
                           std::uint64_t max = std::numeric_limits<std::uint64_t>::max());

/*!\brief Parses a time in seconds: a number that is not negative, as in `60` or `0.5`.
 * \param text        The value.
 * \param requirement As above.
 */
double parse_seconds(std::string_view text, char const * requirement);

//!\brief The numbers of devices, none for all of them. \throws usage_error
std::vector<unsigned> parse_devices(std::string_view text);

//!\brief Parses an identity: a number from 0 to 1.
double parse_identity(std::string_view text);

//!\brief Parses a range of GC contents in percent, as in `40:60`.
gc_range parse_gc_range(std::string_view text);

//!\brief Parses the value of --tm. \throws usage_error
temperature_range parse_temperature_range(std::string_view text);

//!\brief Parses a range of lengths of products, as in `80:200`, that an option takes.
length_range parse_length_range(std::string const & option, std::string_view text);

//!\brief Parses a number of letters and how many edits they may have, as in `5:1`.
three_prime_limit parse_three_prime_limit(std::string_view text);

//!\brief Parses a number of bytes, as in `500M`; units are powers of 1024.
std::uint64_t parse_size(std::string_view text);

} // namespace seqan3_gpulcs::app
