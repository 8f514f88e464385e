// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/nucleotides.hpp>

#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

class nucleotides : public vector_test
{};

// Letters and words in memory of just their size, so that a sanitizer sees whatever is beyond.
struct example
{
    explicit example(std::size_t const letter_count) :
        size{letter_count},
        letters{std::make_unique<std::uint8_t[]>(size)},
        words{std::make_unique<std::uint64_t[]>((size + 31) / 32)}
    {}

    bool pack() const
    {
        return packing::pack_nucleotides({letters.get(), size}, words.get());
    }

    std::size_t size;
    std::unique_ptr<std::uint8_t[]> letters;
    std::unique_ptr<std::uint64_t[]> words;
};

constexpr std::string_view upper{"ACGT"};
constexpr std::string_view lower{"acgt"};

} // namespace

INSTANTIATE_TEST_SUITE_P(all_targets, nucleotides, ::testing::ValuesIn(vector_targets()), vector_target_name);

TEST_P(nucleotides, codes)
{
    auto generator = reference::make_generator();
    for (std::size_t size = 0; size < 300; ++size)
    {
        example const tested{size + (size % 10 == 0 ? 5000 : 0)};
        std::vector<std::uint64_t> expected((tested.size + 31) / 32);
        for (std::size_t i = 0; i < tested.size; ++i)
        {
            std::uint64_t const code = reference::random_size(generator, 3);
            tested.letters[i] = static_cast<std::uint8_t>((reference::random_size(generator, 1) ? upper : lower)[code]);
            expected[i / 32] |= code << (i % 32 * 2);
        }
        ASSERT_TRUE(tested.pack()) << tested.size;
        ASSERT_TRUE(std::ranges::equal(std::span{tested.words.get(), expected.size()}, expected)) << tested.size;
    }
}

// Every other byte is found, wherever it is.
TEST_P(nucleotides, other_letters)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {1, 31, 64, 65, 4097})
    {
        example const tested{size};
        std::fill_n(tested.letters.get(), size, std::uint8_t{'G'});
        for (unsigned byte = 0; byte < 256; ++byte)
        {
            std::size_t const place = reference::random_size(generator, size - 1);
            tested.letters[place] = static_cast<std::uint8_t>(byte);
            bool const is_nucleotide = (upper.find(static_cast<char>(byte)) != std::string_view::npos)
                                    || (lower.find(static_cast<char>(byte)) != std::string_view::npos);
            EXPECT_EQ(tested.pack(), is_nucleotide) << byte << " at " << place << " of " << size;
            tested.letters[place] = 'G';
        }
    }
}
