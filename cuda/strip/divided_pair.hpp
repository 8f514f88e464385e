// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One large pair on several devices.
 */

#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/row_partition.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief How a pair is computed by several devices.
struct divided_plan
{
    bool second_is_rows{};     //!< Whether the second sequence is the rows.
    row_partition partition{}; //!< The rows of each device, and the chunks.
    plan::checkpoint_grid
        checkpoints{};              //!< Where checkpoints are, if a subsequence is wanted; they are kept on the host.
    plan::subsequence_plan tiles{}; //!< The traceback from there. Its memory is that beside the checkpoints.

    //!\brief The memory of the checkpoints.
    std::uint64_t checkpoint_bytes(lcs::sequence_pair const & pair) const noexcept;
};

/*!\brief Plans a pair on several devices.
 * \param pair      The pair; not empty.
 * \param wanted    Its wanted output, but for parts.
 * \param execution The memory and the threads of a traceback.
 * \param devices   The devices.
 * \returns The plan; none if one of the devices alone would not take clearly longer, as far as is known before.
 * \throws seqan3_gpulcs::device_error
 */
std::optional<divided_plan> plan_divided_pair(lcs::sequence_pair const & pair,
                                              pair_output wanted,
                                              plan::execution const & execution,
                                              std::span<unsigned const> devices);

/*!\brief The matrix of a pair, computed by several devices.
 *
 * Each device has a thread of the host, which waits for the chunks of the device above it: their lower borders are in the memory
 * of the host, a bit a column.
 */
class divided_pair
{
public:
    /*!\brief Reserves memory of the host.
     * \param pair     The pair; must outlive the object.
     * \param plan     Made for it.
     * \param contexts Lends contexts of the devices.
     * \throws std::bad_alloc
     */
    divided_pair(lcs::sequence_pair const & pair, divided_plan const & plan, stream_context_pool & contexts);

    /*!\brief Computes the matrix; to be called once.
     * \returns What the copies and kernels of all devices took.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
     */
    plan::source_statistics compute(runtime::task_control & control);

    //!\brief V of the last column, for all rows; see plan::matrix_borders.
    std::vector<std::uint64_t> & last_column() noexcept
    {
        return vertical_;
    }

    //!\brief The checkpoints of the whole matrix.
    plan::region_checkpoints checkpoints() const noexcept;

private:
    void compute_rows(std::size_t device, runtime::task_control & control);
    void wait_for_chunk(std::size_t device, std::uint64_t number, runtime::task_control & control);

    packing::packed_sequence_view const rows_;
    packing::packed_sequence_view const columns_;
    divided_plan const & plan_;
    stream_context_pool & contexts_;
    std::vector<std::uint64_t> vertical_;
    std::vector<std::uint64_t> horizontal_;
    std::unique_ptr<std::uint64_t[]> kept_columns_{};
    std::unique_ptr<std::uint64_t[]> kept_rows_{};

    std::mutex mutex_{};
    std::condition_variable chunk_is_done_{};
    std::vector<std::uint64_t> chunks_done_; // By each device.
    plan::source_statistics statistics_{.backends = {plan::backend::cuda}};
};

/*!\brief The length of the LCS of a pair.
 * \param pair     The pair; not empty.
 * \param plan     Made for it.
 * \param contexts Lends contexts of the devices.
 * \param control  Progress and stop.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 */
lcs::result find_length(lcs::sequence_pair const & pair,
                        divided_plan const & plan,
                        stream_context_pool & contexts,
                        runtime::task_control & control);

//!\brief The LCS of a pair; the checkpoints come to the host. The parameters and exceptions of find_length().
lcs::result find_subsequence(lcs::sequence_pair const & pair,
                             divided_plan const & plan,
                             stream_context_pool & contexts,
                             runtime::task_control & control);

//!\brief Which letters make the LCS of prefixes longer; see lcs::prefix_increments(). The parameters and exceptions of find_length().
std::vector<std::uint64_t> find_increments(lcs::sequence_pair const & pair,
                                           divided_plan const & plan,
                                           stream_context_pool & contexts,
                                           runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
