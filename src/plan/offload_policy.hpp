// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether work is worth a CUDA device.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief Whether the CUDA runtime is up. Starting it takes about 0.2 s.
enum class device_state : std::uint8_t
{
    not_started, //!< The first use of a device starts it.
    started      //!< It is up.
};

/*!\brief Whether a batch of short pairs, or a part of a large matrix, is worth a CUDA device. Constant time.
 * \param cells   The cells of the whole batch, or of the part.
 * \param wanted  What to find.
 * \param threads The threads of the CPU that would compute them otherwise.
 * \param device  The state of the device.
 */
bool worth_offloading(double cells, plan::comparison const & wanted, unsigned threads, device_state device) noexcept;

/*!\brief Whether a pair is worth a CUDA device that computes no other one at the same time. Constant time.
 * \param pair    The pair; also one with free ends.
 * \param wanted  What to find.
 * \param threads The threads of the CPU that would compute it otherwise, or other pairs at the same time.
 * \param device  The state of the device.
 */
bool worth_offloading(alignment::sequence_pair const & pair,
                      plan::comparison const & wanted,
                      unsigned threads,
                      device_state device) noexcept;

/*!\brief Whether any other computation is worth a CUDA device. Constant time.
 * \param cpu_seconds The time that the CPU would need.
 * \param device      The state of the device.
 */
bool worth_offloading(double cpu_seconds, device_state device) noexcept;

//!\brief The approximate time that one device needs to compare sequences. Constant time.
double comparison_seconds(double cells, plan::metric metric) noexcept;

//!\brief The approximate time that one device needs to find primers for some positions in a text. Constant time.
double primer_seconds(std::uint64_t positions, std::uint64_t text_size) noexcept;

//!\brief The approximate time that one device needs to search a text for some patterns of at most this size. Constant time.
double pattern_seconds(std::uint64_t patterns, std::uint64_t pattern_size, std::uint64_t text_size) noexcept;

/*!\brief Whether a computation is worth one more device. Constant time.
 * \param seconds The time that one device would need.
 * \param devices How many have been chosen already; at least 1.
 * \param next    The state of the next one.
 */
bool worth_another_device(double seconds, unsigned devices, device_state next) noexcept;

} // namespace seqan3_gpulcs::plan
