// SPDX-License-Identifier: BSD-3-Clause

// Where results differ from SeqAn3's own: what doc/with_seqan3.md says, of both.

#include <gtest/gtest.h>

#include <cmath>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alignment/scoring/nucleotide_scoring_scheme.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>
#include <seqan3/alphabet/quality/aliases.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "unit/pairwise/tested_backend.hpp"

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

namespace
{

auto const global = seqan3::align_cfg::method_global{};
auto const edits = global | seqan3::align_cfg::edit_scheme;
auto const lcs_config = global | align_cfg::lcs_scheme;

// With free ends of sequence 2, SeqAn3 computes edit distances by dynamic programming.
auto free_edits()
{
    seqan3::align_cfg::method_global method{};
    method.free_end_gaps_sequence2_leading = true;
    method.free_end_gaps_sequence2_trailing = true;
    return method | seqan3::align_cfg::edit_scheme;
}

template <typename first_t, typename second_t>
auto score_of(auto const & config, first_t const & first, second_t const & second)
{
    auto const all = config | seqan3::align_cfg::output_score{};
    return (*seqan3::align_pairwise(std::tie(first, second), all).begin()).score();
}

// The number of columns.
template <typename first_t, typename second_t>
std::size_t row_size(auto const & config, first_t const & first, second_t const & second)
{
    auto const all = config | seqan3::align_cfg::output_alignment{};
    return std::get<0>((*seqan3::align_pairwise(std::tie(first, second), all).begin()).alignment()).size();
}

} // namespace

TEST(differences, qualities)
{
    std::vector<seqan3::dna4q> const poor{{'A'_dna4, '!'_phred42}, {'C'_dna4, '!'_phred42}};
    std::vector<seqan3::dna4q> const good{{'A'_dna4, 'I'_phred42}, {'C'_dna4, 'I'_phred42}};
    EXPECT_EQ(score_of(edits | tested::bit_parallel(), poor, good), 0);
    EXPECT_EQ(score_of(edits, poor, good), -2);
    EXPECT_EQ(score_of(free_edits() | tested::bit_parallel(), poor, good), 0);
    EXPECT_EQ(score_of(free_edits(), poor, good), SEQAN3_VERSION < 30400 ? 0 : -2);
}

// In SeqAn3 3.4, edit_scheme has no scores for two alphabets.
#if SEQAN3_VERSION < 30400
TEST(differences, two_alphabets)
{
    auto const first = "ACNT"_dna5;
    auto const second = "ACAT"_dna4;
    EXPECT_EQ(score_of(edits | tested::bit_parallel(), first, second), -1);
    EXPECT_EQ(score_of(edits, first, second), 0);
    EXPECT_EQ(score_of(free_edits() | tested::bit_parallel(), first, second), -1);
    EXPECT_EQ(score_of(free_edits(), first, second), -1);
}
#endif

TEST(differences, zero_has_a_sign)
{
    auto const sequence = "ACGT"_dna4;
    auto const score = seqan3::align_cfg::score_type<double>{};
    EXPECT_TRUE(std::signbit(score_of(edits | score | tested::bit_parallel(), sequence, sequence)));
    EXPECT_TRUE(std::signbit(score_of(edits | score, sequence, sequence)));
    EXPECT_TRUE(std::signbit(score_of(free_edits() | score | tested::bit_parallel(), sequence, sequence)));
    EXPECT_FALSE(std::signbit(score_of(free_edits() | score, sequence, sequence)));
}

TEST(differences, rows_without_begin_positions)
{
    auto const sequence = "ACGT"_dna4;
    EXPECT_EQ(row_size(lcs_config | tested::bit_parallel(), sequence, sequence), 4u);
    EXPECT_EQ(row_size(lcs_config, sequence, sequence), 0u);
    EXPECT_EQ(row_size(free_edits() | tested::bit_parallel(), sequence, sequence), 4u);
    EXPECT_EQ(row_size(free_edits(), sequence, sequence), 0u);
    EXPECT_EQ(row_size(edits | tested::bit_parallel(), sequence, sequence), 4u);
    EXPECT_EQ(row_size(edits, sequence, sequence), 4u);
}

TEST(differences, stricter_checks)
{
    std::vector<seqan3::dna4> const first(200, 'A'_dna4);
    std::vector<seqan3::dna4> const second(200, 'C'_dna4);
    auto const small = edits | seqan3::align_cfg::score_type<std::int8_t>{};
    EXPECT_THROW(score_of(small | tested::bit_parallel(), first, second), score_overflow);
    EXPECT_EQ(score_of(small, first, second), 56);

    auto const costly_gaps =
        global
        | seqan3::align_cfg::scoring_scheme{seqan3::nucleotide_scoring_scheme{seqan3::match_score{0},
                                                                              seqan3::mismatch_score{-1}}}
        | seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{-3}};
    auto const four = "ACGT"_dna4;
    auto const three = "ACG"_dna4;
    EXPECT_THROW(score_of(costly_gaps | tested::bit_parallel(), four, three), seqan3::invalid_alignment_configuration);
    EXPECT_EQ(score_of(costly_gaps, four, three), SEQAN3_VERSION < 30400 ? -1 : -3);

    EXPECT_THROW(score_of(edits | seqan3::align_cfg::min_score{1} | tested::bit_parallel(), four, three),
                 seqan3::invalid_alignment_configuration);
}
