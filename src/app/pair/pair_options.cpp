// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_options.hpp"

#include <algorithm>
#include <iterator>
#include <unistd.h>
#include <vector>

#include "src/app/app_error.hpp"
#include "src/app/command_line/option_values.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/file/same_file.hpp"
#include "src/app/rank_run.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * table_notes{
    R"(The table goes to standard output, with one row per pair and these columns:
  id1 id2          the ids of the records
  length1 length2  their lengths in letters
)"};

constexpr char const * lcs_notes{
    R"(  lcs              the length of their longest common subsequence (LCS)
  identity         lcs / max(length1, length2), from 0 to 1; 1 if both are empty.
                   Unrelated DNA also has an identity of about 0.65.
)"};

constexpr char const * edit_notes{
    R"(  distance         their edit distance: the smallest number of letters to insert,
                   delete or substitute that turn one into the other
  identity         1 - distance / max(length1, length2), from 0 to 1; 1 if both
                   are empty
)"};

constexpr char const * matrix_notes{R"(
A matrix has a row and a column for each record of the file, and uses 4 bytes of
memory per pair. numpy.load() reads those of --format npy. With --distance, its
distances are:
  longer           1 - identity; also counts letters that a record lacks
  shorter          1 - lcs / min(length1, length2); edit: (distance - |length1 -
                   length2|) / min(length1, length2). Missing ends do not count,
                   nor do other letters that only the longer one has
  aligned          edit only: of the alignment's columns with two letters, the
                   part with different ones, so that gaps do not count. It
                   takes longer, because all alignments are computed
  jc               aligned, corrected for letters that changed more than once, as
                   -3/4 ln(1 - 4/3 p), or 5 if p is near 3/4; nucleotides only

Rows are written while others are computed.
)"};

constexpr char const * lcs_threshold_notes{R"(
With --min-identity X, pairs with a smaller identity have no row and no alignment.
The comparison stops as soon as that is certain, so that long sequences that are
less similar take a small part of the time.
)"};

constexpr char const * edit_threshold_notes{R"(
With --min-identity X or --max-distance N, pairs with a smaller identity or a
larger distance have no row and no alignment. The CPU stops as soon as that is
certain, so that long sequences that are less similar take less time.
)"};

constexpr char const * strand_notes{R"(
With --both-strands, the table has a column strand: + if the first sequence is
closer as it is, or - if its reverse complement is.
)"};

constexpr char const * placement_notes{R"(
With --within, --prefix or --suffix, all of the first sequence is aligned, and the
identity is 1 - distance / length1. The table has two columns more, for the part
of the second sequence that it is aligned with:
  start2 end2      the position of its first letter, counted from 0, and that
                   after its last one
There may be several parts with as few edits; the last one is reported.
)"};

constexpr char const * lcs_alignment_notes{R"(
Alignments are in PAF format, one line per pair in the same order, with sequence 1
as query and sequence 2 as target. The tag cg:Z: is a CIGAR string of = (match),
I (letter of sequence 1 only) and D (letter of sequence 2 only).
)"};

constexpr char const * edit_alignment_notes{R"(
Alignments are in PAF format, one line per pair in the same order, with sequence 1
as query and sequence 2 as target. The tag cg:Z: is a CIGAR string of = (match),
X (substitution), I (letter of sequence 1 only) and D (letter of sequence 2 only).
)"};

constexpr char const * coverage_notes{R"(
With --coverage, the table has these columns more. They are about the solid parts
of the alignment, which have no gaps of more than 16 letters, and in which nothing
is by chance: their score, as above, gains at least 32 and never drops by more.
  aligned_identity
                   the part of their columns that are matches; empty (in JSON,
                   null) if there are none. Letters of both sequences between
                   the same two matches share columns, as in a substitution
  aligned1 aligned2
                   the part of the letters of each sequence that is in them
Sequences that share less than 80 % of their letters have no solid parts.
Beside a gap of N nucleotides, about N / 3 are aligned by chance as well as with
their counterparts, so that they may be in none.
)"};

constexpr char const * checkpoint_notes{R"(
Checkpoints: With --checkpoint, the state of a long comparison is saved in DIR,
which is made if there is none. Whatever ends the run, the same command goes on
from there; --backend, --device, --threads and --memory may be others then. The
letters, and whether there is an --alignment or --coverage, must be the same, or
the state is rejected. When the output is complete, the state is removed; the
directory stays. If the state cannot be saved, the run ends with an error, and the
state before stays. Finding the alignment from stored checkpoints, a small part of
the work, is not saved. --timings also tells the seconds of lengths or distances
spent saving, how often the state was saved (saves), and the part of the cells
that earlier runs had computed (resumed).
)"};

