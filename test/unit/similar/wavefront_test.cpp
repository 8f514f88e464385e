// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>

#include "src/similar/wavefront.hpp"
#include "unit/cpu/vector_targets.hpp"
#include "unit/similar/plain_comparison.hpp"

using namespace seqan3_gpulcs;

namespace
{

class wavefront : public vector_test
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

similar::wavefront_result compare(packing::packed_sequence const & first,
                                  packing::packed_sequence const & second,
                                  plan::comparison const & wanted,
                                  similar::distance_limits const & limits = {})
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    return similar::compare_by_wavefront({first, second}, wanted, limits, control);
}

// All that is compared.
constexpr plan::comparison comparisons[]{plan::lcs_length,
                                         plan::lcs_subsequence,
                                         plan::edit_distance,
                                         plan::edit_alignment};

// At most.
std::uint64_t max_points(plan::metric const metric, std::uint64_t const distance)
{
    return metric == plan::metric::lcs ? (distance + 1) * (distance + 2) / 2 : (distance + 1) * (distance + 1);
}

// All outputs, with the smallest limit that suffices and the next smaller one.
void check(letters_t const & first,
           letters_t const & second,
           unsigned const first_bits = 0,
           unsigned const second_bits = 0)
{
    auto const one = pack_among(first, first_bits);
    auto const other = pack_among(second, second_bits);
    for (plan::comparison const & wanted : comparisons)
    {
        plain_comparison const expected{first, second, wanted.metric};
        std::uint64_t const distance = expected.distance;
        for (std::uint64_t const more : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, ~distance})
        {
            auto const found = compare(one, other, wanted, {.max_distance = distance + more});
            ASSERT_TRUE(found.is_found);
            ASSERT_EQ(found.distance, distance);
            ASSERT_EQ(found.progress, first.size() + second.size());
            // Guesses come later.
            if (distance < 256)
            {
                ASSERT_LE(found.points, max_points(wanted.metric, distance));
            }
            ASSERT_EQ(to_columns(found.path), wanted.with_path ? expected.columns : "");
        }
        if (distance == 0)
            continue;
        auto const missed = compare(one, other, wanted, {.max_distance = distance - 1});
        ASSERT_FALSE(missed.is_found);
        ASSERT_LT(missed.distance, distance);
        ASSERT_TRUE(missed.path.empty());
    }
}

// Without limits.
void check_long(letters_t const & first, letters_t const & second)
{
    auto const one = pack_among(first);
    auto const other = pack_among(second, 7);
    for (plan::comparison const & wanted : comparisons)
    {
        plain_comparison const expected{first, second, wanted.metric};
        auto const found = compare(one, other, wanted);
        ASSERT_TRUE(found.is_found);
        ASSERT_EQ(found.distance, expected.distance);
        ASSERT_TRUE(to_columns(found.path) == (wanted.with_path ? expected.columns : ""))
            << first.size() << " x " << second.size();
    }
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

TEST_P(wavefront, all_short_strings)
{
    for (auto const & strings : {all_strings(5, 2), all_strings(3, 3)})
        for (letters_t const & first : strings)
            for (letters_t const & second : strings)
                ASSERT_NO_FATAL_FAILURE(check(first, second))
                    << testing::PrintToString(first) << " x " << testing::PrintToString(second);
}

TEST_P(wavefront, codes_of_different_widths)
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

TEST_P(wavefront, mutations_of_all_rates)
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

TEST_P(wavefront, long_sequences)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 4000, 4);
    for (std::size_t const distance : {3u, 30u, 300u, 3000u})
        ASSERT_NO_FATAL_FAILURE(check_long(letters, reference::mutate(generator, letters, 4, distance)));

    for (unsigned i = 0; i < reference::case_count(10, 200); ++i)
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
TEST_P(wavefront, pairs_are_given_up_where_they_stop_being_alike)
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
    EXPECT_FALSE(unlike.is_found);
    EXPECT_EQ(unlike.distance, 204u);
    for (plan::comparison const & wanted : {plan::lcs_length, plan::edit_distance})
    {
        EXPECT_FALSE(compare(first, pack_among(other), wanted, limits).is_found);
        auto const found = compare(first, pack_among(gap), wanted, limits);
        EXPECT_TRUE(found.is_found);
        EXPECT_EQ(found.distance, 250u);
    }

    letters_t even{};
    for (std::size_t i = 0; i < letters.size(); ++i)
        if (i % 40 != 0)
            even.push_back(letters[i]);
    similar::distance_limits const less{.max_distance = 170, .worth_distance = 142};
    for (plan::comparison const & wanted : {plan::lcs_length, plan::edit_distance})
        EXPECT_TRUE(compare(first, pack_among(even), wanted, less).is_found);
}

