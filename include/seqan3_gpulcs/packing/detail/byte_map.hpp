// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Bytes that become others, many at a time.
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
 * A map of few values is a sum of steps, one for each value that is not greater than the one to map: compilers turn that into
 * vectors, as they cannot do it with a table.
 *
 * Thread safety: concurrent reads are safe.
 */
class byte_map
{
public:
    //!\brief Maps one more value; values must come in ascending order.
    void add(std::uint8_t value, std::uint8_t image) noexcept;

    //!\brief Whether each value is mapped to itself.
    bool is_identity() const noexcept
    {
        return is_identity_;
    }

    //!\brief Maps values, each of which was added; there must be as many images. Linear.
    void apply(std::span<std::uint8_t const> values, std::uint8_t * images) const noexcept;

private:
    static constexpr std::size_t few{6}; // Of more, a table is as fast.

    template <std::size_t count>
    void add_steps(std::span<std::uint8_t const> values, std::uint8_t * images) const noexcept;

    std::array<std::uint8_t, 256> image_of_{};
    std::array<std::uint8_t, few> values_{}; // The first ones, and how much greater the image is
    std::array<std::uint8_t, few> steps_{};  // than that of the one before.
    std::size_t count_{};
    bool is_identity_{true};
};

} // namespace seqan3_gpulcs::packing::detail
