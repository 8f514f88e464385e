// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>

#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/lcs/prefix_lengths.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

int main()
{
    using namespace seqan3::literals;

    auto const first = seqan3_gpulcs::packing::pack("GATTACA"_dna4);
    auto const second = seqan3_gpulcs::packing::pack("ATAC"_dna4);

    seqan3_gpulcs::lcs::prefix_lengths const lengths{first, second};
    for (std::uint64_t prefix_size = 0; prefix_size <= lengths.size(); ++prefix_size)
        std::cout << lengths[prefix_size] << ' ';
    std::cout << '\n';
}
