// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <reference/counted_allocations.hpp>
#include <reference/random_sequence.hpp>

#include "src/app/io/fasta/packed_block.hpp"

using namespace seqan3_gpulcs;

// What threads may read ahead is limited by it.
TEST(packed_block, bytes_are_those_that_are_allocated)
{
    auto generator = reference::make_generator();
    app::alphabet every_byte{};
    every_byte.is_letter.fill(true);
    for (unsigned byte = 0; byte < 256; ++byte)
        every_byte.letter[byte] = static_cast<std::uint8_t>(byte);

    for (unsigned const letters : {1u, 4u, 5u, 16u, 17u, 256u})
        for (std::size_t const size : {0, 1, 100, 100'000})
        {
            std::vector<std::uint8_t> const text = reference::random_letters(generator, size, letters);
            std::size_t const before = reference::allocated;
            app::packed_block block{};
            app::block_builder builder{block, every_byte, 0};
            for (std::size_t i = 0; i < 200'000 / (size + 100); ++i)
            {
                builder.add("id");
                builder.set_letters(text);
            }
            auto const allocated = static_cast<double>(reference::allocated - before);
            EXPECT_NEAR(static_cast<double>(block.bytes()), allocated, allocated / 10 + 1000)
                << letters << " letters, " << size;
        }
}

TEST(packed_block, bytes_of_nucleotides)
{
    app::alphabet nucleotides{};
    for (std::uint8_t const letter : packing::nucleotide_letters)
        for (unsigned const one : {letter + 0u, letter | 0x20u})
        {
            nucleotides.is_letter[one] = true;
            nucleotides.letter[one] = letter;
        }
    std::vector<std::uint8_t> const text(1000, 'A');
    std::size_t const before = reference::allocated;
    app::packed_block block{};
    app::block_builder builder{block, nucleotides, 100'000};
    for (int i = 0; i < 150; ++i)
    {
        builder.add("id");
        ASSERT_TRUE(builder.set_nucleotides(text));
    }
    auto const allocated = static_cast<double>(reference::allocated - before);
    EXPECT_NEAR(static_cast<double>(block.bytes()), allocated, 1000);
}
