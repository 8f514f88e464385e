// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <string>

#include <reference/instrumented.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "src/dispatch/find_backend.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

struct database
{
    std::vector<letters_t> letters{};
    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};

    void add(letters_t const & sequence)
    {
        letters.push_back(sequence);
        packed.push_back(packing::pack(sequence));
        views.assign(packed.begin(), packed.end());
    }
};

// Some are random, some related to the query, some empty, and some twice there.
database make_database(std::mt19937_64 & generator, letters_t const & query, unsigned const letters)
{
    database subjects{};
    for (int i = 0; i < 60; ++i)
    {
        switch (reference::random_size(generator, 4))
        {
        case 0:
            subjects.add(reference::mutate(generator, query, letters, 1 + reference::random_size(generator, 20)));
            break;
        case 1:
            subjects.add(subjects.letters.empty() ? letters_t{} : subjects.letters.back());
            break;
        case 2:
            subjects.add(reference::random_letters(generator, reference::random_size(generator, 5), letters));
            break;
        default:
            subjects.add(reference::random_letters(generator, reference::random_size(generator, 200), letters));
        }
    }
    return subjects;
}

std::vector<lcs::hit> compare_all(letters_t const & query, database const & subjects)
{
    std::vector<lcs::hit> all{};
    for (std::uint64_t i = 0; i < subjects.letters.size(); ++i)
    {
        letters_t const & subject = subjects.letters[i];
        all.push_back({i, subject.size(), reference::lcs_matrix(query, subject).back().back()});
    }
    return all;
}

// The sizes are small: products of them are exact.
bool has_higher_identity(lcs::hit const & left, lcs::hit const & right, std::uint64_t const query_size)
{
    std::uint64_t const left_size = std::max(left.subject_size, query_size);
    std::uint64_t const right_size = std::max(right.subject_size, query_size);
    std::uint64_t const left_length = left_size == 0 ? 1 : left.length;
    std::uint64_t const right_length = right_size == 0 ? 1 : right.length;
    return left_length * std::max<std::uint64_t>(1, right_size) > right_length * std::max<std::uint64_t>(1, left_size);
}

std::vector<lcs::hit>
expected_hits(std::vector<lcs::hit> all, std::uint64_t const query_size, lcs::search_options const & options)
{
    std::erase_if(all,
                  [&](lcs::hit const & each)
                  {
                      std::uint64_t const longer = std::max(each.subject_size, query_size);
                      double const identity =
                          longer == 0 ? 1 : static_cast<double>(each.length) / static_cast<double>(longer);
                      return each.length < options.min_length || identity < options.min_identity;
                  });
    std::ranges::stable_sort(all,
                             [&](lcs::hit const & left, lcs::hit const & right)
                             {
                                 return options.order == lcs::search_order::length
                                          ? left.length > right.length
                                          : has_higher_identity(left, right, query_size);
                             });
    if (options.top != 0 && all.size() > options.top)
        all.resize(options.top);
    return all;
}

std::set<std::uint64_t> subjects_of(std::vector<lcs::hit> const & hits)
{
    std::set<std::uint64_t> subjects{};
    for (lcs::hit const & each : hits)
        subjects.insert(each.subject);
    return subjects;
}

// To the subjects that are kept, by a call whose first subject has this number.
void apply(lcs::search_changes const & changes, std::uint64_t const first, std::set<std::uint64_t> & kept)
{
    EXPECT_TRUE(std::ranges::is_sorted(changes.entered));
    EXPECT_TRUE(std::ranges::is_sorted(changes.left));
    for (std::uint64_t const subject : changes.left)
    {
        EXPECT_LT(subject, first);
        EXPECT_EQ(kept.erase(subject), 1u);
    }
    for (std::uint64_t const subject : changes.entered)
    {
        EXPECT_GE(subject, first);
        EXPECT_TRUE(kept.insert(subject).second);
    }
}

