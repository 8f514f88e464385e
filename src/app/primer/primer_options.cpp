// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_options.hpp"

#include <algorithm>
#include <iterator>

#include "src/app/app_error.hpp"
#include "src/app/command_line/option_values.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/primer/site_options.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * result_notes{
    R"(The primer at a position of a target is the shortest substring starting there that
is at least K edits (letters inserted, deleted or substituted) away from every
substring of every background. Primers contain no ambiguous letters, that is, no
nucleotides but A, C, G and T, and in proteins no B, J, X or Z. In backgrounds, an
ambiguous nucleotide matches all letters that it may stand for, so primers differ
from whatever it turns out to be. No substring extends across a gap of at least 10
letters N; nor, with --unknown break and in proteins, across an ambiguous letter.
A primer binds to either strand, so nucleotides are compared with both strands of
the backgrounds, unless with --one-strand. All sequences are kept in memory.

With --all-targets, a primer must also have at most J edits to a substring of each
target, or of its reverse complement (not with --one-strand). An ambiguous
letter of a target may be any letter, so no such substring has one. A record is
one target: join the contigs of a strain with N. What several targets have in
common is listed for the first of them; with J = 0, that is always the first one.
With J > 0, --max-length saves most of the time.

With --best N, at most N primers per target are listed, the best one first. Better
is one with more edits to BACKGROUND; of two with as many, the one whose melting
temperature is nearer to the middle of --tm, or to 60, in tenths of a degree; and
then the left one. A primer is left out if it overlaps a better one, or begins
nearer to it than a 2N-th part of the target, so that they are spread. More than K
edits are only possible for primers that --min-length or --tm extended; to count
them takes another search of their positions for each edit more.

Standard output is BED, one line per position that has a primer, in order: the id
of the target; the position, counted from 0; the position after the last letter of
the primer; a dot as the name; K, or 1000 if that is less, as the score; and + as
the strand. With --unique-regions, a line has the first three fields only. With
--best, lines are ordered by rank, which is the name, and the score has the edits
to BACKGROUND. Where there are no primers, standard error says why.

The tables have these columns:
  rank             only with --best: 1 is the best primer of the target
  id begin end     the first three fields of BED
  length           end - begin
  gc               GC content in percent; empty (in JSON null) with aa27 and char
  tm               melting temperature in degrees Celsius, that of Primer3's
                   defaults (SantaLucia 1998; 50 mM of monovalent and 1.5 mM of
                   divalent cations, 0.6 mM of dNTPs, 50 nM of the primer); empty
                   where gc is, and above 60 letters
  min_background_edits
                   only with --best: the edits to what is most like the primer in
                   BACKGROUND, at least K
  sequence         the letters

The profile is bedGraph, which genome browsers draw as a curve: the primer length
at each position that has a primer. Neighbours of equal length share a line.
)"};

constexpr char const * timings_notes{R"(
Timings: With --timings, standard error has a line for each of these:
  reading packing  seconds of waiting for input files, and of encoding letters,
                   which threads do meanwhile
  primers          seconds for finding the primers, unless with --check
  sites            seconds for finding the sites of primers, with --check or
                   --products
  transfer kernel  the parts of both spent copying to and from a CUDA device and
                   computing on it, added up where they overlap; 0 on the CPU
  writing total    seconds for writing the output, and for everything
  device_memory    bytes used of a CUDA device
  route            where the work was planned to go, and the seconds expected
  backend          what computed: cpu or cuda
)"};

constexpr char const * examples{R"(
Examples:
  gpulcs primer -k 5 virus.fa host.fa.gz
      Find what is unique to the virus
  gpulcs primer -k 4 --max-length 25 --gc 40:60 a.fa b.fa
      Find primers of a certain length and GC content
  gpulcs primer -k 4 --best 10 --min-length 18 --tm 58:62 a.fa b.fa
      Choose the ten best ones
  gpulcs primer -k 5 --unique-regions a.fa b.fa > unique.bed
      Find regions in which to place a pair of primers
  gpulcs primer -k 3 --profile a.bedgraph a.fa b.fa > a.bed
      See how similar two genomes are, place by place
  gpulcs primer -k 4 --all-targets strains.fa others.fa
      Find primers for all strains of a species
  gpulcs primer -k 3 --products 80:200 virus.fa host.fa
      Choose pairs of primers, and see what else they would amplify
  gpulcs primer --check pair.fa -k 4 --three-prime 5:1 virus.fa host.fa.gz
      See where primers that are known may bind
  gpulcs primer --check pair.fa -k 4 --summary strains.fa others.fa
      See whether primers fit all strains, and how near others come
  gpulcs primer --check pair.fa -k 4 --products 50:3000 virus.fa host.fa.gz
      See what they would amplify
  gpulcs primer --check pair.fa -k 4 --format sam host.fa | samtools view -b
      Look at the sites in a genome browser
)"};

