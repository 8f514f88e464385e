// SPDX-License-Identifier: BSD-3-Clause

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include "performance/published/primer_methods.hpp"
#include "unit/cuda/device_test.hpp"

namespace
{

using letters_t = std::vector<std::uint8_t>;

std::string text_of(letters_t const & letters)
{
    return {letters.begin(), letters.end()};
}

// All of the published solutions find the primers of the oracle.
void expect_reference(published::primer_finder & finder,
                      letters_t const & target,
                      letters_t const & background,
                      std::uint32_t const differences,
                      unsigned const threads)
{
    std::string const target_text = text_of(target);
    std::string const background_text = text_of(background);
    published::primer_problem const problem{target_text, background_text, target.size(), differences};
    auto const expected = reference::primer_lengths(target, {background}, differences);
    std::string const what = std::to_string(target.size()) + " x " + std::to_string(background.size())
                           + ", k = " + std::to_string(differences) + ", " + std::to_string(threads) + " threads";
    EXPECT_EQ(finder.find_conventional(problem, threads), expected) << what;
    for (published::prefetched const letters :
         {published::prefetched::none, published::prefetched::target, published::prefetched::both})
        for (unsigned const factor : {1u, 3u})
            EXPECT_EQ(finder.find_alternative(problem, {threads, letters, factor}), expected)
                << what << ", prefetched " << static_cast<int>(letters) << ", c = " << factor;
}

} // namespace

class published_primer : public device_test
{};

TEST_F(published_primer, random_sequences)
{
    auto generator = reference::make_generator();
    published::primer_finder finder{};
    for (unsigned i = 0; i < reference::case_count(8, 60) * reference::test_rounds(); ++i)
    {
        auto const target = reference::random_letters(generator, 1 + reference::random_size(generator, 80), 4);
        auto const background = reference::random_letters(generator, reference::random_size(generator, 150), 4);
        auto const differences = static_cast<std::uint32_t>(1 + reference::random_size(generator, 12));
        expect_reference(finder, target, background, differences, i % 3 == 0 ? 64 : 32);
    }
}

// Long matches, so letters that were not prefetched are used, and many tiles of D.
TEST_F(published_primer, similar_sequences)
{
    auto generator = reference::make_generator();
    published::primer_finder finder{};
    for (unsigned i = 0; i < reference::case_count(4, 30) * reference::test_rounds(); ++i)
    {
        auto const target = reference::random_letters(generator, 100 + reference::random_size(generator, 60), 4);
        auto background = reference::random_letters(generator, reference::random_size(generator, 40), 4);
        auto const copy = reference::mutate(generator, target, 4, 8);
        background.insert(background.end(), copy.begin(), copy.end());
        auto const differences = static_cast<std::uint32_t>(1 + reference::random_size(generator, 8));
        expect_reference(finder, target, background, differences, 32);
    }
}

TEST_F(published_primer, borders)
{
    published::primer_finder finder{};
    letters_t const some{0, 1, 2, 3, 0, 1, 2, 3, 3, 2};
    for (std::uint32_t const differences : {1u, 2u, 3u, 10u, 11u})
    {
        expect_reference(finder, some, {}, differences, 32);
        expect_reference(finder, some, some, differences, 32);
        expect_reference(finder, some, {0, 1, 2}, differences, 32);
        expect_reference(finder, {3}, some, differences, 32);
        expect_reference(finder, {}, some, differences, 32);
        expect_reference(finder, some, letters_t(40, 1), differences, 32);
    }
}

// The tiles end at each side of their borders.
TEST_F(published_primer, tiles)
{
    auto generator = reference::make_generator();
    published::primer_finder finder{};
    for (std::size_t const size : reference::any_of(generator, {std::size_t{31}, std::size_t{32}, std::size_t{33}}))
        for (std::size_t const background_size : {size - 1, size, size + 1, 2 * size})
            expect_reference(finder,
                             reference::random_letters(generator, size, 2),
                             reference::random_letters(generator, background_size, 2),
                             5,
                             32);
}

TEST_F(published_primer, first_positions)
{
    auto generator = reference::make_generator();
    published::primer_finder finder{};
    auto const target = reference::random_letters(generator, 60, 4);
    auto const background = reference::random_letters(generator, 100, 4);
    auto expected = reference::primer_lengths(target, {background}, 4);
    expected.resize(7);
    std::string const target_text = text_of(target);
    std::string const background_text = text_of(background);
    published::primer_problem const problem{target_text, background_text, 7, 4};
    EXPECT_EQ(finder.find_conventional(problem, 32), expected);
    EXPECT_EQ(finder.find_alternative(problem, {.threads = 32}), expected);
}

TEST_F(published_primer, refusals)
{
    published::primer_finder finder{};
    EXPECT_THROW(finder.find_conventional({"ACGT", "ACGT", 4, 0}), std::invalid_argument);
    EXPECT_THROW(finder.find_alternative({"ACGT", "ACGT", 4, 0}), std::invalid_argument);
    EXPECT_THROW(finder.find_conventional({"ACGT", "ACGT", 4, 1}, 1), std::invalid_argument);
}
