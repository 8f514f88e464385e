// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/packing/detail/byte_map.hpp>

namespace seqan3_gpulcs::packing::detail
{

void byte_map::add(std::uint8_t const value, std::uint8_t const image) noexcept
{
    if (count_ < few)
    {
        std::uint8_t const before = count_ == 0 ? std::uint8_t{0} : image_of_[values_[count_ - 1]];
        values_[count_] = value;
        steps_[count_] = static_cast<std::uint8_t>(image - before);
    }
    ++count_;
    image_of_[value] = image;
    is_identity_ &= value == image;
}

template <std::size_t count>
void byte_map::add_steps(std::span<std::uint8_t const> const values, std::uint8_t * const images) const noexcept
{
    // Local copies, which no write can alias.
    std::array<std::uint8_t, few> const bounds{values_};
    std::array<std::uint8_t, few> const steps{steps_};
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        std::uint8_t image = steps[0];
        for (std::size_t step = 1; step < count; ++step)
            image = static_cast<std::uint8_t>(image + (values[i] >= bounds[step] ? steps[step] : 0));
        images[i] = image;
    }
}

void byte_map::apply(std::span<std::uint8_t const> const values, std::uint8_t * const images) const noexcept
{
    if (count_ <= 4)
        add_steps<4>(values, images);
    else if (count_ <= few)
        add_steps<few>(values, images);
    else
        for (std::size_t i = 0; i < values.size(); ++i)
            images[i] = image_of_[values[i]];
}

} // namespace seqan3_gpulcs::packing::detail
