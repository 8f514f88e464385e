// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The times of the steps of a run.
 */

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/app/metric.hpp"
#include "src/app/stopwatch.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The times of the steps, in seconds, and how they were computed.
struct step_times
{
    double reading{};   //!< The time of waiting for the blocks of the inputs.
    double packing{};   //!< The time of parsing and packing them, with all threads.
    double comparing{}; //!< The time of computing lengths or distances.
    stopwatch primers{};
    stopwatch sites{};
    double transfer{}; //!< The time of copies to and from a device, a part of comparing, or of primers and sites.
    double kernel{};   //!< The time of kernels, a part of the same; for primers and sites the sum over all kernels.
    double traceback{};
    stopwatch writing{};
    stopwatch total{};
    std::uint64_t memory{};             //!< The maximum that a pair used of the memory limit, in bytes.
    double max_cells{-1};               //!< The cells of the largest pair; -1 before the first.
    std::uint64_t checkpoint_rows{};    //!< The checkpoint rows of the largest pair, as in alignment::result.
    std::uint64_t checkpoint_columns{}; //!< The checkpoint columns of the largest pair.
    std::uint64_t device_memory{};      //!< The maximum that a pair used of a device, in bytes.
    bool saves_state{};                 //!< Whether the run saved its state; otherwise, the next three mean nothing.
    double resumed{};                   //!< The part of the cells that earlier runs had computed, from 0 to 1.
    std::uint64_t saves{};              //!< How often the state was saved.
    double saving{};                    //!< The time of saving, a part of comparing.
    std::set<plan::backend> backends{};
    std::set<alignment::method>
        methods{};              //!< How pairs were computed, as in alignment::result; empty if that is unknown.
    double cells{};             //!< The cells that were computed, as in alignment::result.
    bool is_device_known{true}; //!< Whether transfer, kernel and device_memory are known.

    //!\brief The steps of all routes that were planned, added up: attempts, and others, for each backend.
    std::map<std::pair<plan::backend, bool>, plan::route_step> route{};

    //!\brief Notes that calls for values, which do not tell what computed them, were made with this backend.
    void leave_device_unknown(plan::backend chosen);

    //!\brief Adds a step of a route.
    void add(plan::route_step const & step);

    //!\brief Adds what a device took for a search of primers or sites, and the backend.
    void add(primer::statistics const & done);

    /*!\brief Adds what pairs took.
     * \param pairs   The pairs.
     * \param results Their results.
     * \param seconds The time that all of them took together.
     */
    void
    add(std::span<alignment::sequence_pair const> pairs, std::span<alignment::result const> results, double seconds);
};

//!\brief Adds the routes of a computation to its times, which must outlive it.
plan::route_callback add_route_to(step_times & times);

//!\brief The work that steps were for.
enum class timed_work : std::uint8_t
{
    pairs,
    hits,
    primers,
    sites,           //!< Sites of given primers.
    chosen_products, //!< Products of primers that were found in the same run.
};

//!\brief Prints the times of all steps, the memory used, and how pairs were computed, a line each, on standard error. The metric is
//!       that of the pairs.
void print_timings(step_times const & times, timed_work work, metric metric = {});

} // namespace seqan3_gpulcs::app
