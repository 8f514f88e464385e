// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where in each subject a query is closest to a part of it.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/prepared_sequences.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/app/progress_bar.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A query, and the parts that are close to it.
struct part_query
{
    packing::packed_sequence_view letters{};
    std::uint64_t max_edits{}; //!< The most edits of a part; those beyond all letters but one do not count.
};

//!\brief The part of a subject that is closest to a query.
struct closest_part
{
    primer::site
        site{}; //!< The part; the query is its primer, and the subject its sequence. Of equally close ones the first.
    std::uint64_t
        places{}; //!< The number of parts of the subject that are as close; ends next to each other are one part.
};

//!\brief What find_closest_parts() looks for, and how.
struct part_search
{
    std::uint64_t top{}; //!< If not 0, only the closest subjects of each query are wanted, so many of them.
    bool both_strands{}; //!< Whether reverse complements of the subjects are searched as well.
    std::uint64_t memory_limit{std::numeric_limits<std::uint64_t>::max()}; //!< The bytes that an alignment may need.
    plan::execution const & execution;
    progress_bar & bar; //!< Shows how much of each search is done.
};

/*!\brief Finds the parts of subjects that have few enough edits to queries.
 * \param queries  The queries. Those without letters have no parts.
 * \param subjects The subjects.
 * \param wanted   What to look for.
 * \param times    The time and the hardware used are added to it.
 * \returns For each query, one part of each subject that has one, and of these the best ones; in the order of queries, edits and subjects.
 * \throws limit_error if the memory limit is too small for the alignment of a part.
 * \throws The exceptions of seqan3_gpulcs::primer::find_sites.
 *
 * Letters that stand for several bases match each of them; see seqan3_gpulcs::primer::find_sites. If only the closest subjects are wanted,
 * a query is searched with few edits first, and with more of them only as long as it has too few subjects.
 */
std::vector<closest_part> find_closest_parts(std::span<part_query const> queries,
                                             primer::prepared_sequences const & subjects,
                                             part_search const & wanted,
                                             step_times & times);

/*!\brief The alignment of a query and a part.
 * \param query   The letters of the query.
 * \param subject Those of the subject.
 * \param part    The part.
 * \returns The path, in the direction of the subject: the first sequence is the query or, if the part is close to that, its reverse
 *          complement.
 * \throws std::bad_alloc
 */
alignment::path align_part(packing::packed_sequence_view const & query,
                           packing::packed_sequence_view const & subject,
                           primer::site const & part);

} // namespace seqan3_gpulcs::app
