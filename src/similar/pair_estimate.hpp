// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a pair of sequences probably takes, by their first letters.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

namespace seqan3_gpulcs::similar
{

/*!\brief Estimates the indel distance of a pair from the points of the first 16,384 letters of both, as if the others were like them.
 * \param pair         The pair.
 * \param max_distance Points are followed to about this distance, at most to 1.25 times it; some microseconds for 64.
 * \returns The estimate, which may be larger than that.
 */
double estimate_distance(alignment::sequence_pair const & pair, std::uint64_t max_distance);

/*!\brief About the part of the time of its whole matrix that the length of a pair takes the CPU, from 0 to 1.
 *
 * Some microseconds.
 */
double estimate_cpu_part(alignment::sequence_pair const & pair);

} // namespace seqan3_gpulcs::similar
