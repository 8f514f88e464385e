// SPDX-License-Identifier: BSD-3-Clause

#include <bit>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/exception.hpp>

#include "src/cpu/strip/last_column.hpp"
#include "src/cpu/strip/strip_cut.hpp"
#include "src/cpu/strip/vector_strip.hpp"
#include "src/plan/matrix_border.hpp"
#include "unit/cpu/recurrence/differences.hpp"
#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;
using letters = std::vector<std::uint8_t>;

namespace
{

template <cpu::recurrence recurrence_t>
auto plain_cells(letters const & first, letters const & second, alignment::free_ends const & ends)
{
    if constexpr (recurrence_t::metric == plan::metric::edit)
        return reference::edit_matrix(first, second, ends);
    else
        return reference::lcs_matrix(first, second);
}

// Compares the growth of the last column's cells, as the state gives it, with the cells of the oracle.
template <cpu::recurrence recurrence_t>
void expect_state(std::vector<std::uint64_t> const & vertical, auto const & cells)
{
    for (std::size_t row = 0; row + 1 < cells.size(); ++row)
        ASSERT_EQ(cpu::increment<recurrence_t>(vertical.data() + row / 64 * recurrence_t::state_words, 1, row % 64),
                  cells[row + 1].back() - cells[row].back())
            << row;
}

template <cpu::recurrence recurrence_t>
void expect_last_column(letters const & first, letters const & second, alignment::free_ends const & ends)
{
    cpu::vector_kernel const kernel = cpu::choose_vector_kernel<recurrence_t>();
    if (!cpu::count_vector_steps(first.size(), second.size(), recurrence_t::metric, kernel))
        return;
    auto const packed_first = packing::pack(first);
    auto const packed_second = packing::pack(second);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    auto vertical = plan::left_border(recurrence_t::metric, first.size(), ends.first_leading);
    auto horizontal = plan::upper_border(recurrence_t::metric, second.size(), ends.second_leading);
    auto const upper = horizontal;
    cpu::compute_last_column<recurrence_t>(kernel,
                                           {.rows = packed_first,
                                            .columns = packed_second,
                                            .region = {0, first.size(), 0, second.size()},
                                            .borders = {vertical, horizontal},
                                            .metric = recurrence_t::metric},
                                           control);
    EXPECT_EQ(horizontal, upper);
    EXPECT_NEAR(control.cells_done(), static_cast<double>(first.size()) * static_cast<double>(second.size()), 1);
    expect_state<recurrence_t>(vertical, plain_cells<recurrence_t>(first, second, ends));
}

// Also of matrices that would be too small.
template <cpu::recurrence recurrence_t>
void expect_diagonals(letters const & first, letters const & second, unsigned const alphabet)
{
    cpu::vector_kernel const kernel = cpu::choose_vector_kernel<recurrence_t>();
    if (!kernel.compute_diagonals)
        return;
    std::vector<std::uint64_t> vertical = plan::left_border(recurrence_t::metric, first.size());
    packing::coded_letters const rows{first, nullptr, alphabet};
    packing::coded_letters const columns{second, nullptr, alphabet};
    cpu::compute_diagonals<recurrence_t>(kernel,
                                         {rows, columns, static_cast<unsigned>(std::bit_width(alphabet - 1))},
                                         recurrence_t::upper_border,
                                         vertical);
    expect_state<recurrence_t>(vertical, plain_cells<recurrence_t>(first, second, {}));
}

} // namespace

class last_column : public vector_test
{};

INSTANTIATE_TEST_SUITE_P(targets, last_column, ::testing::ValuesIn(vector_targets()), vector_target_name);

// One to four vectors along diagonals, and strips; fewer columns than words, lanes without rows, a last word with a single row, a last
// block with a single column; two to eight planes.
TEST_P(last_column, equals_that_of_a_plain_program)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {65u, 200u, 257u, 700u, 960u, 1024u, 1025u, 1537u, 2048u, 2049u})
        for (std::size_t const columns : {1u, 256u, 833u, 1024u, 1300u})
            for (unsigned const alphabet : {1u, 4u, 20u, 200u})
            {
                SCOPED_TRACE(::testing::Message() << rows << " x " << columns << ", " << alphabet << " letters");
                letters const first = reference::random_letters(generator, rows, alphabet);
                letters second = reference::mutate(generator, first, alphabet, 20);
                second.resize(columns, 0);
                expect_last_column<cpu::lcs_recurrence>(first, second, {});
                bool const is_free = reference::random_size(generator, 1) == 1;
                expect_last_column<cpu::edit_recurrence>(first,
                                                         second,
                                                         {.first_leading = is_free, .second_leading = !is_free});
                expect_last_column<cpu::edit_recurrence>(first, second, {});
            }
}

