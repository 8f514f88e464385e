// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <string>

#include <seqan3_gpulcs/lcs/compute.hpp>

int main()
{
    std::string const first{"the longest common subsequence"};
    std::string const second{"the shortest common supersequence"};

    std::cout << seqan3_gpulcs::lcs::length(first, second) << '\n'
              << seqan3_gpulcs::lcs::to_cigar(seqan3_gpulcs::lcs::subsequence(first, second)) << '\n';
}
