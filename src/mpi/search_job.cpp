// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/search_job.hpp"

#include <algorithm>
#include <optional>

#include "src/mpi/descriptions.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

class search_job : public simple_job
{
public:
    explicit search_job(std::span<std::uint64_t const> const content)
    {
        word_reader{content}(rule_, queries_);
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        if (!search_)
            search_.emplace(queries_, rule_, execution);
        std::vector<outgoing> results(1);
        results.front().number = given.number;
        results.front().content = given.content.empty() ? all_hits() : add(given.content);
        return results;
    }

private:
    // Consecutive subjects of this rank that are consecutive in the whole search, too.
    struct subject_range
    {
        std::uint64_t own{};
        std::uint64_t whole{};
    };

    words add(words const & content)
    {
        std::uint64_t first{};
        std::vector<packing::packed_sequence_view> subjects{};
        word_reader{content}(first, subjects);
        ranges_.push_back({subjects_, first});
        alignment::search_changes changes = search_->add(subjects);
        subjects_ += subjects.size();

        for (auto * const numbers : {&changes.entered, &changes.left})
            for (std::uint64_t & number : *numbers)
                number = whole_number(number);
        return make_words(changes.entered, changes.left);
    }

    words all_hits() const
    {
        std::vector<std::vector<alignment::detail::scored_subject>> all{};
        for (std::size_t query = 0; query < queries_.size(); ++query)
        {
            all.push_back(search_->hits(query));
            for (auto & hit : all.back())
                hit.subject = whole_number(hit.subject);
        }
        return make_words(all, search_->statistics());
    }

    std::uint64_t whole_number(std::uint64_t const own) const noexcept
    {
        subject_range const & range = *std::prev(std::ranges::upper_bound(ranges_, own, {}, &subject_range::own));
        return range.whole + (own - range.own);
    }

    alignment::detail::search_rule rule_{};
    std::vector<packing::packed_sequence_view> queries_{};
    std::optional<alignment::detail::search_state> search_{};
    std::uint64_t subjects_{};
    std::vector<subject_range> ranges_{};
};

} // namespace

std::unique_ptr<job> make_search_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<search_job>(content);
}

} // namespace seqan3_gpulcs::mpi
