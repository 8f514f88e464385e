// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a pair of sequences probably takes, by their first letters.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief Estimates the distance of a pair from the points of the first 16,384 letters of both, as if the others were like them.
 * \param pair         The pair.
 * \param metric       What is compared.
 * \param max_distance Points are followed to about this distance, at most to 1.25 times it; some microseconds for 64.
 * \returns The estimate, which may be larger than that.
 */
double estimate_distance(alignment::sequence_pair const & pair, plan::metric metric, std::uint64_t max_distance);

/*!\brief About the part of the time of its whole matrix that the length or distance of a pair takes the CPU, from 0 to 1.
 *
 * Some microseconds.
 */
double estimate_cpu_part(alignment::sequence_pair const & pair, plan::metric metric);

} // namespace seqan3_gpulcs::similar
