// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/cpu/backend/cpu_backend.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/similar/pair_estimate.hpp"
#include "src/similar/similar_pair.hpp"
#include "src/traceback/traceback.hpp"
#include "unit/similar/plain_comparison.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

constexpr plan::comparison distances[]{plan::lcs_length, plan::edit_distance};

plan::comparison traced(plan::comparison wanted)
{
    wanted.with_path = true;
    return wanted;
}

alignment::result compute_whole_matrix(alignment::sequence_pair const & pair, plan::metric const metric)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    plan::comparison const wanted{.metric = metric, .with_path = true};
    return traceback::find_alignment(
        pair,
        wanted,
        plan::plan_alignment(wanted, {pair.first.size(), pair.second.size()}, plan::default_memory_limit, 1),
        control);
}

// What it is compared by.
std::uint64_t
distance_of(alignment::result const & result, alignment::sequence_pair const & pair, plan::metric const metric)
{
    return metric == plan::metric::lcs ? pair.first.size() + pair.second.size() - 2 * result.length : result.distance;
}

// The bound that a distance is: a length or a distance.
std::uint64_t
bound_at(alignment::sequence_pair const & pair, plan::metric const metric, std::uint64_t const max_distance)
{
    std::uint64_t const letters = pair.first.size() + pair.second.size();
    return metric == plan::metric::lcs ? (letters - std::min(letters, max_distance)) / 2 : max_distance;
}

// Of interest up to a distance.
alignment::sequence_pair
with_threshold(alignment::sequence_pair pair, plan::metric const metric, std::uint64_t const distance)
{
    std::uint64_t const letters = pair.first.size() + pair.second.size();
    if (metric == plan::metric::lcs)
        pair.min_length = (letters - std::min(letters, distance) + 1) / 2;
    else
        pair.max_distance = distance;
    return pair;
}

// Whether it is the one that is expected, or none.
void expect_result(std::optional<alignment::result> const & found,
                   std::optional<alignment::result> const & expected,
                   plan::comparison const & wanted)
{
    ASSERT_TRUE(found);
    bool const is_lcs = wanted.metric == plan::metric::lcs;
    std::uint64_t const nothing = is_lcs ? 0 : alignment::too_distant;
    EXPECT_EQ(plan::value_of(*found, wanted.metric), expected ? plan::value_of(*expected, wanted.metric) : nothing);
    EXPECT_TRUE(found->path == (expected && wanted.with_path ? expected->path : alignment::path{}));
    if (expected)
    {
        EXPECT_EQ(found->first, expected->first);
        EXPECT_EQ(found->second, expected->second);
    }
}

// Pairs of some thousand letters, whose paths run in many ways.
struct named_pair
{
    char const * name;
    letters_t first;
    letters_t second;
};

std::vector<named_pair> make_pairs(std::mt19937_64 & generator)
{
    auto const letters = reference::random_letters(generator, 4000 + reference::random_size(generator, 3000), 4);
    auto const at = [&](std::size_t const position)
    {
        return static_cast<std::ptrdiff_t>(position);
    };
    std::vector<named_pair> pairs{};
    for (std::size_t const distance : {2u, 5u, 20u, 100u, 1000u})
        pairs.push_back({"mutated", letters, reference::mutate(generator, letters, 4, distance)});

    auto const copy = reference::mutate(generator, letters, 4, 30);
    auto gap = copy;
    gap.erase(gap.begin() + 1000, gap.begin() + 2700);
    pairs.push_back({"long gap", letters, gap});
    auto rotated = copy;
    std::ranges::rotate(rotated, rotated.begin() + at(1 + reference::random_size(generator, 3000)));
    pairs.push_back({"rotated", letters, rotated});
    auto inverted = copy;
    std::reverse(inverted.begin() + 1200, inverted.begin() + 3000);
    pairs.push_back({"inversion", letters, inverted});
    pairs.push_back({"inside", letters, {copy.begin() + 1500, copy.begin() + 3000}});
    pairs.push_back({"unrelated", letters, reference::random_letters(generator, 5000, 4)});
    pairs.push_back({"other beginning", letters, reference::random_letters(generator, 2000, 4)});
    pairs.back().second.insert(pairs.back().second.end(), copy.begin() + 2000, copy.end());
    pairs.push_back({"equal", letters, letters});
    pairs.push_back({"one letter", letters_t(4000, 1), letters_t(3000, 1)});

    letters_t repeats{};
    for (int i = 0; i < 300; ++i)
        repeats.insert(repeats.end(), letters.begin(), letters.begin() + 17);
    pairs.push_back({"tandem repeats", repeats, reference::mutate(generator, repeats, 4, 40)});
    return pairs;
}

