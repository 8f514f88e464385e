// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Shows the progress of a computation on a terminal.
 */

#pragma once

#include <chrono>
#include <optional>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A line on standard error, if that is a terminal and the work takes more than a second.
class progress_bar
{
public:
    /*!\brief Shows nothing yet.
     * \param cells_total The cells of the whole work, which goes on now, or an estimate; empty if unknown.
     * \param cells_done  Those of them that are done.
     */
    explicit progress_bar(std::optional<double> cells_total, double cells_done = 0) noexcept;

    ~progress_bar();

    progress_bar(progress_bar const &) = delete;
    progress_bar & operator=(progress_bar const &) = delete;

    /*!\brief The execution of calls whose progress is shown, and whose routes are added to times. Both must outlive it.
     * \param execution  Where and how to compute.
     * \param times      The times.
     * \param is_resumed Whether the progress of the call counts cells that an earlier run computed.
     */
    plan::execution watch(plan::execution execution, step_times & times, bool is_resumed = false);

    //!\brief Adds the cells of a call that has ended.
    void add(double cells);

    //!\brief Erases the line if standard output is a terminal, too; call it before writing there.
    void make_room() noexcept;

private:
    void show(double cells_done);
    void erase() noexcept;

    using clock = std::chrono::steady_clock;

    std::optional<double> cells_total_;
    double cells_before_; //!< The cells that say nothing about the speed, because they were done before.
    double cells_done_;   //!< The cells of the calls that have ended.
    bool is_resumed_{};   //!< Whether the next progress tells what an earlier run computed.
    bool is_terminal_;
    bool is_visible_{};
    clock::time_point start_{clock::now()};
    clock::time_point next_;
};

/*!\brief The number of threads that may format rows while something is computed.
 *
 * There is only one where rows must not be mixed with the progress: the thread that shows it then writes them, too.
 */
unsigned formatting_threads(plan::execution const & execution);

} // namespace seqan3_gpulcs::app
