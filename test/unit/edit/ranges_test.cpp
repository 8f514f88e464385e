// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <vector>

#include <seqan3/alphabet/all.hpp>

#include <seqan3_gpulcs/alignment/cigar.hpp>
#include <seqan3_gpulcs/all.hpp>

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

TEST(edit_ranges, alphabets)
{
    EXPECT_EQ(edit::distance("GATTACA"_dna4, "GCTTAA"_dna4), 2u);
    EXPECT_EQ(edit::distance("GATTACA"_dna4, "GATNACA"_dna5), 1u);
    EXPECT_EQ(edit::distance("ACGU"_rna4, "ACGT"_dna15), 0u);
    EXPECT_EQ(edit::distance("MKV*"_aa27, "MKL"_aa27), 2u);
    EXPECT_EQ(edit::distance(std::string{"kitten"}, std::string{"sitting"}), 3u);
    EXPECT_EQ(edit::distance("GATTACA"_dna4 | std::views::reverse, "ACATTAG"_dna4), 0u);
}

TEST(edit_ranges, alignments)
{
    alignment::path const path = edit::alignment("GATTACA"_dna4, "GCTTAA"_dna4);
    EXPECT_EQ(path.matches(), 5u);
    EXPECT_EQ(edit::to_cigar(path), "1=1X3=1I1=");
    EXPECT_EQ(alignment::to_cigar_vector(path),
              (std::vector<seqan3::cigar>{{1, '='_cigar_operation},
                                          {1, 'X'_cigar_operation},
                                          {3, '='_cigar_operation},
                                          {1, 'I'_cigar_operation},
                                          {1, '='_cigar_operation}}));
}

TEST(edit_ranges, search)
{
    edit::range_search finder{"GATTACA"_dna4, {.top = 2}};
    finder.add(std::vector{"TTTTTTT"_dna5, "GATTNCA"_dna5, "GATTACA"_dna5});
    EXPECT_EQ(finder.hits(), (std::vector<edit::hit>{{2, 7, 0}, {1, 7, 1}}));
    EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, 3u);

    edit::range_search several{std::vector{"ACGT"_dna4, "TTTT"_dna4}, {.max_distance = 1}};
    several.add(std::vector{"ACT"_dna4, "TTT"_dna4});
    EXPECT_EQ(several.hits(0), (std::vector<edit::hit>{{0, 3, 1}}));
    EXPECT_EQ(several.hits(1), (std::vector<edit::hit>{{1, 3, 1}}));
}
