// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/batch/lane_batches.hpp"

#include <algorithm>
#include <utility>

#include "src/cpu/batch/vector_batch.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

/* The time of a batch is that of the longest rows and the most columns in all lanes. One by one, a pair takes its cells at about 0.3
 * of the speed of all lanes, and the time to plan it, to allocate memory and to begin. With that time, pairs of 35 letters take 115 ns
 * (LCS) and 140 ns (edit distance) instead of 510 and 875, and pairs of 65 take 175 and 250 ns instead of 590 and 865: edit_benchmark
 * --benchmark_filter=short, one thread of an AMD EPYC with AVX-512 (Zen 4).
 */
bool lane_batches::are_lanes_profitable(std::span<short_pair const> const pairs, unsigned const lanes) noexcept
{
    constexpr double min_utilization{0.3};
    constexpr double cells_to_begin{5500};

    double cells = 0;
    std::uint64_t columns = 0;
    for (short_pair const & pair : pairs)
    {
        cells += pair.cells + cells_to_begin;
        columns = std::max(columns, pair.columns);
    }
    return cells >= min_utilization * static_cast<double>(pairs.back().row_words * 64 * columns * lanes);
}

void lane_batches::assign(std::span<alignment::sequence_pair const> const pairs,
                          std::span<std::size_t const> const chosen,
                          plan::comparison const & wanted,
                          unsigned const lanes)
{
    shorts_.clear();
    indices_.clear();
    ends_.clear();
    for (std::size_t const i : chosen)
    {
        std::uint64_t rows = pairs[i].first.size();
        std::uint64_t columns = pairs[i].second.size();
        if (has_second_rows(pairs[i], wanted.ends))
            std::swap(rows, columns);
        if (can_be_batched(wanted) && std::max(rows, columns) <= max_batched_length)
        {
            shorts_.push_back({util::ceil_div(rows, std::uint64_t{64}), columns, i, pairs[i].cells()});
            continue;
        }
        indices_.push_back(i);
        ends_.push_back(indices_.size());
    }
    // Reads are often all of one length.
    if (!std::ranges::is_sorted(shorts_))
        std::ranges::sort(shorts_);

    for (std::size_t begin = 0; begin < shorts_.size(); begin += lanes)
    {
        auto const some = std::span{shorts_}.subspan(begin, std::min<std::size_t>(lanes, shorts_.size() - begin));
        bool const are_together = are_lanes_profitable(some, lanes);
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

} // namespace seqan3_gpulcs::cpu
