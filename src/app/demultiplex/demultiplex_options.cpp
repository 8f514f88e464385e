// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/demultiplex/demultiplex_options.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "src/app/app_error.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * result_notes{
    R"(Each barcode is searched in the whole read, unless --first says where. Short ones
are often found by chance: a note on standard error says so if 10 % of random
reads or more have one. The table goes to standard output, with one row per read
and these columns:
  id length        the id of the read, and its letters
  barcode          the closest barcode with few enough edits; of equally close
                   ones the first
  distance         the edits (letters inserted, deleted or substituted) between it
                   and the part of the read
  start end        that part: the position of its first letter, counted from 0,
                   and that after its last one
  strand           + or, with --both-strands, - if it is the reverse complement
  second           the second closest barcode; empty if it has more edits than
                   --max-distance + M - 1 (M: --margin)
  second_distance  its edits
  status           assigned; ambiguous if the second barcode does not have as many
                   edits more as --margin says; or none if none has few enough

Without barcode (none), the columns barcode to second_distance are empty, in JSON
null; so are second and second_distance without a second barcode. Standard error
tells how many reads each barcode has. A letter that stands for several bases,
such as N, matches each of them; ten or more N in a row in a read are a gap,
across which no barcode is found.

For --first, choose N as the sum of the letters of the longest barcode, of
--max-distance, and of the letters of an adapter before it.

With --split DIR, the reads of each barcode are also copied to DIR/ID.fastq, or
DIR/ID.fasta if READS is FASTA, and all others to DIR/unassigned.fastq or .fasta;
records are copied as they are. DIR must not exist; its name is DIR.unfinished
until all is complete. READS is read twice, so it must be a file.
)"};

constexpr char const * examples{R"(Examples:
  gpulcs demultiplex barcodes.fa reads.fq.gz > reads.tsv
      Find the barcode of each read, wherever it is
  gpulcs demultiplex --margin 2 --split samples barcodes.fa reads.fq > reads.tsv
      Also write a file of reads for each barcode
  gpulcs demultiplex --first 15 barcodes.fa reads.fq > reads.tsv
      Search only the first 15 letters of each read: 12 and 3 edits
  gpulcs demultiplex --both-strands --quiet --format json barcodes.fa - < reads.fq
      Also look for reverse complements
)"};

option split_option(demultiplex_options & options)
{
    return {.group = option_group::output,
            .name = "--split",
            .placeholder = "DIR",
            .description = "Also copy the reads of each barcode to a file in DIR",
            .set =
                [&options](std::string const & path)
            {
                options.split = path;
            },
            .path = path_kind::directory};
}

} // namespace

command_syntax demultiplex_syntax(demultiplex_options & options)
{
    command_syntax syntax{.name = "demultiplex",
                          .description = "Find the barcode that each read has, with edits, wherever\n"
                                         "it is or at the start, and sort reads by barcodes",
                          .examples = examples,
                          .notes = std::string{result_notes} + comparison_timings_notes + file_notes};
    syntax.files = {path_argument("BARCODES",
                                  options.barcodes,
                                  "Barcodes: FASTA or FASTQ, plain or compressed (gzip,\n"
                                  "bzip2, Zstandard); - is standard input"),
                    path_argument("READS", options.reads, "Reads, likewise; they may be larger than the memory")};
    syntax.options = {nucleotides_option(options.alphabet),
                      number_option("--first",
                                    options.first,
                                    "--first takes a number of letters",
                                    "Search only the first N letters of each read and, with\n"
                                    "--both-strands, reverse complements in the last N",
                                    1),
                      number_option("--max-distance",
                                    options.max_distance,
                                    "--max-distance takes a number of edits",
                                    "The most edits that a barcode may have in a read\n"
                                    "(default: 1/4 of its letters, such as 3 of 12)"),
                      number_option("--margin",
                                    options.margin,
                                    "--margin takes a number of edits",
                                    "A read is ambiguous unless all other barcodes have at\n"
                                    "least N edits more (default: 1)"),
                      flag(option_group::computation,
                           "--both-strands",
                           options.both_strands,
                           "Also look for the reverse complements of barcodes"),
                      table_format_option(options.format),
                      split_option(options),
                      flag(option_group::output,
                           "--quiet",
                           options.quiet,
                           "Do not tell on standard error how many reads each barcode\n"
                           "has, nor what may be a mistake"),
                      timings_option(options.timings)};
    std::ranges::move(comparison_hardware_options(options.execution), std::back_inserter(syntax.options));
    return syntax;
}

void check(demultiplex_options const & options)
{
    check_inputs({options.barcodes, options.reads});
    check_execution(options.execution);
    if (!options.split)
        return;
    if (options.split->empty() || options.split->starts_with("--"))
        throw usage_error{"--split takes the name of a directory, not " + in_quotes(*options.split) + '.'};
    std::error_code ignored{};
    auto const reads = std::filesystem::status(options.reads, ignored);
    if (options.reads == "-" || (std::filesystem::exists(reads) && !std::filesystem::is_regular_file(reads)))
        throw usage_error{"With --split, the reads are read twice; give a file, not standard input or a pipe."};
    if (std::filesystem::exists(std::filesystem::symlink_status(*options.split, ignored)))
        throw usage_error{"There is " + in_quotes(*options.split)
                          + " already; choose the name of a new directory for --split, or remove it."};
}

} // namespace seqan3_gpulcs::app
