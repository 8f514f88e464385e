// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/search/search_options.hpp"

#include <algorithm>
#include <iterator>

#include "src/app/app_error.hpp"
#include "src/app/io/fasta/alphabet.hpp"

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
With --metric edit, the column lcs is replaced:
  distance         their edit distance: the smallest number of letters to insert,
                   delete or substitute that turn one into the other
  identity         1 - distance / max(length1, length2)

With --within, all of a query is aligned with the closest part of each record of
DB, on either strand with --both-strands; other letters of the record are free.
The identity is 1 - distance / length1, and the table has four columns more:
  start2 end2      the part: the position of its first letter, counted from 0, and
                   that after its last one
  strand           +, or - if the part is close to the reverse complement
  places           how many parts of the record are as close, those that end next
                   to each other counted once; start2 and end2 are of the first
Hits have fewer edits than the query has letters, and without --max-distance and
--min-identity at most 1/4 as many. Where so many edits make random letters
hits, a search takes long. A letter that stands for several bases, such as N,
matches each of them; no part has ten N in a row. This suits reads of some hundred
letters and genomes of some megabases, where each read has one best place; for
large genomes, spliced reads and mapping qualities, use a read mapper. All of DB
is kept in memory then.

Otherwise, without --top and a threshold, all records of DB are hits. Records
whose letter counts rule them out are skipped, and long ones dropped as soon as
they cannot be hits, which does not change the result.
All queries, the ids of all hits and, with --alignment, their letters are kept in
memory; of DB, without --within, only a part at a time.

By chance alone, the best hits in unrelated DNA of the same length have an
identity of up to 0.7, and with --metric edit of up to 0.53.

Alignments are in PAF format, one line per hit in the same order, with the hit as
target. The tag cg:Z: is a CIGAR string of = (match), I (letter of the query only)
and D (letter of the hit only), and with --metric edit X (substitution).
)"};

constexpr char const * skipped_note{"  skipped          the number of records skipped, added up over all queries\n"};

constexpr char const * examples{R"(Examples:
  gpulcs search --top 10 \
      test/data/mers_ksa_camel_376.fasta test/data/mers_genomes.fasta.gz
      Find the ten records that have the most in common with the query
  gpulcs search --min-identity 0.9 --order identity queries.fa database.fa
      Find all records that are at least 90 percent identical to a query
  gpulcs search --top 1 --alignment best.paf --alphabet protein a.fa proteins.fa
      Align each query with its best hit
  gpulcs search --metric edit --max-distance 3 --top 1 tags.fa barcodes.fa
      Find the nearest barcode of each tag, if it is at most three edits away; for
      barcodes in reads, see gpulcs demultiplex
  gpulcs search --metric edit --within --both-strands --top 1 \
      --min-identity 0.92 --alignment reads.sam reads.fq genome.fa > reads.tsv
      Find the best place of each read in a small genome
  zcat reads.fq.gz | gpulcs search --min-lcs 100 --format json query.fa -
      Read the database from standard input
)"};

void check_within(search_options const & options)
{
    if (options.both_strands && !options.within)
        throw usage_error{"--both-strands is about parts of records; add --within, or omit it."};
    if (!options.within)
        return;
    if (options.metric == metric::lcs)
        throw usage_error{"--within is about edit distances; add --metric edit, or omit it."};
    if (!options.alphabet.starts_with("dna"))
        throw usage_error{"--within searches nucleotides, not letters of the alphabet "
                          + alphabet_label(options.alphabet)
                          + "; omit it, or use --alphabet dna or iupac. Other letters have gpulcs edit --all-pairs "
                            "--within."};
}

} // namespace