std::optional<alignment::result> compute_in_band(alignment::sequence_pair const & pair,
                                                 plan::comparison const & wanted,
                                                 std::uint64_t const max_distance,
                                                 similar::pair_limits const & limits = {1, plan::default_memory_limit})
{
    plan::execution const execution{};
    runtime::task_control control{execution, pair.cells()};
    return similar::compute_in_band(pair, wanted, bound_at(pair, wanted.metric, max_distance), limits, control);
}

std::uint64_t less(std::uint64_t const number, std::uint64_t const subtracted)
{
    return number - std::min(number, subtracted);
}

} // namespace

// Any bound: of one that is too small, the proof finds out.
TEST(similar_pair, a_band_has_the_distance_and_the_alignment_of_the_whole_matrix)
{
    auto generator = reference::make_generator();
    for (auto const & [name, first, second] : make_pairs(generator))
    {
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        for (alignment::sequence_pair const & pair : {alignment::sequence_pair{rows, columns}, {columns, rows}})
            for (plan::comparison const & wanted : distances)
            {
                alignment::result const expected = compute_whole_matrix(pair, wanted.metric);
                std::uint64_t const distance = distance_of(expected, pair, wanted.metric);
                for (std::uint64_t const bound :
                     {distance, distance + 2, distance + 200, ~std::uint64_t{0}, less(distance, 2), less(distance, 70)})
                {
                    SCOPED_TRACE(name + std::string{", bound "} + std::to_string(bound) + " of "
                                 + std::to_string(distance));
                    expect_result(compute_in_band(pair, wanted, bound), expected, wanted);
                    auto const found = compute_in_band(pair, traced(wanted), bound, {2, plan::default_memory_limit});
                    expect_result(found, expected, traced(wanted));
                    EXPECT_EQ(found->method, alignment::method::band);
                    EXPECT_GT(found->cells, 0);
                }
            }
    }
}

// All that the plain way finds, whatever the bound is.
void check_band(letters_t const & first, letters_t const & second)
{
    auto const rows = packing::pack(first);
    auto const columns = packing::pack(second);
    alignment::sequence_pair const pair{rows, columns};
    for (plan::comparison const & wanted : distances)
    {
        plain_comparison const expected{first, second, wanted.metric};
        for (std::uint64_t const bound : {expected.distance, expected.distance + 3, less(expected.distance, 1)})
        {
            auto const found = compute_in_band(pair, traced(wanted), bound);
            ASSERT_TRUE(found);
            ASSERT_EQ(distance_of(*found, pair, wanted.metric), expected.distance);
            ASSERT_EQ(to_columns(found->path), expected.columns);
        }
    }
}

TEST(similar_pair, bands_of_all_short_strings)
{
    std::vector<letters_t> strings{};
    for (std::size_t size = 1; size <= 5; ++size)
        for (unsigned letters = 0; letters < 1u << size; ++letters)
        {
            letters_t & added = strings.emplace_back(size);
            for (std::size_t i = 0; i < size; ++i)
                added[i] = letters >> i & 1;
        }
    for (letters_t const & first : strings)
        for (letters_t const & second : strings)
            ASSERT_NO_FATAL_FAILURE(check_band(first, second))
                << testing::PrintToString(first) << " x " << testing::PrintToString(second);
}

// Several blocks of rows.
TEST(similar_pair, bands_of_some_thousand_letters)
{
    auto generator = reference::make_generator();
    for (unsigned i = 0; i < reference::case_count(6, 300); ++i)
    {
        auto const alphabet = static_cast<unsigned>(1 + reference::random_size(generator, 4));
        auto const first = reference::random_letters(generator, 1 + reference::random_size(generator, 3500), alphabet);
        auto second = reference::mutate(generator, first, alphabet, 2 + reference::random_size(generator, 100));
        if (i % 2 == 0 && second.size() > 300)
            second.erase(second.begin() + 100, second.begin() + 300);
        if (second.empty())
            continue;
        ASSERT_NO_FATAL_FAILURE(check_band(first, second)) << "seed " << reference::seed();
    }
}

