// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/similar_pair.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/plan/traceback_plan.hpp"
#include "src/similar/band_checkpoints.hpp"
#include "src/similar/banded_pass.hpp"
#include "src/similar/furthest_points.hpp"
#include "src/similar/guide.hpp"
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

// Shorter ones have to be alike where they begin: seeds would take too much time.
constexpr std::uint64_t min_seeded_size{24'576};

// Bands of shorter unrelated sequences are not worth it; and the letters of both for each indel from which they are.
constexpr std::uint64_t min_unrelated_size{32'768};
constexpr double min_short_letters_per_indel{5};
constexpr double min_letters_per_indel{2};

// Up to this distance, times the root of the length, furthest-reaching points take less time than a band; and up to this part of
// the length, less than the whole matrix.
constexpr double max_point_distance{8};
constexpr double max_point_part{0.05};

// With fewer, vectors would have too few words for each lane.
constexpr std::uint64_t min_block_rows{1024};
constexpr std::uint64_t max_block_rows{65'536};

// Sequences that have no more in common are unrelated.
constexpr double max_chance_identity{0.65};

// The part of the matrix that a first pass along the guide may compute.
constexpr double max_guided_share{0.15};

// With more than this part of the matrix left, the rest is not worth the ado.
constexpr double max_band_share{0.8};

// The same if the shorter sequence lies in the longer one as a whole.
constexpr double max_best_share{0.4};

double seconds_since(clock::time_point const start) noexcept
{
    return std::chrono::duration<double>(clock::now() - start).count();
}

// For tiny indel distances.
std::optional<lcs::result> compute_by_points(lcs::sequence_pair const & pair,
                                             lcs::output const wanted,
                                             pair_limits const & limits,
                                             runtime::task_control & control,
                                             double & letters_per_indel)
{
    auto const start = clock::now();
    auto const size = static_cast<double>(std::max(pair.first.size(), pair.second.size()));
    double const max_distance = std::min(max_point_distance * std::sqrt(size), max_point_part * size);
    distance_limits const point_limits{.max_distance = static_cast<std::uint64_t>(max_distance),
                                       .max_bytes = limits.memory_limit};
    furthest_points_result found = compare_by_furthest_points(pair, wanted, point_limits, control);
    letters_per_indel = static_cast<double>(found.progress) / static_cast<double>(found.distance + 1);
    if (!found.length)
        return std::nullopt;
    return lcs::result{.length = *found.length,
                       .path = std::move(found.path),
                       .backend = plan::backend::cpu,
                       .forward_seconds = seconds_since(start),
                       .memory_bytes = found.bytes,
                       .method = lcs::method::furthest_points,
                       .cells = static_cast<double>(found.points)};
}

// Multiples of the rows of a vector.
std::uint64_t round_rows(std::uint64_t const rows) noexcept
{
    return std::clamp(rows / min_block_rows * min_block_rows, min_block_rows, max_block_rows);
}

// Whether unrelated sequences, which begin like this, are worth a band.
bool is_band_worth_it(std::uint64_t const size, double const letters_per_indel) noexcept
{
    return letters_per_indel >= (size < min_unrelated_size ? min_short_letters_per_indel : min_letters_per_indel);
}

// A lower bound of the length: that of a path near the guide. None if even that is too much of the matrix.
std::optional<std::uint64_t> find_bound(lcs::sequence_pair const & pair,
                                        pair_limits const & limits,
                                        runtime::task_control & control,
                                        double const letters_per_indel,
                                        double & cells)
{
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    seed_chain const chain = find_seed_chain(pair.first, pair.second, control);
    bool const is_chance = chain.identity() <= max_chance_identity;
    if (is_chance && !is_band_worth_it(std::min(rows, columns), letters_per_indel))
        return std::nullopt;
    // Seeds of unrelated sequences are there by chance, and the diagonal is a better guide.
    std::span<seed const> const seeds{chain.seeds};
    guide const path{is_chance ? seeds.first(0) : seeds, rows, columns};
    std::uint64_t const margin = std::clamp<std::uint64_t>(std::min(rows, columns) / 1024, 64, 512);
    std::uint64_t const block_rows = round_rows(4 * margin);

    auto const block_columns = [&](std::uint64_t const row)
    {
        plan::interval const wanted = path.columns_of({row, std::min(rows, row + block_rows)}, margin);
        return plan::interval{wanted.begin / 64 * 64,
                              std::min(columns, util::ceil_div(wanted.end, std::uint64_t{64}) * 64)};
    };
    double share = 0;
    for (std::uint64_t row = 0; row < rows; row += block_rows)
        share += static_cast<double>(block_columns(row).size()) * static_cast<double>(std::min(block_rows, rows - row));
    if (share > max_guided_share * pair.cells())
        return std::nullopt;

    banded_pass pass{pair, limits.threads, control};
    while (pass.rows_done() < rows)
        pass.compute(std::min(block_rows, rows - pass.rows_done()), block_columns(pass.rows_done()), {}, false);
    cells += pass.cells();
    return pass.last_value();
}

// The part of the matrix that a bound leaves, roughly: of the cells with few enough indels, matches so far leave out some more.
double estimate_band_share(lcs::sequence_pair const & pair, std::uint64_t const bound) noexcept
{
    constexpr double left_of_band{0.7};
    auto const rows = static_cast<double>(pair.first.size());
    auto const columns = static_cast<double>(pair.second.size());
    double const indels = rows + columns - 2 * static_cast<double>(bound);
    return std::min(1.0, left_of_band * indels / std::max(rows, columns));
}

// The blocks of a band. Many rows take few steps of vectors for each; few rows leave out more, and make small tiles.
plan::checkpoint_grid plan_blocks(lcs::sequence_pair const & pair,
                                  lcs::output const wanted,
                                  std::uint64_t const bound,
                                  unsigned const threads) noexcept
{
    std::uint64_t const letters = pair.first.size() + pair.second.size();
    auto const width = static_cast<double>(letters - std::min(letters, 2 * bound)) / 2;
    double const factor = wanted == lcs::output::length ? 40 : 20;
    std::uint64_t const rows = round_rows(static_cast<std::uint64_t>(factor * std::sqrt(width * threads)));
    return {rows, rows / 2};
}

// The pass through a band.
class band_computation
{
public:
    band_computation(lcs::sequence_pair const & pair,
                     lcs::output const wanted,
                     pair_limits const & limits,
                     runtime::task_control & control) :
        pair_{pair},
        wanted_{wanted},
        limits_{limits},
        control_{control}
    {}

    std::optional<lcs::result> run(std::uint64_t bound)
    {
        auto const start = clock::now();
        for (;;)
        {
            // A second pass has no progress of its own.
            std::optional<std::uint64_t> const length = pass(bound, cells_ == 0);
            if (!length)
                return std::nullopt;
            // The proof: whatever was left out has fewer matches than the bound.
            if (*length >= bound)
            {
                lcs::result result{.length = *length, .backend = plan::backend::cpu};
                double const seconds = seconds_since(start);
                if (wanted_ == lcs::output::subsequence)
                    result = trace_back();
                result.forward_seconds = seconds;
                result.method = lcs::method::band;
                result.cells = cells_;
                return result;
            }
            bound = *length;
        }
    }

private:
    std::optional<std::uint64_t> pass(std::uint64_t const bound, bool const is_first)
    {
        plan::checkpoint_grid const grid = plan_blocks(pair_, wanted_, bound, limits_.threads);
        bool const keeps = wanted_ == lcs::output::subsequence;
        if (keeps && plan::min_memory(grid.row_spacing, grid.column_spacing) > limits_.memory_limit / 2)
            return std::nullopt;
        checkpoints_.emplace(grid);
        std::uint64_t const rows = pair_.first.size();
        banded_pass band{pair_, limits_.threads, control_};
        while (band.rows_done() < rows)
        {
            std::uint64_t const block = std::min(grid.row_spacing, rows - band.rows_done());
            std::optional<plan::interval> const columns =
                band.next_columns(bound, block, keeps ? grid.column_spacing : 64);
            if (!columns || checkpoints_->bytes() > limits_.memory_limit / 2)
            {
                // The whole matrix is computed instead.
                if (is_first)
                    control_.add_cells(-static_cast<double>(band.rows_done())
                                       * static_cast<double>(pair_.second.size()));
                return std::nullopt;
            }
            band.compute(block,
                         *columns,
                         keeps ? checkpoints_->add_block(block, *columns) : cpu::kept_increments{},
                         is_first);
            if (keeps)
                checkpoints_->keep_row(band.carries());
        }
        cells_ += band.cells();
        // A band that ends before the last column has no path with so many matches.
        return band.last_value();
    }

    lcs::result trace_back()
    {
        plan::subsequence_plan plan = plan::plan_traceback(checkpoints_->grid(),
                                                           pair_.first.size(),
                                                           pair_.second.size(),
                                                           limits_.memory_limit - checkpoints_->bytes(),
                                                           limits_.threads);
        plan.bytes += checkpoints_->bytes();
        return traceback::find_subsequence(pair_, plan, control_, &*checkpoints_);
    }

    lcs::sequence_pair pair_;
    lcs::output wanted_;
    pair_limits limits_;
    runtime::task_control & control_;
    std::optional<band_checkpoints> checkpoints_{};
    double cells_{};
};

} // namespace

std::optional<lcs::result> compute_in_band(lcs::sequence_pair const & pair,
                                           lcs::output const wanted,
                                           std::uint64_t const bound,
                                           pair_limits const & limits,
                                           runtime::task_control & control)
{
    return band_computation{pair, wanted, limits, control}.run(bound);
}

std::optional<lcs::result> compute_similar(lcs::sequence_pair const & pair,
                                           lcs::output const wanted,
                                           pair_limits const & limits,
                                           runtime::task_control & control)
{
    bool const is_traced = wanted == lcs::output::subsequence;
    std::uint64_t const size = std::min(pair.first.size(), pair.second.size());
    if (size < (is_traced ? min_traced_size : min_size))
        return std::nullopt;
    control.check();
    double letters_per_indel = 0;
    if (auto result = compute_by_points(pair, wanted, limits, control, letters_per_indel))
        return result;
    if (size < min_band_size || (size < min_seeded_size && !is_band_worth_it(size, letters_per_indel))
        || estimate_band_share(pair, size) > max_best_share)
        return std::nullopt;

    auto const start = clock::now();
    double cells = 0;
    std::optional<std::uint64_t> const bound = find_bound(pair, limits, control, letters_per_indel, cells);
    if (!bound || estimate_band_share(pair, *bound) > max_band_share)
        return std::nullopt;
    double const seconds = seconds_since(start);
    std::optional<lcs::result> result = compute_in_band(pair, wanted, *bound, limits, control);
    if (result)
    {
        result->cells += cells;
        result->forward_seconds += seconds;
    }
    return result;
}

} // namespace seqan3_gpulcs::similar
