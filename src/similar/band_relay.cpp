// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/band_relay.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/strip/scalar_strip.hpp"
#include "src/cpu/strip/strip_cut.hpp"
#include "src/cpu/strip/vector_strip.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/wait_until.hpp"
#include "src/similar/band_differences.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

constexpr std::uint64_t word_columns{64};

// The words of columns between two checks of the stop token, and the words of rows and columns after which the next strip may
// go on: fewer take more time for telling than for computing.
constexpr std::uint64_t words_per_check{64};
constexpr std::uint64_t min_chunk_words{16};

// The lanes for a number of words of columns; 0 where vectors do not pay.
unsigned useful_lanes(cpu::vector_kernel const & kernel, std::uint64_t const words) noexcept
{
    return words < cpu::min_vector_blocks || kernel.lanes < cpu::min_lanes ? 0 : kernel.lanes;
}

// The maximum number of strips of all blocks.
std::uint64_t max_strips(std::uint64_t const rows, std::uint64_t const block_rows, unsigned const lanes) noexcept
{
    std::uint64_t const tall_rows = lanes == 0 ? plan::strip_rows : lanes * 64 * cpu::max_lane_words;
    return rows / tall_rows + util::ceil_div(rows, block_rows) + plan::max_lanes;
}

// A block of rows that have the same columns.
struct row_block
{
    std::uint64_t first_row{};
    std::uint64_t rows{};
    std::uint64_t begin{};      // The first word of columns.
    std::uint64_t end{};        // One past the last word; the end of the matrix while it is not known.
    std::int64_t first_value{}; // The distance above the first row, before the first column.
};

// A strip of rows that a thread runs along the columns.
struct block_strip
{
    std::size_t block{};
    std::uint64_t first_row{}; // The first row of the strip in the block.
    std::uint64_t rows{};
    unsigned lane_words{}; // The words of each lane; 0 without vectors.
};

template <cpu::recurrence recurrence_t>
class band_relay
{
public:
    band_relay(band_request const & request, runtime::task_control & control) :
        request_{request},
        control_{control},
        rows_{request.pair.first.size()},
        columns_{request.pair.second.size()},
        words_{util::ceil_div(columns_, word_columns)},
        kernel_{cpu::choose_vector_kernel<recurrence_t>()},
        lanes_{useful_lanes(kernel_, words_)},
        codes_{request.pair.first, request.pair.second},
        planes_{cpu::kernel_planes(codes_.bits())},
        tile_words_{request.checkpoints ? request.checkpoints->grid().column_spacing / word_columns : 1},
        max_distance_{static_cast<std::int64_t>(request.max_distance)},
        left_border_(request.block_rows / word_columns * recurrence_t::state_words),
        carries_(words_ * recurrence_t::carry_words)
    {
        fill_border(left_border_, recurrence_t::left_border);
        fill_border(carries_, recurrence_t::upper_border);
        plan::clear_after_last_column(carries_, columns_, recurrence_t::carry_words);
        add_blocks();
        threads_ = static_cast<unsigned>(std::clamp<std::size_t>(request.threads, 1, strips_.size()));
        words_done_ = std::make_unique<done_counter[]>(threads_ + 1);
    }

    band_outcome run()
    {
        if (lanes_ != 0)
            column_planes_.emplace(packing::recoded_sequence{request_.pair.second, codes_.column_codes()},
                                   plan::matrix_region{0, rows_, 0, columns_},
                                   planes_,
                                   lanes_);
        auto const make_worker = [this]()
        {
            return [this,
                    scalar = cpu::scalar_strip<recurrence_t>{},
                    vectors = cpu::vector_strip<recurrence_t>{kernel_, planes_}](std::size_t const number) mutable
            {
                strip_worker worker{*this, number};
                if (!worker.begin())
                    return;
                if (strips_[number].lane_words != 0)
                    worker.run_vectors(vectors);
                else
                    worker.run_scalar(scalar);
            };
        };
        runtime::parallel_for(control_, threads_, strips_.size(), make_worker);
        return outcome();
    }

private:
    struct alignas(64) done_counter
    {
        std::atomic<std::uint64_t> value{0};
    };

