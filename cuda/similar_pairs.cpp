// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/similar_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "cuda/points/point_pipeline.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "cuda/strip/strip_pipeline.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/plan/minimum_length.hpp"
#include "src/plan/pair_sample.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/similar/pair_estimate.hpp"
#include "src/similar/similar_pair.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The time of a pair on a busy H200, of which only ratios matter: cells of the whole matrix, and distances and points.
constexpr double seconds_per_cell{1 / 1.3e14};
constexpr double seconds_per_pair{4e-9};
constexpr double seconds_per_distance{0.2e-9};
constexpr double seconds_per_squared_distance{1.8e-12};

// Lanes are as fast for shorter ones; and for somewhat longer ones, they are slower with some pairs of a set than with all.
constexpr std::uint64_t min_size{2048};
constexpr std::uint64_t min_long_size{4096};
constexpr double lanes_without_set{4};

// Points that take a larger part of the time of the whole matrix are not worth their risk.
constexpr double max_point_part{0.7};

// From this part of the maximum distance on, the kernel asks whether it should go on.
constexpr double asked_part{1.0 / 12};

// Samples: how far they are followed, what one takes, and what all of them may take of the time of all pairs.
constexpr std::uint64_t max_sampled_distance{64};
constexpr double seconds_per_sample{8e-6};
constexpr double max_sampling_part{0.01};
constexpr double min_samples{8};
constexpr double max_samples{32};

// On host threads, for the path, too.
constexpr double host_seconds_per_pair{2e-6};
constexpr double host_seconds_per_letter{0.1e-9};
constexpr double host_seconds_per_squared_distance{0.25e-9};

// A device takes so many times as long for the subsequence as for the length.
constexpr double traced_part{2};

// Bands: shorter pairs are not worth them; the first ones leave a little more indels than a sample has.
constexpr std::uint64_t min_band_size{8192};
constexpr double rate_margin{1.2};
constexpr double max_band_part{0.85};

// What must be gained.
constexpr double max_expected_part{0.9};

// A batch: its pairs, its sequences, and their letters.
constexpr std::size_t max_pairs{std::size_t{1} << 13};
constexpr std::size_t max_group_sequences{256};
constexpr std::uint64_t max_letters{std::uint64_t{1} << 26};

double cell_count(std::span<lcs::sequence_pair const> const pairs, std::span<std::size_t const> const chosen) noexcept
{
    double cells = 0;
    for (std::size_t const i : chosen)
        cells += pairs[i].cells();
    return cells;
}

double point_seconds(double const distance) noexcept
{
    return seconds_per_pair + distance * (seconds_per_distance + distance * seconds_per_squared_distance);
}

// The time that points, and then the whole matrix if they fail, take of a pair.
double expected_seconds(lcs::sequence_pair const & pair)
{
    double const whole = pair.cells() * seconds_per_cell;
    std::optional<point_limit> const limit = limit_points(pair);
    if (!limit)
        return whole;
    double const distance =
        similar::estimate_distance(pair, std::min<std::uint64_t>(limit->max_distance, max_sampled_distance));
    if (distance <= limit->max_distance || limit->is_minimum)
        return point_seconds(std::min<double>(distance, limit->max_distance));
    bool const is_long = std::max(pair.first.size(), pair.second.size()) > min_long_size;
    return point_seconds(std::max(8.0, asked_part * limit->max_distance)) + (is_long ? 1 : lanes_without_set) * whole;
}

std::optional<std::uint64_t> length_of(lcs::sequence_pair const & pair, point_value const & found) noexcept
{
    std::uint64_t const letters = pair.first.size() + pair.second.size();
    if (found.distance < point_value::given_up)
        return (letters - found.distance) / 2;
    return std::nullopt;
}

std::uint64_t min_size_of(lcs::sequence_pair const & pair) noexcept
{
    return std::min(pair.first.size(), pair.second.size());
}

double size_difference(lcs::sequence_pair const & pair) noexcept
{
    return static_cast<double>(std::max(pair.first.size(), pair.second.size()) - min_size_of(pair));
}

