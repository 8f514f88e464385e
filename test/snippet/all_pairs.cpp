// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <string>
#include <vector>

#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

int main()
{
    namespace lcs = seqan3_gpulcs::lcs;

    std::vector<std::string> const names{"prefix", "subsequence", "supersequence"};
    std::vector<seqan3_gpulcs::packing::packed_sequence> packed{};
    for (std::string const & name : names)
        packed.push_back(seqan3_gpulcs::packing::pack(name));
    std::vector<seqan3_gpulcs::packing::packed_sequence_view> const sequences(packed.begin(), packed.end());

    std::vector<float> distances{};
    std::vector<std::uint64_t> const lengths = lcs::all_pairs(sequences);
    auto length = lengths.begin();
    for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t j = i + 1; j < names.size(); ++j)
            distances.push_back(static_cast<float>(1 - lcs::identity(*length++, names[i].size(), names[j].size())));

    lcs::write_phylip(std::cout, names, distances);
}
