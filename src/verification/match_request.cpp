// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/match_request.hpp"

#include <algorithm>

namespace seqan3_gpulcs::verification
{

match_request::match_request(code_span const & target,
                             std::span<std::uint64_t const> const lengths,
                             std::span<primer::match> const matches,
                             search_context const & context) :
    target_{target},
    lengths_{lengths},
    matches_{matches},
    context_{context}
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
    control().add_cells(context_.cells_per_position * static_cast<double>(without_primer));
}

code_span match_request::longest(std::size_t const group) const noexcept
{
    std::uint64_t const begin = groups_[group].begin;
    return target_.subspan(begin, lengths_[begin]);
}

std::span<primer::match> match_request::matches(std::size_t const group) const noexcept
{
    return matches_.subspan(groups_[group].begin, groups_[group].end - groups_[group].begin);
}

std::uint64_t match_request::pattern_size(group_range const & group) const noexcept
{
    // A primer of k letters is not searched: the empty substring may have k differences to it.
    return std::max(lengths_[group.end - 1], differences() + 1);
}

std::uint64_t match_request::pattern_size(std::size_t const group) const noexcept
{
    return pattern_size(groups_[group]);
}

std::size_t match_request::first_group(std::uint64_t const max_pattern_size) const noexcept
{
    auto const is_longer = [&](group_range const & group)
    {
        return pattern_size(group) > max_pattern_size;
    };
    return static_cast<std::size_t>(std::ranges::partition_point(groups_, is_longer) - groups_.begin());
}

void match_request::finish(std::size_t const group) const noexcept
{
    std::span<primer::match> const found = matches(group);
    for (primer::match & each : found)
        if (each.end != 0)
            each = {text().background_position(each.begin), text().background_position(each.end - 1) + 1};
    control().add_cells(context_.cells_per_position * static_cast<double>(found.size()));
}

} // namespace seqan3_gpulcs::verification
