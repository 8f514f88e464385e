// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/sequence_list.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace seqan3_gpulcs::app
{

void sequence_list::keep(std::shared_ptr<packed_block const> memory)
{
    if (memory_.empty() || memory_.back() != memory)
        memory_.push_back(std::move(memory));
}

void sequence_list::append(sequence_list && other)
{
    std::ranges::copy(other.records_, std::back_inserter(records_));
    std::ranges::move(other.memory_, std::back_inserter(memory_));
    for (std::size_t const end : other.quality_ends_)
        quality_ends_.push_back(qualities_.size() + end);
    qualities_ += other.qualities_;
    other = {};
}

std::vector<packing::packed_sequence_view> packed_views(std::span<sequence const> const sequences)
{
    std::vector<packing::packed_sequence_view> views{};
    views.reserve(sequences.size());
    for (sequence const & each : sequences)
        views.push_back(each.letters);
    return views;
}

double count_letters(std::span<sequence const> const sequences) noexcept
{
    double letters = 0;
    for (sequence const & each : sequences)
        letters += static_cast<double>(each.letters.size());
    return letters;
}

std::size_t longest_id(std::span<sequence const> const sequences) noexcept
{
    std::size_t longest = 0;
    for (sequence const & each : sequences)
        longest = std::max(longest, each.id.size());
    return longest;
}

} // namespace seqan3_gpulcs::app