// The matches of a pair with some indels, at least as many as the sizes make necessary.
std::uint64_t bound_for(lcs::sequence_pair const & pair, double const indels) noexcept
{
    auto const letters = static_cast<double>(pair.first.size() + pair.second.size());
    return std::min(min_size_of(pair), static_cast<std::uint64_t>(std::max(0.0, letters - indels) / 2));
}

double traced_seconds(lcs::sequence_pair const & pair) noexcept
{
    return traced_part * pair.cells() * seconds_per_cell;
}

// Up to which distance points on host threads are worth it.
std::uint64_t max_traced_distance(lcs::sequence_pair const & pair, unsigned const threads) noexcept
{
    return similar::max_point_distance(pair, max_point_part * threads * traced_seconds(pair));
}

// The time that host threads, and the device if they fail, take of the subsequence of a pair.
double expected_traced_seconds(lcs::sequence_pair const & pair, unsigned const threads)
{
    auto const max_distance = static_cast<double>(max_traced_distance(pair, threads));
    double const distance =
        similar::estimate_distance(pair, std::min(max_traced_distance(pair, threads), max_sampled_distance));
    bool const is_found = distance <= max_distance;
    double const followed = is_found ? distance : asked_part * max_distance;
    double const seconds = host_seconds_per_pair
                         + host_seconds_per_letter * static_cast<double>(pair.first.size() + pair.second.size())
                         + host_seconds_per_squared_distance * followed * followed;
    return seconds / threads + (is_found ? 0 : traced_seconds(pair));
}

bool are_worth_tracing(std::span<lcs::sequence_pair const> const sample, unsigned const threads)
{
    double whole = 0;
    double expected = 0;
    for (lcs::sequence_pair const & pair : sample)
    {
        whole += traced_seconds(pair);
        expected += expected_traced_seconds(pair, threads);
    }
    return expected < max_expected_part * whole;
}

// The cycles of a pair in a batch of strips, or of a band of it that leaves this many indels.
double strip_cycles(lcs::sequence_pair const & pair, std::optional<double> const indels)
{
    bool const second_is_rows = strip_batch::is_second_rows(pair, false);
    packing::packed_sequence_view const & rows = second_is_rows ? pair.second : pair.first;
    packing::packed_sequence_view const & columns = second_is_rows ? pair.first : pair.second;
    std::optional<std::uint64_t> bound{};
    if (indels)
        bound = bound_for(pair, *indels);
    return estimate_warp_cycles({rows.size(), columns.size()}, bound, columns.bits_per_letter(), {});
}

// The indels of a pair for each letter of the shorter sequence, but for those of the sizes.
double indel_rate(lcs::sequence_pair const & pair)
{
    double const distance = similar::estimate_distance(pair, max_sampled_distance);
    return std::max(0.0, distance - size_difference(pair)) / static_cast<double>(min_size_of(pair));
}

// The rate for first bands that probably takes the least of all times; none if whole matrices take less.
std::optional<double> choose_rate(std::span<lcs::sequence_pair const> const sample)
{
    double whole = 0;
    std::vector<double> rates{};
    for (lcs::sequence_pair const & pair : sample)
    {
        whole += strip_cycles(pair, std::nullopt);
        rates.push_back(min_size_of(pair) < min_band_size ? 2 : indel_rate(pair));
    }
    std::optional<double> best_rate{};
    double best = max_band_part * whole;
    for (double const one : rates)
    {
        double const rate = rate_margin * one;
        double expected = 0;
        for (std::size_t i = 0; i < sample.size(); ++i)
        {
            double const whole_cycles = strip_cycles(sample[i], std::nullopt);
            if (min_size_of(sample[i]) < min_band_size)
            {
                expected += whole_cycles;
                continue;
            }
            auto const band_cycles = [&](double const of)
            {
                return strip_cycles(sample[i],
                                    size_difference(sample[i]) + of * static_cast<double>(min_size_of(sample[i])));
            };
            expected += band_cycles(rate) + (rates[i] <= rate ? 0 : std::min(whole_cycles, band_cycles(rates[i])));
        }
        if (expected < best)
        {
            best = expected;
            best_rate = rate;
        }
    }
    return best_rate;
}

// How many samples are worth it, given the cells of all pairs; 0 if too few are.
std::size_t choose_sample_size(double const cells) noexcept
{
    double const size = std::min(max_samples, max_sampling_part * cells * seconds_per_cell / seconds_per_sample);
    return size < min_samples ? 0 : static_cast<std::size_t>(size);
}

