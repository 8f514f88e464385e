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
#include "src/similar/band_relay.hpp"
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

// The measured costs of a metric: where nothing else is said, for longest common subsequences with AVX-512, for edit distances with AVX2.
struct metric_costs
{
    // The whole matrix of shorter sequences takes no longer than finding out where to compute: for the distance, and for the alignment. Of
    // 1,000 letters, 95 % of them unchanged, the LCS length took 4.8 us instead of 11, the edit distance 5 instead of 25, and its alignment 6
    // instead of 24; of 500, the alignment 2.6 instead of 17, but 19 instead of 18 if they are unrelated (edit_benchmark
    // --benchmark_filter=single on an AMD EPYC with AVX2).
    std::uint64_t min_size;
    std::uint64_t min_traced_size;

    // Up to this distance, times the root of the length, furthest-reaching points take less time than a band; and up to this part
    // of the length, less than the whole matrix.
    double max_root_distance;
    double max_wavefront_part;

    // The points of a squared distance.
    double points;

    // The cells of the whole matrix that take as long as finding seeds takes for a letter.
    double seed_cells;
};

constexpr metric_costs costs_of(plan::metric const metric) noexcept
{
    if (metric == plan::metric::lcs)
        return {.min_size = 896,
                .min_traced_size = 640,
                .max_root_distance = 8,
                .max_wavefront_part = 0.08,
                .points = 0.25,
                .seed_cells = 600};
    return {.min_size = min_similar_edit_size,
            .min_traced_size = 384,
            .max_root_distance = 10,
            .max_wavefront_part = 0.1,
            .points = 0.5,
            .seed_cells = 170};
}

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