    // The state of a thread's strip.
    class strip_worker
    {
    public:
        strip_worker(band_relay & band, std::size_t const number) noexcept :
            band_{band},
            number_{number},
            strip_{band.strips_[number]},
            block_{band.blocks_[strip_.block]},
            is_first_{strip_.first_row == 0},
            is_last_{strip_.first_row + strip_.rows == block_.rows}
        {}

        // Finds the first column; returns whether there is one, and the pass goes on.
        bool begin()
        {
            if (is_first_ && !begin_block())
                return false;
            if (!is_first_ && !wait_for_strip_above(0))
                return false;
            end_ = band_.words_;
            if (is_first_)
                block_.end = end_;
            done_ = block_.begin;
            report(block_.begin);
            return true;
        }

        void run_vectors(cpu::vector_strip<recurrence_t> & vectors)
        {
            vectors.load({band_.request_.pair.first, band_.codes_.row_codes()},
                         block_.first_row + strip_.first_row,
                         std::span{band_.left_border_}.first(strip_.rows / 64 * recurrence_t::state_words),
                         strip_.lane_words);
            std::uint64_t const chunk = band_.chunk_words(strip_.lane_words);
            unsigned const last_lane = band_.lanes_ - 1;
            for (std::uint64_t from = block_.begin; from < end_ + last_lane;)
            {
                std::uint64_t to = std::min(from + chunk, end_ + last_lane);
                if (!prepare(std::min(to, end_)))
                    return;
                to = std::min(to, end_ + last_lane);
                vectors.choose_blocks({block_.begin, end_});
                for (; from < to; ++from)
                    if (!step(vectors, from))
                        return;
                report(std::max(block_.begin + last_lane, to) - last_lane);
            }
            finish();
        }

        void run_scalar(cpu::scalar_strip<recurrence_t> & strip)
        {
            alignment::sequence_pair const & pair = band_.request_.pair;
            strip.load(pair.first,
                       band_.codes_,
                       pair.second.letters().size(),
                       block_.first_row + strip_.first_row,
                       strip_.rows);
            std::array<std::uint64_t, cpu::strip_words * recurrence_t::state_words> vertical;
            fill_border(vertical, recurrence_t::left_border);
            std::uint64_t const chunk = band_.chunk_words(1);
            for (std::uint64_t from = block_.begin; from < end_;)
            {
                std::uint64_t to = std::min(from + chunk, end_);
                if (band_.request_.checkpoints)
                    to = std::min(to, from + band_.tile_words_ - (from - block_.begin) % band_.tile_words_);
                if (!prepare(to))
                    return;
                to = std::min(to, end_);
                if (from < to && !add_tile(from))
                    return;
                strip.run(pair.second,
                          from * word_columns,
                          std::min(to * word_columns, band_.columns_) - from * word_columns,
                          {vertical.data(), band_.carries_at(from)});
                keep_scalar(from, to, vertical);
                from = to;
                report(to);
            }
            finish();
        }

    private:
        // Waits until all words before one are done above, or left out; returns whether the pass goes on.
        bool wait_for_strip_above(std::uint64_t const words)
        {
            if (band_.has_ended_.load(std::memory_order_relaxed))
                return false;
            if (number_ == 0)
            {
                above_done_ = band_.words_;
                return true;
            }
            if (has_begun_above_ && above_done_ >= words)
                return true;
            std::uint64_t const first = number_ * band_.counter_stride();
            std::uint64_t count = 0;
            if (!band_.wait_for_count(number_ - 1, first + words, count))
                return false;
            has_begun_above_ = true;
            above_done_ = count - first;
            return true;
        }

