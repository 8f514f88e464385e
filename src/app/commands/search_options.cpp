// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/commands/search_options.hpp"

#include <algorithm>
#include <iterator>

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * result_notes{
    R"(The table goes to standard output, with one row per hit, query by query, the best
hits first, and these columns:
  rank             1 for the best hit of the query; of equally good hits, the one
                   that comes first in DB ranks first
  id1 id2          the ids of query and hit
  length1 length2  their lengths in letters
  lcs              the length of their longest common subsequence (LCS)
  identity         lcs / max(length1, length2), from 0 to 1; 1 if both are empty

Without --top, --min-lcs and --min-identity, all records of DB are hits. Records
whose letter counts rule them out are skipped, and long ones are given up as soon
as they cannot be hits, which does not change the result.
All queries, the ids of all hits and, with --alignment, their letters are kept in
memory; of DB, only a part at a time.

Alignments are in PAF format, one line per hit in the same order, with the hit as
target. The tag cg:Z: is a CIGAR string of = (match), I (letter of the query only)
and D (letter of the hit only).
)"};

constexpr char const * skipped_note{"  skipped          the number of records skipped, added up over all queries\n"};

constexpr char const * examples{R"(
Examples:
  gpulcs search --top 10 query.fa database.fa.gz
      Find the ten records that have the most in common with the query
  gpulcs search --min-identity 0.9 --order identity queries.fa database.fa
      Find all records that are at least 90 percent identical to a query
  gpulcs search --top 1 --alignment best.paf --alphabet protein a.fa proteins.fa
      Align each query with its best hit
  zcat reads.fq.gz | gpulcs search --min-lcs 100 --format json query.fa -
      Read the database from standard input
)"};

} // namespace

command_syntax search_syntax(search_options & options)
{
    command_syntax syntax{.name = "search",
                          .description = "Find the records of a database that are most similar to\n"
                                         "each query, ranked by longest common subsequence",
                          .footer = std::string{result_notes} + comparison_timings_notes + skipped_note + file_notes
                                  + examples + exit_status_notes};

    syntax.files = {path_argument("QUERY",
                                  options.first,
                                  "Query sequences: FASTA or FASTQ, plain or compressed\n"
                                  "(gzip, bzip2, Zstandard); - is standard input"),
                    path_argument("DB",
                                  options.second,
                                  "Database to search, likewise; it may be larger than the\n"
                                  "memory")};

    syntax.options = {alphabet_option(options.alphabet),
                      number_option("--top",
                                    options.hits.top,
                                    "--top takes the number of hits per query, at least 1",
                                    "Report only the N best hits of each query, N >= 1\n"
                                    "(default: all)",
                                    1),
                      number_option("--min-lcs",
                                    options.hits.min_length,
                                    "--min-lcs takes a number of letters",
                                    "Report only hits whose LCS with the query has at least N\n"
                                    "letters (default: 0)"),
                      min_identity_option("Report only hits with an identity of at least X, from 0\n"
                                          "to 1 (default: 0)",
                                          [&options](double const identity)
                                          {
                                              options.hits.min_identity = identity;
                                          }),
                      choice_option<lcs::search_order>(
                          option_group::computation,
                          "--order",
                          options.hits.order,
                          {{"lcs", lcs::search_order::length}, {"identity", lcs::search_order::identity}},
                          "Rank hits by lcs (default) or by identity"),
                      table_format_option(options.format),
                      alignment_option(options.alignment),
                      timings_option(options.timings)};
    std::ranges::move(comparison_hardware_options(options.execution), std::back_inserter(syntax.options));
    return syntax;
}

void check(search_options const & options)
{
    check_comparison(options);
}

} // namespace seqan3_gpulcs::app
