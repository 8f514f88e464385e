// SPDX-License-Identifier: BSD-3-Clause

#include "traceback.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "forward_pass.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

using words_t = std::vector<std::uint64_t>;
using clock = std::chrono::steady_clock;

// Memory that a pass fills before anybody reads it: setting it to zero would take time, all at once.
class uninitialised_words
{
public:
    uninitialised_words() = default;

    explicit uninitialised_words(std::uint64_t const size) :
        words_{std::make_unique_for_overwrite<std::uint64_t[]>(size)}
    {}

    std::uint64_t * data() const noexcept
    {
        return words_.get();
    }

    // The index-th of parts of equal size.
    std::span<std::uint64_t const> part(std::uint64_t const index, std::uint64_t const part_size) const noexcept
    {
        return {words_.get() + index * part_size, part_size};
    }

private:
    std::unique_ptr<std::uint64_t[]> words_{};
};

class traceback
{
public:
    traceback(lcs::sequence_pair const & pair,
              plan::subsequence_plan const & plan,
              run_control & control,
              lcs::checkpoints * const checkpoints) :
        pair_{pair},
        plan_{plan},
        control_{control},
        checkpoints_{checkpoints},
        row_{pair.first.size()},
        column_{pair.second.size()}
    {}

    lcs::result run()
    {
        auto const start = clock::now();
        forward_end_ = start;

        if (checkpoints_)
            solve_computed_grid();
        else
        {
            words_t const left((row_ + 63) / 64, ~std::uint64_t{0});
            words_t const top((column_ + 63) / 64, 0);
            solve(0, 0, 0, left, top);
        }
        add(lcs::operation::first_only, row_);
        add(lcs::operation::second_only, column_);
        std::ranges::reverse(result_.runs);

        result_.backend = plan::backend::cpu;
        result_.memory_bytes = plan_.bytes;
        result_.forward_seconds = std::chrono::duration<double>(forward_end_ - start).count();
        result_.traceback_seconds = std::chrono::duration<double>(clock::now() - forward_end_).count();
        return std::move(result_);
    }

private:
    void add(lcs::operation const operation, std::uint64_t const count)
    {
        if (count == 0)
            return;

        if (operation == lcs::operation::match)
            result_.length += count;

        if (!result_.runs.empty() && result_.runs.back().operation == operation)
            result_.runs.back().count += count;
        else
            result_.runs.push_back({operation, count});
    }

    /* Takes the path from (row_, column_) up to row_begin or left to column_begin.
     * left and top are the increments of that border; the path starts at the lower right corner of the part.
     */
    void solve(std::size_t const level,
               std::uint64_t const row_begin,
               std::uint64_t const column_begin,
               std::span<std::uint64_t const> const left,
               std::span<std::uint64_t const> const top)
    {
        matrix_part const part{row_begin, row_, column_begin, column_};
        if (level == plan_.levels.size() || plan_.is_tile(part.rows(), part.columns()))
            solve_tile(level, part, left, top);
        else
            solve_grid(level, part, left, top);
    }

    void pass(std::size_t const level,
              matrix_part const & part,
              std::span<std::uint64_t const> const left,
              std::span<std::uint64_t const> const top,
              kept_increments const & kept)
    {
        words_t vertical(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(part.row_words()));
        words_t horizontal(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(part.column_words()));
        // A part may end anywhere; columns behind its end must have no increments.
        if (part.columns() % 64 != 0)
            horizontal.back() &= ~(~std::uint64_t{0} >> part.columns() % 64);

        bool const is_whole_matrix = level == 0 && !checkpoints_;
        forward_pass(pair_.first,
                     pair_.second,
                     part,
                     {vertical, horizontal},
                     kept,
                     plan::useful_threads(part.rows(), part.columns(), plan_.threads),
                     control_,
                     is_whole_matrix);

        if (is_whole_matrix)
            forward_end_ = clock::now();
    }

