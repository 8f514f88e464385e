// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The times of the steps of a run.
 */

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/metric.hpp"
#include "src/app/stopwatch.hpp"

namespace seqan3_gpulcs::app
{

//!\brief How long the steps took, in seconds, and what computed.
struct step_times
{
    double reading{};   //!< Waiting for the blocks of the inputs.
    double packing{};   //!< Parsing and packing them, with all threads.
    double comparing{}; //!< Computing lengths or distances.
    stopwatch primers{};
    stopwatch sites{};
    double transfer{}; //!< A part of comparing, or of primers and sites.
    double kernel{};   //!< Likewise; for primers and sites the sum over all kernels, even if some ran at the same time.
    double traceback{};
    stopwatch writing{};
    stopwatch total{};
    std::uint64_t memory{};             //!< The maximum that a pair used of the memory limit, in bytes.
    double max_cells{-1};               //!< The cells of the largest pair; -1 before the first.
    std::uint64_t checkpoint_rows{};    //!< Of the largest pair, as in alignment::result.
    std::uint64_t checkpoint_columns{}; //!< Likewise.
    std::uint64_t device_memory{};      //!< The maximum that a pair used of a device, in bytes.
    bool saves_state{};                 //!< Whether the run saved its state; otherwise, the next three mean nothing.
    double resumed{};                   //!< The part of the cells that earlier runs had computed, from 0 to 1.
    std::uint64_t saves{};              //!< How often the state was saved.
    double saving{};                    //!< A part of comparing.
    std::set<plan::backend> backends{};
    std::set<alignment::method>
        methods{};              //!< How pairs were computed, as in alignment::result; empty if that is unknown.
    double cells{};             //!< Those that were computed, likewise.
    bool is_device_known{true}; //!< Whether transfer, kernel and device_memory are known.

    //!\brief The steps of all routes that were planned, added up: attempts, and others, for each backend.
    std::map<std::pair<plan::backend, bool>, plan::route_step> route{};

    //!\brief Adds a step of a route.
    void add(plan::route_step const & step);
};

//!\brief Adds the routes of a computation to its times, which must outlive it.
plan::route_callback add_route_to(step_times & times);

//!\brief What the steps were for.
enum class timed_work : std::uint8_t
{
    pairs,
    hits,
    primers,
    sites,           //!< Of given primers.
    chosen_products, //!< Of primers that were found, too.
};

//!\brief Prints the times of all steps, the memory used, and what computed, a line each, on standard error. Pairs were compared by
//!       the metric.
void print_timings(step_times const & times, timed_work work, metric metric = {});

} // namespace seqan3_gpulcs::app
