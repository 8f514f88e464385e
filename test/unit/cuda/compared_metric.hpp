// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The same tests for both metrics: what the library finds, and what is expected.
 */

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_band.hpp"

//!\brief What is compared, with or without paths.
constexpr seqan3_gpulcs::plan::comparison compare(seqan3_gpulcs::plan::metric const metric, bool const with_path)
{
    return {.metric = metric, .with_path = with_path};
}

//!\brief Compares pairs as users do.
inline std::vector<seqan3_gpulcs::alignment::result>
compute_pairs(seqan3_gpulcs::plan::comparison const & wanted,
              std::vector<seqan3_gpulcs::alignment::sequence_pair> const & pairs,
              seqan3_gpulcs::plan::execution const & execution)
{
    using namespace seqan3_gpulcs;
    if (wanted.metric == plan::metric::lcs)
        return lcs::compute(pairs, wanted.with_path ? lcs::output::subsequence : lcs::output::length, execution);
    return edit::compute(pairs,
                         {.wanted = wanted.with_path ? edit::output::alignment : edit::output::distance,
                          .ends = wanted.ends,
                          .preference = wanted.preference,
                          .end = wanted.end},
                         execution);
}

//!\brief The length or distance of each pair.
inline std::vector<std::uint64_t> values_of(std::vector<seqan3_gpulcs::alignment::result> const & results,
                                            seqan3_gpulcs::plan::metric const metric)
{
    std::vector<std::uint64_t> values{};
    for (seqan3_gpulcs::alignment::result const & one : results)
        values.push_back(seqan3_gpulcs::plan::value_of(one, metric));
    return values;
}

//!\brief What the CPU finds for a pair.
inline seqan3_gpulcs::alignment::result result_on_cpu(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                                      seqan3_gpulcs::plan::comparison const & wanted)
{
    return compute_pairs(wanted, {pair}, {.backend = seqan3_gpulcs::plan::backend::cpu}).front();
}

//!\brief The length or the distance that the CPU finds.
inline std::uint64_t value_on_cpu(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                  seqan3_gpulcs::plan::metric const metric)
{
    return seqan3_gpulcs::plan::value_of(result_on_cpu(pair, {.metric = metric}), metric);
}

//!\brief A bound that is somewhat weaker, but not weaker than any.
inline std::uint64_t weaker_bound(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                  std::uint64_t const bound,
                                  std::uint64_t const by,
                                  seqan3_gpulcs::plan::metric const metric)
{
    if (metric == seqan3_gpulcs::plan::metric::lcs)
        return bound - std::min(bound, by);
    return std::min(bound + by, seqan3_gpulcs::plan::weakest_bound(pair, metric));
}

//!\brief A bound that is somewhat stronger, as far as the sizes allow.
inline std::uint64_t stronger_bound(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                    std::uint64_t const bound,
                                    std::uint64_t const by,
                                    seqan3_gpulcs::plan::metric const metric)
{
    auto const [shorter, longer] = std::minmax({pair.first.size(), pair.second.size()});
    if (metric == seqan3_gpulcs::plan::metric::lcs)
        return std::min(bound + by, shorter);
    return std::max(bound - std::min(bound, by), longer - shorter);
}

//!\brief The strongest bound that the sizes allow.
inline std::uint64_t strongest_bound(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                     seqan3_gpulcs::plan::metric const metric)
{
    return stronger_bound(pair,
                          seqan3_gpulcs::plan::weakest_bound(pair, metric),
                          pair.first.size() + pair.second.size(),
                          metric);
}

//!\brief The alignment that a plain program lays down, a letter for each column.
inline std::string reference_alignment(seqan3_gpulcs::plan::metric const metric,
                                       std::vector<std::uint8_t> const & first,
                                       std::vector<std::uint8_t> const & second)
{
    return metric == seqan3_gpulcs::plan::metric::lcs ? reference::lcs_alignment(reference::lcs_matrix(first, second))
                                                      : reference::edit_traceback(first, second).steps;
}

//!\brief Runs each test of a fixture for both metrics.
#define INSTANTIATE_FOR_METRICS(fixture)                                                                               \
    INSTANTIATE_TEST_SUITE_P(metrics,                                                                                  \
                             fixture,                                                                                  \
                             ::testing::Values(seqan3_gpulcs::plan::metric::lcs, seqan3_gpulcs::plan::metric::edit),   \
                             [](auto const & metric)                                                                   \
                             {                                                                                         \
                                 return std::string{metric.param == seqan3_gpulcs::plan::metric::lcs ? "lcs"           \
                                                                                                     : "edit"};        \
                             })
