// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many pairs of nearly equal sequences on a device, by their furthest-reaching points.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/runtime/async_batch.hpp"
#include "cuda/similar/launch_wavefronts.hpp"
#include "cuda/similar/wavefront_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The maximum length of a sequence of a batch.
inline constexpr std::uint64_t max_wavefront_size{std::uint64_t{1} << 26};

//!\brief The pairs of a batch. Each sequence is there once, however many pairs have it.
struct wavefront_input
{
    plan::metric metric{};                                  //!< The metric.
    std::vector<packing::packed_sequence_view> sequences{}; //!< The sequences.
    std::vector<wavefront_pair> pairs{};                    //!< The pairs, by the numbers of the sequences.
    std::vector<std::uint64_t> places{};                    //!< The caller's number of each pair.

    //!\brief Makes it empty, but keeps the memory.
    void clear() noexcept
    {
        sequences.clear();
        pairs.clear();
        places.clear();
    }
};

//!\brief The buffers of a batch, kept in a stream_context.
struct wavefront_buffers final : buffer_set<wavefront_buffers>
{
    using buffer_set::buffer_set;

    static auto members(auto & self) noexcept
    {
        return std::tie(self.values);
    }

    mapped_buffer<wavefront_value> values{}; //!< The results of the pairs.
};

/*!\brief Pairs that are compared by their furthest-reaching points, as long as their distance is small.
 *
 * Thread safety: see async_batch.
 */
class wavefront_batch : public staged_batch
{
public:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit wavefront_batch(stream_context & context) :
        staged_batch{context},
        buffers_{context.get<wavefront_buffers>()}
    {}

    /*!\brief Copies sequences to the device and starts to compare pairs of them.
     * \param input   The sequences, none of which is longer than max_wavefront_size, and the pairs, whose sizes differ by no more than
     *                max_wavefront_distance_everywhere(). Needed during this call only.
     *                Where a device has too little memory for a maximum distance, a smaller one takes its place.
     * \param threads The threads of a block; 0 chooses.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     */
    void start(wavefront_input const & input, unsigned threads = 0);

    //!\brief Waits as async_batch::wait() does. \returns What is found of each pair; valid until the next call of start().
    std::span<wavefront_value const> finish(std::function<void()> const & on_turn = {});

private:
    void stage(wavefront_input const & input);
    void stage_pairs(wavefront_input const & input, std::span<wavefront_pair> pairs);

    wavefront_buffers & buffers_;
    wavefront_plan plan_{};
    std::size_t pair_count_{};
    std::vector<std::size_t> limited_{}; // Pairs whose maximum distance the device has no memory for.
    staged<wavefront_counters> counters_{};
    staged<wavefront_sequence> sequences_{};
    staged<wavefront_pair> pairs_{};
    staged<std::uint64_t> codes_{};
};

} // namespace seqan3_gpulcs::cuda
