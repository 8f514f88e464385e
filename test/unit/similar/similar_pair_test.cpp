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

#include "src/plan/traceback_plan.hpp"
#include "src/similar/similar_pair.hpp"
#include "src/traceback/traceback.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

alignment::result compute_whole_matrix(alignment::sequence_pair const & pair)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    return traceback::find_subsequence(
        pair,
        plan::plan_subsequence(pair.first.size(), pair.second.size(), plan::default_memory_limit, 1),
        control);
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
                                                 std::uint64_t const bound,
                                                 similar::pair_limits const & limits = {1, plan::default_memory_limit})
{
    plan::execution const execution{};
    runtime::task_control control{execution, pair.cells()};
    return similar::compute_in_band(pair, wanted, bound, limits, control);
}

} // namespace

// Any bound: of one that is too large, the proof finds out.
TEST(similar_pair, a_band_has_the_length_and_the_subsequence_of_the_whole_matrix)
{
    auto generator = reference::make_generator();
    for (auto const & [name, first, second] : make_pairs(generator))
    {
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        for (alignment::sequence_pair const & pair : {alignment::sequence_pair{rows, columns}, {columns, rows}})
        {
            alignment::result const expected = compute_whole_matrix(pair);
            std::uint64_t const length = expected.length;
            for (std::uint64_t const bound :
                 {length, length - 1, length - 100, std::uint64_t{0}, length + 1, length + 70})
            {
                auto const found_length = compute_in_band(pair, plan::lcs_length, bound);
                auto const found = compute_in_band(pair, plan::lcs_subsequence, bound, {2, plan::default_memory_limit});
                ASSERT_TRUE(found_length && found) << name;
                EXPECT_EQ(found_length->length, length) << name << ", bound " << bound << " of " << length;
                EXPECT_TRUE(found->path == expected.path) << name << ", bound " << bound << " of " << length;
                EXPECT_EQ(found->length, length);
                EXPECT_EQ(found->method, alignment::method::band);
                EXPECT_GT(found->cells, 0);
            }
        }
    }
}

// One letter decides whether a pair is too short: in a band, whatever its bound is.
TEST(similar_pair, a_band_finds_out_what_is_too_short)
{
    auto generator = reference::make_generator();
    for (auto const & [name, first, second] : make_pairs(generator))
    {
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        alignment::result const expected = compute_whole_matrix({rows, columns});
        std::uint64_t const length = expected.length;
        for (std::uint64_t const min_length : {length - 1, length, length + 1, length + 200, std::uint64_t{1} << 40})
            for (std::uint64_t const bound : {std::uint64_t{0}, length - 50, length, length + 90})
            {
                bool const is_too_short = length < min_length;
                alignment::sequence_pair const pair{rows, columns, min_length};
                auto const found_length = compute_in_band(pair, plan::lcs_length, bound);
                auto const found = compute_in_band(pair, plan::lcs_subsequence, bound, {2, plan::default_memory_limit});
                ASSERT_TRUE(found_length && found) << name;
                EXPECT_EQ(found_length->length, is_too_short ? 0 : length) << name << ", minimum " << min_length;
                EXPECT_EQ(found->length, is_too_short ? 0 : length) << name << ", minimum " << min_length;
                EXPECT_TRUE(found->path == (is_too_short ? alignment::path{} : expected.path)) << name;
            }
    }
}

