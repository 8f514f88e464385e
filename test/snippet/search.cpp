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

    std::vector<std::string> const queries{"the shortest common superstring", "dynamic time warping"};
    seqan3_gpulcs::lcs::search several{queries, {.top = 1}};
    several.add(subjects);

    for (std::size_t i = 0; i < queries.size(); ++i)
        std::cout << queries[i] << ": subject " << several.hits(i).front().subject << '\n';
}
