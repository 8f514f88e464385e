// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>
#include <reference/strings.hpp>

#include "performance/published/bit_parallel_lcs.hpp"
#include "performance/published/one_to_many_lcs.hpp"
#include "performance/published/tiled_lcs.hpp"
#include "unit/cuda/device_test.hpp"

namespace
{

std::uint64_t expected_length(std::string const & first, std::string const & second)
{
    return reference::last_lcs_row({first.begin(), first.end()}, {second.begin(), second.end()}).back();
}

std::string random_alphabet(std::mt19937_64 & generator)
{
    std::string all(200, ' ');
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<char>(i + 20);
    return std::vector<std::string>{"A", "ACGT", "ACGTN", all}[reference::random_size(generator, 3)];
}

// Sometimes similar ones, with other letters here and there.
std::pair<std::string, std::string> random_strings(std::mt19937_64 & generator, std::size_t const largest)
{
    std::string const letters = random_alphabet(generator);
    std::pair<std::string, std::string> strings{};
    strings.first = reference::random_text(generator, reference::random_size(generator, largest), letters);
    if (reference::random_size(generator, 1) == 0)
        strings.second = reference::random_text(generator, reference::random_size(generator, largest), letters);
    else
        for (std::uint8_t const letter :
             reference::mutate(generator, {strings.first.begin(), strings.first.end()}, 100, 20))
            strings.second += static_cast<char>(letter);
    return strings;
}

template <typename method_t, typename plan_t>
void check(std::pair<std::string, std::string> const & strings, plan_t const & plan)
{
    SCOPED_TRACE(std::to_string(strings.first.size()) + " and " + std::to_string(strings.second.size()) + " letters");
    std::uint64_t const expected = expected_length(strings.first, strings.second);
    method_t method{strings.first, strings.second, plan};
    EXPECT_EQ(method.length(), expected);
    std::string const found = method.subsequence();
    EXPECT_EQ(found.size(), expected);
    EXPECT_TRUE(reference::is_subsequence(found, strings.first));
    EXPECT_TRUE(reference::is_subsequence(found, strings.second));
}

} // namespace

class published_lcs : public device_test
{};

TEST_F(published_lcs, bit_parallel)
{
    std::mt19937_64 generator = reference::make_generator();
    for (unsigned round = 0; round < 12 * reference::test_rounds(); ++round)
    {
        // The CPU has all sizes of its own below the smallest of these.
        published::bit_parallel_plan const plan{.step_columns = 32u << reference::random_size(generator, 5),
                                                .warps_per_block = 1u << reference::random_size(generator, 2),
                                                .exchange = reference::random_size(generator, 1) == 0
                                                              ? published::carry_exchange::shared_memory
                                                              : published::carry_exchange::shuffles,
                                                .device_letters = 700 + reference::random_size(generator, 2000)};
        SCOPED_TRACE(testing::Message() << "columns " << plan.step_columns << ", warps " << plan.warps_per_block);
        check<published::bit_parallel_lcs>(random_strings(generator, round == 0 ? 2500 : 700), plan);
    }
    check<published::bit_parallel_lcs>({"", "ACGT"}, published::bit_parallel_plan{});
    check<published::bit_parallel_lcs>({"ACGT", ""}, published::bit_parallel_plan{});
}

// A carry goes through all words, and into the next pieces; the last letter must not be counted again.
TEST_F(published_lcs, bit_parallel_carries)
{
    std::string first(2200, 'A');
    first.front() = first.back() = 'C';
    std::string third_step(71, 'G');
    third_step.back() = 'C';
    for (auto const exchange : {published::carry_exchange::shared_memory, published::carry_exchange::shuffles})
    {
        published::bit_parallel_plan const plan{.step_columns = 32, .exchange = exchange};
        EXPECT_EQ((published::bit_parallel_lcs{first, "C", plan}.length()), 1u);
        EXPECT_EQ((published::bit_parallel_lcs{first, "CC", plan}.length()), 2u);
        EXPECT_EQ((published::bit_parallel_lcs{first, third_step, plan}.length()), 1u);
    }
}

TEST_F(published_lcs, tiled)
{
    std::mt19937_64 generator = reference::make_generator();
    for (unsigned round = 0; round < 12 * reference::test_rounds(); ++round)
    {
        published::tiled_plan plan{};
        plan.tile = reference::random_size(generator, 1) == 0 ? 4 : 8;
        plan.block_square = 8u << reference::random_size(generator, 3);
        plan.host_square = plan.block_square;
        plan.device_square = plan.host_square * 2 << reference::random_size(generator, 3);
        SCOPED_TRACE(testing::Message() << "squares " << plan.device_square << ", " << plan.block_square << ", "
                                        << plan.tile);
        check<published::tiled_lcs>(random_strings(generator, 500), plan);
    }
    check<published::tiled_lcs>({"", "ACGT"}, published::tiled_plan{});
    check<published::tiled_lcs>({"ACGTACG", "CGTTA"}, published::tiled_plan{});
}

TEST_F(published_lcs, tiled_refuses_too_many_letters)
{
    std::string all(255, ' ');
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<char>(i);
    EXPECT_THROW((published::tiled_lcs{all, "", {}}), std::invalid_argument);
}

TEST_F(published_lcs, one_to_many)
{
    std::mt19937_64 generator = reference::make_generator();
    std::string const letters = random_alphabet(generator);
    published::database subjects{.alphabet = letters + "xy"};
    // More than one warp of them, and sometimes less.
    std::size_t const count = reference::random_size(generator, 150);
    for (std::size_t i = 0; i < count; ++i)
    {
        subjects.letters +=
            reference::random_text(generator, reference::random_size(generator, 150), subjects.alphabet);
        subjects.ends.push_back(subjects.letters.size());
    }
    for (auto const recurrence : {published::row_recurrence::allison_dix, published::row_recurrence::crochemore})
    {
        published::one_to_many_lcs method{
            subjects,
            {.threads = 32u << reference::random_size(generator, 3), .recurrence = recurrence}};
        for (std::size_t const size : {0u, 1u, 64u, 65u, 250u, 300u, 500u, 750u, 1000u, 1500u, 2048u})
        {
            SCOPED_TRACE(testing::Message() << size << " letters, recurrence " << static_cast<int>(recurrence));
            std::string const query = reference::random_text(generator, size, letters + "yz");
            std::vector<std::uint32_t> const found = method.lengths(query);
            ASSERT_EQ(found.size(), subjects.size());
            for (std::size_t i = 0; i < found.size(); ++i)
                EXPECT_EQ(found[i], expected_length(query, std::string{subjects.subject(i)})) << "subject " << i;
        }
    }
}

TEST_F(published_lcs, one_to_many_refuses_a_long_query)
{
    EXPECT_THROW((published::one_to_many_lcs{{}, {}}.lengths(std::string(2049, 'A'))), std::invalid_argument);
}
