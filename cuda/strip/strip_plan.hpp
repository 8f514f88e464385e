// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The plan of a matrix on devices: decided from lengths and memory alone, before anything is computed.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/strip/strip_arguments.hpp"
#include "cuda/strip/strip_recurrence.hpp"
#include "cuda/strip/tuning_strip.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The maximum number of columns of a launch: the kernel counts units with 32 bits.
inline constexpr std::uint64_t max_chunk_columns{std::uint64_t{1} << 33};

//!\brief The properties of a sequence that a plan depends on.
struct sequence_size
{
    std::uint64_t length{}; //!< The number of letters.
    unsigned bits{};        //!< The width of a code.
    unsigned letters{};     //!< The number of different letters.
};

//!\brief A sequence as plans see it.
inline sequence_size size_of(packing::packed_sequence_view const & sequence) noexcept
{
    return {sequence.size(), sequence.bits_per_letter(), static_cast<unsigned>(sequence.letters().size())};
}

//!\brief The rows and columns of a matrix.
struct matrix_size
{
    std::uint64_t rows{};    //!< The number of rows.
    std::uint64_t columns{}; //!< The number of columns.
};

//!\brief The rows from one that is kept to the next one, and their checkpoints.
struct kept_rows
{
    plan::interval columns{};      //!< The columns that are computed.
    std::uint64_t first_kept{};    //!< The word of the state of the first row at the first column that is kept.
    std::uint64_t first_carries{}; //!< The block of the carries of the first columns below the last row.
};

/*!\brief The layout of what a launch leaves in memory: the carries between strips, and checkpoints.
 *
 * There are two buffers of carries, see tagged_carries, then those of the rows that are kept, and a block more, as the kernel loads one
 * block more than it needs.
 */
struct checkpoint_layout
{
    recurrence_traits traits{};    //!< The recurrence.
    plan::checkpoint_grid grid{};  //!< The distances of the checkpoints; zeros if none are kept.
    std::vector<kept_rows> rows{}; //!< The rows with checkpoints, from top to bottom; the last row of all is not kept.
    std::uint64_t column_words{};  //!< The words from one column that is kept to the next one.
    std::uint64_t words{};         //!< The words of all columns that are kept.
    std::uint64_t row_blocks{};    //!< The blocks of a buffer of carries.
    std::uint64_t carry_blocks{};  //!< The blocks of all carries.

    //!\brief The words of the state of some rows.
    std::uint64_t state_words(std::uint64_t const some_rows) const noexcept
    {
        return some_rows / 32 * traits.state_words;
    }

    //!\brief The words of some blocks of carries.
    std::uint64_t carry_words(std::uint64_t const blocks) const noexcept
    {
        return blocks * traits.carry_words;
    }

    //!\brief The bytes of all carries and checkpoints.
    std::uint64_t bytes() const noexcept
    {
        return words * sizeof(std::uint32_t) + carry_words(carry_blocks) * sizeof(tagged_carries);
    }
};

/*!\brief Lays out the carries and checkpoints of a whole matrix. Linear in the rows that are kept.
 * \param grid   The distances of the checkpoints; zeros if none are kept.
 * \param traits The recurrence.
 * \param shape  The kernel that makes them.
 * \param size   The rows and columns.
 */
checkpoint_layout lay_out_checkpoints(plan::checkpoint_grid const & grid,
                                      recurrence_traits const & traits,
                                      kernel_shape const & shape,
                                      matrix_size const & size);

/*!\brief The plan of a matrix, or of a band of it.
 *
 * If not everything fits into the memory of the device, the rows are computed in parts, and the columns of a part in
 * chunks. Between parts the carries go to the host and back; between chunks the state stays on the device. A band is computed at once.
 *
 * Several devices share each chunk, in waves of strips; each has the memory for all of it.
 */
struct strip_plan
{
    bool second_is_rows{};                            //!< Whether the rows belong to the second sequence.
    strip_recurrence const * recurrence{&lcs_strips}; //!< The recurrence.
    kernel_shape shape{};                             //!< The kernel.
    plan::checkpoint_grid checkpoints{};              //!< The distances of checkpoints; zeros if none are kept.
    unsigned warps_per_block{};                       //!< The warps of a block of threads.
    unsigned max_blocks{~0u};  //!< The maximum number of blocks of threads on a device, if it has more multiprocessors.
    bool shares_device{};      //!< Whether another launch has half of the device at the same time.
    std::uint64_t part_rows{}; //!< A multiple of the rows of a strip, or all rows.
    std::uint64_t chunk_columns{};       //!< A multiple of 64, or all columns.
    std::uint64_t device_bytes{};        //!< The memory of the device that a whole matrix takes.
    double cells{};                      //!< The cells of a band.
    double cycles{};                     //!< An estimate of the time, to compare plans.
    std::vector<unsigned> wave_strips{}; //!< See strip_waves; for each of several devices.
    bool through_host{};                 //!< Whether carries go from device to device through the host.
    std::vector<band_strip>
        band{}; //!< The strips of a band in the order in which they are taken; none for a whole matrix.
    checkpoint_layout layout_of_band{}; //!< Its layout.
    bool keeps_border{}; //!< Whether the host gets the state at the ends of the strips of a band, and the carries.

