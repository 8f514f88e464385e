// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/part_job.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

#include "src/dispatch/find_backend.hpp"
#include "src/plan/column_chunks.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/matrix_part.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// Computes all chunks of the rows of this rank; their upper borders come with the tasks.
class part_job final : public job, private plan::column_chunks
{
public:
    explicit part_job(std::span<std::uint64_t const> const content)
    {
        word_reader{content}(plan_, rows_, columns_);
        border_words_ = plan::border_words(plan_.metric);
    }

    void run(task_queue & tasks, plan::execution const & execution) override
    {
        tasks_ = &tasks;
        plan::execution own{execution};
        own.on_progress = [&](plan::progress const & progress)
        {
            execution.on_progress({std::max(progress.cells_done - cells_done_, 0.0), progress.cells_total});
        };
        // The first task says which rows this rank has.
        if (take(true))
            dispatch::find_backend(own).compute_parts(*this, own);
    }

private:
    // A task, and the memory for its results.
    struct chunk
    {
        part_task task{};
        std::uint64_t number{};
        words horizontal{};
        words kept_columns{};
        words kept_rows{};
        plan::matrix_part part{};
    };

    plan::matrix_part outline() const override
    {
        plan::matrix_part all{chunks_.front().part};
        all.region.column_end = plan_.region.column_end;
        return all;
    }

    double cells_done() const override
    {
        return cells_done_;
    }

    plan::matrix_part const * next(bool const waits) override
    {
        if (given_ == chunks_.size() && !take(waits))
            return nullptr;
        return &chunks_[given_++].part;
    }

    void finish(plan::source_statistics const & statistics) override
    {
        chunk done = std::move(chunks_.front());
        chunks_.pop_front();
        --given_;
        cells_done_ += done.part.cells();

        part_task & task = done.task;
        std::vector<outgoing> sent{};
        bool const is_last_share = task.share + 1 == task.shares.size();
        outgoing result{.number = task.result_number(done.number),
                        .content = make_result(statistics, done, is_last_share ? done.horizontal : words{})};
        if (!is_last_share)
        {
            int const rank = static_cast<int>(task.shares[++task.share].rank);
            sent.push_back({rank, message_kind::task, done.number, make_words(task, done.horizontal)});
        }
        sent.push_back(std::move(result));
        tasks_->put(std::move(sent));
    }

    void rewind() noexcept override
    {
        given_ = 0;
    }

    bool take(bool const waits)
    {
        std::optional<task> const given = tasks_->next(waits);
        if (!given)
            return false;
        chunk & added = chunks_.emplace_back();
        std::span<std::uint64_t const> border{};
        word_reader{given->content}(added.task, border);
        added.number = given->number;
        begin(added, border);
        return true;
    }

    // Makes the part of a task.
    void begin(chunk & added, std::span<std::uint64_t const> const border)
    {
        plan::matrix_region const region = added.task.part(plan_.region, added.number);
        if (added.number == 0)
            begin_rows(region);

        plan::checkpoint_grid const & grid = plan_.checkpoints;
        added.kept_columns.resize(
            plan::checkpoint_count({region.column_begin, region.column_end}, columns_.size(), grid.column_spacing)
            * region.row_words() * border_words_);
        added.kept_rows.resize(
            plan::checkpoint_count({region.row_begin, region.row_end}, rows_.size(), grid.row_spacing)
            * region.column_words() * border_words_);
        added.horizontal =
            border.empty() ? plan::upper_border(plan_.metric, region.columns()) : words{border.begin(), border.end()};
        added.part = {.rows = rows_,
                      .columns = columns_,
                      .region = region,
                      .borders = {vertical_, added.horizontal},
                      .kept = {grid, region, added.kept_columns.data(), added.kept_rows.data(), plan_.metric},
                      .metric = plan_.metric};
    }

    // Initialises V before the first column.
    void begin_rows(plan::matrix_region const & region)
    {
        vertical_ = plan::left_border(plan_.metric, region.rows());
        if (!plan_.vertical.empty())
            std::ranges::copy(plan_.vertical.subspan((region.row_begin - plan_.region.row_begin) / 64 * border_words_,
                                                     region.row_words() * border_words_),
                              vertical_.begin());
    }

    words make_result(plan::source_statistics const & statistics, chunk const & done, words const & horizontal) const
    {
        return make_words(finished_part{.statistics = statistics,
                                        .horizontal = horizontal,
                                        .vertical = done.task.wants_vertical ? vertical_ : words{},
                                        .kept_columns = done.kept_columns,
                                        .kept_rows = done.kept_rows});
    }

    part_plan plan_{};
    std::uint64_t border_words_{1}; // The words of a border for 64 rows or columns.
    packing::packed_sequence_view rows_{};
    packing::packed_sequence_view columns_{};
    task_queue * tasks_{};
    std::deque<chunk> chunks_{}; // Chunks that have been taken, and are not done.
    std::size_t given_{};        // How many of them a backend has.
    words vertical_{};           // V before the first of them.
    double cells_done_{};
};

} // namespace

plan::matrix_region part_task::part(plan::matrix_region const & region, std::uint64_t const chunk) const noexcept
{
    std::uint64_t const column = region.column_begin + chunk * columns_per_chunk;
    return {.row_begin = share == 0 ? region.row_begin : shares[share - 1].row_end,
            .row_end = shares[share].row_end,
            .column_begin = column,
            .column_end = std::min(column + columns_per_chunk, region.column_end)};
}

std::unique_ptr<job> make_part_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<part_job>(content);
}

} // namespace seqan3_gpulcs::mpi
