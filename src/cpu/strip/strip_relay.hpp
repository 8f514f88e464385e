// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The relay of strips: threads run strips of rows along the columns, each behind the one above.
 */

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "src/cpu/strip/scalar_strip.hpp"
#include "src/cpu/strip/strip_cut.hpp"
#include "src/cpu/strip/vector_strip.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/wait_until.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

static_assert(plan::strip_rows == 64 * strip_words);
static_assert(plan::cpu_block_columns == 64);

//!\brief The maximum words of columns between two checks of the stop token: less than a millisecond.
inline constexpr std::uint64_t words_per_check{64};

//!\brief A block of rows with the same columns.
struct row_block
{
    std::uint64_t first_row{}; //!< The first row, counted from that of the part.
    std::uint64_t rows{};      //!< The number of rows.
    plan::interval words{};    //!< The words of columns; all to the right while the end is not known.
};

//!\brief Cuts rows into blocks that have some words of columns.
inline std::vector<row_block> cut_into_blocks(std::uint64_t rows, std::uint64_t block_rows, std::uint64_t words)
{
    std::vector<row_block> blocks{};
    blocks.reserve(util::ceil_div(rows, block_rows));
    for (std::uint64_t row = 0; row < rows; row += block_rows)
        blocks.push_back({row, std::min(block_rows, rows - row), {0, words}});
    return blocks;
}

//!\brief The lanes for a number of words of columns; 0 where vectors do not pay.
inline unsigned
useful_lanes(vector_kernel const & kernel, plan::metric const metric, std::uint64_t const words) noexcept
{
    return words < min_vector_blocks || kernel.lanes < min_lanes(metric) ? 0 : kernel.lanes;
}

//!\brief The maximum number of strips of blocks of rows, unless rows within a block are kept.
inline std::uint64_t max_strips(std::uint64_t rows, std::uint64_t block_rows, unsigned lanes) noexcept
{
    std::uint64_t const tall_rows = lanes == 0 ? plan::strip_rows : lanes * 64 * max_lane_words;
    return rows / tall_rows + util::ceil_div(rows, block_rows) + plan::max_lanes;
}

/*!\brief A pass over a part of a matrix, or over a band of it.
 * \tparam recurrence_t The recurrence.
 * \tparam outline_t    What says which columns each block of rows has, and where checkpoints go:
 *                      * `blocks`: the blocks. None begins before the one above, and the carries of none end before its end.
 *                      * `cut(rows, lanes, threads)`: the strips of a block.
 *                      * `chunk_words(words, lane_words, threads)`: the words after which the strip below may go on.
 *                      * `begin_block(block, wait)`: finds the first column of a block; `wait(words)` waits for carries above it.
 *                        It returns false to end the pass, and when `wait` does.
 *                      * `find_end(block, words)`: finds the end, if the carries above some words tell it.
 *                      * `begin_word(block, word)`: is called before the first strip of a block comes to a word; false ends the pass.
 *                      * `end_block(block)`: is called when all of it is done.
 *                      * `keeps()`, `tile_words`: whether there are checkpoints, and the words from one column that is kept to the next.
 *                      * `column_at(words, row)`, `row_at(rows, word)`: the place for the state after some words, from a row on, and for
 *                        the carries below some rows, from a word on; null if they are not kept.
 *
 * A strip of rows is what one thread runs along the columns. A thread takes the next strip, and follows the thread on the strip above at
 * a distance of some words of columns; so strip s waits only for strip s - 1. The carries from above are all that a strip needs to know
 * where its columns begin and end, so the columns do not depend on threads.
 *
 * A cell outside of the outline is one more distant than its neighbour to the left, or above. So to the left of a block, the carries
 * are those of the blocks above, and to the right, those of the border.
 */