command_syntax search_syntax(search_options & options)
{
    command_syntax syntax{.name = "search",
                          .description = "Find the records of a database that are most similar to\n"
                                         "each query, ranked by longest common subsequence or by\n"
                                         "edit distance",
                          .examples = examples,
                          .notes = std::string{result_notes} + sam_notes + split_gaps_notes + comparison_timings_notes
                                 + skipped_note + file_notes};

    syntax.files = {path_argument("QUERY",
                                  options.first,
                                  "Query sequences: FASTA or FASTQ, plain or compressed\n"
                                  "(gzip, bzip2, Zstandard); - is standard input"),
                    path_argument("DB",
                                  options.second,
                                  "Database to search, likewise; without --within, it may be\n"
                                  "larger than the memory")};

    syntax.options = {
        alphabet_option(options.alphabet),
        choice_option<metric>(option_group::computation,
                              "--metric",
                              options.metric,
                              {{"lcs", metric::lcs}, {"edit", metric::edit}},
                              "Compare by lcs (default), the longest common subsequence,\n"
                              "or by edit, the edit distance"),
        number_option("--top",
                      options.top,
                      "--top takes the number of hits per query, at least 1",
                      "Report only the N best hits of each query, N >= 1\n"
                      "(default: all)",
                      1),
        number_option("--min-lcs",
                      options.min_lcs,
                      "--min-lcs takes a number of letters",
                      "Report only hits whose LCS with the query has at least N\n"
                      "letters (default: 0)"),
        max_distance_option(options.max_distance, "hits"),
        min_identity_option("Report only hits with an identity of at least X, from 0\n"
                            "to 1 (default: 0, with --within 0.75)",
                            [&options](double const identity)
                            {
                                options.min_identity = identity;
                            }),
        choice_option<hit_order>(
            option_group::computation,
            "--order",
            options.order,
            {{"lcs", hit_order::lcs}, {"distance", hit_order::distance}, {"identity", hit_order::identity}},
            "Rank hits by lcs (default), by identity or, with\n"
            "--metric edit, by distance (default then)"),
        flag(option_group::computation,
             "--within",
             options.within,
             "With --metric edit, align each query with the closest part\n"
             "of each record, whose other letters cost nothing (Edlib's\n"
             "HW; free ends of sequence 2 in SeqAn3)"),
        flag(option_group::computation,
             "--both-strands",
             options.both_strands,
             "With --within, also align the reverse complement of a\n"
             "query, and report what is closer"),
        table_format_option(options.format),
        alignment_option(options.alignment),
        split_gaps_option(options.split_gaps),
        timings_option(options.timings)};
    std::ranges::move(comparison_hardware_options(options.execution), std::back_inserter(syntax.options));
    return syntax;
}

void check(search_options const & options)
{
    check_comparison(options, {options.first, options.second});
    if (options.metric == metric::edit && (options.min_lcs != 0 || options.order == hit_order::lcs))
        throw usage_error{
            std::string{options.min_lcs != 0 ? "--min-lcs" : "--order lcs"}
            + " is about common subsequences, which --metric edit does not compute; omit one of the two."};
    bool const is_limited = options.max_distance != search_options{}.max_distance;
    if (options.metric == metric::lcs && (is_limited || options.order == hit_order::distance))
        throw usage_error{std::string{is_limited ? "--max-distance" : "--order distance"}
                          + " is about edit distances; add --metric edit, or omit it."};
    check_within(options);
}

search_rule make_rule(search_options const & options)
{
    bool const by_identity = options.order == hit_order::identity;
    if (options.metric == metric::lcs)
        return lcs::search_options{.top = options.top,
                                   .min_length = options.min_lcs,
                                   .min_identity = options.min_identity.value_or(0),
                                   .order = by_identity ? lcs::search_order::identity : lcs::search_order::length};
    return edit::search_options{.top = options.top,
                                .max_distance = options.max_distance,
                                .min_identity = options.min_identity.value_or(0),
                                .order = by_identity ? edit::search_order::identity : edit::search_order::distance};
}

std::uint64_t max_part_edits(search_options const & options, std::uint64_t const letters) noexcept
{
    std::uint64_t const any = search_options{}.max_distance;
    if (!options.min_identity)
        return options.max_distance == any ? letters / 4 : options.max_distance;
    return std::min(options.max_distance,
                    edit::distance_for_identity(*options.min_identity, letters, letters).value_or(0));
}

} // namespace seqan3_gpulcs::app
