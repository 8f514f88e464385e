// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/gap/gapped.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <reference/random_path.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/all.hpp>
#include <seqan3_gpulcs/pairwise/result_builder.hpp>

#include "alignment_check.hpp"

using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna4>;
// The types in SeqAn3's results.
using aligned_t = seqan3::gap_decorator<decltype(std::declval<sequence_t &>() | seqan3::views::type_reduce
                                                 | seqan3::views::slice(0, 0))>;

// Gaps and letters one by one, against the runs.
void check(std::mt19937_64 & generator, std::span<lcs::run const> const runs)
{
    for (lcs::operation const gap : {lcs::operation::insertion, lcs::operation::deletion})
    {
        std::size_t letters = 0;
        std::size_t columns = 0;
        for (lcs::run const & run : runs)
        {
            letters += run.operation == gap ? 0 : run.count;
            columns += run.count;
        }

        auto sequence = alignment_check::random_sequence<seqan3::dna4>(generator, letters, 4);
        aligned_t aligned{};
        pairwise::align_sequence(aligned, sequence, runs, gap);
        ASSERT_EQ(aligned.size(), columns);

        auto row = aligned.begin();
        auto letter = sequence.begin();
        for (lcs::run const & run : runs)
        {
            for (std::uint64_t i = 0; i < run.count; ++i, ++row)
            {
                if (run.operation == gap)
                    ASSERT_EQ(*row, seqan3::gap{});
                else
                    ASSERT_EQ(*row, *letter++);
            }
        }
        ASSERT_EQ(row, aligned.end());
    }
}

} // namespace

TEST(align_sequence, short_and_long_runs)
{
    auto generator = reference::make_generator();
    check(generator, std::vector<lcs::run>{});
    for (std::size_t const count : {1, 2, 3, 10, 1000})
        for (std::size_t const max_length : {1, 5, 32, 33, 34, 1000})
            for (unsigned round = 0; round < 10; ++round)
            {
                check(generator, reference::random_runs(generator, count, max_length, max_length));
                if (::testing::Test::HasFatalFailure())
                    return;
            }
}

// Would take hours if gaps were moved for others.
TEST(align_sequence, millions_of_gaps)
{
    auto generator = reference::make_generator();
    check(generator, reference::random_runs(generator, 3'000'000, 2, 2));
}

TEST(make_result, a_thread_for_each_sequence)
{
    auto generator = reference::make_generator();
    auto const first = alignment_check::random_sequence<seqan3::dna4>(generator, 50'000, 4);
    auto const second = alignment_check::random_sequence<seqan3::dna4>(generator, 50'000, 4);
    auto const found = lcs::subsequence(packing::pack(first), packing::pack(second));
    ASSERT_GE(found.columns(), pairwise::columns_worth_a_thread);

    for (unsigned const threads : {1u, 2u})
    {
        auto const config =
            seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | align_cfg::bit_parallel{{.threads = threads}};
        for (auto const & result : seqan3::align_pairwise(std::tie(first, second), config))
            alignment_check::expect_valid(result.alignment(), first, second, static_cast<std::size_t>(result.score()));
    }
}
