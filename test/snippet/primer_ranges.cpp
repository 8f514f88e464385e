// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <vector>

#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>

#include <seqan3_gpulcs/all.hpp>

int main()
{
    using namespace seqan3::literals;
    namespace packing = seqan3_gpulcs::packing;
    namespace primer = seqan3_gpulcs::primer;

    auto const virus = packing::pack("ACTGNACTGCC"_dna5);
    auto const bacterium = packing::pack("AGCAAG"_dna4);
    auto const host = packing::pack("TTNGTT"_dna5);
    std::vector<primer::target> const targets{{virus}};
    std::vector<packing::packed_sequence_view> const backgrounds{bacterium, host};

    primer::options const both_strands{.differences = 2,
                                       .meanings = primer::iupac_nucleotides(),
                                       .complement = primer::complement_of_dna()};

    auto const lengths = primer::compute(targets, backgrounds, both_strands).front();
    for (std::size_t position = 0; position < lengths.size(); ++position)
        if (lengths[position] != primer::no_primer)
            std::cout << "position " << position << ": " << lengths[position] << " letters\n";
}
