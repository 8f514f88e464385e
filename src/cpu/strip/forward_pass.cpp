// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/forward_pass.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/strip/scalar_strip.hpp"
#include "src/cpu/strip/strip_cut.hpp"
#include "src/cpu/strip/vector_strip.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/wait_until.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

static_assert(plan::strip_rows == 64 * strip_words);
static_assert(plan::cpu_block_columns == 64);

// The maximum number of blocks between two checks of the stop token: some microseconds.
constexpr std::uint64_t max_chunk{64};

template <recurrence recurrence_t>
class strip_wavefront
{
public:
    strip_wavefront(matrix_pass const & pass,
                    unsigned const threads,
                    runtime::task_control & control,
                    bool const reports_progress) :
        pass_{pass},
        control_{control},
        reports_progress_{reports_progress},
        blocks_{pass.part.column_words()},
        kernel_{choose_vector_kernel<recurrence_t>()},
        lanes_{blocks_ < min_vector_blocks || kernel_.lanes < min_lanes ? 0 : kernel_.lanes},
        strips_{cut_into_strips(pass.part.rows(), pass.kept.grid.row_spacing, lanes_, std::max(threads, 1u))},
        threads_{static_cast<unsigned>(std::clamp<std::uint64_t>(strips_.size(), 1, std::max(threads, 1u)))},
        // Short passes are cut finer; otherwise, the threads would wait for one another.
        chunk_{std::clamp<std::uint64_t>(blocks_ / (8 * threads_), 1, max_chunk)},
        codes_{pass.rows, pass.columns},
        planes_{kernel_planes(codes_.bits())},
        blocks_done_{std::make_unique<done_counter[]>(threads_ + 1)}
    {}

    void run()
    {
        if (blocks_ == 0 || strips_.empty())
            return;
        if (strips_.front().lane_words != 0)
            column_planes_.emplace(packing::recoded_sequence{pass_.columns, codes_.column_codes()},
                                   pass_.part,
                                   planes_,
                                   lanes_);

        auto const make_worker = [this]()
        {
            return [this,
                    scalar = scalar_strip<recurrence_t>{},
                    vectors = vector_strip<recurrence_t>{kernel_, planes_}](std::size_t const number) mutable
            {
                if (strips_[number].lane_words != 0)
                    run_vectors(number, vectors);
                else
                    run_scalar(number, scalar);
            };
        };
        runtime::parallel_for(control_, threads_, strips_.size(), make_worker);
    }

private:
    static constexpr unsigned state_words{recurrence_t::state_words};
    static constexpr unsigned carry_words{recurrence_t::carry_words};

    struct alignas(64) done_counter
    {
        std::atomic<std::uint64_t> value{0};
    };

    // A strip counts on from the strips above it, so a counter serves one strip after the other. At most `threads_` strips are computed at
    // a time, one below the other; they and the one above the first of them have counters of their own.
    done_counter & strip_counter(std::uint64_t const strip) const noexcept
    {
        return blocks_done_[strip % (threads_ + 1)];
    }

    void wait_for_strip_above(std::uint64_t const strip, std::uint64_t const blocks)
    {
        if (strip == 0)
            return;

        std::atomic<std::uint64_t> const & done = strip_counter(strip - 1).value;
        std::uint64_t const wanted = (strip - 1) * blocks_ + blocks;
        runtime::wait_until(control_,
                            [&]()
                            {
                                return done.load(std::memory_order_acquire) >= wanted;
                            });
    }

    // The place for the carries below the row before this one; null if they are not kept.
    std::uint64_t * kept_row_above(std::uint64_t const row) const noexcept
    {
        std::uint64_t const spacing = pass_.kept.grid.row_spacing;
        if (spacing == 0 || row % spacing != 0 || row >= pass_.part.rows())
            return nullptr;
        return pass_.kept.rows + (row / spacing - 1) * pass_.kept.row_words;
    }

    // The place for the state after the columns before this one, from a row on; null if it is not kept.
    std::uint64_t * kept_column_before(std::uint64_t const column, std::uint64_t const first_row) const noexcept
    {
        std::uint64_t const spacing = pass_.kept.grid.column_spacing;
        if (spacing == 0 || column % spacing != 0 || column >= pass_.part.columns())
            return nullptr;
        return pass_.kept.columns + (column / spacing - 1) * pass_.kept.column_words + first_row / 64 * state_words;
    }

    std::uint64_t * state_at(std::uint64_t const row) const noexcept
    {
        return pass_.borders.vertical.data() + row / 64 * state_words;
    }

    std::uint64_t * carries_at(std::uint64_t const block) const noexcept
    {
        return pass_.borders.horizontal.data() + block * carry_words;
    }

    // Publishes the progress of a strip to the strip below and to the caller; stops if requested.
    void report(std::uint64_t const number, std::uint64_t const blocks_done, double const cells)
    {
        strip_counter(number).value.store(number * blocks_ + blocks_done, std::memory_order_release);
        if (reports_progress_)
            control_.add_cells(cells);
        control_.check();
    }

