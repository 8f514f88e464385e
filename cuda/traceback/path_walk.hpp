// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The walks through the matrices of a batch, and the steps that they find.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/traceback/launch_walks.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The buffers of the walks through the matrices of a batch, kept in a stream_context.
struct walk_buffers final : buffer_set<walk_buffers>
{
    using buffer_set::buffer_set;

    static auto members(auto & self) noexcept
    {
        return std::tie(self.scratch, self.steps, self.found);
    }

    // All walks of a batch share these.
    event begin{};                                //!< Before the kernel.
    device_buffer<std::uint32_t> scratch{stream}; //!< See walk_scratch_words().
    device_buffer<std::uint64_t> steps{stream};   //!< The number of steps of each pair, then the steps.
    mapped_buffer<std::uint64_t> found{};         //!< The same on the host.
};

//!\brief The steps of a traceback: 2 bits each, the first one lowest.
struct found_path
{
    std::span<std::uint64_t const> words{}; //!< The steps.
    std::uint64_t steps{};                  //!< Their number: the columns of the alignment.
};

/*!\brief The part of a batch that finds alignments, where V and carries have been kept or where each matrix is one tile.
 *
 * A batch calls in this order: place(), describe() for each pair, launch(), copy_to_host(); and path() when the stream is done.
 */
class path_walk
{
public:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit path_walk(stream_context & context) : context_{context}, buffers_{context.get<walk_buffers>()}
    {}

    /*!\brief Makes room.
     * \param shape The matrices.
     * \param pairs Their pairs; needed during this call only.
     * \throws seqan3_gpulcs::device_error
     */
    void place(walk_shape const & shape, std::span<alignment::sequence_pair const> pairs);

    /*!\brief Describes a pair for the kernel; the caller adds where its codes are, and what was kept.
     * \param index   Its number.
     * \param rows    The sequence of the rows.
     * \param columns The sequence of the columns.
     */
    walk_pair describe(std::size_t index,
                       packing::packed_sequence_view const & rows,
                       packing::packed_sequence_view const & columns) const noexcept;

    /*!\brief Starts the kernel.
     * \param pairs    The pairs, in device memory.
     * \param counters In device memory, too.
     * \throws seqan3_gpulcs::launch_failure
     */
    void launch(walk_pair const * pairs, walk_counters * counters);

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
    walk_buffers & buffers_;
    walk_plan plan_{};
    std::vector<std::uint64_t> steps_at_{};
    std::uint64_t words_{};
};

} // namespace seqan3_gpulcs::cuda
