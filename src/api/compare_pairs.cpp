// SPDX-License-Identifier: BSD-3-Clause

#include "src/api/compare_pairs.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/api/composition_bound.hpp"
#include "src/api/make_values.hpp"
#include "src/api/resident_set.hpp"
#include "src/backend/rank_calls.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/plan/threshold.hpp"
#include "src/runtime/parallel_collect.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::api
{

namespace
{

/* Whether the letters of a pair are worth counting. They take less time than a comparison of long sequences; those of short ones only
 * pay if many unrelated pairs are ruled out. In n random letters, the counts of two sequences differ by about the root of n if there
 * are four letters, and by some times the root if there are more. A much longer sequence has enough of each letter. Of random pairs of
 * 150 letters with min_score{-3}, all are ruled out, in 163 ns a pair instead of 511: align_pairwise_benchmark, one thread of an AMD
 * EPYC with AVX-512 (Zen 4).
 */
bool is_worth_counting(alignment::sequence_pair const & pair, std::uint64_t const allowed_edits) noexcept
{
    constexpr std::uint64_t long_size{8192};
    auto const [shorter, longer] = std::minmax({pair.first.size(), pair.second.size()});
    auto const edits = static_cast<double>(allowed_edits);
    return shorter >= long_size || (longer <= 2 * shorter && edits * edits <= 4 * static_cast<double>(shorter));
}

// Whether the letters of a pair rule out that it is of interest.
bool is_ruled_out(alignment::sequence_pair const & pair, plan::comparison const & wanted) noexcept
{
    if (!plan::has_threshold(pair, wanted.metric))
        return false;
    std::uint64_t const shorter = std::min(pair.first.size(), pair.second.size());
    if (plan::is_ruled_out(pair, wanted, shorter))
        return true;
    std::uint64_t const threshold = plan::threshold_of(pair, wanted.metric);
    std::uint64_t const allowed = plan::traits_of(wanted.metric).is_maximum ? shorter - threshold : threshold;
    return is_worth_counting(pair, allowed) && plan::is_ruled_out(pair, wanted, count_common(pair.first, pair.second));
}

// The pairs of a call, by whether they are computed.
struct call_survey
{
    plan::list_survey computed{};
    std::vector<std::size_t> ruled_out{}; // Indices.
    bool has_threshold{};                 // Whether there may be pairs that fail their threshold.

    void add(call_survey const & others)
    {
        computed.add(others.computed);
        ruled_out.insert(ruled_out.end(), others.ruled_out.begin(), others.ruled_out.end());
        has_threshold = has_threshold || others.has_threshold;
    }
};

// Checks all pairs, too.
call_survey survey_pairs(std::span<alignment::sequence_pair const> const pairs,
                         plan::comparison const & wanted,
                         plan::execution const & execution)
{
    auto survey = runtime::parallel_collect<call_survey>(
        pairs.size(),
        execution,
        [&](call_survey & some, std::size_t const begin, std::size_t const end)
        {
            for (std::size_t i = begin; i < end; ++i)
            {
                packing::check_same_kind(pairs[i].first, pairs[i].second);
                some.has_threshold = some.has_threshold || plan::has_threshold(pairs[i], wanted.metric);
                if (is_ruled_out(pairs[i], wanted))
                    some.ruled_out.push_back(i);
                else
                    some.computed.add(i, pairs[i], plan::batch_sizes{}.fit(pairs[i], wanted));
            }
        });
    std::ranges::sort(survey.ruled_out);
    if (!std::ranges::is_sorted(survey.computed.large_pairs))
        std::ranges::sort(survey.computed.large_pairs);
    return survey;
}

// The indices of all pairs but those that are ruled out.
std::vector<std::size_t> find_others(std::size_t const pairs, std::vector<std::size_t> const & ruled_out)
{
    std::vector<std::size_t> others{};
    auto next = ruled_out.begin();
    for (std::size_t i = 0; i < pairs; ++i)
        if (next != ruled_out.end() && *next == i)
            ++next;
        else
            others.push_back(i);
    return others;
}

// Has the backend compute the pairs that are not ruled out.
void compute(backend::list_request request,
             std::vector<std::size_t> const & ruled_out,
             backend::backend_interface const & backend,
             plan::execution const & execution)
{
    std::vector<std::size_t> others{};
    if (!ruled_out.empty())
    {
        for (std::size_t const i : ruled_out)
            request.results.put(i,
                                {.length = 0,
                                 .distance = plan::value_of_no_interest(request.wanted.metric),
                                 .backend = plan::backend::cpu,
                                 .method = alignment::method::band});
        others = find_others(request.pairs.pairs.size(), ruled_out);
        if (others.empty())
            request.pairs = {};
        request.pairs.indices = others;
    }
    backend.compute(request, execution);
}

void check_place_count(plan::value_span const & places, std::size_t const pairs)
{
    if (places.size() != pairs)
        throw invalid_option{"There are " + std::to_string(pairs) + " pairs, but places for "
                             + std::to_string(places.size()) + " values; give one place for each pair."};
}

// The largest value of a place means that a pair is too distant.
void check_place_width(plan::value_span const & places, std::uint64_t const max_size)
{
    if (places.is_narrow() && max_size >= std::numeric_limits<std::uint32_t>::max())
        throw invalid_option{
            "A sequence has " + std::to_string(max_size)
            + " letters: its values may not fit into 32 bits; call the function that returns values of "
              "64 bits."};
}

std::uint64_t largest_size(std::span<alignment::sequence_pair const> const pairs) noexcept
{
    std::uint64_t largest = 0;
    for (alignment::sequence_pair const & pair : pairs)
        largest = std::max({largest, pair.first.size(), pair.second.size()});
    return largest;
}

void store(std::vector<std::uint64_t> const & values, plan::value_span const & places)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        places[i] = values[i];
}

} // namespace

