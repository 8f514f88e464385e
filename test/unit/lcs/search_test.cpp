// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <string>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "src/backend/backend.hpp"

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

        lcs::search_changes const changes = finder.add(batch);
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

} // namespace

TEST(identity, of_lengths)
{
    EXPECT_EQ(lcs::identity(0, 0, 0), 1.0);
    EXPECT_EQ(lcs::identity(0, 0, 5), 0.0);
    EXPECT_EQ(lcs::identity(9, 9, 10), 0.9);
    EXPECT_EQ(lcs::identity(9, 10, 9), 0.9);
    EXPECT_EQ(lcs::identity(7, 7, 7), 1.0);
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
    std::vector<packing::packed_sequence_view> subjects(300, subject);
    subjects.insert(subjects.end(), 300, small);

    double last = 0;
    plan::execution execution{.backend = plan::backend::cpu, .threads = 1};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, 20'000.0 * (300 * 20'000.0 + 300 * 1000.0));
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
        backend::find_backend(execution);
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
