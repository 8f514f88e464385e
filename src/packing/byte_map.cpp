// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/packing/byte_map.cpp" // A path from the root of the includes.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <hwy/highway.h>

#include <seqan3_gpulcs/packing/detail/byte_map.hpp>

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::packing::HWY_NAMESPACE
{

using detail::byte_layers;

// Both functions return how many of the first values are done; the rest is for code without vectors.
#if HWY_TARGET == HWY_SCALAR

std::size_t count_known(byte_layers const &, std::span<std::uint8_t const>)
{
    return 0;
}

std::size_t map(byte_layers const &, std::span<std::uint8_t const>, std::uint8_t *)
{
    return 0;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

// Not 64 values: then reads of less than 64 letters would not fill a vector.
using tag_t = hn::CappedTag<std::uint8_t, 32>;
using vector_t = hn::Vec<tag_t>;

// Local copies, which no write can alias.
template <std::size_t count>
struct layer_tables
{
    alignas(16) byte_layers::layer values[count];
    alignas(16) byte_layers::layer images[count];

    explicit layer_tables(byte_layers const & layers)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            values[i] = layers.values(i);
            images[i] = layers.images(i);
        }
    }
};

HWY_INLINE vector_t look_up(byte_layers::layer const & table, vector_t const values)
{
    tag_t const tag{};
    return hn::TableLookupBytes(hn::LoadDup128(tag, table.data()), hn::And(values, hn::Set(tag, 0x0f)));
}

template <std::size_t count>
HWY_INLINE bool are_known(layer_tables<count> const & tables, std::uint8_t const * const from)
{
    tag_t const tag{};
    auto const values = hn::LoadU(tag, from);
    auto known = hn::VecFromMask(tag, hn::Eq(look_up(tables.values[0], values), values));
    for (std::size_t i = 1; i < count; ++i)
        known = hn::Or(known, hn::VecFromMask(tag, hn::Eq(look_up(tables.values[i], values), values)));
    return hn::AllTrue(tag, hn::MaskFromVec(known));
}

template <std::size_t count>
HWY_INLINE void map_vector(layer_tables<count> const & tables, std::uint8_t const * const from, std::uint8_t * const to)
{
    tag_t const tag{};
    auto const values = hn::LoadU(tag, from);
    auto images = look_up(tables.images[0], values);
    for (std::size_t i = 1; i < count; ++i)
        images = hn::IfThenElse(hn::Eq(look_up(tables.values[i], values), values),
                                look_up(tables.images[i], values),
                                images);
    hn::StoreU(images, tag, to);
}

template <std::size_t count>
std::size_t count_known_of(byte_layers const & layers, std::span<std::uint8_t const> const values)
{
    std::size_t const lanes = hn::Lanes(tag_t{});
    layer_tables<count> const tables{layers};
    std::size_t done = 0;
    while (done + lanes <= values.size() && are_known(tables, &values[done]))
        done += lanes;
    bool const has_rest = done < values.size() && done + lanes > values.size() && done != 0;
    return has_rest && are_known(tables, values.last(lanes).data()) ? values.size() : done;
}

template <std::size_t count>
std::size_t map_all(byte_layers const & layers, std::span<std::uint8_t const> const values, std::uint8_t * const images)
{
    std::size_t const lanes = hn::Lanes(tag_t{});
    if (values.size() < lanes)
        return 0;
    layer_tables<count> const tables{layers};
    for (std::size_t i = 0; i + lanes <= values.size(); i += lanes)
        map_vector(tables, &values[i], images + i);
    // Some are mapped twice.
    std::size_t const last = values.size() - lanes;
    map_vector(tables, &values[last], images + last);
    return values.size();
}

std::size_t count_known(byte_layers const & layers, std::span<std::uint8_t const> const values)
{
    constexpr decltype(&count_known_of<1>) for_count[]{count_known_of<1>,
                                                       count_known_of<2>,
                                                       count_known_of<3>,
                                                       count_known_of<4>};
    return for_count[layers.size() - 1](layers, values);
}

std::size_t map(byte_layers const & layers, std::span<std::uint8_t const> const values, std::uint8_t * const images)
{
    constexpr decltype(&map_all<1>) for_count[]{map_all<1>, map_all<2>, map_all<3>, map_all<4>};
    return for_count[layers.size() - 1](layers, values, images);
}

#endif

} // namespace seqan3_gpulcs::packing::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::packing
{

HWY_EXPORT(count_known);
HWY_EXPORT(map);

void detail::byte_layers::add(std::uint8_t const value, std::uint8_t const image) noexcept
{
    std::size_t const place = value % 16;
    std::size_t number = 0;
    while (number < max_layers && values_[number][place] != free[place])
        ++number;
    count_ = std::max(count_, number + 1);
    if (number == max_layers)
        return;
    values_[number][place] = value;
    images_[number][place] = image;
}

std::size_t detail::byte_layers::count_known(std::span<std::uint8_t const> const values) const noexcept
{
    std::size_t done = HWY_DYNAMIC_DISPATCH(count_known)(*this, values);
    auto const is_known = [this](std::uint8_t const value)
    {
        for (std::size_t number = 0; number < count_; ++number)
            if (values_[number][value % 16] == value)
                return true;
        return false;
    };
    while (done < values.size() && is_known(values[done]))
        ++done;
    return done;
}

void detail::byte_map::add(std::uint8_t const value, std::uint8_t const image) noexcept
{
    layers_.add(value, image);
    image_of_[value] = image;
    is_identity_ &= value == image;
}

bool detail::byte_map::has_all(std::span<std::uint8_t const> const values) const noexcept
{
    return layers_.are_enough() && layers_.count_known(values) == values.size();
}

void detail::byte_map::apply(std::span<std::uint8_t const> const values, std::uint8_t * const images) const noexcept
{
    std::size_t i = layers_.are_enough() ? HWY_DYNAMIC_DISPATCH(map)(layers_, values, images) : std::size_t{0};
    for (; i < values.size(); ++i)
        images[i] = image_of_[values[i]];
}

} // namespace seqan3_gpulcs::packing

#endif
