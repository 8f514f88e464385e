// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <type_traits>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alignment/scoring/nucleotide_scoring_scheme.hpp>
#include <seqan3/alphabet/all.hpp>

#include <reference/instrumented.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "alphabet_check.hpp"

using namespace seqan3_gpulcs;

namespace
{

template <typename letter_t>
struct other_alphabets : public ::testing::Test
{};

// With sanitizers, each takes long to compile.
using some_alphabets = ::testing::Types<seqan3::rna15, char>;
using all_alphabets = ::testing::Types<seqan3::dna4, seqan3::rna4, seqan3::dna15, seqan3::rna15, seqan3::aa20, char>;
using less_usual_alphabets = std::conditional_t<reference::is_instrumented, some_alphabets, all_alphabets>;

} // namespace

TYPED_TEST_SUITE(other_alphabets, less_usual_alphabets, );

TYPED_TEST(other_alphabets, same_scores_as_seqan3)
{
    alphabet_check::expect_same_scores<TypeParam>();
}

// A base with a quality is compared as a base, by our scheme and by SeqAn3's.
TEST(qualities, do_not_count)
{
    auto generator = reference::make_generator();
    auto const first = alignment_check::random_sequence<seqan3::dna4q>(generator, 150, 168);
    auto const second = alignment_check::random_sequence<seqan3::dna4q>(generator, 130, 168);
    auto const plain = second
                     | std::views::transform(
                           [](seqan3::dna4q const letter)
                           {
                               return seqan3::dna4{letter};
                           });

    auto const check = [](auto const & config, auto const & left, auto const & right)
    {
        int const score =
            (*seqan3::align_pairwise(std::tie(left, right), config | align_cfg::bit_parallel{}).begin()).score();
        EXPECT_EQ(score, (*seqan3::align_pairwise(std::tie(left, right), config).begin()).score());
        EXPECT_GT(score, 60); // By chance about 90 of 130 bases; with qualities hardly any.
    };
    auto const ours = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | seqan3::align_cfg::output_score{};
    auto const theirs =
        seqan3::align_cfg::method_global{} | seqan3::align_cfg::output_score{}
        | seqan3::align_cfg::scoring_scheme{seqan3::nucleotide_scoring_scheme{seqan3::match_score{1},
                                                                              seqan3::mismatch_score{0}}}
        | seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{0}};
    check(ours, first, second);
    check(ours, first, plain);
    check(theirs, first, second);
    check(theirs, first, plain);
}

TEST(mixed_alphabets, same_scores_as_seqan3)
{
    auto generator = reference::make_generator();
    auto const config = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | seqan3::align_cfg::output_score{};

    auto const dna = alignment_check::random_sequence<seqan3::dna5>(generator, 100, 5);
    auto const rna = alignment_check::random_sequence<seqan3::rna4>(generator, 120, 4);
    EXPECT_EQ((*seqan3::align_pairwise(std::tie(dna, rna), config | align_cfg::bit_parallel{}).begin()).score(),
              (*seqan3::align_pairwise(std::tie(dna, rna), config).begin()).score());

    auto const reduced = alignment_check::random_sequence<seqan3::aa10murphy>(generator, 100, 10);
    auto const full = alignment_check::random_sequence<seqan3::aa27>(generator, 120, 27);
    EXPECT_EQ((*seqan3::align_pairwise(std::tie(reduced, full), config | align_cfg::bit_parallel{}).begin()).score(),
              (*seqan3::align_pairwise(std::tie(reduced, full), config).begin()).score());
}
