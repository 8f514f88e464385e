// SPDX-License-Identifier: BSD-3-Clause

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <cpu/bit_planes.hpp>
#include <cpu/lane_block.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include "vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

// Every lane has a pair of its own, of which the rows fill its words.
void check(std::vector<letters> const & first,
           std::vector<letters> const & second,
           unsigned const planes,
           bool const keeps_columns)
{
    cpu::lane_kernel const kernel = cpu::choose_lane_kernel();
    unsigned const lanes = kernel.lanes;
    std::size_t const words = first.front().size() / 64;
    std::size_t columns = 0;
    for (letters const & each : second)
        columns = std::max(columns, each.size());

    struct alignas(64) aligned
    {
        std::array<std::uint64_t, 1024> vertical{};
        std::array<std::uint64_t, 8192> rows{};
        std::array<std::uint64_t, 8> horizontal{};
        std::array<std::uint64_t, 8> valid{};
        std::array<std::uint64_t, 64> columns{};
        std::array<std::uint64_t, 64 * 1024> kept{};
    };
    auto const data = std::make_unique<aligned>();
    data->vertical.fill(~std::uint64_t{0});
    for (unsigned lane = 0; lane < lanes; ++lane)
        for (std::size_t row = 0; row < words * 64; ++row)
            for (unsigned plane = 0; plane < planes; ++plane)
                data->rows[(row / 64 * planes + plane) * lanes + lane] |= std::uint64_t{first[lane][row] >> plane & 1u}
                                                                       << row % 64;

    cpu::lane_block block{};
    block.vertical = data->vertical.data();
    block.rows = data->rows.data();
    block.words = words;
    block.horizontal = data->horizontal.data();
    block.planes = planes;
    block.kept = keeps_columns ? data->kept.data() : nullptr;

    std::vector<reference::matrix> cells{};
    for (unsigned lane = 0; lane < lanes; ++lane)
        cells.push_back(reference::lcs_matrix(first[lane], second[lane]));

    std::vector<std::vector<std::uint64_t>> below(lanes);
    for (std::size_t begin = 0; begin < columns; begin += 64)
    {
        data->columns.fill(0);
        data->horizontal.fill(0);
        bool all_valid = true;
        for (unsigned lane = 0; lane < lanes; ++lane)
        {
            std::size_t const end = std::min(begin + 64, std::max(begin, second[lane].size()));
            data->valid[lane] = end == begin ? 0 : ~std::uint64_t{0} >> (64 - (end - begin));
            all_valid = all_valid && end - begin == 64;
            for (std::size_t column = begin; column < end; ++column)
                for (unsigned plane = 0; plane < planes; ++plane)
                    data->columns[plane * lanes + lane] |= std::uint64_t{second[lane][column] >> plane & 1u}
                                                        << (column - begin);
        }
        for (unsigned plane = 0; plane < planes; ++plane)
            block.columns[plane] = data->columns.data() + plane * lanes;
        block.valid = all_valid ? nullptr : data->valid.data();
        kernel.compute(block);
        for (unsigned lane = 0; lane < lanes; ++lane)
        {
            below[lane].push_back(data->horizontal[lane]);
            for (std::size_t column = begin; keeps_columns && column < begin + 64; ++column)
            {
                // Behind the last column nothing changes.
                std::size_t const existing = std::min(column + 1, second[lane].size());
                for (std::size_t row = 0; row < words * 64; ++row)
                    ASSERT_EQ((data->kept[((column - begin) * words + row / 64) * lanes + lane] >> row % 64 & 1) == 0,
                              cells[lane][row + 1][existing] != cells[lane][row][existing])
                        << "lane " << lane << ", row " << row << ", column " << column;
            }
        }
    }

    for (unsigned lane = 0; lane < lanes; ++lane)
    {
        for (std::size_t row = 0; row < words * 64; ++row)
            ASSERT_EQ((data->vertical[row / 64 * lanes + lane] >> row % 64 & 1) == 0,
                      cells[lane][row + 1].back() != cells[lane][row].back())
                << "lane " << lane << ", row " << row;
        for (std::size_t column = 0; column < second[lane].size(); ++column)
            ASSERT_EQ((below[lane][column / 64] >> (63 - column % 64) & 1) == 1,
                      cells[lane].back()[column + 1] != cells[lane].back()[column])
                << "lane " << lane << ", column " << column;
    }
}

} // namespace

