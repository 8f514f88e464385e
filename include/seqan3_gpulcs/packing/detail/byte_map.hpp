// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Maps bytes to other bytes, many at a time.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace seqan3_gpulcs::packing::detail
{

/*!\brief Maps some values to others.
 *
 * A map of few values is computed as a sum of steps, one for each mapped value that is not greater than the given one.
 * Compilers vectorise such sums, but not lookups in a table.
 *
 * Thread safety: concurrent reads are safe.
 */
class byte_map
{
public:
    //!\brief Adds a value and its image. Values must be added in ascending order.
    void add(std::uint8_t value, std::uint8_t image) noexcept;

    //!\brief Whether each value is mapped to itself.
    bool is_identity() const noexcept
    {
        return is_identity_;
    }

    //!\brief Writes the image of each value; all values must have been added. Linear.
    void apply(std::span<std::uint8_t const> values, std::uint8_t * images) const noexcept;

private:
    static constexpr std::size_t few{6}; // With more values, a table is as fast.

    template <std::size_t count>
    void add_steps(std::span<std::uint8_t const> values, std::uint8_t * images) const noexcept;

    std::array<std::uint8_t, 256> image_of_{};
    std::array<std::uint8_t, few> values_{}; // The first values, and the increase of the image
    std::array<std::uint8_t, few> steps_{};  // over that of the value before.
    std::size_t count_{};
    bool is_identity_{true};
};

} // namespace seqan3_gpulcs::packing::detail
