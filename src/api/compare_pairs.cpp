// SPDX-License-Identifier: BSD-3-Clause

#include "src/api/compare_pairs.hpp"

#include <algorithm>
#include <utility>

#include "src/api/composition_bound.hpp"
#include "src/api/make_values.hpp"
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
    std::uint64_t const allowed = wanted.metric == plan::metric::lcs ? shorter - pair.min_length : pair.max_distance;
    return is_worth_counting(pair, allowed) && plan::is_ruled_out(pair, wanted, count_common(pair.first, pair.second));
}

// The pairs of a call, by whether they are computed.
struct call_survey
{
    plan::pair_survey computed{};
    std::vector<std::size_t> ruled_out{}; // Indices.
    bool has_threshold{};                 // Whether there may be pairs of no interest.

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
                    some.computed.add(pairs[i]);
            }
        });
    std::ranges::sort(survey.ruled_out);
    return survey;
}

// Calls a function for all pairs but those ruled out, copied if there are any, and puts what it returns at their places.
template <typename found_t, typename compute_t>
void compute_others(std::span<alignment::sequence_pair const> const pairs,
                    std::vector<std::size_t> const & ruled_out,
                    std::vector<found_t> & found,
                    compute_t const & compute)
{
    std::vector<std::size_t> indices{};
    std::vector<alignment::sequence_pair> others{};
    auto next = ruled_out.begin();
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        if (next != ruled_out.end() && *next == i)
        {
            ++next;
            continue;
        }
        indices.push_back(i);
        others.push_back(pairs[i]);
    }
    std::vector<found_t> of_others = compute(others);
    for (std::size_t i = 0; i < indices.size(); ++i)
        found[indices[i]] = std::move(of_others[i]);
}

} // namespace

std::vector<alignment::result> compare(std::span<alignment::sequence_pair const> const pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution)
{
    call_survey const survey = survey_pairs(pairs, wanted, execution);
    backend::backend_interface const & backend = dispatch::find_backend(execution);
    auto const compute_all = [&](std::span<alignment::sequence_pair const> const some)
    {
        return backend.compute(some, wanted, execution);
    };
    std::vector<alignment::result> results{};
    if (survey.ruled_out.empty())
        results = compute_all(pairs);
    else
    {
        for (std::size_t i = 0; i < pairs.size(); ++i)
            results.push_back({.distance = plan::value_of_no_interest(wanted.metric),
                               .backend = plan::backend::cpu,
                               .method = alignment::method::band});
        compute_others(pairs, survey.ruled_out, results, compute_all);
    }
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        if (results[i].method == alignment::method::whole_matrix)
            results[i].cells = pairs[i].cells();
        plan::drop_if_of_no_interest(pairs[i], results[i], wanted.metric);
    }
    runtime::task_control{execution, survey.computed.cells}.report_done();
    return results;
}

alignment::result
compare(alignment::sequence_pair const & pair, plan::comparison const & wanted, plan::execution const & execution)
{
    return std::move(compare(std::span{&pair, 1}, wanted, execution).front());
}

std::vector<std::uint64_t> find_values(std::span<alignment::sequence_pair const> const pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution)
{
    backend::backend_interface const & backend = dispatch::find_backend(execution);
    call_survey const survey = survey_pairs(pairs, wanted, execution);
    auto const find = [&](std::span<alignment::sequence_pair const> const some)
    {
        std::vector<std::uint64_t> found = make_values(some.size(), execution);
        backend.find_values(some, wanted, survey.computed, found, execution);
        return found;
    };
    std::vector<std::uint64_t> found{};
    if (survey.ruled_out.empty())
        found = find(pairs);
    else
    {
        found = make_values(pairs.size(), execution);
        compute_others(pairs, survey.ruled_out, found, find);
        for (std::size_t const i : survey.ruled_out)
            found[i] = plan::value_of_no_interest(wanted.metric);
    }
    if (survey.has_threshold)
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = plan::reported_value(pairs[i], found[i], wanted.metric);
    runtime::task_control{execution, survey.computed.cells}.report_done();
    return found;
}

std::vector<std::uint64_t>
compare_sets(plan::sequence_sets const & sets, plan::metric const metric, plan::execution const & execution)
{
    packing::check_same_kind(sets.first(), sets.second());
    backend::backend_interface const & backend = dispatch::find_backend(execution);
    std::vector<std::uint64_t> values = make_values(sets.pair_count(), execution);
    backend.find_set_values(sets, metric, values, execution);
    runtime::task_control{execution, sets.cells()}.report_done();
    return values;
}

} // namespace seqan3_gpulcs::api