bool are_worth_points(std::span<lcs::sequence_pair const> const sample)
{
    double whole = 0;
    double expected = 0;
    for (lcs::sequence_pair const & pair : sample)
    {
        whole += pair.cells() * seconds_per_cell;
        expected += expected_seconds(pair);
    }
    return expected < max_expected_part * whole;
}

// The pairs of a call, in batches.
class pair_batches
{
public:
    pair_batches(std::span<lcs::sequence_pair const> const pairs,
                 std::span<std::size_t const> const chosen,
                 std::span<lcs::result> const results,
                 runtime::task_control & control) :
        pairs_{pairs},
        results_{results},
        control_{control}
    {
        for (std::size_t const i : chosen)
            (limit_points(pairs[i]) ? chosen_ : left_).push_back(i);
        cut();
    }

    std::vector<std::size_t> compute(pipeline_resources const & resources)
    {
        point_request const request{
            .batch_count = borders_.size() - 1,
            .prepare =
                [this](std::size_t const number, point_input & input)
            {
                prepare(number, input);
            },
            .finish =
                [this](point_batch const & batch, point_input const & input, std::span<point_value const> const values)
            {
                finish(batch, input, values);
            }};
        for (std::size_t const number : find_points(request, resources))
            std::copy(chosen_.begin() + static_cast<std::ptrdiff_t>(borders_[number]),
                      chosen_.begin() + static_cast<std::ptrdiff_t>(borders_[number + 1]),
                      std::back_inserter(left_));
        std::ranges::sort(left_);
        return std::move(left_);
    }

private:
    // Sequences that several pairs of a batch have count once.
    void cut()
    {
        std::unordered_set<std::uint64_t const *> seen{};
        std::uint64_t letters = 0;
        for (std::size_t i = 0; i < chosen_.size(); ++i)
        {
            for (packing::packed_sequence_view const & sequence : {pairs_[chosen_[i]].first, pairs_[chosen_[i]].second})
                if (seen.insert(sequence.words()).second)
                    letters += sequence.size();
            if (i + 1 - borders_.back() == max_pairs || letters >= max_letters || i + 1 == chosen_.size())
            {
                borders_.push_back(i + 1);
                seen.clear();
                letters = 0;
            }
        }
    }

    void prepare(std::size_t const number, point_input & input) const
    {
        std::unordered_multimap<std::uint64_t const *, std::uint32_t> numbers{};
        auto const number_of = [&](packing::packed_sequence_view const & sequence)
        {
            auto const [begin, end] = numbers.equal_range(sequence.words());
            for (auto known = begin; known != end; ++known)
                if (is_same(input.sequences[known->second], sequence))
                    return known->second;
            auto const added = static_cast<std::uint32_t>(input.sequences.size());
            numbers.emplace(sequence.words(), added);
            input.sequences.push_back(sequence);
            return added;
        };
        for (std::size_t i = borders_[number]; i < borders_[number + 1]; ++i)
        {
            lcs::sequence_pair const & pair = pairs_[chosen_[i]];
            point_limit const limit = *limit_points(pair);
            input.pairs.push_back(
                {number_of(pair.first), number_of(pair.second), limit.max_distance, !limit.is_minimum});
            input.places.push_back(chosen_[i]);
        }
    }

    // Views of the same codes may differ in their sizes, and in what the codes stand for.
    static bool is_same(packing::packed_sequence_view const & left,
                        packing::packed_sequence_view const & right) noexcept
    {
        return left.size() == right.size() && left.bits_per_letter() == right.bits_per_letter()
            && std::ranges::equal(left.letters(), right.letters());
    }

