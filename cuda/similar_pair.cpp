// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/similar_pair.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/strip/strip_run.hpp"
#include "src/plan/matrix_band.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using clock = std::chrono::steady_clock;

// Batches, and pairs that a device compares in less than a millisecond, are not worth a look.
constexpr std::uint64_t min_size{65'536};

// What the CPU may try first, in parts of the time of the whole matrix. Unrelated pairs are given up after a small part of it.
constexpr double max_point_share{0.4};
constexpr double seconds_per_point{1e-9};

// What finding seeds may take, likewise.
constexpr double max_seed_share{0.02};
constexpr double seconds_per_letter{0.5e-9};

// No estimate is better than that.
constexpr double max_band_share{0.8};

// A first pass along the guide: the distance to the guide, and the kernel. All its parts run at the same time.
constexpr std::uint64_t guide_margin{2048};
constexpr kernel_shape guide_shape{2, 8, 2};

// The cells of a band that a thread of the CPU computes in a second.
constexpr double cpu_cells_per_second{4e11};

double seconds_since(clock::time_point const start) noexcept
{
    return std::chrono::duration<double>(clock::now() - start).count();
}

std::optional<lcs::result> compute_by_points(whole_matrix const & whole,
                                             similar::pair_limits const & limits,
                                             runtime::task_control & control)
{
    // For a distance D there are D * D / 4 points.
    double const points = max_point_share * whole.seconds / seconds_per_point;
    auto const max_distance = std::min(similar::max_point_distance(whole.pair),
                                       static_cast<std::uint64_t>(2 * std::sqrt(points)));
    return similar::compute_by_points(whole.pair, whole.wanted, max_distance, limits, control);
}

bool is_worth_seeds(whole_matrix const & whole) noexcept
{
    auto const letters = static_cast<double>(whole.pair.first.size() + whole.pair.second.size());
    return letters * seconds_per_letter <= max_seed_share * whole.seconds;
}

// On the CPU, as the subsequence of a band is.
std::optional<lcs::result> find_subsequence_in_band(whole_matrix const & whole,
                                                    std::uint64_t const bound,
                                                    similar::pair_limits const & limits,
                                                    runtime::task_control & control)
{
    double const cells = similar::estimate_band_share(whole.pair, bound) * whole.pair.cells();
    if (cells / (cpu_cells_per_second * limits.threads) > max_band_share * whole.seconds)
        return std::nullopt;
    return similar::compute_in_band(whole.pair, whole.wanted, bound, limits, control);
}

std::optional<lcs::result> compute_along(similar::guide const & path,
                                         whole_matrix const & whole,
                                         similar::pair_limits const & limits,
                                         stream_context & context,
                                         runtime::task_control & control)
{
    band_run run{whole.pair, context};
    double cells = 0;
    std::uint64_t const bound = find_bound(path, run, control, cells);
    std::optional<lcs::result> result =
        whole.wanted == lcs::output::length
            ? find_length_in_band(run, bound, max_band_share * whole.seconds, control)
            : find_subsequence_in_band(whole, bound, limits, control);
    if (!result)
        return std::nullopt;
    result->cells += cells;
    result->transfer_seconds = run.transfer_seconds();
    result->kernel_seconds = run.kernel_seconds();
    result->device_bytes = run.device_bytes();
    return result;
}

} // namespace

std::uint64_t find_bound(similar::guide const & path,
                         band_run & run,
                         runtime::task_control & control,
                         double & cells)
{
    lcs::sequence_pair const & pair = run.pair();
    band_outline const outline{.columns =
                                   [&](plan::interval const & rows)
                               {
                                   return path.columns_of(rows, guide_margin);
                               },
                               .crossing = [&](std::uint64_t const row) -> std::optional<std::uint64_t>
                               {
                                   auto const [begin, end] = path.columns_at(row);
                                   if (begin != end)
                                       return std::nullopt;
                                   return begin;
                               }};
    band_plan const plan = plan_band(outline, size_of(pair.first), size_of(pair.second), guide_shape, run.limits());
    cells += plan.cells;
    return run.compute(plan, control);
}

std::optional<lcs::result> find_length_in_band(band_run & run,
                                               std::uint64_t bound,
                                               double const seconds,
                                               runtime::task_control & control)
{
    lcs::sequence_pair const & pair = run.pair();
    auto const start = clock::now();
    double cells = 0;
    for (;;)
    {
        band_plan const plan = plan_band(outline_of(plan::matrix_band{pair.first.size(), pair.second.size(), bound}),
                                         size_of(pair.first),
                                         size_of(pair.second),
                                         run.limits());
        if (plan.cycles / static_cast<double>(run.limits().clock_hz) > seconds)
            return std::nullopt;
        std::uint64_t const length = run.compute(plan, control);
        cells += plan.cells;
        // The proof: whatever was left out has fewer matches than the bound.
        if (length >= bound)
        {
            control.add_cells(run.pair().cells());
            return lcs::result{.length = length,
                               .backend = plan::backend::cuda,
                               .forward_seconds = seconds_since(start),
                               .method = lcs::method::band,
                               .cells = cells};
        }
        bound = length;
    }
}

std::optional<lcs::result> compute_similar(whole_matrix const & whole,
                                           similar::pair_limits const & limits,
                                           stream_context & context,
                                           runtime::task_control & control)
{
    if (std::min(whole.pair.first.size(), whole.pair.second.size()) < min_size)
        return std::nullopt;
    if (std::optional<lcs::result> found = compute_by_points(whole, limits, control))
        return found;
    if (!has_band_kernel(whole.pair) || !is_worth_seeds(whole))
        return std::nullopt;

    auto const start = clock::now();
    std::optional<similar::guide> const path = similar::find_guide(whole.pair, control);
    if (!path)
        return std::nullopt;
    try
    {
        std::optional<lcs::result> result = compute_along(*path, whole, limits, context, control);
        if (result)
            result->forward_seconds = seconds_since(start) - result->traceback_seconds;
        return result;
    }
    catch (out_of_device_memory const &)
    {
        if (control.is_in_callback())
            throw;
        // Pieces of the whole matrix need less.
        context.release();
        return std::nullopt;
    }
}

} // namespace seqan3_gpulcs::cuda
