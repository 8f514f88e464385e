// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One large pair on several devices.
 */

#pragma once

#include <cstdint>
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

/*!\brief Plans a part of a matrix on several devices.
 * \param part    The part.
 * \param devices The devices.
 * \returns The plan, for rows that are counted from the first one of the part; none as for plan_divided_pair().
 * \throws seqan3_gpulcs::device_error
 */
std::optional<row_partition> plan_divided_part(plan::matrix_part const & part, std::span<unsigned const> devices);

/*!\brief Computes a part of a matrix on several devices; see backend::backend_interface::compute_part().
 * \param part      The part.
 * \param partition Made for it.
 * \param contexts  Lends contexts of the devices.
 * \param control   Progress and stop.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 *
 * Each device has a thread of the host, which waits for the chunks of the device above it: their lower borders are in the memory
 * of the host, a bit a column. After an exception, the borders are undefined.
 */
plan::source_statistics compute_part(plan::matrix_part const & part,
                                     row_partition const & partition,
                                     stream_context_pool & contexts,
                                     runtime::task_control & control);

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
