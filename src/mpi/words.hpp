// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The content of messages.
 */

#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <set>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief The content of a message. Words, so that packed sequences can be viewed where they are.
using words = std::vector<std::uint64_t>;

//!\brief A structure that `describe` passes to a writer, which does not change it, or to a reader.
template <typename value_t, typename structure_t>
concept maybe_const = std::same_as<std::remove_const_t<value_t>, structure_t>;

//!\brief What takes one word each.
template <typename value_t>
concept one_word = std::is_arithmetic_v<value_t> || std::is_enum_v<value_t>;

//!\brief What is put into words eight by eight.
template <typename value_t>
concept one_byte = std::same_as<value_t, char> || std::same_as<value_t, std::uint8_t>;

/*!\brief Puts together the content of a message.
 *
 * It takes numbers, ranges with a size, and structures with a function `describe(archive, structure)` in this namespace, which
 * hands all members to the archive: to a writer, or to a reader.
 */
class word_writer
{
public:
    //!\brief Adds values.
    template <typename... values_t>
    void operator()(values_t const &... values)
    {
        (add(values), ...);
    }

    //!\brief The content.
    words take() noexcept
    {
        return std::move(content_);
    }

private:
    template <one_word value_t>
    void add(value_t const & value)
    {
        if constexpr (std::is_floating_point_v<value_t>)
            content_.push_back(std::bit_cast<std::uint64_t>(double{value}));
        else
            content_.push_back(static_cast<std::uint64_t>(value));
    }

    template <std::ranges::sized_range range_t>
    void add(range_t const & values)
    {
        using value_t = std::ranges::range_value_t<range_t>;
        add(std::ranges::size(values));
        if constexpr (one_byte<value_t>)
            add_bytes(std::ranges::data(values), std::ranges::size(values));
        else if constexpr (std::same_as<value_t, std::uint64_t>)
            content_.insert(content_.end(), std::ranges::begin(values), std::ranges::end(values));
        else
            for (value_t const & value : values)
                add(value);
    }

    template <typename structure_t>
    void add(structure_t const & value)
    {
        describe(*this, value);
    }

    void add_bytes(void const * const bytes, std::size_t const count)
    {
        std::size_t const begin = content_.size();
        content_.resize(begin + util::ceil_div(count, sizeof(std::uint64_t)));
        if (count != 0)
            std::memcpy(content_.data() + begin, bytes, count);
    }

    words content_{};
};

//!\brief The content of a message that has some values.
template <typename... values_t>
words make_words(values_t const &... values)
{
    word_writer content{};
    content(values...);
    return content.take();
}

/*!\brief Takes the content of a message apart, in the order in which a word_writer has put it together.
 *
 * Spans that it reads refer to the content, which must outlive them.
 */
class word_reader
{
public:
    //!\brief Begins at the front.
    explicit word_reader(std::span<std::uint64_t const> const content) noexcept : rest_{content}
    {}

    //!\brief Reads values.
    template <typename... values_t>
    void operator()(values_t &... values)
    {
        (read(values), ...);
    }

    //!\brief Reads a value.
    template <typename value_t>
    value_t next()
    {
        value_t value{};
        read(value);
        return value;
    }

    //!\brief What has not been read.
    std::span<std::uint64_t const> rest() const noexcept
    {
        return rest_;
    }

private:
    template <one_word value_t>
    void read(value_t & value) noexcept
    {
        std::uint64_t const word = take(1).front();
        if constexpr (std::is_floating_point_v<value_t>)
            value = std::bit_cast<double>(word);
        else if constexpr (std::same_as<value_t, bool>)
            value = word != 0;
        else
            value = static_cast<value_t>(word);
    }

    void read(std::span<std::uint64_t const> & values) noexcept
    {
        values = take(next<std::uint64_t>());
    }

    void read(std::span<std::uint8_t const> & bytes) noexcept
    {
        auto const count = next<std::uint64_t>();
        auto const taken = take(util::ceil_div<std::uint64_t>(count, sizeof(std::uint64_t)));
        bytes = {reinterpret_cast<std::uint8_t const *>(taken.data()), count};
    }

    template <typename value_t>
    void read(std::vector<value_t> & values)
    {
        static_assert(!one_byte<value_t>, "Bytes are read as a span.");
        values.resize(next<std::uint64_t>());
        for (value_t & value : values)
            read(value);
    }

    template <typename value_t>
    void read(std::set<value_t> & values)
    {
        values.clear();
        for (auto count = next<std::uint64_t>(); count != 0; --count)
            values.insert(next<value_t>());
    }

    template <typename structure_t>
    void read(structure_t & value)
    {
        describe(*this, value);
    }

    std::span<std::uint64_t const> take(std::uint64_t const count) noexcept
    {
        auto const taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }

    std::span<std::uint64_t const> rest_;
};

} // namespace seqan3_gpulcs::mpi
