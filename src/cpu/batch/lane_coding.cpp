// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/batch/lane_coding.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

namespace seqan3_gpulcs::cpu
{

namespace
{

// Sequences that were packed together mostly share the list of letters.
bool are_equal(std::span<std::uint8_t const> const one, std::span<std::uint8_t const> const other) noexcept
{
    return (one.data() == other.data() && one.size() == other.size()) || std::ranges::equal(one, other);
}

bool have_same_letters(alignment::sequence_pair const & one, alignment::sequence_pair const & other) noexcept
{
    return are_equal(one.first.letters(), other.first.letters())
        && are_equal(one.second.letters(), other.second.letters());
}

} // namespace

lane_coding::letter_codes::letter_codes(alignment::sequence_pair const & pair) :
    codes{pair.first, pair.second},
    first(pair.first.letters().begin(), pair.first.letters().end()),
    second(pair.second.letters().begin(), pair.second.letters().end())
{}

bool lane_coding::letter_codes::are_for(alignment::sequence_pair const & pair) const noexcept
{
    return are_equal(first, pair.first.letters()) && are_equal(second, pair.second.letters());
}

std::span<lane_pair const> lane_coding::find(std::span<alignment::sequence_pair const * const> const pairs)
{
    codes_.reserve(1 + max_lanes); // Lanes refer to the codes.
    if (codes_.size() > 1)
        codes_.erase(codes_.begin(), codes_.end() - 1);
    for (std::size_t lane = 0; lane < pairs.size(); ++lane)
    {
        alignment::sequence_pair const & pair = *pairs[lane];
        bool const is_like_last = lane != 0 && have_same_letters(*pairs[lane - 1], pair);
        if (!is_like_last && (codes_.empty() || !codes_.back().are_for(pair)))
            codes_.emplace_back(pair);
        packing::pair_codes const & codes = codes_.back().codes;
        coded_[lane] = {packing::coded_letters{{pair.first, codes.row_codes()}},
                        packing::coded_letters{{pair.second, codes.column_codes()}},
                        codes.bits()};
    }
    return std::span{coded_}.first(pairs.size());
}

void rank_coding::count(std::span<std::uint8_t const> const ranks) noexcept
{
    if (!has_codes())
        return;
    for (std::uint8_t const rank : ranks)
        ++counts_[rank];
}

void rank_coding::choose() noexcept
{
    if (!has_codes())
        return;
    std::array<std::uint8_t, 256> order;
    std::iota(order.begin(), order.begin() + size_, std::uint8_t{0});
    std::partial_sort(order.begin(),
                      order.begin() + packing::frequent_codes,
                      order.begin() + size_,
                      [&](std::uint8_t const left, std::uint8_t const right)
                      {
                          return counts_[left] > counts_[right];
                      });
    // Ranks that seem not to occur get the largest codes, whose planes may be left out.
    std::partition(order.begin() + packing::frequent_codes,
                   order.begin() + size_,
                   [&](std::uint8_t const rank)
                   {
                       return counts_[rank] != 0;
                   });
    for (unsigned code = 0; code < size_; ++code)
        codes_[order[code]] = static_cast<std::uint8_t>(code);
    counts_ = {};
}

lane_pair rank_coding::find(std::span<std::uint8_t const> const first,
                            std::span<std::uint8_t const> const second) const noexcept
{
    std::uint8_t const * const codes = has_codes() ? codes_.data() : nullptr;
    return {packing::coded_letters{first, codes, size_},
            packing::coded_letters{second, codes, size_},
            size_ <= 2 ? 1 : static_cast<unsigned>(std::bit_width(size_ - 1))};
}

} // namespace seqan3_gpulcs::cpu
