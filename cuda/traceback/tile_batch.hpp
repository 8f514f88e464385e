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
#include "cuda/traceback/batch_tracebacks.hpp"
#include "cuda/traceback/tile_plan.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Pairs whose alignments a launch finds.
 *
 * Thread safety: see async_batch.
 */
class tile_batch : public staged_batch
{
public:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit tile_batch(stream_context & context) : staged_batch{context}, tracebacks_{context}
    {}

    /*!\brief Copies pairs to the device and starts to align them.
     * \param pairs  Pairs of one tile, see tile_words(); the longest should come first. Needed during this call only.
     * \param wanted What is wanted of them: paths, or of edit distances where these end.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     */
    void start(std::span<alignment::sequence_pair const> pairs, plan::comparison const & wanted);

    //!\brief Waits as async_batch::wait() does. \returns What was found, until the next call of start().
    batch_tracebacks const & finish(std::function<void()> const & on_turn = {});

    //!\brief The device memory that the last batch took.
    std::uint64_t device_bytes() const noexcept
    {
        return staged_batch::device_bytes() + tracebacks_.device_bytes();
    }

private:
    class stager;

    traceback_shape choose_shape(std::span<alignment::sequence_pair const> pairs) const noexcept;

    void stage(std::span<alignment::sequence_pair const> pairs);

    void launch();

    batch_tracebacks tracebacks_;
    staged<traceback_counters> counters_{};
    staged<traceback_pair> pairs_{};
};

} // namespace seqan3_gpulcs::cuda