template <recurrence recurrence_t, typename outline_t>
class strip_relay
{
public:
    /*!\brief Plans a pass.
     * \param part             The part, and its borders. Without a vertical border, each block begins at that of the matrix.
     * \param outline          The columns of the blocks.
     * \param threads          The number of threads that work on it.
     * \param control          Stop, and progress if it is reported.
     * \param reports_progress Whether the cells count as progress: those outside of the outline, too.
     */
    strip_relay(plan::matrix_part const & part,
                outline_t & outline,
                unsigned const threads,
                runtime::task_control & control,
                bool const reports_progress) :
        part_{part},
        outline_{outline},
        control_{control},
        reports_progress_{reports_progress},
        words_{part.region.column_words()},
        kernel_{choose_vector_kernel<recurrence_t>()},
        lanes_{useful_lanes(kernel_, recurrence_t::metric, words_)},
        codes_{part.rows, part.columns},
        planes_{kernel_planes(codes_.bits())}
    {
        if (words_ == 0 || outline.blocks.empty())
            return;
        row_block const & first = outline.blocks.front();
        strips_.reserve(max_strips(part.region.rows(), first.rows, lanes_));
        for (std::size_t i = 0; i < outline.blocks.size(); ++i)
            for (strip_range strip : outline.cut(outline.blocks[i].rows, lanes_, std::max(threads, 1u)))
            {
                strip.block = i;
                strip.first_row += outline.blocks[i].first_row;
                strips_.push_back(strip);
            }
        if (part.borders.vertical.empty())
            left_border_ = plan::left_border(recurrence_t::metric, first.rows);
        threads_ = static_cast<unsigned>(std::clamp<std::uint64_t>(strips_.size(), 1, std::max(threads, 1u)));
        words_done_ = std::make_unique<done_counter[]>(threads_ + 1);
    }

    //!\brief Computes the part. Returns false if the outline ended it before.
    bool run()
    {
        if (strips_.empty())
            return true;
        if (strips_.front().lane_words != 0)
            column_planes_.emplace(packing::recoded_sequence{part_.columns, codes_.column_codes()},
                                   part_.region,
                                   planes_,
                                   lanes_);
        auto const make_worker = [this]()
        {
            return [this,
                    scalar = scalar_strip<recurrence_t>{},
                    vectors = vector_strip<recurrence_t>{kernel_, planes_}](std::size_t const number) mutable
            {
                strip_worker worker{*this, number};
                if (!worker.begin())
                    has_ended_.store(true, std::memory_order_relaxed);
                else if (strips_[number].lane_words != 0)
                    worker.run_vectors(vectors);
                else
                    worker.run_scalar(scalar);
            };
        };
        runtime::parallel_for(control_, threads_, strips_.size(), make_worker);
        return !has_ended_;
    }

    //!\brief The cells that were reported as progress.
    double reported_cells() const noexcept
    {
        return reported_cells_;
    }

private:
    static constexpr unsigned state_words{recurrence_t::state_words};
    static constexpr unsigned carry_words{recurrence_t::carry_words};

    struct alignas(64) done_counter
    {
        std::atomic<std::uint64_t> value{0};
    };

    // The state of a thread's strip.
    class strip_worker
    {
    public:
        strip_worker(strip_relay & relay, std::size_t const number) noexcept :
            relay_{relay},
            number_{number},
            strip_{relay.strips_[number]},
            block_{relay.outline_.blocks[strip_.block]},
            is_first_{strip_.first_row == block_.first_row},
            above_{number == 0 ? relay.words_ : 0}
        {}

        // Finds the first column; returns whether there is one, and the pass goes on.
        bool begin()
        {
            auto const wait = [this](std::uint64_t const words)
            {
                return wait_for_strip_above(words);
            };
            if (is_first_ ? !relay_.outline_.begin_block(strip_.block, wait) : !wait(0))
                return false;
            end_ = is_first_ ? block_.words.end : relay_.words_;
            done_ = block_.words.begin;
            report(done_);
            return true;
        }

        void run_vectors(vector_strip<recurrence_t> & vectors)
        {
            vectors.load({relay_.part_.rows, relay_.codes_.row_codes()},
                         relay_.part_.region.row_begin + strip_.first_row,
                         relay_.left_of(strip_),
                         strip_.lane_words);
            std::uint64_t const begin = block_.words.begin;
            std::uint64_t const chunk = chunk_words();
            unsigned const last_lane = relay_.lanes_ - 1;
            for (std::uint64_t from = begin; from < end_ + last_lane;)
            {
                std::uint64_t to = std::min(from + chunk, end_ + last_lane);
                if (!prepare(std::min(to, end_)))
                    return;
                to = std::min(to, end_ + last_lane);
                vectors.choose_blocks({begin, end_});
                for (; from < to; ++from)
                    if (!step(vectors, from))
                        return;
                report(std::max(begin + last_lane, to) - last_lane);
            }
            if (!relay_.part_.borders.vertical.empty())
                for (unsigned lane = 0; lane <= last_lane; ++lane)
                    vectors.copy_lane(lane, relay_.state_at(row_of(lane)));
            finish();
        }

