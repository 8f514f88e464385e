// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The sequence of the rows of a matrix.
 */

#pragma once

#include <cstdint>

namespace seqan3_gpulcs::cuda
{

//!\brief The sequence of the rows, as its packed form has it.
struct row_letters
{
    std::uint64_t const * codes; //!< The packed codes.
    std::uint64_t size;          //!< The number of rows.
    std::uint64_t begin;         //!< The rows before this one match nothing.
    unsigned bits;               //!< The width of a code: 2, 4 or 8.
    std::uint8_t text_code[256]; //!< The code in the text of each letter of the rows; `letters` if it has none.
};

} // namespace seqan3_gpulcs::cuda
