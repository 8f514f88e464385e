// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Any number of pairs of some thousand letters and more, in batches of strips.
 */

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/pipeline.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The output wanted for pairs, and where it goes.
struct strip_pipeline_request
{
    std::span<alignment::sequence_pair const> pairs{}; //!< The pairs of the call.
    std::span<alignment::result> results{};            //!< The results of all pairs, some of which are set.
    plan::comparison wanted{};                         //!< The wanted output.

    //!\brief One for each pair, if bands are computed, see strip_batch: for values only.
    std::span<std::uint64_t const> bounds{};
};

/*!\brief Compares pairs in batches of strips.
 *
 * A value that a band has found reaches its bound, or is not proven: then the pair does not count as progress.
 *
 * \param request   The pairs and the wanted output.
 * \param chosen    The indices of the pairs that are computed; none is too long for a batch of strips.
 * \param resources The devices and host threads that compute them.
 * \returns The indices of the remaining pairs: the memory does not suffice for several pairs at a time.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 */
std::vector<std::size_t> find_in_strips(strip_pipeline_request const & request,
                                        std::span<std::size_t const> chosen,
                                        pipeline_resources const & resources);

} // namespace seqan3_gpulcs::cuda
