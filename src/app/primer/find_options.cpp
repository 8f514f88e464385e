// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/find_options.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/app/app_error.hpp"
#include "src/app/command_line/option_values.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/primer/common_options.hpp"
#include "src/app/primer/primer_notes.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * find_examples{R"(Examples:
  gpulcs primer find -k 3 --max-length 25 \
      test/data/mers_emc_2012.fasta test/data/mers_ksa_camel_376.fasta
      List what only the first of two viruses has
  gpulcs primer find -k 2 --best 3 --tm 58:62 \
      test/data/mers_emc_2012.fasta test/data/mers_ksa_camel_376.fasta
      Choose the 3 best primers
  gpulcs primer find -k 3 --min-length 18 --max-length 30 --products 80:1000 \
      test/data/mers_emc_2012.fasta test/data/mers_ksa_camel_376.fasta
      Choose pairs of primers, and list what else they would amplify
)"};

constexpr char const * find_memory_notes{"To find\n"
                                         "primers, in addition to the input, 8.25 bytes are needed\n"
                                         "per letter of TARGET and 1 per letter of BACKGROUND (if it\n"
                                         "has ambiguous letters to match, 8.5 and 2; half of that of\n"
                                         "BACKGROUND with --one-strand; protein, char: 9 and 1.5).\n"
                                         "With --all-targets, each thread also needs 2 bytes\n"
                                         "(protein, char: 3) per letter of the largest target, and\n"
                                         "with J = 0 only the first target needs the 8.25. --best\n"
                                         "needs 48 more per letter of TARGET. With --products, sites\n"
                                         "are also found.\n"};

option all_targets_option(primer_options & options)
{
    return shortened({.group = option_group::primers,
                      .name = "--all-targets",
                      .placeholder = "[J]",
                      .description = "Keep only primers that occur in every record of TARGET,\n"
                                     "with at most J edits (default: 0; less than K). A number\n"
                                     "after it is J; write ./5 for a file named 5",
                      .set =
                          [&options](std::string const & text)
                      {
                          options.all_targets = parse_number(text, "--all-targets takes a number of edits");
                      },
                      .default_value = "0"},
                     "Keep those in all records of TARGET, with up to J edits");
}

option best_option(primer_options & options)
{
    return {.group = option_group::primers,
            .name = "--best",
            .placeholder = "N",
            .description = "Keep the N best of each record of TARGET, spread over it",
            .set = [&options](std::string const & text)
            {
                options.best = parse_number(text, "--best takes a number of primers, at least 1", 1);
            }};
}

option length_option(std::string name, std::uint64_t & length, char const * const requirement, std::string description)
{
    return in_group(option_group::primers, number_option(std::move(name), length, requirement, std::move(description)));
}

option gc_option(primer_options & options)
{
    return shortened(range_option(option_group::primers,
                                  "--gc",
                                  "Keep only primers with a GC content of MIN to MAX\n"
                                  "percent, such as 40:60; nucleotides only",
                                  [&options](std::string const & text)
                                  {
                                      options.gc = parse_gc_range(text);
                                  }),
                     "Keep those with MIN to MAX percent of G and C");
}

option tm_option(primer_options & options)
{
    return shortened(range_option(option_group::primers,
                                  "--tm",
                                  "Keep only primers that melt at MIN to MAX degrees Celsius,\n"
                                  "such as 58:62; those below MIN are extended until they\n"
                                  "reach it, up to --max-length. Nucleotides only",
                                  [&options](std::string const & text)
                                  {
                                      options.tm = parse_temperature_range(text);
                                  }),
                     "Extend them to melt at MIN to MAX degrees Celsius");
}

option one_strand_option(primer_options & options)
{
    return shortened(flag(option_group::primers,
                          "--one-strand",
                          options.one_strand,
                          "Primers may be similar to the reverse complement of\n"
                          "BACKGROUND, to which primers of a PCR would bind"),
                     "Ignore the reverse complement of BACKGROUND");
}

// The options that say which primers are found, and which of them are kept.
std::vector<option> which_primers(primer_options & options)
{
    return {edits_option(options,
                         {.group = option_group::primers,
                          .name = "-k,--min-edits",
                          .description = "Required: edits to all of BACKGROUND, at least 1"},
                         "-k takes a number of edits, at least 1",
                         1),
            shortened(length_option("--min-length",
                                    options.min_length,
                                    "--min-length takes a number of letters",
                                    "Extend shorter primers to N letters, and drop those that\n"
                                    "would extend beyond the end or an ambiguous letter"),
                      "Extend shorter ones to N letters"),
            length_option("--max-length",
                          options.max_length,
                          "--max-length takes a number of letters",
                          "Drop those of more than N letters"),
            gc_option(options),
            tm_option(options),
            all_targets_option(options),
            best_option(options),
            one_strand_option(options),
            unknown_option(options, option_group::primers, "BACKGROUND")};
}

