// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/io/sam_file/output.hpp>

#include <seqan3_gpulcs/alignment/cigar.hpp>
#include <seqan3_gpulcs/all.hpp>

// The CIGAR of an alignment whose first row is the read.
std::vector<seqan3::cigar> to_cigar(auto const & alignment)
{
    using seqan3_gpulcs::alignment::operation;

    auto const & [read, window] = alignment;
    std::vector<seqan3_gpulcs::alignment::run> runs{};
    for (std::size_t column = 0; column < read.size(); ++column)
    {
        operation const here = read[column] == seqan3::gap{}   ? operation::deletion
                             : window[column] == seqan3::gap{} ? operation::insertion
                             : read[column] == window[column]  ? operation::match
                                                               : operation::substitution;
        if (runs.empty() || runs.back().operation != here)
            runs.push_back({here, 0});
        ++runs.back().count;
    }
    return seqan3_gpulcs::alignment::to_cigar_vector(runs);
}

int main()
{
    using namespace seqan3::literals;

    std::vector<std::string> const reference_ids{"reference"};
    std::vector<std::size_t> const reference_sizes{34};
    std::vector<seqan3::dna4> const reference{"ACGTTGCATTACGGATTTTTTCCGATAGCATTAC"_dna4};

    // Each read, and the window of the reference where it probably belongs, with some letters more at both ends.
    std::vector<std::vector<seqan3::dna4>> const reads{"GCATTTCGGA"_dna4, "TTCCGAAGCA"_dna4};
    std::vector<std::size_t> const window_begins{2, 16};
    std::vector<std::pair<std::vector<seqan3::dna4>, std::vector<seqan3::dna4>>> pairs{};
    for (std::size_t i = 0; i < reads.size(); ++i)
    {
        auto const begin = reference.begin() + window_begins[i];
        pairs.emplace_back(reads[i], std::vector<seqan3::dna4>(begin, begin + 16));
    }

    seqan3::align_cfg::method_global method{};
    method.free_end_gaps_sequence2_leading = true; // anywhere in the window
    method.free_end_gaps_sequence2_trailing = true;
    auto const config = method | seqan3::align_cfg::edit_scheme | seqan3_gpulcs::align_cfg::bit_parallel{};

    using fields = seqan3::fields<seqan3::field::id,
                                  seqan3::field::seq,
                                  seqan3::field::ref_id,
                                  seqan3::field::ref_offset,
                                  seqan3::field::cigar,
                                  seqan3::field::mapq>;
    seqan3::sam_file_output sam{std::cout, reference_ids, reference_sizes, seqan3::format_sam{}, fields{}};
    for (auto const & result : seqan3::align_pairwise(pairs, config))
    {
        std::size_t const read = result.sequence1_id();
        sam.emplace_back("read" + std::to_string(read + 1),
                         reads[read],
                         reference_ids[0],
                         static_cast<std::int32_t>(window_begins[read] + result.sequence2_begin_position()),
                         to_cigar(result.alignment()),
                         std::uint8_t{60});
    }
}
