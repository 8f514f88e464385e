// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The calls of the library that depend on the metric.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include <seqan3_gpulcs/alignment/pair_stream.hpp>
#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/metric.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Which subjects a search finds, and what they are compared by.
using search_rule = std::variant<lcs::search_options, edit::search_options>;

//!\brief A search by either metric.
using subject_search = std::variant<lcs::search, edit::search>;

//!\brief What is computed for pairs.
struct comparison
{
    app::metric metric{};        //!< The metric by which they are compared.
    bool with_alignment{};       //!< Whether alignments are wanted beside values.
    alignment::free_ends ends{}; //!< Of edit distances, the ends that cost nothing.

    //!\brief The same for longest common subsequences.
    lcs::output lcs_output() const noexcept
    {
        return with_alignment ? lcs::output::subsequence : lcs::output::length;
    }

    //!\brief The same for edit distances.
    edit::options edit_options() const noexcept
    {
        return {.wanted = with_alignment ? edit::output::alignment : edit::output::distance, .ends = ends};
    }
};

//!\brief The number of processes that compute.
inline unsigned rank_count(plan::execution const & execution) noexcept
{
    return execution.ranks == nullptr ? 1 : static_cast<unsigned>(execution.ranks->size());
}

/*!\brief See seqan3_gpulcs::lcs::compute_in_blocks and seqan3_gpulcs::edit::compute_in_blocks.
 * \param times What the pairs take is added to it, but for the time of the sink.
 */
void compute(alignment::pair_stream const & pairs,
             comparison const & wanted,
             alignment::result_sink const & sink,
             plan::execution const & execution,
             step_times & times);

//!\brief The result of one pair, with a saved_run.
alignment::saved_run_result compute(alignment::sequence_pair const & pair,
                                    comparison const & wanted,
                                    alignment::saved_run const & saved,
                                    plan::execution const & execution);

/*!\brief Sets the length or distance that a pair must reach not to be given up.
 * \param pair         The pair.
 * \param metric       The metric.
 * \param min_identity The identity that it must reach, if there is a minimum.
 * \param max_distance The distance that it must not exceed.
 * \param whole        The length that the identity is relative to.
 */
void set_threshold(alignment::sequence_pair & pair,
                   app::metric metric,
                   std::optional<double> min_identity,
                   std::uint64_t max_distance,
                   std::uint64_t whole);

//!\brief See seqan3_gpulcs::lcs::all_pairs_in_blocks and seqan3_gpulcs::edit::all_pairs_in_blocks of one set.
void all_pairs(std::span<packing::packed_sequence_view const> sequences,
               app::metric metric,
               alignment::value_sink const & sink,
               plan::execution const & execution);

//!\brief The same of two sets.
void all_pairs(std::span<packing::packed_sequence_view const> first,
               std::span<packing::packed_sequence_view const> second,
               app::metric metric,
               alignment::value_sink const & sink,
               plan::execution const & execution);

//!\brief Starts a search. The queries must outlive it.
subject_search start_search(std::span<packing::packed_sequence_view const> queries,
                            search_rule const & rule,
                            plan::execution const & execution);

} // namespace seqan3_gpulcs::app
