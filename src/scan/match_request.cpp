// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/match_request.hpp"

#include <algorithm>

namespace seqan3_gpulcs::scan
{

match_request::match_request(std::span<matched_target const> const targets, search_context const & context) :
    context_{context}
{
    for (matched_target const & target : targets)
        add_groups(target);
    std::ranges::stable_sort(groups_,
                             std::ranges::greater{},
                             [this](group_range const & group)
                             {
                                 return pattern_size(group);
                             });
}

void match_request::add_groups(matched_target const & target)
{
    std::span<std::uint64_t const> const lengths = target.lengths;
    std::uint64_t unsearched = 0;
    for (std::uint64_t begin = 0; begin < lengths.size();)
    {
        std::uint64_t end = begin + 1;
        if (lengths[begin] != primer::no_primer)
            while (end < lengths.size() && lengths[end] != primer::no_primer
                   && end + lengths[end] == begin + lengths[begin])
                ++end;
        // The empty substring has k differences to a primer of k letters.
        if (lengths[begin] == primer::no_primer || (end == begin + 1 && lengths[begin] == differences()))
            ++unsearched;
        else
            groups_.push_back({&target, begin, end});
        begin = end;
    }
    control().add_cells(context_.cells_per_position * static_cast<double>(unsearched));
}

packing::code_span match_request::longest(std::size_t const group) const noexcept
{
    auto const & [target, begin, end] = groups_[group];
    return target->letters.subspan(begin, target->lengths[begin]);
}

std::span<primer::match> match_request::matches(std::size_t const group) const noexcept
{
    auto const & [target, begin, end] = groups_[group];
    return target->matches.subspan(begin, end - begin);
}

std::uint64_t match_request::pattern_size(group_range const & group) const noexcept
{
    // The shortest primer that does not match the empty substring.
    return std::max(group.target->lengths[group.end - 1], differences() + 1);
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

} // namespace seqan3_gpulcs::scan
