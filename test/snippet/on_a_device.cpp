// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <utility>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/all.hpp>

int main()
{
    using namespace seqan3::literals;
    std::vector<std::pair<std::vector<seqan3::dna4>, std::vector<seqan3::dna4>>> pairs{
        {"ACGTACGT"_dna4, "AGTAGT"_dna4},
        {"TTTT"_dna4, "ACG"_dna4},
        {"GATTACA"_dna4, "GATTACA"_dna4}};

    seqan3_gpulcs::plan::execution execution{};
    if (seqan3_gpulcs::find_devices().chosen()) // without a device, the backend cuda throws seqan3_gpulcs::no_device
        execution.backend = seqan3_gpulcs::plan::backend::cuda;

    seqan3_gpulcs::align_cfg::bit_parallel element{execution};
    element.min_score = 4;
    element.on_batch = [](seqan3_gpulcs::plan::batch_statistics const & batch)
    {
        std::cout << batch.pairs << " pairs, " << batch.cells << " cells\n"; // also seconds, device_cells, ...
    };
    auto const config = seqan3::align_cfg::method_global{} | seqan3_gpulcs::align_cfg::lcs_scheme | element
                      | seqan3::align_cfg::output_score{} | seqan3::align_cfg::output_sequence1_id{};

    for (auto const & result : seqan3::align_pairwise(pairs, config))
        if (result.score() >= 4)
            std::cout << result.sequence1_id() << ": " << result.score() << '\n';
}
