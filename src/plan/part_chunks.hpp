// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The chunks of columns that go from one rank to the next.
 */

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace seqan3_gpulcs::plan
{

//!\brief A chunk takes about as long as one that has this many columns more, for each device of a rank: the launches of two
//!       chunks, which overlap, must have work for all its warps.
inline constexpr double device_overhead_columns{60'000};

/*!\brief The best number of columns in a chunk: with short ones, ranks begin early; with long ones, each costs less.
 * \param columns  The number of columns.
 * \param ranks    The number of ranks.
 * \param overhead A chunk takes as long as one that has this many columns more.
 */
inline double best_chunk_columns(std::uint64_t const columns, std::size_t const ranks, double const overhead) noexcept
{
    return std::sqrt(overhead * static_cast<double>(columns) / static_cast<double>(ranks));
}

} // namespace seqan3_gpulcs::plan
