// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One computation in several attempts or parts.
 */

#pragma once

#include <algorithm>

#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::runtime
{

/*!\brief An execution whose progress never decreases, and that records whether an exception came from the progress callback or the executor:
 *        if one of them runs out of memory, that is not the device's failure.
 */
class watched_execution
{
public:
    /*!\brief Nothing is done yet.
     * \param execution   Need not outlive the object.
     * \param cells_total The cells of all parts.
     */
    watched_execution(plan::execution const & execution, double const cells_total) :
        execution_{execution},
        on_progress_{execution.on_progress},
        executor_{execution.executor},
        cells_total_{cells_total}
    {
        if (on_progress_)
            execution_.on_progress = [this](plan::progress const & progress)
            {
                cells_reported_ = std::max(cells_reported_, cells_done_ + progress.cells_done);
                callback_threw_ = true;
                on_progress_({cells_reported_, cells_total_});
                callback_threw_ = false;
            };
        if (executor_)
            execution_.executor = [this](plan::thread_task const & task)
            {
                try
                {
                    executor_(task);
                }
                catch (...)
                {
                    callback_threw_ = true;
                    throw;
                }
            };
    }

    watched_execution(watched_execution const &) = delete;
    watched_execution & operator=(watched_execution const &) = delete;

    //!\brief The execution for each attempt or part; the object must outlive it.
    plan::execution const & get() const noexcept
    {
        return execution_;
    }

    //!\brief Counts a part of the cells as done; the next part reports its own cells from zero.
    void add_cells(double const cells) noexcept
    {
        cells_done_ += cells;
    }

    //!\brief Whether the last exception came from the callback, or from the executor.
    bool callback_threw() const noexcept
    {
        return callback_threw_;
    }

    //!\brief Nothing to do: each attempt reports its own cells from zero.
    void begin_again() const noexcept
    {}

private:
    plan::execution execution_;
    plan::progress_callback on_progress_;
    plan::thread_executor executor_;
    double cells_total_;
    double cells_done_{};
    double cells_reported_{};
    bool callback_threw_{};
};

} // namespace seqan3_gpulcs::runtime
