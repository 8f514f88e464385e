// SPDX-License-Identifier: BSD-3-Clause

#include <cpu/suffix_distances.hpp>
#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include "vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

void check(cpu::suffix_distances & distances,
           letters_t const & pattern,
           std::uint64_t const suffixes,
           std::vector<letters_t> const & texts)
{
    distances.set_pattern(pattern, suffixes);
    for (letters_t const & text : texts)
    {
        distances.compute(text);
        for (std::uint64_t suffix = 0; suffix < suffixes; ++suffix)
        {
            std::vector<std::uint32_t> const expected =
                reference::distances_of_ends(pattern.begin() + static_cast<int>(suffix), pattern.end(), text);
            for (std::uint64_t end = 1; end <= text.size(); ++end)
                ASSERT_EQ(distances.distance(suffix, end), expected[end])
                    << "pattern of " << pattern.size() << " letters, suffix " << suffix << " of " << suffixes
                    << ", text of " << text.size() << ", end " << end;
        }
    }
}

class suffix_distances : public vector_test
{};

} // namespace

TEST_P(suffix_distances, of_all_sizes)
{
    auto generator = reference::make_generator();
    cpu::suffix_distances distances{};
    for (unsigned const letters : {2u, 4u, 30u})
        for (std::size_t const size : {1u, 5u, 63u, 64u, 65u, 66u, 72u, 128u, 130u, 200u})
        {
            auto const pattern = reference::random_letters(generator, size, letters);
            std::vector<letters_t> texts{{}, pattern, reference::mutate(generator, pattern, letters, 9)};
            for (std::size_t const text_size : {1u, 2u, 3u, 4u, 5u, 100u})
                texts.push_back(reference::random_letters(generator, text_size, letters));
            for (std::uint64_t const suffixes : {1u, 2u, 7u, 8u, 9u, 17u, 130u})
                if (suffixes <= size)
                    check(distances, pattern, suffixes, texts);
        }
}

INSTANTIATE_TEST_SUITE_P(all_targets, suffix_distances, ::testing::ValuesIn(vector_targets()), name_of_vectors);
