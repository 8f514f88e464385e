// SPDX-License-Identifier: BSD-3-Clause
//
// When `align_pairwise` searches for matches. This program replaces the function of the library.

#include <gtest/gtest.h>

#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/all.hpp>
#include <seqan3_gpulcs/primer/detail/compute_pairs.hpp>

#include "unit/pairwise/tested_backend.hpp"

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

namespace
{

int searches{0};

template <typename outputs_t>
std::vector<std::uint64_t> primers_of(align_cfg::k_difference_primer const & element, outputs_t const & outputs)
{
    std::vector<seqan3::dna4> const first{"ACTGACTGCC"_dna4};
    std::vector<seqan3::dna4> const second{"AGCAAG"_dna4};

    seqan3::align_cfg::method_global method{};
    method.free_end_gaps_sequence2_leading = true;
    method.free_end_gaps_sequence2_trailing = true;
    auto const config = method | seqan3::align_cfg::edit_scheme | element | tested::bit_parallel() | outputs;

    searches = 0;
    std::vector<std::uint64_t> found{};
    for (auto const & result : seqan3::align_pairwise(std::tie(first, second), config))
    {
        if constexpr (outputs_t::template exists<seqan3::align_cfg::output_begin_position>())
        {
            found.push_back(result.sequence1_begin_position());
            found.push_back(result.sequence1_end_position());
            EXPECT_EQ(result.sequence2_begin_position(), searches == 0 ? 0u : 7u);
            EXPECT_EQ(result.sequence2_end_position(), searches == 0 ? 0u : 8u);
        }
        else
            found.push_back(0);
    }
    return found;
}

auto const positions = seqan3::align_cfg::output_begin_position{} | seqan3::align_cfg::output_end_position{};

} // namespace

namespace seqan3_gpulcs::primer::detail
{

std::vector<matched_primers> compute_pairs(std::span<target_pair const> const pairs,
                                           pair_output const wanted,
                                           options const & options,
                                           plan::execution const & execution,
                                           background_cache *)
{
    std::vector<matched_primers> found{};
    for (target_pair const & pair : pairs)
    {
        found.push_back({compute({&pair.target, 1}, {&pair.background, 1}, options, execution).front(), {}});
        if (wanted == pair_output::lengths)
            continue;
        ++searches;
        found.back().matches.assign(found.back().lengths.size(), match{7, 8});
    }
    return found;
}

} // namespace seqan3_gpulcs::primer::detail

TEST(primer_matches, are_searched_where_positions_are_wanted)
{
    auto const found = primers_of(align_cfg::k_difference_primer{2}, positions);
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(searches, 1);

    EXPECT_EQ(primers_of(align_cfg::k_difference_primer{{.differences = 2, .matches = false}}, positions), found);
    EXPECT_EQ(searches, 0);
}

TEST(primer_matches, are_not_searched_without_positions)
{
    EXPECT_FALSE(primers_of(align_cfg::k_difference_primer{2}, seqan3::configuration{seqan3::align_cfg::output_score{}})
                     .empty());
    EXPECT_EQ(searches, 0);
    EXPECT_FALSE(primers_of(align_cfg::k_difference_primer{2},
                            seqan3::align_cfg::output_sequence1_id{} | seqan3::align_cfg::output_sequence2_id{})
                     .empty());
    EXPECT_EQ(searches, 0);
}
