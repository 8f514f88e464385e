// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/tile_traceback.hpp"

#include <array>
#include <bit>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"

namespace seqan3_gpulcs::traceback
{

namespace
{

// The rows and columns that are looked up at a time.
constexpr int window{3};
constexpr unsigned window_mask{(1u << window) - 1};

// The path through a window, from its lower right corner until it leaves at the top or the left. The table should stay in the
// L1 cache.
struct window_path
{
    std::uint16_t codes{}; // The steps as path_steps keeps them.
    std::uint8_t bits{};   // Two for each.
    std::uint8_t size{};   // The rows in the lower four bits, the columns in the upper four.

    int rows() const noexcept
    {
        return size % 16;
    }

    int columns() const noexcept
    {
        return size / 16;
    }
};

/* By the bits of V in the window: the last rows of the last column lowest, the upper row of each column first; then those of
 * the column before, up to the one before the window.
 */
constexpr auto window_paths = []()
{
    std::array<window_path, 1u << window * (window + 1)> paths{};
    for (unsigned bits = 0; bits < paths.size(); ++bits)
    {
        auto const is_one = [&](int const row, int const column)
        {
            return (bits >> (window * column + window - 1 - row) & 1) != 0;
        };
        window_path & steps = paths[bits];
        int row = 0;
        int column = 0;
        while (row < window && column < window)
        {
            step const next = is_one(row, column) ? step::up : is_one(row, column + 1) ? step::diagonal : step::left;
            row += next != step::left;
            column += next != step::up;
            steps.codes = static_cast<std::uint16_t>(steps.codes | static_cast<unsigned>(next) << steps.bits);
            steps.bits = static_cast<std::uint8_t>(steps.bits + 2);
        }
        steps.size = static_cast<std::uint8_t>(row + 16 * column);
    }
    return paths;
}();

// The number of ones at the end of the first `size` bits of V after a number of columns.
std::uint64_t
count_last_ones(cpu::kept_columns const & columns, std::uint64_t const column, std::uint64_t const size) noexcept
{
    std::uint64_t count = 0;
    while (count < size)
    {
        std::uint64_t const last = size - count - 1;
        auto const in_word = static_cast<unsigned>(last % 64 + 1);
        std::uint64_t const word = columns.left_word(last / 64)[column * columns.distance];
        auto const ones = static_cast<unsigned>(std::countl_zero(~(word << (64 - in_word))));
        if (ones < in_word)
            return count + ones;
        count += in_word;
    }
    return count;
}

} // namespace

template <>
plan::matrix_cell
trace_columns<cpu::lcs_recurrence>(cpu::kept_columns const & columns, plan::matrix_cell const from, path_steps & path)
{
    std::uint64_t row = from.row;
    std::uint64_t column = from.column;
    auto const distance = static_cast<std::ptrdiff_t>(columns.distance);
    step_packer to = path.add_steps();
    while (row > 0 && column > 0)
    {
        // Windows whose rows lie in one word, until the path runs straight up through a window: many more rows may
        // follow then.
        std::uint64_t const rows_above = (row - 1) / 64 * 64;
        auto remaining_rows = static_cast<int>(row - rows_above);
        auto remaining_columns = static_cast<std::ptrdiff_t>(column);
        std::uint64_t const * word = columns.left_word(rows_above / 64) + remaining_columns * distance;
        while (remaining_rows >= window && remaining_columns >= window)
        {
            unsigned bits = 0;
            for (int i = 0; i <= window; ++i)
                bits |= static_cast<unsigned>(word[-i * distance] >> (remaining_rows - window) & window_mask)
                     << window * i;
            if ((bits & window_mask) == window_mask)
                break;
            window_path const & steps = window_paths[bits];
            to.add(steps.codes, steps.bits);
            remaining_rows -= steps.rows();
            remaining_columns -= steps.columns();
            word -= steps.columns() * distance;
        }
        row = rows_above + static_cast<std::uint64_t>(remaining_rows);
        column = static_cast<std::uint64_t>(remaining_columns);
        if (row == 0 || column == 0)
            break;

        // Up as long as the matrix does not shrink: to the last increment of the column, however far that is.
        std::uint64_t const up = count_last_ones(columns, column, row);
        to.add(step::up, up);
        row -= up;
        if (up != 0 || row == 0)
            continue;
        // The path goes left if the column before has this increment, too: then the cell before is equal. Otherwise the letters match.
        bool const is_match = columns.bit(column - 1, row - 1);
        to.add(static_cast<std::uint64_t>(is_match ? step::diagonal : step::left), 2);
        row -= is_match;
        --column;
    }
    path.end_steps(to);
    return {row, column};
}

namespace
{

// The step from a cell, by the words that are kept for edit distances.
template <plan::preference preferred>
step edit_step(std::uint64_t const * const words,
               std::size_t const distance,
               unsigned const bit,
               step const last) noexcept
{
    auto const is_set = [&](unsigned const which)
    {
        return static_cast<unsigned>(words[which * distance] >> bit & 1);
    };
    if constexpr (preferred == plan::preference::diagonal_first)
        if ((last == step::up && is_set(2)) || (last == step::left && is_set(3)))
            return last;
    return static_cast<step>(is_set(0) | is_set(1) << 1);
}

// The matches that are looked up at a time.
constexpr unsigned run{4};
constexpr std::uint64_t all_diagonal{(1u << 2 * run) - 1};

// Whether so many matches follow each other, from a row of a word on.
bool is_run(std::uint64_t const * words, cpu::kept_columns const & columns, unsigned const bit) noexcept
{
    std::uint64_t are_matches = 1;
    for (unsigned i = 0; i < run; ++i)
    {
        are_matches &= (words[0] & words[columns.word_distance]) >> (bit - i);
        words -= columns.distance;
    }
    return are_matches != 0;
}

template <plan::preference preferred>
plan::matrix_cell trace_edit_columns(cpu::kept_columns const & columns, plan::matrix_cell const & from, path_steps & path)
{
    std::uint64_t row = from.row;
    std::uint64_t column = from.column;
    step last = path.last();
    step_packer to = path.add_steps();
    while (row > 0 && column > 0)
    {
        auto const bit = static_cast<unsigned>((row - 1) % 64);
        std::uint64_t const * const words = columns.left_word((row - 1) / 64) + column * columns.distance;
        // Matching letters are mostly followed by more of them.
        if (last == step::diagonal && bit + 1 >= run && column >= run && is_run(words, columns, bit))
        {
            to.add(all_diagonal, 2 * run);
            row -= run;
            column -= run;
            continue;
        }
        last = edit_step<preferred>(words, columns.word_distance, bit, last);
        to.add(static_cast<std::uint64_t>(last), 2);
        row -= last != step::left;
        column -= last != step::up;
    }
    path.end_steps(to);
    return {row, column};
}

} // namespace

template <>
plan::matrix_cell trace_columns<cpu::edit_steps<plan::preference::gaps_first>>(cpu::kept_columns const & columns,
                                                                               plan::matrix_cell const from,
                                                                               path_steps & path)
{
    return trace_edit_columns<plan::preference::gaps_first>(columns, from, path);
}

template <>
plan::matrix_cell trace_columns<cpu::edit_steps<plan::preference::diagonal_first>>(cpu::kept_columns const & columns,
                                                                                   plan::matrix_cell const from,
                                                                                   path_steps & path)
{
    return trace_edit_columns<plan::preference::diagonal_first>(columns, from, path);
}

template <cpu::recurrence recurrence_t>
plan::matrix_cell trace_matrix(cpu::kept_columns const & columns,
                               plan::matrix_cell const & end,
                               alignment::free_ends const & ends,
                               path_steps & path)
{
    path_begin const begin{trace_columns<recurrence_t>(columns, end, path), ends};
    path.add(begin.rest);
    return begin.cell;
}

template plan::matrix_cell trace_matrix<cpu::lcs_recurrence>(cpu::kept_columns const &,
                                                             plan::matrix_cell const &,
                                                             alignment::free_ends const &,
                                                             path_steps &);
template plan::matrix_cell trace_matrix<cpu::edit_steps<plan::preference::gaps_first>>(cpu::kept_columns const &,
                                                                                       plan::matrix_cell const &,
                                                                                       alignment::free_ends const &,
                                                                                       path_steps &);
template plan::matrix_cell trace_matrix<cpu::edit_steps<plan::preference::diagonal_first>>(cpu::kept_columns const &,
                                                                                           plan::matrix_cell const &,
                                                                                           alignment::free_ends const &,
                                                                                           path_steps &);

} // namespace seqan3_gpulcs::traceback
