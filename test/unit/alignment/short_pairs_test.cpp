// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <atomic>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/alignment/detail/short_pairs.hpp>

#include "src/dispatch/find_backend.hpp"
#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;
using alignment::detail::rank_pair;
using alignment::detail::short_comparison;
using alignment::detail::short_pairs;
using alignment::detail::short_result;

namespace
{

using letters = std::vector<std::uint8_t>;

struct rank_list
{
    std::vector<letters> first{};
    std::vector<letters> second{};

    void add(letters const & one, letters const & other)
    {
        first.push_back(one);
        second.push_back(other);
    }

    // Each in memory that ends with its last letter, so that a sanitizer sees reads past it.
    std::vector<rank_pair> views()
    {
        std::vector<rank_pair> pairs{};
        for (std::size_t i = 0; i < first.size(); ++i)
        {
            first[i].shrink_to_fit();
            second[i].shrink_to_fit();
            pairs.push_back({first[i], second[i]});
        }
        return pairs;
    }
};

std::string spell(short_result const & found)
{
    std::string columns{};
    for (std::uint64_t i = found.columns; i-- != 0;)
        columns += "XID="[found.steps[i / 32] >> i % 32 * 2 & 3];
    return columns;
}

std::vector<short_comparison> comparisons(std::size_t const alphabet)
{
    std::vector<short_comparison> all{{.alphabet_size = alphabet}, {.with_alignment = true, .alphabet_size = alphabet}};
    for (unsigned bits = 0; bits < 128; ++bits)
    {
        short_comparison edits{.is_edit = true,
                               .with_alignment = (bits & 32) != 0,
                               .max_distance = alignment::too_distant - 1,
                               .alphabet_size = alphabet};
        edits.ends = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
        edits.end = (bits & 16) != 0 ? alignment::end_choice::first : alignment::end_choice::last;
        edits.preference = (bits & 64) != 0 ? alignment::preference::diagonal_first : alignment::preference::gaps_first;
        all.push_back(edits);
    }
    return all;
}

void check_one(letters const & first,
               letters const & second,
               short_comparison const & wanted,
               short_result const & found)
{
    if (!wanted.is_edit)
    {
        auto const cells = reference::lcs_matrix(first, second);
        ASSERT_EQ(found.value, cells.back().back());
        ASSERT_EQ(spell(found), wanted.with_alignment ? reference::lcs_alignment(cells) : std::string{});
        return;
    }
    auto const expected = reference::edit_traceback(first, second, {wanted.ends, wanted.preference, wanted.end});
    if (static_cast<std::uint64_t>(expected.distance) > wanted.max_distance)
    {
        ASSERT_EQ(found.value, alignment::too_distant);
        return;
    }
    ASSERT_EQ(found.value, static_cast<std::uint64_t>(expected.distance));
    ASSERT_EQ(found.first.end, expected.first_end);
    ASSERT_EQ(found.second.end, expected.second_end);
    if (!wanted.with_alignment)
        return;
    ASSERT_EQ(found.first.begin, expected.first_begin);
    ASSERT_EQ(found.second.begin, expected.second_begin);
    ASSERT_EQ(spell(found), expected.steps);
}

void check(rank_list & list, short_comparison const & wanted)
{
    short_pairs const compared{wanted, {.backend = plan::backend::cpu, .threads = 1}};
    std::vector<unsigned> taken(list.first.size());
    compared.compare(list.views(),
                     [&](std::size_t const i, short_result const & found)
                     {
                         ++taken[i];
                         check_one(list.first[i], list.second[i], wanted, found);
                     });
    EXPECT_EQ(taken, std::vector<unsigned>(taken.size(), 1));
}

class short_pair_vectors : public vector_test
{};

} // namespace

