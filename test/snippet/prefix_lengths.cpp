// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>

#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/lcs/prefix_lengths.hpp>

int main()
{
    using namespace seqan3::literals;

    seqan3_gpulcs::lcs::prefix_lengths const lengths{"GATTACA"_dna4, "ATAC"_dna4};
    for (std::uint64_t prefix_size = 0; prefix_size <= lengths.size(); ++prefix_size)
        std::cout << lengths[prefix_size] << ' ';
    std::cout << '\n';
}
