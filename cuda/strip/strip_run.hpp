// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair of sequences, of any length, on the whole device.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief What is wanted of a pair.
enum class pair_output : std::uint8_t
{
    only_length, //!< The length alone.
    increments,  //!< The increments of the prefixes of the first sequence, too.
    checkpoints  //!< Checkpoints of the matrix, too; they stay in the stream_context.
};

//!\brief What was computed.
struct strip_run_result
{
    std::uint64_t length{};                  //!< The length of a longest common subsequence.
    std::vector<std::uint64_t> increments{}; //!< As seqan3_gpulcs::lcs::prefix_increments has them, if wanted.
    double transfer_seconds{};               //!< The time of the copies.
    double kernel_seconds{};                 //!< The time of the kernels.
    strip_plan plan{};                       //!< How it was computed.
};

/*!\brief Plans a pair for the memory that is free on a device now.
 * \param first  The first sequence; not empty.
 * \param second The second sequence; not empty.
 * \param wanted What is wanted.
 * \param context  The stream_context; its device must be the current one.
 * \throws seqan3_gpulcs::device_error
 */
strip_plan plan_strip_run(packing::packed_sequence_view first,
                          packing::packed_sequence_view second,
                          pair_output wanted,
                          stream_context const & context);

/*!\brief Compares a pair as a plan says.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and what the progress callback throws. Nothing
 *         runs on the device any more then.
 *
 * The parameters and thread safety of the overload that plans itself.
 */
strip_run_result compute_strip_run(packing::packed_sequence_view first,
                                   packing::packed_sequence_view second,
                                   pair_output wanted,
                                   strip_plan const & plan,
                                   stream_context & context,
                                   runtime::task_control & control);

/*!\brief Compares a pair.
 * \param first     The first sequence; not empty.
 * \param second    The second sequence; not empty.
 * \param wanted    What is wanted.
 * \param context     The stream_context; its device must be the current one.
 * \param control   Progress and stop.
 * \param make_room Called once where the memory does not suffice; may free what the caller can do without.
 * \param on_plan   Called with the plan before anything is computed; what it throws reaches the caller.
 * \throws The exceptions of the overload that is given a plan.
 *
 * Where the device has less memory than the plan expected, less is used.
 *
 * Thread safety: concurrent calls need different contexts and controls.
 */
strip_run_result compute_strip_run(packing::packed_sequence_view first,
                                   packing::packed_sequence_view second,
                                   pair_output wanted,
                                   stream_context & context,
                                   runtime::task_control & control,
                                   std::function<void()> const & make_room = {},
                                   std::function<void(strip_plan const &)> const & on_plan = {});

} // namespace seqan3_gpulcs::cuda
