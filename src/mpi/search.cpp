// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/api/hit_ranking.hpp"
#include "src/mpi/descriptions.hpp"
#include "src/mpi/group_calls.hpp"
#include "src/mpi/rank_call.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// Each rank has several tasks, so that all ranks end at about the same time; but fewer subjects are not worth a message.
constexpr std::size_t tasks_per_rank{4};
constexpr std::size_t min_task_subjects{256};

using alignment::detail::scored_subject;

void append(std::vector<std::uint64_t> & numbers, std::span<std::uint64_t const> const added)
{
    numbers.insert(numbers.end(), added.begin(), added.end());
}

void add_statistics(alignment::search_statistics & sum, alignment::search_statistics const & done)
{
    sum.computed += done.computed;
    sum.skipped += done.skipped;
    sum.transfer_seconds += done.transfer_seconds;
    sum.kernel_seconds += done.kernel_seconds;
    sum.backends.insert(done.backends.begin(), done.backends.end());
}

// A search that is a call of its own, until it is destroyed.
class group_search final : public backend::rank_search
{
public:
    group_search(rank_group & group,
                 std::span<packing::packed_sequence_view const> const queries,
                 alignment::detail::search_rule const & rule,
                 plan::execution const & execution) :
        ranks_{group.size()},
        queries_{queries.begin(), queries.end()},
        rule_{rule},
        execution_{execution},
        call_{group, make_job, make_words(job_kind::queries, rule, queries), execution_}
    {
        for (packing::packed_sequence_view const & query : queries)
            query_letters_ += static_cast<double>(query.size());
    }

    alignment::search_changes add(std::span<packing::packed_sequence_view const> subjects) override;

    std::vector<std::vector<scored_subject>> const & hits() override
    {
        if (is_changed_)
        {
            begin_step();
            gather_hits();
            is_ended_ = false;
            is_changed_ = false;
        }
        return hits_;
    }

    alignment::search_statistics const & statistics() const noexcept override
    {
        return statistics_;
    }

private:
    double cells(std::span<packing::packed_sequence_view const> const compared) const noexcept
    {
        double letters = 0;
        for (packing::packed_sequence_view const & subject : compared)
            letters += static_cast<double>(subject.size());
        return letters * query_letters_;
    }

    void gather_hits();

    // After an exception, messages of a step may still be on their way: there is no next one.
    void begin_step()
    {
        if (std::exchange(is_ended_, true))
            throw invalid_option{"An exception has ended this search; start another one."};
    }

    int ranks_;
    std::vector<packing::packed_sequence_view> queries_;
    alignment::detail::search_rule rule_;
    plan::execution execution_;
    rank_call call_;
    std::uint64_t subjects_{};
    double query_letters_{};
    bool is_changed_{true};
    bool is_ended_{};
    std::vector<std::vector<scored_subject>> hits_{};
    alignment::search_statistics statistics_{};
};

alignment::search_changes group_search::add(std::span<packing::packed_sequence_view const> const subjects)
{
    packing::check_same_kind(queries_, subjects);
    begin_step();
    is_changed_ = true;
    auto const ranks = static_cast<std::size_t>(ranks_);
    std::size_t const step = std::max(util::ceil_div(subjects.size(), tasks_per_rank * ranks), min_task_subjects);
    auto const task_subjects = [&](std::size_t const number)
    {
        return subjects.subspan(number * step, std::min(step, subjects.size() - number * step));
    };
    std::vector<double> of_tasks{};
    for (std::size_t number = 0; number < util::ceil_div(subjects.size(), step); ++number)
        of_tasks.push_back(cells(task_subjects(number)));
    call_.expect(cells(subjects));

    alignment::search_changes all{};
    share_tasks(
        call_,
        ranks_,
        of_tasks,
        [&](std::size_t const number)
        {
            return make_words(subjects_ + number * step, task_subjects(number));
        },
        [&](task_result && result)
        {
            std::span<std::uint64_t const> entered{};
            std::span<std::uint64_t const> left{};
            word_reader{result.content}(entered, left);
            append(all.entered, entered);
            append(all.left, left);
        });
    subjects_ += subjects.size();
    is_ended_ = false;

    // A subject may have entered in one task and left in another.
    std::ranges::sort(all.entered);
    std::ranges::sort(all.left);
    alignment::search_changes changes{};
    std::ranges::set_difference(all.entered, all.left, std::back_inserter(changes.entered));
    std::ranges::set_difference(all.left, all.entered, std::back_inserter(changes.left));
    return changes;
}

void group_search::gather_hits()
{
    statistics_ = {};
    hits_.assign(queries_.size(), {});
    for (int rank = 0; rank < ranks_; ++rank)
        call_.assign(rank, {static_cast<std::uint64_t>(rank), {}});
    for (int rank = 0; rank < ranks_; ++rank)
    {
        task_result const result = call_.wait();
        std::vector<std::vector<scored_subject>> found{};
        alignment::search_statistics done{};
        word_reader{result.content}(found, done);
        for (std::size_t query = 0; query < hits_.size(); ++query)
            hits_[query].insert(hits_[query].end(), found[query].begin(), found[query].end());
        add_statistics(statistics_, done);
    }
    for (std::size_t query = 0; query < hits_.size(); ++query)
    {
        api::hit_ranking const ranking{queries_[query].size(), rule_};
        std::ranges::sort(hits_[query],
                          [&](scored_subject const & left, scored_subject const & right)
                          {
                              return ranking.is_before(left, right);
                          });
        if (rule_.top != 0 && hits_[query].size() > rule_.top)
            hits_[query].resize(rule_.top);
    }
}

} // namespace

std::unique_ptr<backend::rank_search>
group_calls::start_search(std::span<packing::packed_sequence_view const> const queries,
                          alignment::detail::search_rule const & rule,
                          plan::execution const & execution)
{
    return std::make_unique<group_search>(group_, queries, rule, execution);
}

} // namespace seqan3_gpulcs::mpi