    //!\brief Whether only a band is computed.
    bool is_banded() const noexcept
    {
        return !band.empty();
    }

    //!\brief The kernels that can compute it.
    kernel_family<strip_arguments> const & kernels() const noexcept
    {
        return is_banded() ? recurrence->band : recurrence->whole;
    }

    //!\brief The number of devices.
    std::size_t device_count() const noexcept
    {
        return wave_strips.empty() ? 1 : wave_strips.size();
    }

    //!\brief The strips of some rows.
    std::uint64_t strip_count(std::uint64_t const rows) const noexcept
    {
        return util::ceil_div(rows, shape.strip_rows());
    }

    //!\brief The maximum number of blocks of threads on a device.
    unsigned blocks_on(device_limits const & limits) const noexcept
    {
        unsigned const available = shares_device ? std::max(limits.multiprocessors / 2, 1u) : limits.multiprocessors;
        return std::min(available, max_blocks);
    }

    //!\brief The layout of a launch for some rows and columns.
    checkpoint_layout layout_of(matrix_size const & size) const
    {
        return is_banded() ? layout_of_band : lay_out_checkpoints(checkpoints, recurrence->traits, shape, size);
    }

    //!\brief The words of the buffer in which each of several devices gets carries from another one: the kernel loads a block more.
    std::uint64_t incoming_words() const noexcept
    {
        return wave_strips.empty() ? 0 : (block_count(chunk_columns) + 1) * recurrence->traits.carry_words;
    }

    //!\brief The memory of each device for the carries and checkpoints of a band.
    std::uint64_t band_bytes() const noexcept
    {
        return layout_of_band.bytes() + incoming_words() * sizeof(tagged_carries);
    }
};

//!\brief The caller's choice of the rows.
enum class row_choice : std::uint8_t
{
    first,  //!< The first sequence.
    second, //!< The second sequence.
    faster  //!< Whichever is computed faster.
};

//!\brief A matrix with rows and columns, and its wanted output.
struct strip_task
{
    sequence_size first{};                            //!< Not empty, and with fewer than 2^56 letters.
    sequence_size second{};                           //!< Not empty, and with fewer than 2^56 letters.
    row_choice rows{row_choice::faster};              //!< The sequence that is to be the rows.
    bool keeps_last_column{};                         //!< Whether the last column is wanted, which takes memory.
    strip_recurrence const * recurrence{&lcs_strips}; //!< The recurrence.
    //!\brief The distance of checkpoints, or of other rows with which strips end: a multiple of row_unit(); 0 if there are none.
    std::uint64_t row_spacing{};
    bool is_shared{}; //!< Whether several devices share the matrix.

    //!\brief The unit of distances of rows that are kept: see strip_wave.
    std::uint64_t row_unit(kernel_shape const & shape) const noexcept
    {
        return (is_shared ? 2 : 1) * shape.strip_rows();
    }
};

/*!\brief Plans a matrix.
 * \param task   The matrix.
 * \param limits The limits of the device.
 * \param memory The bytes of the device that may be used.
 * \throws seqan3_gpulcs::out_of_device_memory if the memory does not even suffice for one strip of some columns.
 *
 * Constant time.
 */
strip_plan plan_strips(strip_task const & task, device_limits const & limits, std::uint64_t memory);

/*!\brief Decides how many warps of a kernel are launched, and estimates the time.
 * \param plan    Has a kernel, and the cut of the matrix; receives the rest.
 * \param rows    The sequence of the rows.
 * \param columns The sequence of the columns.
 * \param limits  The limits of the device.
 * \returns false if there is not enough shared memory for a warp of this kernel.
 */
bool plan_launch(strip_plan & plan,
                 sequence_size const & rows,
                 sequence_size const & columns,
                 device_limits const & limits);

//!\brief Estimates of the time of a strip, in cycles.
struct strip_cycles
{
    double column{};     //!< A column.
    double delay{};      //!< The delay that the strip adds to the strips above it.
    double next_start{}; //!< The time from its start to that of the strip below.
};

//!\brief Estimates the time of a strip whose warp has a scheduler of its own, by the costs of its recurrence.
strip_cycles estimate_strip(kernel_shape const & shape, kernel_costs const & costs) noexcept;

/*!\brief Combines several devices to one: as fast as all of them, with the memory of the one that has the least.
 * \param devices The devices; at least one.
 */
