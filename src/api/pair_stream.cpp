// SPDX-License-Identifier: BSD-3-Clause

#include "src/api/pair_stream.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <seqan3_gpulcs/plan/batching.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/plan/pair_survey.hpp"
#include "src/runtime/watched_execution.hpp"

namespace seqan3_gpulcs::api
{

namespace
{

using clock = std::chrono::steady_clock;

// Blocks of sets grow until one takes as long as this, in seconds, or has as many pairs or letters as this.
constexpr double long_enough{0.05};
constexpr std::size_t pairs_limit{std::size_t{1} << 22};
constexpr double letters_limit{static_cast<double>(std::uint64_t{1} << 33)};

// Each process that computes gets as much as one alone would.
std::size_t rank_count(plan::execution const & execution)
{
    return execution.ranks == nullptr ? 1 : static_cast<std::size_t>(execution.ranks->size());
}

double letters_of(packing::packed_sequence_view const & sequence) noexcept
{
    return static_cast<double>(sequence.size());
}

// Takes some values off the front.
std::span<std::uint64_t const> take(std::span<std::uint64_t const> & values, std::size_t const count)
{
    auto const taken = values.first(count);
    values = values.subspan(count);
    return taken;
}

class set_blocks
{
public:
    set_blocks(plan::sequence_sets const & sets, plan::metric const metric, plan::execution const & execution) :
        sets_{sets},
        metric_{metric},
        execution_{execution, sets.cells()},
        letters_from_(sets.second().size() + 1),
        column_{first_partner(0)},
        max_pairs_{rank_count(execution) * plan::max_device_batch_pairs},
        max_letters_{static_cast<double>(rank_count(execution) * plan::max_batch_letters)}
    {
        for (std::size_t i = sets.second().size(); i-- > 0;)
            letters_from_[i] = letters_from_[i + 1] + letters_of(sets.second()[i]);
        end_row();
    }

    bool at_end() const noexcept
    {
        return row_ == sets_.first().size();
    }

    alignment::value_block next()
    {
        auto const start = clock::now();
        std::size_t const last = last_row();
        alignment::value_block block = last != row_ ? compare_rows(last) : compare_part_of_row(last_column());
        if (std::chrono::duration<double>(clock::now() - start).count() < long_enough)
        {
            max_pairs_ = std::max(max_pairs_, std::min(2 * max_pairs_, pairs_limit));
            max_letters_ = std::max(max_letters_, std::min(2 * max_letters_, letters_limit));
        }
        return block;
    }

private:
    std::size_t first_partner(std::size_t const row) const noexcept
    {
        return sets_.is_one_set() ? row + 1 : 0;
    }

    std::size_t columns() const noexcept
    {
        return sets_.second().size();
    }

    double letters_of_row(std::size_t const row) const noexcept
    {
        std::size_t const column = first_partner(row);
        return static_cast<double>(columns() - column) * letters_of(sets_.first()[row]) + letters_from_[column];
    }

    // The end of the whole rows that the next block may have; without any, it has a part of a row.
    std::size_t last_row() const noexcept
    {
        std::size_t row = row_;
        std::size_t pairs = 0;
        double letters = 0;
        while (column_ == first_partner(row_) && row < sets_.first().size())
        {
            pairs += columns() - first_partner(row);
            letters += letters_of_row(row);
            if (pairs > max_pairs_ || letters > max_letters_)
                break;
            ++row;
        }
        return row;
    }

    // The end of the part of a row that the next block may have.
    std::size_t last_column() const noexcept
    {
        std::size_t column = column_;
        double letters = 0;
        while (column < columns() && column - column_ < max_pairs_ && letters < max_letters_)
            letters += letters_of(sets_.first()[row_]) + letters_of(sets_.second()[column++]);
        return column;
    }

