// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <string>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alignment/scoring/all.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "refusal_check.hpp"

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

namespace
{

auto const global = seqan3::align_cfg::method_global{};
auto const free_gaps =
    seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{0}};

auto scheme(int const match, int const mismatch)
{
    return seqan3::align_cfg::scoring_scheme{
        seqan3::nucleotide_scoring_scheme{seqan3::match_score{static_cast<std::int8_t>(match)},
                                          seqan3::mismatch_score{static_cast<std::int8_t>(mismatch)}}};
}

} // namespace

TEST(invalid_configuration, free_end_gaps)
{
    for (int which = 0; which < 4; ++which)
    {
        seqan3::align_cfg::method_global method{};
        method.free_end_gaps_sequence1_leading = which == 0;
        method.free_end_gaps_sequence1_trailing = which == 1;
        method.free_end_gaps_sequence2_leading = which == 2;
        method.free_end_gaps_sequence2_trailing = which == 3;
        expect_refused(method | align_cfg::lcs_scheme | align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{},
                       "method_global{}");
    }
}

TEST(invalid_configuration, other_scores)
{
    auto const outputs = align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{};
    expect_refused(global | scheme(2, 0) | free_gaps | outputs, "lcs_scheme");
    expect_refused(global | scheme(1, -1) | free_gaps | outputs, "lcs_scheme");
    expect_refused(global | scheme(0, 0) | free_gaps | outputs, "lcs_scheme");

    seqan3::nucleotide_scoring_scheme one_cell_differs{seqan3::match_score{1}, seqan3::mismatch_score{0}};
    one_cell_differs.score('A'_dna15, 'N'_dna15) = 1;
    expect_refused(global | seqan3::align_cfg::scoring_scheme{one_cell_differs} | free_gaps | outputs, "lcs_scheme");
}

TEST(invalid_configuration, other_gap_costs)
{
    auto const outputs = align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{};
    auto const gaps = [](int const open, int const extension)
    {
        return seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{open},
                                                  seqan3::align_cfg::extension_score{extension}};
    };
    expect_refused(global | scheme(1, 0) | gaps(0, -1) | outputs, "lcs_scheme");
    expect_refused(global | scheme(1, 0) | gaps(-1, 0) | outputs, "lcs_scheme");
}

// SeqAn3 3.4 has other costs for schemes of nucleotides, so that they do not compile.
TEST(invalid_configuration, no_gap_costs)
{
    auto const outputs = align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{};
    if constexpr (pairwise::is_nucleotide_scoring_scheme<pairwise::seqan3_edit_scoring_scheme>)
    {
        expect_refused(global | scheme(1, 0) | outputs, "edit_scheme");
        expect_refused(global | scheme(4, -5) | outputs, "edit_scheme");
    }
}

TEST(invalid_configuration, scores_of_both)
{
    auto const outputs = align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{};
    auto const edit_gaps =
        seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{-1}};
    expect_refused(global | scheme(0, -1) | free_gaps | outputs, "edit_scheme");
    expect_refused(global | scheme(1, 0) | edit_gaps | outputs, "edit_scheme");
    expect_refused(global | scheme(0, -2) | edit_gaps | outputs, "edit_scheme");
}

TEST(invalid_configuration, min_score)
{
    auto const edits = seqan3::align_cfg::edit_scheme | align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{};
    expect_refused(global | edits | seqan3::align_cfg::min_score{1}, "with a minus");

    seqan3::align_cfg::method_global free_end{};
    free_end.free_end_gaps_sequence2_leading = true;
    expect_refused(free_end | edits | seqan3::align_cfg::min_score{-1}, "min_score"); // SeqAn3's own words.
}

// The scheme shows the purpose of the free ends, so it is reported first.
TEST(invalid_configuration, free_ends_and_other_scores)
{
    seqan3::align_cfg::method_global free_ends{};
    free_ends.free_end_gaps_sequence2_leading = true;
    free_ends.free_end_gaps_sequence2_trailing = true;
    expect_refused(free_ends | scheme(1, -1) | free_gaps | align_cfg::bit_parallel{}, "edit_scheme");
}
