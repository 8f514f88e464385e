// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/similar/furthest_points.hpp"
#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

class furthest_points : public vector_test
{};

using letters_t = std::vector<std::uint8_t>;

// Packs with at least some number of different letters, so that codes have more bits, and other values.
packing::packed_sequence pack_among(letters_t const & letters, unsigned const different = 0)
{
    letters_t others(different);
    for (unsigned i = 0; i < different; ++i)
        others[i] = static_cast<std::uint8_t>(i);
    packing::letter_set set{};
    set.add(letters);
    set.add(others);
    packing::sequence_packer packer{set};
    packer.append(letters);
    return packer.finish();
}

similar::furthest_points_result compare(packing::packed_sequence const & first,
                                        packing::packed_sequence const & second,
                                        plan::comparison const & wanted,
                                        similar::distance_limits const & limits = {})
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    return similar::compare_by_furthest_points({first, second}, wanted, limits, control);
}

// One letter of `=ID` for each column.
std::string to_columns(alignment::path const & path)
{
    std::string columns{};
    for (alignment::run const & run : path.runs())
        columns.append(run.count, static_cast<char>(run.operation));
    return columns;
}

// Both outputs, with the smallest limit that suffices and the next smaller one.
void check(letters_t const & first,
           letters_t const & second,
           unsigned const first_bits = 0,
           unsigned const second_bits = 0)
{
    auto const cells = reference::lcs_matrix(first, second);
    std::uint64_t const length = cells.back().back();
    std::uint64_t const distance = first.size() + second.size() - 2 * length;
    auto const one = pack_among(first, first_bits);
    auto const other = pack_among(second, second_bits);
    for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
    {
        for (std::uint64_t const more : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, ~distance})
        {
            auto const found = compare(one, other, wanted, {.max_distance = distance + more});
            ASSERT_EQ(found.length, length);
            ASSERT_EQ(found.distance, distance);
            ASSERT_EQ(found.progress, first.size() + second.size());
            // Guesses come later.
            if (distance < 256)
            {
                ASSERT_LE(found.points, (distance + 1) * (distance + 2) / 2);
            }
            ASSERT_EQ(to_columns(found.path), wanted.with_path ? reference::lcs_alignment(cells) : "");
        }
        if (distance == 0)
            continue;
        auto const missed = compare(one, other, wanted, {.max_distance = distance - 1});
        ASSERT_EQ(missed.length, std::nullopt);
        ASSERT_LT(missed.distance, distance);
        ASSERT_TRUE(missed.path.empty());
    }
}

// The library's whole matrix, for sequences that are too long for the oracle.
void check_long(letters_t const & first, letters_t const & second)
{
    auto const one = pack_among(first);
    auto const other = pack_among(second, 7);
    auto const expected = lcs::subsequence(one, other, {.backend = plan::backend::cpu, .threads = 1});
    auto const found = compare(one, other, plan::lcs_subsequence);
    ASSERT_EQ(found.length, expected.matches());
    ASSERT_TRUE(found.path == expected) << first.size() << " x " << second.size();
    ASSERT_EQ(compare(one, other, plan::lcs_length).length, expected.matches());
}

// Few or many mutations here and there, and blocks that are lost, doubled or put elsewhere.
letters_t rearrange(std::mt19937_64 & generator, letters_t letters, unsigned const alphabet)
{
    for (std::size_t changes = 1 + reference::random_size(generator, 5); changes != 0 && !letters.empty(); --changes)
    {
        std::size_t const size = reference::random_size(generator, std::min<std::size_t>(letters.size(), 800));
        auto const begin =
            letters.begin() + static_cast<std::ptrdiff_t>(reference::random_size(generator, letters.size() - size));
        auto const end = begin + static_cast<std::ptrdiff_t>(size);
        letters_t block{begin, end};
        std::size_t const kind = reference::random_size(generator, 3);
        if (kind == 0)
            block = reference::mutate(generator, block, alphabet, 1 + reference::random_size(generator, 40));
        if (kind != 1)
            letters.erase(begin, end);
        if (kind != 2)
            letters.insert(letters.begin()
                               + static_cast<std::ptrdiff_t>(reference::random_size(generator, letters.size())),
                           block.begin(),
                           block.end());
    }
    return letters;
}

