// SPDX-License-Identifier: BSD-3-Clause

#include <iterator>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "letter_counts.hpp"

namespace seqan3_gpulcs::lcs
{

namespace
{

// The first call should soon yield hits that the other subjects have to beat.
constexpr std::uint64_t pairs_of_first_batch{256};

// Products of two lengths.
__extension__ using wide_t = unsigned __int128;

struct fraction
{
    wide_t numerator{};
    wide_t denominator{};
};

fraction exact_identity(hit const & found, std::uint64_t const query_size) noexcept
{
    std::uint64_t const longest = std::max(found.subject_size, query_size);
    return longest == 0 ? fraction{1, 1} : fraction{found.length, longest};
}

} // namespace

search::search(packing::packed_sequence_view const query,
               search_options const & options,
               plan::execution const & execution) :
    query_{query},
    options_{options},
    execution_{execution},
    query_letters_{count_letters(query)}
{
    // A backend that is not there shows before subjects are read.
    compute({}, output::length, execution_);
}

search_changes search::add(std::span<packing::packed_sequence_view const> const subjects)
{
    if (execution_.stop.stop_requested())
        throw operation_stopped{"The search was stopped before it was done."};

    auto const cells_of = [this](std::uint64_t const subject_size)
    {
        return static_cast<double>(query_.size()) * static_cast<double>(subject_size);
    };
    double cells_total = 0;
    for (packing::packed_sequence_view const & subject : subjects)
        cells_total += cells_of(subject.size());

    std::vector<hit> const candidates = candidates_of(subjects);
    double cells_left = 0;
    for (hit const & candidate : candidates)
        cells_left += cells_of(candidate.subject_size);

    plan::execution execution{execution_};
    if (execution_.on_progress)
        execution.on_progress = [&](plan::progress const & progress)
        {
            execution_.on_progress({cells_total - cells_left + progress.cells_done, cells_total});
        };

    search_changes changes{};
    std::uint64_t computed = 0;
    std::uint64_t batch_size = options_.top == 0 ? plan::batch_pairs : pairs_of_first_batch;
    for (auto next = candidates.begin(); next != candidates.end();)
    {
        std::vector<hit> batch{};
        std::vector<sequence_pair> pairs{};
        double cells = 0;
        for (; next != candidates.end() && batch.size() < batch_size; ++next)
        {
            cells += cells_of(next->subject_size);
            if (!is_wanted(*next))
                continue;
            batch.push_back(*next);
            pairs.push_back({query_, subjects[next->subject - subjects_]});
        }

        std::vector<result> const results = compute(pairs, output::length, execution);
        for (std::size_t i = 0; i < results.size(); ++i)
        {
            work_.transfer_seconds += results[i].transfer_seconds;
            work_.kernel_seconds += results[i].kernel_seconds;
            work_.backends.insert(results[i].backend);

            batch[i].length = results[i].length;
            if (is_wanted(batch[i]))
                insert(batch[i], changes);
        }
        cells_left -= cells;
        computed += results.size();
        batch_size = std::min(2 * batch_size, plan::batch_pairs);
    }

    subjects_ += subjects.size();
    work_.computed += computed;
    work_.skipped += subjects.size() - computed;

    // What came and went within this piece is nobody's concern.
    std::ranges::sort(changes.entered);
    std::ranges::sort(changes.left);
    search_changes lasting{};
    std::ranges::set_difference(changes.entered, changes.left, std::back_inserter(lasting.entered));
    std::ranges::set_difference(changes.left, changes.entered, std::back_inserter(lasting.left));
    return lasting;
}

std::vector<hit> search::hits() const
{
    std::vector<hit> sorted{hits_};
    std::ranges::sort(sorted,
                      [this](hit const & left, hit const & right)
                      {
                          return is_before(left, right);
                      });
    return sorted;
}

bool search::is_before(hit const & left, hit const & right) const noexcept
{
    if (options_.order == search_order::identity)
    {
        fraction const left_identity = exact_identity(left, query_.size());
        fraction const right_identity = exact_identity(right, query_.size());
        wide_t const left_product = left_identity.numerator * right_identity.denominator;
        wide_t const right_product = right_identity.numerator * left_identity.denominator;
        if (left_product != right_product)
            return left_product > right_product;
    }
    else if (left.length != right.length)
    {
        return left.length > right.length;
    }
    return left.subject < right.subject;
}

bool search::is_wanted(hit const & candidate) const noexcept
{
    return candidate.length >= options_.least_length
        && identity(candidate.length, query_.size(), candidate.subject_size) >= options_.least_identity
        && (options_.top == 0 || hits_.size() < options_.top || is_before(candidate, hits_.front()));
}

// Those that may become hits, each with the most letters that it may have in common with the query. This bound decides as
// the length will: with a larger length, a candidate is never less wanted.
std::vector<hit> search::candidates_of(std::span<packing::packed_sequence_view const> const subjects) const
{
    bool const is_selective = options_.top != 0 || options_.least_length != 0 || !(options_.least_identity <= 0);
    std::vector<hit> candidates{};
    for (std::size_t i = 0; i < subjects.size(); ++i)
    {
        hit candidate{subjects_ + i, subjects[i].size(), std::min(query_.size(), subjects[i].size())};
        if (is_selective && is_wanted(candidate))
            candidate.length = count_common_letters(query_letters_, subjects[i]);
        if (is_wanted(candidate))
            candidates.push_back(candidate);
    }

    // The more promising ones first: then more of the others can be skipped.
    if (options_.top != 0)
        std::ranges::sort(candidates,
                          [this](hit const & left, hit const & right)
                          {
                              return is_before(left, right);
                          });
    return candidates;
}

void search::insert(hit const & found, search_changes & changes)
{
    auto const is_better = [this](hit const & left, hit const & right)
    {
        return is_before(left, right);
    };

    hits_.push_back(found);
    changes.entered.push_back(found.subject);
    if (options_.top == 0)
        return;

    std::ranges::push_heap(hits_, is_better);
    if (hits_.size() > options_.top)
    {
        std::ranges::pop_heap(hits_, is_better);
        changes.left.push_back(hits_.back().subject);
        hits_.pop_back();
    }
}

} // namespace seqan3_gpulcs::lcs
