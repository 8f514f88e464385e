// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/forward_pass.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "src/cpu/strip/scalar_strip.hpp"
#include "src/cpu/strip/strip_cut.hpp"
#include "src/cpu/strip/vector_strip.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

static_assert(plan::strip_rows == 64 * strip_words);
static_assert(plan::block_columns == 64);

// The longest stretch between two looks at the stop token: some microseconds.
constexpr std::uint64_t largest_chunk{64};

class strip_wavefront
{
public:
    strip_wavefront(packing::packed_sequence_view const & row_sequence,
                    packing::packed_sequence_view const & column_sequence,
                    matrix_region const & part,
                    matrix_borders const & borders,
                    kept_increments const & kept,
                    unsigned const threads,
                    runtime::task_control & control,
                    bool const counts) :
        row_sequence_{row_sequence},
        column_sequence_{column_sequence},
        part_{part},
        borders_{borders},
        kept_{kept},
        control_{control},
        counts_{counts},
        blocks_{part.column_words()},
        kernel_{choose_lane_kernel()},
        lanes_{blocks_ < least_lane_blocks || kernel_.lanes < least_lanes ? 0 : kernel_.lanes},
        strips_{cut_into_strips(part.rows(), kept.grid.row_spacing, lanes_, std::max(threads, 1u))},
        threads_{static_cast<unsigned>(std::clamp<std::uint64_t>(strips_.size(), 1, std::max(threads, 1u)))},
        // Short passes are cut finer, or the threads would wait for one another.
        chunk_{std::clamp<std::uint64_t>(blocks_ / (8 * threads_), 1, largest_chunk)},
        codes_{row_sequence, column_sequence},
        planes_{planes_of_kernel(codes_.bits())},
        blocks_done_{std::make_unique<done_counter[]>(threads_ + 1)}
    {}

    void run()
    {
        if (blocks_ == 0 || strips_.empty())
            return;
        if (strips_.front().lane_words != 0)
            column_planes_.emplace(column_sequence_, codes_, part_, planes_, lanes_);

        control_.run_team(threads_,
                          [this]()
                          {
                              scalar_strip rows;
                              vector_strip lanes{};
                              for (std::uint64_t number = next_strip_++; number < strips_.size();
                                   number = next_strip_++)
                              {
                                  if (strips_[number].lane_words != 0)
                                      run_lanes(number, lanes);
                                  else
                                      run_short(number, rows);
                              }
                          });
    }

private:
    struct alignas(64) done_counter
    {
        std::atomic<std::uint64_t> value{0};
    };

    // The blocks of a strip are counted on from those of the strips above, so a counter serves one strip after the
    // other. At most `threads_` strips are in work at a time, one below the other; they and the one above the first of
    // them have counters of their own.
    done_counter & counter_of(std::uint64_t const strip) const noexcept
    {
        return blocks_done_[strip % (threads_ + 1)];
    }

    void wait_for_strip_above(std::uint64_t const strip, std::uint64_t const blocks)
    {
        if (strip == 0)
            return;

        std::atomic<std::uint64_t> const & done = counter_of(strip - 1).value;
        std::uint64_t const wanted = (strip - 1) * blocks_ + blocks;
        for (unsigned tries = 0; done.load(std::memory_order_acquire) < wanted; ++tries)
        {
            // A thread that runs is some microseconds ahead. One that waits longer waits for a thread that was
            // suspended, and must leave it the core.
            if (tries < 256)
                continue;

            control_.check();
            if (tries < 512)
                std::this_thread::yield();
            else
                std::this_thread::sleep_for(std::chrono::microseconds{50});
        }
    }

    // Where the increments of the row above this one go; null if they are not kept.
    std::uint64_t * kept_row_above(std::uint64_t const row) const noexcept
    {
        std::uint64_t const spacing = kept_.grid.row_spacing;
        if (spacing == 0 || row % spacing != 0 || row >= part_.rows())
            return nullptr;
        return kept_.rows + (row / spacing - 1) * part_.column_words();
    }

    // Says how far a strip is, to the strip below, to the caller and to whoever wants to stop it.
    void report(std::uint64_t const number, std::uint64_t const blocks_done, double const cells)
    {
        counter_of(number).value.store(number * blocks_ + blocks_done, std::memory_order_release);
        if (counts_)
            control_.add_cells(cells);
        control_.check();
    }