// By points, in short and in long bands, and those for which the whole matrix is computed.
TEST(similar_pair, every_way_finds_out_what_is_too_short)
{
    auto generator = reference::make_generator();
    std::set<std::pair<alignment::method, bool>> seen{};
    for (std::size_t const size : {9000u, 35'000u})
        for (double const share : {0.0, 0.01, 0.04, 0.2, 1.0})
        {
            auto const letters = reference::random_letters(generator, size, 4);
            auto const first = packing::pack(letters);
            auto const second = packing::pack(
                reference::mutate(generator, letters, 4, static_cast<std::size_t>(share * static_cast<double>(size))));
            alignment::result const expected = compute_whole_matrix({first, second});
            for (std::uint64_t const min_length :
                 {expected.length - 1, expected.length, expected.length + 1, size - 20, size + 100})
                for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
                {
                    plan::execution const execution{};
                    alignment::sequence_pair const pair{first, second, min_length};
                    runtime::task_control control{execution, pair.cells()};
                    auto const found = similar::compute_similar(pair, wanted, {1, plan::default_memory_limit}, control);
                    if (!found)
                        continue;
                    bool const is_too_short = expected.length < min_length;
                    seen.emplace(found->method, is_too_short);
                    ASSERT_EQ(found->length, is_too_short ? 0 : expected.length)
                        << size << ' ' << share << ' ' << min_length;
                    bool const has_path = !is_too_short && wanted.with_path;
                    EXPECT_TRUE(found->path == (has_path ? expected.path : alignment::path{}));
                    EXPECT_NEAR(control.cells_done(), pair.cells(), 1);
                }
        }
    EXPECT_EQ(seen.size(), 4u);
}

TEST(similar_pair, unrelated_sequences_are_given_up_early)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 50'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 50'000, 4));
    for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
    {
        plan::execution const execution{};
        alignment::sequence_pair const pair{first, second, 45'000};
        runtime::task_control control{execution, pair.cells()};
        auto const found = similar::compute_similar(pair, wanted, {1, plan::default_memory_limit}, control);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->length, 0u);
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
    alignment::result const expected = compute_whole_matrix(pair);
    for (unsigned const threads : {1u, 2u, 3u, 4u, 9u})
        for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
        {
            plan::execution const execution{};
            runtime::task_control control{execution, pair.cells()};
            auto const found = similar::compute_similar(pair, wanted, {threads, plan::default_memory_limit}, control);
            ASSERT_TRUE(found) << threads;
            EXPECT_EQ(found->method, alignment::method::band);
            EXPECT_EQ(found->length, expected.length);
            EXPECT_LT(found->cells, 0.15 * pair.cells());
            EXPECT_NEAR(control.cells_done(), pair.cells(), 1);
            EXPECT_TRUE(found->path == (!wanted.with_path ? alignment::path{} : expected.path));
        }
}

TEST(similar_pair, little_memory_is_for_the_whole_matrix)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 20'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 10));
    std::uint64_t const length = compute_whole_matrix({first, second}).length;
    std::uint64_t const least = plan::min_memory(first.size(), second.size());
    EXPECT_FALSE(compute_in_band({first, second}, plan::lcs_subsequence, length, {1, least}));
    auto const found = compute_in_band({first, second}, plan::lcs_subsequence, length);
    ASSERT_TRUE(found);
    EXPECT_LE(found->memory_bytes, plan::default_memory_limit);
}

// With less memory, blocks have more rows.
TEST(similar_pair, blocks_are_made_to_fit_into_the_memory)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 60'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 10));
    alignment::sequence_pair const pair{first, second};
    alignment::result const expected = compute_whole_matrix(pair);
    auto const found = compute_in_band(pair, plan::lcs_subsequence, expected.length);
    ASSERT_TRUE(found);
    std::uint64_t const limit = 150'000;
    auto const less = compute_in_band(pair, plan::lcs_subsequence, expected.length, {1, limit});
    ASSERT_TRUE(less);
    EXPECT_GT(less->checkpoint_rows, found->checkpoint_rows);
    EXPECT_LE(less->memory_bytes, limit);
    EXPECT_TRUE(less->path == expected.path);
}

// With few blocks, the checkpoints of the last one are a large part of the memory.
TEST(similar_pair, any_memory_limit_has_the_same_subsequence_or_none)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 2300, 4);
    auto longer = reference::mutate(generator, letters, 4, 30);
    auto const more = reference::random_letters(generator, 2500, 4);
    longer.insert(longer.end(), more.begin(), more.end());
    auto const first = packing::pack(letters);
    auto const second = packing::pack(longer);
    alignment::sequence_pair const pair{first, second};
    alignment::result const expected = compute_whole_matrix(pair);
    plan::execution const execution{};
    std::size_t found_count = 0;
    for (std::uint64_t limit = 3000; limit < 9000; limit += 60)
        for (std::uint64_t const bound : {expected.length, expected.length + 1, std::uint64_t{0}})
        {
            runtime::task_control control{execution, pair.cells()};
            auto const found = similar::compute_in_band(pair, plan::lcs_subsequence, bound, {1, limit}, control);
            if (found)
            {
                EXPECT_TRUE(found->path == expected.path) << limit;
                EXPECT_LE(found->memory_bytes, limit);
                ++found_count;
            }
            EXPECT_NEAR(control.cells_done(), found ? pair.cells() : 0, 1) << limit;
        }
    EXPECT_GT(found_count, 0u);
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
