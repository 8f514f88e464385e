// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alignment/scoring/all.hpp>
#include <seqan3/alphabet/all.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "primer_check.hpp"
#include "refusal_check.hpp"

using namespace primer_check;
using namespace seqan3::literals;
using namespace seqan3_gpulcs;

namespace
{

auto const wanted = align_cfg::k_difference_primer{2} | align_cfg::bit_parallel{};

} // namespace

TEST(invalid_primer_configuration, no_differences)
{
    expect_refused(primers(0), "at least 1");
}

TEST(invalid_primer_configuration, free_end_gaps)
{
    for (unsigned which = 0; which < 16; ++which)
    {
        // The right ones.
        if (which == 12)
            continue;
        auto const other = method((which & 1) != 0, (which & 2) != 0, (which & 4) != 0, (which & 8) != 0)
                         | seqan3::align_cfg::edit_scheme | wanted;
        expect_refused(other, "free end gaps in sequence 2");
        expect_refused(other | seqan3::align_cfg::output_score{}, "free end gaps in sequence 2");
    }
}

TEST(invalid_primer_configuration, scores)
{
    auto const gaps = [](int const open, int const extension)
    {
        return seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{open},
                                                  seqan3::align_cfg::extension_score{extension}};
    };
    auto const scheme = [](int const match, int const mismatch)
    {
        return seqan3::align_cfg::scoring_scheme{
            seqan3::nucleotide_scoring_scheme{seqan3::match_score{static_cast<std::int8_t>(match)},
                                              seqan3::mismatch_score{static_cast<std::int8_t>(mismatch)}}};
    };
    expect_refused(free_ends | scheme(0, -2) | gaps(0, -1) | wanted, "edit_scheme");
    expect_refused(free_ends | scheme(1, -1) | gaps(0, -1) | wanted, "edit_scheme");
    expect_refused(free_ends | scheme(0, -1) | gaps(-1, -1) | wanted, "edit_scheme");
    expect_refused(free_ends | scheme(0, -1) | gaps(0, -2) | wanted, "edit_scheme");

    // The same scores as those of edit_scheme, and its gaps are SeqAn3's default.
    EXPECT_NO_THROW(seqan3::align_pairwise(std::pair{"ACGT"_dna4, "ACT"_dna4}, free_ends | scheme(0, -1) | wanted));
}

TEST(invalid_primer_configuration, score_type)
{
    auto const small = seqan3::align_cfg::output_score{} | seqan3::align_cfg::score_type<std::int8_t>{};
    expect_refused(primers(129) | small, "score_type<int64_t>");
    EXPECT_NO_THROW(seqan3::align_pairwise(std::pair{"ACGT"_dna4, "ACT"_dna4}, primers(128) | small));
    static_assert(pairwise::holds<float>(1 << 24, true));
    static_assert(!pairwise::holds<float>((1 << 24) + 1, true));
    static_assert(!pairwise::holds<unsigned>(1, true));
}

TEST(invalid_primer_configuration, lengths_and_strands)
{
    auto const with = [](align_cfg::k_difference_primer::choices const & choices)
    {
        return edits | align_cfg::k_difference_primer{choices} | align_cfg::bit_parallel{};
    };
    expect_refused(with({.matches = false, .min_length = 9, .max_length = 8}), "below its minimum length");
    expect_refused(with({.both_strands = true}), "set the member matches");
    expect_refused(with({.min_length = 1}), "set the member matches");
    std::pair const pair{"ACGT"_dna4, "ACT"_dna4};
    EXPECT_NO_THROW(seqan3::align_pairwise(pair, with({.matches = false, .both_strands = true, .min_length = 3})));
    EXPECT_NO_THROW(
        seqan3::align_pairwise(pair, with({.both_strands = true}) | seqan3::align_cfg::output_sequence1_id{}));
}
