// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include <seqan3/alignment/configuration/all.hpp>
#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alignment/scoring/all.hpp>
#include <seqan3/alphabet/all.hpp>

#include <seqan3_gpulcs/configuration/all.hpp>

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

TEST(bit_parallel, combines_with_all_but_vectorised)
{
    static_assert(seqan3::detail::config_element<align_cfg::bit_parallel>);
    static_assert(!seqan3::is_config_element_combineable_v<align_cfg::bit_parallel, seqan3::align_cfg::vectorised>);
    static_assert(!seqan3::is_config_element_combineable_v<align_cfg::bit_parallel, align_cfg::bit_parallel>);
    static_assert(seqan3::is_config_element_combineable_v<align_cfg::bit_parallel, seqan3::align_cfg::parallel>);
    static_assert(seqan3::is_config_element_combineable_v<align_cfg::bit_parallel, seqan3::align_cfg::output_score>);
    static_assert(seqan3::is_config_element_combineable_v<align_cfg::bit_parallel, seqan3::align_cfg::min_score>);
}

TEST(bit_parallel, defaults_and_choices)
{
    align_cfg::bit_parallel const all_by_default{};
    EXPECT_EQ(all_by_default.execution.backend, plan::backend::automatic);
    EXPECT_EQ(all_by_default.execution.threads, 0u);
    EXPECT_EQ(all_by_default.execution.memory_limit, std::uint64_t{1} << 30);
    EXPECT_EQ(all_by_default.batch_size, plan::max_batch_pairs);

    align_cfg::bit_parallel const chosen{{.backend = plan::backend::cpu, .threads = 4, .memory_limit = 5}, 6};
    EXPECT_EQ(chosen.execution.backend, plan::backend::cpu);
    EXPECT_EQ(chosen.execution.threads, 4u);
    EXPECT_EQ(chosen.execution.memory_limit, 5u);
    EXPECT_EQ(chosen.batch_size, 6u);
}

TEST(bit_parallel, choices_fit_into_its_braces)
{
    auto const config = align_cfg::lcs_scheme | align_cfg::bit_parallel{{.threads = 2}};
    EXPECT_EQ(std::get<align_cfg::bit_parallel>(config).execution.threads, 2u);
    EXPECT_EQ(std::get<align_cfg::bit_parallel>(config).batch_size, plan::max_batch_pairs);
}

TEST(bit_parallel, configurations_are_constants)
{
    constexpr auto by_default =
        seqan3::align_cfg::method_global{} | seqan3::align_cfg::edit_scheme | align_cfg::bit_parallel{};
    constexpr auto chosen =
        seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | align_cfg::bit_parallel{{.threads = 2}, 3};
    static_assert(std::get<align_cfg::bit_parallel>(by_default).execution.threads == 0);
    static_assert(std::get<align_cfg::bit_parallel>(chosen).execution.threads == 2);

    std::vector const first{"ACGTACGT"_dna4};
    std::vector const second{"ACGGACT"_dna4};
    EXPECT_EQ(seqan3::align_pairwise(std::tie(first, second), by_default).begin()->score(), -2);
    EXPECT_EQ(seqan3::align_pairwise(std::tie(first, second), chosen).begin()->score(), 6);
}

TEST(lcs_scoring_scheme, is_a_scoring_scheme_for_comparable_letters)
{
    using scheme = align_cfg::lcs_scoring_scheme;
    static_assert(seqan3::scoring_scheme_for<scheme, seqan3::dna4>);
    static_assert(seqan3::scoring_scheme_for<scheme, seqan3::aa27>);
    static_assert(seqan3::scoring_scheme_for<scheme, char>);
    static_assert(seqan3::scoring_scheme_for<scheme, seqan3::dna4, seqan3::rna5>);
    static_assert(!seqan3::scoring_scheme_for<scheme, seqan3::dna4, char>);
}

TEST(lcs_scoring_scheme, scores)
{
    align_cfg::lcs_scoring_scheme constexpr scheme{};
    EXPECT_EQ(scheme.score('A'_dna4, 'A'_dna4), 1);
    EXPECT_EQ(scheme.score('A'_dna4, 'C'_dna4), 0);
    EXPECT_EQ(scheme.score('N'_dna5, 'N'_dna5), 1);
    EXPECT_EQ(scheme.score('N'_dna5, 'A'_dna5), 0);
    EXPECT_EQ(scheme.score('T'_dna4, 'U'_rna4), 1);
    EXPECT_EQ(scheme.score('N'_dna15, 'N'_dna5), 1);
    EXPECT_EQ(scheme.score('N'_dna15, 'A'_dna4), 0);
    EXPECT_EQ(scheme.score('a', 'A'), 0);
    EXPECT_EQ(scheme.score('*'_aa27, '*'_aa27), 1);
}

// The same as SeqAn3's scheme with the same two scores.
TEST(lcs_scoring_scheme, agrees_with_nucleotide_scoring_scheme)
{
    align_cfg::lcs_scoring_scheme constexpr ours{};
    seqan3::nucleotide_scoring_scheme const theirs{seqan3::match_score{1}, seqan3::mismatch_score{0}};
    for (std::uint8_t i = 0; i < 15; ++i)
        for (std::uint8_t j = 0; j < 15; ++j)
        {
            auto const first = seqan3::dna15{}.assign_rank(i);
            auto const second = seqan3::dna15{}.assign_rank(j);
            EXPECT_EQ(ours.score(first, second), theirs.score(first, second));
            EXPECT_EQ(ours.score(seqan3::rna15{first}, second), theirs.score(seqan3::rna15{first}, second));
        }
}

TEST(lcs_scheme, has_free_gaps)
{
    auto const gaps = std::get<seqan3::align_cfg::gap_cost_affine>(align_cfg::lcs_scheme);
    EXPECT_EQ(gaps.open_score, 0);
    EXPECT_EQ(gaps.extension_score, 0);
}

TEST(edit_scheme, has_the_scores_of_edits)
{
    align_cfg::edit_scoring_scheme constexpr scheme{};
    static_assert(seqan3::scoring_scheme_for<align_cfg::edit_scoring_scheme, char>);
    static_assert(!seqan3::scoring_scheme_for<align_cfg::edit_scoring_scheme, seqan3::dna4, char>);
    EXPECT_EQ(scheme.score('a', 'a'), 0);
    EXPECT_EQ(scheme.score('a', 'A'), -1);
    EXPECT_EQ(scheme.score('T'_dna4, 'U'_rna4), 0);
    EXPECT_EQ(scheme.score('N'_dna15, 'A'_dna4), -1);

    auto const gaps = std::get<seqan3::align_cfg::gap_cost_affine>(align_cfg::edit_scheme);
    EXPECT_EQ(gaps.open_score, 0);
    EXPECT_EQ(gaps.extension_score, -1);
}
