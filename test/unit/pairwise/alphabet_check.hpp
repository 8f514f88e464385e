// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Compares scores with those of SeqAn3's own algorithm for an alphabet.
 */

#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/concept.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "alignment_check.hpp"
#include "edit_check.hpp"
#include "unit/pairwise/tested_backend.hpp"

namespace alphabet_check
{

//!\brief Without `bit_parallel` the same configuration is computed by SeqAn3's own dynamic programming.
template <typename letter_t>
void expect_same_scores()
{
    using namespace seqan3_gpulcs;
    auto generator = reference::make_generator();
    auto const scores = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | seqan3::align_cfg::output_score{};
    auto const everything = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | tested::bit_parallel();

    for (unsigned const letters : {2u, 4u, static_cast<unsigned>(seqan3::alphabet_size<letter_t>)})
    {
        for (std::size_t const size : {0, 1, 64, 300})
        {
            auto const first = alignment_check::random_sequence<letter_t>(generator, size, letters);
            auto const second = alignment_check::random_sequence<letter_t>(generator, 200, letters);

            auto theirs = seqan3::align_pairwise(std::tie(first, second), scores);
            auto ours = seqan3::align_pairwise(std::tie(first, second), everything);
            auto const & result = *ours.begin();
            EXPECT_EQ(result.score(), (*theirs.begin()).score());
            alignment_check::expect_valid(result.alignment(), first, second, static_cast<std::size_t>(result.score()));
        }
    }
}

//!\brief The same for edit distances, with all outputs.
template <typename letter_t>
void expect_same_edits()
{
    auto generator = reference::make_generator();
    std::vector<std::pair<std::vector<letter_t>, std::vector<letter_t>>> pairs{};
    for (unsigned const letters : {2u, 4u, static_cast<unsigned>(seqan3::alphabet_size<letter_t>)})
        for (std::size_t const size : {0, 1, 64, 300})
            pairs.emplace_back(alignment_check::random_sequence<letter_t>(generator, size, letters),
                               alignment_check::random_sequence<letter_t>(generator, 150, letters));
    for (unsigned const free_ends : {0, 3, 12})
        edit_check::expect_same(pairs,
                                edit_check::method(free_ends) | seqan3_gpulcs::align_cfg::edit_scheme
                                    | edit_check::everything);
}

} // namespace alphabet_check