// One letter decides whether a pair is of interest: in a band, whatever its bound is.
TEST(similar_pair, a_band_finds_out_what_is_of_no_interest)
{
    auto generator = reference::make_generator();
    for (auto const & [name, first, second] : make_pairs(generator))
    {
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        for (plan::comparison const & wanted : distances)
        {
            alignment::sequence_pair const whole{rows, columns};
            alignment::result const expected = compute_whole_matrix(whole, wanted.metric);
            std::uint64_t const distance = distance_of(expected, whole, wanted.metric);
            for (std::uint64_t const threshold :
                 {distance + 2, distance, less(distance, 1), less(distance, 2), less(distance, 400), std::uint64_t{0}})
                for (std::uint64_t const bound : {~std::uint64_t{0}, distance + 100, distance, less(distance, 180)})
                {
                    SCOPED_TRACE(name + std::string{", threshold "} + std::to_string(threshold));
                    auto const pair = with_threshold(whole, wanted.metric, threshold);
                    auto const any = distance <= threshold ? std::optional{expected} : std::nullopt;
                    expect_result(compute_in_band(pair, wanted, bound), any, wanted);
                    expect_result(compute_in_band(pair, traced(wanted), bound, {2, plan::default_memory_limit}),
                                  any,
                                  traced(wanted));
                }
        }
        // More than there are.
        alignment::sequence_pair const never{rows, columns, std::uint64_t{1} << 40};
        expect_result(compute_in_band(never, plan::lcs_length, 0), std::nullopt, plan::lcs_length);
    }
}

// By points, in short and in long bands, and those for which the whole matrix is computed.
TEST(similar_pair, every_way_finds_out_what_is_of_no_interest)
{
    auto generator = reference::make_generator();
    for (plan::comparison const & distance_alone : distances)
    {
        std::set<std::pair<alignment::method, bool>> seen{};
        plan::metric const metric = distance_alone.metric;
        for (std::size_t const size : {9000u, 35'000u})
            for (double const share : {0.0, 0.01, 0.04, 0.2, 1.0})
            {
                auto const letters = reference::random_letters(generator, size, 4);
                auto const first = packing::pack(letters);
                auto const changes = static_cast<std::size_t>(share * static_cast<double>(size));
                auto const second = packing::pack(reference::mutate(generator, letters, 4, changes));
                alignment::sequence_pair const whole{first, second};
                alignment::result const expected = compute_whole_matrix(whole, metric);
                std::uint64_t const distance = distance_of(expected, whole, metric);
                for (std::uint64_t const threshold : {distance + 2, distance, less(distance, 2), std::uint64_t{40}})
                    for (plan::comparison const & wanted : {distance_alone, traced(distance_alone)})
                    {
                        plan::execution const execution{};
                        auto const pair = with_threshold(whole, metric, threshold);
                        runtime::task_control control{execution, pair.cells()};
                        auto const found =
                            similar::compute_similar(pair, wanted, {1, plan::default_memory_limit}, control);
                        if (!found)
                            continue;
                        SCOPED_TRACE(testing::Message() << size << ' ' << share << ' ' << threshold);
                        bool const is_of_interest = distance <= threshold;
                        seen.emplace(found->method, is_of_interest);
                        expect_result(found, is_of_interest ? std::optional{expected} : std::nullopt, wanted);
                        EXPECT_NEAR(control.cells_done(), pair.cells(), 1);
                    }
            }
        EXPECT_EQ(seen.size(), 4u);
    }
}

TEST(similar_pair, unrelated_sequences_are_given_up_early)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 50'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 50'000, 4));
    for (plan::comparison const & distance_alone : distances)
        for (plan::comparison const & wanted : {distance_alone, traced(distance_alone)})
        {
            plan::execution const execution{};
            alignment::sequence_pair const pair{first, second, 45'000, 8'000};
            runtime::task_control control{execution, pair.cells()};
            auto const found = similar::compute_similar(pair, wanted, {1, plan::default_memory_limit}, control);
            expect_result(found, std::nullopt, wanted);
            EXPECT_LT(found->cells, 0.06 * pair.cells());
        }
}

// With as many threads as are worth it, and with more.
TEST(similar_pair, similar_sequences_take_a_small_part_of_the_matrix)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 150'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 20));
    alignment::sequence_pair const pair{first, second};
    for (plan::comparison const & distance_alone : distances)
    {
        alignment::result const expected = compute_whole_matrix(pair, distance_alone.metric);
        for (unsigned const threads : {1u, 2u, 3u, 4u, 9u})
            for (plan::comparison const & wanted : {distance_alone, traced(distance_alone)})
            {
                plan::execution const execution{};
                runtime::task_control control{execution, pair.cells()};
                auto const found =
                    similar::compute_similar(pair, wanted, {threads, plan::default_memory_limit}, control);
                expect_result(found, expected, wanted);
                EXPECT_EQ(found->method, alignment::method::band);
                EXPECT_LT(found->cells, 0.15 * pair.cells());
                EXPECT_NEAR(control.cells_done(), pair.cells(), 1);
            }
    }
}

