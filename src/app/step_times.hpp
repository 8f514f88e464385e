// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How long the steps of a comparison take.
 */

#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "stopwatch.hpp"

namespace seqan3_gpulcs::app
{

//!\brief How long the steps took, and what computed.
struct step_times
{
    stopwatch reading{};
    stopwatch packing{};
    double llcs{};
    double transfer{}; //!< A part of llcs.
    double kernel{};   //!< A part of llcs.
    double traceback{};
    stopwatch writing{};
    stopwatch total{};
    std::uint64_t memory{};        //!< The most bytes of the memory limit that a pair took.
    std::uint64_t device_memory{}; //!< The most bytes of a device that a pair took.
    std::set<plan::backend> backends{};
};

/*!\brief Compares pairs, and adds up the times.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 */
std::vector<lcs::result> compute(std::span<lcs::sequence_pair const> pairs,
                                 lcs::output wanted,
                                 plan::execution const & execution,
                                 step_times & times);

//!\brief Prints the times on standard error, a line for each step, the bytes that were taken, and what computed.
void print_timings(step_times const & times);

} // namespace seqan3_gpulcs::app
