// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <stop_token>

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

    std::stop_source stop{}; // request_stop() from another thread ends the computation

    seqan3_gpulcs::plan::execution execution{};
    execution.backend = seqan3_gpulcs::plan::backend::cpu;
    execution.threads = 2;
    execution.memory_limit = 100 << 20; // 100 MiB
    execution.on_progress = [](seqan3_gpulcs::plan::progress const & progress)
    {
        std::cerr << progress.cells_done / progress.cells_total << '\n';
    };
    execution.stop = stop.get_token();

    auto const config = seqan3::align_cfg::method_global{} | seqan3_gpulcs::align_cfg::lcs_scheme
                      | seqan3_gpulcs::align_cfg::bit_parallel{execution} | seqan3::align_cfg::output_score{}
                      | seqan3::align_cfg::output_sequence1_id{};

    try
    {
        for (auto const & result : seqan3::align_pairwise(pairs, config))
            std::cout << result.sequence1_id() << ": " << result.score() << '\n';
    }
    catch (seqan3_gpulcs::operation_stopped const &)
    {
        std::cout << "stopped\n";
    }
}