        // The distance of the rest of a path from a cell above the block, at least, if its columns run out first; otherwise negative.
        std::int64_t rest_of_rows(std::uint64_t const column) const noexcept
        {
            return static_cast<std::int64_t>(band_.rows_ - block_.first_row)
                 - static_cast<std::int64_t>(band_.columns_ - column);
        }

        // Whether all paths from a column on are too distant, given the distance there: it never falls further than columns go on.
        bool is_rest_too_distant(std::int64_t const value, std::uint64_t const column) const noexcept
        {
            return value + rest_of_rows(column) > band_.max_distance_;
        }

        // Whether all paths up to a column are too distant, given the distance there: it never grows further than columns go.
        bool is_begin_too_distant(std::int64_t const value, std::uint64_t const column) const noexcept
        {
            return value - rest_of_rows(column) > band_.max_distance_;
        }

        // Finds where the first cell above may be on a path that is good enough; returns whether the pass goes on.
        bool begin_block()
        {
            if (!wait_for_strip_above(0))
                return false;
            // The end of the block above may not be known yet.
            std::uint64_t first_word = 0;
            if (strip_.block != 0)
            {
                row_block const & above = band_.blocks_[strip_.block - 1];
                first_word = above.begin;
                block_.first_value = above.first_value + static_cast<std::int64_t>(above.rows);
            }
            value_ = block_.first_value;
            for (scanned_ = first_word;; ++scanned_)
            {
                if (!wait_for_strip_above(scanned_ + (scanned_ < band_.words_)))
                    return false;
                if (scanned_ == band_.words_ || is_rest_too_distant(value_, scanned_ * word_columns))
                {
                    band_.has_ended_.store(true, std::memory_order_relaxed);
                    return false;
                }
                std::int64_t const value = value_ + band_.distance_along({scanned_, scanned_ + 1});
                if (!is_begin_too_distant(value, band_.end_of(scanned_)))
                    break;
                value_ = value;
            }
            block_.begin = std::max(first_word, scanned_ / band_.tile_words_ * band_.tile_words_);
            block_.first_value += band_.distance_along({first_word, block_.begin});
            return !band_.request_.checkpoints || begin_tiles();
        }

        bool begin_tiles()
        {
            // A cell has at least as many rows as columns less its distance.
            std::uint64_t const max_end = end_column(static_cast<std::int64_t>(block_.first_row));
            std::uint64_t const tiles =
                util::ceil_div(util::ceil_div(max_end, word_columns) - block_.begin, band_.tile_words_);
            return band_.has_memory(
                band_.request_.checkpoints->begin_block(strip_.block, block_.begin * word_columns, tiles));
        }

        /* The column after the last cell of the block that may be on a path that is good enough. The path has come through a cell above,
         * whose column less its distance is at most that of the last one there.
         */
        std::uint64_t end_column(std::int64_t const column_less_distance) const noexcept
        {
            std::int64_t const twice = band_.max_distance_ + 2 * static_cast<std::int64_t>(block_.rows)
                                     + column_less_distance - rest_of_rows(0);
            return std::clamp(static_cast<std::uint64_t>(std::max<std::int64_t>(0, twice)) / 2,
                              std::min(block_.begin * word_columns + 1, band_.columns_),
                              band_.columns_);
        }

        // Waits for the carries above some words, and finds the end if it is before them.
        bool prepare(std::uint64_t const to)
        {
            if (!wait_for_strip_above(to))
                return false;
            if (!is_first_)
                end_ = above_done_ == band_.words_ ? block_.end : band_.words_;
            else if (!has_end_)
                find_end(to);
            return true;
        }

        void find_end(std::uint64_t const to) noexcept
        {
            for (; scanned_ < to; ++scanned_)
            {
                auto const column = static_cast<std::int64_t>(scanned_ * word_columns);
                if (is_rest_too_distant(value_, scanned_ * word_columns))
                {
                    has_end_ = true;
                    end_ = block_.end = util::ceil_div(end_column(column - value_), word_columns);
                    return;
                }
                value_ += band_.distance_along({scanned_, scanned_ + 1});
            }
        }

