// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <type_traits>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alignment/scoring/all.hpp>
#include <seqan3/alphabet/all.hpp>

#include <reference/instrumented.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "alphabet_check.hpp"
#include "unit/pairwise/tested_backend.hpp"

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

TYPED_TEST(other_alphabets, same_edits_as_seqan3)
{
    alphabet_check::expect_same_edits<TypeParam>();
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
            (*seqan3::align_pairwise(std::tie(left, right), config | tested::bit_parallel()).begin()).score();
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
    EXPECT_EQ((*seqan3::align_pairwise(std::tie(dna, rna), config | tested::bit_parallel()).begin()).score(),
              (*seqan3::align_pairwise(std::tie(dna, rna), config).begin()).score());

    auto const reduced = alignment_check::random_sequence<seqan3::aa10murphy>(generator, 100, 10);
    auto const full = alignment_check::random_sequence<seqan3::aa27>(generator, 120, 27);
    EXPECT_EQ((*seqan3::align_pairwise(std::tie(reduced, full), config | tested::bit_parallel()).begin()).score(),
              (*seqan3::align_pairwise(std::tie(reduced, full), config).begin()).score());
}

// SeqAn3's own schemes with the scores of edit distances.
TEST(edit_schemes, of_seqan3)
{
    auto generator = reference::make_generator();
    seqan3::align_cfg::gap_cost_affine const gaps{seqan3::align_cfg::open_score{0},
                                                  seqan3::align_cfg::extension_score{-1}};
    std::vector<std::pair<std::vector<seqan3::dna15>, std::vector<seqan3::dna15>>> bases{};
    std::vector<std::pair<std::vector<seqan3::aa27>, std::vector<seqan3::aa27>>> acids{};
    for (std::size_t const size : {0, 64, 300})
    {
        bases.emplace_back(alignment_check::random_sequence<seqan3::dna15>(generator, size, 15),
                           alignment_check::random_sequence<seqan3::dna15>(generator, 150, 15));
        acids.emplace_back(alignment_check::random_sequence<seqan3::aa27>(generator, size, 27),
                           alignment_check::random_sequence<seqan3::aa27>(generator, 150, 27));
    }
    seqan3::aminoacid_scoring_scheme const acid_scheme{seqan3::match_score{0}, seqan3::mismatch_score{-1}};
    seqan3::nucleotide_scoring_scheme const base_scheme{seqan3::match_score{0}, seqan3::mismatch_score{-1}};
    for (unsigned const free_ends : {0, 3, 12})
    {
        auto const method = edit_check::method(free_ends);
        edit_check::expect_same(bases,
                                method | seqan3::align_cfg::scoring_scheme{base_scheme} | gaps | edit_check::positions);
        edit_check::expect_same(acids,
                                method | seqan3::align_cfg::scoring_scheme{acid_scheme} | gaps | edit_check::positions);
    }
}

// SeqAn3's algorithm for edit distances converts letters of one alphabet to the other one, which loses N; ours compares as the scheme
// does.
TEST(edit_schemes, mixed_alphabets)
{
    auto generator = reference::make_generator();
    auto const dna = alignment_check::random_sequence<seqan3::dna5>(generator, 100, 5);
    auto const rna = alignment_check::random_sequence<seqan3::rna4>(generator, 120, 4);
    auto const score_of = [&](auto const & config)
    {
        return (*seqan3::align_pairwise(std::tie(dna, rna), config).begin()).score();
    };
    auto const method = edit_check::method(0);
    auto const plain = score_of(method | align_cfg::edit_scheme | seqan3::align_cfg::output_score{});
    EXPECT_EQ(score_of(method | align_cfg::edit_scheme | tested::bit_parallel() | seqan3::align_cfg::output_score{}),
              plain);
    EXPECT_EQ(
        score_of(method | seqan3::align_cfg::edit_scheme | tested::bit_parallel() | seqan3::align_cfg::output_score{}),
        plain);
}
