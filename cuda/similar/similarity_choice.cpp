// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/similar/similarity_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cuda/similar/wavefront_batch.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "cuda/strip/strip_recurrence.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/pair_sample.hpp"
#include "src/similar/pair_distance.hpp"
#include "src/similar/pair_estimate.hpp"
#include "src/similar/similar_pair.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The time of a pair on a busy device, in cells of an LCS in a batch: of it, and of its distances and points. On an H200, whose
// batches compute 130,000 cells in a ns, they took 4 ns, 0.2 ns and 0.0018 ns.
constexpr double cells_per_pair{520'000};
constexpr double cells_per_distance{26'000};
constexpr double cells_per_squared_distance{234};

// Batches reach this share of the rate of strips.
constexpr double batch_share{0.89};

// Lanes are as fast for sequences shorter than this; and for somewhat longer ones, they are slower with some pairs of a set than with all.
constexpr std::uint64_t min_size{2048};
constexpr std::uint64_t min_long_size{4096};
constexpr double lanes_without_set{4};

// A wavefront must take no more than this part of the time of the whole matrix, as it may fail.
constexpr double max_wavefront_part{0.7};

// From this part of the maximum distance on, the kernel asks whether it should go on; it does if the progress, times the optimism factor,
// suffices.
constexpr double asked_part{1.0 / 12};
constexpr double optimism{1.1};

// The distances up to which samples are followed, and the limits of the time and the number of samples.
constexpr std::uint64_t max_sampled_distance{64};
constexpr std::uint64_t max_distance_for_rates{128};
constexpr double max_sampling_part{0.01};
constexpr double min_samples{4};
constexpr double max_samples{32};

// A device takes so many times as long for the alignment as for the length or distance.
constexpr double traced_part{2};

// Shorter pairs do not gain from bands; the first bands leave a little more edits than a sample has.
constexpr std::uint64_t min_band_size{16'384};
constexpr double rate_margin{1.2};

// The time of such a band, in cells, for each letter of the shorter sequence, and for each indel or edit besides: 0.08 and
// 0.0000075 ns on an H200.
constexpr double cells_per_band_row{10'400};
constexpr double cells_per_row_and_indel{0.975};
constexpr double max_wavefront_part_of_band{0.9};

constexpr double max_band_part{0.85};

// The expected time must be at most this part of the time of whole matrices.
constexpr double max_expected_part{0.9};

std::uint64_t min_size_of(alignment::sequence_pair const & pair) noexcept
{
    return std::min(pair.first.size(), pair.second.size());
}

double size_difference(alignment::sequence_pair const & pair) noexcept
{
    return static_cast<double>(std::max(pair.first.size(), pair.second.size()) - min_size_of(pair));
}

// The time of a cell in times of a cell of longest common subsequences.
double relative_cost(plan::metric const metric) noexcept
{
    return strips_of(metric).batch_costs.word / strips_of(plan::metric::lcs).batch_costs.word;
}

// The time of the whole matrix, in cells of longest common subsequences.
double whole_cells(double const cells, plan::metric const metric) noexcept
{
    return cells * relative_cost(metric);
}

// A distance has as many points as diagonals.
double cells_per_square(plan::metric const metric) noexcept
{
    return cells_per_squared_distance * point_spacing(plan::metric::lcs) / point_spacing(metric);
}

double wavefront_cells(double const distance, plan::metric const metric) noexcept
{
    return cells_per_pair + distance * (cells_per_distance + distance * cells_per_square(metric));
}

double seconds_of(double const lcs_cells, plan::device_costs const & device) noexcept
{
    return lcs_cells / (batch_share * device.cells_per_second(plan::metric::lcs));
}

// The distance d with square * d^2 + linear * d = cells.
double solve_distance(double const square, double const linear, double const cells) noexcept
{
    double const half = linear / (2 * square);
    return std::sqrt(half * half + cells / square) - half;
}

// The distance up to which a wavefront takes less time than the whole matrix and, for long pairs, than a band.
std::uint64_t break_even_distance(alignment::sequence_pair const & pair, plan::metric const metric) noexcept
{
    double const square = cells_per_square(metric);
    double distance =
        solve_distance(square, cells_per_distance, max_wavefront_part * whole_cells(pair.cells(), metric));
    if (min_size_of(pair) >= min_band_size)
    {
        // A band takes longer by the same factor as the whole matrix.
        double const rows = max_wavefront_part_of_band * static_cast<double>(min_size_of(pair)) * relative_cost(metric);
        distance = std::min(
            distance,
            solve_distance(square, cells_per_distance - rows * cells_per_row_and_indel, rows * cells_per_band_row));
    }
    return static_cast<std::uint64_t>(distance);
}

// The time that points, and then the whole matrix if they fail, take of a pair.
double expected_cells(alignment::sequence_pair const & pair, plan::metric const metric)
{
    double const whole = whole_cells(pair.cells(), metric);
    std::optional<wavefront_limit> const limit = limit_wavefront(pair, metric);
    if (!limit)
        return whole;
    double const distance =
        similar::estimate_distance(pair, metric, std::min<std::uint64_t>(limit->max_distance, max_sampled_distance));
    if (distance <= limit->max_distance || limit->is_threshold)
        return wavefront_cells(std::min<double>(distance, limit->max_distance), metric);
    // A wavefront is given up early if the distance seems much too large, and otherwise at the maximum distance.
    double const followed = distance < optimism * limit->max_distance ? limit->max_distance
                                                                      : std::max(8.0, asked_part * limit->max_distance);
    bool const is_long = std::max(pair.first.size(), pair.second.size()) > min_long_size;
    return wavefront_cells(followed, metric) + (is_long ? 1 : lanes_without_set) * whole;
}

double traced_seconds(alignment::sequence_pair const & pair,
                      plan::metric const metric,
                      plan::device_costs const & device) noexcept
{
    return traced_part * seconds_of(whole_cells(pair.cells(), metric), device);
}

// The time that host threads, and the device if they fail, take of the alignment of a pair.
double expected_host_seconds(alignment::sequence_pair const & pair,
                             plan::metric const metric,
                             unsigned const threads,
                             plan::device_costs const & device)
{
    std::uint64_t const limit = max_host_distance(pair, metric, threads, device);
    auto const max_distance = static_cast<double>(limit);
    double const distance = similar::estimate_distance(pair, metric, std::min(limit, max_sampled_distance));
    bool const is_found = distance <= max_distance;
    double const followed = is_found ? distance : asked_part * max_distance;
    double const seconds = similar::estimate_wavefront_seconds(pair, {.metric = metric, .with_path = true}, followed);
    return seconds / threads + (is_found ? 0 : traced_seconds(pair, metric, device));
}

// The cycles of a pair in a batch of strips, or of a band of it.
double pair_cycles(alignment::sequence_pair const & pair,
                   std::optional<std::uint64_t> const bound,
                   plan::metric const metric) noexcept
{
    bool const second_is_rows = strip_batch::is_second_rows(pair, false);
    packing::packed_sequence_view const & rows = second_is_rows ? pair.second : pair.first;
    packing::packed_sequence_view const & columns = second_is_rows ? pair.first : pair.second;
    return estimate_warp_cycles({rows.size(), columns.size()}, bound, columns.bits_per_letter(), strips_of(metric));
}

// The bound of a pair that has some edits for each letter of the shorter sequence, besides those of different sizes.
std::uint64_t bound_for(alignment::sequence_pair const & pair, double const rate, plan::metric const metric) noexcept
{
    auto const shorter = static_cast<double>(min_size_of(pair));
    if (plan::traits_of(metric).is_maximum)
        return static_cast<std::uint64_t>(shorter * std::max(0.0, 1 - rate / 2));
    return static_cast<std::uint64_t>(std::ceil(size_difference(pair) + std::min(rate, 1.0) * shorter));
}

// The edits of a pair for each letter of the shorter sequence, except those of different sizes.
double edit_rate(alignment::sequence_pair const & pair, plan::metric const metric)
{
    double const distance = similar::estimate_distance(pair, metric, max_distance_for_rates);
    return std::max(0.0, distance - size_difference(pair)) / static_cast<double>(min_size_of(pair));
}

// A pair of a sample, with its costs.
struct sampled_pair
{
    alignment::sequence_pair pair;
    double whole_cycles;
    double rate; // The edits for each letter of the shorter sequence; infinite if bands are not for the pair.

    // The cost of a first band, and of what follows if it proves nothing: a second band is as wide as the first path is bad.
    double expected_cycles(double const first_rate, plan::metric const metric) const noexcept
    {
        if (min_size_of(pair) < min_band_size)
            return whole_cycles;
        return pair_cycles(pair, bound_for(pair, first_rate, metric), metric) + (rate <= first_rate ? 0 : whole_cycles);
    }
};

double cell_count(std::span<alignment::sequence_pair const> const pairs,
                  std::span<std::size_t const> const chosen) noexcept
{
    double cells = 0;
    for (std::size_t const i : chosen)
        cells += pairs[i].cells();
    return cells;
}

// The number of samples that the cells of all pairs pay for; 0 if it is too small.
std::size_t
choose_sample_size(double const cells, plan::metric const metric, plan::device_costs const & device) noexcept
{
    double const seconds = seconds_of(whole_cells(cells, metric), device);
    double const size = std::min(max_samples, max_sampling_part * seconds / plan::processor_costs{}.sample_seconds);
    return size < min_samples ? 0 : static_cast<std::size_t>(size);
}

std::vector<alignment::sequence_pair> sample_of(std::span<alignment::sequence_pair const> const pairs,
                                                std::span<std::size_t const> const chosen,
                                                plan::metric const metric,
                                                plan::device_costs const & device)
{
    // A list without indices would have all pairs.
    if (chosen.empty())
        return {};
    return plan::sample_pairs(choose_sample_size(cell_count(pairs, chosen), metric, device), {pairs, chosen});
}

// Compares the costs of whole matrices with the expected costs.
template <typename whole_t, typename expected_t>
bool is_gain_expected(std::span<alignment::sequence_pair const> const sample,
                      whole_t const & whole_of,
                      expected_t const & expected_of)
{
    double whole = 0;
    double expected = 0;
    for (alignment::sequence_pair const & pair : sample)
    {
        whole += whole_of(pair);
        expected += expected_of(pair);
    }
    return expected < max_expected_part * whole;
}

bool are_wavefronts_profitable(std::span<alignment::sequence_pair const> const sample, plan::metric const metric)
{
    return is_gain_expected(
        sample,
        [metric](alignment::sequence_pair const & pair)
        {
            return whole_cells(pair.cells(), metric);
        },
        [metric](alignment::sequence_pair const & pair)
        {
            return expected_cells(pair, metric);
        });
}

} // namespace

std::optional<wavefront_limit> limit_wavefront(alignment::sequence_pair const & pair,
                                               plan::metric const metric) noexcept
{
    std::uint64_t const shorter = std::min(pair.first.size(), pair.second.size());
    std::uint64_t const longer = std::max(pair.first.size(), pair.second.size());
    if (similar::is_ruled_out_by_size(pair, {.metric = metric}) || shorter < min_size || longer > max_wavefront_size)
        return std::nullopt;
    std::uint64_t const break_even =
        std::min<std::uint64_t>(break_even_distance(pair, metric), max_stored_distance(metric));
    std::uint64_t const interesting = similar::interesting_distance(pair, metric);
    std::uint64_t const max_distance = std::min(break_even, interesting);
    std::uint64_t const difference = longer - shorter;
    if (max_distance < difference || difference > max_wavefront_distance_everywhere(metric))
        return std::nullopt;
    return wavefront_limit{static_cast<std::uint32_t>(reachable_distance(metric, max_distance, difference)),
                           interesting <= break_even};
}

bool are_wavefronts_profitable(std::span<alignment::sequence_pair const> const pairs,
                               std::span<std::size_t const> const chosen,
                               plan::metric const metric,
                               plan::device_costs const & device)
{
    return are_wavefronts_profitable(sample_of(pairs, chosen, metric, device), metric);
}

bool are_wavefronts_profitable(plan::sequence_sets const & sets,
                               plan::metric const metric,
                               plan::device_costs const & device)
{
    return are_wavefronts_profitable(plan::sample_pairs(choose_sample_size(sets.cells(), metric, device), sets),
                                     metric);
}

bool are_host_wavefronts_profitable(std::span<alignment::sequence_pair const> const pairs,
                                    std::span<std::size_t const> const chosen,
                                    plan::metric const metric,
                                    unsigned const threads,
                                    plan::device_costs const & device)
{
    return is_gain_expected(
        sample_of(pairs, chosen, metric, device),
        [&](alignment::sequence_pair const & pair)
        {
            return traced_seconds(pair, metric, device);
        },
        [&](alignment::sequence_pair const & pair)
        {
            return expected_host_seconds(pair, metric, threads, device);
        });
}

std::uint64_t max_host_distance(alignment::sequence_pair const & pair,
                                plan::metric const metric,
                                unsigned const threads,
                                plan::device_costs const & device) noexcept
{
    double const max_seconds = max_wavefront_part * threads * traced_seconds(pair, metric, device);
    return similar::max_wavefront_distance(pair, metric, max_seconds);
}

std::optional<double> choose_edit_rate(std::span<alignment::sequence_pair const> const pairs,
                                       std::span<std::size_t const> const chosen,
                                       plan::metric const metric,
                                       plan::device_costs const & device)
{
    double const max_rate = plan::costs_of(metric).max_related_rate;
    double best = 0;
    std::vector<sampled_pair> sample{};
    for (alignment::sequence_pair const & pair : sample_of(pairs, chosen, metric, device))
    {
        double const rate = min_size_of(pair) < min_band_size ? max_rate : edit_rate(pair, metric);
        sample.push_back({pair,
                          pair_cycles(pair, std::nullopt, metric),
                          rate < max_rate ? rate : std::numeric_limits<double>::infinity()});
        best += max_band_part * sample.back().whole_cycles;
    }
    std::optional<double> best_rate{};
    for (sampled_pair const & tried : sample)
    {
        if (std::isinf(tried.rate))
            continue;
        double const rate = rate_margin * tried.rate;
        double expected = 0;
        for (sampled_pair const & one : sample)
            expected += one.expected_cycles(rate, metric);
        if (expected < best)
        {
            best = expected;
            best_rate = rate;
        }
    }
    return best_rate;
}

std::optional<std::uint64_t>
choose_bound(alignment::sequence_pair const & pair, double const rate, plan::metric const metric) noexcept
{
    if (min_size_of(pair) < min_band_size || similar::is_ruled_out_by_size(pair, {.metric = metric}))
        return std::nullopt;
    std::uint64_t const bound =
        plan::better_of(bound_for(pair, rate, metric), plan::interesting_bound(pair, metric), metric);
    if (pair_cycles(pair, bound, metric) >= max_band_part * pair_cycles(pair, std::nullopt, metric))
        return std::nullopt;
    return bound;
}

bool is_band_faster(alignment::sequence_pair const & pair,
                    std::uint64_t const bound,
                    plan::metric const metric) noexcept
{
    return pair_cycles(pair, bound, metric) < pair_cycles(pair, std::nullopt, metric);
}

} // namespace seqan3_gpulcs::cuda
