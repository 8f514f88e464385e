// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/seed_index.hpp"

#include <algorithm>

namespace seqan3_gpulcs::verification
{

namespace
{

// Calls a function with the number of each seed, its letters read as the digits of a number system, in order.
template <typename function_t>
void for_each_number(std::span<std::uint8_t const> const letters,
                     std::uint64_t const size,
                     std::uint64_t const distance,
                     std::uint64_t const codes,
                     function_t && function)
{
    std::uint64_t number = 0;
    std::uint64_t first_weight = 1;
    for (std::uint64_t i = 0; i < size; ++i)
    {
        number = number * codes + letters[i];
        first_weight *= codes;
    }
    function(number);
    std::uint64_t next = size + distance - 1;
    for (std::uint64_t end = size; end < letters.size(); ++end)
    {
        number = number * codes + letters[end] - letters[end - size] * first_weight;
        if (end == next)
        {
            function(number);
            next += distance;
        }
    }
}

} // namespace

void seed_index::assign(packing::code_span const & text,
                        std::uint64_t const begin,
                        std::uint64_t const positions,
                        std::uint64_t const distance,
                        std::uint64_t const codes)
{
    begin_ = begin;
    distance_ = distance;
    // One group per position: longer seeds would cost the cache more than they save.
    codes_ = std::max<std::uint64_t>(codes, 2);
    seed_size_ = 1;
    std::uint64_t groups = codes_;
    for (; groups * codes_ <= 2 * positions; groups *= codes_)
        ++seed_size_;

    // Past the end of the text, letters are those of code 0.
    std::uint64_t const letters = (positions - 1) * distance + seed_size_;
    std::uint64_t const present = std::min(letters, text.size() - begin);
    letters_.resize(letters);
    text.subspan(begin, present).copy_to(std::span{letters_}.first(present));
    std::fill(letters_.begin() + static_cast<std::ptrdiff_t>(present), letters_.end(), std::uint8_t{0});

    ends_.assign(groups, 0);
    for_each_number(letters_,
                    seed_size_,
                    distance,
                    codes_,
                    [this](std::uint64_t const number)
                    {
                        ++ends_[number];
                    });
    std::uint32_t before = 0;
    for (std::uint32_t & end : ends_)
    {
        std::uint32_t const size = end;
        end = before;
        before += size;
    }
    positions_.resize(positions);
    std::uint32_t next = 0;
    for_each_number(letters_,
                    seed_size_,
                    distance,
                    codes_,
                    [this, &next](std::uint64_t const number)
                    {
                        positions_[ends_[number]++] = next++;
                    });
}

std::span<std::uint32_t const> seed_index::find(std::span<std::uint8_t const> const seed) const noexcept
{
    std::uint64_t first = 0;
    for (std::uint8_t const letter : seed)
        first = first * codes_ + letter;
    std::uint64_t groups = 1;
    for (std::uint64_t size = seed.size(); size < seed_size_; ++size)
    {
        first *= codes_;
        groups *= codes_;
    }
    std::uint32_t const begin = first == 0 ? 0 : ends_[first - 1];
    return {positions_.data() + begin, ends_[first + groups - 1] - begin};
}

} // namespace seqan3_gpulcs::verification
