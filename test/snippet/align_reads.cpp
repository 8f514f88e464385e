// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/io/sam_file/output.hpp>

#include <seqan3_gpulcs/all.hpp>

#if SEQAN3_VERSION < 30300 // SeqAn3 3.2 takes the alignment itself, later versions its CIGAR.
constexpr seqan3::field cigar_field = seqan3::field::alignment;
auto to_cigar(auto const & alignment)
{
    return alignment;
}
#else
#    include <seqan3/alignment/cigar_conversion/cigar_from_alignment.hpp>
constexpr seqan3::field cigar_field = seqan3::field::cigar;
auto to_cigar(auto const & alignment)
{
    return seqan3::cigar_from_alignment(alignment);
}
#endif

int main()
{
    using namespace seqan3::literals;

    std::vector<std::string> const reference_ids{"reference"};
    std::vector<std::size_t> const reference_sizes{34};
    std::vector<seqan3::dna4> const reference{"ACGTTGCATTACGGATTTTTTCCGATAGCATTAC"_dna4};

    // Each read, and the window of the reference where it probably belongs, with some letters more at both ends.
    std::vector<std::vector<seqan3::dna4>> const reads{"GCATTTCGGA"_dna4, "TTCCGAAGCA"_dna4, "GAGAGAGAGA"_dna4};
    std::vector<std::size_t> const window_begins{2, 16, 9};
    std::vector<std::pair<std::span<seqan3::dna4 const>, std::span<seqan3::dna4 const>>> pairs{};
    for (std::size_t i = 0; i < reads.size(); ++i)
        pairs.emplace_back(std::span{reference}.subspan(window_begins[i], 16), reads[i]);

    seqan3::align_cfg::method_global method{};
    method.free_end_gaps_sequence1_leading = true; // anywhere in the window
    method.free_end_gaps_sequence1_trailing = true;
    auto const config = method | seqan3::align_cfg::edit_scheme | seqan3::align_cfg::min_score{-3}
                      | seqan3_gpulcs::align_cfg::bit_parallel{};

    using fields = seqan3::fields<seqan3::field::id,
                                  seqan3::field::seq,
                                  seqan3::field::ref_id,
                                  seqan3::field::ref_offset,
                                  cigar_field,
                                  seqan3::field::mapq,
                                  seqan3::field::tags>;
    seqan3::sam_file_output sam{std::cout, reference_ids, reference_sizes, seqan3::format_sam{}, fields{}};
    for (auto const & result : seqan3::align_pairwise(pairs, config))
    {
        if (result.score() > 0) // more than three edits
            continue;

        std::size_t const read = result.sequence1_id();
        seqan3::sam_tag_dictionary tags{};
        tags.get<"NM"_tag>() = -result.score();
        sam.emplace_back("read" + std::to_string(read + 1),
                         reads[read],
                         reference_ids[0],
                         static_cast<std::int32_t>(window_begins[read] + result.sequence1_begin_position()),
                         to_cigar(result.alignment()),
                         std::uint8_t{255}, // unknown
                         tags);
    }
}
