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

/*!\brief Some values and their images, in layers: no two values of a layer have the same low four bits, so one instruction looks up
 *        that layer's images for a vector of values.
 *
 * The letters of DNA take one layer, those of proteins two. Most texts need more than there are.
 *
 * Thread safety: concurrent reads are safe.
 */
class byte_layers
{
public:
    //!\brief The layers there may be.
    static constexpr std::size_t max_layers{4};

    //!\brief A place for each value of the low four bits.
    using layer = std::array<std::uint8_t, 16>;

    //!\brief Adds a value that was not added before, and its image.
    void add(std::uint8_t value, std::uint8_t image) noexcept;

    //!\brief Whether some values were added, and all of them have places.
    bool are_enough() const noexcept
    {
        return count_ != 0 && count_ <= max_layers;
    }

    //!\brief The number of layers that have values.
    std::size_t size() const noexcept
    {
        return count_;
    }

    //!\brief The values of a layer. A free place has a value whose low four bits are not those of the place, so nothing is found there.
    layer const & values(std::size_t const number) const noexcept
    {
        return values_[number];
    }

    //!\brief The images of a layer's values.
    layer const & images(std::size_t const number) const noexcept
    {
        return images_[number];
    }

    //!\brief The number of values before the first one that was not added. There must be enough layers. Linear.
    std::size_t count_known(std::span<std::uint8_t const> values) const noexcept;

private:
    static constexpr layer free{1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14};

    std::array<layer, max_layers> values_{free, free, free, free};
    std::array<layer, max_layers> images_{};
    std::size_t count_{};
};

/*!\brief Maps some values to others.
 *
 * Thread safety: concurrent reads are safe.
 */
class byte_map
{
public:
    //!\brief Adds a value that was not added before, and its image.
    void add(std::uint8_t value, std::uint8_t image) noexcept;

    //!\brief Whether each value is mapped to itself.
    bool is_identity() const noexcept
    {
        return is_identity_;
    }

    //!\brief Whether all values were added; also false if the map has more values than the layers have places for. Linear.
    bool has_all(std::span<std::uint8_t const> values) const noexcept;

    //!\brief Writes the image of each value elsewhere; all values must have been added. Linear.
    void apply(std::span<std::uint8_t const> values, std::uint8_t * images) const noexcept;

private:
    byte_layers layers_{};
    std::array<std::uint8_t, 256> image_of_{};
    bool is_identity_{true};
};

} // namespace seqan3_gpulcs::packing::detail
