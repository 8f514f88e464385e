// SPDX-License-Identifier: BSD-3-Clause

#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/core/debug_stream.hpp>

#include <seqan3_gpulcs/all.hpp>

int main()
{
    using namespace seqan3::literals;

    // Windows of a reference, each with a read that belongs there.
    std::vector<std::pair<std::vector<seqan3::dna4>, std::vector<seqan3::dna4>>> pairs{
        {"TTGACCTGATTACAGGCATTC"_dna4, "CTGATACAGG"_dna4},
        {"GGATCCTAAGGCTTACGGATA"_dna4, "CTAAGCCTTACG"_dna4}};

    seqan3::align_cfg::method_global method{};
    method.free_end_gaps_sequence1_leading = true; // the read may be anywhere in the window
    method.free_end_gaps_sequence1_trailing = true;
    auto const config = method | seqan3::align_cfg::edit_scheme | seqan3_gpulcs::align_cfg::bit_parallel{};

    for (auto const & result : seqan3::align_pairwise(pairs, config))
    {
        auto const & [upper, lower] = result.alignment();
        seqan3::debug_stream << "distance " << -result.score() << ", [" << result.sequence1_begin_position() << ", "
                             << result.sequence1_end_position() << "):\n"
                             << upper << '\n'
                             << lower << '\n';
    }
}