// Fewer columns than words, and than bits of a word.
TEST_P(last_column, diagonals_of_small_matrices)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {1u, 64u, 65u, 256u, 500u, 1024u})
        for (std::size_t const columns : {1u, 2u, 7u, 16u, 63u, 64u, 65u, 200u})
            for (unsigned const alphabet : {2u, 4u, 20u, 200u})
            {
                SCOPED_TRACE(::testing::Message() << rows << " x " << columns << ", " << alphabet << " letters");
                letters const first = reference::random_letters(generator, rows, alphabet);
                letters const second = reference::random_letters(generator, columns, alphabet);
                expect_diagonals<cpu::lcs_recurrence>(first, second, alphabet);
                expect_diagonals<cpu::edit_recurrence>(first, second, alphabet);
            }
}

TEST(vector_steps, which_matrices_are_for_vectors)
{
    cpu::vector_kernel const eight{8, nullptr, [](cpu::diagonal_matrix const &) {}};
    auto const steps = [&](std::uint64_t const rows, std::uint64_t const columns)
    {
        return cpu::count_vector_steps(rows, columns, plan::metric::lcs, eight);
    };
    // 16 words in two vectors, a column apart; then a vector of words at 64 columns.
    EXPECT_EQ(steps(1000, 1000), 2 * (1000 + 16));
    EXPECT_EQ(steps(1000, cpu::max_diagonal_columns), 2 * (cpu::max_diagonal_columns + 16));
    EXPECT_EQ(steps(1000, cpu::max_diagonal_columns + 1), 64 * 2 * (129 + 7));
    EXPECT_EQ(steps(1000, cpu::min_diagonal_columns - 1), 64 * 2 * (4 + 7));
    EXPECT_EQ(steps(2048, 3000), 4 * (3000 + 32));
    EXPECT_EQ(steps(2049, 3000), 64 * 5 * (47 + 7));
    // Too short for all lanes to be busy, too tall for one strip, and none at all.
    EXPECT_EQ(steps(64, 1000), std::nullopt);
    EXPECT_EQ(steps(1000, 10), std::nullopt);
    EXPECT_EQ(steps(0, 0), std::nullopt);
    std::uint64_t const tallest = 64 * 8 * cpu::max_lane_words;
    EXPECT_TRUE(steps(tallest, 10'000));
    EXPECT_FALSE(steps(tallest + 1, 10'000));
    // Without diagonals, and with too few lanes.
    EXPECT_EQ(cpu::count_vector_steps(1000, 1000, plan::metric::edit, {8, nullptr, nullptr}), 64 * 2 * (16 + 7));
    EXPECT_EQ(cpu::count_vector_steps(10'000, 10'000, plan::metric::edit, {2, nullptr, nullptr}), std::nullopt);
}

// One thread tells how far it has come, and stops soon, along diagonals and by a strip.
TEST(vector_steps, progress_and_stop)
{
    auto generator = reference::make_generator();
    for (auto const & [rows, columns] : {std::pair{600u, 5'000u}, {600u, 3'000'000u}, {9'000u, 5'000'000u}})
    {
        auto const first = packing::pack(reference::random_letters(generator, rows, 4));
        auto const second = packing::pack(reference::random_letters(generator, columns, 4));
        double last = 0;
        unsigned reports = 0;
        plan::execution execution{.backend = plan::backend::cpu, .threads = 1};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_GE(progress.cells_done, last);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            last = progress.cells_done;
            ++reports;
        };
        edit::distance(first, second, execution);
        EXPECT_EQ(last, 1.0 * rows * columns);
        if (rows < 9'000)
            continue;
        EXPECT_GT(reports, 1u);
        std::stop_source source{};
        execution.stop = source.get_token();
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_LT(progress.cells_done, 0.9 * progress.cells_total);
            source.request_stop();
        };
        EXPECT_THROW(edit::distance(first, second, execution), operation_stopped);
    }
}

// Along diagonals, by a strip, and with rows of either sequence.
TEST(vector_steps, the_value_is_that_of_the_plain_matrix_whatever_is_free)
{
    auto generator = reference::make_generator();
    for (unsigned bits = 0; bits < 16; ++bits)
        for (auto const & [first_size, second_size] : {std::pair{1000u, 1200u}, {1400u, 900u}, {2300u, 2100u}})
        {
            alignment::free_ends const ends{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
            letters const first = reference::random_letters(generator, first_size, 4);
            letters second = reference::mutate(generator, first, 4, 10);
            second.resize(second_size, 1);
            auto const packed_first = packing::pack(first);
            auto const packed_second = packing::pack(second);
            for (auto const end : {alignment::end_choice::last, alignment::end_choice::first})
            {
                SCOPED_TRACE(::testing::Message() << "bits " << bits << ", " << first_size << " x " << second_size);
                alignment::sequence_pair const pair{packed_first, packed_second};
                auto const found = edit::compute({&pair, 1},
                                                 {.ends = ends, .end = end},
                                                 {.backend = plan::backend::cpu, .threads = 1});
                auto const expected =
                    reference::edit_traceback(first, second, {ends, alignment::preference::gaps_first, end});
                EXPECT_EQ(found.front().distance, static_cast<std::uint64_t>(expected.distance));
                EXPECT_EQ(found.front().first.end, expected.first_end);
                EXPECT_EQ(found.front().second.end, expected.second_end);
            }
        }
}