option differences_option(primer_options & options)
{
    return {.group = option_group::computation,
            .name = "-k,--differences",
            .placeholder = "K",
            .description = "Required: a primer has at least K edits to everything in\n"
                           "BACKGROUND, and K is at least 1. Sites (--check and\n"
                           "--products) have at most K; with --check, K may be 0",
            .set =
                [&options](std::string const & text)
            {
                options.differences = parse_number(text, "-k takes a number of edits, at least 1, or with --check 0");
            },
            .is_required = true};
}

option gc_option(primer_options & options)
{
    return {.group = option_group::computation,
            .name = "--gc",
            .placeholder = "MIN:MAX",
            .description = "Keep only primers with a GC content of MIN to MAX\n"
                           "percent, such as 40:60; nucleotides only",
            .set = [&options](std::string const & text)
            {
                options.gc = parse_gc_range(text);
            }};
}

option tm_option(primer_options & options)
{
    return {.group = option_group::computation,
            .name = "--tm",
            .placeholder = "MIN:MAX",
            .description = "Keep only primers that melt at MIN to MAX degrees Celsius,\n"
                           "such as 58:62; those below MIN are extended until they\n"
                           "reach it, up to --max-length. Nucleotides only",
            .set = [&options](std::string const & text)
            {
                options.tm = parse_temperature_range(text);
            }};
}

option all_targets_option(primer_options & options)
{
    return {.group = option_group::computation,
            .name = "--all-targets",
            .placeholder = "[J]",
            .description = "Keep only primers that occur in every record of TARGET,\n"
                           "with at most J edits (default: 0; less than K). A number\n"
                           "after it is J; a file with such a name is ./5",
            .set =
                [&options](std::string const & text)
            {
                options.all_targets = parse_number(text, "--all-targets takes a number of edits");
            },
            .default_value = "0"};
}

option best_option(primer_options & options)
{
    return {.group = option_group::computation,
            .name = "--best",
            .placeholder = "N",
            .description = "Keep only the N best primers of each record of TARGET,\n"
                           "spread over it: those with the most edits to BACKGROUND,\n"
                           "and the best melting temperatures, as explained below",
            .set = [&options](std::string const & text)
            {
                options.best = parse_number(text, "--best takes a number of primers, at least 1", 1);
            }};
}

// The options that say which primers to keep.
std::vector<option> filter_options(primer_options & options)
{
    return {number_option("--min-length",
                          options.min_length,
                          "--min-length takes a number of letters",
                          "Extend shorter primers to N letters, and drop those that\n"
                          "would extend beyond the end or an ambiguous letter"),
            number_option("--max-length",
                          options.max_length,
                          "--max-length takes a number of letters",
                          "Drop primers of more than N letters"),
            gc_option(options),
            tm_option(options),
            all_targets_option(options),
            best_option(options)};
}

option memory_option(primer_options & options)
{
    return {.group = option_group::hardware,
            .name = "--memory",
            .placeholder = "SIZE",
            .description = "Fail as soon as more memory than SIZE is needed, such as\n"
                           "500M or 4G (powers of 1024; default: no limit). To find\n"
                           "primers, in addition to the input, 8.25 bytes are needed\n"
                           "per letter of TARGET and 1 per letter of BACKGROUND (if it\n"
                           "has ambiguous letters to match, 8.5 and 2; half of that of\n"
                           "BACKGROUND with --one-strand; protein, char: 9 and 1.5).\n"
                           "With --all-targets, each thread needs 2 bytes (protein,\n"
                           "char: 3) per letter of the largest target, too, and with\n"
                           "J = 0 only the first target needs the 8.25. --best needs\n"
                           "48 more per letter of TARGET.\n"
                           "Sites are found in 64 million letters, or a longer\n"
                           "sequence, at a time: 1 byte per letter, 112 per site, and\n"
                           "56 per site that is being written; counted after every\n"
                           "64 primers. What threads need is not counted: some\n"
                           "megabytes each, more for long primers with many edits",
            .set = [&options](std::string const & text)
            {
                options.memory_limit = parse_size(text);
            }};
}

std::vector<file_argument> files(primer_options & options)
{
    return {path_argument("TARGET",
                          options.target,
                          "Sequences to find primers in: FASTA or FASTQ, plain or\n"
                          "compressed (gzip, bzip2, Zstandard); - is standard input"),
            {.name = "BACKGROUND",
             .description = "Sequences that primers must differ from, likewise",
             .set =
                 [&options](std::string const & path)
             {
                 options.backgrounds.push_back(path);
             },
             .is_repeatable = true,
             .is_optional = true}};
}

