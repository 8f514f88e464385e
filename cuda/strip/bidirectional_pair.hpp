// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The value of a pair by two passes at a time, one from each end: for a device that one of them would not fill.
 */

#pragma once

#include <cstdint>
#include <optional>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief The division of a matrix between both passes.
 *
 * Both passes have the same strips of rows. In the first strip, the pass from the beginning has `first_end` columns, in each one below
 * `step` fewer; the pass from the end has the others.
 */
struct bidirectional_plan
{
    bool second_is_rows{};                            //!< Whether the rows belong to the second sequence.
    strip_recurrence const * recurrence{&lcs_strips}; //!< The recurrence.
    kernel_shape shape{};       //!< The kernel, one of seqan3_gpulcs::cuda::strip_recurrence::band.
    unsigned warps_per_block{}; //!< The warps of a block of threads.
    std::uint64_t strips{};     //!< The number of strips.
    std::uint64_t first_end{};  //!< A multiple of 64, less than all columns.
    std::uint64_t step{};       //!< A multiple of 64, not 0; even the last strip has some columns.
    double cycles{};            //!< An estimate of the time.

    //!\brief The column at which both meet in a strip.
    std::uint64_t end_of(std::uint64_t const strip) const noexcept
    {
        return first_end - strip * step;
    }
};

/*!\brief Divides a matrix with a given kernel, so that both passes end in all strips at about the same time.
 * \param rows       The sequence of the rows.
 * \param columns    The sequence of the columns, with as wide codes as the kernel is for.
 * \param shape      The kernel.
 * \param limits     The limits of the device.
 * \param recurrence The recurrence.
 * \returns The plan; none if there are too few columns, or more strips than warps for each pass.
 *
 * Constant time.
 */
std::optional<bidirectional_plan> divide_matrix(sequence_size const & rows,
                                                sequence_size const & columns,
                                                kernel_shape const & shape,
                                                device_limits const & limits,
                                                strip_recurrence const & recurrence);

/*!\brief Plans a pair.
 * \returns The plan that is probably the fastest one; none if a single pass takes about as little time.
 *
 * The other parameters are those of divide_matrix(). Constant time.
 */
std::optional<bidirectional_plan> plan_bidirectional(sequence_size const & first,
                                                     sequence_size const & second,
                                                     device_limits const & limits,
                                                     strip_recurrence const & recurrence);

/*!\brief The value of a pair: the length of its LCS, or its edit distance.
 * \param pair    The pair.
 * \param plan    The plan, made for the pair.
 * \param context Stream and buffers of one pass; its device is the current one.
 * \param other   Stream and buffers of the other pass, on the same device.
 * \param control Progress and stop.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 *
 * Thread safety: concurrent calls need different contexts and controls.
 */
alignment::result find_value_bidirectionally(alignment::sequence_pair const & pair,
                                             bidirectional_plan const & plan,
                                             stream_context & context,
                                             stream_context & other,
                                             runtime::task_control & control);

/*!\brief Computes the value of a pair with two passes, if these are faster than one.
 * \param pair     The pair; may be empty.
 * \param metric   The metric.
 * \param context  Stream and buffers of one pass.
 * \param contexts Lends stream and buffers of the other pass.
 * \param control  Progress and stop.
 * \returns The result; none if a single pass is better, or the memory does not suffice for two.
 *
 * Exceptions and thread safety as above, but that there may be too little memory.
 */
std::optional<alignment::result> find_value_from_both_ends(alignment::sequence_pair const & pair,
                                                           plan::metric metric,
                                                           stream_context & context,
                                                           stream_context_pool & contexts,
                                                           runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
