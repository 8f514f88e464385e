// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/cpu/search/anchored_distances.hpp"
#include "unit/cpu/vector_targets.hpp"
#include "unit/scan/coded_letters.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// For each suffix of the pattern, its edit distance to the nearest suffix of the text: minima of rows of the usual matrix.
std::vector<std::uint64_t> nearest_suffixes(letters_t const & pattern, letters_t const & text, bool const are_sets)
{
    std::vector<std::uint64_t> row(text.size() + 1);
    for (std::uint64_t j = 0; j < row.size(); ++j)
        row[j] = j;
    std::vector<std::uint64_t> nearest(pattern.size());
    for (std::uint64_t i = pattern.size(); i-- > 0;)
    {
        std::uint64_t diagonal = std::exchange(row[0], row[0] + 1);
        for (std::uint64_t j = 1; j < row.size(); ++j)
        {
            std::uint8_t const letter = text[text.size() - j];
            bool const is_match = are_sets ? (pattern[i] & letter) != 0 : pattern[i] == letter;
            std::uint64_t const replaced = diagonal + (is_match ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
        nearest[i] = *std::ranges::min_element(row);
    }
    return nearest;
}

// A pattern and texts, and how similar they are.
struct compared_texts
{
    letters_t pattern{};
    unsigned bits{};
    bool are_sets{};
    std::vector<letters_t> texts{};
    std::vector<std::vector<std::uint64_t>> nearest{};

    void add(letters_t text)
    {
        if (text.empty())
            return;
        nearest.push_back(nearest_suffixes(pattern, text, are_sets));
        texts.push_back(std::move(text));
    }
};

void check(cpu::anchored_distances & distances,
           compared_texts const & given,
           std::uint64_t const suffixes,
           std::uint64_t const differences)
{
    auto const & [pattern, bits, are_sets, texts, nearest] = given;
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    runtime::stop_poll poll{control};
    test::coded_letters const coded_pattern{pattern, 5, bits};
    distances.set_pattern(coded_pattern, suffixes, differences, are_sets);
    for (std::size_t begin = 0; begin < texts.size(); begin += distances.lanes())
    {
        std::size_t const count = std::min<std::size_t>(texts.size() - begin, distances.lanes());
        std::vector<test::coded_letters> coded{};
        coded.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
            coded.emplace_back(texts[begin + i], i, bits);
        std::vector<packing::code_span> const spans{coded.begin(), coded.end()};
        auto const found = distances.compute(spans, poll);
        ASSERT_EQ(found.size(), suffixes * distances.lanes());
        for (std::uint64_t suffix = 0; suffix < suffixes; ++suffix)
            for (std::size_t i = 0; i < count; ++i)
                ASSERT_EQ(found[suffix * distances.lanes() + i], std::min(nearest[begin + i][suffix], differences))
                    << "pattern of " << pattern.size() << " letters, suffix " << suffix << " of " << suffixes
                    << ", text " << begin + i << " of " << texts[begin + i].size() << " letters, k = " << differences;
    }
}

class anchored_distances : public vector_test
{};

} // namespace

// Similar and other texts, with few differences and so many that no word of rows can be left out.
TEST_P(anchored_distances, of_all_sizes)
{
    auto generator = reference::make_generator();
    cpu::anchored_distances distances{};
    for (auto const & [letters, bits, are_sets] :
         {std::tuple{2u, 2u, false}, {4u, 2u, false}, {15u, 4u, false}, {16u, 4u, true}, {30u, 8u, false}})
        for (std::size_t const size : {1u, 5u, 63u, 64u, 65u, 128u, 130u, 200u, 333u})
        {
            auto const pattern = reference::random_letters(generator, size, letters);
            compared_texts given{pattern, bits, are_sets};
            given.add(pattern);
            for (std::size_t const distance : {40u, 9u, 5u, 3u, 2u})
            {
                // The first letters are missing, or there are more before them.
                auto const similar = reference::mutate(generator, pattern, letters, distance);
                auto longer = reference::random_letters(generator, 50, letters);
                longer.insert(longer.end(), similar.begin(), similar.end());
                given.add(std::move(longer));
                given.add({similar.begin() + static_cast<std::ptrdiff_t>(similar.size() / 8), similar.end()});
            }
            for (std::size_t const text_size : {1u, 2u, 31u, 32u, 33u, 100u, 400u})
                given.add(reference::random_letters(generator, text_size, letters));
            for (std::uint64_t const suffixes : {1u, 2u, 17u, 64u})
                for (std::uint64_t const differences : {std::size_t{1}, size / 9, size / 3, size / 2, size})
                    if (suffixes <= size && differences > 0)
                        check(distances, given, suffixes, differences);
        }
}

// Words leave the band at its upper end and come back; and all leave it.
TEST_P(anchored_distances, of_long_patterns)
{
    auto generator = reference::make_generator();
    cpu::anchored_distances distances{};
    auto const pattern = reference::random_letters(generator, 1500, 4);
    compared_texts given{pattern, 2};
    given.add(reference::mutate(generator, pattern, 4, 50));
    for (std::ptrdiff_t const inserted : {100, 300})
    {
        letters_t text = pattern;
        auto const other = reference::random_letters(generator, static_cast<std::size_t>(inserted), 4);
        text.insert(text.begin() + 700, other.begin(), other.end());
        given.add(text);
        text.erase(text.begin() + 1000, text.begin() + 1000 + inserted);
        given.add(text);
    }
    for (bool const is_first_similar : {false, true})
    {
        letters_t text = pattern;
        auto const other = reference::random_letters(generator, 750, 4);
        std::ranges::copy(other, is_first_similar ? text.begin() + 750 : text.begin());
        given.add(text);
    }
    for (std::uint64_t const differences : {5u, 40u, 250u, 700u})
        check(distances, given, 64, differences);
}

INSTANTIATE_TEST_SUITE_P(all_targets, anchored_distances, ::testing::ValuesIn(vector_targets()), vector_target_name);