        // Computes a step of a vector with all lanes; returns whether the memory suffices.
        bool step(cpu::vector_strip<recurrence_t> & vectors, std::uint64_t const number)
        {
            unsigned const last_lane = band_.lanes_ - 1;
            bool const is_in_band = number < end_;
            if (is_in_band && !add_tile(number))
                return false;
            vectors.compute(*band_.column_planes_, number, is_in_band ? band_.carries_at(number) : nullptr, nullptr);
            if (number >= block_.begin + last_lane)
                vectors.copy_below(last_lane, band_.carries_at(number - last_lane));
            if (band_.request_.checkpoints)
                keep_lanes(vectors, number);
            return true;
        }

        // Makes room if a tile begins with a word.
        bool add_tile(std::uint64_t const word)
        {
            return !band_.request_.checkpoints || !is_first_ || (word - block_.begin) % band_.tile_words_ != 0
                || band_.has_memory(band_.request_.checkpoints->add_tile(strip_.block));
        }

        void keep_lanes(cpu::vector_strip<recurrence_t> const & vectors, std::uint64_t const number) const
        {
            for (unsigned lane = 0; lane < band_.lanes_ && lane <= number - block_.begin; ++lane)
                if (std::uint64_t const word = number - lane; word < end_)
                {
                    std::uint64_t * const kept = column_after(word, strip_.first_row / 64 + lane * strip_.lane_words);
                    if (kept)
                        vectors.copy_lane(lane, kept);
                }
            unsigned const last_lane = band_.lanes_ - 1;
            if (is_last_ && number >= block_.begin + last_lane)
                vectors.copy_below(last_lane, row_at(number - last_lane));
        }

        void keep_scalar(std::uint64_t const from,
                         std::uint64_t const to,
                         std::span<std::uint64_t const> const vertical) const
        {
            if (!band_.request_.checkpoints || from == to)
                return;
            if (std::uint64_t * const kept = column_after(to - 1, strip_.first_row / 64))
                std::copy_n(vertical.data(),
                            util::ceil_div(strip_.rows, std::uint64_t{64}) * recurrence_t::state_words,
                            kept);
            if (is_last_)
                std::copy_n(band_.carries_at(from), (to - from) * recurrence_t::carry_words, row_at(from));
        }

        // The place for V after a word of columns, from a word of rows on; null if it is not kept.
        std::uint64_t * column_after(std::uint64_t const word, std::uint64_t const row_word) const noexcept
        {
            std::uint64_t const done = word + 1 - block_.begin;
            if (done % band_.tile_words_ != 0)
                return nullptr;
            return band_.request_.checkpoints->column(strip_.block, done / band_.tile_words_ - 1)
                 + row_word * recurrence_t::state_words;
        }

        // The place for the carries below a word.
        std::uint64_t * row_at(std::uint64_t const word) const noexcept
        {
            std::uint64_t const before = word - block_.begin;
            return band_.request_.checkpoints->row(strip_.block, before / band_.tile_words_)
                 + before % band_.tile_words_ * recurrence_t::carry_words;
        }

        // Tells the strip below, and now and then the caller; ends if a stop is requested. The end is told once, when all is done.
        void report(std::uint64_t const done)
        {
            if (done < end_)
                band_.tell(number_, done);
            if (done >= done_ + words_per_check)
            {
                add_cells(std::min(done * word_columns, band_.columns_) - done_ * word_columns);
                done_ = done;
                band_.control_.check();
            }
        }

        void add_cells(std::uint64_t const columns)
        {
            if (band_.request_.reports_progress)
                band_.add_progress(static_cast<double>(strip_.rows) * static_cast<double>(columns));
            reported_columns_ += columns;
        }

