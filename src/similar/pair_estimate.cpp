// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/pair_estimate.hpp"

#include <algorithm>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/packing/prefix.hpp"
#include "src/plan/offload_policy.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/pair_distance.hpp"
#include "src/similar/similar_pair.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

// Shorter pairs are computed many at a time.
constexpr std::uint64_t min_size{8192};

constexpr std::uint64_t max_sampled_distance{64};

// Enough for some indels of nearly equal sequences; and where both have different codes, all of it is copied.
constexpr std::uint64_t max_beginning{1u << 14};

} // namespace

double
estimate_distance(alignment::sequence_pair const & pair, plan::metric const metric, std::uint64_t const max_distance)
{
    std::uint64_t const shorter = std::min(pair.first.size(), pair.second.size());
    std::uint64_t const longer = std::max(pair.first.size(), pair.second.size());
    if (shorter == 0)
        return static_cast<double>(longer);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    // Both beginnings have as many letters: the sizes may differ by more than the distance.
    std::uint64_t const size = std::min(shorter, max_beginning);
    alignment::sequence_pair const beginnings{packing::prefix_of(pair.first, size),
                                              packing::prefix_of(pair.second, size)};
    attempt_result const found = compute_by_wavefront(beginnings, {.metric = metric}, max_distance, {}, control);
    auto const letters = static_cast<double>(2 * size);
    double const distance =
        found.result ? static_cast<double>(distance_of_value(beginnings, metric, plan::value_of(*found.result, metric)))
                     : letters / std::max(found.attempt.letters_per_edit, 1.0);
    return distance * static_cast<double>(shorter) / static_cast<double>(size) + static_cast<double>(longer - shorter);
}

double estimate_cpu_part(alignment::sequence_pair const & pair, plan::metric const metric)
{
    if (std::min(pair.first.size(), pair.second.size()) < min_size)
        return 1;
    double const distance = estimate_distance(pair, metric, max_sampled_distance);
    if (distance > static_cast<double>(max_wavefront_distance(pair, metric)))
        return 1;
    return std::min(1.0,
                    estimate_wavefront_seconds(pair, {.metric = metric}, distance)
                        / plan::comparison_seconds(pair.cells(), metric, plan::this_host(1)));
}

} // namespace seqan3_gpulcs::similar
