// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How a matrix is computed on a device: decided from lengths and memory alone, before anything is computed.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuda/runtime/tuning.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The most columns of a launch: the kernel counts units with 32 bits.
inline constexpr std::uint64_t most_chunk_columns{std::uint64_t{1} << 33};

//!\brief What a plan must know of a device.
struct device_limits
{
    unsigned compute_capability{};         //!< Ten times the major version plus the minor one.
    unsigned multiprocessors{};            //!< How many there are.
    std::uint64_t shared_bytes_of_block{}; //!< The most that a block may have of it.
    std::uint64_t memory_bytes{};          //!< All of its memory.
};

//!\brief What a plan must know of a sequence.
struct sequence_size
{
    std::uint64_t length{}; //!< The number of letters.
    unsigned bits{};        //!< The width of a code.
    unsigned letters{};     //!< How many different letters there are.
};

/*!\brief How a matrix is computed.
 *
 * If not everything fits into the memory of the device, the rows are computed in parts, and the columns of a part in
 * chunks. Between parts the carries go to the host and back; between chunks V stays on the device.
 */
struct strip_plan
{
    bool second_is_rows{};         //!< Whether the rows belong to the second sequence.
    kernel_shape shape{};          //!< The kernel.
    unsigned warps_of_block{};     //!< The warps of a block of threads.
    unsigned blocks_of_threads{};  //!< At most so many are launched.
    std::uint64_t part_rows{};     //!< A multiple of strip_rows(), or all rows.
    std::uint64_t chunk_columns{}; //!< A multiple of 64, or all columns.
    std::uint64_t device_bytes{};  //!< What all that takes of the memory of the device.
    plan::checkpoint_grid kept{};  //!< Where checkpoints are kept; zeros if none are.
    double cycles{};               //!< An estimate of the time, to compare plans.

    //!\brief The rows of a strip.
    std::uint64_t strip_rows() const noexcept
    {
        return std::uint64_t{shape.words} * 32 * 32;
    }
};

//!\brief What the caller wants to be rows.
enum class row_choice : std::uint8_t
{
    first,  //!< The first sequence.
    second, //!< The second sequence.
    faster  //!< Whichever is computed faster.
};

/*!\brief Plans a matrix that has rows and columns.
 * \param first         The first sequence; not empty, and with fewer than 2^56 letters.
 * \param second        The second sequence, likewise.
 * \param rows          Which one shall be the rows.
 * \param keeps_last    Whether the last column is wanted, which takes memory.
 * \param limits        What the device can do.
 * \param memory        The bytes of the device that may be used.
 * \throws seqan3_gpulcs::out_of_device_memory if the memory does not even suffice for one strip of some columns.
 *
 * Constant time.
 */
strip_plan plan_strips(sequence_size const & first,
                       sequence_size const & second,
                       row_choice rows,
                       bool keeps_last,
                       device_limits const & limits,
                       std::uint64_t memory);

/*!\brief Plans a matrix of which checkpoints are kept: the first sequence is the rows, and all of it is computed at once.
 * \param first  The first sequence; not empty, and with fewer than 2^56 letters.
 * \param second The second sequence, likewise.
 * \param limits What the device can do.
 * \param memory The bytes of the device that may be used; checkpoints take a quarter of them at most.
 * \throws seqan3_gpulcs::out_of_device_memory
 *
 * Constant time.
 */
strip_plan plan_checkpoints(sequence_size const & first,
                            sequence_size const & second,
                            device_limits const & limits,
                            std::uint64_t memory);

//!\brief Where checkpoints lie in the memory of the device.
struct checkpoint_layout
{
    std::uint64_t column_words{}; //!< The words of 32 rows of a column that is kept: those of all strips.
    std::uint64_t row_blocks{};   //!< The blocks of 32 columns of a row that is kept, and some more.
    unsigned columns{};           //!< The number of columns that are kept: none of them is the last one.
    unsigned rows{};              //!< The number of rows that are kept, likewise.

    //!\brief What they take.
    std::uint64_t bytes() const noexcept;
};

/*!\brief The layout for a plan. Constant time.
 * \param plan    Says where checkpoints are kept; its rows are those of the first sequence.
 * \param rows    The number of rows.
 * \param columns The number of columns.
 */
checkpoint_layout layout_of(strip_plan const & plan, std::uint64_t rows, std::uint64_t columns) noexcept;

//!\brief The rows and columns of one of several matrices.
struct matrix_size
{
    std::uint64_t rows{};
    std::uint64_t columns{};
};

/*!\brief How several matrices are computed in one launch, each at once and as a whole. */
struct strip_batch_plan
{
    kernel_shape shape{};                //!< The kernel.
    unsigned warps_of_block{};           //!< The warps of a block of threads.
    unsigned blocks_of_multiprocessor{}; //!< The blocks that each multiprocessor has at a time.
    unsigned most_letters{};             //!< The most letters that columns have.

    //!\brief How one of the matrices is computed. Constant time.
    strip_plan plan_of(matrix_size const & size, bool keeps_checkpoints) const noexcept;
};

/*!\brief Plans several matrices.
 * \param sizes             Their sizes; less than 2^31 columns.
 * \param bits              The width of the codes of the columns.
 * \param letters           The most letters that columns have.
 * \param keeps_checkpoints Whether checkpoints are kept.
 * \param limits            What the device can do.
 *
 * Linear in the number of matrices.
 */
strip_batch_plan plan_strip_batch(std::span<matrix_size const> sizes,
                                  unsigned bits,
                                  unsigned letters,
                                  bool keeps_checkpoints,
                                  device_limits const & limits);

/*!\brief All plans for the whole matrix at once, with the first sequence as rows: to compare their times.
 * \param first  The first sequence.
 * \param second The second sequence.
 * \param limits What the device can do.
 */
std::vector<strip_plan>
all_plans(sequence_size const & first, sequence_size const & second, device_limits const & limits);

} // namespace seqan3_gpulcs::cuda
