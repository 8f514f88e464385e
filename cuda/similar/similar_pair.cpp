// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/similar/similar_pair.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/plan/memory.hpp>

#include "cuda/runtime/device_codes.hpp"
#include "cuda/runtime/out_of_memory.hpp"
#include "cuda/runtime/peer_buffer.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/strip/bidirectional_band.hpp"
#include "cuda/strip/divided_pair.hpp"
#include "cuda/strip/tuning_strip.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/threshold.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/similar/band_prover.hpp"
#include "src/similar/pair_distance.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using clock = std::chrono::steady_clock;

// Batches, and pairs that a device compares in less than a millisecond, are too small to gain from what follows.
constexpr std::uint64_t min_size{65'536};

// The time that the CPU's wavefront may take, in parts of the time of the whole matrix. Unrelated pairs are given up after a small part of
// it.
constexpr double max_wavefront_share{0.4};

// The time that finding seeds may take, in parts of the time of the whole matrix; more if the sequences have so many letters for each edit
// where they begin.
constexpr double max_seed_share{0.02};
constexpr double max_seed_share_if_alike{0.1};
constexpr double min_letters_per_edit{8};

// A band must be estimated to take no more than this part of the time of the whole matrix, as estimates are not exact.
constexpr double max_band_share{0.8};

// A first pass goes along the guide, at most this far from it, with a kernel that runs all its parts at the same time.
constexpr std::uint64_t guide_margin{2048};
constexpr kernel_shape guide_shape(unsigned const bits) noexcept
{
    // A unit has 64 bits at most.
    return {2, std::min(16u, 64 / bits), bits};
}

constexpr bool is_guide_compiled(unsigned const bits) noexcept
{
    return std::ranges::find(band_shapes, guide_shape(bits)) != std::end(band_shapes)
        && std::ranges::find(edit_band_shapes, guide_shape(bits)) != std::end(edit_band_shapes);
}

static_assert(is_guide_compiled(2) && is_guide_compiled(4) && is_guide_compiled(8));

double seconds_since(clock::time_point const start) noexcept
{
    return std::chrono::duration<double>(clock::now() - start).count();
}

bool are_seeds_profitable(whole_matrix const & whole, double const letters_per_edit) noexcept
{
    auto const letters = static_cast<double>(whole.pair.first.size() + whole.pair.second.size());
    double const share = letters_per_edit < min_letters_per_edit ? max_seed_share : max_seed_share_if_alike;
    return letters * plan::processor_costs{}.seed_letter_seconds <= share * whole.seconds;
}

// The way in which a pass through a band is computed: as one pass, or from both ends.
struct chosen_pass
{
    strip_plan single{};
    std::optional<bidirectional_band_plan> from_both_ends{};
    // As many devices of the team have the pass from the beginning; the others, or the same one, have the pass from the end.
    std::size_t forward_devices{};
    double seconds{HUGE_VAL};
};

// Chooses the pass with the smallest estimate of time.
class pass_chooser
{
public:
    pass_chooser(whole_matrix const & whole, context_team const & team) : whole_{whole}
    {
        for (stream_context const * const context : team.all())
        {
            scoped_device const current{context->device};
            devices_.push_back(context->device);
            limits_.push_back(context->limits);
            memory_.push_back((free_device_bytes() + context->bytes()) / 2);
        }
    }

    // Returns none if the memory does not suffice.
    std::optional<chosen_pass> choose(plan::matrix_band const & band) const
    {
        std::optional<chosen_pass> best{};
        double least = HUGE_VAL;
        auto const consider = [&](std::optional<chosen_pass> pass)
        {
            if (!pass || pass->seconds >= least)
                return;
            // Another way replaces the first one only if it gains more than the error of the estimates.
            least = best ? pass->seconds : (1 - min_sharing_gain) * pass->seconds;
            best = std::move(pass);
        };
        consider(plan_single(band, 1));
        if (!is_traced())
        {
            consider(plan_both_ends(band, 1));
            for (std::size_t count = 2; count <= limits_.size(); ++count)
                consider(plan_both_ends(band, count));
        }
        double last = HUGE_VAL;
        for (std::size_t count = 2; count <= limits_.size(); ++count)
        {
            std::optional<chosen_pass> pass = plan_single(band, count);
            if (!pass || pass->seconds >= last)
                break;
            last = pass->seconds;
            consider(std::move(pass));
        }
        return best;
    }

private:
    bool is_traced() const noexcept
    {
        return whole_.wanted.with_path;
    }

    double code_bytes() const noexcept
    {
        return static_cast<double>((word_count(whole_.pair.first) + word_count(whole_.pair.second))
                                   * sizeof(std::uint64_t));
    }

    band_devices some(std::size_t const begin, std::size_t const count) const
    {
        return {std::span{limits_}.subspan(begin, count), !can_access_next(std::span{devices_}.subspan(begin, count))};
    }

    bool has_memory(std::size_t const begin, std::size_t const count, double const bytes) const noexcept
    {
        return std::ranges::all_of(std::span{memory_}.subspan(begin, count),
                                   [bytes](std::uint64_t const memory)
                                   {
                                       return bytes <= static_cast<double>(memory);
                                   });
    }

    // Plans a single pass on the first devices.
    std::optional<chosen_pass> plan_single(plan::matrix_band const & band, std::size_t const count) const
    {
        sequence_size const rows = size_of(whole_.pair.first);
        sequence_size const columns = size_of(whole_.pair.second);
        band_devices const devices = some(0, count);
        chosen_pass pass{};
        if (is_traced())
        {
            std::uint64_t const memory = *std::ranges::min_element(std::span{memory_}.first(count));
            std::optional<strip_plan> plan = plan_band_checkpoints(outline_of(band), rows, columns, devices, memory);
            if (!plan)
                return std::nullopt;
            pass.single = std::move(*plan);
        }
        else
            pass.single = plan_band(outline_of(band), rows, columns, devices);
        if (!pass.single.is_banded())
            return std::nullopt;
        if (count > 1 && !has_memory(0, count, static_cast<double>(pass.single.band_bytes()) + code_bytes()))
            return std::nullopt;
        pass.seconds = pass.single.cycles / static_cast<double>(limits_.front().clock_hz)
                     + further_device_seconds(count, code_bytes());
        return pass;
    }

    // Plans two passes, on one half each of one device or of some devices.
    std::optional<chosen_pass> plan_both_ends(plan::matrix_band const & band, std::size_t const count) const
    {
        chosen_pass pass{.forward_devices = (count + 1) / 2};
        device_limits half{limits_.front()};
        half.multiprocessors /= 2;
        if (half.multiprocessors == 0 && count == 1)
            return std::nullopt;
        band_devices const first = count == 1 ? band_devices{half} : some(0, pass.forward_devices);
        band_devices const second = count == 1 ? band_devices{half} : some(pass.forward_devices, count / 2);
        bidirectional_band_plan & plan =
            pass.from_both_ends.emplace(plan_bidirectional_band(band, whole_.pair, first, second));
        plan.forward.shares_device = plan.backward.shares_device = count == 1;
        auto const bytes =
            static_cast<double>(plan.forward.band_bytes() + plan.backward.band_bytes()) + 2 * code_bytes();
        if (!plan.forward.is_banded() || !plan.backward.is_banded() || !has_memory(0, count, bytes))
            return std::nullopt;
        pass.seconds = plan.seconds + further_device_seconds(std::max<std::size_t>(count, 2), code_bytes());
        return pass;
    }

    whole_matrix const & whole_;
    std::vector<unsigned> devices_{};
    std::vector<device_limits> limits_{};
    std::vector<std::uint64_t> memory_{}; // The memory of each device that a pass may take.
};

// Computes passes through bands, until one has a proof.
class band_passes
{
public:
    band_passes(strip_run & run,
                whole_matrix const & whole,
                band_resources const & resources,
                runtime::task_control & control) :
        run_{run},
        whole_{whole},
        resources_{resources},
        control_{control}
    {}

    // Returns none if the whole matrix takes less time or memory.
    std::optional<alignment::result> compute(std::uint64_t const first_bound)
    {
        packing::packed_sequence_view const & rows = whole_.pair.first;
        packing::packed_sequence_view const & columns = whole_.pair.second;
        plan::metric const metric = whole_.wanted.metric;
        for (similar::band_prover prover{whole_.pair, metric, first_bound};;)
        {
            plan::matrix_band const band{rows.size(), columns.size(), prover.bound(), metric};
            std::optional<chosen_pass> const pass = pass_chooser{whole_, resources_.team}.choose(band);
            if (!pass || pass->seconds > max_band_share * whole_.seconds)
                return std::nullopt;
            std::optional<plan::subsequence_plan> const tiles = plan_tiles(pass->single);
            if (!tiles)
                return std::nullopt;
            // A second pass is rare, so progress waits for its end.
            std::uint64_t const value = compute_pass(*pass, counted_ == 0 ? first_progress * whole_.pair.cells() : 0);
            counted_ = first_progress * whole_.pair.cells();
            if (prover.settles(value))
                return finish(*tiles, value);
        }
    }

    // Takes back the progress, as the whole matrix follows.
    void give_up()
    {
        control_.add_cells(-counted_);
    }

private:
    static constexpr double first_progress{0.9};

    bool is_traced() const noexcept
    {
        return whole_.wanted.with_path;
    }

    // Returns the value of a path.
    std::uint64_t compute_pass(chosen_pass const & pass, double const cells)
    {
        if (!pass.from_both_ends)
        {
            cells_ += pass.single.cells;
            return run_.compute(pass.single, control_, cells);
        }
        bidirectional_band_plan const & plan = *pass.from_both_ends;
        cells_ += plan.cells();
        if (!plan.forward.shares_device)
        {
            std::vector<stream_context *> others{resources_.team.all()};
            others.erase(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(pass.forward_devices));
            bidirectional_band_result found =
                compute_band_from_both_ends(plan, run_, context_team{std::move(others)}, control_, cells);
            // The run counts the memory of the whole team.
            found.device_bytes = 0;
            return add_times(found);
        }
        auto const other = resources_.contexts.lend(resources_.team.all().front()->device);
        return add_times(compute_band_from_both_ends(plan, run_, *other, control_, cells));
    }

    std::uint64_t add_times(bidirectional_band_result const & found) noexcept
    {
        other_transfer_seconds_ += found.transfer_seconds;
        other_kernel_seconds_ += found.kernel_seconds;
        other_bytes_ = std::max(other_bytes_, found.device_bytes);
        return found.value;
    }

    // Returns none if the memory limit is too small for the tiles.
    std::optional<plan::subsequence_plan> plan_tiles(strip_plan const & plan) const
    {
        if (!is_traced())
            return plan::subsequence_plan{};
        auto const [row_spacing, column_spacing] = plan.checkpoints;
        if (plan::min_memory(whole_.wanted, {row_spacing, column_spacing}) > resources_.limits.memory_limit)
            return std::nullopt;
        return plan::plan_traceback(whole_.wanted,
                                    plan.checkpoints,
                                    {whole_.pair.first.size(), whole_.pair.second.size()},
                                    resources_.limits.memory_limit,
                                    resources_.limits.threads);
    }

    alignment::result finish(plan::subsequence_plan const & tiles, std::uint64_t const value)
    {
        control_.add_cells(whole_.pair.cells() - std::exchange(counted_, whole_.pair.cells()));
        plan::metric const metric = whole_.wanted.metric;
        alignment::result result{};
        if (is_traced() && plan::is_of_interest(whole_.pair, value, metric))
        {
            device_checkpoints checkpoints{run_.kept()};
            result = traceback::find_alignment(whole_.pair, whole_.wanted, tiles, control_, &checkpoints);
        }
        similar::set_value(result, whole_.pair, metric, value);
        result.backend = plan::backend::cuda;
        result.method = alignment::method::band;
        result.cells = cells_;
        result.transfer_seconds = run_.transfer_seconds() + other_transfer_seconds_;
        result.kernel_seconds = run_.kernel_seconds() + other_kernel_seconds_;
        result.device_bytes = run_.device_bytes() + other_bytes_;
        return result;
    }

    strip_run & run_;
    whole_matrix const & whole_;
    band_resources const & resources_;
    runtime::task_control & control_;
    double cells_{};
    double counted_{}; // The cells that count as progress.

    // The times and the memory of passes from the end, beyond those of the other passes.
    double other_transfer_seconds_{};
    double other_kernel_seconds_{};
    std::uint64_t other_bytes_{};
};

} // namespace

