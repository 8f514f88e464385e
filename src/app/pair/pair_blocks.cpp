// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_blocks.hpp"

#include <algorithm>
#include <utility>

#include <seqan3_gpulcs/plan/batching.hpp>

#include "src/app/stopwatch.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Blocks grow until one takes as long as this, in seconds, or has as many pairs or letters as this.
constexpr double long_enough{0.05};
constexpr std::size_t pairs_limit{std::size_t{1} << 22};
constexpr double letters_limit{static_cast<double>(std::uint64_t{1} << 33)};

double length(sequence const & record) noexcept
{
    return static_cast<double>(record.letters.size());
}

// Takes some values off the front.
std::span<std::uint64_t const> take(std::span<std::uint64_t const> & values, std::size_t const count)
{
    auto const taken = values.first(count);
    values = values.subspan(count);
    return taken;
}

} // namespace

pair_blocks::pair_blocks(pair_list const & pairs,
                         app::metric const metric,
                         library & calls,
                         progress_bar & bar,
                         plan::execution const & execution,
                         step_times & times) :
    is_triangle_{pairs.how() == pairing::every_two},
    first_{pairs.first()},
    second_{pairs.second()},
    first_letters_{packed_views(first_)},
    second_letters_{packed_views(second_)},
    metric_{metric},
    calls_{calls},
    bar_{bar},
    execution_{execution},
    times_{times},
    max_pairs_{calls.ranks() * plan::max_device_batch_pairs},
    max_letters_{static_cast<double>(calls.ranks() * plan::max_batch_letters)},
    column_{first_column(0)}
{
    letters_from_.resize(second_.size() + 1);
    for (std::size_t i = second_.size(); i-- > 0;)
        letters_from_[i] = letters_from_[i + 1] + length(second_[i]);

    times_.is_device_known = false;
    times_.backends.insert(execution_.backend);
    execution_.on_route = add_route_to(times_);
    execution_.on_progress = [this](plan::progress const & progress)
    {
        bar_.show(cells_done_ + progress.cells_done);
    };
}

pair_block pair_blocks::next()
{
    stopwatch watch{};
    auto block = watch.measure(
        [this]()
        {
            std::size_t const last = last_row();
            return last != row_ ? compare_rows(last) : compare_part_of_row(last_column());
        });

    times_.comparing += watch.seconds();
    if (watch.seconds() < long_enough)
    {
        max_pairs_ = std::min(2 * max_pairs_, pairs_limit);
        max_letters_ = std::min(2 * max_letters_, letters_limit);
    }
    return block;
}

std::size_t pair_blocks::first_column(std::size_t const row) const noexcept
{
    return is_triangle_ ? row + 1 : 0;
}

std::size_t pair_blocks::pairs_of_row(std::size_t const row) const noexcept
{
    return second_.size() - first_column(row);
}

double pair_blocks::letters_of_row(std::size_t const row) const noexcept
{
    return static_cast<double>(pairs_of_row(row)) * length(first_[row]) + letters_from_[first_column(row)];
}

// The end of the whole rows that the next block may have; without any, it has a part of a row.
std::size_t pair_blocks::last_row() const noexcept
{
    std::size_t row = row_;
    std::size_t pairs = 0;
    double letters = 0;
    while (column_ == first_column(row_) && row < first_.size())
    {
        pairs += pairs_of_row(row);
        letters += letters_of_row(row);
        if (pairs > max_pairs_ || letters > max_letters_)
            break;
        ++row;
    }
    return row;
}

// The end of the part of a row that the next block may have.
std::size_t pair_blocks::last_column() const noexcept
{
    std::size_t column = column_;
    double letters = 0;
    while (column < second_.size() && column - column_ < max_pairs_ && letters < max_letters_)
        letters += length(first_[row_]) + length(second_[column++]);
    return column;
}

pair_block pair_blocks::compare_rows(std::size_t const last)
{
    // Records of one file are compared with each other, and with those after them.
    std::size_t const column = is_triangle_ ? last : 0;
    std::size_t const columns = second_.size() - column;

    pair_block block{};
    if (is_triangle_)
        block.among = compare(row_, last);
    block.across = compare(row_, last, column, second_.size());

    std::span<std::uint64_t const> among{block.among};
    std::span<std::uint64_t const> across{block.across};
    for (; row_ < last; ++row_)
    {
        if (is_triangle_)
            block.rows.push_back({row_, row_ + 1, take(among, last - row_ - 1)});
        block.rows.push_back({row_, column, take(across, columns)});
    }
    column_ = first_column(row_);
    return block;
}

pair_block pair_blocks::compare_part_of_row(std::size_t const last)
{
    pair_block block{};
    block.across = compare(row_, row_ + 1, column_, last);
    block.rows.push_back({row_, column_, block.across});

    column_ = last;
    if (column_ == second_.size())
        column_ = first_column(++row_);
    return block;
}

// Compares every two of some records of the first file.
std::vector<std::uint64_t> pair_blocks::compare(std::size_t const first, std::size_t const last)
{
    auto values = calls_.all_pairs(std::span{first_letters_}.subspan(first, last - first), metric_, execution_);
    count(cells_of_every_two(first_.subspan(first, last - first)));
    return values;
}

// Compares some records of the first file with some records of the second file.
std::vector<std::uint64_t> pair_blocks::compare(std::size_t const first_row,
                                                std::size_t const last_row,
                                                std::size_t const first_column,
                                                std::size_t const last_column)
{
    std::size_t const rows = last_row - first_row;
    std::size_t const columns = last_column - first_column;
    auto values = calls_.all_pairs(std::span{first_letters_}.subspan(first_row, rows),
                                   std::span{second_letters_}.subspan(first_column, columns),
                                   metric_,
                                   execution_);
    count(count_letters(first_.subspan(first_row, rows)) * count_letters(second_.subspan(first_column, columns)));
    return values;
}

void pair_blocks::count(double const cells)
{
    cells_done_ += cells;
    bar_.show(cells_done_);
}

} // namespace seqan3_gpulcs::app
