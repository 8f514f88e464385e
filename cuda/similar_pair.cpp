// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/similar_pair.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "cuda/runtime/peer_buffer.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/strip/divided_pair.hpp"
#include "cuda/strip/kept_band.hpp"
#include "cuda/strip/strip_matrix.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using clock = std::chrono::steady_clock;

// Batches, and pairs that a device compares in less than a millisecond, are not worth a look.
constexpr std::uint64_t min_size{65'536};

// What the CPU may try first, in parts of the time of the whole matrix. Unrelated pairs are given up after a small part of it.
constexpr double max_point_share{0.4};

// What finding seeds may take, likewise.
constexpr double max_seed_share{0.02};
constexpr double seconds_per_letter{0.5e-9};

// No estimate is better than that.
constexpr double max_band_share{0.8};

// A first pass along the guide: the distance to the guide, and the kernel. All its parts run at the same time.
constexpr std::uint64_t guide_margin{2048};
constexpr kernel_shape guide_shape{2, 16, 2};

double seconds_since(clock::time_point const start) noexcept
{
    return std::chrono::duration<double>(clock::now() - start).count();
}

std::optional<lcs::result>
compute_by_points(whole_matrix const & whole, similar::pair_limits const & limits, runtime::task_control & control)
{
    std::uint64_t const max_distance = similar::max_point_distance(whole.pair, max_point_share * whole.seconds);
    return similar::compute_by_points(whole.pair, whole.wanted, max_distance, limits, control).result;
}

bool is_worth_seeds(whole_matrix const & whole) noexcept
{
    auto const letters = static_cast<double>(whole.pair.first.size() + whole.pair.second.size());
    return letters * seconds_per_letter <= max_seed_share * whole.seconds;
}

// Passes through bands, until one has a proof.
class band_passes
{
public:
    band_passes(band_run & run,
                whole_matrix const & whole,
                similar::pair_limits const & limits,
                runtime::task_control & control) :
        run_{run},
        whole_{whole},
        limits_{limits},
        control_{control}
    {}

    // None if the whole matrix takes less time or memory.
    std::optional<lcs::result> compute(std::uint64_t bound)
    {
        for (;;)
        {
            std::optional<band_plan> const plan = plan_pass(bound);
            if (!plan || seconds_of(*plan) > max_band_share * whole_.seconds)
                return std::nullopt;
            std::optional<plan::subsequence_plan> const tiles = plan_tiles(*plan);
            if (!tiles)
                return std::nullopt;
            // A second pass is an exception; progress waits for its end.
            std::uint64_t const length =
                run_.compute(*plan, control_, counted_ == 0 ? first_progress * whole_.pair.cells() : 0);
            counted_ = first_progress * whole_.pair.cells();
            cells_ += plan->cells;
            // The proof: whatever was left out has fewer matches than the bound.
            if (length >= bound)
                return finish(*plan, *tiles, length);
            bound = length;
        }
    }

    // The whole matrix counts again.
    void give_up()
    {
        control_.add_cells(-counted_);
    }

private:
    static constexpr double first_progress{0.9};

    bool is_traced() const noexcept
    {
        return whole_.wanted == lcs::output::subsequence;
    }

    double code_bytes() const noexcept
    {
        return static_cast<double>((word_count(whole_.pair.first) + word_count(whole_.pair.second))
                                   * sizeof(std::uint64_t));
    }

    double seconds_of(band_plan const & plan) const noexcept
    {
        return plan.cycles / static_cast<double>(run_.limits().front().clock_hz)
             + further_device_seconds(std::max<std::size_t>(plan.wave_strips.size(), 1), code_bytes());
    }

    // On as many devices as pay.
    std::optional<band_plan> plan_pass(std::uint64_t const bound) const
    {
        std::optional<band_plan> best = plan_pass(bound, 1);
        double last = best ? seconds_of(*best) : HUGE_VAL;
        double least = (1 - min_gain) * last;
        for (std::size_t count = 2; count <= run_.limits().size(); ++count)
        {
            std::optional<band_plan> plan = plan_pass(bound, count);
            if (!plan || seconds_of(*plan) >= last)
                break;
            last = seconds_of(*plan);
            if (last < least)
            {
                least = last;
                best = std::move(plan);
            }
        }
        return best;
    }

    // None if some of the devices have too little memory.
    std::optional<band_plan> plan_pass(std::uint64_t const bound, std::size_t const count) const
    {
        packing::packed_sequence_view const & first = whole_.pair.first;
        packing::packed_sequence_view const & second = whole_.pair.second;
        band_outline const outline = outline_of(plan::matrix_band{first.size(), second.size(), bound});
        std::vector<unsigned> numbers{};
        std::uint64_t memory = ~std::uint64_t{0};
        for (stream_context const * const context : std::span{run_.team().all()}.first(count))
        {
            scoped_device const current{context->device};
            numbers.push_back(context->device);
            memory = std::min(memory, (free_device_bytes() + context->bytes()) / 2);
        }
        band_devices const devices{run_.limits().first(count), !can_access_next(numbers)};
        if (is_traced())
            return plan_band_checkpoints(outline, size_of(first), size_of(second), devices, memory);
        band_plan plan = plan_band(outline, size_of(first), size_of(second), devices);
        if (count > 1 && static_cast<double>(plan.bytes()) + code_bytes() > static_cast<double>(memory))
            return std::nullopt;
        return plan;
    }

    // None if the limit is too small for them.
    std::optional<plan::subsequence_plan> plan_tiles(band_plan const & plan) const
    {
        if (!is_traced())
            return plan::subsequence_plan{};
        packing::packed_sequence_view const & first = whole_.pair.first;
        packing::packed_sequence_view const & second = whole_.pair.second;
        auto const [row_spacing, column_spacing] = plan.checkpoints;
        if (plan::min_memory(row_spacing, column_spacing) > limits_.memory_limit)
            return std::nullopt;
        return plan::plan_traceback(plan.checkpoints,
                                    first.size(),
                                    second.size(),
                                    limits_.memory_limit,
                                    limits_.threads);
    }

    lcs::result finish(band_plan const & plan, plan::subsequence_plan const & tiles, std::uint64_t const length)
    {
        control_.add_cells(whole_.pair.cells() - std::exchange(counted_, whole_.pair.cells()));
        lcs::result result{.length = length};
        if (is_traced())
        {
            kept_band checkpoints{plan, run_.team()};
            result = traceback::find_subsequence(whole_.pair, tiles, control_, &checkpoints);
        }
        result.method = lcs::method::band;
        result.cells = cells_;
        return result;
    }

    band_run & run_;
    whole_matrix const & whole_;
    similar::pair_limits const & limits_;
    runtime::task_control & control_;
    double cells_{};
    double counted_{}; // As progress.
};

std::optional<lcs::result> compute_along(similar::guide const & path,
                                         whole_matrix const & whole,
                                         similar::pair_limits const & limits,
                                         context_team const & team,
                                         runtime::task_control & control)
{
    band_run run{whole.pair, team};
    double cells = 0;
    std::uint64_t const bound = find_bound(path, run, control, cells);
    std::optional<lcs::result> result = compute_in_band(run, whole, bound, limits, control);
    if (!result)
        return std::nullopt;
    result->cells += cells;
    result->transfer_seconds = run.transfer_seconds();
    result->kernel_seconds = run.kernel_seconds();
    result->device_bytes = run.device_bytes();
    return result;
}

} // namespace

