// SPDX-License-Identifier: BSD-3-Clause

// Code that must not compile. The text after each "refused:" must be in the first error of the next line.
// Compilers report letters that do not fit once, so each such line has other letters.
#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alignment/scoring/aminoacid_scoring_scheme.hpp>
#include <seqan3/alphabet/aminoacid/aa20.hpp>
#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/nucleotide/dna16sam.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/alphabet/nucleotide/rna15.hpp>

#include <seqan3_gpulcs/all.hpp>
#include <seqan3_gpulcs/lcs/prefix_lengths.hpp>

using namespace seqan3_gpulcs;

namespace
{

std::vector<seqan3::dna4> const sequence{};

std::vector<seqan3::aa27> const protein{};
std::vector<seqan3::aa20> const small_protein{};
std::vector<seqan3::dna16sam> const sam{};
std::string const text{};
std::u32string const wide_text{};

void align(auto const & config)
{
    seqan3::align_pairwise(std::tie(sequence, sequence), config);
}

struct purines_are_equal
{
    using score_type = int;
    using alphabet_type = seqan3::dna4;

    int score(seqan3::dna4 const first, seqan3::dna4 const second) const
    {
        return first.to_rank() % 2 == second.to_rank() % 2;
    }
};

auto const global = seqan3::align_cfg::method_global{};
auto const local = seqan3::align_cfg::method_local{};
auto const band = seqan3::align_cfg::band_fixed_size{};
auto const ours = align_cfg::bit_parallel{};
auto const lcs_without_method = align_cfg::lcs_scheme | ours;
auto const score = seqan3::align_cfg::output_score{};
auto const rows = seqan3::align_cfg::output_alignment{};
auto const min_score = seqan3::align_cfg::min_score{-3};
auto const debug = seqan3::align_cfg::detail::debug{};
auto const nucleotides = seqan3::align_cfg::scoring_scheme{seqan3::nucleotide_scoring_scheme{}};
auto const edits = global | seqan3::align_cfg::edit_scheme;
auto const nucleotide_edits =
    global | nucleotides
    | seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{-1}};
auto const primers = edits | align_cfg::k_difference_primer{2};
auto const amino_acids = seqan3::align_cfg::scoring_scheme{seqan3::aminoacid_scoring_scheme{}};
auto const free_gaps =
    seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{0}};

} // namespace

void longest_common_subsequences()
{
    // compiles
    align(global | lcs_without_method);

    // refused: use seqan3::align_cfg::method_global instead of method_local
    align(local | lcs_without_method);

    // refused: use seqan3::align_cfg::method_global instead of method_local
    align(local | lcs_without_method | score);

    // refused: there is no method
    align(lcs_without_method | score);

    // refused: remove seqan3::align_cfg::band_fixed_size
    align(global | lcs_without_method | band);

    // refused: remove seqan3::align_cfg::band_fixed_size
    align(global | lcs_without_method | band | score);

    // refused: remove seqan3::align_cfg::band_fixed_size
    align(global | lcs_without_method | band | seqan3::align_cfg::output_begin_position{});

    // refused: remove seqan3::align_cfg::min_score
    align(global | lcs_without_method | min_score);

    // refused: remove seqan3::align_cfg::detail::debug
    align(global | lcs_without_method | debug);

    // refused: add seqan3_gpulcs::align_cfg::lcs_scheme
    align(global | ours);

    // refused: add seqan3_gpulcs::align_cfg::lcs_scheme
    align(global | ours | score);

    // refused: bit_parallel tells letters apart by whether they are equal
    align(global | seqan3::align_cfg::scoring_scheme{purines_are_equal{}} | free_gaps | ours | score);

    // refused: there are no gap costs
    align(global | seqan3::align_cfg::scoring_scheme{align_cfg::lcs_scoring_scheme{}} | ours);
}

void edit_distances()
{
    // compiles
    align(edits | ours);

    // compiles
    align(edits | ours | min_score);

    // compiles
    align(global | align_cfg::edit_scheme | ours | score);

    // compiles
    align(global | seqan3::align_cfg::scoring_scheme{pairwise::seqan3_edit_scoring_scheme{}} | ours);

    // refused: there are no gap costs
    align(global | seqan3::align_cfg::scoring_scheme{align_cfg::edit_scoring_scheme{}} | ours);

    // refused: remove seqan3::align_cfg::min_score
    align(global | align_cfg::edit_scheme | ours | score | min_score);

    // refused: use seqan3::align_cfg::method_global instead of method_local
    align(local | seqan3::align_cfg::edit_scheme | ours);

    // refused: remove seqan3::align_cfg::band_fixed_size
    align(edits | ours | band);

    // refused: remove seqan3::align_cfg::vectorised
    align(edits | ours | seqan3::align_cfg::vectorised{});
}

