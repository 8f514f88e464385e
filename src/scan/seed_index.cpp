// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/seed_index.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "src/packing/code_words.hpp"

namespace seqan3_gpulcs::scan
{

void seed_index::assign(packing::code_span const & text,
                        std::uint64_t const begin,
                        std::uint64_t const positions,
                        std::uint64_t const distance,
                        std::uint64_t const codes)
{
    begin_ = begin;
    distance_ = distance;
    // About a group per position: with longer seeds, groups would not fit into the cache.
    codes_ = std::max<std::uint64_t>(codes, 2);
    seed_size_ = 1;
    std::uint64_t groups = codes_;
    for (; groups * codes_ <= 2 * positions; groups *= codes_)
        ++seed_size_;

    sort(text, positions, groups);
}

/* Sorts by the high bits of groups, and then the positions that have the same ones: counts of either fit into a cache, and numbers of 32
 * bits hold a position and the low bits of its group.
 */
void seed_index::sort(packing::code_span const & text, std::uint64_t const positions, std::uint64_t const groups)
{
    auto const low_bits =
        static_cast<unsigned>(std::min(std::bit_width(groups - 1) / 2, 32 - std::bit_width(positions - 1)));
    std::uint32_t const low_groups = std::uint32_t{1} << low_bits;

    std::vector<std::uint32_t> ends_of_high(((groups - 1) >> low_bits) + 1);
    for_each_group(text,
                   positions,
                   [&](std::uint64_t const group)
                   {
                       ++ends_of_high[group >> low_bits];
                   });
    std::exclusive_scan(ends_of_high.begin(), ends_of_high.end(), ends_of_high.begin(), std::uint32_t{0});
    positions_.resize(positions);
    std::uint32_t next = 0;
    for_each_group(text,
                   positions,
                   [&](std::uint64_t const group)
                   {
                       positions_[ends_of_high[group >> low_bits]++] =
                           next++ << low_bits | (static_cast<std::uint32_t>(group) & (low_groups - 1));
                   });

    ends_.resize(groups);
    std::vector<std::uint32_t> with_low{};
    std::vector<std::uint32_t> ends_of_low(low_groups);
    std::uint32_t begin = 0;
    for (std::uint64_t high = 0; high < ends_of_high.size(); ++high)
    {
        with_low.assign(positions_.begin() + begin, positions_.begin() + ends_of_high[high]);
        std::ranges::fill(ends_of_low, 0);
        for (std::uint32_t const each : with_low)
            ++ends_of_low[each & (low_groups - 1)];
        std::exclusive_scan(ends_of_low.begin(), ends_of_low.end(), ends_of_low.begin(), begin);
        for (std::uint32_t const each : with_low)
            positions_[ends_of_low[each & (low_groups - 1)]++] = each >> low_bits;
        std::uint64_t const first = high << low_bits;
        std::copy_n(ends_of_low.begin(),
                    std::min<std::uint64_t>(low_groups, groups - first),
                    ends_.begin() + static_cast<std::ptrdiff_t>(first));
        begin = ends_of_high[high];
    }
}

// Calls a function with the group of each position, in order: the letters of its seed, read as digits of a number system.
template <typename function_t>
void seed_index::for_each_group(packing::code_span const & text,
                                std::uint64_t const positions,
                                function_t && function) const
{
    std::uint64_t weight = 1;
    for (std::uint64_t i = 0; i < seed_size_; ++i)
        weight *= codes_;
    std::uint64_t const chunk = std::max<std::uint64_t>(packing::chunk_letters / distance_, 1);
    std::vector<std::uint8_t> letters{};
    for (std::uint64_t done = 0; done < positions; done += chunk)
    {
        // Letters past the end of the text have code 0.
        std::uint64_t const begin = begin_ + done * distance_;
        letters.assign((std::min(chunk, positions - done) - 1) * distance_ + seed_size_, 0);
        std::uint64_t const present = std::min<std::uint64_t>(letters.size(), text.size() - begin);
        text.subspan(begin, present).copy_to(std::span{letters}.first(present));

        // If a digit is some whole bits, a mask takes away those before a seed, which is faster than subtracting them.
        if (distance_ == 1 && std::has_single_bit(codes_))
        {
            int const bits = std::countr_zero(codes_);
            std::uint64_t last = 0;
            for (std::uint64_t i = 0; i < letters.size(); ++i)
            {
                last = (last << bits | letters[i]) & (weight - 1);
                if (i + 1 >= seed_size_)
                    function(last);
            }
            continue;
        }

        std::uint64_t group = 0;
        std::uint64_t next = seed_size_;
        for (std::uint64_t end = 1; end <= letters.size(); ++end)
        {
            group = group * codes_ + letters[end - 1];
            if (end > seed_size_)
                group -= letters[end - 1 - seed_size_] * weight;
            if (end == next)
            {
                function(group);
                next += distance_;
            }
        }
    }
}

std::span<std::uint32_t const> seed_index::find(std::span<std::uint8_t const> const seed) const noexcept
{
    std::uint64_t number = 0;
    for (std::uint8_t const letter : seed)
        number = number * codes_ + letter;
    return find_number(number, seed.size());
}

std::span<std::uint32_t const> seed_index::find_number(std::uint64_t const seed,
                                                       std::uint64_t const size) const noexcept
{
    auto const [first, groups] = groups_of(seed, size);
    std::uint32_t const begin = first == 0 ? 0 : ends_[first - 1];
    return {positions_.data() + begin, ends_[first + groups - 1] - begin};
}

void seed_index::prefetch(std::uint64_t const seed, std::uint64_t const size) const noexcept
{
    __builtin_prefetch(ends_.data() + groups_of(seed, size).first);
}

// The first group of the positions at which a seed begins, and how many there are.
std::pair<std::uint64_t, std::uint64_t> seed_index::groups_of(std::uint64_t const seed,
                                                              std::uint64_t const size) const noexcept
{
    std::uint64_t groups = 1;
    for (std::uint64_t i = size; i < seed_size_; ++i)
        groups *= codes_;
    return {seed * groups, groups};
}

} // namespace seqan3_gpulcs::scan