std::vector<alignment::result> compare(std::span<alignment::sequence_pair const> const pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution)
{
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
        return ranks->compare(pairs, wanted, backend::without_ranks(execution));
    call_survey const survey = survey_pairs(pairs, wanted, execution);
    backend::backend_interface const & backend = dispatch::find_backend(execution);
    std::vector<alignment::result> results = make_results(pairs.size(), execution);
    compute({.pairs = {pairs, {}}, .wanted = wanted, .survey = survey.computed, .results{results}},
            survey.ruled_out,
            backend,
            execution);
    runtime::for_each_part(execution,
                           results.size(),
                           [&](std::size_t const begin, std::size_t const end)
                           {
                               for (std::size_t i = begin; i < end; ++i)
                               {
                                   if (results[i].method == alignment::method::whole_matrix)
                                       results[i].cells = pairs[i].cells();
                                   plan::drop_if_of_no_interest(pairs[i], results[i], wanted.metric);
                               }
                           });
    runtime::task_control{execution, survey.computed.all.cells}.report_done();
    return results;
}

alignment::result
compare(alignment::sequence_pair const & pair, plan::comparison const & wanted, plan::execution const & execution)
{
    return std::move(compare(std::span{&pair, 1}, wanted, execution).front());
}

void find_values(std::span<alignment::sequence_pair const> const pairs,
                 plan::comparison const & wanted,
                 plan::value_span const & found,
                 plan::execution const & execution)
{
    check_place_count(found, pairs.size());
    if (backend::shared_calls(execution) != nullptr)
    {
        check_place_width(found, largest_size(pairs));
        return store(find_values(pairs, wanted, execution), found);
    }
    backend::backend_interface const & backend = dispatch::find_backend(execution);
    call_survey const survey = survey_pairs(pairs, wanted, execution);
    check_place_width(found, survey.computed.all.max_size);
    compute({.pairs = {pairs, {}}, .wanted = wanted, .survey = survey.computed, .results{found, wanted.metric}},
            survey.ruled_out,
            backend,
            execution);
    if (survey.has_threshold)
        found.visit(
            [&](auto const values)
            {
                runtime::for_each_part(execution,
                                       values.size(),
                                       [&](std::size_t const begin, std::size_t const end)
                                       {
                                           for (std::size_t i = begin; i < end; ++i)
                                               found[i] = plan::reported_value(pairs[i], values[i], wanted.metric);
                                       });
            });
    runtime::task_control{execution, survey.computed.all.cells}.report_done();
}

std::vector<std::uint64_t> find_values(std::span<alignment::sequence_pair const> const pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution)
{
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
        return ranks->find_values(pairs, wanted, backend::without_ranks(execution));
    std::vector<std::uint64_t> found = make_values(pairs.size(), execution);
    find_values(pairs, wanted, found, execution);
    return found;
}

namespace
{

// The letters of both sets are known to be of one kind.
void compute_set(backend::set_request const & request, plan::execution const & execution)
{
    check_place_count(request.values, request.sets.pair_count());
    check_place_width(request.values, request.sets.max_size());
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
        return store(ranks->compare_sets(request.sets, request.metric, backend::without_ranks(execution)),
                     request.values);
    dispatch::find_backend(execution).compute(request, execution);
    runtime::task_control{execution, request.sets.cells()}.report_done();
}

} // namespace

void compare_sets(plan::sequence_sets const & sets,
                  plan::metric const metric,
                  plan::value_span const & values,
                  plan::execution const & execution)
{
    packing::check_same_kind(sets.first(), sets.second());
    compute_set({sets, metric, values}, execution);
}

std::vector<std::uint64_t>
compare_sets(plan::sequence_sets const & sets, plan::metric const metric, plan::execution const & execution)
{
    packing::check_same_kind(sets.first(), sets.second());
    // Ranks have memory of their own for the values.
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
        return ranks->compare_sets(sets, metric, backend::without_ranks(execution));
    std::vector<std::uint64_t> values = make_values(sets.pair_count(), execution);
    compute_set({sets, metric, values}, execution);
    return values;
}

void compare_sets(std::span<packing::packed_sequence_view const> const first,
                  alignment::resident_set const & second,
                  plan::metric const metric,
                  plan::value_span const & values,
                  plan::execution const & execution)
{
    alignment::resident_set::state const & known = second.known();
    plan::sequence_sets const sets{first, known.views, known.totals};
    packing::check_same_kind(first, known.kinds);
    compute_set({sets, metric, values, known.kept_for(execution)}, execution);
}

std::vector<std::uint64_t> compare_sets(std::span<packing::packed_sequence_view const> const first,
                                        alignment::resident_set const & second,
                                        plan::metric const metric,
                                        plan::execution const & execution)
{
    alignment::resident_set::state const & known = second.known();
    plan::sequence_sets const sets{first, known.views, known.totals};
    packing::check_same_kind(first, known.kinds);
    backend::kept_sequences const * const kept = known.kept_for(execution);
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
        return ranks->compare_sets(sets, metric, backend::without_ranks(execution));
    std::vector<std::uint64_t> values = make_values(sets.pair_count(), execution);
    compute_set({sets, metric, values, kept}, execution);
    return values;
}

} // namespace seqan3_gpulcs::api
