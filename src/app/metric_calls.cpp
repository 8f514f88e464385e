// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/metric_calls.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/saved_run.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/saved_run.hpp>

namespace seqan3_gpulcs::app
{

void compute(alignment::pair_stream const & pairs,
             comparison const & wanted,
             alignment::result_sink const & sink,
             plan::execution const & execution,
             step_times & times)
{
    using clock = std::chrono::steady_clock;
    auto begun_at = clock::now();
    auto const take = [&](alignment::result_block && block)
    {
        times.add(block.pairs, block.results, std::chrono::duration<double>(clock::now() - begun_at).count());
        sink(std::move(block));
        begun_at = clock::now();
    };
    if (wanted.metric == metric::lcs)
        lcs::compute_in_blocks(pairs, wanted.lcs_output(), take, execution);
    else
        edit::compute_in_blocks(pairs, wanted.edit_options(), take, execution);
}

alignment::saved_run_result compute(alignment::sequence_pair const & pair,
                                    comparison const & wanted,
                                    alignment::saved_run const & saved,
                                    plan::execution const & execution)
{
    return wanted.metric == metric::lcs ? lcs::compute(pair, wanted.lcs_output(), saved, execution)
                                        : edit::compute(pair, wanted.edit_options(), saved, execution);
}

void set_threshold(alignment::sequence_pair & pair,
                   app::metric const metric,
                   std::optional<double> const min_identity,
                   std::uint64_t const max_distance,
                   std::uint64_t const whole)
{
    if (metric == app::metric::lcs)
    {
        pair.min_length = lcs::length_for_identity(min_identity.value_or(0), whole, whole);
        return;
    }
    pair.max_distance = max_distance;
    if (min_identity)
        pair.max_distance =
            std::min(max_distance, edit::distance_for_identity(*min_identity, whole, whole).value_or(max_distance));
}

void all_pairs(std::span<packing::packed_sequence_view const> const sequences,
               app::metric const metric,
               alignment::value_sink const & sink,
               plan::execution const & execution)
{
    if (metric == app::metric::lcs)
        lcs::all_pairs_in_blocks(sequences, sink, execution);
    else
        edit::all_pairs_in_blocks(sequences, sink, execution);
}

void all_pairs(std::span<packing::packed_sequence_view const> const first,
               std::span<packing::packed_sequence_view const> const second,
               app::metric const metric,
               alignment::value_sink const & sink,
               plan::execution const & execution)
{
    if (metric == app::metric::lcs)
        lcs::all_pairs_in_blocks(first, second, sink, execution);
    else
        edit::all_pairs_in_blocks(first, second, sink, execution);
}

subject_search start_search(std::span<packing::packed_sequence_view const> queries,
                            search_rule const & rule,
                            plan::execution const & execution)
{
    if (auto const * const options = std::get_if<edit::search_options>(&rule))
        return edit::search{queries, *options, execution};
    return lcs::search{queries, std::get<lcs::search_options>(rule), execution};
}

} // namespace seqan3_gpulcs::app