void check_best(primer_options const & options)
{
    auto const forbid = [&](bool const is_given, std::string const & option, std::string const & what)
    {
        if (options.best && is_given)
            throw usage_error{"--best chooses some primers, and " + option + ' ' + what + "; omit one of the two."};
    };
    forbid(options.products.has_value(), "--products", "chooses pairs of all");
    forbid(options.unique_regions, "--unique-regions", "lists where all are");
    forbid(options.profile.has_value(), "--profile", "has the lengths of all");
}

} // namespace

command_syntax primer_syntax(primer_options & options)
{
    command_syntax syntax{.name = "primer",
                          .description = "Find k-difference primers: substrings of TARGET at least\n"
                                         "K edits away from everything in BACKGROUND; or see where\n"
                                         "given primers may bind, and what they would amplify",
                          .files = files(options),
                          .footer = std::string{result_notes} + site_notes + timings_notes + file_notes + examples
                                  + exit_status_notes};

    syntax.options = {
        alphabet_option(options.alphabet),
        check_option(options),
        differences_option(options),
        choice_option<std::optional<bool>>(option_group::computation,
                                           "--unknown",
                                           options.cuts_at_ambiguous,
                                           {{"match", false}, {"break", true}},
                                           "What an ambiguous letter in BACKGROUND (for sites, in\n"
                                           "TARGET, too) does: match (default) whatever it may\n"
                                           "stand for; or break the sequence, so that nothing is\n"
                                           "compared with it"),
        flag(option_group::computation,
             "--one-strand",
             options.one_strand,
             "Primers may be like the reverse complement of BACKGROUND,\n"
             "to which primers of a PCR would bind"),
        choice_option<std::optional<table_format>>(option_group::output,
                                                   "--format",
                                                   options.format,
                                                   {{"bed", table_format::bed},
                                                    {"tsv", table_format::tsv},
                                                    {"json", table_format::json},
                                                    {"sam", table_format::sam}},
                                                   "Format: bed (default for primers); tsv, a tab-separated\n"
                                                   "table with a header (default for --best, --check and\n"
                                                   "--products); json, one object per line; or for sites sam"),
        flag(option_group::output,
             "--unique-regions",
             options.unique_regions,
             "Write the regions that primers cover, merged where they\n"
             "overlap or touch, instead of the primers"),
        output_file_option("--profile",
                           options.profile,
                           "Also write the primer lengths at all positions to FILE\n"
                           "in bedGraph format"),
        timings_option(options.timings)};
    std::ranges::move(filter_options(options), std::back_inserter(syntax.options));
    std::ranges::move(site_options(options), std::back_inserter(syntax.options));
    std::ranges::move(execution_options(options.execution,
                                        "Where to compute: auto (default), the faster one; cpu;\n"
                                        "or cuda"),
                      std::back_inserter(syntax.options));
    syntax.options.push_back(memory_option(options));
    return syntax;
}

bool searches_both_strands(primer_options const & options)
{
    return !options.one_strand && options.alphabet.starts_with("dna");
}

bool match_ambiguous_letters(primer_options const & options)
{
    return !options.cuts_at_ambiguous.value_or(!options.alphabet.starts_with("dna"));
}

void check(primer_options const & options)
{
    check_execution(options.execution);
    if (options.max_length < options.min_length)
        throw usage_error{"--max-length is less than --min-length; swap the two."};
    if (options.all_targets && *options.all_targets >= options.differences)
        throw usage_error{"--all-targets takes fewer edits than -k, which is " + std::to_string(options.differences)
                          + ", not " + std::to_string(*options.all_targets)
                          + ": primers must be more similar to every target than to the backgrounds."};
    check_site_options(options);
    check_best(options);
    if (match_ambiguous_letters(options) && !options.alphabet.starts_with("dna"))
        throw usage_error{"Backgrounds of the alphabet " + alphabet_label(options.alphabet)
                          + " are always cut at ambiguous letters; omit --unknown, or use --alphabet dna or iupac."};
    if (options.gc && !options.alphabet.starts_with("dna"))
        throw usage_error{"Sequences of the alphabet " + alphabet_label(options.alphabet)
                          + " have no GC content; omit --gc, or use --alphabet dna or iupac."};
    if (options.tm && !options.alphabet.starts_with("dna"))
        throw usage_error{"For sequences of the alphabet " + alphabet_label(options.alphabet)
                          + ", no melting temperature is known; omit --tm, or use --alphabet dna or iupac."};

    std::vector<std::string> inputs{options.backgrounds};
    inputs.push_back(options.target);
    if (options.check)
        inputs.push_back(*options.check);
    check_inputs(inputs);
    if (options.profile)
        check_output(*options.profile, {"--profile", "bedGraph", ".bedgraph"}, inputs);
}

} // namespace seqan3_gpulcs::app
