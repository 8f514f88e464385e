// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/verification/background_text.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

letters_t random_sequence(std::mt19937_64 & generator, std::size_t const size, std::string_view const alphabet)
{
    letters_t sequence(size);
    for (std::uint8_t & letter : sequence)
        letter = static_cast<std::uint8_t>(alphabet[reference::random_size(generator, alphabet.size() - 1)]);
    return sequence;
}

std::array<std::uint8_t, 256> find_classes(std::vector<letters_t> const & backgrounds, primer::options const & options)
{
    std::vector<packing::packed_sequence> packed{};
    for (letters_t const & background : backgrounds)
        packed.push_back(packing::pack(background));
    std::vector<packing::packed_sequence_view> const views(packed.begin(), packed.end());
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    return verification::background_text{views, options, control, 2}.class_of();
}

void expect_own_classes(std::array<std::uint8_t, 256> const & class_of, std::string_view const letters)
{
    std::set<unsigned> classes{};
    for (char const letter : letters)
    {
        EXPECT_LT(class_of[static_cast<std::uint8_t>(letter)], cpu::filter_classes) << letter;
        classes.insert(class_of[static_cast<std::uint8_t>(letter)]);
    }
    EXPECT_EQ(classes.size(), letters.size());
}

} // namespace

TEST(background_text, frequent_letters_have_classes_of_their_own)
{
    auto generator = reference::make_generator();
    auto first = random_sequence(generator, 3000, "ACGT");
    auto const second = random_sequence(generator, 200, "AG");
    auto const class_of_few = find_classes({first, second}, {.differences = 2});
    expect_own_classes(class_of_few, "ACGT");
    EXPECT_EQ(class_of_few['N'], cpu::filter_classes);

    for (std::string_view const rare : {"N", "NBRDHKM", "acgt-"})
    {
        auto with_rare = first;
        for (std::size_t i = 0; i < rare.size(); ++i)
            with_rare[reference::random_size(generator, 9) + 100 * i] = static_cast<std::uint8_t>(rare[i]);
        auto const class_of = find_classes({with_rare, second}, {.differences = 2});
        expect_own_classes(class_of, "ACGT");
        for (char const letter : rare)
            EXPECT_LT(class_of[static_cast<std::uint8_t>(letter)], cpu::filter_classes) << letter;
    }
}

// Those that are frequent in the complements only count, too.
TEST(background_text, classes_of_complements)
{
    auto generator = reference::make_generator();
    auto background = random_sequence(generator, 1000, "AC");
    background[500] = 'B';
    primer::options options{.differences = 2};
    auto & complement = options.complement.emplace();
    for (std::size_t letter = 0; letter < complement.size(); ++letter)
        complement[letter] = static_cast<std::uint8_t>(letter);
    complement['A'] = 'T';
    complement['C'] = 'G';
    expect_own_classes(find_classes({background}, options), "ACGT");
}

// All classes are about as frequent.
TEST(background_text, classes_of_proteins)
{
    auto generator = reference::make_generator();
    constexpr std::string_view amino_acids{"ACDEFGHIKLMNPQRSTVWY"};
    auto const background = random_sequence(generator, 20'000, amino_acids);
    auto const class_of = find_classes({background}, {.differences = 2});
    std::array<std::size_t, cpu::filter_classes> counts{};
    for (std::uint8_t const letter : background)
        ++counts[class_of[letter]];
    for (std::size_t const count : counts)
        EXPECT_NEAR(static_cast<double>(count), 5000, 500);
}