        void run_scalar(scalar_strip<recurrence_t> & strip)
        {
            plan::matrix_part const & part = relay_.part_;
            strip.load(part.rows,
                       relay_.codes_,
                       part.columns.letters().size(),
                       part.region.row_begin + strip_.first_row,
                       strip_.rows);
            std::array<std::uint64_t, strip_words * state_words> state;
            std::span const vertical = std::span{state}.first(relay_.left_of(strip_).size());
            std::ranges::copy(relay_.left_of(strip_), vertical.begin());
            std::uint64_t const chunk = chunk_words();
            for (std::uint64_t from = block_.words.begin; from < end_;)
            {
                std::uint64_t to = std::min(from + chunk, end_);
                if (relay_.outline_.keeps())
                    to = std::min(to, from + (relay_.outline_.tile_words - from % relay_.outline_.tile_words));
                if (!prepare(to))
                    return;
                to = std::min(to, end_);
                if (from < to && !begin_word(from))
                    return;
                strip.run(part.columns,
                          part.region.column_begin + from * 64,
                          std::min(to * 64, part.region.columns()) - from * 64,
                          {vertical.data(), relay_.carries_at(from)});
                keep_scalar({from, to}, vertical);
                from = to;
                report(to);
            }
            if (!part.borders.vertical.empty())
                std::ranges::copy(vertical, relay_.state_at(strip_.first_row));
            finish();
        }

    private:
        // The counter of the strip above says this after some words.
        std::uint64_t count_above(std::uint64_t const words) const noexcept
        {
            return number_ * relay_.counter_stride() + words;
        }

        // Waits until all words before one are done above, or left out; returns whether the pass goes on.
        bool wait_for_strip_above(std::uint64_t const words)
        {
            std::atomic<bool> const & has_ended = relay_.has_ended_;
            if (above_ < count_above(words))
                runtime::wait_until(relay_.control_,
                                    [&]()
                                    {
                                        above_ = relay_.strip_counter(number_ - 1).load(std::memory_order_acquire);
                                        return above_ >= count_above(words)
                                            || has_ended.load(std::memory_order_relaxed);
                                    });
            return !has_ended.load(std::memory_order_relaxed);
        }

        // Waits for the carries above some words, and finds the end if it is before them.
        bool prepare(std::uint64_t const to)
        {
            if (!wait_for_strip_above(to))
                return false;
            if (is_first_)
                relay_.outline_.find_end(strip_.block, to);
            if (is_first_ || above_ >= count_above(relay_.words_))
                end_ = block_.words.end;
            return true;
        }

        std::uint64_t chunk_words() const noexcept
        {
            return relay_.outline_.chunk_words(relay_.words_,
                                               std::max<std::uint64_t>(1, strip_.lane_words),
                                               relay_.threads_);
        }

        // The first row of a lane.
        std::uint64_t row_of(unsigned const lane) const noexcept
        {
            return strip_.first_row + std::uint64_t{64} * lane * strip_.lane_words;
        }

        // Returns whether the pass goes on.
        bool begin_word(std::uint64_t const word)
        {
            bool const goes_on = !is_first_ || relay_.outline_.begin_word(strip_.block, word);
            if (!goes_on)
                relay_.has_ended_.store(true, std::memory_order_relaxed);
            return goes_on;
        }

        // Computes a step of a vector with all lanes; returns whether the pass goes on.
        bool step(vector_strip<recurrence_t> & vectors, std::uint64_t const number)
        {
            unsigned const last_lane = relay_.lanes_ - 1;
            bool const is_in_band = number < end_;
            if (is_in_band && !begin_word(number))
                return false;
            vectors.compute(*relay_.column_planes_, number, is_in_band ? relay_.carries_at(number) : nullptr, nullptr);
            if (number >= block_.words.begin + last_lane)
                vectors.copy_below(last_lane, relay_.carries_at(number - last_lane));
            if (relay_.outline_.keeps())
                keep_lanes(vectors, number);
            return true;
        }

        void keep_lanes(vector_strip<recurrence_t> const & vectors, std::uint64_t const number)
        {
            outline_t const & outline = relay_.outline_;
            std::uint64_t const steps = number - block_.words.begin;
            for (unsigned lane = 0; lane < relay_.lanes_ && lane <= steps; ++lane)
            {
                std::uint64_t const word = number - lane;
                if (word >= end_)
                    continue;
                std::uint64_t const in_tile = word % outline.tile_words;
                std::uint64_t *& kept_row = kept_rows_[lane];
                if (in_tile == 0)
                    kept_row = outline.row_at(row_of(lane + 1), word);
                if (kept_row)
                {
                    vectors.copy_below(lane, kept_row);
                    kept_row += carry_words;
                }
                if (in_tile + 1 == outline.tile_words)
                    if (std::uint64_t * const kept = outline.column_at(word + 1, row_of(lane)))
                        vectors.copy_lane(lane, kept);
            }
        }

