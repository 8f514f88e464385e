// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>

#include "src/cpu/strip/diagonal_pass.hpp"
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

// The last column of a matrix, or nothing.
template <cpu::recurrence recurrence_t>
void expect_last_column(letters const & first, letters const & second, alignment::free_ends const & ends)
{
    auto const packed_first = packing::pack(first);
    auto const packed_second = packing::pack(second);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    auto vertical = plan::left_border(recurrence_t::metric, first.size(), ends.first_leading);
    auto horizontal = plan::upper_border(recurrence_t::metric, second.size(), ends.second_leading);
    auto const upper = horizontal;
    bool const is_computed = cpu::compute_last_column<recurrence_t>(
        {packed_first, packed_second, {0, first.size(), 0, second.size()}, {vertical, horizontal}, {}},
        control);
    cpu::vector_kernel const kernel = cpu::choose_vector_kernel<recurrence_t>();
    bool const is_strip = cpu::one_strip(first.size(), second.size(), kernel.lanes).is_worthwhile(recurrence_t::metric);
    ASSERT_EQ(is_computed,
              is_strip || cpu::is_for_diagonals(first.size(), second.size(), recurrence_t::metric, kernel));
    EXPECT_EQ(horizontal, upper);
    if (!is_computed)
        return;
    EXPECT_EQ(control.cells_done(), static_cast<double>(first.size()) * static_cast<double>(second.size()));
    auto const cells = plain_cells<recurrence_t>(first, second, ends);
    for (std::size_t row = 0; row < first.size(); ++row)
        ASSERT_EQ(cpu::increment<recurrence_t>(vertical.data() + row / 64 * recurrence_t::state_words, 1, row % 64),
                  cells[row + 1].back() - cells[row].back())
            << row;
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

TEST(one_strip, lanes_and_steps)
{
    cpu::one_strip const strip{1000, 1000, 8};
    EXPECT_EQ(strip.lane_words(), 2u);
    EXPECT_EQ(strip.steps(), 16u + 7u);
    EXPECT_EQ(strip.vector_words(), 46u);
    EXPECT_TRUE(strip.is_worthwhile(plan::metric::lcs));
    // Too few lanes, too short for all lanes to be busy, too tall for one strip.
    EXPECT_FALSE(cpu::one_strip(1000, 1000, cpu::min_lanes - 1).is_worthwhile(plan::metric::lcs));
    EXPECT_FALSE(cpu::one_strip(1000, 64, 8).is_worthwhile(plan::metric::lcs));
    EXPECT_FALSE(cpu::one_strip(64, 1000, 8).is_worthwhile(plan::metric::lcs));
    EXPECT_FALSE(cpu::one_strip(0, 0, 8).is_worthwhile(plan::metric::lcs));
    std::uint64_t const tallest = 64 * 8 * cpu::max_lane_words;
    EXPECT_TRUE(cpu::one_strip(tallest, 10'000, 8).is_worthwhile(plan::metric::lcs));
    EXPECT_FALSE(cpu::one_strip(tallest + 1, 10'000, 8).is_worthwhile(plan::metric::lcs));
}

TEST(one_strip, the_value_is_that_of_the_plain_matrix_whatever_is_free)
{
    auto generator = reference::make_generator();
    for (unsigned bits = 0; bits < 16; ++bits)
        for (auto const & [first_size, second_size] : {std::pair{1000u, 1200u}, {1400u, 900u}})
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