// One test for each kind of vectors that this machine has.
class lane_block : public vector_test
{};

TEST_P(lane_block, random_letters)
{
    auto generator = reference::make_generator();
    for (unsigned const planes : {2u, 3u, 4u, 5u, 8u})
    {
        unsigned const alphabet = std::min(1u << planes, 255u);
        for (std::size_t const words : {1, 2, 5})
        {
            for (std::size_t const columns : {64, 128, 200})
            {
                for (bool const equal : {true, false})
                {
                    std::vector<letters> first(8);
                    std::vector<letters> second(8);
                    for (unsigned lane = 0; lane < 8; ++lane)
                    {
                        first[lane] = reference::random_letters(generator, words * 64, alphabet);
                        second[lane] =
                            reference::random_letters(generator,
                                                      equal ? columns : reference::random_size(generator, columns),
                                                      alphabet);
                    }
                    for (bool const keeps_columns : {false, true})
                    {
                        check(first, second, planes, keeps_columns);
                        if (HasFatalFailure())
                            return;
                    }
                }
            }
        }
    }
}

TEST_P(lane_block, longest_carries)
{
    letters const same(640, 3);
    letters alternating(640);
    for (std::size_t i = 0; i < alternating.size(); ++i)
        alternating[i] = static_cast<std::uint8_t>(i % 2);
    check({same, same, alternating, alternating, same, same, alternating, alternating},
          {letters(150, 3), letters(150, 2), letters(150, 1), alternating, same, letters(1, 3), letters(63, 0), {}},
          2,
          true);
}

INSTANTIATE_TEST_SUITE_P(all_targets, lane_block, ::testing::ValuesIn(vector_targets()), name_of_vectors);

TEST(bit_planes, are_the_bits_of_the_codes)
{
    auto generator = reference::make_generator();
    for (unsigned const row_letters : {1u, 3u, 4u, 5u, 16u, 100u, 256u})
    {
        for (unsigned const column_letters : {1u, 2u, 3u, 4u, 5u, 16u, 17u, 255u, 256u})
        {
            auto const rows = reference::random_letters(generator, 500, row_letters);
            auto columns = reference::random_letters(generator, 3000, column_letters);
            auto const packed_rows = packing::pack(rows);
            auto const packed_columns = packing::pack(columns);
            packing::common_codes const codes{packed_rows, packed_columns};
            unsigned const planes = cpu::planes_of_kernel(codes.bits());
            ASSERT_LE(codes.bits(), planes);

            auto const code_of =
                [&](auto const & packed, std::uint64_t const position, packing::common_codes const * const other)
            {
                std::array<std::uint64_t, 2 * 8> words{};
                cpu::split_into_planes(packed, position / 64 * 64, other, planes, words.data(), 2);
                unsigned code = 0;
                for (unsigned plane = 0; plane < planes; ++plane)
                    code |= static_cast<unsigned>(words[plane * 2] >> position % 64 & 1) << plane;
                return code;
            };

            // Codes are equal exactly where letters are.
            for (unsigned tries = 0; tries < 300; ++tries)
            {
                std::uint64_t const row = reference::random_size(generator, rows.size() - 1);
                std::uint64_t const column = reference::random_size(generator, columns.size() - 1);
                ASSERT_EQ(code_of(packed_rows.view(), row, &codes) == code_of(packed_columns.view(), column, nullptr),
                          rows[row] == columns[column])
                    << row_letters << ", " << column_letters;
            }
        }
    }
}
