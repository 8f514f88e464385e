// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <vector>

#include <seqan3_gpulcs/lcs/run.hpp>

using namespace seqan3_gpulcs;

TEST(run, cigar)
{
    std::vector<lcs::run> const runs{{lcs::operation::deletion, 12},
                                     {lcs::operation::match, 5'000'000'000},
                                     {lcs::operation::insertion, 1}};
    EXPECT_EQ(lcs::to_cigar(runs), "12D5000000000=1I");
    EXPECT_EQ(lcs::to_cigar({}), "");
}
