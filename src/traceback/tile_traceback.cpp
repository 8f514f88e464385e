// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/tile_traceback.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"

namespace seqan3_gpulcs::traceback
{

namespace
{

// The cells of a diagonal that are looked up at a time. Paths run along diagonals; their ends are hard to predict, so no branch should
// depend on a single step.
constexpr unsigned run{8};

// Puts a zero above each bit, and the highest one first.
constexpr auto spread_bits = []()
{
    std::array<std::uint16_t, 1u << run> spread{};
    for (unsigned bits = 0; bits < spread.size(); ++bits)
        for (unsigned i = 0; i < run; ++i)
            spread[bits] = static_cast<std::uint16_t>(spread[bits] | (bits >> (run - 1 - i) & 1) << 2 * i);
    return spread;
}();

// Two words for 64 rows of a column, of which the steps can be told.
struct step_words
{
    std::uint64_t first{};
    std::uint64_t second{};
};

/* The steps of longest common subsequences: up as long as the matrix does not shrink; else left, if the column before has the
 * increment of the row, too; otherwise the letters match.
 */
struct lcs_steps
{
    static constexpr bool keeps_gaps{false};

    static step_words read(std::uint64_t const * const words, cpu::kept_columns const & columns) noexcept
    {
        return {words[0], *(words - columns.distance)};
    }

    // The lower bits of steps, and the upper ones.
    static step_words bits(step_words const & read) noexcept
    {
        return {read.first | read.second, ~read.first};
    }
};

// The steps of edit distances, as they are kept.
template <plan::preference preferred>
struct edit_path_steps
{
    static constexpr bool keeps_gaps{preferred == plan::preference::diagonal_first};

    static step_words read(std::uint64_t const * const words, cpu::kept_columns const & columns) noexcept
    {
        return {words[0], words[columns.word_distance]};
    }

    static step_words bits(step_words const & read) noexcept
    {
        return read;
    }
};

// Follows a path through a tile.
template <typename steps_t>
class tile_walk
{
public:
    tile_walk(cpu::kept_columns const & columns, plan::matrix_cell const & from, path_steps & path) noexcept :
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
            if (steps_t::keeps_gaps && last_ == step::up && is_set(2))
                go(step::up);
            else if (steps_t::keeps_gaps && last_ == step::left && is_set(3))
                go(step::left);
            else
                follow_diagonal();
        }
        path_.end_steps(to_);
        return cell_;
    }

private:
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
        auto const [lower, upper] = steps_t::bits(steps_t::read(words(), columns_));
        auto const count = std::min(static_cast<unsigned>(std::countl_one((lower & ~upper) << (63 - bit))), bit + 1);
        to_.add(step::up, count);
        cell_.row -= count;
    }

    void go_left()
    {
        auto const bit = static_cast<unsigned>((cell_.row - 1) % 64);
        std::uint64_t count = 0;
        for (std::uint64_t const * word = words(); count < cell_.column; ++count, word -= columns_.distance)
            if (auto const [lower, upper] = steps_t::bits(steps_t::read(word, columns_));
                ((upper & ~lower) >> bit & 1) == 0)
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
            step_words const read = steps_t::read(word, columns_);
            found.first |= read.first & row;
            found.second |= read.second & row;
        }
        auto const [lower, upper] = steps_t::bits(found);
        return {lower << (63 - bit), upper << (63 - bit)};
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

template <>
plan::matrix_cell
trace_columns<cpu::lcs_recurrence>(cpu::kept_columns const & columns, plan::matrix_cell const from, path_steps & path)
{
    return tile_walk<lcs_steps>{columns, from, path}.follow();
}

template <>
plan::matrix_cell trace_columns<cpu::edit_steps<plan::preference::gaps_first>>(cpu::kept_columns const & columns,
                                                                               plan::matrix_cell const from,
                                                                               path_steps & path)
{
    return tile_walk<edit_path_steps<plan::preference::gaps_first>>{columns, from, path}.follow();
}

template <>
plan::matrix_cell trace_columns<cpu::edit_steps<plan::preference::diagonal_first>>(cpu::kept_columns const & columns,
                                                                                   plan::matrix_cell const from,
                                                                                   path_steps & path)
{
    return tile_walk<edit_path_steps<plan::preference::diagonal_first>>{columns, from, path}.follow();
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
