// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/exception.hpp>

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

// Some are related to the query, some empty, and some twice there.
database make_database(std::mt19937_64 & generator, letters_t const & query)
{
    database subjects{};
    for (int i = 0; i < 60; ++i)
        switch (reference::random_size(generator, 3))
        {
        case 0:
            subjects.add(reference::mutate(generator, query, 4, 1 + reference::random_size(generator, 20)));
            break;
        case 1:
            subjects.add(subjects.letters.empty() ? letters_t{} : subjects.letters.back());
            break;
        default:
            subjects.add(reference::random_letters(generator, reference::random_size(generator, 120), 4));
        }
    return subjects;
}

// The sizes are small: products of them are exact.
bool is_before(edit::hit const & left, edit::hit const & right, std::uint64_t const query_size, bool const by_identity)
{
    if (!by_identity)
        return left.distance < right.distance;
    std::uint64_t const left_size = std::max<std::uint64_t>({left.subject_size, query_size, 1});
    std::uint64_t const right_size = std::max<std::uint64_t>({right.subject_size, query_size, 1});
    return left.distance * right_size < right.distance * left_size;
}

std::vector<edit::hit>
expected_hits(letters_t const & query, database const & subjects, edit::search_options const & options)
{
    std::vector<edit::hit> all{};
    for (std::uint64_t i = 0; i < subjects.letters.size(); ++i)
    {
        letters_t const & subject = subjects.letters[i];
        auto const distance = static_cast<std::uint64_t>(reference::edit_matrix(query, subject).back().back());
        auto const longer = static_cast<double>(std::max(query.size(), subject.size()));
        double const identity = longer == 0 ? 1 : (longer - static_cast<double>(distance)) / longer;
        if (distance <= options.max_distance && identity >= options.min_identity)
            all.push_back({i, subject.size(), distance});
    }
    std::ranges::stable_sort(
        all,
        [&](edit::hit const & left, edit::hit const & right)
        {
            return is_before(left, right, query.size(), options.order == edit::search_order::identity);
        });
    if (options.top != 0 && all.size() > options.top)
        all.resize(options.top);
    return all;
}

// Adds all subjects in batches; the changes must tell which of them are hits.
edit::search search_in_batches(packing::packed_sequence_view const query,
                               database const & subjects,
                               std::size_t const batch_size,
                               edit::search_options const & options)
{
    edit::search finder{query, options, {.threads = 2}};
    std::set<std::uint64_t> kept{};
    std::span<packing::packed_sequence_view const> rest{subjects.views};
    while (!rest.empty())
    {
        auto const batch = rest.first(std::min(batch_size, rest.size()));
        rest = rest.subspan(batch.size());
        edit::search_changes const changes = finder.add(batch);
        for (std::uint64_t const subject : changes.left)
            EXPECT_EQ(kept.erase(subject), 1u);
        kept.insert(changes.entered.begin(), changes.entered.end());
    }
    std::set<std::uint64_t> found{};
    for (edit::hit const & one : finder.hits())
        found.insert(one.subject);
    EXPECT_EQ(kept, found);
    EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, subjects.views.size());
    return finder;
}

} // namespace

TEST(edit_search, all_options)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {0, 1, 30, 100})
    {
        letters_t const query = reference::random_letters(generator, size, 4);
        packing::packed_sequence const packed = packing::pack(query);
        database const subjects = make_database(generator, query);
        for (std::uint64_t const top : {0, 1, 5, 1000})
            for (std::uint64_t const max_distance :
                 {std::uint64_t{0}, std::uint64_t{20}, std::numeric_limits<std::uint64_t>::max()})
                for (double const min_identity : {0.0, 0.5, 1.0, 1.5})
                    for (auto const order : {edit::search_order::distance, edit::search_order::identity})
                    {
                        edit::search_options const options{top, max_distance, min_identity, order};
                        std::vector const expected = expected_hits(query, subjects, options);
                        for (std::size_t const batch_size : {7, 60})
                            EXPECT_EQ(search_in_batches(packed, subjects, batch_size, options).hits(), expected);
                    }
    }
}

TEST(edit_search, several_queries)
{
    auto generator = reference::make_generator();
    std::vector<letters_t> queries{};
    std::vector<packing::packed_sequence> packed{};
    for (std::size_t const size : {50, 0, 100, 3})
    {
        queries.push_back(reference::random_letters(generator, size, 4));
        packed.push_back(packing::pack(queries.back()));
    }
    database const subjects = make_database(generator, queries[2]);
    edit::search_options const options{.top = 4};
    edit::search finder{std::move(packed), options};
    finder.add(subjects.views);
    for (std::size_t i = 0; i < queries.size(); ++i)
        EXPECT_EQ(finder.hits(i), expected_hits(queries[i], subjects, options));
    EXPECT_THROW(finder.hits(queries.size()), invalid_option);
}

TEST(edit_search, strings)
{
    edit::search finder{"GATTACA", {.max_distance = 2}};
    finder.add(std::vector<std::string>{"GATTACA", "CATTAGA", "TTTTTTT", "GATTA"});
    EXPECT_EQ(finder.hits(), (std::vector<edit::hit>{{0, 7, 0}, {1, 7, 2}, {3, 5, 2}}));
    // The lengths and the letters ruled one out.
    EXPECT_EQ(finder.statistics().skipped, 1u);
}

TEST(edit_search, identity)
{
    EXPECT_EQ(edit::identity(0, 0, 0), 1);
    EXPECT_EQ(edit::identity(1, 4, 3), 0.75);
    EXPECT_EQ(edit::identity(5, 0, 5), 0);
    for (std::uint64_t const size : {1, 7, 10, 1000})
        for (double const min_identity : {0.0, 0.1, 0.3, 0.7, 0.9, 0.99, 1.0})
        {
            std::optional<std::uint64_t> const most = edit::distance_for_identity(min_identity, size, size / 2);
            ASSERT_TRUE(most.has_value());
            EXPECT_GE(edit::identity(*most, size, size / 2), min_identity);
            if (*most < size)
            {
                EXPECT_LT(edit::identity(*most + 1, size, size / 2), min_identity);
            }
        }
    EXPECT_EQ(edit::distance_for_identity(0.9, 0, 0), 0u);
    EXPECT_EQ(edit::distance_for_identity(1.01, 5, 5), std::nullopt);
    EXPECT_EQ(edit::distance_for_identity(std::numeric_limits<double>::quiet_NaN(), 5, 5), std::nullopt);
}
