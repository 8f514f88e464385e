// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/site_options.hpp"

#include <string>

#include "src/app/app_error.hpp"
#include "src/app/command_line/option_values.hpp"
#include "src/app/io/fasta/alphabet.hpp"

namespace seqan3_gpulcs::app
{

char const * const site_notes{R"(
Sites: With --check, PRIMERS has the primers, in 5'->3' direction: FASTA; a table,
tab-separated with a header that has the columns id and sequence, as --format tsv
writes it, or the columns of products below; or the output of Primer3 with tags
such as PRIMER_LEFT_0_SEQUENCE. Each primer must have a name of its own. An
ambiguous letter, of a primer or of a sequence, matches all that it may stand for;
gaps and --unknown break are for all sequences. A site is where a primer may bind:
letters of a sequence (strand +) or of its reverse complement (strand -) that are
at most K edits away from the whole primer. With edits, sites come in groups that
end next to each other, at the 3' end of the primer. Only the best of a group is
listed: the edits do not go down any further from there, in either direction; and
of equal ones next to each other, the last. The order is that of files, records,
begin, end, strand and primer. The tables have these columns:
  primer           its id; in a table that also has the columns begin and end, as
                   the program's own, ID:BEGIN-END(+); for Primer3's output, the
                   SEQUENCE_ID with _LEFT_0, _RIGHT_0, _INTERNAL_0 and so on
  role             target or background; empty (in JSON null) if only one file of
                   sequences is given, because it may be either. Several hosts
                   without a target can be given as one: cat h1.fa h2.fa | ... -
  file sequence    the file as it was given, and the id of the record
  begin end        the position, counted from 0, of the first letter, and the one
                   after the last letter
  strand           + or -
  edits            letters inserted, deleted or substituted
  three_prime_edits
                   those in the last N letters of the primer (--three-prime), or
                   in the last 5
  cigar            the alignment in the direction of the primer: = (match), X
                   (substitution), I (letter of the primer only) and D (letter of
                   the site only)
In BED, the name is the primer, and the score the edits, or 1000 if that is less.
SAM has a line per site, with the flag 16 for the strand -, letters and CIGAR in
the direction of the sequence, and the tags NM (edits) and X3 (three_prime_edits).

Summary: With --summary, there is one row per primer. A target is a record of
TARGET; only sites as above count, so with at most K edits. With one file of
sequences, which may be either, the columns about targets tell what is so if it is
TARGET, and those about backgrounds what is so if it is BACKGROUND:
  primer length    the id, and its number of letters
  targets          the number of targets
  targets_with_site targets_without_site
                   those of them with a site, and those without one
  max_target_edits of the targets with a site, the edits of the best site of that
                   which the primer fits worst; empty (null) without sites
  target_sites background_sites
                   the number of sites in TARGET, and in BACKGROUND
  min_background_edits
                   the fewest edits of a site in BACKGROUND; empty (null) without
                   sites: then each has more than K
  min_background_three_prime_edits
                   of the sites with so few edits, the fewest three_prime_edits

Products: Two sites on one sequence face each other if the first is on strand +,
the second on strand -, and the first neither begins nor ends after the second.
Their product is everything from the begin of the first to the end of the second.
Both may be sites of one primer, and they may overlap. Probes have none: Primer3's
internal oligos, and primers of FASTA whose description begins with probe, as in
>P1_Prb probe. With --check, any two primers may have products. Without, pairs are
chosen in each target from the left: the first primer of more than K letters for
which there is a partner, and the partner, which is the reverse complement of the
first primer after it with which the product has MIN to MAX letters; the next pair
begins where this product ends. Their names are ID_LEFT_0 and ID_RIGHT_0, then
ID_LEFT_1 and so on. Only partners have products with each other, or with
themselves. For primers to be ordered, add the options for their lengths. MIN:MAX
is about the best sites of groups: with others, products are some letters longer
or shorter. The table has these columns:
  wanted           yes for products in TARGET, no for those in BACKGROUND
                   (in JSON true and false); empty (null) with one file, as above
  file sequence begin end length
                   the product, as above; length is end - begin
  forward reverse  the primers of the first and the second site
  forward_edits reverse_edits
  forward_three_prime_edits reverse_three_prime_edits
                   the edits of the sites, as above
  forward_sequence reverse_sequence
                   the letters of the primers
)"};

namespace
{

void require_no_search_options(primer_options const & options)
{
    auto const forbid = [](bool const is_given, std::string const & option)
    {
        if (is_given)
            throw usage_error{option
                              + " is about primers to be found, but --check lists the sites of those in a file; "
                                "omit one of the two."};
    };
    primer_options const defaults{};
    forbid(options.min_length != defaults.min_length, "--min-length");
    forbid(options.max_length != defaults.max_length, "--max-length");
    forbid(options.gc.has_value(), "--gc");
    forbid(options.tm.has_value(), "--tm");
    forbid(options.all_targets.has_value(), "--all-targets");
    forbid(options.best.has_value(), "--best");
    forbid(options.unique_regions, "--unique-regions");
    forbid(options.profile.has_value(), "--profile");
    if (options.one_strand)
        throw usage_error{"--check always looks at both strands; omit --one-strand."};
}

void check_site_format(primer_options const & options)
{
    bool const is_table = options.products || options.summary;
    if (options.format == table_format::sam && (!options.check || is_table))
        throw usage_error{
            std::string{"--format sam is for the sites of --check, without --products or --summary; choose "}
            + (is_table ? "tsv or json." : "bed, tsv or json.")};
    if (options.format == table_format::bed && is_table)
        throw usage_error{std::string{"--format bed is not for "} + (options.products ? "products" : "summaries")
                          + "; choose tsv or json."};
}

} // namespace

option check_option(primer_options & options)
{
    return {.group = option_group::input,
            .name = "--check",
            .placeholder = "PRIMERS",
            .description = "List the sites of the primers in this file, with at most\n"
                           "K edits and on both strands, in TARGET and BACKGROUND, of\n"
                           "which there may be none, instead of finding primers:\n"
                           "FASTA, a table or Primer3's output, explained below",
            .set =
                [&options](std::string const & path)
            {
                options.check = path;
            },
            .path = path_kind::file};
}

std::vector<option> site_options(primer_options & options)
{
    return {{.group = option_group::computation,
             .name = "--products",
             .placeholder = "MIN:MAX",
             .description = "List what primers whose sites face each other would\n"
                            "amplify, of MIN to MAX letters, such as 80:200: with\n"
                            "--check, any two of PRIMERS; otherwise pairs chosen of\n"
                            "the primers that are found, as explained below",
             .set =
                 [&options](std::string const & text)
             {
                 options.products = parse_length_range(text);
             }},
            {.group = option_group::computation,
             .name = "--three-prime",
             .placeholder = "N:K",
             .description = "Only sites with at most K edits in the last N letters of\n"
                            "the primer, such as 5:1",
             .set =
                 [&options](std::string const & text)
             {
                 options.three_prime = parse_three_prime_limit(text);
             }},
            flag(option_group::computation,
                 "--mismatches-only",
                 options.mismatches_only,
                 "Only sites without insertions and deletions"),
            flag(option_group::output,
                 "--summary",
                 options.summary,
                 "With --check, write one row per primer instead of one per\n"
                 "site: how many targets have a site, and how near\n"
                 "BACKGROUND comes")};
}

void check_site_options(primer_options const & options)
{
    if (options.summary && !options.check)
        throw usage_error{"--summary is about the sites of given primers; add --check PRIMERS, or omit it."};
    if (options.summary && options.products)
        throw usage_error{"--summary has a row per primer, and --products one per product; omit one of the two."};
    check_site_format(options);
    if (options.check)
        require_no_search_options(options);
    if (!options.check && options.differences == 0)
        throw usage_error{"-k takes a number of edits, at least 1, not '0'; only --check takes 0."};
    if (!options.check && options.backgrounds.empty())
        throw usage_error{"No file is given for BACKGROUND; only --check needs none."};

    if (!options.check && !options.products)
    {
        if (options.three_prime || options.mismatches_only)
            throw usage_error{
                std::string{options.three_prime ? "--three-prime" : "--mismatches-only"}
                + " is about the sites of primers; add --check PRIMERS or --products MIN:MAX, or omit it."};
        return;
    }
    if (options.unique_regions)
        throw usage_error{"--products lists products, and --unique-regions regions; omit one of the two."};
    if (!options.alphabet.starts_with("dna"))
        throw usage_error{"Sequences of the alphabet " + alphabet_label(options.alphabet)
                          + " have no sites of primers, which bind to nucleotides; omit "
                          + (options.check ? "--check" : "--products") + ", or use --alphabet dna or iupac."};
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
