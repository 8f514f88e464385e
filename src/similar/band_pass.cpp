// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/band_pass.hpp"

#include <algorithm>
#include <vector>

#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/cpu/strip/strip_relay.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

constexpr std::uint64_t word_columns{64};

// The words of rows and columns after which the next strip may go on: fewer take more time for telling than for computing.
constexpr std::uint64_t min_chunk_words{16};

// How far the thread of the first strip of a block has read the carries above it.
struct border_scan
{
    std::uint64_t word{};       // The words that were read.
    std::int64_t value{};       // The distance there, above the block.
    std::int64_t first_value{}; // The distance before the first column of the block.
    bool has_end{};             // Whether the end of the block is found.
};

// Leaves out what cannot be on a path that is good enough, as the carries from above tell.
class bounded_outline
{
public:
    bounded_outline(band_request const & request, std::span<std::uint64_t const> const carries) :
        blocks{cpu::cut_into_blocks(request.pair.first.size(),
                                    request.block_rows,
                                    util::ceil_div(request.pair.second.size(), word_columns))},
        tile_words{request.checkpoints ? request.checkpoints->grid().column_spacing / word_columns : 1},
        request_{request},
        carries_{carries},
        carry_words_{plan::border_words(request.metric)},
        rows_{request.pair.first.size()},
        columns_{request.pair.second.size()},
        words_{util::ceil_div(columns_, word_columns)},
        max_distance_{static_cast<std::int64_t>(request.max_distance)},
        scans_(blocks.size())
    {}

    // Threads take different blocks.
    static std::vector<cpu::strip_range> cut(std::uint64_t const rows, unsigned const lanes, unsigned)
    {
        return cpu::cut_into_strips(rows, 0, lanes, 1);
    }

    static std::uint64_t chunk_words(std::uint64_t, std::uint64_t const lane_words, unsigned const threads) noexcept
    {
        return threads == 1 ? cpu::words_per_check : std::max<std::uint64_t>(1, min_chunk_words / lane_words);
    }

    // Finds where the first cell above may be on a path that is good enough.
    template <typename wait_t>
    bool begin_block(std::size_t const number, wait_t const & wait)
    {
        if (!wait(0))
            return false;
        // The end of the block above may not be known yet.
        std::uint64_t first_word = 0;
        border_scan & scan = scans_[number];
        if (number != 0)
        {
            cpu::row_block const & above = blocks[number - 1];
            first_word = above.words.begin;
            scan.first_value = scans_[number - 1].first_value + static_cast<std::int64_t>(above.rows);
        }
        scan.value = scan.first_value;
        for (scan.word = first_word;; ++scan.word)
        {
            if (!wait(scan.word + (scan.word < words_)))
                return false;
            if (scan.word == words_ || is_rest_too_distant(number))
                return false;
            std::int64_t const value = scan.value + distance_along({scan.word, scan.word + 1});
            if (!is_begin_too_distant(number, value, end_of(scan.word)))
                break;
            scan.value = value;
        }
        std::uint64_t const begin = std::max(first_word, scan.word / tile_words * tile_words);
        blocks[number].words.begin = begin;
        scan.first_value += distance_along({first_word, begin});
        return !keeps() || begin_tiles(number);
    }

    void find_end(std::size_t const number, std::uint64_t const to) noexcept
    {
        border_scan & scan = scans_[number];
        for (; !scan.has_end && scan.word < to; ++scan.word)
        {
            scan.has_end = is_rest_too_distant(number);
            if (scan.has_end)
                blocks[number].words.end =
                    util::ceil_div(end_column(number, static_cast<std::int64_t>(scan.word * word_columns) - scan.value),
                                   word_columns);
            else
                scan.value += distance_along({scan.word, scan.word + 1});
        }
    }

    // Makes room if a tile begins with a word.
    bool begin_word(std::size_t const number, std::uint64_t const word)
    {
        return !keeps() || word % tile_words != 0 || has_memory(request_.checkpoints->add_tile(number));
    }

    void end_block(std::size_t const number) noexcept
    {
        cpu::row_block const & block = blocks[number];
        std::uint64_t const end = std::min(block.words.end * word_columns, columns_);
        cells_.fetch_add(static_cast<double>(block.rows) * static_cast<double>(end - block.words.begin * word_columns),
                         std::memory_order_relaxed);
        if (keeps())
            request_.checkpoints->end_block(number, end);
    }

    bool keeps() const noexcept
    {
        return request_.checkpoints != nullptr;
    }

    std::uint64_t * column_at(std::uint64_t const words, std::uint64_t const row) const noexcept
    {
        std::uint64_t const block = row / request_.block_rows;
        return request_.checkpoints->column(block, tile_of(block, words) - 1)
             + row % request_.block_rows / 64 * carry_words_;
    }

    std::uint64_t * row_at(std::uint64_t const rows, std::uint64_t const word) const noexcept
    {
        if (rows % request_.block_rows != 0 && rows != rows_)
            return nullptr;
        std::uint64_t const block = (rows - 1) / request_.block_rows;
        return request_.checkpoints->row(block, tile_of(block, word)) + word % tile_words * carry_words_;
    }

    bool is_out_of_memory() const noexcept
    {
        return is_out_of_memory_;
    }

    double cells() const noexcept
    {
        return cells_;
    }