// Every number of pairs up to some lanes, and every rule.
TEST_P(short_pair_vectors, lanes_and_rules)
{
    auto generator = reference::make_generator();
    for (std::size_t const alphabet : {1u, 2u, 4u, 5u, 15u, 27u, 256u})
        for (short_comparison const & wanted : comparisons(alphabet))
        {
            rank_list list{};
            std::size_t const count = 1 + reference::random_size(generator, 17);
            for (std::size_t i = 0; i < count; ++i)
            {
                auto const letters_of = static_cast<unsigned>(alphabet);
                std::size_t const size = reference::random_size(generator, i % 7 == 6 ? 140 : 70);
                letters const first = reference::random_letters(generator, size, letters_of);
                std::size_t const other = reference::random_size(generator, 70);
                list.add(first,
                         i % 2 == 0 ? reference::mutate(generator, first, letters_of, 8)
                                    : reference::random_letters(generator, other, letters_of));
            }
            check(list, wanted);
            if (HasFailure())
                return;
        }
}

// Letters that those before did not have, and that nobody has counted, are told apart all the same.
TEST_P(short_pair_vectors, rare_letters)
{
    auto generator = reference::make_generator();
    for (std::size_t const alphabet : {16u, 27u, 256u})
        for (bool const is_edit : {false, true})
        {
            rank_list list{};
            for (std::size_t i = 0; i < 100; ++i)
            {
                letters first = reference::random_letters(generator, reference::random_size(generator, 140), 4);
                letters second = reference::mutate(generator, first, 4, 8);
                for (letters * const some : {&first, &second})
                    if (i % 9 == 5 && !some->empty())
                        (*some)[reference::random_size(generator, some->size() - 1)] =
                            static_cast<std::uint8_t>(reference::random_size(generator, alphabet - 1));
                // Letters whose two low bits are those of a frequent letter do not match it.
                if (i % 9 == 6 && !first.empty())
                    second.assign(first.size(), static_cast<std::uint8_t>(alphabet - 1 - first.front()));
                list.add(first, second);
            }
            check(list, {.is_edit = is_edit, .with_alignment = true, .alphabet_size = alphabet});
        }
}

INSTANTIATE_TEST_SUITE_P(all_targets, short_pair_vectors, ::testing::ValuesIn(vector_targets()), vector_target_name);

TEST(short_pairs, all_short_sequences_of_two_letters)
{
    std::vector<letters> all{};
    for (std::size_t size = 0; size <= 5; ++size)
        for (unsigned bits = 0; bits < 1u << size; ++bits)
        {
            letters & one = all.emplace_back(size);
            for (std::size_t i = 0; i < size; ++i)
                one[i] = bits >> i & 1;
        }
    rank_list list{};
    for (letters const & first : all)
        for (letters const & second : all)
            list.add(first, second);
    for (short_comparison const & wanted : comparisons(2))
    {
        check(list, wanted);
        if (HasFailure())
            return;
    }
}

// One long pair among short ones, and the longest that there may be.
TEST(short_pairs, very_different_sizes)
{
    auto generator = reference::make_generator();
    for (bool const is_edit : {false, true})
    {
        short_comparison const wanted{.is_edit = is_edit,
                                      .with_alignment = true,
                                      .max_distance = alignment::too_distant - 1,
                                      .alphabet_size = 4};
        std::uint64_t const largest = short_pairs{wanted, {.backend = plan::backend::cpu, .threads = 1}}.max_size();
        EXPECT_GE(largest, 256u);
        rank_list list{};
        for (std::size_t i = 0; i < 20; ++i)
        {
            std::size_t const size = i == 7 ? largest : i == 9 ? 0 : 30;
            letters const first = reference::random_letters(generator, size, 4);
            list.add(first, reference::random_letters(generator, i == 11 ? largest : size, 4));
        }
        check(list, wanted);
    }
}

