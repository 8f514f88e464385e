// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The arguments of a kernel that compares pairs by their furthest-reaching points.
 */

#pragma once

#include <cstdint>
#include <limits>

#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/host_signals.hpp"
#include "src/plan/metric.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A sequence on the device.
struct wavefront_sequence
{
    std::uint32_t at;   //!< The first word of 64 bits of its codes.
    std::uint32_t size; //!< Its letters.
};

//!\brief A pair, by the numbers of its sequences.
struct wavefront_pair
{
    std::uint32_t first;  //!< The first sequence.
    std::uint32_t second; //!< The second one.
    std::uint32_t
        max_distance; //!< The largest distance of interest: at least that of the sizes; of indels, as odd or even as that.
    std::uint32_t gives_up; //!< Whether it is given up as soon as it seems to have a larger distance: 0 or 1.
};

//!\brief The result of a pair.
struct wavefront_value
{
    //!\brief The distance of a pair that exceeds its maximum.
    static constexpr std::uint32_t no_distance{std::numeric_limits<std::uint32_t>::max()};

    //!\brief The distance of a pair that only seems to exceed its maximum.
    static constexpr std::uint32_t given_up{no_distance - 1};

    std::uint32_t distance; //!< The distance.
    std::uint32_t points;   //!< The number of points that were computed.
};

//!\brief The state shared by the blocks of a launch; in device memory, all zeros at first.
struct wavefront_counters
{
    unsigned next_pair; //!< The pair that is taken next.
    unsigned stop;      //!< Not zero if a block has seen that the host asks the launch to end early.
};

//!\brief The maximum number of threads of a block, which compares a pair.
inline constexpr unsigned max_wavefront_threads{1024};

//!\brief The distance between neighbouring diagonals that have a point of one distance: 1 or 2.
constexpr unsigned point_spacing(plan::metric const metric) noexcept
{
    return static_cast<unsigned>(plan::traits_of(metric).spacing);
}

/*!\brief Makes a distance smaller until a point of it may be on the diagonal where the sequences end.
 * \param metric     The metric.
 * \param distance   The distance, not less than the difference.
 * \param difference The difference of the sizes.
 */
constexpr std::uint64_t
reachable_distance(plan::metric const metric, std::uint64_t const distance, std::uint64_t const difference) noexcept
{
    // The remainder by 1 or 2: a division for each of many short pairs takes noticeable time.
    return distance - ((distance - difference) & (point_spacing(metric) - 1));
}

/*!\brief The arrays with the furthest rows: 1 or 2.
 *
 * One is enough for the points of a distance and the next one if these lie on every second diagonal.
 */
constexpr unsigned wavefront_arrays(unsigned const spacing) noexcept
{
    return spacing == 1 ? 2 : 1;
}

//!\brief The shared memory of a block: the number of the pair, how far each warp has come, and the furthest rows.
constexpr std::uint64_t wavefront_shared_bytes(plan::metric const metric, std::uint64_t const max_distance) noexcept
{
    return (1 + max_wavefront_threads / warp_threads + wavefront_arrays(point_spacing(metric)) * (max_distance + 3))
         * sizeof(std::int32_t);
}

//!\brief The largest maximum distance for which some shared memory suffices.
constexpr std::uint64_t max_wavefront_distance_in(plan::metric const metric, std::uint64_t const shared_bytes) noexcept
{
    // A shift divides by the number of arrays: a division for each of many short pairs takes noticeable time.
    return (shared_bytes - wavefront_shared_bytes(metric, 0)) / sizeof(std::int32_t)
        >> (wavefront_arrays(point_spacing(metric)) - 1);
}

//!\brief The largest maximum distance of a pair.
constexpr unsigned max_stored_distance(plan::metric const metric) noexcept
{
    return 40'000u >> (wavefront_arrays(point_spacing(metric)) - 1);
}

//!\brief The largest maximum distance for which the shared memory of any device suffices: a block has 48 KiB everywhere.
constexpr std::uint64_t max_wavefront_distance_everywhere(plan::metric const metric) noexcept
{
    return max_wavefront_distance_in(metric, 48 * 1024);
}

//!\brief The arguments of a launch.
struct wavefront_arguments
{
    std::uint64_t const * codes;          //!< All codes, of one width; one word after them can be read, too.
    wavefront_sequence const * sequences; //!< The sequences.
    wavefront_pair const * pairs;         //!< The pairs.
    unsigned pair_count;                  //!< The number of pairs.
    unsigned pairs_per_poll; //!< One of this many pairs makes its block poll the host: all wait for each other then.
    wavefront_counters * counters; //!< The counters of the launch.
    host_signals * signals;        //!< The signals from the host.
    wavefront_value * values;      //!< Receives what is found of each pair.
};

} // namespace seqan3_gpulcs::cuda
