// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads numbers in the columns of files.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "src/app/io/table/column_reader.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The largest position in a sequence: a double has all of them, and sums of some do not overflow.
inline constexpr std::uint64_t max_position{std::uint64_t{1} << 53};

/*!\brief Reads a whole number.
 * \param reader The reader of its column.
 * \param text   The column.
 * \param column The number of the column, from 1.
 * \throws input_error if it is no such number, or larger than max_position.
 */
std::uint64_t read_whole_number(column_reader const & reader, std::string const & text, std::size_t column);

/*!\brief Reads a number between -max_position and max_position; one that is too small for an axis is 0.
 * \param reader The reader of its column.
 * \param text   Its digits.
 * \param what   Its name in errors.
 * \throws input_error
 */
double read_number(column_reader const & reader, std::string const & text, std::string const & what);

} // namespace seqan3_gpulcs::app