// The approximate rows of blocks whose checkpoints fit into the memory.
double min_traced_rows(alignment::sequence_pair const & pair,
                       plan::metric const metric,
                       double const width,
                       std::uint64_t const memory_limit) noexcept
{
    // A difference for each row of two columns in a block, and one for each column; and some more.
    double const bytes_per_column = 0.5 * plan::border_words(metric);
    double const bytes_per_row = static_cast<double>(memory_limit / 2) / static_cast<double>(pair.first.size());
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
band_blocks choose_blocks(alignment::sequence_pair const & pair,
                          plan::comparison const & wanted,
                          std::uint64_t const bound,
                          pair_limits const & limits) noexcept
{
    // The approximate columns of a band.
    double const width = static_cast<double>(bound) / 2;
    double const columns = estimate_band_share(pair, bound) * static_cast<double>(pair.second.size());
    unsigned const useful =
        plan::useful_threads(pair.first.size(), static_cast<std::uint64_t>(columns), limits.threads);
    // These rows are the best for one thread.
    bool const is_traced = wanted.with_path;
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
        rows = std::max(rows, min_traced_rows(pair, wanted.metric, width, limits.memory_limit));
    std::uint64_t const rounded = round_rows(static_cast<std::uint64_t>(rows));
    auto const block_rows = static_cast<double>(rounded);
    auto const strips = static_cast<unsigned>(std::min(std::ceil(strips_at_a_time(width, block_rows)), 1e6));
    return {rounded, std::min(useful, strips), band_speed(width, block_rows, useful)};
}

// The cells of the whole matrix that are computed in the same time as one cell by one thread.
double parallel_cells(alignment::sequence_pair const & pair, unsigned const threads) noexcept
{
    return pair.cells() / thread_speed(plan::useful_threads(pair.first.size(), pair.second.size(), threads));
}

// The time of a band, in parts of that of the whole matrix.
double estimate_band_cost(alignment::sequence_pair const & pair,
                          plan::comparison const & wanted,
                          std::uint64_t const bound,
                          pair_limits const & limits) noexcept
{
    constexpr double cost_of_cells{1.05};
    band_blocks const blocks = choose_blocks(pair, wanted, bound, limits);
    return estimate_band_share(pair, bound) * pair.cells() * cost_of_cells * cell_cost(static_cast<double>(blocks.rows))
         / blocks.speed / parallel_cells(pair, limits.threads);
}

// The time to find seeds, which one thread does, in parts of that of the whole matrix.
double
estimate_seed_cost(alignment::sequence_pair const & pair, plan::metric const metric, unsigned const threads) noexcept
{
    return costs_of(metric).seed_cells * static_cast<double>(pair.first.size() + pair.second.size())
         / parallel_cells(pair, threads);
}

// The time of a pass along the diagonal, and of the band, if the sequences differ as much all along as where they begin; in parts of that
// of the whole matrix.
double estimate_diagonal_cost(alignment::sequence_pair const & pair,
                              plan::comparison const & wanted,
                              double const letters_per_edit,
                              pair_limits const & limits) noexcept
{
    constexpr double cells_per_row{4500};
    auto const letters = static_cast<double>(pair.first.size() + pair.second.size());
    auto const likely_distance = static_cast<std::uint64_t>(letters / std::max(1.0, letters_per_edit));
    double const guided_cells = cells_per_row * static_cast<double>(pair.first.size());
    unsigned const guided_threads = plan::useful_threads(pair.first.size(), min_block_rows, limits.threads);
    return guided_cells / thread_speed(guided_threads) / parallel_cells(pair, limits.threads)
         + estimate_band_cost(pair, wanted, likely_distance, limits);
}

// Whether to look for seeds: sequences may have more in common than they seem to have where they begin.
bool are_seeds_profitable(alignment::sequence_pair const & pair,
                          plan::comparison const & wanted,
                          double const letters_per_edit,
                          pair_limits const & limits) noexcept
{
    double const seeds = estimate_seed_cost(pair, wanted.metric, limits.threads);
    return std::min(pair.first.size(), pair.second.size()) >= min_band_size
        && (seeds <= max_speculative_cost
            || seeds + estimate_diagonal_cost(pair, wanted, letters_per_edit, limits) <= max_band_cost);
}

// The largest distance that is of interest; none if all are.
std::optional<std::uint64_t> threshold_of(alignment::sequence_pair const & pair, plan::metric const metric) noexcept
{
    std::uint64_t const interesting = interesting_distance(pair, metric);
    return interesting < largest_distance(pair, metric) ? std::optional{interesting} : std::nullopt;
}

// A bound for a band, if there is one, and the cost of finding it.
struct found_bound
{
    std::optional<std::uint64_t> bound;
    double cells{0};
    std::uint64_t bytes{0};
};

// Finds a bound for the band: the distance of a path near the guide, or the threshold of the pair if that is less, or if the path would
// exceed it. Finds none if even such a path takes too much of the matrix, and there is no threshold.
found_bound find_bound(alignment::sequence_pair const & pair,
                       plan::comparison const & wanted,
                       pair_limits const & limits,
                       runtime::task_control & control,
                       double const letters_per_edit)
{
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    std::uint64_t const interesting = interesting_distance(pair, wanted.metric);
    found_bound found{threshold_of(pair, wanted.metric)};
    std::uint64_t const chain_bytes = max_seed_chain_bytes(std::min(rows, columns));
    if (chain_bytes > limits.memory_limit)
        return found;
    found.bytes = chain_bytes;
    seed_chain const chain = find_seed_chain(pair.first, pair.second, control);
    auto const matches = static_cast<std::uint64_t>(chain.identity() * static_cast<double>(std::min(rows, columns)));
    if (distance_of_matches(pair, wanted.metric, matches) > interesting)
        return found;
    // Seeds of unrelated sequences are there by chance, and the diagonal is a better guide.
    std::optional<guide> const seeded = make_guide(pair, chain);
    if (!seeded && estimate_diagonal_cost(pair, wanted, letters_per_edit, limits) > max_band_cost)
        return found;
    guide const path = seeded.value_or(guide{{}, rows, columns});
    guided_pass const pass{pair, wanted.metric, path, limits.threads};
    if (pass.cells() > max_guided_share * pair.cells() || chain_bytes + pass.bytes() > limits.memory_limit)
        return found;

    found.bytes = chain_bytes + pass.bytes();
    found.bound = std::min(pass.run(control), interesting);
    found.cells = pass.cells();
    return found;
}

// The pass through a band.
class band_computation
{
public:
    band_computation(alignment::sequence_pair const & pair,
                     plan::comparison const & wanted,
                     pair_limits const & limits,
                     runtime::task_control & control) :
        pair_{pair},
        wanted_{wanted},
        limits_{limits},
        control_{control}
    {}

    std::optional<alignment::result> run(std::uint64_t const first_bound)
    {
        auto const start = clock::now();
        std::uint64_t const interesting = interesting_distance(pair_, wanted_.metric);
        for (std::uint64_t bound = std::min(first_bound, interesting);;)
        {
            // A second pass has no progress of its own.
            std::optional<std::uint64_t> const distance = pass(bound, reported_cells_ == 0);
            if (!distance)
            {
                // The whole matrix is computed instead.
                control_.add_cells(-reported_cells_);
                return std::nullopt;
            }
            // The proof: whatever was left out is more distant than the bound. If the path is, too, the threshold rules the pair out.
            if (*distance <= bound || bound == interesting)
                return finish(*distance <= bound ? distance : std::nullopt, start);
            bound = std::min(*distance, interesting);
        }
    }

private:
    // The distance of a path in the band, or the largest one if it ends before the last row; nothing if the memory does not suffice.
    std::optional<std::uint64_t> pass(std::uint64_t const bound, bool const is_first)
    {
        band_blocks const blocks = choose_blocks(pair_, wanted_, bound, limits_);
        plan::checkpoint_grid const grid{blocks.rows, blocks.rows / 2};
        band_request request{pair_, wanted_.metric, bound, blocks.rows, blocks.threads, is_first, nullptr};
        std::uint64_t const others = band_bytes(pair_, wanted_.metric, grid.row_spacing);
        if (wanted_.with_path)
        {
            // One half is for checkpoints; the other one for the pass, and for tiles after it.
            std::uint64_t const half = limits_.memory_limit / 2;
            if (std::max(others, plan::min_memory(wanted_, {grid.row_spacing, grid.column_spacing})) > half)
                return std::nullopt;
            request.checkpoints = &checkpoints_.emplace(grid,
                                                        plan::matrix_cell{pair_.first.size(), pair_.second.size()},
                                                        wanted_.metric,
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
            control_.add_cells(pair_.cells() - reported_cells_);
            reported_cells_ = pair_.cells();
        }
        return found.is_too_distant ? largest_distance(pair_, wanted_.metric) + 1 : found.distance;
    }

    // Without a distance, the pair is of no interest.
    alignment::result finish(std::optional<std::uint64_t> const & distance, clock::time_point const start)
    {
        double const seconds = seconds_since(start);
        alignment::result result{.backend = plan::backend::cpu};
        if (wanted_.with_path && distance)
            result = trace_back();
        if (distance)
            set_distance(result, pair_, wanted_.metric, *distance);
        else
            drop_distance(result, wanted_.metric);
        result.forward_seconds = seconds;
        result.memory_bytes = std::max(result.memory_bytes, bytes_);
        result.method = alignment::method::band;
        result.cells = cells_;
        return result;
    }

    alignment::result trace_back()
    {
        plan::subsequence_plan plan = plan::plan_traceback(wanted_,
                                                           checkpoints_->grid(),
                                                           {pair_.first.size(), pair_.second.size()},
                                                           limits_.memory_limit - checkpoints_->bytes(),
                                                           limits_.threads);
        plan.bytes += checkpoints_->bytes();
        return traceback::find_alignment(pair_, wanted_, plan, control_, &*checkpoints_);
    }

    alignment::sequence_pair pair_;
    plan::comparison wanted_;
    pair_limits limits_;
    runtime::task_control & control_;
    std::optional<band_checkpoints> checkpoints_{};
    double cells_{};
    std::uint64_t bytes_{};   // The memory of the passes, if the alignment is wanted.
    double reported_cells_{}; // The cells that count as progress.
};

alignment::result
rule_out(alignment::sequence_pair const & pair, plan::metric const metric, runtime::task_control & control)
{
    control.add_cells(pair.cells());
    alignment::result result{.backend = plan::backend::cpu, .method = alignment::method::band};
    drop_distance(result, metric);
    return result;
}

// Adds the path, if it is not one of points: their distance is the best bound of a band.
std::optional<alignment::result> add_path(alignment::sequence_pair const & pair,
                                          plan::comparison const & wanted,
                                          alignment::result found,
                                          pair_limits const & limits,
                                          runtime::task_control & control)
{
    if (!wanted.with_path || plan::has_simple_path(wanted) || !plan::is_of_interest(pair, found, wanted.metric))
        return found;
    control.add_cells(-pair.cells());
    return compute_in_band(pair, wanted, distance_of(found, pair, wanted.metric), limits, control);
}

} // namespace

attempt_result compute_by_wavefront(alignment::sequence_pair const & pair,
                                    plan::comparison const & wanted,
                                    std::uint64_t const worth_distance,
                                    pair_limits const & limits,
                                    runtime::task_control & control)
{
    if (!plan::has_simple_path(wanted) || is_ruled_out_by_size(pair, wanted))
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
    wavefront_result found = compare_by_wavefront(pair, wanted, wavefront_limits, control);
    plan::wavefront_attempt const attempt{worth_distance,
                                          static_cast<double>(found.progress) / static_cast<double>(found.distance + 1),
                                          found.bytes};
    if (!found.is_found && (found.is_out_of_memory || found.distance < interesting))
        return {std::nullopt, attempt};
    alignment::result result{.path = std::move(found.path),
                             .backend = plan::backend::cpu,
                             .forward_seconds = seconds_since(start),
                             .memory_bytes = found.bytes,
                             .method = alignment::method::wavefront,
                             .cells = static_cast<double>(found.points)};
    if (found.is_found)
    {
        set_distance(result, pair, wanted.metric, found.distance);
    }
    else
    {
        control.add_cells(pair.cells());
        drop_distance(result, wanted.metric);
    }
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
         + host.wavefront_point_seconds * distance * distance * costs_of(wanted.metric).points;
}

std::uint64_t max_wavefront_distance(alignment::sequence_pair const & pair,
                                     plan::metric const metric,
                                     double const max_seconds) noexcept
{
    metric_costs const costs = costs_of(metric);
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

double estimate_band_share(alignment::sequence_pair const & pair, std::uint64_t const max_distance) noexcept
{
    // Of the cells near enough to the diagonal, the band leaves out some more: those that are too distant already.
    constexpr double computed_part{0.7};
    auto const size = static_cast<double>(std::max(pair.first.size(), pair.second.size()));
    return std::min(1.0, computed_part * static_cast<double>(max_distance) / size);
}

std::optional<alignment::result> compute_in_band(alignment::sequence_pair const & pair,
                                                 plan::comparison const & wanted,
                                                 std::uint64_t const max_distance,
                                                 pair_limits const & limits,
                                                 runtime::task_control & control)
{
    if (is_ruled_out_by_size(pair, wanted))
        return rule_out(pair, wanted.metric, control);
    return band_computation{pair, wanted, limits, control}.run(max_distance);
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
        return rule_out(pair, wanted.metric, control);
    metric_costs const costs = costs_of(wanted.metric);
    if (size < (is_traced ? costs.min_traced_size : costs.min_size))
        return std::nullopt;
    control.check();
    pair_limits limits = given;
    if (!is_traced)
        limits.memory_limit = std::numeric_limits<std::uint64_t>::max();
    plan::comparison wanted_of_wavefront = wanted;
    wanted_of_wavefront.with_path = wanted.with_path && plan::has_simple_path(wanted);
    auto [by_wavefront, attempt] =
        compute_by_wavefront(pair, wanted_of_wavefront, max_wavefront_distance(pair, wanted.metric), limits, control);
    if (by_wavefront)
        return add_path(pair, wanted, std::move(*by_wavefront), limits, control);
    if (estimate_band_share(pair, smallest_distance(pair)) > max_best_share)
        return std::nullopt;
    // Seeds take more time than a narrow band of short sequences.
    if (!are_seeds_profitable(pair, wanted, attempt.letters_per_edit, limits))
    {
        std::optional<std::uint64_t> const threshold = threshold_of(pair, wanted.metric);
        if (!threshold || estimate_band_share(pair, *threshold) > max_short_band_share)
            return std::nullopt;
        return compute_in_band(pair, wanted, *threshold, limits, control);
    }

    auto const start = clock::now();
    found_bound const found = find_bound(pair, wanted, limits, control, attempt.letters_per_edit);
    if (!found.bound || estimate_band_cost(pair, wanted, *found.bound, limits) > max_band_cost)
        return std::nullopt;
    double const seconds = seconds_since(start);
    std::optional<alignment::result> result = compute_in_band(pair, wanted, *found.bound, limits, control);
    if (result)
    {
        result->cells += found.cells;
        result->forward_seconds += seconds;
        if (is_traced)
            result->memory_bytes = std::max({result->memory_bytes, attempt.bytes, found.bytes});
    }
    return result;
}

} // namespace seqan3_gpulcs::similar
