// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/seed_index.hpp"

#include <algorithm>
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

    ends_.assign(groups, 0);
    for_each_group(text,
                   positions,
                   [this](std::uint64_t const group)
                   {
                       ++ends_[group];
                   });
    std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), std::uint32_t{0});
    positions_.resize(positions);
    std::uint32_t next = 0;
    for_each_group(text,
                   positions,
                   [this, &next](std::uint64_t const group)
                   {
                       positions_[ends_[group]++] = next++;
                   });
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

} // namespace seqan3_gpulcs::scan
