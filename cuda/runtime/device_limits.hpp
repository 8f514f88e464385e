// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The limits of a device that plans depend on.
 */

#pragma once

#include <cstdint>

#include "src/plan/hardware_costs.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The limits of a device that plans depend on.
struct device_limits
{
    unsigned compute_capability{};          //!< Ten times the major version plus the minor one.
    unsigned multiprocessors{};             //!< How many there are.
    std::uint64_t clock_hz{};               //!< The clock rate of the multiprocessors; not 0.
    std::uint64_t shared_bytes_per_block{}; //!< The shared memory that a block can have at most.
    std::uint64_t memory_bytes{};           //!< All of its memory.

    //!\brief What it takes for its work.
    plan::device_costs costs() const noexcept
    {
        return plan::describe_device(multiprocessors, clock_hz);
    }

    //!\brief In proportion to the cells that it computes per second.
    double speed() const noexcept
    {
        return multiprocessors * static_cast<double>(clock_hz);
    }
};

} // namespace seqan3_gpulcs::cuda
