// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <reference/random_sequence.hpp>
#include <reference/strings.hpp>

#include "src/scan/edit_automaton.hpp"

using namespace seqan3_gpulcs;

namespace
{

constexpr std::uint64_t any_row{~std::uint64_t{0}};
constexpr std::string_view letters{"ACGT"};

// The plain recurrence: the fewest edits between beginnings of a pattern, element by element, and all letters read.
class plain_column
{
public:
    plain_column(std::string const & pattern, scan::gap_rows const & gaps) :
        pattern_{pattern},
        gaps_{gaps},
        distances_(pattern.size() + 1, too_many)
    {
        distances_[0] = 0;
        delete_letters();
    }

    void read(char const letter)
    {
        std::vector<unsigned> next(distances_.size(), too_many);
        for (std::size_t row = 0; row < next.size(); ++row)
        {
            if (row != 0)
                next[row] = distances_[row - 1] + (pattern_[row - 1] == letter ? 0 : 1);
            if ((gaps_.insertions >> row & 1) != 0)
                next[row] = std::min(next[row], distances_[row] + 1);
        }
        distances_ = next;
        delete_letters();
    }

    unsigned distance(std::size_t const row) const
    {
        return distances_[row];
    }

private:
    static constexpr unsigned too_many{1000};

    void delete_letters()
    {
        for (std::size_t row = 1; row < distances_.size(); ++row)
            if ((gaps_.deletions >> (row - 1) & 1) != 0)
                distances_[row] = std::min(distances_[row], distances_[row - 1] + 1);
    }

    std::string const & pattern_;
    scan::gap_rows gaps_;
    std::vector<unsigned> distances_;
};

template <unsigned max_edits>
void expect_rows(scan::edit_automaton<max_edits> const & state, plain_column const & column, std::size_t const size)
{
    for (unsigned edits = 0; edits <= max_edits; ++edits)
    {
        bool is_empty = true;
        for (std::size_t row = 0; row <= size; ++row)
        {
            ASSERT_EQ(state.reaches(row, edits), column.distance(row) <= edits) << row << ", " << edits;
            is_empty = is_empty && column.distance(row) > edits;
        }
        ASSERT_EQ(state.is_empty(edits), is_empty);
    }
}

template <unsigned max_edits>
void compare(std::string const & pattern, std::string const & text, scan::gap_rows gaps)
{
    // An automaton may have rows below the last one of a pattern, which no letter matches.
    gaps.deletions &= (std::uint64_t{1} << pattern.size()) - 1;
    std::array<std::uint64_t, 4> match{};
    for (std::size_t i = 0; i < pattern.size(); ++i)
        match[letters.find(pattern[i])] |= std::uint64_t{1} << i;
    std::uint64_t const rows = (std::uint64_t{2} << pattern.size()) - 1;

    auto state = scan::edit_automaton<max_edits>::start(gaps);
    plain_column column{pattern, gaps};
    expect_rows(state, column, pattern.size());
    for (char const letter : text)
    {
        state = state.step(match[letters.find(letter)], gaps);
        for (std::uint64_t & each : state.rows)
            each &= rows;
        column.read(letter);
        expect_rows(state, column, pattern.size());
    }
}

} // namespace

TEST(edit_automaton, distances)
{
    auto generator = reference::make_generator();
    for (unsigned round = 0; round < 200 * reference::test_rounds(); ++round)
    {
        std::string const pattern = reference::random_text(generator, reference::random_size(generator, 63), "ACGT");
        std::string text = pattern;
        for (unsigned i = 0; i < 3 && !text.empty(); ++i)
            switch (std::size_t const at = reference::random_size(generator, text.size() - 1);
                    reference::random_size(generator, 2))
            {
            case 0:
                text[at] = 'A';
                break;
            case 1:
                text.erase(at, 1);
                break;
            default:
                text.insert(at, "C");
            }
        for (scan::gap_rows const gaps : {scan::gap_rows{},
                                          scan::gap_rows{any_row, any_row},
                                          scan::gap_rows{any_row, any_row << 1},
                                          scan::gap_rows{.insertions = any_row}})
        {
            compare<0>(pattern, text, gaps);
            compare<1>(pattern, text, gaps);
            compare<4>(pattern, text, gaps);
        }
    }
}

// An automaton with few edits goes on as one that allows more of them.
TEST(edit_automaton, widen)
{
    scan::gap_rows const gaps{any_row, any_row};
    scan::edit_automaton<1> const narrow{{0b100, 0b110}};
    EXPECT_EQ(scan::edit_automaton<3>::widen(narrow, {}).rows,
              (std::array<std::uint64_t, 4>{0b100, 0b110, 0b110, 0b110}));
    EXPECT_EQ(scan::edit_automaton<3>::widen(narrow, gaps).rows,
              (std::array<std::uint64_t, 4>{0b100, 0b1110, 0b11110, 0b111110}));
    EXPECT_EQ(scan::edit_automaton<0>::widen(narrow, gaps).rows, (std::array<std::uint64_t, 1>{0b100}));
}