    void run_lanes(std::uint64_t const number, vector_strip & lanes)
    {
        strip const & strip = strips_[number];
        std::size_t const words = strip.lane_words;
        lanes.load(row_sequence_,
                   codes_,
                   part_.row_begin + strip.first_row,
                   borders_.vertical.subspan(strip.first_row / 64),
                   words,
                   planes_,
                   kernel_);

        std::array<std::uint64_t *, most_lanes> kept_rows{};
        for (unsigned lane = 0; lane < lanes_; ++lane)
            kept_rows[lane] = kept_row_above(strip.first_row + (lane + 1) * words * 64);

        std::uint64_t const steps = blocks_ + lanes_ - 1;
        double const cells = static_cast<double>(strip.rows) * static_cast<double>(part_.columns());
        for (std::uint64_t begin = 0; begin < steps; begin += chunk_)
        {
            std::uint64_t const end = std::min(begin + chunk_, steps);
            wait_for_strip_above(number, std::min(end, blocks_));

            for (std::uint64_t step = begin; step < end; ++step)
            {
                lanes.compute(*column_planes_, step, step < blocks_ ? borders_.horizontal[step] : 0, nullptr);

                for (unsigned lane = 0; lane < lanes_; ++lane)
                    if (kept_rows[lane] && step >= lane && step - lane < blocks_)
                        kept_rows[lane][step - lane] = lanes.below(lane);
                if (step + 1 >= lanes_)
                    borders_.horizontal[step + 1 - lanes_] = lanes.below(lanes_ - 1);
                keep_column_of_lanes(step, strip, lanes);
            }

            report(number,
                   end == steps ? blocks_ : end - std::min<std::uint64_t>(end, lanes_ - 1),
                   cells * static_cast<double>(end - begin) / static_cast<double>(steps));
        }

        for (unsigned lane = 0; lane < lanes_; ++lane)
            lanes.copy_lane(lane, borders_.vertical.data() + strip.first_row / 64 + lane * words);
    }

    // After a step: the lanes that have come to a column that is kept.
    void keep_column_of_lanes(std::uint64_t const step, strip const & strip, vector_strip const & lanes) const
    {
        std::uint64_t const spacing = kept_.grid.column_spacing / 64;
        if (spacing == 0)
            return;

        for (unsigned lane = 0; lane <= std::min<std::uint64_t>(step, lanes_ - 1); ++lane)
        {
            std::uint64_t const blocks = step - lane + 1;
            if (blocks % spacing == 0 && blocks * 64 < part_.columns())
                lanes.copy_lane(lane,
                                kept_.columns + (blocks / spacing - 1) * part_.row_words() + strip.first_row / 64
                                    + lane * strip.lane_words);
        }
    }

    void run_short(std::uint64_t const number, scalar_strip & strip)
    {
        std::uint64_t const first_row = strips_[number].first_row;
        std::uint64_t const rows = strips_[number].rows;
        strip.load(row_sequence_, codes_, column_sequence_.letters().size(), part_.row_begin + first_row, rows);
        std::uint64_t * const kept_row = kept_row_above(first_row + rows);

        for (std::uint64_t begin = 0; begin < blocks_; begin += chunk_)
        {
            std::uint64_t const end = std::min(begin + chunk_, blocks_);
            wait_for_strip_above(number, end);

            for (std::uint64_t block = begin; block < end;)
            {
                std::uint64_t const stop = std::min(end, next_kept_column(block) / 64);
                std::uint64_t const column = block * 64;
                std::uint64_t const column_stop = std::min(stop * 64, part_.columns());

                strip.run(column_sequence_,
                          part_.column_begin + column,
                          column_stop - column,
                          {borders_.vertical.data() + first_row / 64, borders_.horizontal.data() + block});
                keep_column(column_stop, first_row / 64, (rows + 63) / 64);
                block = stop;
            }

            if (kept_row)
                std::copy_n(borders_.horizontal.begin() + static_cast<std::ptrdiff_t>(begin),
                            end - begin,
                            kept_row + begin);

            report(number,
                   end,
                   static_cast<double>(rows) * static_cast<double>(std::min(end * 64, part_.columns()) - begin * 64));
        }
    }

    // The first column behind this block that is to be kept.
    std::uint64_t next_kept_column(std::uint64_t const block) const noexcept
    {
        std::uint64_t const spacing = kept_.grid.column_spacing;
        return spacing == 0 ? blocks_ * 64 : (block * 64 / spacing + 1) * spacing;
    }

    void keep_column(std::uint64_t const column, std::uint64_t const first_word, std::uint64_t const words) const
    {
        std::uint64_t const spacing = kept_.grid.column_spacing;
        if (spacing != 0 && column % spacing == 0 && column < part_.columns())
            std::copy_n(borders_.vertical.begin() + static_cast<std::ptrdiff_t>(first_word),
                        words,
                        kept_.columns + (column / spacing - 1) * part_.row_words() + first_word);
    }

    packing::packed_sequence_view row_sequence_;
    packing::packed_sequence_view column_sequence_;
    matrix_region part_;
    matrix_borders borders_;
    kept_increments kept_;
    runtime::task_control & control_;
    bool counts_;
    std::uint64_t blocks_;
    lane_kernel kernel_;
    unsigned lanes_; // 0 where vectors do not pay.
    std::vector<strip> strips_;
    unsigned threads_;
    std::uint64_t chunk_;
    packing::pair_codes codes_;
    unsigned planes_;
    std::optional<column_planes> column_planes_{};
    std::unique_ptr<done_counter[]> blocks_done_;
    std::atomic<std::uint64_t> next_strip_{0};
};

} // namespace

void forward_pass(packing::packed_sequence_view const row_sequence,
                  packing::packed_sequence_view const column_sequence,
                  matrix_region const & part,
                  matrix_borders const & borders,
                  kept_increments const & kept,
                  unsigned const threads,
                  runtime::task_control & control,
                  bool const counts)
{
    strip_wavefront{row_sequence, column_sequence, part, borders, kept, threads, control, counts}.run();
}

} // namespace seqan3_gpulcs::cpu
