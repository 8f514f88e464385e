// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The results of a batch of pairs of `align_pairwise`.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/pairwise/detail/choice.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

//!\brief The results of a batch, or only lengths or distances.
class found_values
{
public:
    /*!\brief Computes pairs; their results take the place of those before.
     * \param pairs     The pairs, with their thresholds.
     * \param made      The choice of what to compute.
     * \param execution Where and how to compute.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute or seqan3_gpulcs::edit::compute.
     */
    void
    compute(std::span<alignment::sequence_pair> const pairs, choice const & made, plan::execution const & execution)
    {
        for (alignment::sequence_pair & pair : pairs)
        {
            pair.min_length = made.min_length;
            pair.max_distance = made.max_distance;
        }
        if (!made.is_edit && made.wants_results)
            results_ = lcs::compute(pairs, lcs::output::subsequence, execution);
        else if (!made.is_edit)
            values_ = lcs::lengths(pairs, execution);
        else if (made.wants_results)
            results_ = edit::compute(pairs, made.options, execution);
        else
            values_ = edit::distances(pairs, made.options.ends, execution);
    }

    //!\brief Adds the times and the memory of all results to those of a batch, before any is taken.
    void add_to(plan::batch_statistics & statistics) const noexcept
    {
        for (alignment::result const & result : results_)
        {
            statistics.forward_seconds += result.forward_seconds;
            statistics.traceback_seconds += result.traceback_seconds;
            statistics.transfer_seconds += result.transfer_seconds;
            statistics.kernel_seconds += result.kernel_seconds;
            statistics.memory_bytes = std::max(statistics.memory_bytes, result.memory_bytes);
        }
    }

    /*!\brief The result for a pair, which can be taken once: with the length or distance and both parts that are aligned.
     *
     * Where the distance is too large, or the length too small, both parts are the empty ones at the ends, as with SeqAn3's own
     * algorithm.
     */
    alignment::result
    take(std::size_t const i, std::uint64_t const first_size, std::uint64_t const second_size, choice const & made)
    {
        alignment::result result{};
        if (made.wants_results)
            result = std::move(results_[i]);
        else if (made.is_edit)
            result.distance = values_[i];
        else
            result.length = values_[i];

        if (!made.is_edit || !made.wants_results)
        {
            result.first = {.end = first_size};
            result.second = {.end = second_size};
        }
        if (made.is_edit ? result.distance == alignment::too_distant : result.length < made.min_length)
        {
            result.first = {first_size, first_size};
            result.second = {second_size, second_size};
        }
        return result;
    }

private:
    std::vector<alignment::result> results_{}; // Either these or the values are used.
    std::vector<std::uint64_t> values_{};
};

} // namespace seqan3_gpulcs::pairwise::detail