constexpr char const * unknown_timings_note{
    R"(For --all-pairs without alignments, transfer, kernel, device_memory, cells
and method are omitted where they are unknown; then backend is the one that was
requested.
)"};

constexpr char const * lcs_examples{R"(Examples:
  gpulcs lcs test/data/mers_emc_2012.fasta test/data/mers_ksa_camel_376.fasta
      Compare record i of A with record i of B, which has as many records
  gpulcs lcs --all-pairs --format json a.fq.gz b.fq.gz > table.jsonl
      Compare every record of one file with every record of the other
  gpulcs lcs --all-pairs --format phylip \
      test/data/mers_genomes.fasta.gz > distances.phy
      Write a distance matrix of all records of a file
  gpulcs lcs --all-pairs --min-identity 0.9 genes.fa
      Compare every two records of a file, and list those that are similar
  gpulcs lcs --alignment genomes.paf --memory 4G --timings a.fa b.fa
      Also compute the alignments
  gpulcs lcs --checkpoint run1 --alignment path.paf genome1.fa genome2.fa
      Go on where an earlier run of the same command ended, if there was one
  zcat proteins.fa.gz | gpulcs lcs --all-pairs --alphabet protein - others.fa
      Read standard input
)"};

constexpr char const * edit_examples{R"(Examples:
  gpulcs edit test/data/mers_emc_2012.fasta test/data/mers_ksa_camel_376.fasta
      Compare record i of A with record i of B, which has as many records
  gpulcs edit --all-pairs --max-distance 2 barcodes.fa
      List every two records of a file that are at most two edits apart
  gpulcs edit --all-pairs --format phylip \
      test/data/mers_genomes.fasta.gz > distances.phy
      Write a distance matrix of all records of a file
  gpulcs edit --all-pairs --within --both-strands genes.fa genomes.fa
      Find the closest part of each genome for each gene
  gpulcs edit --alignment genomes.paf --memory 4G --timings a.fa b.fa
      Also compute the alignments
  gpulcs edit --checkpoint run1 --alignment path.paf genome1.fa genome2.fa
      Go on where an earlier run of the same command ended, if there was one
)"};

std::string notes(metric const metric)
{
    bool const is_lcs = metric == app::metric::lcs;
    return std::string{table_notes} + (is_lcs ? lcs_notes : edit_notes) + matrix_notes
         + (is_lcs ? lcs_threshold_notes : edit_threshold_notes) + (is_lcs ? "" : placement_notes) + strand_notes
         + (is_lcs ? lcs_alignment_notes : edit_alignment_notes) + sam_notes + split_gaps_notes + coverage_notes
         + checkpoint_notes + comparison_timings_notes + unknown_timings_note + file_notes;
}

std::vector<option> checkpoint_options(pair_options & options)
{
    return {shortened({.group = option_group::output,
                       .name = "--checkpoint",
                       .placeholder = "DIR",
                       .description = "Save the state of the run in this directory, and go on\n"
                                      "from a state that is there; for one pair, as explained\n"
                                      "below",
                       .set =
                           [&options](std::string const & text)
                       {
                           options.checkpoint = text;
                       },
                       .path = path_kind::directory},
                      "Save the state of a run in DIR, and go on from there"),
            {.group = option_group::output,
             .name = "--checkpoint-interval",
             .placeholder = "N",
             .description = "Seconds from one save to the next (default: 60)",
             .set =
                 [&options](std::string const & text)
             {
                 options.checkpoint_interval = parse_seconds(text, "--checkpoint-interval takes a number of seconds");
             }},
            flag(option_group::output, "--restart", options.restart, "Remove a state that is there, and start again")};
}

void check_checkpoint(pair_options const & options)
{
    if (!options.checkpoint)
    {
        if (options.checkpoint_interval || options.restart)
            throw usage_error{std::string{options.restart ? "--restart" : "--checkpoint-interval"}
                              + " belongs to --checkpoint DIR; add it, or omit both."};
        return;
    }
    if (options.checkpoint->empty())
        throw usage_error{"--checkpoint takes the name of a directory."};
    if (options.checkpoint->starts_with("--"))
        throw usage_error{"--checkpoint takes the name of a directory, not an option; if it is called "
                          + in_quotes(*options.checkpoint) + ", write " + in_quotes("./" + *options.checkpoint) + '.'};
    if (options.all_pairs)
        throw usage_error{"--checkpoint saves the run of one pair, not of --all-pairs; omit one of the two."};
}

