// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Searches by longest common subsequences and edit distances, beside comparing all.
 */

#include <cmath>
#include <set>

#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "fuzz/comparison.hpp"
#include "fuzz/execution.hpp"
#include "fuzz/targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

struct sequences
{
    std::vector<fuzz::letters> letters{};
    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};

    // Some are related to the first one, or to one before.
    void take(fuzz::input & from, std::size_t const count, unsigned const alphabet, fuzz::letters const & first)
    {
        while (letters.size() < count)
        {
            std::uint64_t const like = from.number(letters.size());
            letters.push_back(fuzz::take_related(from, like == 0 ? first : letters[like - 1], 120, alphabet));
        }
        for (fuzz::letters const & each : letters)
            packed.push_back(packing::pack(each));
        views.assign(packed.begin(), packed.end());
    }
};

// Rules of either metric, in the terms of both.
struct rules
{
    bool is_lcs{};
    std::uint64_t top{};
    std::uint64_t threshold{}; // The least length, or the greatest distance.
    double min_identity{};
    bool by_identity{};
};

// A subject beside a query.
struct candidate
{
    std::uint64_t subject{};
    std::uint64_t size{};
    std::uint64_t value{}; // The length or the distance.
    std::uint64_t score{}; // Out of the letters of the longer one.
    std::uint64_t longer{};
};

double identity(candidate const & one)
{
    return one.longer == 0 ? 1.0 : static_cast<double>(one.score) / static_cast<double>(one.longer);
}

std::vector<candidate> compare_all(fuzz::letters const & query, sequences const & subjects, rules const & wanted)
{
    std::vector<candidate> all{};
    for (std::uint64_t i = 0; i < subjects.letters.size(); ++i)
    {
        fuzz::letters const & subject = subjects.letters[i];
        std::uint64_t const longer = std::max(query.size(), subject.size());
        std::uint64_t value = 0;
        if (wanted.is_lcs)
            value = reference::last_lcs_row(query, subject).back();
        else
            value = static_cast<std::uint64_t>(reference::edit_matrix(query, subject).back().back());
        all.push_back({i, subject.size(), value, wanted.is_lcs ? value : longer - value, longer});
    }
    return all;
}

std::vector<candidate> expected_hits(std::vector<candidate> all, rules const & wanted)
{
    std::erase_if(all,
                  [&](candidate const & one)
                  {
                      return (wanted.is_lcs ? one.value < wanted.threshold : one.value > wanted.threshold)
                          || identity(one) < wanted.min_identity;
                  });
    std::ranges::stable_sort(all,
                             [&](candidate const & left, candidate const & right)
                             {
                                 // The numbers are small: the products are exact, and nothing is 1 of 1.
                                 auto const part = [](candidate const & one)
                                 {
                                     return one.longer == 0 ? std::pair<std::uint64_t, std::uint64_t>{1, 1}
                                                            : std::pair{one.score, one.longer};
                                 };
                                 auto const [score, of] = part(left);
                                 auto const [other_score, of_other] = part(right);
                                 if (wanted.by_identity)
                                     return score * of_other > other_score * of;
                                 return wanted.is_lcs ? left.value > right.value : left.value < right.value;
                             });
    if (wanted.top != 0 && all.size() > wanted.top)
        all.resize(wanted.top);
    return all;
}

std::uint64_t value_of(lcs::hit const & one)
{
    return one.length;
}

std::uint64_t value_of(edit::hit const & one)
{
    return one.distance;
}

// To the subjects that are kept, by a call whose first subject has this number.
void apply(alignment::search_changes const & changes, std::uint64_t const first, std::set<std::uint64_t> & kept)
{
    for (std::uint64_t const subject : changes.left)
        fuzz::require(subject < first && kept.erase(subject) == 1, "a subject that left");
    for (std::uint64_t const subject : changes.entered)
        fuzz::require(subject >= first && kept.insert(subject).second, "a subject that entered");
}

template <typename search_t, typename options_t>
void check(fuzz::input & from,
           sequences const & queries,
           sequences const & subjects,
           rules const & wanted,
           options_t const & options)
{
    search_t finder{std::span<packing::packed_sequence_view const>{queries.views}, options, fuzz::take_execution(from)};
    std::set<std::uint64_t> kept{};
    std::span<packing::packed_sequence_view const> rest{subjects.views};
    for (std::uint64_t first = 0; !rest.empty();)
    {
        std::size_t const count = 1 + from.number(rest.size() - 1);
        apply(finder.add(rest.first(count)), first, kept);
        rest = rest.subspan(count);
        first += count;
    }
    std::set<std::uint64_t> subjects_of_hits{};
    for (std::size_t query = 0; query < queries.letters.size(); ++query)
    {
        auto const expected = expected_hits(compare_all(queries.letters[query], subjects, wanted), wanted);
        auto const found = finder.hits(query);
        fuzz::require(found.size() == expected.size(), "the number of hits");
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            fuzz::require(found[i].subject == expected[i].subject && found[i].subject_size == expected[i].size
                              && value_of(found[i]) == expected[i].value,
                          "a hit");
            subjects_of_hits.insert(found[i].subject);
        }
    }
    fuzz::require(kept == subjects_of_hits, "the subjects that are kept");
    fuzz::require(finder.statistics().computed + finder.statistics().skipped
                      == queries.letters.size() * subjects.letters.size(),
                  "the number of comparisons");
}

} // namespace

void fuzz::search(input & from)
{
    rules wanted{.is_lcs = from.flag(), .top = from.number(7)};
    wanted.threshold = wanted.is_lcs ? 0 : ~std::uint64_t{0};
    if (from.flag())
        wanted.threshold = from.number(120);
    if (from.flag())
        wanted.min_identity = static_cast<double>(from.number(130)) / 128;
    wanted.by_identity = from.flag();

    auto const alphabet = from.any_of<unsigned>({4, 2, 1, 20});
    fuzz::letters const first = fuzz::take_letters(from, 120, alphabet);
    sequences queries{};
    sequences subjects{};
    queries.take(from, 1 + from.number(3), alphabet, first);
    subjects.take(from, from.number(20), alphabet, first);
    if (wanted.is_lcs)
        check<lcs::search, lcs::search_options>(
            from,
            queries,
            subjects,
            wanted,
            {.top = wanted.top,
             .min_length = wanted.threshold,
             .min_identity = wanted.min_identity,
             .order = wanted.by_identity ? lcs::search_order::identity : lcs::search_order::length});
    else
        check<edit::search, edit::search_options>(
            from,
            queries,
            subjects,
            wanted,
            {.top = wanted.top,
             .max_distance = wanted.threshold,
             .min_identity = wanted.min_identity,
             .order = wanted.by_identity ? edit::search_order::identity : edit::search_order::distance});
}
