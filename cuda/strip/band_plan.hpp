// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The plan of a band of a matrix on devices.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/strip/strip_arguments.hpp"
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

//!\brief The rows of a band from one that is kept to the next one, and their checkpoints.
struct kept_band_rows
{
    plan::interval columns{};      //!< The columns that are computed.
    std::uint64_t first_kept{};    //!< The word of the state of the first row at the first column that is kept.
    std::uint64_t first_carries{}; //!< The block of the carries of the first columns below the last row.
};

//!\brief The plan of a band.
struct band_plan
{
    strip_recurrence const * recurrence{&lcs_strips}; //!< The recurrence.
    kernel_shape shape{};                             //!< The kernel.
    plan::checkpoint_grid checkpoints{};              //!< The distances of checkpoints; zeros if none are kept.
    unsigned warps_per_block{};                       //!< The warps of a block of threads.
    bool keeps_border{};                 //!< Whether the host gets the state at the ends of strips, and the carries.
    bool shares_device{};                //!< Whether another launch gets multiprocessors at the same time.
    std::vector<unsigned> wave_strips{}; //!< See strip_waves; for each of several devices.
    bool through_host{};                 //!< Whether carries go from device to device through the host.
    std::uint64_t rows{};                //!< The rows that are computed; 0 for all of them.
    std::vector<band_strip> strips{};    //!< The strips in the order in which they are taken.
    std::vector<kept_band_rows> kept_rows{}; //!< The rows with checkpoints, from top to bottom.
    std::uint64_t kept_words{};              //!< The words of the columns that are kept.
    std::uint64_t carry_blocks{};            //!< The blocks of the carries between strips.
    std::uint64_t incoming_blocks{};         //!< The blocks of the carries from another device.
    double cells{};                          //!< The cells that are computed.
    double cycles{};                         //!< An estimate of the time.

    //!\brief The words of the state of some rows.
    std::uint64_t state_words(std::uint64_t const some_rows) const noexcept
    {
        return some_rows / 32 * recurrence->traits.state_words;
    }

    //!\brief The words of a column that is kept, from one row that is kept to the next one.
    std::uint64_t kept_column_words() const noexcept
    {
        return state_words(checkpoints.row_spacing);
    }

    //!\brief The words of some blocks of carries.
    std::uint64_t carry_words(std::uint64_t const blocks) const noexcept
    {
        return blocks * recurrence->traits.carry_words;
    }

    //!\brief The maximum number of blocks of threads on a device.
    unsigned max_blocks(device_limits const & limits) const noexcept
    {
        return shares_device ? std::max(limits.multiprocessors / 2, 1u) : limits.multiprocessors;
    }

    //!\brief The memory of each device for carries and checkpoints.
    std::uint64_t bytes() const noexcept
    {
        return kept_words * sizeof(std::uint32_t)
             + carry_words(carry_blocks + incoming_blocks) * sizeof(tagged_carries);
    }
};

/*!\brief Cuts a band into strips.
 * \param plan      Has a kernel and checkpoints; receives strips, and the places of what they keep.
 * \param outline   The band.
 * \param size      The rows and columns of the matrix.
 * \param max_parts The maximum number of parts that do not wait for each other; 1 with checkpoints, and for several devices.
 *
 * Linear in the number of strips.
 */
void cut_band(band_plan & plan, band_outline const & outline, matrix_size const & size, unsigned max_parts);

/*!\brief Plans a band with the kernel of seqan3_gpulcs::cuda::strip_recurrence::band_shapes that is probably the fastest one.
 * \param outline The band.
 * \param rows    The sequence of the rows.
 * \param columns The sequence of the columns.
 * \param devices The device, or several: then each strip waits for the one above it.
 *
 * Linear in the number of strips, of which there is one for 1024 rows at most.
 */
band_plan plan_band(band_outline const & outline,
                    sequence_size const & rows,
                    sequence_size const & columns,
                    band_devices const & devices);

//!\brief Plans a band with a given kernel.
band_plan plan_band(band_outline const & outline,
                    sequence_size const & rows,
                    sequence_size const & columns,
                    kernel_shape const & shape,
                    band_devices const & devices);

/*!\brief Plans a band with checkpoints, as fine as some memory of each device allows.
 * \returns The plan; none if the memory does not suffice.
 */
std::optional<band_plan> plan_band_checkpoints(band_outline const & outline,
                                               sequence_size const & rows,
                                               sequence_size const & columns,
                                               band_devices const & devices,
                                               std::uint64_t memory);

} // namespace seqan3_gpulcs::cuda
