// SPDX-License-Identifier: BSD-3-Clause

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <reference/random_sequence.hpp>

#include "unit/cpu/recurrence/differences.hpp"
#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

// Every lane has a pair of its own, whose rows fill its words.
template <typename recurrence_t>
void check(std::vector<letters> const & first,
           std::vector<letters> const & second,
           unsigned const planes,
           bool const keeps_columns)
{
    constexpr unsigned state_words = recurrence_t::state_words;
    constexpr unsigned carry_words = recurrence_t::carry_words;
    constexpr unsigned kept_words = recurrence_t::kept_words;
    cpu::vector_kernel const kernel = cpu::choose_vector_kernel<recurrence_t>();
    unsigned const lanes = kernel.lanes;
    std::size_t const words = first.front().size() / 64;
    std::size_t columns = 0;
    for (letters const & each : second)
        columns = std::max(columns, each.size());

    struct alignas(64) aligned
    {
        std::array<std::uint64_t, 1024> vertical{};
        std::array<std::uint64_t, 8192> rows{};
        std::array<std::uint64_t, 16> horizontal{};
        std::array<std::uint64_t, 8> valid{};
        std::array<std::uint64_t, 64> columns{};
        std::array<std::uint64_t, 4 * 64 * 1024> kept{};
    };
    auto const data = std::make_unique<aligned>();
    for (std::size_t i = 0; i < words * state_words * lanes; ++i)
        data->vertical[i] = recurrence_t::left_border[i / lanes % state_words];
    for (unsigned lane = 0; lane < lanes; ++lane)
        for (std::size_t row = 0; row < words * 64; ++row)
            for (unsigned plane = 0; plane < planes; ++plane)
                data->rows[(row / 64 * planes + plane) * lanes + lane] |= std::uint64_t{first[lane][row] >> plane & 1u}
                                                                       << row % 64;

    std::vector<std::uint8_t> rare_words{};
    cpu::vector_block block{};
    block.vertical = data->vertical.data();
    block.rows = data->rows.data();
    block.words = words;
    block.horizontal = data->horizontal.data();
    block.planes = planes;
    block.find_rare_words(rare_words, lanes);
    block.kept = keeps_columns ? data->kept.data() : nullptr;

    std::vector<decltype(cpu::plain_matrix<recurrence_t>(first.front(), second.front()))> cells{};
    for (unsigned lane = 0; lane < lanes; ++lane)
        cells.push_back(cpu::plain_matrix<recurrence_t>(first[lane], second[lane]));

    std::vector<std::vector<std::array<std::uint64_t, carry_words>>> below(lanes);
    for (std::size_t begin = 0; begin < columns; begin += 64)
    {
        data->columns.fill(0);
        bool all_valid = true;
        for (unsigned lane = 0; lane < lanes; ++lane)
        {
            std::size_t const end = std::min(begin + 64, std::max(begin, second[lane].size()));
            data->valid[lane] = end == begin ? 0 : ~std::uint64_t{0} >> (64 - (end - begin));
            all_valid = all_valid && end - begin == 64;
            for (unsigned k = 0; k < carry_words; ++k)
                data->horizontal[k * cpu::max_lanes + lane] =
                    end == begin ? 0 : recurrence_t::upper_border[k] << (64 - (end - begin));
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
            for (unsigned k = 0; k < carry_words; ++k)
                (k == 0 ? below[lane].emplace_back() : below[lane].back())[k] =
                    data->horizontal[k * cpu::max_lanes + lane];
            std::size_t const end = std::min(begin + 64, second[lane].size());
            for (std::size_t column = begin; keeps_columns && column < end; ++column)
                for (std::size_t row = 0; row < words * 64; ++row)
                    ASSERT_TRUE(cpu::is_kept<recurrence_t>(
                        &data->kept[((column - begin) * words + row / 64) * kept_words * lanes + lane],
                        lanes,
                        cells[lane],
                        {row + 1, column + 1},
                        first[lane][row] == second[lane][column]))
                        << "row " << row << ", column " << column;
        }
    }

    for (unsigned lane = 0; lane < lanes; ++lane)
    {
        for (std::size_t row = 0; row < words * 64; ++row)
            ASSERT_EQ(
                cpu::increment<recurrence_t>(&data->vertical[row / 64 * state_words * lanes + lane], lanes, row % 64),
                cells[lane][row + 1].back() - cells[lane][row].back())
                << "lane " << lane << ", row " << row;
        for (std::size_t column = 0; column < second[lane].size(); ++column)
            ASSERT_EQ(cpu::width(below[lane][column / 64], std::uint64_t{1} << (63 - column % 64)),
                      cells[lane].back()[column + 1] - cells[lane].back()[column])
                << "lane " << lane << ", column " << column;
    }
}

} // namespace

// One test for each kind of vectors that this machine has.
class vector_kernel : public vector_test
{};

TEST_P(vector_kernel, random_letters)
{
    auto generator = reference::make_generator();
    for (unsigned const planes : {2u, 4u, 5u, 8u})
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
                        check<cpu::lcs_recurrence>(first, second, planes, keeps_columns);
                        check<cpu::edit_steps<plan::preference::gaps_first>>(first, second, planes, keeps_columns);
                        check<cpu::edit_steps<plan::preference::diagonal_first>>(first, second, planes, keeps_columns);
                        if (HasFatalFailure())
                            return;
                    }
                }
            }
        }
    }
}

// Letters that need more than two planes are rare, in the rows, the columns or both; but some words are full of them.
TEST_P(vector_kernel, rare_letters)
{
    auto generator = reference::make_generator();
    auto const few_rare = [&](std::size_t const size, unsigned const alphabet, std::size_t const distance)
    {
        letters sequence = reference::random_letters(generator, size, 4);
        for (std::size_t i = reference::random_size(generator, distance); i < size;
             i += 1 + reference::random_size(generator, distance))
            sequence[i] = static_cast<std::uint8_t>(reference::random_size(generator, alphabet - 1));
        return sequence;
    };
    for (unsigned const planes : {4u, 5u, 8u})
        for (std::size_t const row_distance : {2, 60, 10'000})
            for (std::size_t const column_distance : {2, 60, 10'000})
            {
                std::vector<letters> first(8);
                std::vector<letters> second(8);
                for (unsigned lane = 0; lane < 8; ++lane)
                {
                    first[lane] = few_rare(320, 1u << std::min(planes, 7u), row_distance);
                    second[lane] =
                        few_rare(reference::random_size(generator, 200), 1u << std::min(planes, 7u), column_distance);
                }
                for (bool const keeps_columns : {false, true})
                {
                    check<cpu::lcs_recurrence>(first, second, planes, keeps_columns);
                    check<cpu::edit_steps<plan::preference::gaps_first>>(first, second, planes, keeps_columns);
                    check<cpu::edit_steps<plan::preference::diagonal_first>>(first, second, planes, keeps_columns);
                    if (HasFatalFailure())
                        return;
                }
            }
}

TEST_P(vector_kernel, longest_carries)
{
    letters const same(640, 3);
    letters alternating(640);
    for (std::size_t i = 0; i < alternating.size(); ++i)
        alternating[i] = static_cast<std::uint8_t>(i % 2);
    check<cpu::lcs_recurrence>(
        {same, same, alternating, alternating, same, same, alternating, alternating},
        {letters(150, 3), letters(150, 2), letters(150, 1), alternating, same, letters(1, 3), letters(63, 0), {}},
        2,
        true);
}

INSTANTIATE_TEST_SUITE_P(all_targets, vector_kernel, ::testing::ValuesIn(vector_targets()), vector_target_name);
