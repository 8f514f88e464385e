// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_options.hpp"

#include <algorithm>
#include <iterator>
#include <unistd.h>
#include <vector>

#include "src/app/app_error.hpp"
#include "src/app/command_line/option_values.hpp"
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
                   Unrelated DNA has an identity of about two thirds, too.
)"};

constexpr char const * edit_notes{
    R"(  distance         their edit distance: the smallest number of letters to insert,
                   delete or substitute that turn one into the other
  identity         1 - distance / max(length1, length2), from 0 to 1; 1 if both
                   are empty
)"};

constexpr char const * matrix_notes{R"(
A matrix has a row and a column for each record of the file, and uses 4 bytes of
memory per pair. numpy.load() reads those of --format npy.

Rows are written while others are computed.
)"};

constexpr char const * lcs_threshold_notes{R"(
With --min-identity X, pairs with a smaller identity have no row and no alignment.
Such a pair is given up as soon as it is certain, so that long sequences that are
less similar take a small part of the time.
)"};

constexpr char const * edit_threshold_notes{R"(
With --min-identity X or --max-distance N, pairs with a smaller identity or a
larger distance have no row and no alignment. The CPU gives up such a pair as soon
as it is certain, so that long sequences that are less similar take less time.
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

constexpr char const * checkpoint_notes{R"(
Checkpoints: With --checkpoint, the state of a long comparison is saved in DIR,
which is made if there is none. Whatever ends the run, the same command goes on
from there; --backend, --device, --threads and --memory may be others then. The
letters, and whether there is an --alignment, must be the same, or the state is
refused. When the output is complete, the state is removed; the directory stays.
If the state cannot be saved, the run ends with an error, and the state before
stays. Finding the alignment from stored checkpoints, a small part of the work, is
not saved. --timings also tells the seconds of llcs or distances spent saving, how
often the state was saved (saves), and the part of the cells that earlier runs had
computed (resumed).
)"};

constexpr char const * unknown_timings_note{
    R"(For --all-pairs without --alignment, transfer, kernel, device_memory, cells
and method are omitted where they are unknown; then backend is the one that was
requested.
)"};

constexpr char const * lcs_examples{R"(
Examples:
  gpulcs lcs a.fa b.fa
      Compare record i of a.fa with record i of b.fa, which has as many records
  gpulcs lcs --all-pairs --format json a.fq.gz b.fq.gz > table.jsonl
      Compare every record of one file with every record of the other
  gpulcs lcs --all-pairs --format phylip genomes.fa genomes.fa > distances.phy
      Write a distance matrix of all records of a file
  gpulcs lcs --all-pairs --min-identity 0.9 genes.fa genes.fa
      Compare every two records of a file, and list those that are similar
  gpulcs lcs --alignment genomes.paf --memory 4G --timings a.fa b.fa
      Compute the alignments, too
  gpulcs lcs --checkpoint run1 --alignment chr1.paf human_chr1.fa chimp_chr1.fa
      Go on where an earlier run of the same command ended, if there was one
  zcat proteins.fa.gz | gpulcs lcs --all-pairs --alphabet protein - others.fa
      Read standard input
)"};

constexpr char const * edit_examples{R"(
Examples:
  gpulcs edit a.fa b.fa
      Compare record i of a.fa with record i of b.fa, which has as many records
  gpulcs edit --all-pairs --max-distance 2 barcodes.fa barcodes.fa
      List every two records of a file that are at most two edits apart
  gpulcs edit --all-pairs --format phylip genes.fa genes.fa > distances.phy
      Write a distance matrix of all records of a file
  gpulcs edit --alignment genomes.paf --memory 4G --timings a.fa b.fa
      Compute the alignments, too
  gpulcs edit --checkpoint run1 --alignment chr1.paf human_chr1.fa chimp_chr1.fa
      Go on where an earlier run of the same command ended, if there was one
)"};

std::string notes(metric const metric)
{
    bool const is_lcs = metric == app::metric::lcs;
    return std::string{table_notes} + (is_lcs ? lcs_notes : edit_notes) + matrix_notes
         + (is_lcs ? lcs_threshold_notes : edit_threshold_notes) + (is_lcs ? lcs_alignment_notes : edit_alignment_notes)
         + split_gaps_notes + checkpoint_notes + comparison_timings_notes + unknown_timings_note + file_notes
         + (is_lcs ? lcs_examples : edit_examples) + exit_status_notes;
}

std::vector<option> checkpoint_options(pair_options & options)
{
    return {{.group = option_group::output,
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
            {.group = option_group::output,
             .name = "--checkpoint-interval",
             .placeholder = "N",
             .description = "Seconds from one save to the next (default: 60)",
             .set =
                 [&options](std::string const & text)
             {
                 options.checkpoint_interval = parse_seconds(text, "--checkpoint-interval takes a number of seconds");
             }},
            flag(option_group::output, "--restart", options.restart, "Remove a state that is there, and begin again")};
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

} // namespace

command_syntax pair_syntax(pair_options & options)
{
    bool const is_lcs = options.metric == metric::lcs;
    command_syntax syntax{.name = is_lcs ? "lcs" : "edit",
                          .description = is_lcs ? "Compare sequences pair by pair: the length of the longest\n"
                                                  "common subsequence, identity and alignment"
                                                : "Compare sequences pair by pair: edit distance, identity\n"
                                                  "and alignment",
                          .footer = notes(options.metric)};

    syntax.files = {path_argument("A",
                                  options.first,
                                  "First sequences: FASTA or FASTQ, plain or compressed\n"
                                  "(gzip, bzip2, Zstandard); - is standard input"),
                    path_argument("B", options.second, "Second sequences, likewise")};

    syntax.options = {alphabet_option(options.alphabet),
                      flag(option_group::computation,
                           "--all-pairs",
                           options.all_pairs,
                           "Compare every record of A with every record of B, not\n"
                           "just record i with record i. If both are the same file,\n"
                           "every two of its records are compared once"),
                      min_identity_option("Report only pairs with an identity of at least X, from 0\n"
                                          "to 1, in tables and alignments (default: 0)",
                                          [&options](double const identity)
                                          {
                                              options.min_identity = identity;
                                          }),
                      choice_option<table_format>(option_group::output,
                                                  "--format",
                                                  options.format,
                                                  {{"tsv", table_format::tsv},
                                                   {"json", table_format::json},
                                                   {"phylip", table_format::phylip},
                                                   {"npy", table_format::npy}},
                                                  "Format of the table: tsv (default), tab-separated with\n"
                                                  "a header; or json, one object per line. With\n"
                                                  "--all-pairs and the same file twice, also the square\n"
                                                  "matrix of the distances 1 - identity: phylip, as text;\n"
                                                  "or npy, for NumPy, in single precision and without ids"),
                      alignment_option(options.alignment),
                      split_gaps_option(options.split_gaps),
                      timings_option(options.timings)};
    if (!is_lcs)
        syntax.options.push_back(max_distance_option(options.max_distance, "pairs"));
    std::ranges::move(checkpoint_options(options), std::back_inserter(syntax.options));
    std::ranges::move(comparison_hardware_options(options.execution), std::back_inserter(syntax.options));
    return syntax;
}

void check(pair_options const & options)
{
    bool const is_read_once = options.all_pairs && is_same_input(options.first, options.second);
    check_comparison(options, is_read_once ? std::vector{options.first} : std::vector{options.first, options.second});
    check_checkpoint(options);
    bool const is_limited = options.max_distance != pair_options{}.max_distance;
    if ((options.min_identity || is_limited) && is_matrix(options.format))
        throw usage_error{std::string{is_limited ? "--max-distance" : "--min-identity"}
                          + " omits rows of a table, but a matrix has a distance for every pair; omit it, or "
                            "choose --format tsv or json."};
    if (options.format == table_format::npy && is_terminal(STDOUT_FILENO))
        throw usage_error{"--format npy is not text, and standard output is a terminal; redirect it to a file."};
}

} // namespace seqan3_gpulcs::app
