// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The alignments of many short pairs: the matrix of each is one tile.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/async_batch.hpp"
#include "cuda/traceback/path_walk.hpp"
#include "cuda/traceback/tile_plan.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Pairs whose alignments a launch finds.
 *
 * Thread safety: see async_batch.
 */
class tile_batch : public async_batch
{
public:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit tile_batch(stream_context & context) :
        async_batch{context},
        buffers_{context.get<walk_buffers>()},
        walk_{context}
    {}

    /*!\brief Copies pairs to the device and starts to align them.
     * \param pairs  Pairs of one tile, see tile_words(); the longest should come first. Needed during this call only.
     * \param metric What is compared; of edit distances, paths are those with alignment::preference::gaps_first.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     */
    void start(std::span<alignment::sequence_pair const> pairs, plan::metric metric = plan::metric::lcs);

    /*!\brief Waits for the batch.
     * \param on_turn Called repeatedly while waiting; if it throws, the object can only be destroyed.
     * \returns The steps of the alignments, until the next call of start().
     * \throws seqan3_gpulcs::device_error
     */
    path_walk const & finish(std::function<void()> const & on_turn = {});

    //!\brief The device memory that the last batch took.
    std::uint64_t device_bytes() const noexcept
    {
        return words_ * sizeof(std::uint64_t) + walk_.device_bytes();
    }

private:
    class stager;

    walk_shape choose_shape(std::span<alignment::sequence_pair const> pairs) const noexcept;

    void stage(std::span<alignment::sequence_pair const> pairs);

    void launch();

    walk_buffers & buffers_;
    path_walk walk_;
    std::uint64_t words_{};
};

} // namespace seqan3_gpulcs::cuda
