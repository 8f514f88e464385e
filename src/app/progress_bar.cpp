// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/progress_bar.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "src/app/rank_run.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::chrono::milliseconds delay{1000};
constexpr std::chrono::milliseconds interval{100};

// Errors are ignored: nothing depends on the bar.
void write_to_terminal(std::string_view const text) noexcept
{
    [[maybe_unused]] auto const ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace

progress_bar::progress_bar(std::optional<double> const cells_total, double const cells_done) noexcept :
    cells_total_{cells_total},
    cells_before_{cells_done},
    cells_done_{cells_done},
    is_terminal_{::isatty(STDERR_FILENO) == 1},
    next_{start_ + delay}
{}

progress_bar::~progress_bar()
{
    erase();
}

plan::execution progress_bar::watch(plan::execution execution, step_times & times, bool const is_resumed)
{
    execution.on_route = add_route_to(times);
    is_resumed_ = is_resumed;
    execution.on_progress = [this](plan::progress const & progress)
    {
        if (std::exchange(is_resumed_, false))
            cells_before_ = progress.cells_done;
        show(cells_done_ + progress.cells_done);
    };
    return execution;
}

void progress_bar::add(double const cells)
{
    cells_done_ += cells;
    show(cells_done_);
}

void progress_bar::show(double const cells_done)
{
    auto const now = clock::now();
    if (!is_terminal_ || now < next_ || cells_done <= cells_before_)
        return;

    double const seconds = std::chrono::duration<double>(now - start_).count();
    double const cells_per_second = (cells_done - cells_before_) / seconds;
    char line[128]{};
    if (cells_total_)
    {
        auto const remaining = static_cast<long long>(std::max(0.0, *cells_total_ - cells_done) / cells_per_second);
        // An estimate may be too small.
        double const part = std::min(1.0, cells_done / *cells_total_);
        std::snprintf(line,
                      sizeof(line),
                      "\r%.1f %%, %lld:%02lld:%02lld left, %.1f GCUPS\033[K",
                      100 * part,
                      remaining / 3600,
                      remaining / 60 % 60,
                      remaining % 60,
                      cells_per_second / 1e9);
    }
    else
    {
        std::snprintf(line, sizeof(line), "\r%.3g cells, %.1f GCUPS\033[K", cells_done, cells_per_second / 1e9);
    }
    write_to_terminal(line);

    is_visible_ = true;
    next_ = now + interval;
}

void progress_bar::make_room() noexcept
{
    if (::isatty(STDOUT_FILENO) == 1)
        erase();
}

void progress_bar::erase() noexcept
{
    if (is_visible_)
        write_to_terminal("\r\033[K");
    is_visible_ = false;
}

unsigned formatting_threads(plan::execution const & execution)
{
    return is_terminal(STDOUT_FILENO) ? 1 : plan::available_threads(execution);
}

} // namespace seqan3_gpulcs::app
