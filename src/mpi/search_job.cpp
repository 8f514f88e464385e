// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/search_job.hpp"

#include <algorithm>
#include <optional>

#include "src/mpi/execution_words.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

class search_job : public simple_job
{
public:
    explicit search_job(std::span<std::uint64_t const> const content)
    {
        word_reader reader{content};
        rule_.metric = static_cast<plan::metric>(reader.next());
        rule_.top = reader.next();
        rule_.min_length = reader.next();
        rule_.max_distance = reader.next();
        rule_.min_identity = reader.next_real();
        rule_.by_identity = reader.next() != 0;
        queries_ = reader.next_sequences();
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
        word_reader reader{content};
        ranges_.push_back({subjects_, reader.next()});
        std::vector<packing::packed_sequence_view> const subjects = reader.next_sequences();
        alignment::search_changes const changes = search_->add(subjects);
        subjects_ += subjects.size();

        word_writer result{};
        for (auto const & numbers : {changes.entered, changes.left})
        {
            result.add(numbers.size());
            for (std::uint64_t const number : numbers)
                result.add(whole_number(number));
        }
        return result.take();
    }

    words all_hits() const
    {
        word_writer result{};
        for (std::size_t query = 0; query < queries_.size(); ++query)
        {
            std::vector<scored_subject> const hits = search_->hits(query);
            result.add(hits.size());
            for (scored_subject const & hit : hits)
            {
                result.add(whole_number(hit.subject));
                result.add(hit.subject_size);
                result.add(hit.score);
            }
        }
        alignment::search_statistics const & done = search_->statistics();
        result.add(done.computed);
        result.add(done.skipped);
        result.add_real(done.transfer_seconds);
        result.add_real(done.kernel_seconds);
        add_backends(result, done.backends);
        return result.take();
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

void add_search(word_writer & content,
                std::span<packing::packed_sequence_view const> const queries,
                alignment::detail::search_rule const & rule)
{
    content.add(static_cast<std::uint64_t>(rule.metric));
    content.add(rule.top);
    content.add(rule.min_length);
    content.add(rule.max_distance);
    content.add_real(rule.min_identity);
    content.add(rule.by_identity);
    content.add_sequences(queries);
}

std::unique_ptr<job> make_search_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<search_job>(content);
}

words subjects_to_words(std::uint64_t const first, std::span<packing::packed_sequence_view const> const subjects)
{
    word_writer content{};
    content.add(first);
    content.add_sequences(subjects);
    return content.take();
}

void read_hits(word_reader & content, std::vector<scored_subject> & hits)
{
    for (std::uint64_t count = content.next(); count != 0; --count)
    {
        scored_subject & hit = hits.emplace_back();
        hit.subject = content.next();
        hit.subject_size = content.next();
        hit.score = content.next();
    }
}

void read_statistics(word_reader & content, alignment::search_statistics & sum)
{
    sum.computed += content.next();
    sum.skipped += content.next();
    sum.transfer_seconds += content.next_real();
    sum.kernel_seconds += content.next_real();
    read_backends(content, sum.backends);
}

} // namespace seqan3_gpulcs::mpi