std::vector<letters_t> all_strings(std::size_t const max_size, unsigned const letters)
{
    std::vector<letters_t> strings{{}};
    for (std::size_t i = 0; i < strings.size(); ++i)
        if (strings[i].size() < max_size)
            for (unsigned letter = 0; letter < letters; ++letter)
            {
                letters_t longer = strings[i];
                longer.push_back(static_cast<std::uint8_t>(letter));
                strings.push_back(longer);
            }
    return strings;
}

} // namespace

TEST_P(furthest_points, all_short_strings)
{
    for (auto const & strings : {all_strings(5, 2), all_strings(3, 3)})
        for (letters_t const & first : strings)
            for (letters_t const & second : strings)
                ASSERT_NO_FATAL_FAILURE(check(first, second))
                    << testing::PrintToString(first) << " x " << testing::PrintToString(second);
}

TEST_P(furthest_points, codes_of_different_widths)
{
    auto generator = reference::make_generator();
    for (unsigned const first_letters : {0u, 5u, 17u, 256u})
        for (unsigned const second_letters : {0u, 5u, 17u, 256u})
            for (unsigned const alphabet : {1u, 4u, 6u, 30u})
            {
                auto const first =
                    reference::random_letters(generator, reference::random_size(generator, 200), alphabet);
                auto const second = reference::mutate(generator, first, alphabet, 20);
                ASSERT_NO_FATAL_FAILURE(check(first, second, first_letters, second_letters));
            }
}

TEST_P(furthest_points, mutations_of_all_rates)
{
    auto generator = reference::make_generator();
    for (unsigned i = 0; i < reference::case_count(100, 2000); ++i)
    {
        auto const alphabet = static_cast<unsigned>(1 + reference::random_size(generator, 4));
        auto const first = reference::random_letters(generator, reference::random_size(generator, 300), alphabet);
        auto second = reference::mutate(generator, first, alphabet, reference::random_size(generator, 60));
        // A gap, anywhere.
        if (!second.empty() && i % 2 == 0)
        {
            auto const begin = reference::random_size(generator, second.size() - 1);
            auto const size = reference::random_size(generator, second.size() - 1 - begin);
            second.erase(second.begin() + static_cast<std::ptrdiff_t>(begin),
                         second.begin() + static_cast<std::ptrdiff_t>(begin + size));
        }
        ASSERT_NO_FATAL_FAILURE(check(first, second));
        ASSERT_NO_FATAL_FAILURE(check(second, first));
    }
}

TEST_P(furthest_points, long_sequences)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 4000, 4);
    for (std::size_t const distance : {3u, 30u, 300u, 3000u})
        ASSERT_NO_FATAL_FAILURE(check_long(letters, reference::mutate(generator, letters, 4, distance)));

    for (unsigned i = 0; i < reference::case_count(10, 1000); ++i)
    {
        auto const alphabet = static_cast<unsigned>(2 + reference::random_size(generator, 3));
        auto const some = reference::random_letters(generator, reference::random_size(generator, 3000), alphabet);
        ASSERT_NO_FATAL_FAILURE(check_long(some, rearrange(generator, some, alphabet)));
    }

    auto rotated = letters;
    std::ranges::rotate(rotated, rotated.begin() + 700);
    ASSERT_NO_FATAL_FAILURE(check_long(letters, rotated));

    // One inside the other, and inside itself repeated.
    letters_t const inner{letters.begin() + 1500, letters.begin() + 2100};
    ASSERT_NO_FATAL_FAILURE(check_long(letters, inner));
    ASSERT_NO_FATAL_FAILURE(check_long(inner, letters));
    letters_t repeats{};
    for (unsigned i = 0; i < 100; ++i)
        repeats.insert(repeats.end(), letters.begin(), letters.begin() + 37);
    ASSERT_NO_FATAL_FAILURE(check_long(repeats, reference::mutate(generator, repeats, 4, 100)));
    ASSERT_NO_FATAL_FAILURE(check_long(repeats, {repeats.begin() + 5, repeats.end() - 500}));
    ASSERT_NO_FATAL_FAILURE(check_long(letters, {}));
    ASSERT_NO_FATAL_FAILURE(check_long({}, letters));
}

