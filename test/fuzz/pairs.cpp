// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs by longest common subsequences and edit distances, as users call them, beside the plain way.
 */

#include <deque>

#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>

#include "fuzz/comparison.hpp"
#include "fuzz/execution.hpp"
#include "fuzz/targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

struct some_pairs
{
    std::deque<fuzz::letter_pair> letters{};
    std::vector<fuzz::expected_result> expected{};
    std::vector<alignment::sequence_pair> views{};

    some_pairs(fuzz::input & from, plan::comparison const & wanted)
    {
        // One large pair, or many small ones: batches.
        std::size_t const count = from.any_of<std::size_t>({1, 2, 1 + from.number(8)});
        for (std::size_t i = 0; i < count; ++i)
        {
            auto const & pair = letters.emplace_back(from, count == 1 ? fuzz::max_letters() : 150);
            expected.emplace_back(pair.first, pair.second, wanted);
            views.push_back({pair.packed_first, pair.packed_second});
            if (!from.flag())
                continue;
            if (wanted.metric == plan::metric::lcs)
                views.back().min_length = fuzz::take_bound(from, expected.back().value);
            else
                views.back().max_distance = fuzz::take_bound(from, expected.back().value);
        }
    }

    bool is_of_interest(std::size_t const i, plan::metric const metric) const
    {
        return plan::is_of_interest(views[i], expected[i].value, metric);
    }
};

void check_compute(some_pairs const & pairs, plan::comparison const & wanted, plan::execution const & execution)
{
    bool const is_lcs = wanted.metric == plan::metric::lcs;
    std::vector<alignment::result> const found =
        is_lcs ? lcs::compute(pairs.views, wanted.with_path ? lcs::output::subsequence : lcs::output::length, execution)
               : edit::compute(pairs.views,
                               {.wanted = wanted.with_path ? edit::output::alignment : edit::output::distance,
                                .ends = wanted.ends,
                                .preference = wanted.preference,
                                .end = wanted.end},
                               execution);
    fuzz::require(found.size() == pairs.views.size(), "the number of results");
    for (std::size_t i = 0; i < found.size(); ++i)
        fuzz::check_result(found[i], pairs.expected[i], wanted, pairs.is_of_interest(i, wanted.metric));
}

void check_values(some_pairs const & pairs, plan::comparison const & wanted, plan::execution const & execution)
{
    bool const is_lcs = wanted.metric == plan::metric::lcs;
    std::vector<std::uint64_t> const found =
        is_lcs ? lcs::lengths(pairs.views, execution) : edit::distances(pairs.views, wanted.ends, execution);
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        std::uint64_t const nothing = is_lcs ? 0 : alignment::too_distant;
        fuzz::require(found[i] == (pairs.is_of_interest(i, wanted.metric) ? pairs.expected[i].value : nothing),
                      "a value");
    }
}

void check_increments(fuzz::letter_pair const & pair, plan::execution const & execution)
{
    auto const words = lcs::prefix_increments(pair.packed_first, pair.packed_second, execution);
    auto const row = reference::last_lcs_row(pair.second, pair.first);
    fuzz::require(words.size() == (pair.first.size() + 63) / 64, "the words of increments");
    for (std::size_t i = 0; i < words.size() * 64; ++i)
    {
        bool const is_longer = i < pair.first.size() && row[i + 1] != row[i];
        fuzz::require(((words[i / 64] >> i % 64 & 1) != 0) == is_longer, "an increment");
    }
}

std::uint64_t plain_value(fuzz::letters const & first, fuzz::letters const & second, plan::metric const metric)
{
    return metric == plan::metric::lcs
             ? reference::last_lcs_row(first, second).back()
             : static_cast<std::uint64_t>(reference::edit_matrix(first, second).back().back());
}

void check_sets(some_pairs const & pairs, plan::metric const metric, plan::execution const & execution)
{
    std::vector<packing::packed_sequence_view> first{};
    std::vector<packing::packed_sequence_view> second{};
    for (alignment::sequence_pair const & pair : pairs.views)
    {
        first.push_back(pair.first);
        second.push_back(pair.second);
    }
    auto const found = metric == plan::metric::lcs ? lcs::all_pairs(first, second, execution)
                                                   : edit::all_pairs(first, second, execution);
    fuzz::require(found.size() == first.size() * second.size(), "the number of values");
    for (std::size_t i = 0; i < found.size(); ++i)
        fuzz::require(
            found[i]
                == plain_value(pairs.letters[i / second.size()].first, pairs.letters[i % second.size()].second, metric),
            "a value of two sets");

    auto const condensed =
        metric == plan::metric::lcs ? lcs::all_pairs(first, execution) : edit::all_pairs(first, execution);
    std::size_t next = 0;
    for (std::size_t i = 0; i < first.size(); ++i)
        for (std::size_t j = i + 1; j < first.size(); ++j)
            fuzz::require(condensed.at(next++) == plain_value(pairs.letters[i].first, pairs.letters[j].first, metric),
                          "a value of one set");
    fuzz::require(next == condensed.size(), "the number of values of one set");
}

} // namespace

void fuzz::compare_pairs(input & from)
{
    plan::execution const execution = fuzz::take_execution(from);
    std::uint64_t const call = from.number(4);
    plan::comparison wanted = fuzz::take_comparison(from);
    if (call == 0 || call == 3)
        wanted.ends = {};
    some_pairs const pairs{from, wanted};
    switch (call)
    {
    case 0:
    case 1:
        check_compute(pairs, wanted, execution);
        break;
    case 2:
        check_values(pairs, wanted, execution);
        break;
    case 3:
        check_sets(pairs, wanted.metric, execution);
        break;
    default:
        check_increments(pairs.letters.front(), execution);
    }
}