    void run_vectors(std::uint64_t const number, vector_strip<recurrence_t> & vectors)
    {
        strip_range const & strip = strips_[number];
        std::size_t const lane_rows = std::size_t{64} * strip.lane_words;
        vectors.load({pass_.rows, codes_.row_codes()},
                     pass_.part.row_begin + strip.first_row,
                     pass_.borders.vertical.subspan(strip.first_row / 64 * state_words),
                     strip.lane_words);

        std::array<std::uint64_t *, max_lanes> kept_rows{};
        for (unsigned lane = 0; lane < lanes_; ++lane)
            kept_rows[lane] = kept_row_above(strip.first_row + (lane + 1) * lane_rows);

        std::uint64_t const steps = blocks_ + lanes_ - 1;
        double const cells = static_cast<double>(strip.rows) * static_cast<double>(pass_.part.columns());
        for (std::uint64_t begin = 0; begin < steps; begin += chunk_)
        {
            std::uint64_t const end = std::min(begin + chunk_, steps);
            wait_for_strip_above(number, std::min(end, blocks_));

            for (std::uint64_t step = begin; step < end; ++step)
            {
                vectors.compute(*column_planes_, step, step < blocks_ ? carries_at(step) : nullptr, nullptr);

                for (unsigned lane = 0; lane < lanes_; ++lane)
                    if (kept_rows[lane] && step >= lane && step - lane < blocks_)
                        vectors.copy_below(lane, kept_rows[lane] + (step - lane) * carry_words);
                if (step + 1 >= lanes_)
                    vectors.copy_below(lanes_ - 1, carries_at(step + 1 - lanes_));
                keep_lane_columns(step, strip, vectors);
            }

            report(number,
                   end == steps ? blocks_ : end - std::min<std::uint64_t>(end, lanes_ - 1),
                   cells * static_cast<double>(end - begin) / static_cast<double>(steps));
        }

        for (unsigned lane = 0; lane < lanes_; ++lane)
            vectors.copy_lane(lane, state_at(strip.first_row + lane * lane_rows));
    }

    // Keeps the columns of lanes that have come to one that is kept after a step.
    void keep_lane_columns(std::uint64_t const step,
                           strip_range const & strip,
                           vector_strip<recurrence_t> const & vectors) const
    {
        if (pass_.kept.grid.column_spacing == 0)
            return;

        for (unsigned lane = 0; lane <= std::min<std::uint64_t>(step, lanes_ - 1); ++lane)
            if (std::uint64_t * const kept =
                    kept_column_before((step - lane + 1) * 64,
                                       strip.first_row + std::uint64_t{64} * lane * strip.lane_words))
                vectors.copy_lane(lane, kept);
    }

    void run_scalar(std::uint64_t const number, scalar_strip<recurrence_t> & strip)
    {
        std::uint64_t const first_row = strips_[number].first_row;
        std::uint64_t const rows = strips_[number].rows;
        strip.load(pass_.rows, codes_, pass_.columns.letters().size(), pass_.part.row_begin + first_row, rows);
        std::uint64_t * const kept_row = kept_row_above(first_row + rows);

        for (std::uint64_t begin = 0; begin < blocks_; begin += chunk_)
        {
            std::uint64_t const end = std::min(begin + chunk_, blocks_);
            wait_for_strip_above(number, end);

            for (std::uint64_t block = begin; block < end;)
            {
                std::uint64_t const stop = std::min(end, next_kept_column(block) / 64);
                std::uint64_t const column = block * 64;
                std::uint64_t const column_stop = std::min(stop * 64, pass_.part.columns());

                strip.run(pass_.columns,
                          pass_.part.column_begin + column,
                          column_stop - column,
                          {state_at(first_row), carries_at(block)});
                if (std::uint64_t * const kept = kept_column_before(column_stop, first_row))
                    std::copy_n(state_at(first_row), util::ceil_div(rows, std::uint64_t{64}) * state_words, kept);
                block = stop;
            }

            if (kept_row)
                std::copy_n(carries_at(begin), (end - begin) * carry_words, kept_row + begin * carry_words);

            std::uint64_t const columns = std::min(end * 64, pass_.part.columns()) - begin * 64;
            report(number, end, static_cast<double>(rows) * static_cast<double>(columns));
        }
    }

    // The first column after this block that is kept.
    std::uint64_t next_kept_column(std::uint64_t const block) const noexcept
    {
        std::uint64_t const spacing = pass_.kept.grid.column_spacing;
        return spacing == 0 ? blocks_ * 64 : (block * 64 / spacing + 1) * spacing;
    }

    matrix_pass const & pass_;
    runtime::task_control & control_;
    bool reports_progress_;
    std::uint64_t blocks_;
    vector_kernel kernel_;
    unsigned lanes_; // 0 where vectors do not pay.
    std::vector<strip_range> strips_;
    unsigned threads_;
    std::uint64_t chunk_;
    packing::pair_codes codes_;
    unsigned planes_;
    std::optional<column_planes> column_planes_{};
    std::unique_ptr<done_counter[]> blocks_done_;
};

} // namespace

template <recurrence recurrence_t>
void forward_pass(matrix_pass const & pass,
                  unsigned const threads,
                  runtime::task_control & control,
                  bool const reports_progress)
{
    strip_wavefront<recurrence_t>{pass, threads, control, reports_progress}.run();
}

template void forward_pass<lcs_recurrence>(matrix_pass const &, unsigned, runtime::task_control &, bool);
template void forward_pass<edit_recurrence>(matrix_pass const &, unsigned, runtime::task_control &, bool);

} // namespace seqan3_gpulcs::cpu
