// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <utility>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/backend/backend.hpp"
#include "src/lcs/composition_bound.hpp"
#include "src/lcs/make_lengths.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/plan/minimum_length.hpp"
#include "src/runtime/parallel_collect.hpp"

namespace seqan3_gpulcs::lcs
{

namespace
{

result compute_one(packing::packed_sequence_view const first,
                   packing::packed_sequence_view const second,
                   output const wanted,
                   plan::execution const & execution)
{
    sequence_pair const pair{first, second};
    return std::move(compute({&pair, 1}, wanted, execution).front());
}

// A device compares shorter sequences in less time than it takes to count their letters.
constexpr std::uint64_t min_counted_size{8192};

// Whether the letters of a pair rule out that it is long enough.
bool is_ruled_out(sequence_pair const & pair) noexcept
{
    if (pair.min_length == 0)
        return false;
    if (plan::is_below_minimum(pair))
        return true;
    return std::min(pair.first.size(), pair.second.size()) >= min_counted_size
        && count_common(count_letters(pair.first), count_letters(pair.second)) < pair.min_length;
}

// The pairs of a call, by whether they are computed.
struct call_survey
{
    plan::pair_survey computed{};
    std::vector<std::size_t> ruled_out{}; // Indices.
    bool has_minimum{};                   // Whether there may be pairs that are too short.

    void add(call_survey const & others)
    {
        computed.add(others.computed);
        ruled_out.insert(ruled_out.end(), others.ruled_out.begin(), others.ruled_out.end());
        has_minimum = has_minimum || others.has_minimum;
    }
};

// Checks all pairs, too.
call_survey survey_pairs(std::span<sequence_pair const> const pairs, plan::execution const & execution)
{
    auto survey =
        runtime::parallel_collect<call_survey>(pairs.size(),
                                               execution,
                                               [&](call_survey & some, std::size_t const begin, std::size_t const end)
                                               {
                                                   for (std::size_t i = begin; i < end; ++i)
                                                   {
                                                       packing::check_same_kind(pairs[i].first, pairs[i].second);
                                                       some.has_minimum = some.has_minimum || pairs[i].min_length != 0;
                                                       if (is_ruled_out(pairs[i]))
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
void compute_others(std::span<sequence_pair const> const pairs,
                    std::vector<std::size_t> const & ruled_out,
                    std::vector<found_t> & found,
                    compute_t const & compute)
{
    std::vector<std::size_t> indices{};
    std::vector<sequence_pair> others{};
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

std::vector<std::uint64_t> lengths(std::span<sequence_pair const> const pairs, plan::execution const & execution)
{
    backend::backend_interface const & backend = backend::find_backend(execution);
    call_survey const survey = survey_pairs(pairs, execution);
    auto const find = [&](std::span<sequence_pair const> const some)
    {
        std::vector<std::uint64_t> found = make_lengths(some.size(), execution);
        backend.find_values(some, plan::lcs_length, survey.computed, found, execution);
        return found;
    };
    std::vector<std::uint64_t> found{};
    if (survey.ruled_out.empty())
        found = find(pairs);
    else
    {
        found = make_lengths(pairs.size(), execution);
        compute_others(pairs, survey.ruled_out, found, find);
    }
    if (survey.has_minimum)
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = plan::reported_length(pairs[i], found[i]);
    return found;
}

std::vector<result>
compute(std::span<sequence_pair const> const pairs, output const wanted, plan::execution const & execution)
{
    call_survey const survey = survey_pairs(pairs, execution);
    backend::backend_interface const & backend = backend::find_backend(execution);
    auto const compute_all = [&](std::span<sequence_pair const> const some)
    {
        return backend.compute(some, plan::compare_lcs(wanted == output::subsequence), execution);
    };
    std::vector<result> results{};
    if (survey.ruled_out.empty())
        results = compute_all(pairs);
    else
    {
        for (std::size_t i = 0; i < pairs.size(); ++i)
            results.push_back({.backend = plan::backend::cpu, .method = method::band});
        compute_others(pairs, survey.ruled_out, results, compute_all);
    }
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        if (results[i].method == method::whole_matrix)
            results[i].cells = pairs[i].cells();
        plan::drop_if_too_short(pairs[i], results[i]);
    }
    return results;
}

std::uint64_t length(packing::packed_sequence_view const first,
                     packing::packed_sequence_view const second,
                     plan::execution const & execution)
{
    return compute_one(first, second, output::length, execution).length;
}

std::uint64_t length(std::string_view const first, std::string_view const second, plan::execution const & execution)
{
    return length(packing::pack(first, plan::available_threads(execution)),
                  packing::pack(second, plan::available_threads(execution)),
                  execution);
}

path subsequence(packing::packed_sequence_view const first,
                 packing::packed_sequence_view const second,
                 plan::execution const & execution)
{
    return compute_one(first, second, output::subsequence, execution).path;
}

path subsequence(std::string_view const first, std::string_view const second, plan::execution const & execution)
{
    return subsequence(packing::pack(first, plan::available_threads(execution)),
                       packing::pack(second, plan::available_threads(execution)),
                       execution);
}

std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view const first,
                                             packing::packed_sequence_view const second,
                                             plan::execution const & execution)
{
    packing::check_same_kind(first, second);
    return backend::find_backend(execution).prefix_increments(first, second, execution);
}

} // namespace seqan3_gpulcs::lcs
