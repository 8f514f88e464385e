// SPDX-License-Identifier: BSD-3-Clause

// The header of the element must include everything: otherwise SeqAn3 would compute, and ignore the element.
#include <gtest/gtest.h>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/configuration/bit_parallel.hpp>
#include <seqan3_gpulcs/configuration/lcs_scheme.hpp>
#include <seqan3_gpulcs/exception.hpp>

TEST(bit_parallel, its_header_alone_is_enough)
{
    std::vector<seqan3::dna4> const sequence(10);
    std::stop_source source{};
    source.request_stop();
    seqan3_gpulcs::plan::execution execution{};
    execution.stop = source.get_token();
    auto const config = seqan3::align_cfg::method_global{} | seqan3_gpulcs::align_cfg::lcs_scheme
                      | seqan3_gpulcs::align_cfg::bit_parallel{execution} | seqan3::align_cfg::output_score{};
    EXPECT_THROW(seqan3::align_pairwise(std::tie(sequence, sequence), config).begin(),
                 seqan3_gpulcs::operation_stopped);
}
