// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>

int main()
{
    namespace lcs = seqan3_gpulcs::lcs;

    std::vector<std::string> const names{"prefix", "subsequence", "supersequence"};
    std::vector<std::string_view> const texts(names.begin(), names.end());
    unsigned const threads = 1; // Thousands of sequences are worth more.
    seqan3_gpulcs::packing::packed_set const packed = seqan3_gpulcs::packing::pack_all(texts, threads);

    std::vector<float> distances{};
    std::vector<std::uint64_t> const lengths = lcs::all_pairs(packed.views());
    auto length = lengths.begin();
    for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t j = i + 1; j < names.size(); ++j)
            distances.push_back(static_cast<float>(1 - lcs::identity(*length++, names[i].size(), names[j].size())));

    lcs::write_phylip(std::cout, names, distances);
}