        void keep_scalar(plan::interval const & words, std::span<std::uint64_t const> const vertical) const
        {
            outline_t const & outline = relay_.outline_;
            if (!outline.keeps() || words.size() == 0)
                return;
            if (std::uint64_t * const kept = outline.row_at(strip_.first_row + strip_.rows, words.begin))
                std::copy_n(relay_.carries_at(words.begin), words.size() * carry_words, kept);
            if (words.end % outline.tile_words == 0)
                if (std::uint64_t * const kept = outline.column_at(words.end, strip_.first_row))
                    std::ranges::copy(vertical, kept);
        }

        // Tells the strip below, and now and then the caller; ends if a stop is requested. The end is told once, when all is done.
        void report(std::uint64_t const done)
        {
            if (done < end_)
                relay_.tell(number_, done);
            if (done >= done_ + words_per_check)
            {
                add_cells(std::min(done * 64, relay_.part_.region.columns()) - done_ * 64);
                done_ = done;
                relay_.control_.check();
            }
        }

        void add_cells(std::uint64_t const columns)
        {
            if (relay_.reports_progress_)
            {
                double const cells = static_cast<double>(strip_.rows) * static_cast<double>(columns);
                relay_.reported_cells_.fetch_add(cells, std::memory_order_relaxed);
                relay_.control_.add_cells(cells);
            }
            reported_columns_ += columns;
        }

        void finish()
        {
            add_cells(relay_.part_.region.columns() - reported_columns_);
            // A block may end further to the left than the one above, but must not finish earlier, as counters are used again.
            if (!wait_for_strip_above(relay_.words_))
                return;
            if (is_first_ && strip_.block != 0)
                relay_.clear({end_, relay_.outline_.blocks[strip_.block - 1].words.end});
            if (strip_.first_row + strip_.rows == block_.first_row + block_.rows)
                relay_.outline_.end_block(strip_.block);
            relay_.tell(number_, relay_.words_);
        }

        strip_relay & relay_;
        std::size_t number_;
        strip_range const & strip_;
        row_block const & block_;
        bool is_first_;        // Whether this is the first strip of its block.
        std::uint64_t above_;  // The last count of the strip above.
        std::uint64_t end_{};  // The end of the strip, as far as it is known.
        std::uint64_t done_{}; // The words that were reported.
        std::uint64_t reported_columns_{};
        std::array<std::uint64_t *, max_lanes>
            kept_rows_{}; // The places for the next carries of lanes; null if they are not kept.
    };

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

    // Words to the right of a block get the carries of the border.
    void clear(plan::interval const & words) noexcept
    {
        if (words.begin >= words.end)
            return;
        plan::fill_upper_border(recurrence_t::metric,
                                {carries_at(words.begin), (words.end - words.begin) * carry_words});
        if (words.end == words_)
            plan::clear_after_last_column(part_.borders.horizontal, part_.region.columns(), carry_words);
    }

    std::uint64_t * carries_at(std::uint64_t const word) const noexcept
    {
        return part_.borders.horizontal.data() + word * carry_words;
    }

    std::uint64_t * state_at(std::uint64_t const row) const noexcept
    {
        return part_.borders.vertical.data() + row / 64 * state_words;
    }

    // The state of the rows of a strip to the left of it.
    std::span<std::uint64_t const> left_of(strip_range const & strip) const noexcept
    {
        std::uint64_t const words = util::ceil_div(strip.rows, std::uint64_t{64}) * state_words;
        if (part_.borders.vertical.empty())
            return std::span{left_border_}.first(words);
        return part_.borders.vertical.subspan(strip.first_row / 64 * state_words, words);
    }

    plan::matrix_part const & part_;
    outline_t & outline_;
    runtime::task_control & control_;
    bool reports_progress_;
    std::uint64_t words_; // The words of columns.
    vector_kernel kernel_;
    unsigned lanes_;
    packing::pair_codes codes_;
    unsigned planes_;
    std::vector<strip_range> strips_{};
    std::vector<std::uint64_t> left_border_{};
    unsigned threads_{};
    std::optional<column_planes> column_planes_{};
    std::unique_ptr<done_counter[]> words_done_{};
    std::atomic<bool> has_ended_{false}; // Nothing more is to be computed.
    std::atomic<double> reported_cells_{0};
};

} // namespace seqan3_gpulcs::cpu
