// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Converts alignments to SeqAn3's CIGAR. Not in all.hpp, because SeqAn3's header is slow to compile.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <seqan3/alphabet/cigar/cigar.hpp>

#include <seqan3_gpulcs/lcs/run.hpp>

namespace seqan3_gpulcs::lcs
{

/*!\brief Converts runs to SeqAn3's CIGAR elements `=`, `I` and `D`. The first sequence is the query.
 * \throws std::bad_alloc
 *
 * Linear in the number of runs. The count of an element has 32 bits; a longer run becomes several elements.
 */
inline std::vector<seqan3::cigar> to_cigar_vector(std::span<run const> const runs)
{
    std::vector<seqan3::cigar> cigar{};
    cigar.reserve(runs.size());
    for (run const & part : runs)
        for (std::uint64_t left = part.count; left != 0;)
        {
            auto const count =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(left, std::numeric_limits<std::uint32_t>::max()));
            cigar.emplace_back(count,
                               seqan3::assign_char_to(static_cast<char>(part.operation), seqan3::cigar::operation{}));
            left -= count;
        }
    return cigar;
}

} // namespace seqan3_gpulcs::lcs