std::uint64_t find_bound(similar::guide const & path, band_run & run, runtime::task_control & control, double & cells)
{
    packing::packed_sequence_view const & first = run.pair().first;
    packing::packed_sequence_view const & second = run.pair().second;
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
    kernel_shape shape{guide_shape};
    shape.bits = second.bits_per_letter();
    band_plan const plan = plan_band(outline, size_of(first), size_of(second), shape, run.limits().front());
    cells += plan.cells;
    return run.compute(plan, control);
}

std::optional<lcs::result> compute_in_band(band_run & run,
                                           whole_matrix const & whole,
                                           std::uint64_t const bound,
                                           similar::pair_limits const & limits,
                                           runtime::task_control & control)
{
    band_passes passes{run, whole, limits, control};
    try
    {
        if (std::optional<lcs::result> result = passes.compute(bound))
            return result;
    }
    catch (out_of_device_memory const &)
    {
        if (control.is_in_callback())
            throw;
    }
    passes.give_up();
    return std::nullopt;
}

std::optional<lcs::result> compute_similar(whole_matrix const & whole,
                                           similar::pair_limits const & limits,
                                           context_team const & team,
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
        std::optional<lcs::result> result = compute_along(*path, whole, limits, team, control);
        if (result)
            result->forward_seconds = seconds_since(start) - result->traceback_seconds;
        return result;
    }
    catch (out_of_device_memory const &)
    {
        if (control.is_in_callback())
            throw;
        // Pieces of the whole matrix need less.
        for (stream_context * const context : team.all())
            context->release();
        return std::nullopt;
    }
}

} // namespace seqan3_gpulcs::cuda
