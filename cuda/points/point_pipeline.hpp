// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Any number of pairs of nearly equal sequences, in batches.
 */

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "cuda/points/point_batch.hpp"
#include "cuda/runtime/pipeline.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Batches of pairs. Both functions are called concurrently, for different batches.
struct point_request
{
    plan::metric metric{};                                     //!< What is compared.
    std::size_t batch_count{};                                 //!< The number of batches.
    std::function<void(std::size_t, point_input &)> prepare{}; //!< Adds the pairs of a batch to an empty input.

    //!\brief Takes what is found of each pair of a batch.
    std::function<void(point_batch const &, point_input const &, std::span<point_value const>)> finish{};
};

/*!\brief Compares pairs by their furthest-reaching points.
 * \param request   The pairs.
 * \param resources What computes them.
 * \returns The numbers of the batches for which the devices had too little memory.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 */
std::vector<std::size_t> find_points(point_request const & request, pipeline_resources const & resources);

} // namespace seqan3_gpulcs::cuda