// Adds all subjects in batches, and checks the changes of each batch.
lcs::search search_in_batches(packing::packed_sequence_view const query,
                              database const & subjects,
                              std::size_t const batch_size,
                              lcs::search_options const & options,
                              unsigned const threads)
{
    lcs::search finder{query, options, {.threads = threads}};
    std::set<std::uint64_t> kept{};
    std::span<packing::packed_sequence_view const> rest{subjects.views};
    for (std::uint64_t first = 0; !rest.empty();)
    {
        auto const batch = rest.first(std::min(batch_size, rest.size()));
        rest = rest.subspan(batch.size());

        apply(finder.add(batch), first, kept);
        EXPECT_EQ(kept, subjects_of(finder.hits()));
        first += batch.size();
    }
    EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, subjects.views.size());
    return finder;
}

void check(letters_t const & query, database const & subjects, lcs::search_options const & options)
{
    SCOPED_TRACE(::testing::Message() << "query of " << query.size() << " letters, top " << options.top
                                      << ", min_length " << options.min_length << ", min_identity "
                                      << options.min_identity << ", order " << static_cast<int>(options.order));

    auto const expected = expected_hits(compare_all(query, subjects), query.size(), options);
    auto const packed = packing::pack(query);
    for (std::size_t const batch_size : {std::size_t{1}, std::size_t{7}, subjects.views.size()})
        for (unsigned const threads : {1u, 2u})
            ASSERT_EQ(search_in_batches(packed, subjects, batch_size, options, threads).hits(), expected) << batch_size;
}

constexpr std::array orders{lcs::search_order::length, lcs::search_order::identity};

// Some are related to each other, some empty, and some twice there.
std::vector<letters_t> make_queries(std::mt19937_64 & generator, std::size_t const count, unsigned const letters)
{
    std::vector<letters_t> queries{reference::random_letters(generator, 100, letters)};
    while (queries.size() < count)
        switch (reference::random_size(generator, 3))
        {
        case 0:
            queries.push_back(queries.back());
            break;
        case 1:
            queries.push_back(reference::mutate(generator, queries.front(), letters, 10));
            break;
        default:
            queries.push_back(reference::random_letters(generator, reference::random_size(generator, 150), letters));
        }
    queries.emplace_back();
    return queries;
}

template <typename sequences_t>
std::vector<packing::packed_sequence> pack_all(sequences_t const & sequences)
{
    std::vector<packing::packed_sequence> packed{};
    for (auto const & sequence : sequences)
        packed.push_back(packing::pack(sequence));
    return packed;
}

// What is a hit of any query.
std::set<std::uint64_t> subjects_of_all(lcs::search const & finder, std::size_t const queries)
{
    std::set<std::uint64_t> subjects{};
    for (std::size_t i = 0; i < queries; ++i)
        subjects.merge(subjects_of(finder.hits(i)));
    return subjects;
}

// Searches for several queries at a time, and checks the hits of each and the changes of each call.
void check_several(std::vector<letters_t> const & queries,
                   database const & subjects,
                   std::vector<std::vector<lcs::hit>> const & compared,
                   std::size_t const batch_size,
                   lcs::search_options const & options,
                   unsigned const threads)
{
    SCOPED_TRACE(::testing::Message() << queries.size() << " queries, batches of " << batch_size << ", top "
                                      << options.top << ", min_length " << options.min_length << ", min_identity "
                                      << options.min_identity << ", order " << static_cast<int>(options.order) << ", "
                                      << threads << " threads");
    lcs::search finder{pack_all(queries), options, {.threads = threads}};
    std::span<packing::packed_sequence_view const> const all{subjects.views};
    std::set<std::uint64_t> kept{};
    for (std::size_t first = 0; first < all.size(); first += batch_size)
    {
        apply(finder.add(all.subspan(first, std::min(batch_size, all.size() - first))), first, kept);
        EXPECT_EQ(kept, subjects_of_all(finder, queries.size()));
    }
    EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, queries.size() * all.size());
    for (std::size_t i = 0; i < queries.size(); ++i)
        ASSERT_EQ(finder.hits(i), expected_hits(compared[i], queries[i].size(), options)) << i;
}

} // namespace

