// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/similar_pair.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/plan/hardware_costs.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/similar/band_checkpoints.hpp"
#include "src/similar/band_pass.hpp"
#include "src/similar/band_prover.hpp"
#include "src/similar/guide.hpp"
#include "src/similar/guided_pass.hpp"
#include "src/similar/pair_distance.hpp"
#include "src/similar/seed_chain.hpp"
#include "src/similar/wavefront.hpp"
#include "src/traceback/traceback.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

using clock = std::chrono::steady_clock;

constexpr std::uint64_t min_band_size{16'384};

// Fewer rows would give vectors too few words for each lane.
constexpr std::uint64_t min_block_rows{1024};
constexpr std::uint64_t max_block_rows{65'536};

// Sequences that have no more in common are unrelated.
constexpr double max_chance_identity{0.65};

// The part of the matrix that a first pass along the guide may compute.
constexpr double max_guided_share{0.15};

// The maximum cost of a band, in parts of that of the whole matrix; and the maximum share of its cells for a band without a guide.
constexpr double max_band_cost{0.9};
constexpr double max_short_band_share{0.4};

// The maximum cost of finding seeds that may lead to nothing, in parts of that of the whole matrix.
constexpr double max_speculative_cost{0.05};

// The maximum share of the cells for the smallest possible band: that of a shorter sequence which lies in the longer one as a whole.
constexpr double max_best_share{0.4};

// A pair for which a band may take less time than the whole matrix, after the attempt of a wavefront.
struct band_task
{
    alignment::sequence_pair pair;
    plan::comparison wanted;
    pair_limits limits;
};

double seconds_since(clock::time_point const start) noexcept
{
    return std::chrono::duration<double>(clock::now() - start).count();
}

// Returns none if the sequences seem unrelated.
std::optional<guide> make_guide(alignment::sequence_pair const & pair, seed_chain const & chain)
{
    if (chain.identity() <= max_chance_identity)
        return std::nullopt;
    return guide{chain.seeds, pair.first.size(), pair.second.size()};
}

// Rounds to multiples of the rows of a vector.
std::uint64_t round_rows(std::uint64_t const rows) noexcept
{
    return std::clamp(rows / min_block_rows * min_block_rows, min_block_rows, max_block_rows);
}

// The speed of some threads, in multiples of that of one: they share caches and the power of a processor. Measured with up to 16.
double thread_speed(unsigned const threads) noexcept
{
    return std::pow(threads, 0.85);
}

// The time of a cell in strips of some rows: few words of lanes wait for each other.
double cell_cost(double const rows) noexcept
{
    constexpr double slow_rows{950};
    return 1 + slow_rows * slow_rows / (rows * rows);
}

/* The strips of a band that can be computed at a time, at least 1. Each begins after as many columns of the one above as it has rows,
 * and some more: in a narrow band, few run at a time unless they have few rows.
 */
double strips_at_a_time(double const width, double const rows) noexcept
{
    constexpr double columns_between_strips{1024};
    return std::max(1.0, (width + rows) / (rows + columns_between_strips));
}

// The speed of threads in a band, which wait for each other the more often, the fewer strips there are.
double band_speed(double const width, double const rows, unsigned const threads) noexcept
{
    double const strips = strips_at_a_time(width, rows);
    return threads == 1 ? 1 : 1 / std::hypot(1 / thread_speed(threads), 1 / strips);
}

// The share of the matrix that a pass up to a distance computes.
double estimate_band_share(alignment::sequence_pair const & pair, std::uint64_t const max_distance) noexcept
{
    // Of the cells near enough to the diagonal, the band leaves out some more: those that are too distant already.
    constexpr double computed_part{0.7};
    auto const size = static_cast<double>(std::max(pair.first.size(), pair.second.size()));
    return std::min(1.0, computed_part * static_cast<double>(max_distance) / size);
}

// The approximate rows of blocks whose checkpoints fit into the memory.
double min_traced_rows(band_task const & task, double const width) noexcept
{
    // A difference for each row of two columns in a block, and one for each column; and some more.
    double const bytes_per_column = 0.5 * plan::border_words(task.wanted.metric);
    double const bytes_per_row =
        static_cast<double>(task.limits.memory_limit / 2) / static_cast<double>(task.pair.first.size());
    // A block of r rows has about width + r columns.
    double const rows = bytes_per_column * width / std::max(bytes_per_row - bytes_per_column, 1e-9);
    return std::min<double>(max_block_rows, std::ceil(rows / min_block_rows) * min_block_rows);
}

// The blocks of a band, and the threads for them.
struct band_blocks
{
    std::uint64_t rows;
    unsigned threads;
    double speed; // The speed of the threads, in multiples of that of one.
};

// Chooses the rows of blocks: many rows take few steps of vectors for each; few rows leave out more, make small tiles, and occupy more
// threads.
band_blocks choose_blocks(band_task const & task, std::uint64_t const max_distance) noexcept
{
    // The approximate columns of a band.
    double const width = static_cast<double>(max_distance) / 2;
    double const columns = estimate_band_share(task.pair, max_distance) * static_cast<double>(task.pair.second.size());
    unsigned const useful =
        plan::useful_threads(task.pair.first.size(), static_cast<std::uint64_t>(columns), task.limits.threads);
    // These rows are the best for one thread.
    bool const is_traced = task.wanted.with_path;
    double rows = static_cast<double>(round_rows(static_cast<std::uint64_t>((is_traced ? 20 : 40) * std::sqrt(width))));
    auto const seconds = [&](double const some)
    {
        return (width + some) * cell_cost(some) / band_speed(width, some, useful);
    };
    // Checkpoints of fewer rows take more time than is gained.
    constexpr double min_traced_part{0.75};
    double const min_rows = is_traced ? min_traced_part * rows : 0;
    if (useful > 1)
        for (double fewer = rows - min_block_rows; fewer >= std::max<double>(min_rows, min_block_rows);
             fewer -= min_block_rows)
            if (seconds(fewer) < seconds(rows))
                rows = fewer;
    if (is_traced)
        rows = std::max(rows, min_traced_rows(task, width));
    std::uint64_t const rounded = round_rows(static_cast<std::uint64_t>(rows));
    auto const block_rows = static_cast<double>(rounded);
    auto const strips = static_cast<unsigned>(std::min(std::ceil(strips_at_a_time(width, block_rows)), 1e6));
    return {rounded, std::min(useful, strips), band_speed(width, block_rows, useful)};
}

// The cells of the whole matrix that are computed in the same time as one cell by one thread.
double parallel_cells(band_task const & task) noexcept
{
    alignment::sequence_pair const & pair = task.pair;
    return pair.cells()
         / thread_speed(plan::useful_threads(pair.first.size(), pair.second.size(), task.limits.threads));
}

// The time of a band, in parts of that of the whole matrix.
double estimate_band_cost(band_task const & task, std::uint64_t const max_distance) noexcept
{
    constexpr double cost_of_cells{1.05};
    band_blocks const blocks = choose_blocks(task, max_distance);
    return estimate_band_share(task.pair, max_distance) * task.pair.cells() * cost_of_cells
         * cell_cost(static_cast<double>(blocks.rows)) / blocks.speed / parallel_cells(task);
}

// The time to find seeds, which one thread does, in parts of that of the whole matrix.
double estimate_seed_cost(band_task const & task) noexcept
{
    auto const letters = static_cast<double>(task.pair.first.size() + task.pair.second.size());
    return plan::costs_of(task.wanted.metric).seed_cells * letters / parallel_cells(task);
}

// The time of a pass along the diagonal, and of the band, if the sequences differ as much all along as where they begin; in parts of that
// of the whole matrix.
double estimate_diagonal_cost(band_task const & task) noexcept
{
    constexpr double cells_per_row{4500};
    std::uint64_t const rows = task.pair.first.size();
    auto const letters = static_cast<double>(rows + task.pair.second.size());
    double const letters_per_edit = std::max(1.0, task.limits.attempt.letters_per_edit);
    unsigned const guided_threads = plan::useful_threads(rows, min_block_rows, task.limits.threads);
    return cells_per_row * static_cast<double>(rows) / thread_speed(guided_threads) / parallel_cells(task)
         + estimate_band_cost(task, static_cast<std::uint64_t>(letters / letters_per_edit));
}

// Whether to look for seeds: sequences may have more in common than they seem to have where they begin.
bool are_seeds_profitable(band_task const & task) noexcept
{
    double const seeds = estimate_seed_cost(task);
    return std::min(task.pair.first.size(), task.pair.second.size()) >= min_band_size
        && (seeds <= max_speculative_cost || seeds + estimate_diagonal_cost(task) <= max_band_cost);
}

// A bound for a band, if there is one, and the cost of finding it.
struct found_bound
{
    std::optional<std::uint64_t> bound;
    double cells{0};
    std::uint64_t bytes{0};
};

// Finds a bound for the band: the value of a path near the guide, or the threshold of the pair if that is better, or if the path would
// not reach it. Finds none if even such a path takes too much of the matrix, and there is no threshold.
found_bound find_guided_bound(band_task const & task, runtime::task_control & control)
{
    auto const & [pair, wanted, limits] = task;
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    found_bound found{plan::threshold_bound(pair, wanted.metric)};
    std::uint64_t const chain_bytes = max_seed_chain_bytes(std::min(rows, columns));
    if (chain_bytes > limits.memory_limit)
        return found;
    found.bytes = chain_bytes;
    seed_chain const chain = find_seed_chain(pair.first, pair.second, control);
    double const matches = chain.identity() * static_cast<double>(std::min(rows, columns));
    if (plan::is_ruled_out(pair, wanted, static_cast<std::uint64_t>(matches)))
        return found;
    // Seeds of unrelated sequences are there by chance, and the diagonal is a better guide.
    std::optional<guide> const seeded = make_guide(pair, chain);
    if (!seeded && estimate_diagonal_cost(task) > max_band_cost)
        return found;
    guide const path = seeded.value_or(guide{{}, rows, columns});
    guided_pass const pass{pair, wanted.metric, path, limits.threads};
    if (pass.cells() > max_guided_share * pair.cells() || chain_bytes + pass.bytes() > limits.memory_limit)
        return found;

    found.bytes = chain_bytes + pass.bytes();
    found.bound = band_prover{pair, wanted.metric, value_of_distance(pair, wanted.metric, pass.run(control))}.bound();
    found.cells = pass.cells();
    return found;
}

// Finds a bound with which a band probably takes less time than the whole matrix.
found_bound choose_bound(band_task const & task, runtime::task_control & control)
{
    auto const & [pair, wanted, limits] = task;
    if (estimate_band_share(pair, smallest_distance(pair)) > max_best_share)
        return {};
    // Seeds take more time than a narrow band of short sequences.
    if (!are_seeds_profitable(task))
    {
        bool const is_short =
            estimate_band_share(pair, interesting_distance(pair, wanted.metric)) <= max_short_band_share;
        return {is_short ? plan::threshold_bound(pair, wanted.metric) : std::nullopt};
    }
    found_bound found = find_guided_bound(task, control);
    if (found.bound && estimate_band_cost(task, distance_of_value(pair, wanted.metric, *found.bound)) > max_band_cost)
        found.bound.reset();
    return found;
}

// Passes through bands, until one settles the pair.
class band_computation
{
public:
    band_computation(band_task const & task, runtime::task_control & control) : task_{task}, control_{control}
    {}

    std::optional<alignment::result> run(std::uint64_t const first_bound)
    {
        auto const start = clock::now();
        for (band_prover prover{task_.pair, task_.wanted.metric, first_bound};;)
        {
            std::optional<std::uint64_t> const value = pass(prover.bound());
            if (!value)
            {
                // The whole matrix is computed instead.
                control_.add_cells(-reported_cells_);
                return std::nullopt;
            }
            if (prover.settles(*value))
                return finish(*value, seconds_since(start));
        }
    }

private:
    // The value of a path in the band, or that of no interest if it ends before the last row; nothing if the memory does not suffice.
    std::optional<std::uint64_t> pass(std::uint64_t const bound)
    {
        // A second pass has no progress of its own.
        bool const is_first = reported_cells_ == 0;
        std::uint64_t const max_distance = distance_of_value(task_.pair, task_.wanted.metric, bound);
        band_blocks const blocks = choose_blocks(task_, max_distance);
        plan::checkpoint_grid const grid{blocks.rows, blocks.rows / 2};
        band_request
            request{task_.pair, task_.wanted.metric, max_distance, blocks.rows, blocks.threads, is_first, nullptr};
        std::uint64_t const others = band_bytes(task_.pair, task_.wanted.metric, grid.row_spacing);
        if (task_.wanted.with_path)
        {
            // One half is for checkpoints; the other one for the pass, and for tiles after it.
            std::uint64_t const half = task_.limits.memory_limit / 2;
            if (std::max(others, plan::min_memory(task_.wanted, {grid.row_spacing, grid.column_spacing})) > half)
                return std::nullopt;
            request.checkpoints =
                &checkpoints_.emplace(grid,
                                      plan::matrix_cell{task_.pair.first.size(), task_.pair.second.size()},
                                      task_.wanted.metric,
                                      half);
            bytes_ = std::max(bytes_, others);
        }
        band_outcome const found = compute_band(request, control_);
        cells_ += found.cells;
        reported_cells_ += found.reported_cells;
        if (found.is_out_of_memory)
            return std::nullopt;
        if (request.checkpoints)
            bytes_ = std::max(bytes_, others + checkpoints_->bytes());
        if (is_first)
        {
            control_.add_cells(task_.pair.cells() - reported_cells_);
            reported_cells_ = task_.pair.cells();
        }
        return found.is_too_distant ? plan::value_of_no_interest(task_.wanted.metric)
                                    : value_of_distance(task_.pair, task_.wanted.metric, found.distance);
    }

    alignment::result finish(std::uint64_t const value, double const seconds)
    {
        alignment::result result{.backend = plan::backend::cpu};
        if (task_.wanted.with_path && plan::is_of_interest(task_.pair, value, task_.wanted.metric))
            result = trace_back();
        set_value(result, task_.pair, task_.wanted.metric, value);
        result.forward_seconds = seconds;
        result.memory_bytes = std::max(result.memory_bytes, bytes_);
        result.method = alignment::method::band;
        result.cells = cells_;
        return result;
    }

    alignment::result trace_back()
    {
        plan::subsequence_plan plan = plan::plan_traceback(task_.wanted,
                                                           checkpoints_->grid(),
                                                           {task_.pair.first.size(), task_.pair.second.size()},
                                                           task_.limits.memory_limit - checkpoints_->bytes(),
                                                           task_.limits.threads);
        plan.bytes += checkpoints_->bytes();
        return traceback::find_alignment(task_.pair, task_.wanted, plan, control_, &*checkpoints_);
    }

    band_task task_;
    runtime::task_control & control_;
    std::optional<band_checkpoints> checkpoints_{};
    double cells_{};
    std::uint64_t bytes_{};   // The memory of the passes, if the alignment is wanted.
    double reported_cells_{}; // The cells that count as progress.
};

} // namespace

std::optional<std::uint64_t> find_bound(alignment::sequence_pair const & pair,
                                        plan::comparison const & wanted,
                                        pair_limits const & limits,
                                        runtime::task_control & control)
{
    if (wanted.ends.any() || is_ruled_out_by_size(pair, wanted))
        return std::nullopt;
    return choose_bound({pair, wanted, limits}, control).bound;
}

attempt_result compute_by_wavefront(alignment::sequence_pair const & pair,
                                    plan::comparison const & wanted,
                                    std::uint64_t const worth_distance,
                                    pair_limits const & limits,
                                    runtime::task_control & control)
{
    if (wanted.ends.any() || is_ruled_out_by_size(pair, wanted))
        return {};
    if (limits.attempt.worth_distance >= std::max<std::uint64_t>(worth_distance, 1))
        return {std::nullopt, limits.attempt};
    auto const start = clock::now();
    // A margin keeps the attempt from giving up shortly before the end.
    std::uint64_t const max_distance = worth_distance + worth_distance / 4;
    std::uint64_t const interesting = interesting_distance(pair, wanted.metric);
    distance_limits const wavefront_limits{.max_distance = std::min(max_distance, interesting),
                                           .max_bytes = limits.memory_limit,
                                           .worth_distance = worth_distance};
    plan::comparison of_points = wanted;
    of_points.with_path = wanted.with_path && plan::has_simple_path(wanted);
    wavefront_result found = compare_by_wavefront(pair, of_points, wavefront_limits, control);
    plan::wavefront_attempt const attempt{worth_distance,
                                          static_cast<double>(found.progress) / static_cast<double>(found.distance + 1),
                                          found.bytes};
    if (!found.is_found && (found.is_out_of_memory || found.distance < interesting))
        return {std::nullopt, attempt};
    std::uint64_t const value = found.is_found ? value_of_distance(pair, wanted.metric, found.distance)
                                               : plan::value_of_no_interest(wanted.metric);
    // The cells count as progress once.
    if (found.is_found && wanted.with_path != of_points.with_path)
    {
        control.add_cells(-pair.cells());
        return {std::nullopt, attempt, value};
    }
    if (!found.is_found)
        control.add_cells(pair.cells());
    alignment::result result{.path = std::move(found.path),
                             .backend = plan::backend::cpu,
                             .forward_seconds = seconds_since(start),
                             .memory_bytes = found.bytes,
                             .method = alignment::method::wavefront,
                             .cells = static_cast<double>(found.points)};
    set_value(result, pair, wanted.metric, value);
    return {std::move(result), attempt};
}

double estimate_wavefront_seconds(alignment::sequence_pair const & pair,
                                  plan::comparison const & wanted,
                                  double const distance) noexcept
{
    constexpr plan::processor_costs host{};
    auto const letters = static_cast<double>(pair.first.size() + pair.second.size());
    double const seconds = host.wavefront_pair_seconds + host.wavefront_letter_seconds * letters;
    // The path takes as long again.
    return (wanted.with_path ? 2 : 1) * seconds
         + host.wavefront_point_seconds * distance * distance * plan::costs_of(wanted.metric).points;
}

std::uint64_t max_wavefront_distance(alignment::sequence_pair const & pair,
                                     plan::metric const metric,
                                     double const max_seconds) noexcept
{
    plan::metric_costs const & costs = plan::costs_of(metric);
    // See estimate_wavefront_seconds().
    double const max_distance = std::sqrt(max_seconds / plan::processor_costs{}.wavefront_point_seconds / costs.points);
    auto const size = static_cast<double>(std::max(pair.first.size(), pair.second.size()));
    return static_cast<std::uint64_t>(
        std::min({max_distance, costs.max_root_distance * std::sqrt(size), costs.max_wavefront_part * size}));
}

std::optional<guide> find_guide(alignment::sequence_pair const & pair, runtime::task_control & control)
{
    return make_guide(pair, find_seed_chain(pair.first, pair.second, control));
}

std::optional<alignment::result> compute_in_band(alignment::sequence_pair const & pair,
                                                 plan::comparison const & wanted,
                                                 std::uint64_t const bound,
                                                 pair_limits const & limits,
                                                 runtime::task_control & control)
{
    if (!is_ruled_out_by_size(pair, wanted))
        return band_computation{{pair, wanted, limits}, control}.run(bound);
    control.add_cells(pair.cells());
    alignment::result result{.backend = plan::backend::cpu, .method = alignment::method::band};
    set_value(result, pair, wanted.metric, plan::value_of_no_interest(wanted.metric));
    return result;
}

std::optional<alignment::result> compute_similar(alignment::sequence_pair const & pair,
                                                 plan::comparison const & wanted,
                                                 pair_limits const & given,
                                                 runtime::task_control & control)
{
    bool const is_traced = wanted.with_path;
    std::uint64_t const size = std::min(pair.first.size(), pair.second.size());
    if (wanted.ends.any())
        return std::nullopt;
    if (is_ruled_out_by_size(pair, wanted))
        return compute_in_band(pair, wanted, plan::threshold_of(pair, wanted.metric), given, control);
    plan::metric_costs const & costs = plan::costs_of(wanted.metric);
    if (size < (is_traced ? costs.min_similar_traced_size : costs.min_similar_size))
        return std::nullopt;
    control.check();
    band_task task{pair, wanted, given};
    if (!is_traced)
        task.limits.memory_limit = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t const worth_distance = max_wavefront_distance(pair, wanted.metric);
    attempt_result by_wavefront = compute_by_wavefront(pair, wanted, worth_distance, task.limits, control);
    if (by_wavefront.result)
        return std::move(by_wavefront.result);
    band_computation band{task, control};
    if (by_wavefront.value)
        return band.run(*by_wavefront.value);
    task.limits.attempt = by_wavefront.attempt;
    auto const start = clock::now();
    found_bound const found = choose_bound(task, control);
    if (!found.bound)
        return std::nullopt;
    double const seconds = seconds_since(start);
    std::optional<alignment::result> result = band.run(*found.bound);
    if (result)
    {
        result->cells += found.cells;
        result->forward_seconds += seconds;
        if (is_traced)
            result->memory_bytes = std::max({result->memory_bytes, by_wavefront.attempt.bytes, found.bytes});
    }
    return result;
}

} // namespace seqan3_gpulcs::similar
