// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether work is worth a CUDA device: pure functions of the work and of what the hardware takes for it.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/plan/matrix_part.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief Whether the CUDA runtime is up.
enum class device_state : std::uint8_t
{
    not_started, //!< The first use of a device starts it.
    started,     //!< It is up.
    missing      //!< There is no device, or none that can be used.
};

/*!\brief Whether a batch of short pairs is worth a CUDA device. Constant time.
 * \param cells  The cells of the whole batch.
 * \param wanted What to find.
 * \param costs  Those of the CPU that would compute them otherwise, and of the device.
 * \param device The state of the device.
 */
bool worth_offloading(double cells,
                      plan::comparison const & wanted,
                      hardware_costs const & costs,
                      device_state device) noexcept;

/*!\brief Whether a pair is worth a CUDA device that computes no other one at the same time. Constant time.
 * \param pair   The pair; also one with free ends.
 * \param wanted What to find.
 * \param costs  Those of the CPU that would compute it otherwise, or other pairs at the same time, and of the device.
 * \param device The state of the device.
 */
bool worth_offloading(alignment::sequence_pair const & pair,
                      plan::comparison const & wanted,
                      hardware_costs const & costs,
                      device_state device) noexcept;

/*!\brief Whether parts of a matrix are worth a CUDA device. Constant time.
 * \param outline All of them: their sequences and their region.
 * \param wanted  What is compared.
 * \param costs   Those of the CPU that would compute them otherwise, and of the device.
 * \param device  The state of the device.
 */
bool worth_offloading(plan::matrix_part const & outline,
                      plan::comparison const & wanted,
                      hardware_costs const & costs,
                      device_state device) noexcept;

//!\brief About how long a thread of the CPU would take for a search.
struct search_times
{
    double seconds{};      //!< As it searches: patterns that are looked up in an index take less time than others.
    double pass_seconds{}; //!< If it searched for all patterns, as devices do.
};

/*!\brief Whether a search of a text, for primers or for their matches and sites, is worth a CUDA device. Constant time.
 * \param times  The times that a thread of the CPU would need.
 * \param costs  Those of the CPU and of the device.
 * \param device The state of the device.
 */
bool worth_offloading_search(search_times const & times, hardware_costs const & costs, device_state device) noexcept;

//!\brief The approximate time that all threads need to compare sequences. Constant time.
double comparison_seconds(double cells, plan::metric metric, processor_costs const & host) noexcept;

//!\brief The approximate time that one device needs to compare sequences. Constant time.
double comparison_seconds(double cells, plan::metric metric, device_costs const & device) noexcept;

//!\brief The approximate time that all threads need for a search, given the times of one thread. Constant time.
double search_seconds(search_times const & times, processor_costs const & host) noexcept;

//!\brief The approximate time that one device needs for it. Constant time.
double search_seconds(search_times const & times, processor_costs const & host, device_costs const & device) noexcept;

//!\brief The approximate time that one device needs to find primers for some positions in a text. Constant time.
double primer_seconds(std::uint64_t positions, std::uint64_t text_size, device_costs const & device) noexcept;

//!\brief The approximate time that one device needs to search a text for some patterns of at most this size. Constant time.
double pattern_seconds(std::uint64_t patterns,
                       std::uint64_t pattern_size,
                       std::uint64_t text_size,
                       device_costs const & device) noexcept;

/*!\brief Whether a computation is worth one more device. Constant time.
 * \param seconds The time that one device would need.
 * \param devices How many have been chosen already; at least 1.
 * \param next    The state of the next one.
 */
bool worth_another_device(double seconds, unsigned devices, device_state next) noexcept;

} // namespace seqan3_gpulcs::plan
