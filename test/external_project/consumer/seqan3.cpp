// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/all.hpp>

int main()
{
    using namespace seqan3::literals;

    auto const first = "GATTACAT"_dna4;
    auto const second = "GCATACAT"_dna4;
    auto const config = seqan3::align_cfg::method_global{} | seqan3_gpulcs::align_cfg::lcs_scheme
                      | seqan3_gpulcs::align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{};
    for (auto const & result : seqan3::align_pairwise(std::tie(first, second), config))
        std::cout << "seqan3: " << result.score() << '\n';
}
