// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The division of the strips of a matrix among several devices.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cuda/strip/strip_arguments.hpp"
#include "src/plan/matrix_region.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The waves of strips that go round some devices, see strip_wave.
class strip_waves
{
public:
    /*!\brief The waves of a matrix.
     * \param wave_strips The strips of a wave of each device; empty if one device has all strips.
     * \param strips      The strips of the matrix.
     * \param keeps_rows  Whether rows are kept; then waves have even numbers of strips.
     */
    strip_waves(std::span<unsigned const> wave_strips, unsigned strips, bool keeps_rows);

    //!\brief Describes the wave of a device for its kernel, without the buffers.
    strip_wave describe(std::size_t device) const noexcept;

    //!\brief The number of strips of a device. If one has none, those after it have none.
    unsigned strip_count(std::size_t device) const noexcept;

    //!\brief The strips of a device, wave by wave.
    std::vector<plan::interval> strips_of(std::size_t device) const;

    //!\brief The device that has a strip.
    std::size_t owner(unsigned strip) const noexcept;

private:
    std::vector<unsigned> ends_{}; // The ends of the waves of all devices in a round.
    unsigned strips_{};
    unsigned missing_{}; // The strips before the first one.
};

} // namespace seqan3_gpulcs::cuda
