// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/detail/sequence_arena.hpp>

using namespace seqan3_gpulcs;

// Of any width, in chunks; the letters are those that went in.
TEST(sequence_arena, sequences_of_any_alphabet)
{
    auto generator = reference::make_generator();
    packing::letter_table const plain{};
    packing::letter_table ranks{.kind = packing::letter_kind::rank};
    for (unsigned value = 0; value < 256; ++value)
        ranks.letters[value] = static_cast<std::uint8_t>(255 - value);

    packing::detail::sequence_arena arena{};
    std::size_t appended_with_last_codes = 0;
    for (unsigned round = 0; round < 3; ++round)
    {
        arena.clear();
        std::vector<std::vector<std::uint8_t>> sequences{};
        std::vector<packing::letter_table const *> tables{};
        for (std::size_t i = 0; i < 300; ++i)
        {
            unsigned const letters[]{1, 2, 4, 5, 16, 17, 250};
            sequences.push_back(reference::random_letters(generator,
                                                          reference::random_size(generator, 300),
                                                          letters[reference::random_size(generator, 6)]));
            tables.push_back(reference::random_size(generator, 3) == 0 ? &ranks : &plain);

            if (arena.append_with_last_codes(sequences.back(), *tables.back()))
            {
                ++appended_with_last_codes;
                continue;
            }
            packing::letter_set set{};
            set.add(sequences.back());
            arena.begin(set, *tables.back());
            std::span<std::uint8_t const> left{sequences.back()};
            while (!left.empty())
            {
                auto const some = left.first(1 + reference::random_size(generator, left.size() - 1));
                arena.append(some);
                left = left.subspan(some.size());
            }
        }

        ASSERT_EQ(arena.size(), sequences.size());
        for (std::size_t i = 0; i < sequences.size(); ++i)
        {
            packing::packed_sequence_view const view = arena[i];
            ASSERT_EQ(view.size(), sequences[i].size());
            EXPECT_EQ(view.kind(), tables[i]->kind);
            std::size_t const letters = view.letters().size();
            EXPECT_EQ(view.bits_per_letter(), letters <= 4 ? 2u : letters <= 16 ? 4u : 8u);
            for (std::size_t position = 0; position < sequences[i].size(); ++position)
                ASSERT_EQ(view[position], tables[i]->letters[sequences[i][position]]) << i << ", " << position;
        }
    }
    EXPECT_GT(appended_with_last_codes, 0);
}