    alignment::value_block compare_rows(std::size_t const last)
    {
        // The sequences of one set are compared with each other, and with those after them.
        bool const is_triangle = sets_.is_one_set();
        std::size_t const column = is_triangle ? last : 0;
        auto const rows = sets_.first().subspan(row_, last - row_);
        alignment::value_block block{};
        if (is_triangle)
            block.memory[0] = compare(plan::sequence_sets{rows});
        block.memory[1] = compare({rows, sets_.second().subspan(column)});

        std::span<std::uint64_t const> among{block.memory[0]};
        std::span<std::uint64_t const> across{block.memory[1]};
        for (std::size_t row = row_; row < last; ++row)
        {
            if (is_triangle)
                block.rows.push_back({row, row + 1, take(among, last - row - 1)});
            block.rows.push_back({row, column, take(across, columns() - column)});
        }
        row_ = last;
        column_ = first_partner(row_);
        end_row();
        return block;
    }

    alignment::value_block compare_part_of_row(std::size_t const last)
    {
        alignment::value_block block{};
        block.memory[1] = compare({sets_.first().subspan(row_, 1), sets_.second().subspan(column_, last - column_)});
        block.rows.push_back({row_, column_, block.memory[1]});
        column_ = last;
        end_row();
        return block;
    }

    // Goes to the next row after the last pair of one. The last sequence of one set has no pair.
    void end_row() noexcept
    {
        while (row_ < sets_.first().size() && column_ >= columns())
            column_ = first_partner(++row_);
    }

    std::vector<std::uint64_t> compare(plan::sequence_sets const & some)
    {
        std::vector<std::uint64_t> values = compare_sets(some, metric_, execution_.get());
        execution_.add_cells(some.cells());
        return values;
    }

    plan::sequence_sets const & sets_;
    plan::metric metric_;
    runtime::watched_execution execution_;
    std::vector<double> letters_from_; // The letters of the second set from each sequence on.
    std::size_t row_{};                // The next pair.
    std::size_t column_;
    std::size_t max_pairs_; // The maximum for the next block.
    double max_letters_;
};

// The pairs of a block, and whether the stream has ended.
struct taken_pairs
{
    std::vector<alignment::sequence_pair> pairs{};
    bool at_end{};
};

taken_pairs take_pairs(alignment::pair_stream const & stream, std::size_t const ranks)
{
    taken_pairs taken{};
    for (std::uint64_t letters = 0;
         taken.pairs.size() < ranks * plan::max_device_batch_pairs && letters < ranks * plan::max_batch_letters;)
    {
        auto const next = stream.next();
        if (!next)
        {
            taken.at_end = true;
            break;
        }
        taken.pairs.push_back(*next);
        letters += next->first.size() + next->second.size();
    }
    return taken;
}

} // namespace

void stream_sets(plan::sequence_sets const & sets,
                 plan::metric const metric,
                 alignment::value_sink const & sink,
                 plan::execution const & execution)
{
    packing::check_same_kind(sets.first(), sets.second());
    set_blocks blocks{sets, metric, execution};
    // A backend that is not available is an error, even if there are no pairs.
    if (blocks.at_end())
        compare_sets({{}, {}}, metric, execution);
    while (!blocks.at_end())
        sink(blocks.next());
}

void stream_pairs(alignment::pair_stream const & pairs,
                  plan::comparison const & wanted,
                  alignment::result_sink const & sink,
                  plan::execution const & execution)
{
    runtime::watched_execution watched{execution, pairs.cells};
    bool at_end = false;
    // As above, without pairs.
    for (bool is_first = true; !at_end; is_first = false)
    {
        taken_pairs taken = take_pairs(pairs, rank_count(execution));
        at_end = taken.at_end;
        if (taken.pairs.empty() && !is_first)
            return;
        alignment::result_block block{.pairs = std::move(taken.pairs)};
        block.results = compare(block.pairs, wanted, watched.get());
        watched.add_cells(plan::cell_count(block.pairs));
        if (!block.pairs.empty())
            sink(std::move(block));
    }
}

} // namespace seqan3_gpulcs::api
