// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/match_request.hpp"

#include <algorithm>

#include "src/verification/primer_request.hpp"

namespace seqan3_gpulcs::verification
{

match_request::match_request(primer::target const & target,
                             std::span<std::uint64_t const> const lengths,
                             packing::packed_sequence_view const & background,
                             primer::options const & options,
                             std::span<primer::match> const matches,
                             runtime::task_control & control,
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
        if (lengths[begin] != primer::no_primer)
        {
            while (end < lengths.size() && lengths[end] != primer::no_primer
                   && end + lengths[end] == begin + lengths[begin])
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

std::span<std::uint8_t const> match_request::longest(std::size_t const group) const noexcept
{
    std::uint64_t const begin = groups_[group].begin;
    return std::span{letters_}.subspan(begin, lengths_[begin]);
}

std::span<primer::match> match_request::matches(std::size_t const group) const noexcept
{
    return matches_.subspan(groups_[group].begin, groups_[group].end - groups_[group].begin);
}

std::uint64_t match_request::pattern_size(std::size_t const group) const noexcept
{
    return lengths_[groups_[group].end - 1];
}

void match_request::finish(std::size_t const group) const noexcept
{
    std::span<primer::match> const found = matches(group);
    for (primer::match & each : found)
        if (each.end != 0)
            each = {text_.position_of(each.begin), text_.position_of(each.end - 1) + 1};
    control_.add_cells(cells_of_position_ * static_cast<double>(found.size()));
}

} // namespace seqan3_gpulcs::verification
