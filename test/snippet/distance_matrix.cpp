// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include <seqan3/io/sequence_file/input.hpp>

#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

int main()
{
    namespace lcs = seqan3_gpulcs::lcs;
    namespace packing = seqan3_gpulcs::packing;

    std::vector<std::string> names{};
    std::vector<packing::packed_sequence> genomes{};

    seqan3::sequence_file_input file{"test/data/mers_genomes.fasta.gz"};
    file.options.truncate_ids = true; // up to the first space
    for (auto const & record : file)
    {
        if (!record.id().starts_with("KSA-CAMEL"))
            continue;
        names.push_back(record.id());
        genomes.push_back(packing::pack(record.sequence()));
    }

    // One number for each pair: 0 and 1, 0 and 2, ..., 1 and 2, ...
    std::vector<packing::packed_sequence_view> const views(genomes.begin(), genomes.end());
    std::vector<std::uint64_t> const lengths = lcs::all_pairs(views);

    std::vector<float> distances{};
    auto length = lengths.begin();
    for (std::size_t i = 0; i < genomes.size(); ++i)
        for (std::size_t j = i + 1; j < genomes.size(); ++j)
        {
            auto const shorter = static_cast<double>(std::min(genomes[i].size(), genomes[j].size()));
            distances.push_back(static_cast<float>(1 - static_cast<double>(*length++) / shorter));
        }

    lcs::write_phylip(std::cout, names, distances);
}
