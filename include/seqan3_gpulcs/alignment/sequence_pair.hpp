// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Two sequences to compare.
 */

#pragma once

#include <cstdint>
#include <limits>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::alignment
{

//!\brief Two sequences to compare.
struct sequence_pair
{
    packing::packed_sequence_view first{};  //!< The sequence along the rows of the matrix.
    packing::packed_sequence_view second{}; //!< The sequence along the columns.

    /*!\brief The length from which on the pair is of interest; only for longest common subsequences.
     *
     * A pair whose longest common subsequences are shorter is too short: its length is given as 0, and its path is empty. That
     * it is too short is often certain long before its length would be.
     */
    std::uint64_t min_length{};

    /*!\brief The distance up to which the pair is of interest; only for edit distances.
     *
     * A pair whose distance is larger is too different: its distance is given as seqan3_gpulcs::alignment::too_distant, and its
     * path is empty. That it is too different is often certain long before its distance would be.
     */
    std::uint64_t max_distance{std::numeric_limits<std::uint64_t>::max()};

    //!\brief The number of cells of the matrix. The product of the lengths may exceed 2^64, hence `double`.
    double cells() const noexcept
    {
        return static_cast<double>(first.size()) * static_cast<double>(second.size());
    }
};

//!\brief The distance of a pair that is more distant than its sequence_pair::max_distance.
inline constexpr std::uint64_t too_distant{std::numeric_limits<std::uint64_t>::max()};

} // namespace seqan3_gpulcs::alignment
