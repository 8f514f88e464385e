// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair with the threads of the CPU.
 */

#pragma once

#include <cstddef>
#include <span>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/path_end.hpp"
#include "src/plan/result_sink.hpp"
#include "src/plan/wavefront_attempt.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/similar_pair.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief The result of a pair without the alignment, as the CPU computes it.
 * \param metric The metric.
 * \param found  The length or the distance, and the cell in which the alignment ends.
 */
alignment::result make_result(plan::metric metric, plan::path_end const & found) noexcept;

//!\brief The pairs of a call, and what takes their results.
struct pair_call
{
    std::span<alignment::sequence_pair const> pairs{};   //!< All pairs of the call.
    plan::result_sink results;                           //!< Takes the result of each pair, by its index.
    std::span<plan::wavefront_attempt const> attempts{}; //!< Empty, or what is known about each pair.
};

/*!\brief Compares one of the pairs of a call: by its similarity, if that probably takes less time than the whole matrix.
 * \param call    The call.
 * \param i       The index of the pair.
 * \param wanted  The metric and the wanted alignment.
 * \param limits  Threads and memory.
 * \param control Progress and stop.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 */
void compare_alone(pair_call const & call,
                   std::size_t i,
                   plan::comparison const & wanted,
                   similar::pair_limits limits,
                   runtime::task_control & control);

} // namespace seqan3_gpulcs::cpu