    void finish(point_batch const & batch, point_input const & input, std::span<point_value const> const values)
    {
        auto const count = static_cast<double>(values.size());
        std::vector<std::size_t> left{};
        double cells = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            std::size_t const place = input.places[i];
            lcs::sequence_pair const & pair = pairs_[place];
            std::optional<std::uint64_t> const length = length_of(pair, values[i]);
            // The proof of a pair that is too short: all points up to the largest distance that its minimum allows.
            bool const is_too_short = values[i].distance == point_value::no_distance && limit_points(pair)->is_minimum;
            if (!length && !is_too_short)
            {
                left.push_back(place);
                continue;
            }
            results_[place] = {.length = length.value_or(0),
                               .transfer_seconds = batch.times().transfer_seconds / count,
                               .kernel_seconds = batch.times().kernel_seconds / count,
                               .method = lcs::method::furthest_points,
                               .cells = static_cast<double>(values[i].points),
                               .device_bytes = batch.device_bytes()};
            results_[place].forward_seconds = results_[place].transfer_seconds + results_[place].kernel_seconds;
            cells += pair.cells();
        }
        control_.add_cells(cells);
        std::scoped_lock const lock{left_mutex_};
        std::ranges::copy(left, std::back_inserter(left_));
    }

    std::span<lcs::sequence_pair const> pairs_;
    std::span<lcs::result> results_;
    runtime::task_control & control_;
    std::vector<std::size_t> chosen_{};
    std::vector<std::size_t> borders_{0};
    std::mutex left_mutex_{};
    std::vector<std::size_t> left_{};
};

// Every pair of sets, in blocks of some sequences of both.
class set_batches
{
public:
    set_batches(plan::sequence_sets const & sets,
                std::span<std::uint64_t> const lengths,
                runtime::task_control & control) :
        sets_{sets},
        lengths_{lengths},
        control_{control}
    {
        auto const first = cut(sets.first());
        auto const second = cut(sets.second());
        for (std::size_t i = 0; i + 1 < first.size(); ++i)
            for (std::size_t j = sets.is_one_set() ? i : 0; j + 1 < second.size(); ++j)
                blocks_.push_back({first[i], first[i + 1], second[j], second[j + 1]});
    }

    std::vector<set_pair> compute(pipeline_resources const & resources)
    {
        point_request const request{
            .batch_count = blocks_.size(),
            .prepare =
                [this](std::size_t const number, point_input & input)
            {
                prepare(blocks_[number], input);
            },
            .finish =
                [this](point_batch const &, point_input const & input, std::span<point_value const> const values)
            {
                finish(input, values);
            }};
        for (std::size_t const number : find_points(request, resources))
            for_each_pair(blocks_[number],
                          [this](set_pair const & pair)
                          {
                              if (limit_points(pair_of(pair)))
                                  left_.push_back(pair);
                          });
        std::ranges::sort(left_);
        return std::move(left_);
    }

private:
    struct block
    {
        std::size_t first_begin;
        std::size_t first_end;
        std::size_t second_begin;
        std::size_t second_end;
    };

    static std::vector<std::size_t> cut(std::span<packing::packed_sequence_view const> const sequences)
    {
        std::vector<std::size_t> borders{0};
        std::uint64_t letters = 0;
        for (std::size_t i = 0; i < sequences.size(); ++i)
        {
            letters += sequences[i].size();
            if (i + 1 - borders.back() == max_group_sequences || letters >= max_letters / 2
                || i + 1 == sequences.size())
            {
                borders.push_back(i + 1);
                letters = 0;
            }
        }
        return borders;
    }

    lcs::sequence_pair pair_of(set_pair const & pair) const noexcept
    {
        return {sets_.first()[pair.first], sets_.second()[pair.second]};
    }