// As in Edlib (HW, SHW) and SeqAn3.
std::vector<option> placement_options(pair_options & options)
{
    return {flag(option_group::computation,
                 "--within",
                 options.within,
                 "Align the first sequence with the closest part of the\n"
                 "second one, whose other letters cost nothing (Edlib's\n"
                 "HW; free ends of sequence 2 in SeqAn3)"),
            flag(option_group::computation,
                 "--prefix",
                 options.prefix,
                 "Align it with the closest prefix of the second one\n"
                 "(Edlib's SHW; its trailing end is free)"),
            flag(option_group::computation,
                 "--suffix",
                 options.suffix,
                 "Align it with the closest suffix of the second one (its\n"
                 "leading end is free)")};
}

void check_placement(pair_options const & options)
{
    if (options.within + options.prefix + options.suffix > 1)
        throw usage_error{"--within, --prefix and --suffix exclude each other; give one of them."};
    bool const has_free_ends = free_ends(options).any();
    if (!has_free_ends && !options.both_strands)
        return;
    std::string const name = options.both_strands ? "--both-strands"
                           : options.within       ? "--within"
                           : options.prefix       ? "--prefix"
                                                  : "--suffix";
    if (is_matrix(options.format))
        throw usage_error{name
                          + " is about pairs of which the second sequence may be reversed or longer, not about the "
                            "distances of a matrix; "
                            "choose --format tsv or json."};
    if (options.checkpoint)
        throw usage_error{"--checkpoint saves runs that compare whole sequences as they are; omit " + name + '.'};
    if (options.both_strands && !options.alphabet.starts_with("dna"))
        throw usage_error{"The letters of the alphabet " + alphabet_label(options.alphabet)
                          + " have no complement; omit --both-strands, or use --alphabet dna or iupac."};
}

std::vector<option> computation_options(pair_options & options)
{
    std::vector<option> computation{
        shortened(flag(option_group::computation,
                       "--all-pairs",
                       options.all_pairs,
                       "Compare every record of A with every record of B, not\n"
                       "only record i with record i. If there is no B, or it is\n"
                       "the same file, every two records are compared once"),
                  "Compare every record of A with every record of B, or\n"
                  "without B every two records of A"),
        shortened(min_identity_option("Report only pairs with an identity of at least X, from 0\n"
                                      "to 1, in tables and alignments (default: 0)",
                                      [&options](double const identity)
                                      {
                                          options.min_identity = identity;
                                      }),
                  "Report only pairs with an identity of at least X, 0 to 1"),
        flag(option_group::computation,
             "--both-strands",
             options.both_strands,
             "Also compare the reverse complement of the first sequence,\n"
             "and report what is closer")};
    if (options.metric == metric::lcs)
        return computation;
    computation.push_back(max_distance_option(options.max_distance, "pairs"));
    std::ranges::move(placement_options(options), std::back_inserter(computation));
    return computation;
}

option format_option(pair_options & options)
{
    return shortened(choice_option<table_format>(option_group::output,
                                                 "--format",
                                                 options.format,
                                                 {{"tsv", table_format::tsv},
                                                  {"json", table_format::json},
                                                  {"phylip", table_format::phylip},
                                                  {"npy", table_format::npy}},
                                                 "Format of the table: tsv (default), tab-separated with\n"
                                                 "a header; or json, one object per line. With\n"
                                                 "--all-pairs and one file, also the square matrix of the\n"
                                                 "distances: phylip, as text; or npy, for NumPy, in single\n"
                                                 "precision and without ids"),
                     "tsv (default), json or, with --all-pairs and one file, a\n"
                     "matrix of distances: phylip, or npy for NumPy");
}

option distance_option(pair_options & options)
{
    return shortened(
        choice_option<std::optional<distance_kind>>(option_group::output,
                                                    "--distance",
                                                    options.distance,
                                                    {{"longer", distance_kind::longer},
                                                     {"shorter", distance_kind::shorter},
                                                     {"aligned", distance_kind::aligned},
                                                     {"jc", distance_kind::jukes_cantor}},
                                                    "The distances of a matrix: by the length of the shorter\n"
                                                    "sequence (default of gpulcs lcs), or the longer one; and\n"
                                                    "of gpulcs edit the aligned columns that differ (default),\n"
                                                    "or jc, these corrected as Jukes and Cantor did; see above"),
        options.metric == metric::lcs ? "Distances of a matrix: shorter (default) or longer"
                                      : "Distances of a matrix: aligned (default), jc, shorter or\nlonger");
}

