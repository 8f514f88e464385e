// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Letters as small numbers, for methods that keep a table row for each of them.
 */

#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace published
{

//!\brief The letters of a text, from 0 on in the order of their bytes; all others have the number count().
class letter_ranks
{
public:
    explicit letter_ranks(std::string_view const text)
    {
        std::array<bool, 256> occurs{};
        for (char const letter : text)
            occurs[static_cast<std::uint8_t>(letter)] = true;
        for (unsigned letter = 0; letter < occurs.size(); ++letter)
            if (occurs[letter])
                ranks_[letter] = static_cast<std::uint8_t>(count_++);
        // With 256 letters, there are no others.
        for (unsigned letter = 0; letter < occurs.size(); ++letter)
            if (!occurs[letter])
                ranks_[letter] = static_cast<std::uint8_t>(count_);
    }

    unsigned count() const noexcept
    {
        return count_;
    }

    std::array<std::uint8_t, 256> const & table() const noexcept
    {
        return ranks_;
    }

    std::vector<std::uint8_t> rank(std::string_view const text) const
    {
        std::vector<std::uint8_t> ranks(text.size());
        for (std::size_t i = 0; i < text.size(); ++i)
            ranks[i] = ranks_[static_cast<std::uint8_t>(text[i])];
        return ranks;
    }

private:
    std::array<std::uint8_t, 256> ranks_{};
    unsigned count_{};
};

} // namespace published
