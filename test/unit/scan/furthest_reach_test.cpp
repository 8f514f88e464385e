// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/scan/furthest_reach.hpp"
#include "unit/scan/coded_letters.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// The longest prefix of the pattern for each number of edits, by the whole matrix.
std::vector<std::uint64_t>
expected_reach(letters_t const & pattern, letters_t const & text, std::uint64_t const edits, bool const are_sets)
{
    auto const differ = [are_sets](std::uint8_t const first, std::uint8_t const second)
    {
        return are_sets ? (first & second) == 0 : first != second;
    };
    std::vector<std::uint64_t> reach(edits + 1, 0);
    std::vector<std::uint64_t> row(text.size() + 1);
    for (std::size_t j = 0; j <= text.size(); ++j)
        row[j] = j;
    for (std::size_t i = 0;; ++i)
    {
        for (std::uint64_t e = std::ranges::min(row); e <= edits; ++e)
            reach[e] = i;
        if (i == pattern.size())
            break;
        std::vector<std::uint64_t> next{row[0] + 1};
        for (std::size_t j = 1; j <= text.size(); ++j)
            next.push_back(std::min({row[j - 1] + differ(pattern[i], text[j - 1]), row[j] + 1, next[j - 1] + 1}));
        row = next;
    }

    // More edits reach no further than the end.
    auto const end = std::ranges::find(reach, pattern.size());
    if (end != reach.end())
        reach.erase(end + 1, reach.end());
    return reach;
}

void check(scan::furthest_reach & reach,
           letters_t const & pattern,
           letters_t const & text,
           std::uint64_t const edits,
           unsigned const place = 0,
           bool const are_sets = false)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    runtime::stop_poll poll{control};
    auto const expected = expected_reach(pattern, text, edits, are_sets);
    letters_t const last_first{pattern.rbegin(), pattern.rend()};
    letters_t const text_last_first{text.rbegin(), text.rend()};
    for (unsigned const bits : {2u, 4u, 8u})
    {
        if (are_sets && bits != 4)
            continue;
        auto const forward = reach.compute(packing::direction::forward,
                                           test::coded_letters{pattern, place, bits},
                                           test::coded_letters{text, place / 2, bits},
                                           edits,
                                           poll);
        ASSERT_EQ((std::vector<std::uint64_t>{forward.begin(), forward.end()}), expected)
            << pattern.size() << " letters, text of " << text.size() << ", " << edits << " edits, " << bits << " bits";

        auto const backward = reach.compute(packing::direction::backward,
                                            test::coded_letters{last_first, place, bits},
                                            test::coded_letters{text_last_first, place / 2, bits},
                                            edits,
                                            poll);
        ASSERT_EQ((std::vector<std::uint64_t>{backward.begin(), backward.end()}), expected)
            << "backward, " << pattern.size() << " letters, text of " << text.size() << ", " << edits << " edits, "
            << bits << " bits";
    }
}

} // namespace

TEST(furthest_reach, random_letters)
{
    auto generator = reference::make_generator();
    scan::furthest_reach reach{};
    for (int i = 0; i < 2000; ++i)
    {
        unsigned const letters = i % 2 == 0 ? 2 : 4;
        auto const pattern = reference::random_letters(generator, reference::random_size(generator, 60), letters);
        auto const text = i % 3 == 0
                            ? reference::random_letters(generator, reference::random_size(generator, 60), letters)
                            : reference::mutate(generator, pattern, letters, 1 + reference::random_size(generator, 15));
        check(reach,
              pattern,
              text,
              reference::random_size(generator, 20),
              static_cast<unsigned>(reference::random_size(generator, 70)));
    }
}

// Letters are sets of four, most of which match each other.
TEST(furthest_reach, random_sets)
{
    auto generator = reference::make_generator();
    scan::furthest_reach reach{true};
    for (int i = 0; i < 1000; ++i)
    {
        auto pattern = reference::random_letters(generator, reference::random_size(generator, 60), 16);
        auto text = reference::random_letters(generator, reference::random_size(generator, 60), 16);
        for (std::size_t k = 0; i % 2 == 0 && k < std::min(pattern.size(), text.size()); ++k)
            text[k] |= pattern[k];
        check(reach,
              pattern,
              text,
              reference::random_size(generator, 10),
              static_cast<unsigned>(reference::random_size(generator, 70)),
              true);
    }
}

// A stop does not wait until everything is reached.
TEST(furthest_reach, stop)
{
    auto generator = reference::make_generator();
    auto const pattern = reference::random_letters(generator, 4000, 4);
    auto const text = reference::random_letters(generator, 4000, 4);
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    runtime::stop_poll poll{control};
    EXPECT_THROW(scan::furthest_reach{}.compute(packing::direction::forward,
                                                test::coded_letters{pattern, 0, 2},
                                                test::coded_letters{text, 0, 2},
                                                1000,
                                                poll),
                 operation_stopped);
}

TEST(furthest_reach, without_letters)
{
    scan::furthest_reach reach{};
    check(reach, {}, {}, 0);
    check(reach, {}, {1, 2}, 3);
    check(reach, {1, 2, 3}, {}, 0);
    check(reach, {1, 2, 3}, {}, 2);
    check(reach, {1, 2, 3}, {}, 9);
}

TEST(furthest_reach, equal_letters)
{
    scan::furthest_reach reach{};
    for (std::size_t size = 1; size < 40; ++size)
        for (std::uint64_t const edits : {0u, 1u, 3u})
            check(reach, letters_t(size, 3), letters_t(20, 3), edits);
}
