// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/packing/bit_planes.hpp"
#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// Different letters of the whole range.
letters_t random_alphabet(std::mt19937_64 & generator, std::size_t const size)
{
    letters_t alphabet(256);
    for (std::size_t i = 0; i < alphabet.size(); ++i)
        alphabet[i] = static_cast<std::uint8_t>(i);
    std::ranges::shuffle(alphabet, generator);
    alphabet.resize(size);
    return alphabet;
}

letters_t random_sequence(std::mt19937_64 & generator, std::size_t const size, letters_t const & alphabet)
{
    letters_t sequence(size);
    for (std::uint8_t & letter : sequence)
        letter = alphabet[reference::random_size(generator, alphabet.size() - 1)];
    return sequence;
}

// A sequence in memory that ends with its last word, so that a sanitizer sees reads past its end.
struct tight_sequence
{
    explicit tight_sequence(letters_t const & letters) : owner{packing::pack(letters)}
    {
        packing::packed_sequence_view const all = owner;
        std::size_t const count = (all.size() + all.codes_per_word() - 1) / all.codes_per_word();
        words = std::make_unique<std::uint64_t[]>(count);
        std::copy_n(all.words(), count, words.get());
        view = {words.get(), all.size(), all.bits_per_letter(), all.letters()};
    }

    packing::packed_sequence owner;
    std::unique_ptr<std::uint64_t[]> words{};
    packing::packed_sequence_view view{};
};

class bit_planes : public vector_test
{};

constexpr std::size_t alphabet_sizes[]{1, 2, 3, 4, 5, 8, 9, 16, 17, 20, 32, 33, 100, 255, 256};

} // namespace

// Letter by letter: any table, any end, any distance of planes.
TEST_P(bit_planes, are_the_bits_of_the_translated_codes)
{
    auto generator = reference::make_generator();
    for (std::size_t const letters : alphabet_sizes)
        for (std::size_t const size : {1u, 15u, 16u, 17u, 31u, 33u, 63u, 64u, 65u, 100u, 128u, 250u})
        {
            letters_t const sequence = random_sequence(generator, size, random_alphabet(generator, letters));
            tight_sequence const packed{sequence};
            packing::code_table table{};
            for (std::uint8_t & code : table)
                code = static_cast<std::uint8_t>(reference::random_size(generator, 255));

            for (unsigned const planes : {1u, 2u, 3u, 5u, 8u})
                for (std::size_t begin = 0; begin < size; begin += 64)
                    for (std::size_t const distance : {1u, 3u})
                    {
                        std::vector<std::uint64_t> found(8 * distance, 42);
                        packing::split_into_planes({packed.view, table}, begin, {found.data(), planes, distance});
                        for (unsigned plane = 0; plane < planes; ++plane)
                            for (std::size_t i = 0; i < 64; ++i)
                            {
                                bool expected = false;
                                if (begin + i < size)
                                {
                                    auto const code = std::ranges::find(packed.view.letters(), sequence[begin + i])
                                                    - packed.view.letters().begin();
                                    expected = table[static_cast<std::size_t>(code)] >> plane & 1;
                                }
                                ASSERT_EQ(found[plane * distance] >> i & 1, expected)
                                    << letters << " letters, size " << size << ", " << begin + i << ", plane " << plane;
                            }
                        // The words between the planes do not change.
                        for (std::size_t i = 0; i < found.size(); ++i)
                            ASSERT_TRUE(found[i] == 42 || (i % distance == 0 && i < planes * distance)) << i;
                    }
        }
}

