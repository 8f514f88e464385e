// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>

#include <seqan3_gpulcs/all.hpp>

int main()
{
    using namespace seqan3::literals;

    std::vector<seqan3::dna5> const virus{"ACTGNACTGCC"_dna5};
    std::vector<seqan3::dna5> const host{"AGCAAG"_dna5};

    seqan3::align_cfg::method_global method{};
    method.free_end_gaps_sequence2_leading = true; // any substring of the second sequence
    method.free_end_gaps_sequence2_trailing = true;
    auto const config = method | seqan3::align_cfg::edit_scheme | seqan3_gpulcs::align_cfg::k_difference_primer{2}
                      | seqan3_gpulcs::align_cfg::bit_parallel{};

    for (auto const & result : seqan3::align_pairwise(std::tie(virus, host), config))
        std::cout << '[' << result.sequence1_begin_position() << ", " << result.sequence1_end_position() << ") and ["
                  << result.sequence2_begin_position() << ", " << result.sequence2_end_position()
                  << "): " << result.score() << '\n';
}
