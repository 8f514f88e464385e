// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>
#include <seqan3/core/debug_stream.hpp>

#include <seqan3_gpulcs/alignment/cigar.hpp>
#include <seqan3_gpulcs/all.hpp>

int main()
{
    using namespace seqan3::literals;
    namespace lcs = seqan3_gpulcs::lcs;

    std::vector<seqan3::dna4> const first{"ACGTTGCATTACGGA"_dna4};
    std::vector<seqan3::dna5> const second{"ACTTGACNTACGA"_dna5};

    std::vector<seqan3::cigar> const cigar{to_cigar_vector(lcs::subsequence(first, second))};
    seqan3::debug_stream << lcs::length(first, second) << ' ' << cigar << '\n';

    std::vector const subjects{"ACGT"_dna4, "TTGCATT"_dna4, "GGGG"_dna4};
    lcs::range_search search{first, {.top = 1}};
    search.add(subjects);
    seqan3::debug_stream << subjects[search.hits().front().subject] << '\n';
}
