// SPDX-License-Identifier: BSD-3-Clause

#include "match_search.hpp"

#include <algorithm>

#include "search.hpp"

namespace seqan3_gpulcs::primer
{

match_search::match_search(target const & target,
                           std::span<std::uint64_t const> const lengths,
                           packing::packed_sequence_view const & background,
                           options const & options,
                           std::span<match> const matches,
                           run_control & control,
                           unsigned const threads) :
    lengths_{lengths},
    matches_{matches},
    differences_{options.differences},
    cells_of_position_{static_cast<double>(background.size())},
    control_{control},
    text_{{&background, 1}, options, control, threads},
    letters_{unpack(target, control)}
{
    std::uint64_t without_primer = 0;
    for (std::uint64_t begin = 0; begin < lengths.size();)
    {
        std::uint64_t end = begin + 1;
        if (lengths[begin] != no_primer)
        {
            while (end < lengths.size() && lengths[end] != no_primer && end + lengths[end] == begin + lengths[begin])
                ++end;
            groups_.push_back({begin, end});
        }
        else
            ++without_primer;
        begin = end;
    }
    std::ranges::stable_sort(groups_,
                             std::ranges::greater{},
                             [&](group_range const & each)
                             {
                                 return lengths[each.end - 1];
                             });
    control.add_cells(cells_of_position_ * static_cast<double>(without_primer));
}

std::span<std::uint8_t const> match_search::longest(std::size_t const group) const noexcept
{
    std::uint64_t const begin = groups_[group].begin;
    return std::span{letters_}.subspan(begin, lengths_[begin]);
}

std::span<match> match_search::matches(std::size_t const group) const noexcept
{
    return matches_.subspan(groups_[group].begin, groups_[group].end - groups_[group].begin);
}

std::uint64_t match_search::pattern_size(std::size_t const group) const noexcept
{
    return lengths_[groups_[group].end - 1];
}

void match_search::finish(std::size_t const group) const noexcept
{
    std::span<match> const found = matches(group);
    for (match & each : found)
        if (each.end != 0)
            each = {text_.position_of(each.begin), text_.position_of(each.end - 1) + 1};
    control_.add_cells(cells_of_position_ * static_cast<double>(found.size()));
}

} // namespace seqan3_gpulcs::primer
