// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/similar_pair.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/plan/minimum_length.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/similar/band_checkpoints.hpp"
#include "src/similar/band_wavefront.hpp"
#include "src/similar/furthest_points.hpp"
#include "src/similar/guide.hpp"
#include "src/similar/guided_pass.hpp"
#include "src/similar/seed_chain.hpp"
#include "src/traceback/traceback.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

using clock = std::chrono::steady_clock;

// The whole matrix of shorter sequences takes no longer than finding out where to compute: for the length, and for the subsequence.
constexpr std::uint64_t min_size{8192};
constexpr std::uint64_t min_traced_size{4096};
constexpr std::uint64_t min_band_size{16'384};

// Up to this distance, times the root of the length, furthest-reaching points take less time than a band; and up to this part of
// the length, less than the whole matrix.
constexpr double max_root_distance{8};
constexpr double max_point_part{0.05};
constexpr double seconds_per_point{1e-9};

// With fewer, vectors would have too few words for each lane.
constexpr std::uint64_t min_block_rows{1024};
constexpr std::uint64_t max_block_rows{65'536};

// Sequences that have no more in common are unrelated.
constexpr double max_chance_identity{0.65};

// The part of the matrix that a first pass along the guide may compute.
constexpr double max_guided_share{0.15};

// What takes more of the time of the whole matrix is not worth the ado; and a band that has more of its cells, without a guide.
constexpr double max_band_cost{0.9};
constexpr double max_short_band_share{0.4};

// The same for what may be in vain.
constexpr double max_vain_cost{0.05};

// The same if the shorter sequence lies in the longer one as a whole.
constexpr double max_best_share{0.4};

double seconds_since(clock::time_point const start) noexcept
{
    return std::chrono::duration<double>(clock::now() - start).count();
}

// The largest indel distance of a pair that is not too short, whose minimum must be possible.
std::uint64_t max_indels(alignment::sequence_pair const & pair) noexcept
{
    return pair.first.size() + pair.second.size() - 2 * pair.min_length;
}

// None if the sequences seem unrelated.
std::optional<guide> make_guide(alignment::sequence_pair const & pair, seed_chain const & chain)
{
    if (chain.identity() <= max_chance_identity)
        return std::nullopt;
    return guide{chain.seeds, pair.first.size(), pair.second.size()};
}

// Multiples of the rows of a vector.
std::uint64_t round_rows(std::uint64_t const rows) noexcept
{
    return std::clamp(rows / min_block_rows * min_block_rows, min_block_rows, max_block_rows);
}

// Half of the indels that a bound leaves: about the columns of a band.
double band_width(alignment::sequence_pair const & pair, std::uint64_t const bound) noexcept
{
    std::uint64_t const letters = pair.first.size() + pair.second.size();
    return static_cast<double>(letters - std::min(letters, 2 * bound)) / 2;
}

// The speed of some threads, in those of one: they share caches and the power of a processor. Measured with up to 16.
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

// The rows of blocks whose checkpoints fit into the memory, about.
double
min_traced_rows(alignment::sequence_pair const & pair, double const width, std::uint64_t const memory_limit) noexcept
{
    // A bit for each row of two columns in a block, and one for each column; and some more.
    constexpr double bytes_per_column{0.5};
    double const bytes_per_row = static_cast<double>(memory_limit / 2) / static_cast<double>(pair.first.size());
    // A block of r rows has about width + r columns.
    double const rows = bytes_per_column * width / std::max(bytes_per_row - bytes_per_column, 1e-9);
    return std::min<double>(max_block_rows, std::ceil(rows / min_block_rows) * min_block_rows);
}

// The blocks of a band and its threads.
struct band_plan
{
    std::uint64_t rows;
    unsigned threads;
    double speed; // In threads.
};

// Many rows take few steps of vectors for each; few rows leave out more, make small tiles, and occupy more threads.
band_plan plan_band(alignment::sequence_pair const & pair,
                    plan::comparison const & wanted,
                    std::uint64_t const bound,
                    pair_limits const & limits) noexcept
{
    double const width = band_width(pair, bound);
    double const columns = estimate_band_share(pair, bound) * static_cast<double>(pair.second.size());
    unsigned const useful =
        plan::useful_threads(pair.first.size(), static_cast<std::uint64_t>(columns), limits.threads);
    // The best for one thread.
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
        rows = std::max(rows, min_traced_rows(pair, width, limits.memory_limit));
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

// The time of a band in parts of that of the whole matrix.
double estimate_band_cost(alignment::sequence_pair const & pair,
                          plan::comparison const & wanted,
                          std::uint64_t const bound,
                          pair_limits const & limits) noexcept
{
    constexpr double cost_of_cells{1.05};
    band_plan const plan = plan_band(pair, wanted, bound, limits);
    return estimate_band_share(pair, bound) * pair.cells() * cost_of_cells * cell_cost(static_cast<double>(plan.rows))
         / plan.speed / parallel_cells(pair, limits.threads);
}

// The same of finding seeds, which one thread does.
double estimate_seed_cost(alignment::sequence_pair const & pair, unsigned const threads) noexcept
{
    constexpr double cells_per_letter{600};
    return cells_per_letter * static_cast<double>(pair.first.size() + pair.second.size())
         / parallel_cells(pair, threads);
}

// The same of a pass along the diagonal, and of the band, if there are as many indels all along as where the sequences begin.
double estimate_diagonal_cost(alignment::sequence_pair const & pair,
                              plan::comparison const & wanted,
                              double const letters_per_indel,
                              pair_limits const & limits) noexcept
{
    constexpr double cells_per_row{4500};
    auto const letters = static_cast<double>(pair.first.size() + pair.second.size());
    double const indels = letters / std::max(1.0, letters_per_indel);
    auto const likely_bound = static_cast<std::uint64_t>((letters - indels) / 2);
    double const guided_cells = cells_per_row * static_cast<double>(pair.first.size());
    unsigned const guided_threads = plan::useful_threads(pair.first.size(), min_block_rows, limits.threads);
    return guided_cells / thread_speed(guided_threads) / parallel_cells(pair, limits.threads)
         + estimate_band_cost(pair, wanted, likely_bound, limits);
}

// Whether it is worth looking for seeds: sequences may have more in common than they seem to have where they begin.
bool are_seeds_worth_it(alignment::sequence_pair const & pair,
                        plan::comparison const & wanted,
                        double const letters_per_indel,
                        pair_limits const & limits) noexcept
{
    double const seeds = estimate_seed_cost(pair, limits.threads);
    return std::min(pair.first.size(), pair.second.size()) >= min_band_size
        && (seeds <= max_vain_cost
            || seeds + estimate_diagonal_cost(pair, wanted, letters_per_indel, limits) <= max_band_cost);
}

// A bound for a band, if there is one, and what it took to find it.
struct found_bound
{
    std::optional<std::uint64_t> bound;
    double cells{0};
    std::uint64_t bytes{0};
};

// A bound for the band: the matches of a path near the guide, or the minimum of the pair if that is more, or if the path would
// not have as many. None if even such a path takes too much of the matrix, and there is no minimum.
found_bound find_bound(alignment::sequence_pair const & pair,
                       plan::comparison const & wanted,
                       pair_limits const & limits,
                       runtime::task_control & control,
                       double const letters_per_indel)
{
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    found_bound found{pair.min_length == 0 ? std::nullopt : std::optional{pair.min_length}};
    std::uint64_t const chain_bytes = max_seed_chain_bytes(std::min(rows, columns));
    if (chain_bytes > limits.memory_limit)
        return found;
    found.bytes = chain_bytes;
    seed_chain const chain = find_seed_chain(pair.first, pair.second, control);
    if (chain.identity() * static_cast<double>(std::min(rows, columns)) < static_cast<double>(pair.min_length))
        return found;
    // Seeds of unrelated sequences are there by chance, and the diagonal is a better guide.
    std::optional<guide> const seeded = make_guide(pair, chain);
    if (!seeded && estimate_diagonal_cost(pair, wanted, letters_per_indel, limits) > max_band_cost)
        return found;
    guide const path = seeded.value_or(guide{{}, rows, columns});
    guided_pass const pass{pair, path, limits.threads};
    if (pass.cells() > max_guided_share * pair.cells() || chain_bytes + pass.bytes() > limits.memory_limit)
        return found;

    found.bytes = chain_bytes + pass.bytes();
    found.bound = std::max(pass.run(control), pair.min_length);
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
        for (std::uint64_t bound = std::max(first_bound, pair_.min_length);;)
        {
            // A second pass has no progress of its own.
            std::optional<std::uint64_t> const length = pass(bound, reported_cells_ == 0);
            if (!length)
            {
                // The whole matrix is computed instead.
                control_.add_cells(-reported_cells_);
                return std::nullopt;
            }
            // The proof: whatever was left out has fewer matches than the bound. If the rest has, too, the pair is too short.
            if (*length >= bound || bound == pair_.min_length)
            {
                alignment::result result{.length = *length >= bound ? *length : 0, .backend = plan::backend::cpu};
                double const seconds = seconds_since(start);
                if (wanted_.with_path && *length >= bound)
                    result = trace_back();
                result.forward_seconds = seconds;
                result.memory_bytes = std::max(result.memory_bytes, bytes_);
                result.method = alignment::method::band;
                result.cells = cells_;
                return result;
            }
            bound = std::max(*length, pair_.min_length);
        }
    }

private:
    // The matches of a path in the band, none if it ends before the last row; nothing if the memory does not suffice.
    std::optional<std::uint64_t> pass(std::uint64_t const bound, bool const is_first)
    {
        band_plan const plan = plan_band(pair_, wanted_, bound, limits_);
        plan::checkpoint_grid const grid{plan.rows, plan.rows / 2};
        band_request request{pair_, bound, plan.rows, plan.threads, is_first, nullptr};
        if (wanted_.with_path)
        {
            // One half is for checkpoints; the other one for the pass, and for tiles after it.
            std::uint64_t const others = band_bytes(pair_, grid.row_spacing);
            std::uint64_t const half = limits_.memory_limit / 2;
            if (std::max(others, plan::min_memory(grid.row_spacing, grid.column_spacing)) > half)
                return std::nullopt;
            request.checkpoints = &checkpoints_.emplace(grid, pair_.first.size(), half);
            bytes_ = std::max(bytes_, others);
        }
        band_outcome const found = compute_band(request, control_);
        cells_ += found.cells;
        reported_cells_ += found.reported_cells;
        if (found.is_out_of_memory)
            return std::nullopt;
        if (request.checkpoints)
            bytes_ = std::max(bytes_, band_bytes(pair_, grid.row_spacing) + checkpoints_->bytes());
        if (is_first)
        {
            control_.add_cells(pair_.cells() - reported_cells_);
            reported_cells_ = pair_.cells();
        }
        return found.length;
    }

    alignment::result trace_back()
    {
        plan::subsequence_plan plan = plan::plan_traceback(checkpoints_->grid(),
                                                           pair_.first.size(),
                                                           pair_.second.size(),
                                                           limits_.memory_limit - checkpoints_->bytes(),
                                                           limits_.threads);
        plan.bytes += checkpoints_->bytes();
        return traceback::find_subsequence(pair_, plan, control_, &*checkpoints_);
    }

    alignment::sequence_pair pair_;
    plan::comparison wanted_;
    pair_limits limits_;
    runtime::task_control & control_;
    std::optional<band_checkpoints> checkpoints_{};
    double cells_{};
    std::uint64_t bytes_{};   // Of the passes, if the subsequence is wanted.
    double reported_cells_{}; // Those that count as progress.
};

} // namespace

points_attempt compute_by_points(alignment::sequence_pair const & pair,
                                 plan::comparison const & wanted,
                                 std::uint64_t const worth_distance,
                                 pair_limits const & limits,
                                 runtime::task_control & control)
{
    if (wanted.metric != plan::metric::lcs)
        return {};
    auto const start = clock::now();
    // Not to give up shortly before the end.
    std::uint64_t const max_distance = worth_distance + worth_distance / 4;
    distance_limits const point_limits{.max_distance = std::min(max_distance, max_indels(pair)),
                                       .max_bytes = limits.memory_limit,
                                       .worth_distance = worth_distance};
    furthest_points_result found = compare_by_furthest_points(pair, wanted, point_limits, control);
    double const letters_per_indel = static_cast<double>(found.progress) / static_cast<double>(found.distance + 1);
    if (!found.length)
    {
        if (found.is_out_of_memory || found.distance < max_indels(pair))
            return {std::nullopt, letters_per_indel, found.bytes};
        control.add_cells(pair.cells());
    }
    return {alignment::result{.length = found.length.value_or(0),
                              .path = std::move(found.path),
                              .backend = plan::backend::cpu,
                              .forward_seconds = seconds_since(start),
                              .memory_bytes = found.bytes,
                              .method = alignment::method::furthest_points,
                              .cells = static_cast<double>(found.points)},
            letters_per_indel,
            found.bytes};
}

double estimate_point_seconds(double const distance) noexcept
{
    // There are so many points.
    return seconds_per_point * distance * distance / 4;
}

std::uint64_t max_point_distance(alignment::sequence_pair const & pair, double const max_seconds) noexcept
{
    // See estimate_point_seconds().
    double const max_distance = 2 * std::sqrt(max_seconds / seconds_per_point);
    auto const size = static_cast<double>(std::max(pair.first.size(), pair.second.size()));
    return static_cast<std::uint64_t>(
        std::min({max_distance, max_root_distance * std::sqrt(size), max_point_part * size}));
}

std::optional<guide> find_guide(alignment::sequence_pair const & pair, runtime::task_control & control)
{
    return make_guide(pair, find_seed_chain(pair.first, pair.second, control));
}

double estimate_band_share(alignment::sequence_pair const & pair, std::uint64_t const bound) noexcept
{
    // Of the cells with few enough indels, matches so far leave out some more.
    constexpr double left_of_band{0.7};
    auto const rows = static_cast<double>(pair.first.size());
    auto const columns = static_cast<double>(pair.second.size());
    double const indels = rows + columns - 2 * static_cast<double>(bound);
    return std::min(1.0, left_of_band * indels / std::max(rows, columns));
}

std::optional<alignment::result> compute_in_band(alignment::sequence_pair const & pair,
                                                 plan::comparison const & wanted,
                                                 std::uint64_t const bound,
                                                 pair_limits const & limits,
                                                 runtime::task_control & control)
{
    return band_computation{pair, wanted, limits, control}.run(bound);
}

std::optional<alignment::result> compute_similar(alignment::sequence_pair const & pair,
                                                 plan::comparison const & wanted,
                                                 pair_limits const & given,
                                                 runtime::task_control & control)
{
    if (wanted.metric != plan::metric::lcs)
        return {};
    bool const is_traced = wanted.with_path;
    std::uint64_t const size = std::min(pair.first.size(), pair.second.size());
    if (plan::is_below_minimum(pair))
    {
        control.add_cells(pair.cells());
        return alignment::result{.backend = plan::backend::cpu, .method = alignment::method::band};
    }
    if (size < (is_traced ? min_traced_size : min_size))
        return std::nullopt;
    control.check();
    pair_limits limits = given;
    if (!is_traced)
        limits.memory_limit = std::numeric_limits<std::uint64_t>::max();
    points_attempt attempt = compute_by_points(pair, wanted, max_point_distance(pair), limits, control);
    if (attempt.result)
        return std::move(attempt.result);
    if (estimate_band_share(pair, size) > max_best_share)
        return std::nullopt;
    // Seeds take more time than a narrow band of short sequences.
    if (!are_seeds_worth_it(pair, wanted, attempt.letters_per_indel, limits))
    {
        if (pair.min_length == 0 || estimate_band_share(pair, pair.min_length) > max_short_band_share)
            return std::nullopt;
        return compute_in_band(pair, wanted, pair.min_length, limits, control);
    }

    auto const start = clock::now();
    found_bound const found = find_bound(pair, wanted, limits, control, attempt.letters_per_indel);
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
