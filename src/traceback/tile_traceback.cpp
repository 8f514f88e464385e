// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/tile_traceback.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "src/cpu/recurrence/with_recurrence.hpp"

namespace seqan3_gpulcs::traceback
{

namespace
{

// The rows and columns that are looked up at a time.
constexpr int window{3};
constexpr unsigned window_mask{(1u << window) - 1};
constexpr unsigned only_matches{(1u << 2 * window) - 1};

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

// The cells of a diagonal that are looked up at a time.
constexpr unsigned run{8};

// The number of matches before a cell that has so many rows of a word above it, and columns before it: at most a run.
unsigned count_matches(std::uint64_t const * word, std::ptrdiff_t const distance, int const rows) noexcept
{
    std::uint64_t row = std::uint64_t{1} << (rows - 1);
    std::uint64_t matches = 0;
    for (unsigned i = 0; i < run; ++i, row >>= 1, word -= distance)
        matches |= word[-distance] & ~word[0] & row; // The increment is new in this column.
    return static_cast<unsigned>(std::countl_one(matches << (64 - rows)));
}

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

// Follows a path of longest common subsequences through a tile.
plan::matrix_cell follow_state(cpu::kept_columns const & columns, plan::matrix_cell const & from, path_steps & path)
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
            if (steps.codes != only_matches)
                continue;

            // Matches are mostly followed by more of them.
            for (unsigned count = run; count == run && remaining_rows >= int{run} && remaining_columns >= int{run};)
            {
                count = count_matches(word, distance, remaining_rows);
                to.add((1u << 2 * count) - 1, 2 * count);
                remaining_rows -= static_cast<int>(count);
                remaining_columns -= count;
                word -= count * distance;
            }
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

// Puts a zero above each bit, and the highest one first.
constexpr auto spread_bits = []()
{
    std::array<std::uint16_t, 1u << run> spread{};
    for (unsigned bits = 0; bits < spread.size(); ++bits)
        for (unsigned i = 0; i < run; ++i)
            spread[bits] = static_cast<std::uint16_t>(spread[bits] | (bits >> (run - 1 - i) & 1) << 2 * i);
    return spread;
}();

// Follows a path through a tile by the steps that are kept, and where gaps do not come first by those that keep gaps.
template <bool keeps_gaps>
class step_walk
{
public:
    step_walk(cpu::kept_columns const & columns, plan::matrix_cell const & from, path_steps & path) noexcept :
        columns_{columns},
        cell_{from},
        path_{path},
        last_{path.last()},
        to_{path.add_steps()}
    {}

    plan::matrix_cell follow()
    {
        while (cell_.row > 0 && cell_.column > 0)
        {
            if (keeps_gaps && last_ == step::up && is_set(2))
                go(step::up);
            else if (keeps_gaps && last_ == step::left && is_set(3))
                go(step::left);
            else
                follow_diagonal();
        }
        path_.end_steps(to_);
        return cell_;
    }

private:
    // The words of both bits of the steps from 64 rows of a column.
    struct step_words
    {
        std::uint64_t lower{};
        std::uint64_t upper{};
    };

    step_words read(std::uint64_t const * const words) const noexcept
    {
        return {words[0], words[columns_.word_distance]};
    }

    // The first word for the row of the cell.
    std::uint64_t const * words() const noexcept
    {
        return columns_.left_word((cell_.row - 1) / 64) + cell_.column * columns_.distance;
    }

    bool is_set(unsigned const which) const noexcept
    {
        return (words()[which * columns_.word_distance] >> (cell_.row - 1) % 64 & 1) != 0;
    }

    void go(step const next)
    {
        to_.add(static_cast<std::uint64_t>(next), 2);
        cell_.row -= next != step::left;
        cell_.column -= next != step::up;
        last_ = next;
    }

    // Rows of one word at a time.
    void go_up()
    {
        auto const bit = static_cast<unsigned>((cell_.row - 1) % 64);
        auto const [lower, upper] = read(words());
        auto const count = std::min(static_cast<unsigned>(std::countl_one((lower & ~upper) << (63 - bit))), bit + 1);
        to_.add(step::up, count);
        cell_.row -= count;
    }

    void go_left()
    {
        auto const bit = static_cast<unsigned>((cell_.row - 1) % 64);
        std::uint64_t count = 0;
        for (std::uint64_t const * word = words(); count < cell_.column; ++count, word -= columns_.distance)
            if (auto const [lower, upper] = read(word); ((upper & ~lower) >> bit & 1) == 0)
                break;
        to_.add(step::left, count);
        cell_.column -= count;
    }

    // The steps from some cells of the diagonal, the last cell in the top bits.
    step_words read_diagonal(unsigned const bit, unsigned const count) const noexcept
    {
        std::uint64_t const * word = words();
        std::uint64_t row = std::uint64_t{1} << bit;
        step_words found{};
        for (unsigned i = 0; i < count; ++i, word -= columns_.distance, row >>= 1)
        {
            auto const [lower, upper] = read(word);
            found.lower |= lower & row;
            found.upper |= upper & row;
        }
        return {found.lower << (63 - bit), found.upper << (63 - bit)};
    }

    // Along the diagonal as far as it goes, and then one step more if the cells that were looked up tell it.
    void follow_diagonal()
    {
        auto const bit = static_cast<unsigned>((cell_.row - 1) % 64);
        // The number is mostly constant.
        auto const [lower, upper] =
            cell_.column >= run ? read_diagonal(bit, run) : read_diagonal(bit, static_cast<unsigned>(cell_.column));
        auto const available = static_cast<unsigned>(std::min<std::uint64_t>({run, bit + 1, cell_.column}));
        unsigned const diagonal = std::min(static_cast<unsigned>(std::countl_zero(lower ^ upper)), available);
        unsigned const has_gap = diagonal < available;
        unsigned const steps = diagonal + has_gap;
        unsigned const goes_up = has_gap & static_cast<unsigned>(lower >> (63 - diagonal));
        std::uint64_t const codes =
            spread_bits[lower >> (64 - run)] | std::uint64_t{spread_bits[upper >> (64 - run)]} << 1;
        to_.add(codes & ((std::uint64_t{1} << 2 * steps) - 1), 2 * steps);
        cell_.row -= diagonal + goes_up;
        cell_.column -= diagonal + (has_gap ^ goes_up);
        bool const is_second = diagonal == 0 && last_ == static_cast<step>(codes & 3);
        last_ = static_cast<step>(codes >> 2 * (steps - 1) & 3);
        // Gaps of several letters are rare, but may be very long.
        if (is_second && cell_.row != 0 && cell_.column != 0)
            goes_up ? go_up() : go_left();
    }

    cpu::kept_columns columns_;
    plan::matrix_cell cell_;
    path_steps & path_;
    step last_;
    step_packer to_;
};

} // namespace

template <cpu::recurrence recurrence_t>
plan::matrix_cell trace_columns(cpu::kept_columns const & columns, plan::matrix_cell const from, path_steps & path)
{
    if constexpr (recurrence_t::keeps_state)
        return follow_state(columns, from, path);
    else
        return step_walk<recurrence_t::kept_words == 4>{columns, from, path}.follow();
}

SEQAN3_GPULCS_FOR_RECURRENCES(template plan::matrix_cell trace_columns,
                              (cpu::kept_columns const &, plan::matrix_cell, path_steps &));

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

SEQAN3_GPULCS_FOR_RECURRENCES(
    template plan::matrix_cell trace_matrix,
    (cpu::kept_columns const &, plan::matrix_cell const &, alignment::free_ends const &, path_steps &));

} // namespace seqan3_gpulcs::traceback
