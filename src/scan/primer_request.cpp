// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/primer_request.hpp"

#include <algorithm>

#include "src/scan/verification_costs.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

std::vector<packing::code_span> segment_letters(std::deque<known_segment> const & segments)
{
    std::vector<packing::code_span> letters{};
    for (known_segment const & segment : segments)
        letters.push_back(segment.letters);
    return letters;
}

} // namespace

std::uint64_t count_positions(std::deque<known_segment> const & segments) noexcept
{
    std::uint64_t positions = 0;
    for (known_segment const & segment : segments)
        positions += segment.lengths.size();
    return positions;
}

primer_request::primer_request(std::deque<known_segment> & segments, search_context const & context) :
    segments_{segments},
    context_{context},
    positions_{count_positions(segments)},
    hits_{segment_letters(segments), context.text, context.options.differences, context.control, context.threads},
    cpu_seed_length_{hits_, searched_by::verifier, cpu_pass_time}
{}

std::vector<scan_range> primer_request::cut(std::uint64_t const range_size) const
{
    std::vector<scan_range> ranges{};
    for (known_segment & segment : segments_)
        for (std::uint64_t begin = 0; begin < segment.lengths.size(); begin += range_size)
            ranges.push_back({&segment, begin, std::min<std::uint64_t>(begin + range_size, segment.lengths.size())});
    return ranges;
}

bool primer_request::is_open(scan_range const & range) const noexcept
{
    return range.begin < range.segment->found.load(std::memory_order_relaxed);
}

void primer_request::finish(scan_range const & range, std::uint64_t const found) const noexcept
{
    std::uint64_t const missing = range.end - range.begin - found;
    control().add_cells(static_cast<double>(missing) * cells_per_position());
    if (missing == 0)
        return;

    std::uint64_t const end = range.begin + found;
    std::uint64_t known = range.segment->found.load(std::memory_order_relaxed);
    while (end < known && !range.segment->found.compare_exchange_weak(known, end, std::memory_order_relaxed))
    {}
}

} // namespace seqan3_gpulcs::scan
