// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/core/debug_stream.hpp>

#include <seqan3_gpulcs/all.hpp>

int main()
{
    using namespace seqan3::literals;
    auto const first = "ACGTTGCATTACGGA"_dna4, second = "ACTTGACTACGA"_dna4;
    auto const config = seqan3::align_cfg::method_global{} | seqan3_gpulcs::align_cfg::lcs_scheme
                      | seqan3_gpulcs::align_cfg::bit_parallel{}; // enables this library

    for (auto const & result : seqan3::align_pairwise(std::tie(first, second), config))
    {
        auto const & [upper, lower] = result.alignment();
        seqan3::debug_stream << result.score() << '\n' << upper << '\n' << lower << '\n';
    }
}
