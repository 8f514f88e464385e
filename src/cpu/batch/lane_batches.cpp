// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/batch/lane_batches.hpp"

#include <algorithm>

#include "src/cpu/batch/vector_batch.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

/* The time of a batch is that of the longest rows and the most columns in all lanes. One by one, a pair takes its cells at about 0.3
 * of the speed of all lanes, and the time to plan it, to allocate memory and to begin. With that time, pairs of 35 letters take 115 ns
 * (LCS) and 140 ns (edit distance) instead of 510 and 875, and pairs of 65 take 175 and 250 ns instead of 590 and 865: edit_benchmark
 * --benchmark_filter=short, one thread of an AMD EPYC with AVX-512 (Zen 4).
 */
bool lane_batches::are_lanes_profitable(std::span<short_pair const> const pairs,
                                        plan::comparison const & wanted,
                                        lane_limits const & limits) noexcept
{
    constexpr double min_utilization{0.3};
    double const cells_to_begin = wanted.with_path ? 25'000 : 5500;

    double cells = 0;
    std::uint64_t columns = 0;
    for (short_pair const & pair : pairs)
    {
        cells += pair.cells + cells_to_begin;
        columns = std::max(columns, pair.columns);
    }
    std::uint64_t const rows = pairs.back().row_words * 64;
    return (limits.is_only_way || cells >= min_utilization * static_cast<double>(rows * columns * limits.lanes))
        && kept_bytes(wanted, rows, columns) <= limits.kept_bytes / limits.lanes;
}

bool is_for_lane(std::uint64_t const rows, std::uint64_t const columns, plan::comparison const & wanted) noexcept
{
    constexpr std::uint64_t max_kept_bytes{std::uint64_t{1} << 17};
    return std::max(rows, columns) <= max_batched_length && kept_bytes(wanted, rows, columns) <= max_kept_bytes;
}

void lane_batches::begin() noexcept
{
    shorts_.clear();
    indices_.clear();
    ends_.clear();
}

void lane_batches::add(std::size_t const index,
                       std::uint64_t const first_size,
                       std::uint64_t const second_size,
                       plan::comparison const & wanted)
{
    if (!is_for_lane(first_size, second_size, wanted))
    {
        indices_.push_back(index);
        ends_.push_back(indices_.size());
        return;
    }
    bool const is_exchanged = has_second_rows(first_size, second_size, wanted);
    shorts_.push_back({util::ceil_div(is_exchanged ? second_size : first_size, std::uint64_t{64}),
                       is_exchanged ? first_size : second_size,
                       index,
                       static_cast<double>(first_size) * static_cast<double>(second_size)});
}

void lane_batches::assign(plan::pair_list const & list,
                          plan::interval const & numbers,
                          plan::comparison const & wanted,
                          lane_limits const & limits)
{
    begin();
    for (std::size_t number = numbers.begin; number < numbers.end; ++number)
        add(list.index(number), list[number].first.size(), list[number].second.size(), wanted);
    finish(wanted, limits);
}

void lane_batches::finish(plan::comparison const & wanted, lane_limits const & limits)
{
    // Reads are often all of one length.
    if (!std::ranges::is_sorted(shorts_))
        std::ranges::sort(shorts_);

    for (std::span<short_pair const> rest{shorts_}; !rest.empty();)
    {
        auto const some = rest.first(count_together(rest, wanted, limits.lanes));
        rest = rest.subspan(some.size());
        bool const are_together = are_lanes_profitable(some, wanted, limits);
        for (short_pair const & one : some)
        {
            indices_.push_back(one.index);
            if (!are_together)
                ends_.push_back(indices_.size());
        }
        if (are_together)
            ends_.push_back(indices_.size());
    }
}

// The last rows of lanes are found at the same word.
std::size_t lane_batches::count_together(std::span<short_pair const> const pairs,
                                         plan::comparison const & wanted,
                                         unsigned const lanes) noexcept
{
    auto const some = pairs.first(std::min<std::size_t>(lanes, pairs.size()));
    if (!wanted.ends.second_trailing)
        return some.size();
    auto const end = std::ranges::find_if(some,
                                          [&](short_pair const & pair)
                                          {
                                              return pair.row_words != some.front().row_words;
                                          });
    return static_cast<std::size_t>(end - some.begin());
}

} // namespace seqan3_gpulcs::cpu
