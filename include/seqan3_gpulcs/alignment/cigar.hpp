// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Converts alignments to SeqAn3's CIGAR. Not in all.hpp, because SeqAn3's header is slow to compile.
 */

#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <ranges>
#include <vector>

#include <seqan3/alphabet/cigar/cigar.hpp>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/alignment/run.hpp>

namespace seqan3_gpulcs::alignment
{

/*!\brief Converts runs to SeqAn3's CIGAR elements `=`, `X`, `I` and `D`. The first sequence is the query.
 * \tparam runs_t Any input range of seqan3_gpulcs::alignment::run.
 * \throws std::bad_alloc
 *
 * Linear in the number of runs. The count of an element has 32 bits; a longer run becomes several elements.
 */
template <std::ranges::input_range runs_t>
    requires(std::same_as<std::ranges::range_value_t<runs_t>, run>)
std::vector<seqan3::cigar> to_cigar_vector(runs_t && runs)
{
    std::vector<seqan3::cigar> cigar{};
    for (run const part : runs)
        for (std::uint64_t remaining = part.count; remaining != 0;)
        {
            auto const count = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(remaining, std::numeric_limits<std::uint32_t>::max()));
            cigar.emplace_back(count,
                               seqan3::assign_char_to(static_cast<char>(part.operation), seqan3::cigar::operation{}));
            remaining -= count;
        }
    return cigar;
}

//!\brief Converts the runs of a path to SeqAn3's CIGAR elements. Linear in their number.
inline std::vector<seqan3::cigar> to_cigar_vector(path const & alignment)
{
    return to_cigar_vector(alignment.runs());
}

} // namespace seqan3_gpulcs::alignment