    void solve_grid(std::size_t const level,
                    matrix_part const & part,
                    std::span<std::uint64_t const> const left,
                    std::span<std::uint64_t const> const top)
    {
        auto const [row_spacing, column_spacing] = plan_.levels[level];
        uninitialised_words const columns{(part.columns() - 1) / column_spacing * part.row_words()};
        uninitialised_words const rows{(part.rows() - 1) / row_spacing * part.column_words()};

        pass(level, part, left, top, {plan_.levels[level], columns.data(), rows.data(), nullptr});

        while (row_ > part.row_begin && column_ > part.column_begin)
        {
            std::uint64_t const tile_row = (row_ - 1 - part.row_begin) / row_spacing;
            std::uint64_t const tile_column = (column_ - 1 - part.column_begin) / column_spacing;

            auto const tile_left = tile_column == 0 ? left : columns.part(tile_column - 1, part.row_words());
            auto const tile_top = tile_row == 0 ? top : rows.part(tile_row - 1, part.column_words());

            solve(level + 1,
                  part.row_begin + tile_row * row_spacing,
                  part.column_begin + tile_column * column_spacing,
                  tile_left.subspan(tile_row * row_spacing / 64),
                  tile_top.subspan(tile_column * column_spacing / 64));
        }
    }

    // The grid of the whole matrix, if somebody else has computed its checkpoints.
    void solve_computed_grid()
    {
        auto const [row_spacing, column_spacing] = checkpoints_->grid();
        while (row_ > 0 && column_ > 0)
        {
            std::uint64_t const tile_row = (row_ - 1) / row_spacing;
            std::uint64_t const tile_column = (column_ - 1) / column_spacing;
            matrix_part const tile{tile_row * row_spacing, row_, tile_column * column_spacing, column_};

            words_t left(tile.row_words(), ~std::uint64_t{0});
            words_t top(tile.column_words(), 0);
            if (tile_column != 0)
                checkpoints_->copy_column(tile_column - 1, tile.row_begin, left);
            if (tile_row != 0)
                checkpoints_->copy_row(tile_row - 1, tile.column_begin, top);
            solve(0, tile.row_begin, tile.column_begin, left, top);
        }
    }

    void solve_tile(std::size_t const level,
                    matrix_part const & part,
                    std::span<std::uint64_t const> const left,
                    std::span<std::uint64_t const> const top)
    {
        if (tile_columns_.data() == nullptr)
            tile_columns_ = uninitialised_words{plan_.tile_bytes / 8};
        pass(level, part, left, top, {{}, nullptr, nullptr, tile_columns_.data()});

        auto const increments_of = [&](std::uint64_t const column)
        {
            return column == part.column_begin
                     ? left.data()
                     : tile_columns_.data() + (column - part.column_begin - 1) * part.row_words();
        };

        while (row_ > part.row_begin && column_ > part.column_begin)
        {
            // Up as long as the matrix does not shrink: to the last increment of the column.
            std::uint64_t const up = count_last_ones(increments_of(column_), row_ - part.row_begin);
            add(lcs::operation::first_only, up);
            row_ -= up;
            if (row_ == part.row_begin)
                return;

            // Left as long as the column before has this increment, too: then the cell before is as large.
            std::uint64_t const row = row_ - part.row_begin - 1;
            std::uint64_t const begin = column_;
            while (column_ > part.column_begin && !(increments_of(column_ - 1)[row / 64] >> (row % 64) & 1))
                --column_;
            add(lcs::operation::second_only, begin - column_);
            if (column_ == part.column_begin)
                return;

            // Neither the cell above nor the one before is as large: the letters match.
            add(lcs::operation::match, 1);
            --row_;
            --column_;
        }
    }

    // The number of ones at the end of the first `size` bits.
    static std::uint64_t count_last_ones(std::uint64_t const * const bits, std::uint64_t const size) noexcept
    {
        std::uint64_t count = 0;
        while (count < size)
        {
            auto const in_word = static_cast<unsigned>((size - count - 1) % 64 + 1);
            std::uint64_t const zeros = ~(bits[(size - count - 1) / 64] << (64 - in_word));
            auto const ones = static_cast<unsigned>(std::countl_zero(zeros));
            if (ones < in_word)
                return count + ones;
            count += in_word;
        }
        return count;
    }

    lcs::sequence_pair pair_;
    plan::subsequence_plan const & plan_;
    run_control & control_;
    lcs::checkpoints * checkpoints_;
    std::uint64_t row_;
    std::uint64_t column_;
    lcs::result result_{};
    clock::time_point forward_end_{};
    uninitialised_words tile_columns_{}; // Of one tile after the other; large enough for all.
};

} // namespace

lcs::result find_subsequence(lcs::sequence_pair const & pair,
                             plan::subsequence_plan const & plan,
                             run_control & control,
                             lcs::checkpoints * const checkpoints)
{
    return traceback{pair, plan, control, checkpoints}.run();
}

} // namespace seqan3_gpulcs::cpu
