// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/thread_plan.hpp"

#include <algorithm>
#include <exception>
#include <thread>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/processors.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::plan
{

namespace
{

// A thread with fewer cells costs more than it saves.
constexpr double min_cells_per_thread{1 << 26};

// The overhead of a pair, in cells.
constexpr double pair_overhead_cells{1 << 15};

// Threads that wait for one another cost nothing while they are few, whatever the processors: on 2 of them, with AVX-512, `gpulcs edit`
// takes 0.4 s for 400,000 x 400,000 random letters with --threads 1 to 64, 1.3 s with 128 and 2.4 s with 256.
constexpr unsigned harmless_threads{16};

// If memory does not suffice to ask the system, the processors of the machine are counted.
processor_counts find_processors() noexcept
{
    unsigned const of_machine = std::max(1u, std::thread::hardware_concurrency());
    try
    {
        unsigned const of_process = count_processors();
        return {of_process, std::max(of_process, of_machine)};
    }
    catch (std::exception const &)
    {
        return {of_machine, of_machine};
    }
}

} // namespace

unsigned limit_threads(unsigned const wanted, processor_counts const & processors) noexcept
{
    return wanted == 0 ? processors.of_process : std::min(wanted, std::max(processors.of_machine, harmless_threads));
}

unsigned available_threads(execution const & execution) noexcept
{
    // Asking the system takes as long as a small pair.
    static processor_counts const processors = find_processors();
    return limit_threads(execution.threads, processors);
}

unsigned useful_threads(std::uint64_t const rows, std::uint64_t const columns, unsigned const threads) noexcept
{
    double const by_cells = 1 + static_cast<double>(rows) * static_cast<double>(columns) / min_cells_per_thread;
    std::uint64_t const by_strips = util::ceil_div(rows, strip_rows);
    return static_cast<unsigned>(
        std::clamp<double>(std::min(by_cells, static_cast<double>(by_strips)), 1, std::max(threads, 1u)));
}

unsigned useful_threads_for_pairs(std::uint64_t const pairs, double const cells, unsigned const threads) noexcept
{
    double const cost_cells = cells + static_cast<double>(pairs) * pair_overhead_cells;
    double const useful = std::min(static_cast<double>(pairs), 1 + cost_cells / min_cells_per_thread);
    return static_cast<unsigned>(std::clamp<double>(useful, 1, std::max(threads, 1u)));
}

length_plan plan_length(std::uint64_t const rows, std::uint64_t const columns, unsigned const threads) noexcept
{
    unsigned const as_given = useful_threads(rows, columns, threads);
    unsigned const exchanged = useful_threads(columns, rows, threads);
    return exchanged > as_given ? length_plan{true, exchanged} : length_plan{false, as_given};
}

} // namespace seqan3_gpulcs::plan
