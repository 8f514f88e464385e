// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The plan of a band of a matrix on devices.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/matrix_region.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A band of a matrix.
struct band_outline
{
    //!\brief Returns the columns of some rows; neither begin nor end decreases from rows to those below.
    std::function<plan::interval(plan::interval const &)> columns{};

    //!\brief Optional: returns the column where the paths that count go from a row to the next one, if it is known. Then the band is cut
    //!       into parts that do not wait for each other.
    std::function<std::optional<std::uint64_t>(std::uint64_t)> crossing{};

    //!\brief The recurrence.
    strip_recurrence const * recurrence{&lcs_strips};
};

//!\brief Makes an outline of the cells that a bound leaves.
inline band_outline outline_of(plan::matrix_band const & band)
{
    return {.columns =
                [band](plan::interval const & rows)
            {
                return band.columns_of(rows);
            },
            .recurrence = &strips_of(band.metric())};
}

//!\brief The devices that share a band.
struct band_devices
{
    //!\brief A single device.
    band_devices(device_limits const & one) noexcept : limits{&one, 1}
    {}

    //!\brief Several devices; at least one.
    band_devices(std::span<device_limits const> const several, bool const through) noexcept :
        limits{several},
        through_host{through}
    {}

    std::span<device_limits const> limits; //!< The limits of each device.
    bool through_host{};                   //!< Whether carries go from device to device through the host.
};

/*!\brief Cuts a band into strips.
 * \param plan      Has a kernel and checkpoints; receives strips, their cells, and the places of what they keep.
 * \param outline   The band.
 * \param size      The rows and columns of the matrix.
 * \param max_parts The maximum number of parts that do not wait for each other; 1 with checkpoints, and for several devices.
 *
 * Linear in the number of strips.
 */
void cut_band(strip_plan & plan, band_outline const & outline, matrix_size const & size, unsigned max_parts);

/*!\brief Plans a band with the kernel of seqan3_gpulcs::cuda::strip_recurrence::band that is probably the fastest one.
 * \param outline The band.
 * \param rows    The sequence of the rows.
 * \param columns The sequence of the columns.
 * \param devices The device, or several: then each strip waits for the one above it.
 *
 * Linear in the number of strips, of which there is one for 1024 rows at most.
 */
strip_plan plan_band(band_outline const & outline,
                     sequence_size const & rows,
                     sequence_size const & columns,
                     band_devices const & devices);

//!\brief Plans a band with a given kernel.
strip_plan plan_band(band_outline const & outline,
                     sequence_size const & rows,
                     sequence_size const & columns,
                     kernel_shape const & shape,
                     band_devices const & devices);

/*!\brief Plans a band with checkpoints, as fine as some memory of each device allows.
 * \returns The plan; none if the memory does not suffice.
 */
std::optional<strip_plan> plan_band_checkpoints(band_outline const & outline,
                                                sequence_size const & rows,
                                                sequence_size const & columns,
                                                band_devices const & devices,
                                                std::uint64_t memory);

} // namespace seqan3_gpulcs::cuda
