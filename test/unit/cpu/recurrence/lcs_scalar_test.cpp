// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/cpu/recurrence/lcs_scalar.hpp"

using namespace seqan3_gpulcs;

namespace
{

template <typename chain_t>
struct strip_kernel : public ::testing::Test
{
    // A whole matrix of one strip, against the plain one.
    template <unsigned words, unsigned bits>
    void check(std::mt19937_64 & generator, std::size_t const columns)
    {
        unsigned const letters = bits == 2 ? 4 : bits == 4 ? 16 : 200;
        auto const first = reference::random_letters(generator, words * 64, letters);
        auto const second = reference::random_letters(generator, columns, letters);
        auto const cells = reference::lcs_matrix(first, second);

        std::vector<std::uint64_t> match(letters * words);
        for (std::size_t row = 0; row < first.size(); ++row)
            match[first[row] * words + row / 64] |= std::uint64_t{1} << row % 64;

        std::vector<std::uint64_t> codes((columns * bits + 63) / 64);
        for (std::size_t column = 0; column < columns; ++column)
            codes[column * bits / 64] |= std::uint64_t{second[column]} << column * bits % 64;

        std::vector<std::uint64_t> vertical(words, ~std::uint64_t{0});
        std::vector<std::uint64_t> horizontal((columns + 63) / 64, 0);
        cpu::strip_segment segment{};
        segment.vertical = vertical.data();
        segment.match = match.data();
        segment.codes = codes.data();
        segment.horizontal = horizontal.data();
        segment.columns = columns;
        cpu::run_strip<words, bits, false, chain_t>(segment);

        for (std::size_t row = 0; row < first.size(); ++row)
            ASSERT_EQ((vertical[row / 64] >> row % 64 & 1) == 0, cells[row + 1].back() != cells[row].back());
        for (std::size_t column = 0; column < columns; ++column)
            ASSERT_EQ((horizontal[column / 64] >> (63 - column % 64) & 1) == 1,
                      cells.back()[column + 1] != cells.back()[column]);
    }
};

// The portable chain of carries is what other processors get.
using chains = ::testing::Types<cpu::portable_carry_chain, cpu::carry_chain>;

} // namespace

TYPED_TEST_SUITE(strip_kernel, chains, );

TYPED_TEST(strip_kernel, computes_a_strip)
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
