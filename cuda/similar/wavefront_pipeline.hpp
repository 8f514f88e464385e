// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Any number of pairs of nearly equal sequences, in batches.
 */

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "cuda/runtime/pipeline.hpp"
#include "cuda/similar/wavefront_batch.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Batches of pairs. Both functions are called concurrently, for different batches.
struct wavefront_request
{
    plan::metric metric{};                                         //!< What is compared.
    std::size_t batch_count{};                                     //!< The number of batches.
    std::function<void(std::size_t, wavefront_input &)> prepare{}; //!< Adds the pairs of a batch to an empty input.

    //!\brief Takes what is found of each pair of a batch.
    std::function<void(wavefront_batch const &, wavefront_input const &, std::span<wavefront_value const>)> finish{};
};

/*!\brief Compares pairs by their furthest-reaching points.
 * \param request   The pairs.
 * \param resources What computes them.
 * \returns The numbers of the batches for which the devices had too little memory.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 */
std::vector<std::size_t> find_wavefronts(wavefront_request const & request, pipeline_resources const & resources);

} // namespace seqan3_gpulcs::cuda
