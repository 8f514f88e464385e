// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/request.hpp"

#include "src/scan/text_index.hpp"
#include "src/scan/verification_costs.hpp"

namespace seqan3_gpulcs::scan
{

std::uint64_t wanted_primers::max_pattern_size() const noexcept
{
    return request.hits().rare_size();
}

double wanted_primers::cpu_seconds() const noexcept
{
    return request.cpu_seed_length().time_per_position() * static_cast<double>(request.positions()) / 1e9;
}

// The first group has the longest pattern.
std::uint64_t wanted_matches::max_pattern_size() const noexcept
{
    return request.pattern_size(begin);
}

double wanted_matches::cpu_seconds() const noexcept
{
    double of_letter = 0;
    for (std::size_t i = begin; i < end; ++i)
        of_letter += cpu_pass_time(request.pattern_size(i));
    return of_letter * static_cast<double>(request.text().size()) / 1e9;
}

std::uint64_t wanted_sites::max_pattern_size() const noexcept
{
    return request.max_pattern_size(1);
}

double wanted_sites::cpu_seconds() const noexcept
{
    double nanoseconds = 0;
    bool has_seeds = false;
    for (site_pattern const & pattern : request.patterns())
    {
        has_seeds = has_seeds || pattern.has_seeds();
        nanoseconds += pattern.has_seeds() ? pattern.lookup_time : pattern.search_time;
    }
    if (has_seeds && !is_indexed(request.text()))
        nanoseconds += index_time(request.text().size());
    return nanoseconds / 1e9;
}

double wanted_sites::pass_seconds() const noexcept
{
    double nanoseconds = 0;
    for (site_pattern const & pattern : request.patterns())
        nanoseconds += pattern.search_time;
    return nanoseconds / 1e9;
}

std::pair<std::optional<request>, std::optional<request>> request::split(std::uint64_t const longest) const noexcept
{
    if (max_pattern_size <= longest)
        return {std::nullopt, *this};
    auto const * const matches = std::get_if<wanted_matches>(&wanted);
    // Groups with long patterns come first.
    if (std::size_t const middle = matches ? matches->request.first_group(longest) : 0;
        matches && middle < matches->end)
        return {wanted_matches{matches->request, matches->begin, middle},
                wanted_matches{matches->request, middle, matches->end}};
    return {*this, std::nullopt};
}

} // namespace seqan3_gpulcs::scan
