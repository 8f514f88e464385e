// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What is launched for a comparison of sequences that are on a device.
 */

#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "cuda/backend/placed_lanes.hpp"
#include "cuda/lane/lane_arguments.hpp"
#include "cuda/lane/lane_recurrence.hpp"
#include "cuda/lane/placed_arguments.hpp"
#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/device_limits.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "src/backend/device_interface.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The limits of a launch.
struct launch_limits
{
    std::uint64_t listed_pairs{std::uint64_t{1} << 20}; //!< The pairs of a list, each of which takes 26 bytes.
    std::uint64_t query_pairs{std::uint64_t{1} << 24};  //!< The pairs of queries, each of which takes 2 bytes.

    //!\brief With fewer pairs, shorter sequences are added, which another kernel would compute faster.
    std::uint64_t min_pairs{std::uint64_t{1} << 16};
};

//!\brief Where a comparison has its memory.
struct comparison_memory
{
    lane_query * queries{};    //!< The queries of a launch.
    lane_pair * pairs{};       //!< The pairs of a launch.
    lane_value * values{};     //!< The values of a launch.
    std::uint32_t * carries{}; //!< See lane_arguments.
};

//!\brief Memory that is kept from one comparison to the next.
struct comparison_buffers final : buffer_set<comparison_buffers>
{
    using buffer_set::buffer_set;

    static auto members(auto & self) noexcept
    {
        return std::tie(self.queries, self.pairs, self.values, self.carries);
    }

    device_buffer<lane_query> queries{stream};    //!< The queries of a launch.
    device_buffer<lane_pair> pairs{stream};       //!< The pairs of a launch.
    device_buffer<lane_value> values{stream};     //!< The values of a launch.
    device_buffer<std::uint32_t> carries{stream}; //!< See lane_arguments.

    //!\brief Where they are.
    comparison_memory memory() const noexcept
    {
        return {queries.view().data(), pairs.view().data(), values.view().data(), carries.view().data()};
    }
};

/*!\brief The launches of a comparison, and the memory that they need.
 *
 * If every sequence of one set is compared with every one of another, the smaller set has the queries. The device lists the pairs if sequences are
 * compared pair by pair, or if no kernel takes the longest query.
 */
class device_comparison
{
public:
    /*!\brief Plans a comparison.
     * \param request The request, whose sequences must outlive the object.
     * \param device  The limits of its device, which must be the current one.
     * \param limits  The limits of a launch.
     * \throws seqan3_gpulcs::launch_failure, std::bad_alloc
     *
     * Linear in the number of launches, and in that of the kernels that sequences of different lengths need.
     */
    device_comparison(backend::device_request const & request,
                      device_limits const & device,
                      launch_limits const & limits);

    //!\brief Whether memory suffices.
    bool fits(comparison_buffers const & buffers) const noexcept;

    //!\brief Makes room. \throws seqan3_gpulcs::out_of_device_memory
    void reserve(comparison_buffers & buffers) const;

    //!\brief The words of other memory that would suffice; at least 1.
    std::uint64_t words() const noexcept;

    //!\brief Divides such memory.
    comparison_memory divide(device_view<std::uint64_t> memory) const noexcept;

    /*!\brief Launches everything; returns while it runs.
     * \param memory Memory that suffices.
     * \param found  Receives the values.
     * \param in     The stream.
     * \throws seqan3_gpulcs::launch_failure
     */
    void launch(comparison_memory const & memory, std::uint32_t * found, cudaStream_t in) const;

private:
    // Consecutive rows, the longest ones first, that a kernel computes.
    struct row_group
    {
        std::uint64_t begin;
        std::uint64_t end;
        lane_shape shape;
    };

    struct lane_launch
    {
        lane_shape shape;
        lane_arguments arguments; // Without what lies in buffers.
        std::uint64_t begin;      // The number of the first pair.
        std::uint64_t count;      // The number of pairs.
        unsigned blocks;
    };

    // The elements of each buffer.
    struct buffer_sizes
    {
        std::uint64_t queries{};
        std::uint64_t pairs{};
        std::uint64_t values{};
        std::uint64_t carries{};
    };

    std::vector<row_group> find_groups() const;
    void add_launches(row_group const & group);
    lane_arguments arguments_for(row_group const & group, std::uint64_t rows) const noexcept;
    void launch_lanes_of(lane_launch const & one, comparison_memory const & memory, cudaStream_t in) const;

    placed_lanes const & rows_;
    placed_lanes const & columns_;
    lane_recurrence const & recurrence_;
    device_limits device_;
    launch_limits limits_;
    pair_numbers numbers_;
    std::uint64_t pairs_per_row_;
    std::uint16_t letters_;
    bool has_queries_{};
    std::vector<lane_launch> launches_{};
    buffer_sizes sizes_{};
};

} // namespace seqan3_gpulcs::cuda
