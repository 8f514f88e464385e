// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Alignments as runs of equal operations, like CIGAR strings.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace seqan3_gpulcs::alignment
{

//!\brief The kind of an alignment column; the value is its letter in CIGAR strings. The first sequence is the query.
enum class operation : char
{
    match = '=',       //!< The same letter in both sequences.
    insertion = 'I',   //!< A letter of the first sequence, opposite a gap in the second.
    deletion = 'D',    //!< A letter of the second sequence, opposite a gap in the first.
    substitution = 'X' //!< Different letters; not in longest common subsequences.
};

//!\brief Consecutive alignment columns of the same kind.
struct run
{
    alignment::operation operation{}; //!< The kind of the columns.
    std::uint64_t count{};            //!< The number of columns.

    //!\brief Whether both members are equal.
    friend bool operator==(run const &, run const &) = default;
};

/*!\brief Writes runs as a CIGAR string of `=`, `X`, `I` and `D`. The first sequence is the query. Linear.
 * \throws std::bad_alloc
 */
std::string to_cigar(std::span<run const> runs);

} // namespace seqan3_gpulcs::alignment
