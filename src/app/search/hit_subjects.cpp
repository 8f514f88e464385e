// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/search/hit_subjects.hpp"

#include <algorithm>
#include <string_view>

namespace seqan3_gpulcs::app
{

record_copy::record_copy(sequence const & record, bool const with_letters) : id_{record.id}
{
    if (!with_letters)
        return;
    packing::packed_sequence_view const from = record.letters;
    words_.assign(from.words(), from.words() + (from.size() + from.codes_per_word() - 1) / from.codes_per_word());
    letters_.assign(from.letters().begin(), from.letters().end());
    view_ = {words_.data(), from.size(), from.bits_per_letter(), letters_, from.kind()};
}

void hit_subjects::keep(std::uint64_t const number, sequence const & subject)
{
    longest_id_ = std::max(longest_id_, subject.id.size());
    if (only_ids_)
    {
        numbers_.push_back(number);
        ids_ += subject.id;
        id_ends_.push_back(ids_.size());
        return;
    }
    subjects_.try_emplace(number, subject, with_letters_);
}

sequence hit_subjects::operator[](std::uint64_t const number) const
{
    if (only_ids_)
    {
        auto const i = static_cast<std::size_t>(std::ranges::lower_bound(numbers_, number) - numbers_.begin());
        std::size_t const begin = i == 0 ? 0 : id_ends_[i - 1];
        return {std::string_view{ids_}.substr(begin, id_ends_[i] - begin), {}};
    }
    return subjects_.at(number).get();
}

} // namespace seqan3_gpulcs::app
