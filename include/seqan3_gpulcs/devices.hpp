// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The CUDA devices of this machine.
 */

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seqan3_gpulcs
{

//!\brief A CUDA device.
struct device
{
    unsigned number{};             //!< What plan::execution::device calls it.
    std::string name{};            //!< As its vendor calls it.
    unsigned compute_capability{}; //!< Ten times the major version plus the minor one: 90 for 9.0.
    unsigned multiprocessors{};    //!< The number of its multiprocessors.
    std::uint64_t memory_bytes{};  //!< All of its memory.
    std::uint64_t free_bytes{};    //!< What is left of it at present.
    std::string problem{};         //!< A sentence that says why it cannot be used; empty if it can.

    //!\brief Whether it can be used.
    bool usable() const noexcept
    {
        return problem.empty();
    }
};

//!\brief What was found when devices were looked for.
struct device_report
{
    std::vector<device> devices{}; //!< By number; none if there is a problem with all of them.
    std::string problem{};         //!< A sentence that says why there is none; empty if there are some.

    //!\brief The device that is used where none is chosen, or nothing.
    device const * chosen() const noexcept
    {
        for (device const & each : devices)
            if (each.usable())
                return &each;
        return nullptr;
    }
};

/*!\brief Looks for CUDA devices.
 * \returns What was found. No device, no driver, or a build without CUDA is no error, but a problem in the report.
 * \throws std::bad_alloc
 *
 * Starts the CUDA run-time on every device, since it asks for free memory; that takes a second or so, and some memory of
 * each for the rest of the program.
 *
 * Thread safety: concurrent calls are safe.
 */
device_report find_devices();

} // namespace seqan3_gpulcs