    template <typename function_t>
    void for_each_pair(block const & of, function_t && function) const
    {
        for (std::size_t i = of.first_begin; i < of.first_end; ++i)
            for (std::size_t j = sets_.is_one_set() ? std::max(i + 1, of.second_begin) : of.second_begin;
                 j < of.second_end;
                 ++j)
                function(set_pair{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
    }

    void prepare(block const & of, point_input & input)
    {
        bool const is_triangle = sets_.is_one_set() && of.first_begin == of.second_begin;
        auto const & first = sets_.first().subspan(of.first_begin, of.first_end - of.first_begin);
        input.sequences.assign(first.begin(), first.end());
        std::size_t second_at = of.second_begin;
        if (!is_triangle)
        {
            auto const & second = sets_.second().subspan(of.second_begin, of.second_end - of.second_begin);
            second_at -= input.sequences.size();
            input.sequences.insert(input.sequences.end(), second.begin(), second.end());
        }
        std::vector<set_pair> left{};
        for_each_pair(of,
                      [&](set_pair const & pair)
                      {
                          std::optional<point_limit> const limit = limit_points(pair_of(pair));
                          if (!limit)
                          {
                              left.push_back(pair);
                              return;
                          }
                          input.pairs.push_back({pair.first - static_cast<std::uint32_t>(of.first_begin),
                                                 pair.second - static_cast<std::uint32_t>(second_at),
                                                 limit->max_distance,
                                                 !limit->is_minimum});
                          input.places.push_back(std::uint64_t{pair.first} << 32 | pair.second);
                      });
        leave(left);
    }

    void finish(point_input const & input, std::span<point_value const> const values)
    {
        std::vector<set_pair> left{};
        double cells = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            set_pair const numbers{static_cast<std::uint32_t>(input.places[i] >> 32),
                                   static_cast<std::uint32_t>(input.places[i])};
            lcs::sequence_pair const pair = pair_of(numbers);
            if (auto const length = length_of(pair, values[i]))
            {
                lengths_[sets_.index(numbers.first, numbers.second)] = *length;
                cells += pair.cells();
            }
            else
                left.push_back(numbers);
        }
        control_.add_cells(cells);
        leave(left);
    }

    void leave(std::vector<set_pair> const & some)
    {
        std::scoped_lock const lock{left_mutex_};
        left_.insert(left_.end(), some.begin(), some.end());
    }

    plan::sequence_sets const & sets_;
    std::span<std::uint64_t> lengths_;
    runtime::task_control & control_;
    std::vector<block> blocks_{};
    std::mutex left_mutex_{};
    std::vector<set_pair> left_{};
};

} // namespace

std::optional<point_limit> limit_points(lcs::sequence_pair const & pair) noexcept
{
    std::uint64_t const first = pair.first.size();
    std::uint64_t const second = pair.second.size();
    std::uint64_t const difference = std::max(first, second) - std::min(first, second);
    if (plan::is_below_minimum(pair) || std::min(first, second) < min_size || std::max(first, second) > max_point_size)
        return std::nullopt;
    // The larger root of a quadratic equation.
    double const seconds = max_point_part * pair.cells() * seconds_per_cell;
    double const half = seconds_per_distance / (2 * seconds_per_squared_distance);
    double const distance = std::sqrt(half * half + seconds / seconds_per_squared_distance) - half;
    std::uint64_t const worthwhile = std::min(static_cast<std::uint64_t>(distance), std::uint64_t{max_point_distance});
    std::uint64_t const max_indels = first + second - 2 * pair.min_length;
    std::uint64_t const max_distance = std::min(worthwhile, max_indels);
    if (max_distance < difference)
        return std::nullopt;
    return point_limit{static_cast<std::uint32_t>(max_distance - (max_distance - difference) % 2),
                       max_indels <= worthwhile};
}

bool are_worth_points(std::span<lcs::sequence_pair const> const pairs, std::span<std::size_t const> const chosen)
{
    return are_worth_points(plan::sample_pairs(choose_sample_size(cell_count(pairs, chosen)), pairs, chosen));
}

bool are_worth_points(plan::sequence_sets const & sets)
{
    return are_worth_points(plan::sample_pairs(choose_sample_size(sets.cells()), sets));
}

std::vector<std::size_t> find_by_points(std::span<lcs::sequence_pair const> const pairs,
                                        std::span<std::size_t const> const chosen,
                                        std::span<lcs::result> const results,
                                        pipeline_resources const & resources)
{
    return pair_batches{pairs, chosen, results, resources.control}.compute(resources);
}

std::vector<std::size_t> find_in_bands(std::span<lcs::sequence_pair const> const pairs,
                                       std::span<std::size_t const> const chosen,
                                       std::span<lcs::result> const results,
                                       pipeline_resources const & resources)
{
    auto const sample = plan::sample_pairs(choose_sample_size(cell_count(pairs, chosen)), pairs, chosen);
    std::optional<double> const rate = choose_rate(sample);
    if (!rate)
        return {chosen.begin(), chosen.end()};
    std::vector<std::uint64_t> bounds(pairs.size());
    std::vector<std::size_t> similar{};
    std::vector<std::size_t> left{};
    for (std::size_t const i : chosen)
    {
        double const indels = size_difference(pairs[i]) + *rate * static_cast<double>(min_size_of(pairs[i]));
        bool const is_worth_it = min_size_of(pairs[i]) >= min_band_size
                              && strip_cycles(pairs[i], indels) < max_band_part * strip_cycles(pairs[i], std::nullopt);
        bounds[i] = bound_for(pairs[i], indels);
        (is_worth_it ? similar : left).push_back(i);
    }
    std::ranges::copy(find_in_bands(pairs, similar, std::move(bounds), results, resources), std::back_inserter(left));
    std::ranges::sort(left);
    return left;
}