std::vector<option> which_pairs(primer_options & options)
{
    std::vector<option> pairs{range_option(option_group::pairs,
                                           "--products",
                                           "Choose pairs with a product of MIN to MAX letters, and\n"
                                           "list all of this size that have at most K edits",
                                           [&options](std::string const & text)
                                           {
                                               options.products = parse_length_range("--products", text);
                                           })};
    std::ranges::move(site_filter_options(options, option_group::pairs), std::back_inserter(pairs));
    return pairs;
}

std::vector<option> find_outputs(primer_options & options)
{
    return {choice_option<std::optional<table_format>>(
                option_group::output,
                "--format",
                options.format,
                {{"bed", table_format::bed}, {"tsv", table_format::tsv}, {"json", table_format::json}},
                "bed (default), tsv (default with --best or --products) or\n"
                "json, an object per line"),
            flag(option_group::output,
                 "--unique-regions",
                 options.unique_regions,
                 "Write the merged regions that primers cover instead"),
            output_file_option("--profile", options.profile, "Also write all primer lengths to FILE, as bedGraph"),
            timings_option(options.timings)};
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

void check_pairs(primer_options const & options)
{
    if (!options.products)
    {
        if (options.three_prime || options.mismatches_only)
            throw usage_error{std::string{options.three_prime ? "--three-prime" : "--mismatches-only"}
                              + " is about the sites of pairs; add --products MIN:MAX, or omit it."};
        return;
    }
    if (options.unique_regions)
        throw usage_error{"--products lists products, and --unique-regions regions; omit one of the two."};
    if (options.format == table_format::bed)
        throw usage_error{"--format bed is not for --products; choose tsv or json."};
    if (!options.alphabet.starts_with("dna"))
        throw usage_error{"Sequences of the alphabet " + alphabet_label(options.alphabet)
                          + " have no products; omit --products, or use --alphabet dna or iupac."};
}

void check_nucleotides(primer_options const & options)
{
    if (options.alphabet.starts_with("dna"))
        return;
    std::string const label = alphabet_label(options.alphabet);
    if (match_ambiguous_letters(options))
        throw usage_error{"Backgrounds of the alphabet " + label
                          + " are always cut at ambiguous letters; omit --unknown, or use --alphabet dna or iupac."};
    if (options.gc)
        throw usage_error{"Sequences of the alphabet " + label
                          + " have no GC content; omit --gc, or use --alphabet dna or iupac."};
    if (options.tm)
        throw usage_error{"For sequences of the alphabet " + label
                          + ", no melting temperature is known; omit --tm, or use --alphabet dna or iupac."};
}

} // namespace

command_syntax find_syntax(primer_options & options)
{
    command_syntax syntax{.name = "find",
                          .description = "Find primers at least K edits from all of BACKGROUND",
                          .examples = find_examples,
                          .notes = find_notes()};
    syntax.files = {path_argument("TARGET",
                                  options.target,
                                  "Sequences to find primers in: FASTA or FASTQ, plain or\n"
                                  "compressed (gzip, bzip2, Zstandard); - is standard input"),
                    background_argument(options, "Sequences that primers must differ from, likewise")};
    syntax.files.back().is_optional = false;

    syntax.options.push_back(alphabet_option(options.alphabet));
    for (std::vector<option> each : {which_primers(options),
                                     which_pairs(options),
                                     find_outputs(options),
                                     hardware_options(options, std::string{find_memory_notes} + site_memory_notes)})
        std::ranges::move(each, std::back_inserter(syntax.options));
    return syntax;
}

void check_find(primer_options const & options)
{
    if (options.max_length < options.min_length)
        throw usage_error{"--max-length is less than --min-length; swap the two."};
    if (options.all_targets && *options.all_targets >= options.differences)
        throw usage_error{"--all-targets takes fewer edits than -k, which is " + std::to_string(options.differences)
                          + ", not " + std::to_string(*options.all_targets)
                          + ": primers must be more similar to every target than to the backgrounds."};
    check_pairs(options);
    check_best(options);
    check_nucleotides(options);
}

} // namespace seqan3_gpulcs::app
