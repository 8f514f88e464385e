// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <vector>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/scan/seed_length.hpp"
#include "src/scan/verification_costs.hpp"
#include "unit/scan/coded_letters.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// The letters must be less than 4.
scan::chance_hits
rates_of(std::vector<letters_t> const & targets, letters_t const & text, std::uint64_t const differences)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    packing::packed_sequence const all_letters = packing::pack(letters_t{0, 1, 2, 3});
    primer::target const all{all_letters};
    packing::packed_sequence const packed = packing::pack(text);
    packing::packed_sequence_view const background{packed};
    scan::background_cuts const cuts{{&background, 1}, {}, control, 2};
    scan::letter_codes const codes{{&all, 1}, cuts, {}};
    std::vector<test::coded_letters> const coded = [&]()
    {
        std::vector<test::coded_letters> some{};
        some.reserve(targets.size());
        for (letters_t const & target : targets)
            some.emplace_back(target, 5, codes.bits());
        return some;
    }();
    std::vector<packing::code_span> const spans{coded.begin(), coded.end()};
    return {spans, scan::background_text{cuts, codes, {}, control, 2}, differences, control, 2};
}

} // namespace

// The rates are about those that plain dynamic programming finds.
TEST(chance_hits, random_sequences)
{
    auto generator = reference::make_generator();
    auto const target = reference::random_letters(generator, 3000, 4);
    auto const text = reference::random_letters(generator, 100'000, 4);
    constexpr std::uint64_t differences = 6;
    scan::chance_hits const rates = rates_of({target}, text, differences);
    EXPECT_EQ(rates.differences(), differences);
    EXPECT_EQ(rates.text_size(), text.size());

    for (std::uint64_t const size : {8u, 12u, 16u})
    {
        double found = 0;
        constexpr int places = 20;
        for (int i = 0; i < places; ++i)
        {
            auto const begin =
                target.begin() + static_cast<std::ptrdiff_t>(reference::random_size(generator, target.size() - size));
            for (std::uint32_t const distance :
                 reference::end_distances(begin, begin + static_cast<std::ptrdiff_t>(size), text))
                found += distance < differences;
        }
        double const expected = found / places / static_cast<double>(text.size());
        EXPECT_LT(std::abs(std::log(rates.rate(size) / expected)), std::log(2.5)) << size;
    }
}

// Where several letters share a class, the search finds as many hits as if they were the same.
TEST(chance_hits, many_letters)
{
    auto generator = reference::make_generator();
    auto const many = reference::random_letters(generator, 20'000, 20);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    packing::packed_sequence const packed = packing::pack(many);
    packing::packed_sequence_view const background{packed};
    scan::background_cuts const cuts{{&background, 1}, {}, control, 2};
    scan::letter_codes const codes{{}, cuts, {}};
    scan::background_text const text{cuts, codes, {}, control, 2};
    letters_t few(many.size());
    text.classify(text.codes(), few);
    for (std::uint8_t & letter : few)
        letter = static_cast<std::uint8_t>(std::countr_zero(letter));

    packing::code_span const target = text.codes().subspan(0, 1000);
    scan::chance_hits const of_many{{&target, 1}, text, 5, control, 2};
    scan::chance_hits const of_few = rates_of({{few.begin(), few.begin() + 1000}}, few, 5);
    for (std::uint64_t size = 5; size < 30; ++size)
        EXPECT_EQ(of_few.rate(size), of_many.rate(size)) << size;
}

TEST(chance_hits, decrease)
{
    auto generator = reference::make_generator();
    for (std::uint64_t const differences : {1u, 5u, 60u})
    {
        auto const target = reference::random_letters(generator, 2000, 4);
        scan::chance_hits const rates =
            rates_of({{}, target}, reference::random_letters(generator, 20'000, 4), differences);
        double last = 1;
        for (double const rate : rates.rates())
        {
            EXPECT_GT(rate, 0);
            EXPECT_LE(rate, last * 1.0001);
            last = rate;
        }
        EXPECT_GE(rates.rare_size(), differences);
        EXPECT_LT(rates.rare_size(), 8 * differences + 64);
        EXPECT_EQ(rates.rate(~std::uint64_t{0}), last);
    }
}

TEST(chance_hits, nothing_to_compare)
{
    EXPECT_EQ(rates_of({}, {0, 1, 2}, 3).rate(3), 0);
    EXPECT_EQ(rates_of({{0, 1}}, {0, 1, 2}, 3).rate(5), 0);
    EXPECT_EQ(rates_of({{0, 1, 2, 3}}, {}, 2).rare_size(), 2u);
}

TEST(seed_length, choices_are_possible)
{
    auto generator = reference::make_generator();
    for (std::uint64_t const differences : {1u, 2u, 7u, 100u})
    {
        auto const target = reference::random_letters(generator, 3000, 4);
        auto const rates = rates_of({target}, reference::random_letters(generator, 50'000, 4), differences);
        for (auto const & pass_time : {std::function<double(std::uint64_t)>{scan::cpu_pass_time},
                                       std::function<double(std::uint64_t)>{[](std::uint64_t)
                                                                            {
                                                                                return 1e-6;
                                                                            }}})
        {
            auto const by =
                reference::random_size(generator, 2) == 1 ? scan::searched_by::verifier : scan::searched_by::device;
            scan::seed_length const seed_length{rates, by, pass_time};
            EXPECT_GE(seed_length.positions_per_pass(), 1);
            EXPECT_GT(seed_length.time_per_position(), 0);
            for (std::uint64_t max_size = differences; max_size < 2000; max_size += 1 + max_size / 20)
            {
                EXPECT_GE(seed_length.choose(max_size), differences);
                EXPECT_LE(seed_length.choose(max_size), max_size);
                EXPECT_GE(seed_length.choose_first(max_size), seed_length.choose(max_size));
                EXPECT_LE(seed_length.choose_first(max_size), max_size);
                if (max_size > differences)
                {
                    EXPECT_GE(seed_length.shorter(max_size), differences);
                    EXPECT_LT(seed_length.shorter(max_size), max_size);
                }
            }
        }
    }
}

// If a pass is free, chance hits are avoided; if it is expensive, many positions share it.
TEST(seed_length, costs_decide)
{
    auto generator = reference::make_generator();
    auto const target = reference::random_letters(generator, 3000, 4);
    auto const rates = rates_of({target}, reference::random_letters(generator, 50'000, 4), 10);
    auto const with_cost = [&rates](double const cost, scan::searched_by const by)
    {
        return scan::seed_length{rates,
                                 by,
                                 [cost](std::uint64_t)
                                 {
                                     return cost;
                                 }};
    };
    std::uint64_t const max_size = rates.rare_size();
    for (auto const by : {scan::searched_by::verifier, scan::searched_by::device})
    {
        EXPECT_LT(with_cost(100, by).choose(max_size), with_cost(1e-3, by).choose(max_size));
        EXPECT_LE(with_cost(100, by).shorter(max_size), with_cost(1e-3, by).shorter(max_size));
    }
}
