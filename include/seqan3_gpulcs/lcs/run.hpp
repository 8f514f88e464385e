// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Alignments as runs of equal operations.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace seqan3_gpulcs::lcs
{

//!\brief What a column of an alignment holds; the value is the letter that CIGAR strings use.
enum class operation : char
{
    match = '=',       //!< A letter of the first sequence and the same letter of the second.
    insertion = 'I',  //!< A letter of the first sequence and a gap.
    deletion = 'D', //!< A gap and a letter of the second sequence.
};

//!\brief So many columns of the same kind.
struct run
{
    lcs::operation operation{}; //!< What kind.
    std::uint64_t count{};      //!< How many.

    //!\brief Compares both.
    friend bool operator==(run const &, run const &) = default;
};

/*!\brief Writes runs as a CIGAR string of `=`, `I` and `D`, the first sequence being the query. Linear.
 * \throws std::bad_alloc
 */
std::string to_cigar(std::span<run const> runs);

} // namespace seqan3_gpulcs::lcs
