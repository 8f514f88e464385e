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
    unsigned multiprocessors{};             //!< The number of multiprocessors.
    std::uint64_t clock_hz{};               //!< The clock rate of the multiprocessors; not 0.
    std::uint64_t shared_bytes_per_block{}; //!< The shared memory that a block can have at most.
    std::uint64_t memory_bytes{};           //!< The memory of the device.

    //!\brief The time that the device takes for its work.
    plan::device_costs costs() const noexcept
    {
        return plan::describe_device(multiprocessors, clock_hz);
    }

    //!\brief A number that is proportional to the cells that the device computes per second.
    double speed() const noexcept
    {
        return multiprocessors * static_cast<double>(clock_hz);
    }
};

} // namespace seqan3_gpulcs::cuda