std::vector<option> output_options(pair_options & options)
{
    return {format_option(options),
            distance_option(options),
            alignment_option(options.alignment),
            split_gaps_option(options.split_gaps),
            shortened(flag(option_group::output,
                           "--coverage",
                           options.coverage,
                           "Also compute the alignments, and add columns to the\n"
                           "table: the identity of what is aligned, and how much of\n"
                           "each sequence that is; see above"),
                      "Add columns: how much is aligned, and how similar it is"),
            timings_option(options.timings),
            shortened(flag(option_group::output,
                           "--quiet",
                           options.quiet,
                           "Do not say on standard error what may be a mistake: if\n"
                           "sequences are no more similar than random ones, if each\n"
                           "record is compared with itself, or if upper and lower\n"
                           "case are taken for different letters"),
                      "Do not say on standard error what may be a mistake")};
}

void check_distance(pair_options const & options)
{
    if (!options.distance)
        return;
    if (!is_matrix(options.format))
        throw usage_error{"--distance says which distances a matrix has; add --format phylip or npy, or omit it."};
    if (needs_alignment(*options.distance) && !traits_of(options.metric).is_distance)
        throw usage_error{
            "--distance aligned and jc count letters that are opposite different ones, of which longest common "
            "subsequences have none; use gpulcs edit, or --distance shorter."};
    if (*options.distance == distance_kind::jukes_cantor && !options.alphabet.starts_with("dna"))
        throw usage_error{"--distance jc is for nucleotides, not for the alphabet " + alphabet_label(options.alphabet)
                          + "; choose --distance aligned."};
}

} // namespace

alignment::free_ends free_ends(pair_options const & options)
{
    return {.second_leading = options.within || options.suffix, .second_trailing = options.within || options.prefix};
}

bool compares_with_itself(pair_options const & options)
{
    return options.one_file || is_same_input(options.first, options.second);
}

std::optional<distance_kind> matrix_distance(pair_options const & options)
{
    if (!is_matrix(options.format))
        return std::nullopt;
    return options.distance.value_or(traits_of(options.metric).is_distance ? distance_kind::aligned
                                                                           : distance_kind::shorter);
}

bool needs_alignments(pair_options const & options)
{
    std::optional<distance_kind> const distance = matrix_distance(options);
    return options.alignment || options.coverage || (distance && needs_alignment(*distance))
        || free_ends(options).second_leading;
}

command_syntax pair_syntax(pair_options & options)
{
    bool const is_lcs = options.metric == metric::lcs;
    command_syntax syntax{.name = is_lcs ? "lcs" : "edit",
                          .description = is_lcs ? "Compare sequences pair by pair: the length of the longest\n"
                                                  "common subsequence, identity and alignment"
                                                : "Compare sequences pair by pair: edit distance, identity\n"
                                                  "and alignment",
                          .examples = is_lcs ? lcs_examples : edit_examples,
                          .notes = notes(options.metric)};

    syntax.files = {path_argument("A",
                                  options.first,
                                  "First sequences: FASTA or FASTQ, plain or compressed\n"
                                  "(gzip, bzip2, Zstandard); - is standard input"),
                    {.name = "B",
                     .description = "Second sequences, likewise. With --all-pairs, it may be\n"
                                    "omitted: every two records of A are compared then",
                     .set =
                         [&options](std::string const & path)
                     {
                         options.second = path;
                         options.one_file = false;
                     },
                     .is_optional = true}};

    syntax.options = {alphabet_option(options.alphabet)};
    for (std::vector<option> each : {computation_options(options),
                                     output_options(options),
                                     checkpoint_options(options),
                                     comparison_hardware_options(options.execution)})
        std::ranges::move(each, std::back_inserter(syntax.options));
    return syntax;
}

void check(pair_options const & options)
{
    if (options.one_file && !options.all_pairs)
        throw usage_error{"No file is given for B; give the sequences that those of A are compared with, or add "
                          "--all-pairs to compare every two records of A."};
    bool const is_read_once = options.all_pairs && compares_with_itself(options);
    check_comparison(options, is_read_once ? std::vector{options.first} : std::vector{options.first, options.second});
    check_checkpoint(options);
    check_distance(options);
    check_placement(options);
    bool const is_limited = options.max_distance != pair_options{}.max_distance;
    if ((options.min_identity || is_limited) && is_matrix(options.format))
        throw usage_error{std::string{is_limited ? "--max-distance" : "--min-identity"}
                          + " omits rows of a table, but a matrix has a distance for every pair; omit it, or "
                            "choose --format tsv or json."};
    if (options.coverage && is_matrix(options.format))
        throw usage_error{"--coverage adds columns to a table, which a matrix does not have; omit it, or choose "
                          "--format tsv or json."};
    if (options.format == table_format::npy && is_terminal(STDOUT_FILENO))
        throw usage_error{"--format npy is not text, and standard output is a terminal; redirect it to a file."};
}

} // namespace seqan3_gpulcs::app
