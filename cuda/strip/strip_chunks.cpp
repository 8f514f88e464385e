// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_chunks.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

#include "cuda/strip/matrix_run.hpp"
#include "cuda/strip/strip_pair.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

class overlapping_runs
{
public:
    overlapping_runs(plan::column_chunks & chunks,
                     std::array<context_team, 2> const & teams,
                     stream_context_pool & contexts,
                     runtime::task_control & control) :
        chunks_{chunks},
        teams_{teams},
        contexts_{contexts},
        control_{control}
    {}

    bool compute()
    {
        plan::matrix_part const all = chunks_.outline();
        plan_ = plan_overlapping_runs(part_request(all), teams_[0], teams_[1]);
        auto const & [row_begin, row_end, column_begin, column_end] = all.region;
        if (plan::cut_at_checkpoints({row_begin, row_end}, all.kept.grid.row_spacing, plan_.part_rows).size() != 1)
            return false;
        try
        {
            while (begin_next(true))
                finish_all();
        }
        catch (...)
        {
            // All are asked before the first one is awaited, as each waits for those before it.
            for (running_chunk & one : running_)
                one.run.request_stop();
            for (running_chunk & one : running_)
                one.run.stop();
            throw;
        }
        return true;
    }

private:
    using clock = std::chrono::steady_clock;

    struct running_chunk
    {
        matrix_run run;
        clock::time_point begun_at{clock::now()};
    };

    // Finishes all chunks that have been taken.
    void finish_all()
    {
        while (!running_.empty())
        {
            poll_until(
                [this]()
                {
                    return running_.front().run.is_done(control_);
                },
                [this]()
                {
                    if (running_.size() == 2)
                        running_.back().run.is_done(control_);
                    else if (!other_ && running_.back().run.is_half_done())
                        begin_next(false);
                    control_.check();
                });
            finish_first();
            control_.check();
        }
        if (other_)
            chunks_.finish(compute_part(*std::exchange(other_, nullptr), teams_[0], contexts_, control_));
    }

    bool begin_next(bool const waits)
    {
        plan::matrix_part const * const part = chunks_.next(waits);
        if (part)
            begin(*part);
        return part;
    }

    void begin(plan::matrix_part const & part)
    {
        matrix_run const * const before = running_.empty() ? nullptr : &running_.back().run;
        plan::interval const columns{part.region.column_begin, part.region.column_end};
        if (plan::cut_at_checkpoints(columns, part.kept.grid.column_spacing, plan_.chunk_columns).size() != 1)
        {
            other_ = &part;
            return;
        }
        strip_plan plan{plan_};
        plan.part_rows = part.region.rows();
        plan.chunk_columns = columns.size();
        running_.push_back({matrix_run{part_request(part), plan, teams_[next_team_]}});
        next_team_ = 1 - next_team_;
        running_.back().run.begin(before);
    }

    void finish_first()
    {
        matrix_run_result const found = running_.front().run.finish();
        auto const now = clock::now();
        auto const begun_at = std::max(running_.front().begun_at, std::exchange(last_done_at_, now));
        running_.pop_front();
        plan::source_statistics statistics{.transfer_seconds = found.transfer_seconds,
                                           .kernel_seconds = std::chrono::duration<double>(now - begun_at).count(),
                                           .backends = {plan::backend::cuda}};
        for (context_team const & team : teams_)
            for (stream_context const * const context : team.all())
                statistics.device_bytes += context->bytes();
        chunks_.finish(statistics);
    }

    plan::column_chunks & chunks_;
    std::array<context_team, 2> const & teams_;
    stream_context_pool & contexts_;
    runtime::task_control & control_;
    strip_plan plan_{};
    std::deque<running_chunk> running_{}; // Two at most: the second one begins while the first one ends.
    plan::matrix_part const * other_{};   // A chunk that one launch cannot compute.
    std::size_t next_team_{};
    clock::time_point last_done_at_{};
};

} // namespace

bool compute_chunks(plan::column_chunks & chunks,
                    std::array<context_team, 2> const & teams,
                    stream_context_pool & contexts,
                    runtime::task_control & control)
{
    return overlapping_runs{chunks, teams, contexts, control}.compute();
}

} // namespace seqan3_gpulcs::cuda
