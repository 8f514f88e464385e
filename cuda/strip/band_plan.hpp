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

//!\brief The rows of a band from one that is kept to the next one, and their checkpoints.
struct kept_band_rows
{
    plan::interval columns{};      //!< Those that are computed.
    std::uint64_t first_kept{};    //!< The word of the state of the first row at the first column that is kept.
    std::uint64_t first_carries{}; //!< The block of the carries of the first columns below the last row.
};

//!\brief How a band is computed.
struct band_plan
{
    kernel_shape shape{};                //!< The kernel.
    plan::checkpoint_grid checkpoints{}; //!< Where checkpoints are kept; zeros if none are.
    unsigned warps_per_block{};          //!< The warps of a block of threads.
    bool keeps_border{};                 //!< Whether the host gets the state at the ends of strips, and the carries.
    bool shares_device{};                //!< Whether another launch gets multiprocessors at the same time.
    std::vector<band_strip> strips{};    //!< In the order in which they are taken.
    std::vector<kept_band_rows> kept_rows{}; //!< With checkpoints, from top to bottom.
    std::uint64_t kept_words{};              //!< The words of the columns that are kept.
    std::uint64_t carry_blocks{};            //!< The blocks of the carries between strips.
    double cells{};                          //!< Those that are computed.
    double cycles{};                         //!< An estimate of the time.

    //!\brief The memory for carries and checkpoints.
    std::uint64_t bytes() const noexcept
    {
        return kept_words * sizeof(std::uint32_t) + carry_blocks * sizeof(tagged_carries);
    }
};

/*!\brief Cuts a band into strips.
 * \param plan      Has a kernel and checkpoints; receives strips, and where they keep what.
 * \param outline   The band.
 * \param size      The rows and columns of the matrix.
 * \param max_parts The maximum number of parts that do not wait for each other; 1 with checkpoints.
 *
 * Linear in the number of strips.
 */
void cut_band(band_plan & plan, band_outline const & outline, matrix_size const & size, unsigned max_parts);

/*!\brief Plans a band with the kernel of seqan3_gpulcs::cuda::band_shapes that is probably the fastest one.
 * \param outline The band.
 * \param rows    The sequence of the rows.
 * \param columns The sequence of the columns, with codes of 2 or 4 bits.
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

/*!\brief The same with checkpoints, as fine as some memory allows.
 * \returns The plan; none if the memory does not suffice.
 */
std::optional<band_plan> plan_band_checkpoints(band_outline const & outline,
                                               sequence_size const & rows,
                                               sequence_size const & columns,
                                               device_limits const & limits,
                                               std::uint64_t memory);

} // namespace seqan3_gpulcs::cuda