std::vector<std::size_t> find_in_bands(std::span<lcs::sequence_pair const> const pairs,
                                       std::span<std::size_t const> const chosen,
                                       std::vector<std::uint64_t> bounds,
                                       std::span<lcs::result> const results,
                                       pipeline_resources const & resources)
{
    std::vector<std::size_t> current(chosen.begin(), chosen.end());
    std::vector<std::size_t> left{};
    for (std::size_t const i : current)
        bounds[i] = std::max(bounds[i], pairs[i].min_length);
    for (unsigned pass = 0; pass < 2 && !current.empty(); ++pass)
    {
        std::vector<std::size_t> without_memory =
            find_in_strips({pairs, results, lcs::output::length, bounds}, current, resources);
        std::ranges::sort(without_memory);
        std::vector<std::size_t> unproven{};
        for (std::size_t const i : current)
        {
            if (std::ranges::binary_search(without_memory, i))
            {
                left.push_back(i);
                continue;
            }
            // The proof: whatever was left out has fewer matches than the bound.
            if (results[i].length >= bounds[i])
                continue;
            if (bounds[i] == pairs[i].min_length)
            {
                results[i].length = 0;
                resources.control.add_cells(pairs[i].cells());
                continue;
            }
            bounds[i] = std::max(results[i].length, pairs[i].min_length);
            double const indels = static_cast<double>(pairs[i].first.size() + pairs[i].second.size() - 2 * bounds[i]);
            bool const is_worth_it = strip_cycles(pairs[i], indels) < strip_cycles(pairs[i], std::nullopt);
            (is_worth_it ? unproven : left).push_back(i);
        }
        current = std::move(unproven);
    }
    std::ranges::copy(current, std::back_inserter(left));
    std::ranges::sort(left);
    for (std::size_t const i : left)
        results[i] = {};
    return left;
}

std::vector<std::size_t> align_by_points(std::span<lcs::sequence_pair const> const pairs,
                                         std::span<std::size_t const> const chosen,
                                         std::span<lcs::result> const results,
                                         std::uint64_t const memory_limit,
                                         pipeline_resources const & resources)
{
    auto const sample = plan::sample_pairs(choose_sample_size(cell_count(pairs, chosen)), pairs, chosen);
    if (!are_worth_tracing(sample, resources.threads))
        return {chosen.begin(), chosen.end()};

    std::vector<char> is_left(chosen.size()); // Not bool: threads write side by side.
    auto const align = [&](std::size_t const number)
    {
        std::size_t const i = chosen[number];
        if (plan::is_below_minimum(pairs[i]))
        {
            is_left[number] = 1;
            return;
        }
        similar::points_attempt attempt = similar::compute_by_points(pairs[i],
                                                                     lcs::output::subsequence,
                                                                     max_traced_distance(pairs[i], resources.threads),
                                                                     {1, memory_limit / resources.threads},
                                                                     resources.control);
        if (attempt.result)
            results[i] = std::move(*attempt.result);
        else
            is_left[number] = 1;
    };
    runtime::parallel_for(resources.control,
                          resources.threads,
                          chosen.size(),
                          [&]()
                          {
                              return align;
                          });
    std::vector<std::size_t> left{};
    for (std::size_t number = 0; number < chosen.size(); ++number)
        if (is_left[number])
            left.push_back(chosen[number]);
    return left;
}

std::vector<set_pair> find_by_points(plan::sequence_sets const & sets,
                                     std::span<std::uint64_t> const lengths,
                                     pipeline_resources const & resources)
{
    return set_batches{sets, lengths, resources.control}.compute(resources);
}

} // namespace seqan3_gpulcs::cuda
