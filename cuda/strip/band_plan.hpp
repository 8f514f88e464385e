// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How a band of a matrix is computed on a device.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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
    //!\brief The columns of some rows; neither begin nor end decreases from rows to those below.
    std::function<plan::interval(plan::interval const &)> columns{};

    //!\brief Optional: the column where the paths that count go from a row to the next one, if it is known. Then the band is cut
    //!       into parts that do not wait for each other.
    std::function<std::optional<std::uint64_t>(std::uint64_t)> crossing{};
};

//!\brief The cells that a bound of the length leaves.
inline band_outline outline_of(plan::matrix_band const & band)
{
    return {.columns = [band](plan::interval const & rows)
            {
                return band.columns_of(rows);
            }};
}

//!\brief How a band is computed.
struct band_plan
{
    kernel_shape shape{};             //!< The kernel.
    unsigned warps_per_block{};       //!< The warps of a block of threads.
    std::vector<band_strip> strips{}; //!< In the order in which they are taken.
    double cells{};                   //!< Those that are computed.
    double cycles{};                  //!< An estimate of the time.
};

/*!\brief Cuts a band into strips.
 * \param outline   The band.
 * \param size      The rows and columns of the matrix.
 * \param shape     The kernel.
 * \param max_parts The maximum number of parts that do not wait for each other.
 *
 * Linear in the number of strips.
 */
std::vector<band_strip>
cut_band(band_outline const & outline, matrix_size const & size, kernel_shape const & shape, unsigned max_parts);

/*!\brief Plans a band with a given kernel, or with that of seqan3_gpulcs::cuda::band_shapes which is probably the fastest one.
 * \param outline The band.
 * \param rows    The sequence of the rows.
 * \param columns The sequence of the columns, with codes of 2 bits.
 * \param limits  The limits of the device.
 *
 * Linear in the number of strips, of which there is one for 1024 rows at most.
 */
band_plan plan_band(band_outline const & outline,
                    sequence_size const & rows,
                    sequence_size const & columns,
                    device_limits const & limits);

//!\brief The same with a given kernel.
band_plan plan_band(band_outline const & outline,
                    sequence_size const & rows,
                    sequence_size const & columns,
                    kernel_shape const & shape,
                    device_limits const & limits);

} // namespace seqan3_gpulcs::cuda
