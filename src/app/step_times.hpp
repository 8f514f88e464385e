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
    stopwatch primers{};
    double transfer{}; //!< A part of llcs or primers.
    double kernel{};   //!< Likewise; of primers the time of all kernels, also where several ran at the same time.
    double traceback{};
    stopwatch writing{};
    stopwatch total{};
    std::uint64_t memory{};             //!< The most bytes of the memory limit that a pair took.
    double most_cells{-1};              //!< Those of the largest pair.
    std::uint64_t checkpoint_rows{};    //!< Of the largest pair, as in lcs::result.
    std::uint64_t checkpoint_columns{}; //!< Likewise.
    std::uint64_t device_memory{};      //!< The most bytes of a device that a pair took.
    std::set<plan::backend> backends{};
};

/*!\brief Compares pairs, and adds up the times.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 */
std::vector<lcs::result> compute(std::span<lcs::sequence_pair const> pairs,
                                 lcs::output wanted,
                                 plan::execution const & execution,
                                 step_times & times);

//!\brief What the steps were for.
enum class timed_work : std::uint8_t
{
    subsequences,
    primers
};

//!\brief Prints the times on standard error, a line for each step, the bytes that were taken, and what computed.
void print_timings(step_times const & times, timed_work work);

} // namespace seqan3_gpulcs::app