        void finish()
        {
            add_cells(band_.columns_ - reported_columns_);
            std::uint64_t const end = std::min(end_ * word_columns, band_.columns_);
            band_.cells_.fetch_add(static_cast<double>(strip_.rows)
                                       * static_cast<double>(end - block_.begin * word_columns),
                                   std::memory_order_relaxed);
            if (is_last_ && band_.request_.checkpoints)
                band_.request_.checkpoints->end_block(strip_.block, end);
            // The last block may end further to the left than the one above, but must not finish earlier, as counters are used again.
            if (wait_for_strip_above(band_.words_))
                band_.tell(number_, band_.words_);
        }

        band_relay & band_;
        std::size_t number_;
        block_strip const & strip_;
        row_block & block_;
        bool is_first_; // Whether this is the first strip of its block.
        bool is_last_;
        bool has_end_{false};         // Whether the first strip of the block has found the end.
        bool has_begun_above_{false}; // Whether the strip above has begun.
        std::uint64_t end_{};         // The end of the strip, as far as it is known.
        std::uint64_t above_done_{};  // The words that the strip above has done, or all if it has finished.
        std::uint64_t scanned_{};     // The carries above that were read, and the value there.
        std::int64_t value_{};
        std::uint64_t done_{}; // The words that were reported.
        std::uint64_t reported_columns_{};
    };

    void add_blocks()
    {
        blocks_.reserve(util::ceil_div(rows_, request_.block_rows));
        strips_.reserve(max_strips(rows_, request_.block_rows, lanes_));
        for (std::uint64_t row = 0; row < rows_; row += request_.block_rows)
        {
            std::uint64_t const rows = std::min(request_.block_rows, rows_ - row);
            for (cpu::strip_range const & range : cpu::cut_into_strips(rows, 0, lanes_, 1))
                strips_.push_back({blocks_.size(), range.first_row, range.rows, range.lane_words});
            blocks_.push_back({.first_row = row, .rows = rows});
        }
    }

    // The words that a strip computes before it polls the one above again.
    std::uint64_t chunk_words(std::uint64_t const lane_words) const noexcept
    {
        return threads_ == 1 ? words_per_check : std::max<std::uint64_t>(1, min_chunk_words / lane_words);
    }

    /* A strip counts on from the strips above it, so a counter serves one strip after the other. At most `threads_` strips are computed at
     * a time, one below the other; they and the one above the first of them have counters of their own.
     */
    std::atomic<std::uint64_t> & strip_counter(std::size_t const strip) const noexcept
    {
        return words_done_[strip % (threads_ + 1)].value;
    }

    std::uint64_t counter_stride() const noexcept
    {
        return words_ + 1;
    }

    // Strips begin with the count of their number plus 1.
    void tell(std::size_t const strip, std::uint64_t const words) const noexcept
    {
        strip_counter(strip).store((strip + 1) * counter_stride() + words, std::memory_order_release);
    }

    // Returns whether the pass goes on.
    bool wait_for_count(std::size_t const strip, std::uint64_t const wanted, std::uint64_t & count)
    {
        std::atomic<std::uint64_t> const & counter = strip_counter(strip);
        runtime::wait_until(control_,
                            [&]()
                            {
                                count = counter.load(std::memory_order_acquire);
                                return count >= wanted || has_ended_.load(std::memory_order_relaxed);
                            });
        return !has_ended_.load(std::memory_order_relaxed);
    }

    // Ends the pass if memory does not suffice.
    bool has_memory(bool const suffices) noexcept
    {
        if (!suffices)
        {
            is_out_of_memory_.store(true, std::memory_order_relaxed);
            has_ended_.store(true, std::memory_order_relaxed);
        }
        return suffices;
    }

    void add_progress(double const cells)
    {
        reported_cells_.fetch_add(cells, std::memory_order_relaxed);
        control_.add_cells(cells);
    }

