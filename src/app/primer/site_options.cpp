// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/site_options.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/app/app_error.hpp"
#include "src/app/command_line/option_values.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/primer/common_options.hpp"
#include "src/app/primer/primer_notes.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * check_examples{R"(Examples:
  gpulcs primer check -k 3 \
      test/data/mers_assays.fasta test/data/mers_emc_2012.fasta
      List where the primers of two assays may bind
  gpulcs primer check -k 3 --summary \
      test/data/mers_assays.fasta test/data/mers_genomes.fasta.gz
      See whether they fit all strains
  gpulcs primer check -k 3 --three-prime 5:1 --format sam \
      test/data/mers_assays.fasta test/data/mers_emc_2012.fasta
      List sites where the 3' end fits, for a genome browser
)"};

constexpr char const * products_examples{R"(Examples:
  gpulcs primer products -k 3 --size 50:300 \
      test/data/mers_assays.fasta test/data/mers_emc_2012.fasta
      List what the primers of two assays amplify in a virus
  gpulcs primer products -k 5 --size 50:3000 --three-prime 5:1 \
      test/data/mers_assays.fasta test/data/mers_genomes.fasta.gz
      List what they amplify in all strains, where their 3' ends fit
)"};

using formats = std::vector<choice<std::optional<table_format>>>;

option max_edits_option(primer_options & options, char const * const group)
{
    return edits_option(options,
                        {.group = group,
                         .name = "-k,--max-edits",
                         .description = "Required: most edits of a primer to a site; may be 0"},
                        "-k takes a number of edits",
                        0);
}

option site_format_option(primer_options & options, formats choices, std::string description)
{
    return choice_option(option_group::output, "--format", options.format, std::move(choices), std::move(description));
}

// The options of a command for given primers, between those of its input and of the hardware.
std::vector<option> with_shared_options(primer_options & options, std::vector<option> own)
{
    std::vector<option> all{nucleotides_option(options.alphabet)};
    std::ranges::move(own, std::back_inserter(all));
    all.push_back(timings_option(options.timings));
    std::ranges::move(hardware_options(options, site_memory_notes), std::back_inserter(all));
    return all;
}

} // namespace

command_syntax check_syntax(primer_options & options)
{
    std::vector<option> own{max_edits_option(options, option_group::sites)};
    std::ranges::move(site_filter_options(options, option_group::sites), std::back_inserter(own));
    own.push_back(unknown_option(options, option_group::sites, "TARGET or BACKGROUND"));
    own.push_back(flag(option_group::output,
                       "--summary",
                       options.summary,
                       "Write a row per primer, not per site: how many records of\n"
                       "TARGET have a site, and how near BACKGROUND comes"));
    own.push_back(site_format_option(options,
                                     {{"tsv", table_format::tsv},
                                      {"json", table_format::json},
                                      {"bed", table_format::bed},
                                      {"sam", table_format::sam}},
                                     "tsv (default), json, or for sites bed or sam"));
    return {.name = "check",
            .description = "List where given primers may bind, with at most K edits",
            .files = given_primer_files(options),
            .options = with_shared_options(options, std::move(own)),
            .examples = check_examples,
            .notes = check_notes()};
}

command_syntax products_syntax(primer_options & options)
{
    option size = range_option(option_group::products,
                               "--size",
                               "Required: products of MIN to MAX letters, such as 80:200",
                               [&options](std::string const & text)
                               {
                                   options.products = parse_length_range("--size", text);
                               });
    size.is_required = true;
    std::vector<option> own{max_edits_option(options, option_group::products), std::move(size)};
    std::ranges::move(site_filter_options(options, option_group::products), std::back_inserter(own));
    own.push_back(unknown_option(options, option_group::products, "TARGET or BACKGROUND"));
    own.push_back(site_format_option(options,
                                     {{"tsv", table_format::tsv}, {"json", table_format::json}},
                                     "tsv (default) or json, an object per line"));
    return {.name = "products",
            .description = "List what given primers amplify, with at most K edits",
            .files = given_primer_files(options),
            .options = with_shared_options(options, std::move(own)),
            .examples = products_examples,
            .notes = products_notes()};
}

void check_sites(primer_options const & options)
{
    bool const is_table = options.format != table_format::sam && options.format != table_format::bed;
    if (options.summary && !is_table)
        throw usage_error{"--format bed and sam are for sites, not for --summary; choose tsv or json, or omit one of "
                          "the two."};
}

primer::site_options make_site_options(primer_options const & options)
{
    primer::site_options wanted{.max_edits = options.differences,
                                .mismatches_only = options.mismatches_only,
                                .cuts_at_ambiguous = !match_ambiguous_letters(options)};
    if (options.three_prime)
    {
        wanted.three_prime_letters = options.three_prime->letters;
        wanted.max_three_prime_edits = options.three_prime->max_edits;
    }
    return wanted;
}

} // namespace seqan3_gpulcs::app
