// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <bit>
#include <functional>
#include <vector>

#include <reference/letter_set_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/cpu/search/approximate_search.hpp"
#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// A text of classes, or of sets of classes.
std::vector<std::uint64_t> join(letters_t const & text, unsigned const bits)
{
    std::vector<std::uint64_t> words((text.size() * bits + 63) / 64);
    for (std::size_t i = 0; i < text.size(); ++i)
        words[i * bits / 64] |= std::uint64_t{text[i]} << bits * i % 64;
    return words;
}

std::vector<std::uint64_t> find_ends(letters_t const & text,
                                     letters_t const & pattern,
                                     std::uint64_t const differences,
                                     unsigned const class_bits = 2)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    std::vector<std::uint64_t> ends{};
    cpu::approximate_search{}.find({join(text, class_bits), text.size(), class_bits, control, 1},
                                   pattern,
                                   differences,
                                   control,
                                   [&](std::span<std::uint64_t const> const found)
                                   {
                                       EXPECT_FALSE(found.empty());
                                       EXPECT_TRUE(std::ranges::is_sorted(found, std::less_equal{}));
                                       ends.insert(ends.end(), found.begin(), found.end());
                                       return true;
                                   });
    std::ranges::sort(ends);
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

std::vector<std::uint64_t>
expected_ends(letters_t const & text, letters_t const & pattern, std::uint64_t const differences)
{
    // What matches any letter also matches one that matches none.
    letters_t any_of_pattern = pattern;
    for (std::uint8_t & set : any_of_pattern)
        set |= 0x80;
    std::vector<std::uint32_t> const row = reference::set_end_distances(any_of_pattern, text);
    std::vector<std::uint64_t> ends{};
    for (std::uint64_t end = 1; end < row.size(); ++end)
        if (row[end] < differences)
            ends.push_back(end);
    return ends;
}

// Letters of the pattern are sets of classes.
void check_sets(letters_t const & text, letters_t const & pattern, std::uint64_t const differences)
{
    letters_t const sets = reference::sets_of(text);
    std::vector<std::uint64_t> const expected = expected_ends(sets, pattern, differences);
    ASSERT_EQ(find_ends(text, pattern, differences), expected)
        << text.size() << " letters, pattern of " << pattern.size() << ", " << differences << " differences";
    ASSERT_EQ(find_ends(sets, pattern, differences, 4), expected)
        << text.size() << " sets, pattern of " << pattern.size() << ", " << differences << " differences";
}

// Letters of the text are sets, too; those with several classes are taken to match any letter.
void check_text_of_sets(letters_t const & text, letters_t const & pattern, std::uint64_t const differences)
{
    letters_t rounded = text;
    for (std::uint8_t & set : rounded)
        set = std::popcount(set) == 1 ? set : 0xff;
    ASSERT_EQ(find_ends(text, pattern, differences, 4), expected_ends(rounded, pattern, differences))
        << text.size() << " letters, pattern of " << pattern.size() << ", " << differences << " differences";
}

void check(letters_t const & text, letters_t const & pattern, std::uint64_t const differences)
{
    check_sets(text, reference::sets_of(pattern), differences);
}

class approximate_search : public vector_test
{};

} // namespace

// Patterns to each side of the sizes of words.
TEST_P(approximate_search, all_pattern_sizes)
{
    auto generator = reference::make_generator();
    for (std::size_t const size :
         {1u, 2u, 7u, 8u, 15u, 16u, 17u, 31u, 32u, 33u, 63u, 64u, 65u, 100u, 127u, 128u, 129u, 192u, 193u, 300u})
    {
        auto const pattern = reference::random_letters(generator, size, 4);
        letters_t text = reference::random_letters(generator, 1500, 4);
        for (std::size_t const place : {100u, 600u, 1100u})
        {
            auto const copy = reference::mutate(generator, pattern, 4, 8);
            std::copy_n(copy.begin(), std::min<std::size_t>(copy.size(), 400), text.begin() + static_cast<int>(place));
        }
        for (std::uint64_t differences = 1; differences <= size; differences += 1 + differences / 2)
            check(text, pattern, differences);
        check(text, pattern, size);
    }
}

TEST_P(approximate_search, all_text_sizes)
{
    auto generator = reference::make_generator();
    auto const pattern = reference::random_letters(generator, 20, 3);
    for (std::size_t size = 0; size < 70; ++size)
        check(reference::random_letters(generator, size, 3), pattern, 11);
    for (std::size_t const size : {511u, 512u, 513u, 1024u, 1025u, 2047u})
        check(reference::random_letters(generator, size, 3), pattern, 10);
    check(reference::random_letters(generator, 30, 2), reference::random_letters(generator, 700, 2), 680);
}

TEST_P(approximate_search, one_letter_and_letters_that_do_not_occur)
{
    for (std::size_t const size : {16u, 32u, 64u, 200u})
    {
        check(letters_t(900, 2), letters_t(size, 2), size / 2);
        EXPECT_TRUE(find_ends(letters_t(900, 2), letters_t(size, 0), size).empty());
    }
}

// Letters of the pattern that match several classes, all of them, or none.
TEST_P(approximate_search, sets_of_classes)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {1u, 5u, 16u, 20u, 32u, 40u, 64u, 65u, 150u})
        for (std::uint64_t differences = 1; differences <= size; differences += 2 * differences)
        {
            auto const pattern = reference::random_letters(generator, size, 16);
            check_sets(reference::random_letters(generator, 1200, 4), pattern, differences);

            letters_t text = reference::sets_of(reference::random_letters(generator, 1200, 4));
            for (std::size_t i = 0; i < text.size(); i += 1 + reference::random_size(generator, 20))
                text[i] = static_cast<std::uint8_t>(1 + reference::random_size(generator, 14));
            check_text_of_sets(text, pattern, differences);
        }
}

// Enough ends that they are passed on in several parts, until no more are wanted.
TEST_P(approximate_search, ends_everywhere)
{
    letters_t const text(700'000, 1);
    for (std::size_t const size : {8u, 20u, 40u, 100u})
    {
        letters_t const pattern(size, 2);
        std::vector<std::uint64_t> expected(text.size() - size + 2);
        std::iota(expected.begin(), expected.end(), size - 1);
        ASSERT_EQ(find_ends(text, pattern, 2), expected);

        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        unsigned calls = 0;
        cpu::approximate_search{}.find({join(text, 2), text.size(), 2, control, 1},
                                       pattern,
                                       2,
                                       control,
                                       [&](std::span<std::uint64_t const> const found)
                                       {
                                           EXPECT_LT(found.size(), text.size() / 2);
                                           return ++calls < 2;
                                       });
        EXPECT_EQ(calls, 2u);
    }
}

INSTANTIATE_TEST_SUITE_P(all_targets, approximate_search, ::testing::ValuesIn(vector_targets()), vector_target_name);
