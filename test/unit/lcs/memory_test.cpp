// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstddef>
#include <set>

#include <reference/counted_allocations.hpp>
#include <reference/instrumented.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/plan/traceback_plan.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Not counted towards the limit: a bit for each row and column of the whole matrix, and for each thread a table of
// letters and some counters.
std::size_t allowance(std::size_t const letters, unsigned const threads)
{
    return letters / 4 + threads * 20'000;
}

// Nor are the steps of the traceback: two bits each.
std::size_t path_bytes(std::size_t const letters)
{
    return letters / 4;
}

// All letters are equal: the result is one run, and negligible. The path is the diagonal.
packing::packed_sequence equal_letters(std::size_t const size)
{
    return packing::pack(std::vector<std::uint8_t>(size, 1));
}

void check_limit(std::size_t const rows, std::size_t const columns, std::uint64_t const limit, unsigned const threads)
{
    SCOPED_TRACE(testing::Message{} << rows << " x " << columns << ", limit " << limit << ", threads " << threads);
    auto const first = equal_letters(rows);
    auto const second = equal_letters(columns);
    alignment::sequence_pair const pair{first, second};
    std::uint64_t reported = 0;
    std::size_t const used = reference::peak_of(
        [&]()
        {
            auto const found =
                lcs::compute({&pair, 1}, lcs::output::subsequence, {.threads = threads, .memory_limit = limit});
            EXPECT_EQ(alignment::to_runs(found.front().path).size(), rows == columns ? 1u : 2u);
            reported = found.front().memory_bytes;
        });
    std::size_t const besides = allowance(rows + columns, threads) + path_bytes(rows + columns);
    EXPECT_LE(reported, limit);
    EXPECT_LE(used, reported + besides);
    // The planned memory is really used: a limit should be exploited.
    EXPECT_GE(used, reported / 2);
}

} // namespace

TEST(memory, one_pair_stays_within_the_limit)
{
    for (std::size_t const size : {30'000, reference::is_instrumented ? 80'000 : 200'000})
    {
        std::uint64_t const plenty =
            plan::plan_alignment(plan::lcs_subsequence, {size, size}, plan::default_memory_limit, 1).bytes;
        for (std::uint64_t const limit : {plan::min_memory(size, size), plenty / 2, plenty})
            for (unsigned const threads : {1u, 2u})
                check_limit(size, size, limit, threads);
    }
}

// With several levels: the part that comes first, at the lower right corner, is smaller than those that follow.
TEST(memory, large_pairs_stay_within_the_limit)
{
    if (reference::is_instrumented)
        GTEST_SKIP() << "Takes minutes with a sanitizer.";

    std::size_t const size = 600'000;
    check_limit(size, size, 4 * plan::min_memory(size, size), 1);
    check_limit(size, size, 3 * plan::min_memory(size, size), 8);
    check_limit(1'007'680, 250'000, 2'459'928, 1);
}

// Pairs are compared in the whole matrix, in a band, or by points, if the limit suffices for that.
TEST(memory, every_way_stays_within_the_limit)
{
    std::size_t const size = 40'000;
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, size, 4);
    auto const first = packing::pack(letters);
    std::set<alignment::method> seen{};
    for (unsigned const letters_per_mutation : {0u, 12u, 100u})
    {
        auto const second =
            packing::pack(letters_per_mutation == 0 ? reference::random_letters(generator, size, 4)
                                                    : reference::mutate(generator, letters, 4, letters_per_mutation));
        alignment::sequence_pair const pair{first, second};
        std::uint64_t const min_limit = plan::min_memory(size, second.size());
        for (std::uint64_t const limit : {min_limit, 2 * min_limit, 4 * min_limit, 16 * min_limit, 64 * min_limit})
        {
            alignment::result found{};
            std::size_t const used = reference::peak_of(
                [&]()
                {
                    found = std::move(
                        lcs::compute({&pair, 1}, lcs::output::subsequence, {.threads = 1, .memory_limit = limit})
                            .front());
                });
            std::size_t const besides = allowance(size + second.size(), 1) + path_bytes(size + second.size());
            EXPECT_LE(used, limit + besides) << letters_per_mutation << " letters for each mutation, limit " << limit;
            EXPECT_LE(found.memory_bytes, limit);
            if (found.method != alignment::method::whole_matrix)
            {
                EXPECT_LE(used, found.memory_bytes + besides);
            }
            seen.insert(found.method);
        }
    }
    EXPECT_EQ(seen.size(), 3u);
}

// Threads that work on different pairs share the limit.
TEST(memory, a_batch_stays_within_the_limit)
{
    unsigned const threads = 8;
    std::size_t const size = 40'000;
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, size, 4));
    auto const second = packing::pack(reference::random_letters(generator, size, 4));
    std::vector<alignment::sequence_pair> const pairs(24, {first, second});

    // Each thread alone would use much more than its part.
    std::uint64_t const limit = 2 * threads * plan::min_memory(size, size);
    ASSERT_GT(plan::plan_alignment(plan::lcs_subsequence, {size, size}, limit, 1).bytes, 4 * limit / threads);

    std::size_t const used = reference::peak_of(
        [&]()
        {
            lcs::compute(pairs, lcs::output::subsequence, {.threads = threads, .memory_limit = limit});
        });
    EXPECT_LE(used, limit + threads * allowance(2 * size, 1) + pairs.size() * path_bytes(2 * size));
}

