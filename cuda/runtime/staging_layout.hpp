// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The places of the values of a batch in memory: on the host, where they are written, and after one copy on the device.
 */

#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <type_traits>

#include "cuda/runtime/buffer.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The words of 64 bits that values of a type take.
template <typename value_t>
constexpr std::uint64_t words_for(std::uint64_t const count) noexcept
{
    return util::ceil_div<std::uint64_t>(count * sizeof(value_t), sizeof(std::uint64_t));
}

//!\brief Consecutive values of a type in memory that consists of words.
template <typename value_t>
struct staged
{
    static_assert(std::is_trivially_copyable_v<value_t> && alignof(value_t) <= alignof(std::uint64_t));

    std::uint64_t at{};    //!< The first word.
    std::uint64_t count{}; //!< The number of values.

    //!\brief The values on the host.
    std::span<value_t> in(std::span<std::uint64_t> const host) const noexcept
    {
        assert(at + words_for<value_t>(count) <= host.size());
        return {reinterpret_cast<value_t *>(host.data() + at), count};
    }

    //!\brief The values on the device.
    device_view<value_t> in(device_view<std::uint64_t> const & device) const noexcept
    {
        assert(at + words_for<value_t>(count) <= device.size());
        return {reinterpret_cast<value_t *>(device.data() + at), count};
    }
};

//!\brief Places values of any types one after the other. Each begins with a word of its own, so all are aligned.
class staging_layout
{
public:
    //!\brief Adds values of a type. Constant time.
    template <typename value_t>
    staged<value_t> add(std::uint64_t const count = 1) noexcept
    {
        staged<value_t> const added{words_, count};
        words_ += words_for<value_t>(count);
        return added;
    }

    //!\brief The words of 64 bits that all of them take.
    std::uint64_t words() const noexcept
    {
        return words_;
    }

private:
    std::uint64_t words_{};
};

} // namespace seqan3_gpulcs::cuda