TEST(short_pairs, pairs_that_are_too_distant)
{
    auto generator = reference::make_generator();
    for (std::uint64_t const max_distance : {0u, 1u, 5u, 40u})
    {
        rank_list list{};
        for (std::size_t i = 0; i < 50; ++i)
        {
            letters const first = reference::random_letters(generator, 60, 4);
            list.add(first, reference::mutate(generator, first, 4, 1 + i));
        }
        for (bool const with_alignment : {false, true})
            check(
                list,
                {.is_edit = true, .with_alignment = with_alignment, .max_distance = max_distance, .alphabet_size = 4});
    }
}

// Where they cannot be compared in this way, no pair is short.
TEST(short_pairs, executions)
{
    short_comparison const wanted{.with_alignment = true, .alphabet_size = 4};
    auto const max_size = [&](plan::execution const & execution)
    {
        return short_pairs{wanted, execution}.max_size();
    };
    EXPECT_NE(max_size({}), 0u);
    EXPECT_EQ(max_size({.backend = plan::backend::cuda}), 0u);
    EXPECT_EQ(max_size({.devices = {0}}), 0u);
    EXPECT_EQ(max_size({.on_progress = [](plan::progress const &) {}}), 0u);
    EXPECT_EQ(max_size({.on_route = [](plan::route_step const &) {}}), 0u);
    EXPECT_EQ(max_size({.memory_limit = 100}), 0u);
    short_comparison const for_device{.alphabet_size = 4, .prefers_device = true};
    EXPECT_NE((short_pairs{for_device, {.backend = plan::backend::cpu}}.max_size()), 0u);
    EXPECT_EQ((short_pairs{for_device, {}}.max_size() == 0), dispatch::may_choose_device({}));
    std::uint64_t const limited = max_size({.threads = 1, .memory_limit = 100'000});
    EXPECT_GT(limited, 0u);
    EXPECT_LT(limited, max_size({.threads = 1}));
}

// A pair that is compared at once has the result of all others; short ones of the usual kinds are.
TEST(short_pairs, at_once)
{
    auto generator = reference::make_generator();
    plan::execution const here{.backend = plan::backend::cpu};
    for (std::size_t const alphabet : {1u, 4u, 27u, 256u})
        for (short_comparison wanted : comparisons(alphabet))
        {
            auto const letters_of = static_cast<unsigned>(alphabet);
            letters const first =
                reference::random_letters(generator, reference::random_size(generator, 90), letters_of);
            letters const second = reference::mutate(generator, first, letters_of, 8);
            if (wanted.is_edit && alphabet == 4)
                wanted.max_distance = 3;
            auto const found = alignment::detail::find_at_once(wanted, here, {first, second});
            bool const is_other_alignment =
                wanted.with_alignment && wanted.preference == alignment::preference::diagonal_first;
            ASSERT_EQ(found.has_value(), !wanted.ends.any() && !is_other_alignment);
            if (!found)
                continue;
            check_one(first,
                      second,
                      wanted,
                      {.value = wanted.is_edit ? found->distance : found->length,
                       .first = found->first,
                       .second = found->second,
                       .steps = found->path.words(),
                       .columns = found->path.columns()});
            if (HasFailure())
                return;
        }
}

// Sizes around the largest ones, and executions that are told something, or stopped, or have little memory.
TEST(short_pairs, what_is_at_once)
{
    using alignment::detail::find_at_once;
    auto generator = reference::make_generator();
    plan::execution const here{.backend = plan::backend::cpu};
    auto const nearly_equal =
        [&](std::size_t const size, short_comparison const & wanted, plan::execution const & execution)
    {
        letters const first = reference::random_letters(generator, size, 4);
        letters second = first;
        second[size / 2] = static_cast<std::uint8_t>((second[size / 2] + 1) % 4);
        auto const found = find_at_once(wanted, execution, {first, second});
        EXPECT_TRUE(!found || (wanted.is_edit ? found->distance == 1 : found->length == size - 1));
        return found.has_value();
    };
    for (bool const is_edit : {false, true})
    {
        short_comparison const with_alignment{.is_edit = is_edit, .with_alignment = true, .alphabet_size = 4};
        short_comparison const value{.is_edit = is_edit, .alphabet_size = 4};
        EXPECT_TRUE(nearly_equal(384, with_alignment, here));
        EXPECT_FALSE(nearly_equal(385, with_alignment, here));
        EXPECT_EQ(alignment::detail::max_size_at_once(with_alignment, here), 384u);
        EXPECT_TRUE(nearly_equal(2000, value, here));
        EXPECT_TRUE(nearly_equal(4096, value, here));
        EXPECT_FALSE(nearly_equal(4097, value, here));
        EXPECT_EQ(alignment::detail::max_size_at_once(value, here), 4096u);
        EXPECT_FALSE(nearly_equal(100, with_alignment, {.memory_limit = 100}));
        std::stop_source stopped{};
        stopped.request_stop();
        EXPECT_FALSE(nearly_equal(100, value, {.stop = stopped.get_token()}));
        EXPECT_FALSE(nearly_equal(100, value, {.devices = {0}}));
        EXPECT_FALSE(nearly_equal(100, value, {.on_route = [](plan::route_step const &) {}}));
        EXPECT_EQ(alignment::detail::max_size_at_once(value, {.devices = {0}}), 0u);
        letters const other = reference::random_letters(generator, 3000, 4);
        EXPECT_FALSE(find_at_once(value, here, {reference::random_letters(generator, 3000, 4), other}));
    }
}

TEST(short_pairs, at_once_of_interest)
{
    letters const first{0, 1, 2, 3, 0, 1, 2, 3};
    letters const second{0, 1, 3, 3, 0, 1, 2};
    plan::execution const here{.backend = plan::backend::cpu};
    for (bool const with_alignment : {false, true})
    {
        auto const distant = alignment::detail::find_at_once(
            {.is_edit = true, .with_alignment = with_alignment, .max_distance = 1, .alphabet_size = 4},
            here,
            {first, second});
        ASSERT_TRUE(distant);
        EXPECT_EQ(distant->distance, alignment::too_distant);
        EXPECT_EQ(distant->first, (alignment::part{8, 8}));
        EXPECT_EQ(distant->second, (alignment::part{7, 7}));
        EXPECT_TRUE(distant->path.empty());
        for (std::uint64_t const min_length : {6u, 7u})
        {
            auto const common = alignment::detail::find_at_once(
                {.with_alignment = with_alignment, .min_length = min_length, .alphabet_size = 4},
                here,
                {first, second});
            ASSERT_TRUE(common);
            EXPECT_EQ(common->length, min_length == 6 ? 6u : 0u);
        }
    }
    for (plan::execution const & other : {plan::execution{.backend = plan::backend::cuda},
                                          plan::execution{.on_progress = [](plan::progress const &) {}}})
        EXPECT_FALSE(alignment::detail::find_at_once({.alphabet_size = 4}, other, {first, second}));
}

TEST(short_pairs, threads)
{
    auto generator = reference::make_generator();
    rank_list list{};
    for (std::size_t i = 0; i < 100; ++i)
        list.add(reference::random_letters(generator, 50, 4), reference::random_letters(generator, 50, 4));
    std::vector<std::uint64_t> expected{};
    for (std::size_t i = 0; i < 100; ++i)
        expected.push_back(reference::lcs_matrix(list.first[i], list.second[i]).back().back());
    std::vector<rank_pair> const pairs = list.views();
    short_pairs const compared{{.with_alignment = true, .alphabet_size = 4}, {.backend = plan::backend::cpu}};
    std::atomic<unsigned> wrong{0};
    std::vector<std::jthread> threads{};
    for (unsigned number = 0; number < 4; ++number)
        threads.emplace_back(
            [&]()
            {
                for (unsigned round = 0; round < 20; ++round)
                    compared.compare(pairs,
                                     [&](std::size_t const i, short_result const & found)
                                     {
                                         wrong += found.value != expected[i];
                                     });
            });
    threads.clear();
    EXPECT_EQ(wrong, 0u);
}
