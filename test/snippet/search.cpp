// SPDX-License-Identifier: BSD-3-Clause

#include <cstdint>
#include <iostream>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/lcs/search.hpp>

int main()
{
    auto const pack = [](std::string_view const text)
    {
        return seqan3_gpulcs::packing::pack({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()});
    };
    auto const query = pack("the longest common subsequence");
    std::vector const subjects{pack("the longest common prefix"),
                               pack("the shortest common supersequence"),
                               pack("dynamic programming"),
                               pack("the longest increasing subsequence")};

    seqan3_gpulcs::lcs::search search{query, {.top = 2, .least_identity = 0.6}};
    search.add(std::vector<seqan3_gpulcs::packing::packed_sequence_view>(subjects.begin(), subjects.end()));

    for (seqan3_gpulcs::lcs::hit const & hit : search.hits())
        std::cout << "subject " << hit.subject << ": " << hit.length << " letters in common\n";
    std::cout << search.work().skipped << " skipped\n";
}
