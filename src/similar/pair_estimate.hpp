// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Estimates of the distance of a pair, and of the time that it takes, by its first letters.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief Estimates the distance of a pair from the points of the first 16,384 letters of both, as if the others were like them.
 * \param pair         The pair.
 * \param metric       The metric.
 * \param max_distance Points are followed to about this distance, at most to 1.25 times it; some microseconds for 64.
 * \returns The estimate, which may be larger than that.
 */
double estimate_distance(alignment::sequence_pair const & pair, plan::metric metric, std::uint64_t max_distance);

/*!\brief Estimates the time that the length or distance of a pair takes the CPU, in parts of the time of its whole matrix, from 0 to 1.
 *
 * Takes some microseconds.
 */
double estimate_cpu_part(alignment::sequence_pair const & pair, plan::metric metric);

} // namespace seqan3_gpulcs::similar