TEST(similar_pair, little_memory_is_for_the_whole_matrix)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 20'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 10));
    alignment::sequence_pair const pair{first, second};
    for (plan::comparison const & distance_alone : distances)
    {
        plan::comparison const wanted = traced(distance_alone);
        std::uint64_t const distance = distance_of(compute_whole_matrix(pair, wanted.metric), pair, wanted.metric);
        std::uint64_t const least = plan::min_memory(wanted, {first.size(), second.size()});
        EXPECT_FALSE(compute_in_band(pair, wanted, distance, {1, least}));
        auto const found = compute_in_band(pair, wanted, distance);
        ASSERT_TRUE(found);
        EXPECT_LE(found->memory_bytes, plan::default_memory_limit);
    }
}

// With less memory, blocks have more rows.
TEST(similar_pair, blocks_are_made_to_fit_into_the_memory)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 60'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 10));
    alignment::sequence_pair const pair{first, second};
    for (plan::comparison const & distance_alone : distances)
    {
        plan::comparison const wanted = traced(distance_alone);
        alignment::result const expected = compute_whole_matrix(pair, wanted.metric);
        std::uint64_t const distance = distance_of(expected, pair, wanted.metric);
        auto const found = compute_in_band(pair, wanted, distance);
        ASSERT_TRUE(found);
        std::uint64_t const limit = 150'000 * plan::border_words(wanted.metric);
        auto const less = compute_in_band(pair, wanted, distance, {1, limit});
        expect_result(less, expected, wanted);
        EXPECT_GT(less->checkpoint_rows, found->checkpoint_rows);
        EXPECT_LE(less->memory_bytes, limit);
    }
}

// With few blocks, the checkpoints of the last one are a large part of the memory.
TEST(similar_pair, any_memory_limit_has_the_same_alignment_or_none)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 2300, 4);
    auto longer = reference::mutate(generator, letters, 4, 30);
    auto const more = reference::random_letters(generator, 2500, 4);
    longer.insert(longer.end(), more.begin(), more.end());
    auto const first = packing::pack(letters);
    auto const second = packing::pack(longer);
    alignment::sequence_pair const pair{first, second};
    plan::execution const execution{};
    for (plan::comparison const & distance_alone : distances)
    {
        plan::comparison const wanted = traced(distance_alone);
        alignment::result const expected = compute_whole_matrix(pair, wanted.metric);
        std::uint64_t const distance = distance_of(expected, pair, wanted.metric);
        std::size_t found_count = 0;
        for (std::uint64_t limit = 3000; limit < 9000 * plan::border_words(wanted.metric); limit += 60)
            for (std::uint64_t const bound : {distance, distance - 2, ~std::uint64_t{0}})
            {
                runtime::task_control control{execution, pair.cells()};
                auto const found =
                    similar::compute_in_band(pair, wanted, bound_at(pair, wanted.metric, bound), {1, limit}, control);
                if (found)
                {
                    expect_result(found, expected, wanted);
                    EXPECT_LE(found->memory_bytes, limit);
                    ++found_count;
                }
                EXPECT_NEAR(control.cells_done(), found ? pair.cells() : 0, 1) << limit;
            }
        EXPECT_GT(found_count, 0u);
    }
}

// Where a traceback goes elsewhere, points do not say where: a band does.
TEST(similar_pair, every_preference)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    auto const letters = reference::random_letters(generator, 30'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 300));
    alignment::sequence_pair const pair{first, second};
    for (plan::preference const preference : {plan::preference::gaps_first, plan::preference::diagonal_first})
    {
        plan::comparison const wanted{.metric = plan::metric::edit, .with_path = true, .preference = preference};
        runtime::task_control control{execution, pair.cells()};
        auto const expected = traceback::find_alignment(
            pair,
            wanted,
            plan::plan_alignment(wanted, {first.size(), second.size()}, plan::default_memory_limit, 1),
            control);
        expect_result(similar::compute_similar(pair, wanted, {1, plan::default_memory_limit}, control),
                      expected,
                      wanted);
        EXPECT_NEAR(control.cells_done(), 2 * pair.cells(), 1);
    }
    runtime::task_control control{execution, 0};
    EXPECT_FALSE(similar::compute_similar(pair,
                                          {.metric = plan::metric::edit, .ends = {.first_leading = true}},
                                          {1, plan::default_memory_limit},
                                          control));
}

