// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <cpu/wide_strip.hpp>
#include <hwy/highway.h>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

// A whole matrix of one strip, against the plain one; with and without keeping all columns.
void check(letters const & first, letters const & second, unsigned const vectors, unsigned const bits)
{
    auto const cells = reference::lcs_matrix(first, second);
    std::size_t const words = (first.size() + 63) / 64;
    std::size_t const all_words = vectors * cpu::vector_words();
    ASSERT_LE(words, all_words);

    struct alignas(64) aligned_words
    {
        std::array<std::uint64_t, 256 * 64> match{};
        std::array<std::uint64_t, 64> vertical{};
    };
    auto const data = std::make_unique<aligned_words>();
    for (std::size_t row = 0; row < first.size(); ++row)
        data->match[first[row] * all_words + row / 64] |= std::uint64_t{1} << row % 64;

    std::vector<std::uint64_t> codes((second.size() * bits + 63) / 64);
    for (std::size_t column = 0; column < second.size(); ++column)
        codes[column * bits / 64] |= std::uint64_t{second[column]} << column * bits % 64;

    // Kept columns lie close together: a word too many would show in the next one.
    std::vector<std::uint64_t> kept(second.size() * (words + 1), 42);
    for (bool const keep : {false, true})
    {
        data->vertical.fill(~std::uint64_t{0});
        std::vector<std::uint64_t> horizontal((second.size() + 63) / 64, 0);
        cpu::strip_segment segment{};
        segment.vertical = data->vertical.data();
        segment.match = data->match.data();
        segment.codes = codes.data();
        segment.horizontal = horizontal.data();
        segment.columns = second.size();
        segment.kept = keep ? kept.data() : nullptr;
        segment.kept_column_words = words + 1;
        cpu::run_wide_strip(segment, vectors, bits, static_cast<unsigned>(words));

        for (std::size_t row = 0; row < first.size(); ++row)
            ASSERT_EQ((data->vertical[row / 64] >> row % 64 & 1) == 0, cells[row + 1].back() != cells[row].back());
        for (std::size_t column = 0; column < second.size(); ++column)
            ASSERT_EQ((horizontal[column / 64] >> (63 - column % 64) & 1) == 1,
                      cells.back()[column + 1] != cells.back()[column]);
    }

    for (std::size_t column = 0; column < second.size(); ++column)
    {
        for (std::size_t row = 0; row < first.size(); ++row)
            ASSERT_EQ((kept[column * (words + 1) + row / 64] >> row % 64 & 1) == 0,
                      cells[row + 1][column + 1] != cells[row][column + 1]);
        ASSERT_EQ(kept[column * (words + 1) + words], 42u);
    }
}

} // namespace

// One test for each kind of vectors that this machine has.
class wide_strip : public ::testing::TestWithParam<std::int64_t>
{
protected:
    void SetUp() override
    {
        hwy::SetSupportedTargetsForTest(GetParam());
        hwy::GetChosenTarget().Update(GetParam());
    }

    void TearDown() override
    {
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

TEST_P(wide_strip, random_letters)
{
    auto generator = reference::make_generator();
    for (unsigned vectors = 1; vectors <= cpu::most_vectors; ++vectors)
    {
        std::size_t const most = vectors * cpu::vector_words() * 64;
        for (std::size_t const rows : {most, most - 1, most - 64, most - 65 + 2 * cpu::vector_words()})
        {
            for (std::size_t const columns : {1, 63, 64, 65, 130})
            {
                check(reference::random_letters(generator, rows, 4),
                      reference::random_letters(generator, columns, 4),
                      vectors,
                      2);
                check(reference::random_letters(generator, rows, 16),
                      reference::random_letters(generator, columns, 16),
                      vectors,
                      4);
                check(reference::random_letters(generator, rows, 200),
                      reference::random_letters(generator, columns, 200),
                      vectors,
                      8);
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

TEST_P(wide_strip, longest_carries)
{
    for (unsigned const vectors : {1u, 3u, 8u})
    {
        std::size_t const rows = vectors * cpu::vector_words() * 64;
        letters alternating(rows);
        for (std::size_t i = 0; i < rows; ++i)
            alternating[i] = static_cast<std::uint8_t>(i % 2);

        check(letters(rows, 3), letters(150, 3), vectors, 2);
        check(letters(rows, 3), letters(150, 2), vectors, 2);
        check(alternating, letters(150, 1), vectors, 2);
        check(alternating, {alternating.begin(), alternating.begin() + 100}, vectors, 2);
    }
}

INSTANTIATE_TEST_SUITE_P(all_targets,
                         wide_strip,
                         ::testing::ValuesIn(
                             []()
                             {
                                 std::vector<std::int64_t> targets{};
                                 for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0;
                                      rest &= rest - 1)
                                     targets.push_back(rest & -rest);
                                 return targets;
                             }()),
                         [](auto const & info)
                         {
                             return std::string{hwy::TargetName(info.param)};
                         });