TEST_P(wavefront, hopeless_pairs_are_given_up_early)
{
    auto generator = reference::make_generator();
    auto const first = pack_among(reference::random_letters(generator, 2000, 4));
    auto const second = pack_among(reference::random_letters(generator, 2000, 4));
    for (plan::comparison const & wanted : comparisons)
    {
        auto const result = compare(first, second, wanted, {.max_distance = 400, .worth_distance = 400});
        EXPECT_FALSE(result.is_found);
        EXPECT_EQ(result.distance, 34u);
        EXPECT_GT(result.progress, 0u);
        EXPECT_LE(result.progress, 2000u);
    }
    EXPECT_TRUE(compare(first, second, plan::lcs_length, {.max_distance = 2000}).is_found);
}

TEST_P(wavefront, memory_limit)
{
    auto generator = reference::make_generator();
    auto const first = pack_among(reference::random_letters(generator, 1000, 4));
    auto const second = pack_among(reference::random_letters(generator, 1000, 4));
    for (plan::comparison const & wanted : {plan::lcs_subsequence, plan::edit_alignment})
    {
        auto const all = compare(first, second, wanted);
        ASSERT_TRUE(all.is_found);
        EXPECT_GT(all.bytes, all.points / 8 * (wanted.metric == plan::metric::lcs ? 1 : 2));
        EXPECT_TRUE(compare(first, second, wanted, {.max_bytes = all.bytes}).is_found);
        auto const less = compare(first, second, wanted, {.max_bytes = all.bytes / 2});
        EXPECT_FALSE(less.is_found);
        EXPECT_LT(less.distance, all.distance);
        EXPECT_LE(less.bytes, all.bytes);
    }
    // The distance takes none of it.
    EXPECT_TRUE(compare(first, second, plan::lcs_length, {.max_bytes = 0}).is_found);
    EXPECT_TRUE(compare(first, second, plan::edit_distance, {.max_bytes = 0}).is_found);
}

// Whatever the limit is: what the traceback takes grows with the distance, too.
TEST_P(wavefront, memory_is_within_any_limit)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 1000, 4);
    auto const first = pack_among(letters);
    auto const second = pack_among(reference::mutate(generator, letters, 4, 60));
    for (plan::comparison const & wanted : {plan::lcs_subsequence, plan::edit_alignment})
    {
        auto const all = compare(first, second, wanted, {.max_distance = 250});
        ASSERT_TRUE(all.is_found);
        for (std::uint64_t limit = 16; limit <= all.bytes; limit += 16)
        {
            auto const found = compare(first, second, wanted, {.max_distance = 250, .max_bytes = limit});
            ASSERT_TRUE(found.is_found ? found.bytes <= limit : found.is_out_of_memory)
                << found.bytes << " of " << limit << ", seed " << reference::seed();
        }
    }
}

TEST_P(wavefront, stop)
{
    auto generator = reference::make_generator();
    auto const first = pack_among(reference::random_letters(generator, 3000, 4));
    auto const second = pack_among(reference::random_letters(generator, 3000, 4));
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    for (plan::comparison const & wanted : comparisons)
        EXPECT_THROW(similar::compare_by_wavefront({first, second}, wanted, {}, control), operation_stopped);
}

// What is found counts as a whole matrix, and what is given up as nothing.
TEST_P(wavefront, cells)
{
    auto generator = reference::make_generator();
    auto const first = pack_among(reference::random_letters(generator, 1000, 4));
    auto const second = pack_among(reference::random_letters(generator, 1000, 4));
    plan::execution const execution{};
    runtime::task_control control{execution, 1e6};
    EXPECT_FALSE(
        similar::compare_by_wavefront({first, second}, plan::lcs_length, {.max_distance = 500}, control).is_found);
    EXPECT_NEAR(control.cells_done(), 0, 1e-3);
    EXPECT_TRUE(similar::compare_by_wavefront({first, second}, plan::lcs_length, {}, control).is_found);
    EXPECT_NEAR(control.cells_done(), 1e6, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(vectors, wavefront, ::testing::ValuesIn(vector_targets()), vector_target_name);