// Bytes in memory that ends with the last one, with new codes and without.
TEST_P(bit_planes, of_bytes)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {0u, 1u, 7u, 8u, 63u, 64u, 65u, 127u, 128u, 129u, 200u, 300u})
        for (unsigned const letters : {1u, 4u, 16u, 17u, 256u})
            for (bool const has_codes : {false, true})
            {
                auto const sequence = std::make_unique<std::uint8_t[]>(size);
                for (std::size_t i = 0; i < size; ++i)
                    sequence[i] = static_cast<std::uint8_t>(reference::random_size(generator, letters - 1));
                // ASCII letters have a shorter way; one that is none does not.
                if (letters == 256 && reference::random_size(generator, 1) == 0)
                {
                    for (std::size_t i = 0; i < size; ++i)
                        sequence[i] = static_cast<std::uint8_t>(64 + sequence[i] % 64);
                    if (size != 0 && reference::random_size(generator, 2) == 0)
                        sequence[reference::random_size(generator, size - 1)] = '*';
                }
                packing::code_table table{};
                for (std::uint8_t & code : table)
                    code = static_cast<std::uint8_t>(reference::random_size(generator, 255));
                packing::coded_letters const coded{{sequence.get(), size}, has_codes ? table.data() : nullptr, letters};
                constexpr unsigned planes{3};
                constexpr std::size_t block_distance{10};
                std::vector<std::uint64_t> found((size / 64 + 1) * block_distance, 42);
                bool const fit =
                    packing::split_into_planes(coded, {found.data(), planes, 2}, std::ptrdiff_t{block_distance});
                std::uint64_t known = 0;
                while (known < size && coded.code(known) < 1u << planes)
                    ++known;
                EXPECT_EQ(fit, known == size) << size << ", " << letters;
                for (std::size_t i = 0; i < found.size(); ++i)
                {
                    std::size_t const block = i / block_distance;
                    std::size_t const plane = i % block_distance / 2;
                    if (i % 2 != 0 || plane >= planes || block * 64 >= size)
                    {
                        ASSERT_EQ(found[i], 42u) << size << ", " << i;
                        continue;
                    }
                    std::uint64_t expected = 0;
                    for (std::size_t letter = block * 64; letter < std::min(size, block * 64 + 64); ++letter)
                    {
                        unsigned const code = has_codes ? table[sequence[letter]] : sequence[letter];
                        expected |= std::uint64_t{code >> plane & 1} << letter % 64;
                    }
                    ASSERT_EQ(found[i], expected) << size << ", " << letters << ", " << i;
                }
            }
}

INSTANTIATE_TEST_SUITE_P(all_targets, bit_planes, ::testing::ValuesIn(vector_targets()), vector_target_name);

TEST(pair_codes, are_equal_where_letters_are)
{
    auto generator = reference::make_generator();
    for (std::size_t const row_letters : alphabet_sizes)
        for (std::size_t const column_letters : alphabet_sizes)
        {
            letters_t const rows = random_sequence(generator, 700, random_alphabet(generator, row_letters));
            letters_t columns = random_sequence(generator, 900, random_alphabet(generator, column_letters));
            // Some letters in common.
            std::copy_n(rows.begin(), reference::random_size(generator, 5), columns.begin());
            auto const packed_rows = packing::pack(rows);
            auto const packed_columns = packing::pack(columns);
            packing::pair_codes const codes{packed_rows, packed_columns};

            std::map<std::uint8_t, unsigned> row_code_map{};
            std::map<std::uint8_t, unsigned> column_code_map{};
            for (std::size_t i = 0; i < packed_rows.view().letters().size(); ++i)
                row_code_map[packed_rows.view().letters()[i]] = codes.row_codes()[i];
            for (std::size_t i = 0; i < packed_columns.view().letters().size(); ++i)
                column_code_map[packed_columns.view().letters()[i]] = codes.column_codes()[i];

            for (auto const & [row_letter, row_code] : row_code_map)
            {
                ASSERT_LT(row_code, 1u << codes.bits());
                for (auto const & [column_letter, column_code] : column_code_map)
                {
                    ASSERT_LT(column_code, 1u << codes.bits());
                    ASSERT_EQ(row_code == column_code, row_letter == column_letter)
                        << row_letters << " x " << column_letters;
                }
            }
        }
}

TEST(pair_codes, frequent_letters_come_first)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {300u, 5'000u, 100'000u})
    {
        // As ranks of SeqAn3's dna5: the rare letter is not the last one.
        letters_t rows = random_sequence(generator, size, {0, 1, 2, 4});
        letters_t columns = random_sequence(generator, size, {0, 1, 2, 4});
        rows[17] = columns[size / 2] = 3;
        columns[size / 3] = 7;
        auto const packed_rows = packing::pack(rows);
        auto const packed_columns = packing::pack(columns);
        packing::pair_codes const codes{packed_rows, packed_columns};
        EXPECT_EQ(codes.bits(), 3u);
        EXPECT_GE(codes.row_codes()[3], packing::frequent_codes);
        for (unsigned const code : {0u, 1u, 2u, 4u})
            EXPECT_LT(codes.row_codes()[code], packing::frequent_codes);
    }
}

TEST(pair_codes, letters_of_one_sequence_alone_share_a_code)
{
    auto const rows = packing::pack(letters_t{1, 2, 3, 10, 11, 12});
    auto const columns = packing::pack(letters_t{1, 2, 20, 21, 22, 23, 24, 25});
    packing::pair_codes const codes{rows, columns};
    EXPECT_EQ(codes.bits(), 2u);
}