void excluded()
{
    // refused: remove seqan3::align_cfg::vectorised
    align(global | lcs_without_method | seqan3::align_cfg::vectorised{});

    // refused: remove seqan3::align_cfg::vectorised
    align(global | align_cfg::lcs_scheme | seqan3::align_cfg::vectorised{} | ours);

    // refused: remove seqan3::align_cfg::vectorised
    align(global | align_cfg::lcs_scheme | (seqan3::align_cfg::vectorised{} | score) | (score | ours));

    // refused: two of these elements are incompatible
    align(ours | ours);

    // refused: two of these elements are incompatible
    align(global | (global | ours));

    // refused: remove seqan3::align_cfg::min_score
    align(primers | ours | min_score);

    // refused: use seqan3::align_cfg::method_global instead of method_local
    align(local | primers | ours);

    // refused: use seqan3::align_cfg::method_global instead of method_local
    align(local | seqan3::align_cfg::edit_scheme | align_cfg::k_difference_primer{2} | ours);
}

void sequence_primers()
{
    // compiles
    align(primers | ours);

    // refused: add seqan3_gpulcs::align_cfg::bit_parallel
    align(primers);

    // refused: add seqan3_gpulcs::align_cfg::bit_parallel
    align(primers | score);

    // refused: remove seqan3::align_cfg::vectorised
    align(primers | score | seqan3::align_cfg::vectorised{});

    // refused: remove seqan3::align_cfg::output_alignment
    align(primers | ours | rows);

    // refused: remove seqan3::align_cfg::output_alignment
    align(primers | ours | score | rows);

    // refused: remove seqan3::align_cfg::band_fixed_size
    align(primers | ours | band);

    // refused: remove seqan3::align_cfg::detail::debug
    align(primers | ours | debug);

    // refused: add seqan3::align_cfg::edit_scheme
    align(global | align_cfg::k_difference_primer{2} | ours);

    // refused: k_difference_primer counts edits of nucleotides
    align(global | align_cfg::lcs_scheme | align_cfg::k_difference_primer{2} | ours);

    // refused: k_difference_primer counts edits of nucleotides
    align(global | amino_acids | align_cfg::k_difference_primer{2} | ours);
}

void letters_that_cannot_be_compared()
{
    lcs::range_search search{sequence};

    // compiles
    search.add(std::vector<std::vector<seqan3::rna15>>{});

    // refused: letters of these two alphabets cannot be compared
    lcs::length(sequence, protein);

    // refused: letters of these two alphabets cannot be compared
    lcs::subsequence(sequence, std::string{"ACGT"});

    // refused: letters of these two alphabets cannot be compared
    lcs::prefix_lengths{"ACGT", sam};

    // refused: letters of the subjects cannot be compared with those of the query
    search.add(std::vector{protein, protein});

    lcs::range_search search_of_sam{sam};

    // compiles
    lcs::range_search<seqan3::dna15>{sam}.add(std::vector{sequence, sequence});

    // refused: this search compares letters of one alphabet only
    search_of_sam.add(std::vector{sequence, sequence});
}

void letters_that_do_not_fit_the_scheme()
{
    // compiles
    seqan3::align_pairwise(std::tie(sequence, sam), nucleotide_edits | ours | score);

    // compiles
    seqan3::align_pairwise(std::tie(text, text), global | align_cfg::edit_scheme | ours | score);

    // refused: use seqan3_gpulcs::align_cfg::edit_scheme for these letters
    seqan3::align_pairwise(std::tie(text, text), nucleotide_edits | ours | score);

    // refused: use seqan3_gpulcs::align_cfg::edit_scheme for these letters
    seqan3::align_pairwise(std::tie(protein, protein), nucleotide_edits | ours);

    // refused: use seqan3_gpulcs::align_cfg::edit_scheme for these letters
    seqan3::align_pairwise(std::vector{std::pair{small_protein, small_protein}}, nucleotide_edits | ours | score);

    // refused: letters of these two alphabets cannot be compared
    seqan3::align_pairwise(std::tie(text, sequence), nucleotide_edits | ours | score);

    // refused: letters of these two alphabets cannot be compared
    seqan3::align_pairwise(std::tie(text, protein), global | lcs_without_method | score);

    // refused: letters of these two alphabets cannot be compared
    seqan3::align_pairwise(std::tie(protein, sequence), global | align_cfg::edit_scheme | ours | score | rows);

    // refused: alphabets of more than 256 letters
    seqan3::align_pairwise(std::tie(wide_text, wide_text), global | lcs_without_method | score);

    // refused: the scoring scheme has no scores for these letters
    seqan3::align_pairwise(std::tie(sequence, sequence), global | amino_acids | free_gaps | ours | score);

    // refused: k_difference_primer counts edits of nucleotides
    seqan3::align_pairwise(std::tie(protein, protein), primers | ours);

    // refused: letters of these two alphabets cannot be compared
    seqan3::align_pairwise(std::tie(protein, sam), primers | ours);
}
