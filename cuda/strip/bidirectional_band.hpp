// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The value of the best path in a band by two passes at a time, one from each end.
 */

#pragma once

#include <algorithm>
#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The division of a band between both passes.
struct bidirectional_band_plan
{
    strip_plan forward{};    //!< The pass from the beginning: the first rows.
    strip_plan backward{};   //!< The pass from the end: the other rows, of the reversed sequences.
    std::uint64_t padding{}; //!< The rows before these: both passes have whole strips.
    std::uint64_t columns{}; //!< The columns that the pass from the end has at most.
    double seconds{};        //!< An estimate of the time.

    //!\brief The cells that are computed.
    double cells() const noexcept
    {
        return forward.cells + backward.cells;
    }
};

/*!\brief Divides a band, so that both passes end at about the same time.
 * \param band    The band.
 * \param pair    The pair.
 * \param first   The devices of the pass from the beginning.
 * \param second  The devices of the pass from the end.
 * \returns The plan; without strips if there is no kernel, or too few rows.
 */
bidirectional_band_plan plan_bidirectional_band(plan::matrix_band const & band,
                                                alignment::sequence_pair const & pair,
                                                band_devices const & first,
                                                band_devices const & second);

//!\brief The result of both passes.
struct bidirectional_band_result
{
    std::uint64_t value{};        //!< The value of the best path in the band.
    double transfer_seconds{};    //!< The time of the copies for the pass from the end.
    double kernel_seconds{};      //!< The time of its kernels beyond that of the other pass.
    std::uint64_t device_bytes{}; //!< The memory of the pass from the end.
};

/*!\brief Computes a band from both ends.
 * \param plan    The plan, made for the pair.
 * \param forward The run of the pair, for the pass from the beginning.
 * \param others  The streams and buffers for the pass from the end: contexts that the plan does not have for `forward`, which may
 *                have them for another pass.
 * \param control Progress and stop.
 * \param cells   The cells of the matrix that count as done afterwards.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback. Nothing runs on
 *         any of the devices any more then.
 */
bidirectional_band_result compute_band_from_both_ends(bidirectional_band_plan const & plan,
                                                      strip_run & forward,
                                                      context_team const & others,
                                                      runtime::task_control & control,
                                                      double cells);

} // namespace seqan3_gpulcs::cuda