// By the first letters of both.
TEST(similar_pair, estimates)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 60'000, 4);
    auto const first = packing::pack(letters);
    // About sixty edits are among the letters that the estimate looks at: chance alone does not double or halve so many.
    auto const alike = packing::pack(reference::mutate(generator, letters, 4, 250));
    auto const other = packing::pack(reference::random_letters(generator, 60'000, 4));
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    for (plan::comparison const & wanted : distances)
    {
        alignment::sequence_pair const pair{first, alike};
        auto const found =
            similar::compute_by_wavefront(pair, wanted, 1000, {1, plan::default_memory_limit}, control).result;
        ASSERT_TRUE(found);
        auto const distance = static_cast<double>(distance_of(*found, pair, wanted.metric));
        EXPECT_NEAR(similar::estimate_distance(pair, wanted.metric, 256), distance, distance);
        EXPECT_LT(similar::estimate_cpu_part(pair, wanted.metric), 0.2);
        EXPECT_GT(similar::estimate_distance({first, other}, wanted.metric, 64), 10'000);
        EXPECT_EQ(similar::estimate_cpu_part({first, other}, wanted.metric), 1);
    }
}

// Neither by the function itself nor by the backend that is told about it.
TEST(similar_pair, an_attempt_is_not_repeated)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 20'000, 4);
    auto const first = packing::pack(letters);
    // Of the same size: what an attempt is worth depends on it.
    auto mutated = reference::mutate(generator, letters, 4, 200);
    mutated.resize(letters.size());
    auto const alike = packing::pack(mutated);
    auto const other = packing::pack(reference::random_letters(generator, 20'000, 4));
    alignment::sequence_pair const pair{first, alike};
    cpu::cpu_backend const backend{};
    plan::execution const execution{.threads = 1};
    runtime::task_control control{execution, 0};
    for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence, plan::edit_alignment})
    {
        auto const compare_if_similar = [&](backend::similar_pair similar)
        {
            return backend::compare_if_similar(backend, similar, execution);
        };
        backend::similar_pair unlike{.pair = {first, other}, .wanted = wanted, .limits{.max_seconds = 1e-3}};
        EXPECT_FALSE(backend::compare_if_similar(backend, unlike, execution));
        plan::wavefront_attempt & found_out = unlike.attempt;
        EXPECT_EQ(found_out.worth_distance, similar::max_wavefront_distance(pair, wanted.metric, 1e-3));
        EXPECT_GT(found_out.letters_per_edit, 0);

        auto const expected = backend::compare(backend, {&pair, 1}, wanted, execution).front();
        EXPECT_EQ(expected.method, alignment::method::wavefront);
        alignment::result found{};
        plan::pair_list const list{{&pair, 1}, {}};
        plan::list_survey const survey = plan::survey_list(list, wanted);
        backend.compute(backend::list_request{.pairs = list,
                                              .wanted = wanted,
                                              .survey = survey,
                                              .results{std::span{&found, 1}},
                                              .attempts{&found_out, 1}},
                        execution);
        EXPECT_NE(found.method, alignment::method::wavefront);
        EXPECT_EQ(plan::value_of(found, wanted.metric), plan::value_of(expected, wanted.metric));
        EXPECT_TRUE(found.path == expected.path);
        auto const similar = compare_if_similar({.pair = pair, .wanted = wanted, .attempt = found_out});
        EXPECT_TRUE(!similar || similar->method != alignment::method::wavefront);
        EXPECT_FALSE(
            compare_if_similar({.pair = pair, .wanted = wanted, .limits{.max_share = 0.1}, .attempt = found_out}));

        // Unless it is worth more.
        similar::pair_limits limits{1, plan::default_memory_limit, found_out};
        EXPECT_FALSE(
            similar::compute_by_wavefront(pair, wanted, found_out.worth_distance, limits, control).result.has_value());
        EXPECT_TRUE(similar::compute_by_wavefront(pair, wanted, found_out.worth_distance + 1, limits, control)
                        .result.has_value());
    }
}

TEST(similar_pair, stops_when_asked_to)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 20'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 10));
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    EXPECT_THROW(similar::compute_similar({first, second}, plan::lcs_length, {1, 1 << 20}, control), operation_stopped);
}