TEST(identity, of_lengths)
{
    EXPECT_EQ(lcs::identity(0, 0, 0), 1.0);
    EXPECT_EQ(lcs::identity(0, 0, 5), 0.0);
    EXPECT_EQ(lcs::identity(9, 9, 10), 0.9);
    EXPECT_EQ(lcs::identity(9, 10, 9), 0.9);
    EXPECT_EQ(lcs::identity(7, 7, 7), 1.0);
}

// The shortest of all lengths, found one by one.
TEST(identity, length_for_it)
{
    EXPECT_EQ(lcs::length_for_identity(0.5, 10, 7), 5u);
    EXPECT_EQ(lcs::length_for_identity(0.9, 10, 10), 9u);
    EXPECT_EQ(lcs::length_for_identity(0.91, 10, 10), 10u);
    EXPECT_EQ(lcs::length_for_identity(1, 0, 0), 0u);
    EXPECT_GT(lcs::length_for_identity(1.1, 10, 10), 10u);
    EXPECT_GT(lcs::length_for_identity(std::numeric_limits<double>::quiet_NaN(), 10, 10), 10u);
    for (std::uint64_t size = 1; size < 60; ++size)
        for (std::uint64_t length = 0; length <= size; ++length)
        {
            double const identity = lcs::identity(length, size, size / 2);
            EXPECT_EQ(lcs::length_for_identity(identity, size, size / 2), length);
            EXPECT_EQ(lcs::length_for_identity(std::nextafter(identity, 2), size / 2, size) <= size, length < size);
        }
}

TEST(search, all_options)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {1u, 2u, 4u, 5u, 20u, 200u})
    {
        auto const query = reference::random_letters(generator, reference::random_size(generator, 180), letters);
        database const subjects = make_database(generator, query, letters);
        auto const all = compare_all(query, subjects);
        lcs::hit const & some = all[reference::random_size(generator, all.size() - 1)];
        double const some_identity = lcs::identity(some.length, query.size(), some.subject_size);
        double const next_identity = std::nextafter(some_identity, 2.0);

        for (lcs::search_order const order : orders)
        {
            for (std::uint64_t const top : {0u, 1u, 2u, 10u, 59u, 60u, 61u})
                check(query, subjects, {.top = top, .order = order});
            // On both sides of a subject's value.
            for (std::uint64_t const top : {0u, 5u})
            {
                for (std::uint64_t const min_length : {some.length, some.length + 1})
                    check(query, subjects, {.top = top, .min_length = min_length, .order = order});
                for (double const min_identity : {some_identity, next_identity, 0.9})
                    check(query, subjects, {.top = top, .min_identity = min_identity, .order = order});
                check(query, subjects, {.top = top, .min_length = some.length, .min_identity = 0.5, .order = order});
            }
        }
    }
}

// They are given up early where they are less similar than they have to be.
TEST(search, long_subjects)
{
    auto generator = reference::make_generator();
    auto const query = reference::random_letters(generator, 9000, 4);
    auto const packed = packing::pack(query);
    database subjects{};
    for (std::size_t const distance : {4000u, 700u, 90u, 2000u, 9000u, 0u, 300u, 30u, 1300u, 90u})
        subjects.add(reference::mutate(generator, query, 4, distance));
    std::vector<lcs::hit> all{};
    for (std::uint64_t i = 0; i < subjects.views.size(); ++i)
        all.push_back({i, subjects.views[i].size(), lcs::length(packed, subjects.views[i])});
    std::uint64_t const some_length = all[8].length;

    for (lcs::search_order const order : orders)
        for (lcs::search_options const & options : {lcs::search_options{.top = 3, .order = order},
                                                    lcs::search_options{.min_length = some_length, .order = order},
                                                    lcs::search_options{.min_length = some_length + 1, .order = order},
                                                    lcs::search_options{.top = 6, .min_identity = 0.9, .order = order},
                                                    lcs::search_options{.min_identity = 0.97, .order = order}})
            for (std::size_t const batch_size : {1u, 4u, 10u})
                for (unsigned const threads : {1u, 2u})
                    ASSERT_EQ(search_in_batches(packed, subjects, batch_size, options, threads).hits(),
                              expected_hits(all, query.size(), options));
}

