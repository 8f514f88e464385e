// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <string>
#include <vector>

#include <seqan3_gpulcs/lcs/search.hpp>

int main()
{
    std::vector<std::string> const subjects{"the longest common prefix",
                                            "the shortest common supersequence",
                                            "dynamic programming",
                                            "the longest increasing subsequence"};

    seqan3_gpulcs::lcs::search search{"the longest common subsequence", {.top = 2, .min_identity = 0.6}};
    search.add(subjects);

    for (seqan3_gpulcs::lcs::hit const & hit : search.hits())
        std::cout << "subject " << hit.subject << ": " << hit.length << " letters in common\n";
    std::cout << search.statistics().skipped << " skipped\n";
}