    // The distance below the last row: to the left of a block, carries are those of the blocks above.
    std::uint64_t distance() const noexcept
    {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(rows_) + distance_along({0, words_}));
    }

    std::vector<cpu::row_block> blocks;
    std::uint64_t tile_words;

private:
    // The distance of the rest of a path from a cell above a block, at least, if its columns run out first; otherwise negative.
    std::int64_t rest_of_rows(std::size_t const number, std::uint64_t const column) const noexcept
    {
        return static_cast<std::int64_t>(rows_ - blocks[number].first_row)
             - static_cast<std::int64_t>(columns_ - column);
    }

    // Whether all paths from the columns on that were read are too distant: the distance never falls further than columns go on.
    bool is_rest_too_distant(std::size_t const number) const noexcept
    {
        border_scan const & scan = scans_[number];
        return scan.value + rest_of_rows(number, scan.word * word_columns) > max_distance_;
    }

    // Whether all paths up to a column are too distant, given the distance there: it never grows further than columns go.
    bool
    is_begin_too_distant(std::size_t const number, std::int64_t const value, std::uint64_t const column) const noexcept
    {
        return value - rest_of_rows(number, column) > max_distance_;
    }

    bool begin_tiles(std::size_t const number)
    {
        // A cell has at least as many rows as columns less its distance.
        std::uint64_t const max_end = end_column(number, static_cast<std::int64_t>(blocks[number].first_row));
        std::uint64_t const begin = blocks[number].words.begin;
        return has_memory(request_.checkpoints->begin_block(
            number,
            begin * word_columns,
            util::ceil_div(util::ceil_div(max_end, word_columns) - begin, tile_words)));
    }

    /* The column after the last cell of the block that may be on a path that is good enough. The path has come through a cell above, whose
     * column less its distance is at most that of the last one there.
     */
    std::uint64_t end_column(std::size_t const number, std::int64_t const column_less_distance) const noexcept
    {
        std::int64_t const twice = max_distance_ + 2 * static_cast<std::int64_t>(blocks[number].rows)
                                 + column_less_distance - rest_of_rows(number, 0);
        return std::clamp(static_cast<std::uint64_t>(std::max<std::int64_t>(0, twice)) / 2,
                          std::min(blocks[number].words.begin * word_columns + 1, columns_),
                          columns_);
    }

    // Remembers that memory does not suffice.
    bool has_memory(bool const suffices) noexcept
    {
        if (!suffices)
            is_out_of_memory_.store(true, std::memory_order_relaxed);
        return suffices;
    }

    // The tile of a word in its block.
    std::uint64_t tile_of(std::size_t const number, std::uint64_t const word) const noexcept
    {
        return (word - blocks[number].words.begin) / tile_words;
    }

    // The column after a word.
    std::uint64_t end_of(std::uint64_t const word) const noexcept
    {
        return std::min(columns_, (word + 1) * word_columns);
    }

    // The change of the distance along some words, by the carries below the last strip.
    std::int64_t distance_along(plan::interval const & words) const noexcept
    {
        std::uint64_t const columns = words.size() == 0 ? 0 : end_of(words.end - 1) - words.begin * word_columns;
        return plan::distance_along(request_.metric,
                                    carries_.subspan(words.begin * carry_words_, words.size() * carry_words_),
                                    columns);
    }

    band_request const & request_;
    std::span<std::uint64_t const> carries_;
    std::uint64_t carry_words_; // As many as words of the state.
    std::uint64_t rows_;
    std::uint64_t columns_;
    std::uint64_t words_; // The words of columns.
    std::int64_t max_distance_;
    std::vector<border_scan> scans_; // One for each block.
    std::atomic<bool> is_out_of_memory_{false};
    std::atomic<double> cells_{0};
};

plan::matrix_region whole_matrix(alignment::sequence_pair const & pair) noexcept
{
    return {0, pair.first.size(), 0, pair.second.size()};
}

} // namespace

band_outcome compute_band(band_request const & request, runtime::task_control & control)
{
    std::vector<std::uint64_t> carries = plan::upper_border(request.metric, request.pair.second.size());
    plan::matrix_part const whole{.rows = request.pair.first,
                                  .columns = request.pair.second,
                                  .region = whole_matrix(request.pair),
                                  .borders = {{}, carries}};
    bounded_outline outline{request, carries};
    return cpu::with_recurrence(request.metric,
                                [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
                                {
                                    cpu::strip_relay<recurrence_t, bounded_outline> relay{whole,
                                                                                          outline,
                                                                                          request.threads,
                                                                                          control,
                                                                                          request.reports_progress};
                                    bool const has_come_to_end = relay.run();
                                    return band_outcome{.is_out_of_memory = outline.is_out_of_memory(),
                                                        .is_too_distant =
                                                            !has_come_to_end && !outline.is_out_of_memory(),
                                                        .distance = has_come_to_end ? outline.distance() : 0,
                                                        .cells = outline.cells(),
                                                        .reported_cells = relay.reported_cells()};
                                });
}

std::uint64_t
band_bytes(alignment::sequence_pair const & pair, plan::metric const metric, std::uint64_t const block_rows) noexcept
{
    return cpu::pass_bytes(pair, whole_matrix(pair), metric, block_rows)
         + util::ceil_div(pair.first.size(), block_rows) * sizeof(border_scan);
}

} // namespace seqan3_gpulcs::similar
