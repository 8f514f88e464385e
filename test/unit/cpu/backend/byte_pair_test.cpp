// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/path_columns.hpp>
#include <reference/random_sequence.hpp>

#include "src/cpu/backend/byte_pair.hpp"
#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/strip/last_column.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

void check(letters const & first, letters const & second)
{
    cpu::byte_pair const pair{first, second};
    auto const lcs = reference::lcs_matrix(first, second);
    ASSERT_EQ(cpu::find_value(pair, plan::metric::lcs), lcs.back().back()) << first.size() << ", " << second.size();
    ASSERT_EQ(reference::columns_of(cpu::find_path(pair, plan::metric::lcs)), reference::lcs_alignment(lcs));
    auto const edit = reference::edit_traceback(first, second);
    ASSERT_EQ(cpu::find_value(pair, plan::metric::edit), static_cast<std::uint64_t>(edit.distance))
        << first.size() << ", " << second.size();
    ASSERT_EQ(reference::columns_of(cpu::find_path(pair, plan::metric::edit)), edit.steps);
}

// All sequences of two letters up to a length.
std::vector<letters> all_sequences(std::size_t const max_size)
{
    std::vector<letters> all{};
    for (std::size_t size = 0; size <= max_size; ++size)
        for (unsigned bits = 0; bits < 1u << size; ++bits)
        {
            letters & one = all.emplace_back(size);
            for (std::size_t i = 0; i < size; ++i)
                one[i] = bits >> i & 1;
        }
    return all;
}

} // namespace

TEST(byte_pair, all_short_sequences_of_two_letters)
{
    std::vector<letters> const all = all_sequences(6);
    for (letters const & first : all)
        for (letters const & second : all)
        {
            check(first, second);
            if (HasFatalFailure())
                return;
        }
}

TEST(byte_pair, around_the_ends_of_words_and_strips)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {1u, 63u, 64u, 65u, 128u, 129u, 192u, 193u, 255u, 256u, 257u, 512u, 700u, 768u})
        for (std::size_t const columns : {1u, 7u, 8u, 9u, 63u, 64u, 65u, 127u, 200u, 768u})
            for (unsigned const alphabet : {1u, 4u, 256u})
            {
                letters const first = reference::random_letters(generator, rows, alphabet);
                check(first, reference::random_letters(generator, columns, alphabet));
                if (HasFatalFailure())
                    return;
            }
}

TEST(byte_pair, similar_sequences)
{
    auto generator = reference::make_generator();
    for (std::size_t round = 0; round < 300; ++round)
    {
        letters const first = reference::random_letters(generator, reference::random_size(generator, 350), 4);
        check(first, reference::mutate(generator, first, 4, 1 + round % 30));
        if (HasFatalFailure())
            return;
    }
}

// Up to every distance that is looked for, and one less than the pair has. The search may stop early where most differences
// are near the start, which is rare.
TEST(byte_pair, values_of_similar_sequences)
{
    auto generator = reference::make_generator();
    std::size_t found_pairs = 0;
    std::size_t stopped_early = 0;
    for (std::size_t round = 0; round < 400; ++round)
    {
        letters const first = reference::random_letters(generator, reference::random_size(generator, 300), 4);
        letters const second = reference::mutate(generator, first, 4, 5 + round);
        std::uint64_t const length = reference::lcs_matrix(first, second).back().back();
        std::uint64_t const indels = first.size() + second.size() - 2 * length;
        auto const edits = static_cast<std::uint64_t>(reference::edit_traceback(first, second).distance);
        auto const check = [&](plan::metric const metric, std::uint64_t const distance)
        {
            bool const is_lcs = metric == plan::metric::lcs;
            std::uint64_t const least = is_lcs ? indels : edits;
            auto const found = cpu::find_similar_value({first, second}, metric, distance);
            if (found)
            {
                ASSERT_GE(distance, least);
                ASSERT_EQ(*found, is_lcs ? length : edits);
            }
            else if (distance >= least)
            {
                ASSERT_GT(least, 8u);
                ++stopped_early;
            }
            found_pairs += found.has_value();
        };
        for (std::uint64_t const distance : {std::uint64_t{63}, indels, edits, indels - 1, edits - 1})
            for (plan::metric const metric : {plan::metric::lcs, plan::metric::edit})
                if (distance <= 63)
                    check(metric, distance);
        if (HasFatalFailure())
            return;
    }
    EXPECT_LT(10 * stopped_early, found_pairs);
}

// All of the few differences are at the start, so that there seem to be many more.
TEST(byte_pair, search_of_few_differences_is_stopped_early)
{
    auto generator = reference::make_generator();
    letters const first = reference::random_letters(generator, 4000, 4);
    letters start = first;
    letters spread = first;
    for (std::size_t i = 0; i < 20; ++i)
    {
        start[3 * i] = static_cast<std::uint8_t>((start[3 * i] + 1) % 4);
        spread[190 * i] = static_cast<std::uint8_t>((spread[190 * i] + 1) % 4);
    }
    EXPECT_FALSE(cpu::find_similar_value({first, start}, plan::metric::edit, 63));
    auto const found = cpu::find_similar_value({first, spread}, plan::metric::edit, 63);
    ASSERT_TRUE(found);
    EXPECT_LE(*found, 20u);
}

// Bytes of any value; most machines have the vectors.
TEST(byte_pair, vectors)
{
    auto generator = reference::make_generator();
    for (std::size_t const first_size : {200u, 300u, 640u, 1000u})
        for (std::size_t const second_size : {255u, 256u, 700u})
            for (unsigned const alphabet : {1u, 4u, 27u, 256u})
            {
                SCOPED_TRACE(::testing::Message() << first_size << " x " << second_size << ", " << alphabet);
                letters first = reference::random_letters(generator, first_size, alphabet);
                letters second = reference::mutate(generator, first, alphabet, 20);
                second.resize(second_size, 0);
                for (letters * const some : {&first, &second})
                    for (std::uint8_t & letter : *some)
                        letter = static_cast<std::uint8_t>(255 - letter);
                for (plan::metric const metric : {plan::metric::lcs, plan::metric::edit})
                {
                    bool const is_lcs = metric == plan::metric::lcs;
                    cpu::vector_kernel const kernel = is_lcs ? cpu::choose_vector_kernel<cpu::lcs_recurrence>()
                                                             : cpu::choose_vector_kernel<cpu::edit_recurrence>();
                    std::optional<std::uint64_t> const found = cpu::find_value_by_vectors({first, second}, metric);
                    ASSERT_EQ(found.has_value(),
                              cpu::count_diagonal_steps(first_size, second_size, metric, kernel)
                                  || cpu::count_diagonal_steps(second_size, first_size, metric, kernel));
                    auto const expected =
                        is_lcs ? std::uint64_t{reference::lcs_matrix(first, second).back().back()}
                               : static_cast<std::uint64_t>(reference::edit_traceback(first, second).distance);
                    ASSERT_EQ(found.value_or(expected), expected);
                }
            }
}

TEST(byte_pair, similar_short_sequences_of_two_letters)
{
    std::vector<letters> const all = all_sequences(5);
    for (letters const & first : all)
        for (letters const & second : all)
        {
            std::uint64_t const length = reference::lcs_matrix(first, second).back().back();
            auto const edits = static_cast<std::uint64_t>(reference::edit_traceback(first, second).distance);
            ASSERT_EQ(cpu::find_similar_value({first, second}, plan::metric::lcs, 63), length);
            ASSERT_EQ(cpu::find_similar_value({first, second}, plan::metric::edit, 63), edits);
        }
}
