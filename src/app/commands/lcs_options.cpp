// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/commands/lcs_options.hpp"

#include <algorithm>
#include <iterator>
#include <unistd.h>

#include "src/app/rank_run.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * result_notes{
    R"(The table goes to standard output, with one row per pair and these columns:
  id1 id2          the ids of the records
  length1 length2  their lengths in letters
  lcs              the length of their longest common subsequence (LCS)
  identity         lcs / max(length1, length2), from 0 to 1; 1 if both are empty

A matrix has a row and a column for each record of the file, and uses 4 bytes of
memory per pair. numpy.load() reads those of --format npy.

Rows are written while others are computed.

Alignments are in PAF format, one line per pair in the same order, with sequence 1
as query and sequence 2 as target. The tag cg:Z: is a CIGAR string of = (match),
I (letter of sequence 1 only) and D (letter of sequence 2 only).
)"};

constexpr char const * examples{R"(
Examples:
  gpulcs lcs a.fa b.fa
      Compare record i of a.fa with record i of b.fa
  gpulcs lcs --all-pairs --format json a.fq.gz b.fq.gz > table.jsonl
      Compare every record of one file with every record of the other
  gpulcs lcs --all-pairs --format phylip genomes.fa genomes.fa > distances.phy
      Write a distance matrix of all records of a file
  gpulcs lcs --all-pairs --min-identity 0.9 genes.fa genes.fa
      Compare every two records of a file, and list those that are similar
  gpulcs lcs --alignment genomes.paf --memory 4G --timings a.fa b.fa
      Compute the alignments, too
  zcat proteins.fa.gz | gpulcs lcs --alphabet protein - others.fa
      Read standard input
)"};

} // namespace

command_syntax lcs_syntax(lcs_options & options)
{
    command_syntax syntax{.name = "lcs",
                          .description = "Compare sequences pair by pair: the length of the longest\n"
                                         "common subsequence, identity and alignment",
                          .footer = std::string{result_notes} + comparison_timings_notes + file_notes + examples
                                  + exit_status_notes};

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
                                          "to 1; with --all-pairs, in tables (default: 0)",
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
                      timings_option(options.timings)};
    std::ranges::move(comparison_hardware_options(options.execution), std::back_inserter(syntax.options));
    return syntax;
}

void check(lcs_options const & options)
{
    check_comparison(options);
    if (options.min_identity && !options.all_pairs)
        throw usage_error{"--min-identity selects from all pairs; add --all-pairs, or omit it."};
    if (options.min_identity && is_matrix(options.format))
        throw usage_error{
            "--min-identity omits rows of a table, but a matrix has a distance for every pair; omit it, or "
            "choose --format tsv or json."};
    if (options.format == table_format::npy && is_terminal(STDOUT_FILENO))
        throw usage_error{"--format npy is not text, and standard output is a terminal; redirect it to a file."};
}

} // namespace seqan3_gpulcs::app
