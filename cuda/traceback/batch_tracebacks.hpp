// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The tracebacks of a batch, and the steps that they find.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/traceback/launch_tracebacks.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The buffers of the tracebacks of a batch, kept in a stream_context.
struct traceback_buffers final : buffer_set<traceback_buffers>
{
    using buffer_set::buffer_set;

    static auto members(auto & self) noexcept
    {
        return std::tie(self.scratch, self.steps, self.found);
    }

    // All tracebacks of a batch share these.
    event begin{};                                //!< The event before the kernel.
    device_buffer<std::uint32_t> scratch{stream}; //!< See traceback_scratch_words().
    device_buffer<std::uint64_t> steps{stream};   //!< The summary of each pair, then the steps.
    mapped_buffer<std::uint64_t> found{};         //!< The copy of the steps on the host.
};

//!\brief The steps of a traceback: 2 bits each, the first one lowest.
struct found_path
{
    std::span<std::uint64_t const> words{}; //!< The steps; none if they are not wanted.
    std::uint64_t steps{};         //!< The number of steps: the columns of the alignment. Without them, the distance.
    std::uint64_t rows_after{};    //!< The letters of the rows that come after the path.
    std::uint64_t columns_after{}; //!< The letters of the columns that do.
};

/*!\brief The part of a batch that finds alignments, or where they end, where V and carries have been kept or where each matrix is one
 *        tile.
 *
 * A batch calls in this order: place(), describe() for each pair, launch(), copy_to_host(); and path() when the stream is done.
 */
class batch_tracebacks
{
public:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit batch_tracebacks(stream_context & context) : context_{context}, buffers_{context.get<traceback_buffers>()}
    {}

    /*!\brief Makes room.
     * \param shape The matrices.
     * \param pairs The pairs of the batch; needed during this call only.
     * \throws seqan3_gpulcs::device_error
     */
    void place(traceback_shape const & shape, std::span<alignment::sequence_pair const> pairs);

    /*!\brief Describes a pair for the kernel; the caller adds the places of its codes and checkpoints.
     * \param index   The number of the pair.
     * \param rows    The sequence of the rows.
     * \param columns The sequence of the columns.
     */
    traceback_pair describe(std::size_t index,
                            packing::packed_sequence_view const & rows,
                            packing::packed_sequence_view const & columns) const noexcept;

    /*!\brief Starts the kernel.
     * \param pairs    The pairs, in device memory.
     * \param counters The counters, in device memory, too.
     * \throws seqan3_gpulcs::launch_failure
     */
    void launch(traceback_pair const * pairs, traceback_counters * counters);

    //!\brief Copies the steps to the host. \throws seqan3_gpulcs::device_error
    void copy_to_host();

    //!\brief The steps of a pair, until the next call of place(). Constant time.
    found_path path(std::size_t index) const noexcept;

    //!\brief The time of the kernel, once the stream is done. \throws seqan3_gpulcs::device_error
    double seconds() const;

    //!\brief The device memory that the last batch took.
    std::uint64_t device_bytes() const noexcept
    {
        return plan_.all_scratch_words() * sizeof(std::uint32_t) + words_ * sizeof(std::uint64_t);
    }

private:
    std::size_t pair_count() const noexcept
    {
        return steps_at_.size();
    }

    stream_context & context_;
    traceback_buffers & buffers_;
    traceback_launch_plan plan_{};
    std::vector<std::uint64_t> steps_at_{};
    std::uint64_t words_{};
};

} // namespace seqan3_gpulcs::cuda