// The length alone takes a bit for each row and each column.
TEST(memory, the_length_is_linear)
{
    std::size_t const size = 400'000;
    auto const sequence = equal_letters(size);
    std::size_t const used = reference::peak_of(
        [&]()
        {
            lcs::length(sequence, sequence, {.threads = 2});
        });
    EXPECT_LE(used, allowance(2 * size, 2));
}

// Eight bytes each, also where some pairs are too long for batches.
TEST(memory, lengths_of_many_pairs)
{
    auto const short_sequence = equal_letters(20);
    auto const long_sequence = equal_letters(20'000);
    std::vector<alignment::sequence_pair> pairs(1'000'000, {short_sequence, short_sequence});
    pairs[10].first = long_sequence;
    pairs[600'000] = {long_sequence, long_sequence};
    std::vector<std::uint64_t> found{};
    std::size_t const used = reference::peak_of(
        [&]()
        {
            found = lcs::lengths(pairs, {.backend = plan::backend::cpu, .threads = 2});
        });
    EXPECT_EQ(found[600'000], 20'000u);
    EXPECT_EQ(found[600'001], 20u);
    EXPECT_LE(used, 8 * pairs.size() + 2'000'000);
}

// The memory for candidates does not grow with the number of queries times subjects.
TEST(memory, many_queries_need_little)
{
    constexpr std::size_t queries = 200;
    constexpr std::size_t subjects = 9000;
    constexpr unsigned threads = 2;
    packing::packed_sequence const one = packing::pack("ACGTACGTAC");
    packing::packed_sequence const other = packing::pack("GTTACA");
    std::vector<packing::packed_sequence_view> const query_views(queries, one);
    std::vector<packing::packed_sequence_view> const subject_views(subjects, other);

    for (lcs::search_options const & options : {lcs::search_options{.top = 2}, lcs::search_options{.min_length = 6}})
    {
        std::size_t const used = reference::peak_of(
            [&]()
            {
                lcs::search finder{query_views, options, {.backend = plan::backend::cpu, .threads = threads}};
                finder.add(subject_views);
                EXPECT_EQ(finder.hits(queries - 1).size(), options.top);
            });
        // As the documentation of lcs::search says: some bytes for each pair.
        std::size_t const parts = queries * ((subjects + 8191) / 8192);
        EXPECT_LE(used, queries * (2560 + 2048) + subjects * (12 + 4 * 9) + parts * 100 + threads * 2'000'000);
    }
}
