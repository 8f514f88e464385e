// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <iostream>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/io/sequence_file/input.hpp>

#include <seqan3_gpulcs/all.hpp>

int main()
{
    seqan3::sequence_file_input first_file{"test/data/mers_emc_2012.fasta"};
    seqan3::sequence_file_input second_file{"test/data/mers_ksa_camel_376.fasta"};
    auto const first = (*first_file.begin()).sequence();
    auto const second = (*second_file.begin()).sequence();

    auto const config = seqan3::align_cfg::method_global{} | seqan3_gpulcs::align_cfg::lcs_scheme
                      | seqan3_gpulcs::align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{};

    for (auto const & result : seqan3::align_pairwise(std::tie(first, second), config))
    {
        double const longer = static_cast<double>(std::max(first.size(), second.size()));
        std::cout << result.score() << " letters in common, identity " << result.score() / longer << '\n';
    }
}
