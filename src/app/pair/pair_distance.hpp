// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The distances in matrices, for programs that build trees.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/path.hpp>

#include "src/app/io/table/pair_table.hpp"
#include "src/app/metric.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What the distance of two sequences is, from 0 to 1 unless it is corrected.
enum class distance_kind : std::uint8_t
{
    longer,  //!< 1 minus the identity, which is relative to the longer sequence.
    shorter, //!< The same relative to the shorter one: letters that it lacks do not count, but for the length.
    aligned, //!< The part of the columns of the alignment without gaps that have two different letters: the p-distance.
    jukes_cantor //!< That part, corrected for letters that have changed more than once (Jukes and Cantor 1969).
};

//!\brief Whether a distance counts columns of the alignment.
constexpr bool needs_alignment(distance_kind const kind) noexcept
{
    return kind >= distance_kind::aligned;
}

/*!\brief The distance of a pair.
 * \param kind   What it is; the metric must be edit distances if it needs the alignment.
 * \param metric The metric of the value.
 * \param pair   The pair.
 * \param path   Its alignment, if the distance needs it.
 *
 * Two empty sequences have the distance 0. Otherwise, where no columns are left to count, it is 1. Corrected distances are at most 5: from
 * 3/4 of different letters on, as of unrelated sequences, there is no correction.
 */
double pair_distance(distance_kind kind, metric metric, compared_pair const & pair, alignment::path const * path);

} // namespace seqan3_gpulcs::app