    band_outcome outcome() const noexcept
    {
        band_outcome found{.is_out_of_memory = is_out_of_memory_, .cells = cells_, .reported_cells = reported_cells_};
        found.is_too_distant = has_ended_ && !found.is_out_of_memory;
        if (has_ended_)
            return found;
        row_block const & last = blocks_.back();
        std::int64_t const last_value =
            last.first_value + static_cast<std::int64_t>(last.rows) + distance_along({last.begin, last.end});
        found.distance = static_cast<std::uint64_t>(last_value) + (columns_ - end_of(last.end - 1));
        return found;
    }

    // The column after a word.
    std::uint64_t end_of(std::uint64_t const word) const noexcept
    {
        return std::min(columns_, (word + 1) * word_columns);
    }

    std::uint64_t * carries_at(std::uint64_t const word) noexcept
    {
        return carries_.data() + word * recurrence_t::carry_words;
    }

    // The change of the distance along some words, by the carries below the last strip.
    std::int64_t distance_along(plan::interval const & words) const noexcept
    {
        std::uint64_t const columns = words.size() == 0 ? 0 : end_of(words.end - 1) - words.begin * word_columns;
        return similar::distance_along<recurrence_t>(
            std::span{carries_}.subspan(words.begin * recurrence_t::carry_words,
                                        words.size() * recurrence_t::carry_words),
            columns);
    }

    band_request const & request_;
    runtime::task_control & control_;
    std::uint64_t rows_;
    std::uint64_t columns_;
    std::uint64_t words_; // The words of columns.
    cpu::vector_kernel kernel_;
    unsigned lanes_;
    packing::pair_codes codes_;
    unsigned planes_;
    std::uint64_t tile_words_;
    std::int64_t max_distance_;
    std::vector<std::uint64_t> left_border_;
    // The carries below the last strip. Blocks end further and further to the right of them, where there are none.
    std::vector<std::uint64_t> carries_;
    std::vector<row_block> blocks_{};
    std::vector<block_strip> strips_{};
    unsigned threads_{};
    std::optional<cpu::column_planes> column_planes_{};
    std::unique_ptr<done_counter[]> words_done_{};
    std::atomic<bool> has_ended_{false}; // Nothing more is to be computed.
    std::atomic<bool> is_out_of_memory_{false};
    std::atomic<double> cells_{0};
    std::atomic<double> reported_cells_{0};
};

template <cpu::recurrence recurrence_t>
std::uint64_t bytes_of_band(alignment::sequence_pair const & pair, std::uint64_t const block_rows) noexcept
{
    unsigned const planes = cpu::kernel_planes(packing::pair_codes{pair.first, pair.second}.bits());
    std::uint64_t const words = util::ceil_div(pair.second.size(), word_columns);
    unsigned const lanes = useful_lanes(cpu::choose_vector_kernel<recurrence_t>(), words);
    return 8
             * (words * (recurrence_t::carry_words + planes) + 2 * planes * cpu::max_lanes
                + block_rows / 64 * recurrence_t::state_words)
         + util::ceil_div(pair.first.size(), block_rows) * sizeof(row_block)
         + max_strips(pair.first.size(), block_rows, lanes) * sizeof(block_strip);
}

} // namespace

band_outcome compute_band(band_request const & request, runtime::task_control & control)
{
    if (request.metric == plan::metric::lcs)
        return band_relay<cpu::lcs_recurrence>{request, control}.run();
    return band_relay<cpu::edit_recurrence>{request, control}.run();
}

std::uint64_t
band_bytes(alignment::sequence_pair const & pair, plan::metric const metric, std::uint64_t const block_rows) noexcept
{
    return metric == plan::metric::lcs ? bytes_of_band<cpu::lcs_recurrence>(pair, block_rows)
                                       : bytes_of_band<cpu::edit_recurrence>(pair, block_rows);
}

} // namespace seqan3_gpulcs::similar