device_limits combine(std::span<device_limits const> devices) noexcept;

/*!\brief Divides the strips of a plan among devices.
 * \param plan    Made for the combined devices; receives the waves.
 * \param letters The number of different letters of the columns.
 * \param devices The devices.
 */
void plan_waves(strip_plan & plan, unsigned letters, std::span<device_limits const> devices);

/*!\brief Decides how many warps a block of threads has.
 * \param shape   The kernel.
 * \param strips  The number of strips of the device.
 * \param letters The number of different letters of the columns.
 * \param limits  The limits of the device.
 * \returns 0 if there is not enough shared memory for a warp of this kernel.
 */
unsigned choose_warps(kernel_shape const & shape, std::uint64_t strips, unsigned letters, device_limits const & limits);

/*!\brief Finds the finest checkpoints that fit: of n x n tiles the traceback computes about 2n again.
 * \param size     The rows and columns.
 * \param row_unit The distance of rows is a multiple of it.
 * \param fits     Called with finer ones, then with coarser ones: says whether they fit.
 * \returns The distances; none if the CPU would have to compute most of the matrix again.
 */
std::optional<plan::checkpoint_grid> find_checkpoints(matrix_size const & size,
                                                      std::uint64_t row_unit,
                                                      std::function<bool(plan::checkpoint_grid const &)> const & fits);

/*!\brief Plans a matrix with checkpoints: the first sequence is the rows, and all of it is computed at once.
 * \param task   The matrix. Its choice of the rows is ignored.
 * \param limits The limits of the device.
 * \param memory The bytes of the device that may be used; checkpoints take half of them at most.
 * \throws seqan3_gpulcs::out_of_device_memory
 *
 * Linear in the rows that are kept.
 */
strip_plan plan_checkpoints(strip_task const & task, device_limits const & limits, std::uint64_t memory);

/*!\brief Plans a part of a matrix, which is a matrix with borders of its own: the first sequence is the rows.
 * \param task        The part. Its choice of the rows is ignored, and its last column is kept.
 * \param checkpoints The checkpoints that each launch keeps until they are copied to the host; zeros if there are none.
 * \param limits      The limits of the device.
 * \param memory      The bytes of the device that may be used; checkpoints take 1/4 of them at most.
 * \throws seqan3_gpulcs::out_of_device_memory
 *
 * Linear in the rows that are kept, for each of some sizes of parts and chunks.
 */
strip_plan plan_part(strip_task task,
                     plan::checkpoint_grid const & checkpoints,
                     device_limits const & limits,
                     std::uint64_t memory);

//!\brief The plan of several matrices in one launch, each at once and as a whole.
struct strip_batch_plan
{
    kernel_shape shape{};                             //!< The kernel.
    unsigned warps_per_block{};                       //!< The warps of a block of threads.
    unsigned blocks_per_multiprocessor{};             //!< The blocks that each multiprocessor has at a time.
    unsigned max_letters{};                           //!< The maximum of different letters that columns have.
    strip_recurrence const * recurrence{&lcs_strips}; //!< The recurrence.
    double cycles{};                                  //!< An estimate of the time, to compare plans.

    //!\brief The distances of checkpoints if they are wanted.
    plan::checkpoint_grid checkpoints() const noexcept;
};

//!\brief Several matrices, and their wanted output.
struct strip_batch_task
{
    std::vector<matrix_size> sizes{};    //!< Their sizes; fewer than 2^31 columns.
    std::vector<std::uint64_t> bounds{}; //!< The bounds of the bands, see plan::matrix_band; none for whole matrices.
    unsigned bits{2};                    //!< The width of the codes of the columns.
    unsigned max_letters{1};             //!< The maximum of different letters that columns have.
    bool keeps_checkpoints{};            //!< Whether checkpoints are kept.
    strip_recurrence const * recurrence{&lcs_strips}; //!< The recurrence.
};

/*!\brief Plans several matrices.
 * \param task   The matrices.
 * \param limits The limits of the device.
 *
 * Linear in the number of matrices.
 */
strip_batch_plan plan_strip_batch(strip_batch_task const & task, device_limits const & limits);

/*!\brief Estimates the cycles that a warp would take for a matrix, with the kernel that needs the fewest; in a batch of many.
 * \param size       The rows and columns.
 * \param bound      The bound of a band, see plan::matrix_band; none for the whole matrix.
 * \param bits       The width of the codes of the columns.
 * \param recurrence The recurrence.
 * \returns Infinity if there is no kernel. Constant time.
 */
double estimate_warp_cycles(matrix_size const & size,
                            std::optional<std::uint64_t> bound,
                            unsigned bits,
                            strip_recurrence const & recurrence) noexcept;

} // namespace seqan3_gpulcs::cuda
