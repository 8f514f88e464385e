// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <vector>

#include <reference/random_sequence.hpp>

#include "unit/cpu/recurrence/differences.hpp"

using namespace seqan3_gpulcs;

namespace
{

template <typename recurrence_t, typename chain_t = cpu::carry_chain>
struct recurrence_and_chain
{
    using recurrence = recurrence_t;
    using chain = chain_t;
};

template <typename types_t>
class scalar_kernel : public ::testing::Test
{
protected:
    using recurrence_t = typename types_t::recurrence;
    static constexpr unsigned state_words{recurrence_t::state_words};
    static constexpr unsigned carry_words{recurrence_t::carry_words};

    static constexpr unsigned kept_words{recurrence_t::kept_words};

    // A whole matrix of two strips, against the plain one.
    template <unsigned words, unsigned bits>
    void check(std::mt19937_64 & generator, std::size_t const columns)
    {
        unsigned const letters = bits == 2 ? 4 : bits == 4 ? 16 : 200;
        auto const first = reference::random_letters(generator, 2 * words * 64, letters);
        auto const second = reference::random_letters(generator, columns, letters);
        auto const cells = cpu::plain_matrix<recurrence_t>(first, second);

        std::vector<std::uint64_t> codes((columns * bits + 63) / 64);
        for (std::size_t column = 0; column < columns; ++column)
            codes[column * bits / 64] |= std::uint64_t{second[column]} << column * bits % 64;

        std::vector<std::uint64_t> horizontal{};
        for (std::size_t column = 0; column < columns; column += 64)
            horizontal.insert(horizontal.end(), recurrence_t::upper_border.begin(), recurrence_t::upper_border.end());
        for (std::size_t begin = 0; begin < first.size(); begin += words * 64)
        {
            std::vector<std::uint64_t> match(letters * words);
            for (std::size_t row = 0; row < words * 64; ++row)
                match[first[begin + row] * words + row / 64] |= std::uint64_t{1} << row % 64;
            std::vector<std::uint64_t> vertical{};
            for (unsigned word = 0; word < words; ++word)
                vertical.insert(vertical.end(), recurrence_t::left_border.begin(), recurrence_t::left_border.end());
            std::vector<std::uint64_t> kept(columns * words * kept_words);

            cpu::strip_segment const segment{.vertical = vertical.data(),
                                             .match = match.data(),
                                             .codes = codes.data(),
                                             .horizontal = horizontal.data(),
                                             .columns = columns,
                                             .kept = kept.data(),
                                             .kept_column_words = words * kept_words};
            cpu::run_strip<recurrence_t, words, bits, true, typename types_t::chain>(segment);

            for (std::size_t column = 0; column < columns; ++column)
                for (std::size_t row = 0; row < words * 64; ++row)
                    ASSERT_TRUE(cpu::is_kept<recurrence_t>(kept.data() + (column * words + row / 64) * kept_words,
                                                           1,
                                                           cells,
                                                           {begin + row + 1, column + 1},
                                                           first[begin + row] == second[column]))
                        << "row " << row << ", column " << column;
            for (std::size_t row = 0; row < words * 64; ++row)
                ASSERT_EQ(cpu::increment<recurrence_t>(vertical.data() + row / 64 * state_words, 1, row % 64),
                          cells[begin + row + 1][columns] - cells[begin + row][columns]);
        }

        for (std::size_t column = 0; column < columns; ++column)
        {
            std::array<std::uint64_t, carry_words> carries;
            std::copy_n(horizontal.begin() + static_cast<std::ptrdiff_t>(column / 64 * carry_words),
                        carry_words,
                        carries.begin());
            ASSERT_EQ(cpu::width(carries, std::uint64_t{1} << (63 - column % 64)),
                      cells.back()[column + 1] - cells.back()[column])
                << "column " << column;
        }
    }
};

// The portable chain of carries is what other processors get. Edit distances have none.
using types = ::testing::Types<recurrence_and_chain<cpu::lcs_recurrence, cpu::portable_carry_chain>,
                               recurrence_and_chain<cpu::lcs_recurrence>,
                               recurrence_and_chain<cpu::edit_steps<plan::preference::gaps_first>>,
                               recurrence_and_chain<cpu::edit_steps<plan::preference::diagonal_first>>>;

} // namespace

TYPED_TEST_SUITE(scalar_kernel, types, );

TYPED_TEST(scalar_kernel, computes_strips)
{
    auto generator = reference::make_generator();
    for (std::size_t const columns : {1, 31, 63, 64, 65, 200})
    {
        this->template check<1, 2>(generator, columns);
        this->template check<2, 4>(generator, columns);
        this->template check<3, 8>(generator, columns);
        this->template check<4, 2>(generator, columns);
    }
}
