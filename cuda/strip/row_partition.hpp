// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How the matrix of one pair is divided among several devices.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/plan/matrix_part.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A device among several.
struct numbered_device
{
    unsigned number{};      //!< Its number.
    device_limits limits{}; //!< Its limits.
};

/*!\brief A matrix, divided: each device has an interval of the rows, and computes them chunk by chunk of the columns.
 *
 * A chunk goes from a device to the next one, which has the rows below. So all of them work once the first has handed on as many
 * chunks as there are others.
 */
struct row_partition
{
    std::vector<unsigned> devices{};    //!< The numbers of the devices, from the first rows to the last.
    std::vector<plan::interval> rows{}; //!< The rows of each of them. They begin at multiples of plan::part_alignment.
    std::uint64_t
        chunk_columns{}; //!< The columns of a chunk, a multiple of plan::part_alignment; the last may have fewer.
    double seconds{};    //!< The approximate time.
};

//!\brief A matrix that is to be divided.
struct partition_task
{
    sequence_size rows{};                //!< The sequence of the rows.
    sequence_size columns{};             //!< The sequence of the columns.
    plan::checkpoint_grid checkpoints{}; //!< The distances of checkpoints; zeros if there are none.
};

/*!\brief Cuts rows in proportion to the speed of devices.
 * \param rows      The number of rows; at least 1.
 * \param speeds    The speed of each device, in any unit.
 * \param alignment Intervals begin at multiples of it.
 * \returns An interval for each device, which may be empty.
 *
 * Linear in the number of devices.
 */
std::vector<plan::interval> cut_rows(std::uint64_t rows, std::span<double const> speeds, std::uint64_t alignment);

/*!\brief Divides a matrix among devices, or some of them.
 * \param task    The matrix.
 * \param devices The devices.
 * \returns The partition that takes the least time; none if there is none for at least two devices.
 *
 * More chunks keep the last devices waiting for less time at the beginning, and the first ones at the end; but each chunk is a
 * launch, in which warps wait for one another at the beginning and at the end.
 */
std::optional<row_partition> plan_row_partition(partition_task const & task, std::span<numbered_device const> devices);

} // namespace seqan3_gpulcs::cuda