TEST(search, empty_query)
{
    database subjects{};
    for (std::size_t const size : {3u, 0u, 1u, 0u})
        subjects.add(letters_t(size, 1));

    for (lcs::search_order const order : orders)
        for (std::uint64_t const top : {0u, 1u, 2u, 3u})
            check({}, subjects, {.top = top, .order = order});
    check({}, subjects, {.min_identity = 1});
    check({}, subjects, {.min_length = 1});
}

TEST(search, no_subjects)
{
    auto const query = packing::pack(letters_t{0, 1, 2});
    lcs::search finder{query, {.top = 3}};
    EXPECT_TRUE(finder.hits().empty());
    EXPECT_TRUE(finder.add({}).entered.empty());
    EXPECT_TRUE(finder.hits().empty());
    EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, 0u);
}

// More than the library takes at a time.
TEST(search, many_subjects)
{
    auto generator = reference::make_generator();
    letters_t const query = reference::random_letters(generator, 30, 4);
    database subjects{};
    subjects.packed.reserve(10'000);
    for (int i = 0; i < 10'000; ++i)
    {
        subjects.letters.push_back(reference::random_letters(generator, reference::random_size(generator, 40), 4));
        subjects.packed.push_back(packing::pack(subjects.letters.back()));
    }
    subjects.views.assign(subjects.packed.begin(), subjects.packed.end());

    auto const all = compare_all(query, subjects);
    auto const packed = packing::pack(query);
    for (lcs::search_order const order : orders)
    {
        for (std::uint64_t const top : {0u, 1u, 100u, 5000u})
        {
            lcs::search_options const options{.top = top, .order = order};
            auto const expected = expected_hits(all, query.size(), options);
            for (std::size_t const batch_size : {4000u, 10'000u})
            {
                lcs::search finder{packed, options, {.threads = 2}};
                std::span<packing::packed_sequence_view const> const views{subjects.views};
                for (std::size_t first = 0; first < views.size(); first += batch_size)
                    finder.add(views.subspan(first, std::min(batch_size, views.size() - first)));
                ASSERT_EQ(finder.hits(), expected);
                EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, views.size());
            }
        }
    }
}

TEST(search, what_cannot_be_a_hit_is_skipped)
{
    auto const query = packing::pack(letters_t{0, 0, 1, 1, 2, 2, 3, 3});
    database subjects{};
    subjects.add({0, 0, 1, 1, 2, 2, 3, 3});                // 8 of 8
    subjects.add({3, 3, 2, 2, 1, 1, 0, 0});                // as good by its letters
    subjects.add({0, 0, 0, 0, 0, 0, 0, 0});                // 2 by its letters
    subjects.add({0, 0, 1, 1});                            // 4 by its size
    subjects.add({0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0}); // 8 of 13

    auto const skipped = [&](lcs::search_options const & options, std::size_t const batch_size)
    {
        return search_in_batches(query, subjects, batch_size, options, 1).statistics().skipped;
    };

    for (std::size_t const batch_size : {1u, 5u})
    {
        EXPECT_EQ(skipped({}, batch_size), 0u);
        EXPECT_EQ(skipped({.min_length = 2}, batch_size), 0u);
        EXPECT_EQ(skipped({.min_length = 3}, batch_size), 1u);
        EXPECT_EQ(skipped({.min_length = 5}, batch_size), 2u);
        EXPECT_EQ(skipped({.min_length = 9}, batch_size), 5u);
        EXPECT_EQ(skipped({.min_identity = 0.25}, batch_size), 0u);
        EXPECT_EQ(skipped({.min_identity = 0.5}, batch_size), 1u);
        EXPECT_EQ(skipped({.min_identity = 0.7}, batch_size), 3u);
        EXPECT_EQ(skipped({.min_identity = 1.1}, batch_size), 5u);
        EXPECT_EQ(skipped({.min_identity = std::numeric_limits<double>::quiet_NaN()}, batch_size), 5u);
        EXPECT_EQ(skipped({.top = 5}, batch_size), 0u);
    }
    // A tie with an earlier hit loses.
    EXPECT_EQ(skipped({.top = 1}, 1), 4u);
    EXPECT_EQ(skipped({.top = 1, .order = lcs::search_order::identity}, 1), 4u);
    // The second one has 2, which the third one cannot beat; the fourth one can.
    EXPECT_EQ(skipped({.top = 2}, 1), 1u);
}

// Also within one batch, where the more promising subjects come first.
TEST(search, subjects_are_skipped_within_a_batch)
{
    auto generator = reference::make_generator();
    letters_t const query = reference::random_letters(generator, 200, 4);
    database subjects{};
    subjects.packed.reserve(3000);
    for (int i = 0; i < 3000; ++i)
        subjects.packed.push_back(packing::pack(reference::random_letters(generator, i < 2990 ? 20 : 200, 4)));
    subjects.views.assign(subjects.packed.begin(), subjects.packed.end());

    auto const packed = packing::pack(query);
    lcs::search finder{packed, {.top = 10}};
    finder.add(subjects.views);
    EXPECT_GE(finder.statistics().skipped, 2700u);
    EXPECT_EQ(subjects_of(finder.hits()),
              (std::set<std::uint64_t>{2990, 2991, 2992, 2993, 2994, 2995, 2996, 2997, 2998, 2999}));
}

TEST(search, progress_covers_skipped_subjects)
{
    auto generator = reference::make_generator();
    auto const query = packing::pack(reference::random_letters(generator, 20'000, 4));
    auto const subject = packing::pack(reference::random_letters(generator, 20'000, 4));
    auto const small = packing::pack(reference::random_letters(generator, 1000, 4));
    std::size_t const large_subjects = reference::is_instrumented ? 60 : 300;
    std::vector<packing::packed_sequence_view> subjects(large_subjects, subject);
    subjects.insert(subjects.end(), 300, small);
    double const cells = 20'000.0 * (static_cast<double>(large_subjects) * 20'000 + 300 * 1000.0);

    double last = 0;
    plan::execution execution{.backend = plan::backend::cpu, .threads = 1};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, cells);
        EXPECT_GE(progress.cells_done, last);
        EXPECT_GE(progress.cells_done, 20'000.0 * 300 * 1000.0);
        EXPECT_LE(progress.cells_done, progress.cells_total);
        last = progress.cells_done;
    };
    lcs::search finder{query, {.min_length = 1001}, execution};
    finder.add(subjects);
    EXPECT_EQ(finder.statistics().skipped, 300u);
    EXPECT_EQ(finder.statistics().backends, std::set{plan::backend::cpu});
    EXPECT_GT(last, 0);
}

TEST(search, stop)
{
    auto const query = packing::pack(letters_t{0, 1, 2});
    std::vector<packing::packed_sequence_view> const subjects(3, query);
    std::stop_source source{};
    lcs::search finder{query, {}, {.stop = source.get_token()}};
    finder.add(subjects);
    source.request_stop();
    EXPECT_THROW(finder.add(subjects), operation_stopped);
}

TEST(search, backend_that_is_not_there)
{
    packing::packed_sequence const query{};
    plan::execution const execution{.backend = plan::backend::cuda};
    try
    {
        dispatch::find_backend(execution);
    }
    catch (backend_unavailable const &)
    {
        EXPECT_THROW(lcs::search(query, {}, execution), backend_unavailable);
        return;
    }
    EXPECT_NO_THROW(lcs::search(query, {}, execution));
}

TEST(search, strings)
{
    auto generator = reference::make_generator();
    auto const random_text = [&]()
    {
        std::string text(reference::random_size(generator, 60), ' ');
        for (char & letter : text)
            letter = static_cast<char>('a' + reference::random_size(generator, 3));
        return text;
    };

    std::string const query = random_text();
    lcs::search finder{query};
    lcs::search packed_finder{packing::pack(query)}; // Keeps its query.
    std::vector<lcs::hit> expected{};
    for (std::uint64_t batch = 0; batch < 2; ++batch)
    {
        std::vector<std::string> subjects{};
        for (std::uint64_t i = 0; i < 20; ++i)
        {
            subjects.push_back(random_text());
            expected.push_back(
                {20 * batch + i, subjects.back().size(), reference::lcs_matrix(query, subjects.back()).back().back()});
        }
        finder.add(subjects);
        packed_finder.add(std::vector<std::string_view>(subjects.begin(), subjects.end()));
    }
    std::ranges::stable_sort(expected, std::ranges::greater{}, &lcs::hit::length);
    EXPECT_EQ(finder.hits(), expected);
    EXPECT_EQ(packed_finder.hits(), expected);
}

// The query that an object keeps is that of its copies, too.
TEST(search, copies_of_one_that_keeps_its_query)
{
    auto original = std::make_unique<lcs::search>("GATTACA");
    original->add(std::vector{"ATAC"});
    lcs::search copy{*original};
    original.reset();
    copy.add(std::vector{"GATTA"});
    EXPECT_EQ(copy.hits(), (std::vector<lcs::hit>{{1, 5, 5}, {0, 4, 4}}));
}

TEST(several_queries, all_options)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {1u, 2u, 4u, 5u, 20u})
    {
        std::vector<letters_t> const queries =
            make_queries(generator, 1 + reference::random_size(generator, 9), letters);
        database const subjects = make_database(generator, queries.front(), letters);
        std::vector<std::vector<lcs::hit>> compared{};
        for (letters_t const & query : queries)
            compared.push_back(compare_all(query, subjects));
        lcs::hit const & some = compared.front()[reference::random_size(generator, subjects.views.size() - 1)];
        double const some_identity = lcs::identity(some.length, queries.front().size(), some.subject_size);

        for (lcs::search_order const order : orders)
            for (std::uint64_t const top : {0u, 1u, 3u, 59u, 60u})
                for (std::size_t const batch_size :
                     reference::any_of(generator, {std::size_t{1}, std::size_t{7}, subjects.views.size()}))
                    for (lcs::search_options const & options :
                         {lcs::search_options{.top = top, .order = order},
                          lcs::search_options{.top = top, .min_length = some.length, .order = order},
                          lcs::search_options{.top = top, .min_identity = some_identity, .order = order}})
                    {
                        auto const threads = static_cast<unsigned>(1 + reference::random_size(generator, 7));
                        check_several(queries, subjects, compared, batch_size, options, threads);
                    }
    }
}

// More than the library takes at a time, against one search for each query.
TEST(several_queries, many_subjects)
{
    auto generator = reference::make_generator();
    std::vector<letters_t> const queries = make_queries(generator, 6, 4);
    std::vector<letters_t> different{};
    for (int i = 0; i < 500; ++i)
        different.push_back(reference::random_letters(generator, reference::random_size(generator, 120), 4));
    auto const packed = pack_all(different);
    std::vector<packing::packed_sequence_view> views{};
    for (int i = 0; i < 17'000; ++i)
        views.push_back(packed[reference::random_size(generator, packed.size() - 1)]);
    auto const packed_queries = pack_all(queries);
    std::vector<packing::packed_sequence_view> const query_views(packed_queries.begin(), packed_queries.end());

    for (lcs::search_options const & options : {lcs::search_options{},
                                                lcs::search_options{.min_length = 60},
                                                lcs::search_options{.min_identity = 0.6},
                                                lcs::search_options{.top = 10},
                                                lcs::search_options{.top = 3000, .order = lcs::search_order::identity}})
        for (unsigned const threads : reference::any_of(generator, {1u, 3u, 8u}))
            for (std::size_t const batch_size : {7000u, 17'000u})
            {
                plan::execution const execution{.backend = plan::backend::cpu, .threads = threads};
                lcs::search together{query_views, options, execution};
                std::vector<lcs::search> alone{};
                for (packing::packed_sequence_view const & query : query_views)
                    alone.emplace_back(query, options, execution);
                for (std::size_t first = 0; first < views.size(); first += batch_size)
                {
                    auto const some = std::span{views}.subspan(first, std::min(batch_size, views.size() - first));
                    together.add(some);
                    for (lcs::search & each : alone)
                        each.add(some);
                }
                for (std::size_t i = 0; i < queries.size(); ++i)
                    ASSERT_TRUE(together.hits(i) == alone[i].hits()) << i;
                EXPECT_EQ(together.statistics().computed + together.statistics().skipped,
                          queries.size() * views.size());
                EXPECT_EQ(together.statistics().backends, std::set{plan::backend::cpu});
            }
}

// All queries have hits to beat after the first round.
TEST(several_queries, subjects_are_skipped_for_each)
{
    auto generator = reference::make_generator();
    auto const queries = pack_all(
        std::vector{reference::random_letters(generator, 200, 4), reference::random_letters(generator, 200, 4)});
    std::vector<packing::packed_sequence> packed{};
    for (int i = 0; i < 3000; ++i)
        packed.push_back(packing::pack(reference::random_letters(generator, i < 2990 ? 20 : 200, 4)));
    lcs::search finder{std::vector<packing::packed_sequence_view>(queries.begin(), queries.end()), {.top = 10}};
    finder.add(std::vector<packing::packed_sequence_view>(packed.begin(), packed.end()));
    EXPECT_GE(finder.statistics().skipped, 2 * 2700u);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_EQ(subjects_of(finder.hits(i)),
                  (std::set<std::uint64_t>{2990, 2991, 2992, 2993, 2994, 2995, 2996, 2997, 2998, 2999}));
}

// A subject is left when the last query drops it.
TEST(several_queries, what_another_query_keeps_has_not_left)
{
    lcs::search finder{std::vector{"AAAA", "CCCC"}, {.top = 1}};
    EXPECT_EQ(finder.add(std::vector{"AACC"}).entered, std::vector<std::uint64_t>{0});
    auto const second = finder.add(std::vector{"AAA", "A"});
    EXPECT_EQ(second.entered, std::vector<std::uint64_t>{1});
    EXPECT_TRUE(second.left.empty());
    auto const third = finder.add(std::vector{"CCC", "CCCC"});
    EXPECT_EQ(third.entered, std::vector<std::uint64_t>{4});
    EXPECT_EQ(third.left, std::vector<std::uint64_t>{0});
    // Both at once.
    auto const fourth = finder.add(std::vector{"AAAACCCCC"});
    EXPECT_EQ(fourth.entered, std::vector<std::uint64_t>{5});
    EXPECT_EQ(fourth.left, std::vector<std::uint64_t>{1});
}

TEST(several_queries, none)
{
    lcs::search finder{std::span<packing::packed_sequence_view const>{}, {.top = 1}};
    auto const changes = finder.add(std::vector{"ACGT"});
    EXPECT_TRUE(changes.entered.empty() && changes.left.empty());
    EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, 0u);
    EXPECT_THROW(finder.hits(), invalid_option);
}

TEST(several_queries, one_that_is_not_there)
{
    lcs::search const finder{std::vector{"A", "C"}};
    EXPECT_NO_THROW(finder.hits(1));
    EXPECT_THROW(finder.hits(2), invalid_option);
}

TEST(several_queries, letters_of_another_kind)
{
    auto const packed = packing::pack("ACGT");
    packing::packed_sequence_view const characters{packed};
    packing::packed_sequence_view const ranks{characters.words(),
                                              characters.size(),
                                              characters.bits_per_letter(),
                                              characters.letters(),
                                              packing::letter_kind::rank};
    // The second query differs.
    for (auto const & queries : {std::vector{characters, ranks}, std::vector{packing::packed_sequence_view{}, ranks}})
    {
        lcs::search finder{queries};
        EXPECT_THROW(finder.add(std::span{&characters, 1}), invalid_option);
    }
    lcs::search finder{std::vector{ranks, packing::packed_sequence_view{}}};
    EXPECT_NO_THROW(finder.add(std::span{&ranks, 1}));
    EXPECT_EQ(finder.hits(0).front().length, 4u);
}

// The queries that an object keeps are those of its copies, too.
TEST(several_queries, strings_and_copies)
{
    auto original = std::make_unique<lcs::search>(std::vector<std::string>{"GATTACA", "TTT"});
    original->add(std::vector{"ATAC"});
    lcs::search copy{*original};
    original.reset();
    copy.add(std::vector{"GATTA"});
    EXPECT_EQ(copy.hits(0), (std::vector<lcs::hit>{{1, 5, 5}, {0, 4, 4}}));
    EXPECT_EQ(copy.hits(1), (std::vector<lcs::hit>{{1, 5, 2}, {0, 4, 1}}));
}

namespace
{

// About a second of work for a thread for every 2,000 subjects, and 300 subjects that are skipped.
struct long_search
{
    std::vector<packing::packed_sequence> queries{};
    packing::packed_sequence subject{};
    packing::packed_sequence small{};
    std::vector<packing::packed_sequence_view> query_views{};
    std::vector<packing::packed_sequence_view> subjects{};

    long_search(std::mt19937_64 & generator, std::size_t const long_subjects)
    {
        for (std::size_t const size : {3000u, 5000u, 4000u, 7000u, 3500u, 6000u, 4500u, 5500u})
            queries.push_back(packing::pack(reference::random_letters(generator, size, 4)));
        subject = packing::pack(reference::random_letters(generator, 7000, 4));
        small = packing::pack(reference::random_letters(generator, 1000, 4));
        query_views.assign(queries.begin(), queries.end());
        subjects.assign(long_subjects, subject);
        subjects.insert(subjects.end(), 300, small);
    }
};

struct callback_error
{};

} // namespace

TEST(several_queries, progress_covers_skipped_subjects)
{
    auto generator = reference::make_generator();
    std::size_t const long_subjects = reference::is_instrumented ? 200 : 2000;
    long_search const work{generator, long_subjects};
    double const cells = 38'500.0 * (static_cast<double>(long_subjects) * 7000 + 300 * 1000.0);
    // In one round, and in two.
    for (lcs::search_options const & options :
         {lcs::search_options{.min_length = 1001}, lcs::search_options{.top = 5, .min_length = 1001}})
    {
        double last = 0;
        plan::execution execution{.backend = plan::backend::cpu, .threads = 2};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_EQ(progress.cells_total, cells);
            EXPECT_GE(progress.cells_done, last);
            EXPECT_GE(progress.cells_done, 38'500.0 * 300 * 1000.0);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            last = progress.cells_done;
        };
        lcs::search finder{work.query_views, options, execution};
        finder.add(work.subjects);
        EXPECT_GE(finder.statistics().skipped, 8 * 300u);
        EXPECT_GT(last, 0);
    }
}

TEST(several_queries, stops_and_exceptions_in_the_middle)
{
    auto generator = reference::make_generator();
    // Whatever it is stopped by comes long before its end.
    long_search const work{generator, 40'000};
    for (unsigned const threads : {1u, 2u, 8u})
    {
        std::stop_source source{};
        plan::execution execution{.backend = plan::backend::cpu, .threads = threads, .stop = source.get_token()};
        execution.on_progress = [&](plan::progress const &)
        {
            source.request_stop();
        };
        lcs::search stopped{work.query_views, {.top = 5}, execution};
        EXPECT_THROW(stopped.add(work.subjects), operation_stopped);

        plan::execution failing{.backend = plan::backend::cpu, .threads = threads};
        failing.on_progress = [&](plan::progress const &)
        {
            throw callback_error{};
        };
        lcs::search failed{work.query_views, {}, failing};
        EXPECT_THROW(failed.add(work.subjects), callback_error);
        failed = lcs::search{"ACGT"};
        failed.add(std::vector{"ACG"});
        EXPECT_EQ(failed.hits(), (std::vector<lcs::hit>{{0, 3, 3}}));
    }
}