// Those that are alike at the beginning only; but not those with a gap, nor those that are nearly done.
TEST_P(furthest_points, pairs_are_given_up_where_they_stop_being_alike)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 6000, 4);
    auto other = letters;
    std::ranges::copy(reference::random_letters(generator, 3000, 4), other.begin() + 3000);
    auto gap = letters;
    gap.erase(gap.begin() + 3000, gap.begin() + 3250);
    auto const first = pack_among(letters);
    similar::distance_limits const limits{.max_distance = 900, .worth_distance = 600};
    auto const unlike = compare(first, pack_among(other), plan::lcs_length, limits);
    EXPECT_EQ(unlike.length, std::nullopt);
    EXPECT_EQ(unlike.distance, 204u);
    EXPECT_EQ(compare(first, pack_among(gap), plan::lcs_length, limits).length, 5750u);

    letters_t even{};
    for (std::size_t i = 0; i < letters.size(); ++i)
        if (i % 40 != 0)
            even.push_back(letters[i]);
    similar::distance_limits const less{.max_distance = 170, .worth_distance = 142};
    EXPECT_EQ(compare(first, pack_among(even), plan::lcs_length, less).length, 5850u);
}

TEST_P(furthest_points, hopeless_pairs_are_given_up_early)
{
    auto generator = reference::make_generator();
    auto const first = pack_among(reference::random_letters(generator, 2000, 4));
    auto const second = pack_among(reference::random_letters(generator, 2000, 4));
    for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
    {
        auto const result = compare(first, second, wanted, {.max_distance = 400, .worth_distance = 400});
        EXPECT_EQ(result.length, std::nullopt);
        EXPECT_EQ(result.distance, 34u);
        EXPECT_GT(result.progress, 0u);
        EXPECT_LE(result.progress, 2000u);
    }
    EXPECT_TRUE(compare(first, second, plan::lcs_length, {.max_distance = 2000}).length);
}

TEST_P(furthest_points, memory_limit)
{
    auto generator = reference::make_generator();
    auto const first = pack_among(reference::random_letters(generator, 1000, 4));
    auto const second = pack_among(reference::random_letters(generator, 1000, 4));
    auto const all = compare(first, second, plan::lcs_subsequence);
    ASSERT_TRUE(all.length);
    EXPECT_GT(all.bytes, all.points / 8);
    EXPECT_TRUE(compare(first, second, plan::lcs_subsequence, {.max_bytes = all.bytes}).length);
    auto const less = compare(first, second, plan::lcs_subsequence, {.max_bytes = all.bytes / 2});
    EXPECT_FALSE(less.length);
    EXPECT_LT(less.distance, all.distance);
    EXPECT_LE(less.bytes, all.bytes);
    // The length takes none of it.
    EXPECT_TRUE(compare(first, second, plan::lcs_length, {.max_bytes = 0}).length);
}

// Whatever the limit is: what the traceback takes grows with the distance, too.
TEST_P(furthest_points, memory_is_within_any_limit)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 1000, 4);
    auto const first = pack_among(letters);
    auto const second = pack_among(reference::mutate(generator, letters, 4, 60));
    auto const all = compare(first, second, plan::lcs_subsequence, {.max_distance = 250});
    ASSERT_TRUE(all.length);
    for (std::uint64_t limit = 16; limit <= all.bytes; limit += 16)
    {
        auto const found = compare(first, second, plan::lcs_subsequence, {.max_distance = 250, .max_bytes = limit});
        ASSERT_TRUE(found.length ? found.bytes <= limit : found.is_out_of_memory)
            << found.bytes << " of " << limit << ", seed " << reference::seed();
    }
}

TEST_P(furthest_points, stop)
{
    auto generator = reference::make_generator();
    auto const first = pack_among(reference::random_letters(generator, 3000, 4));
    auto const second = pack_among(reference::random_letters(generator, 3000, 4));
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
        EXPECT_THROW(similar::compare_by_furthest_points({first, second}, wanted, {}, control), operation_stopped);
}

// What is found counts as a whole matrix, and what is given up as nothing.
TEST_P(furthest_points, cells)
{
    auto generator = reference::make_generator();
    auto const first = pack_among(reference::random_letters(generator, 1000, 4));
    auto const second = pack_among(reference::random_letters(generator, 1000, 4));
    plan::execution const execution{};
    runtime::task_control control{execution, 1e6};
    EXPECT_FALSE(
        similar::compare_by_furthest_points({first, second}, plan::lcs_length, {.max_distance = 500}, control).length);
    EXPECT_NEAR(control.cells_done(), 0, 1e-3);
    EXPECT_TRUE(similar::compare_by_furthest_points({first, second}, plan::lcs_length, {}, control).length);
    EXPECT_NEAR(control.cells_done(), 1e6, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(vectors, furthest_points, ::testing::ValuesIn(vector_targets()), vector_target_name);