std::uint64_t find_bound(similar::guide const & path,
                         plan::metric const metric,
                         strip_run & run,
                         runtime::task_control & control,
                         double & cells)
{
    packing::packed_sequence_view const & first = run.rows();
    packing::packed_sequence_view const & second = run.columns();
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
                               },
                               .recurrence = &strips_of(metric)};
    kernel_shape const shape = guide_shape(second.bits_per_letter());
    strip_plan const plan = plan_band(outline, size_of(first), size_of(second), shape, run.limits().front());
    if (!plan.is_banded())
        return plan::weakest_bound({first, second}, metric);
    cells += plan.cells;
    return run.compute(plan, control);
}

std::optional<alignment::result> compute_in_band(strip_run & run,
                                                 whole_matrix const & whole,
                                                 std::uint64_t const bound,
                                                 band_resources const & resources,
                                                 runtime::task_control & control)
{
    band_passes passes{run, whole, resources, control};
    std::optional<alignment::result> result{};
    auto const compute = [&]()
    {
        result = passes.compute(bound);
    };
    if (!fits_into_memory(control, compute) || !result)
        passes.give_up();
    return result;
}

std::optional<alignment::result>
compute_similar(whole_matrix const & whole, band_resources const & resources, runtime::task_control & control)
{
    alignment::sequence_pair const & pair = whole.pair;
    plan::metric const metric = whole.wanted.metric;
    if (std::min(pair.first.size(), pair.second.size()) < min_size || whole.wanted.ends.any())
        return std::nullopt;
    similar::pair_limits limits = resources.limits;
    limits.attempt = whole.attempt;
    std::uint64_t const max_distance =
        similar::max_wavefront_distance(pair, metric, max_wavefront_share * whole.seconds);
    similar::attempt_result found = similar::compute_by_wavefront(pair, whole.wanted, max_distance, limits, control);
    if (found.result)
        return std::move(found.result);
    if (pair.second.size() > max_chunk_columns || similar::is_ruled_out_by_size(pair, whole.wanted))
        return std::nullopt;

    auto const start = clock::now();
    std::optional<similar::guide> path{};
    if (!found.value && are_seeds_profitable(whole, found.attempt.letters_per_edit))
        path = similar::find_guide(pair, control);
    std::optional<std::uint64_t> const bound = found.value ? found.value : plan::threshold_bound(pair, metric);
    if (!bound && !path)
        return std::nullopt;
    std::optional<alignment::result> result{};
    auto const compute = [&]()
    {
        strip_run run{pair.first, pair.second, resources.team};
        double cells = 0;
        std::uint64_t const first_bound = path ? find_bound(*path, metric, run, control, cells) : *bound;
        result = compute_in_band(run, whole, first_bound, resources, control);
        if (result)
            result->cells += cells;
    };
    // The whole matrix can be computed in pieces, which need less memory.
    if (!fits_into_memory(control, compute))
        for (stream_context * const context : resources.team.all())
            context->release();
    if (result)
        result->forward_seconds = seconds_since(start) - result->traceback_seconds;
    return result;
}

} // namespace seqan3_gpulcs::cuda
