// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_notes.hpp"

#include "src/app/command_line/shared_options.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * found_text{
    R"(The primer at a position of a target is the shortest substring starting there that
is at least K edits (letters inserted, deleted or substituted) away from every
substring of every background. Primers contain no ambiguous letters: nucleotides
other than A, C, G and T, and in proteins B, J, X and Z. In backgrounds, an
ambiguous nucleotide matches all letters that it may stand for, so primers differ
from whatever it turns out to be. No substring extends across a gap, which is 10 or
more N in a row; nor, with --unknown break and in proteins, across an ambiguous
letter. A primer binds to either strand, so nucleotides are compared with both
strands of the backgrounds, unless --one-strand is given. All sequences are kept in
memory.

With --all-targets, a primer also has at most J edits to a substring of each
target, or of its reverse complement (not with --one-strand). An ambiguous letter
of a target may be any letter, so no such substring has one. A record is one
target: join the contigs of a strain with N. What several targets have in common is
listed for the first of them; with J = 0, that is always the first one. With J > 0,
--max-length saves most of the time.

Ranking: With --best N, at most N primers per target are listed, the best one
first. A primer with more edits to BACKGROUND is better. Among primers with equally
many, it is the one whose melting temperature is nearer to the middle of --tm, or to
60, in tenths of a degree; and then the left one. A primer is left out if it
overlaps a better one, or starts nearer to it than a 2N-th part of the target, so
that primers are spread. Only primers that --min-length or --tm extended can have
more than K edits; to count them takes another search of their positions for each
further edit.

Output: Standard output is BED, one line per position that has a primer, in order:
the id of the target; the position, counted from 0; the position after the last
letter of the primer; a dot as the name; K, at most 1000, as the score; and + as
the strand. With --unique-regions, a line has the first three fields only.
With --best, lines are ordered by rank, which is the name, and the score has the
edits to BACKGROUND. If there are no primers, standard error says why.

The tables have these columns:
  rank             only with --best: 1 is the best primer of the target
  id start end     the first three fields of BED
  length           end - start
  gc               GC content in percent; empty (in JSON null) for proteins and
                   char
  tm               melting temperature in degrees Celsius, that of Primer3's
                   defaults (SantaLucia 1998; 50 mM of monovalent and 1.5 mM of
                   divalent cations, 0.6 mM of dNTPs, 50 nM of the primer); empty
                   where gc is, and above 60 bases
  min_background_edits
                   only with --best: the edits to what is most similar to the
                   primer in BACKGROUND, at least K
  sequence         the letters

The file of --profile is bedGraph, which genome browsers draw as a curve: the
primer length at each position that has a primer. Neighbours of equal length share
a line.
)"};

constexpr char const * pair_text{R"(
Pairs: With --products, pairs are chosen in each target from the left: the first
primer of more than K letters that has a partner, and this partner. The partner is
the reverse complement of the first primer after it with which the product has MIN
to MAX letters. The next pair starts where this product ends. Their names are
ID_LEFT_0 and ID_RIGHT_0, then ID_LEFT_1 and so on. Only partners have products with
each other, or with themselves. For primers to be ordered, add the options for
their lengths. The output is the table of products of the pairs, in TARGET and in
BACKGROUND, that have MIN to MAX letters; gpulcs primer products with this table
as its primers and another range lists what else they amplify.
)"};

constexpr char const * site_text{
    R"(A site is where a primer may bind: letters of a sequence (strand +) or of its
reverse complement (strand -) that are at most K edits away from the whole primer.
An ambiguous letter, of a primer or of a sequence, matches all that it may stand
for; 10 or more N in a row are a gap, across which no site extends. With edits,
sites come in groups that end next to each other, at the 3' end of the primer. Only
the best of a group is listed: the edits do not go down any further from there, in
either direction; and of equal ones next to each other, the last.
)"};

constexpr char const * given_text{R"(
Primer files: PRIMERS has the primers, in 5'->3' direction. Each primer must have a
name of its own. The file is one of these:
  FASTA            the name is the id of the record
  a table          tab-separated with a header that has the columns id and
                   sequence, as gpulcs primer find --format tsv writes it, or those
                   of products. With the columns start, end, length and gc, which
                   tables of gpulcs have, the name of a primer is ID:START-END(+)
  Primer3's output
                   with tags such as PRIMER_LEFT_0_SEQUENCE; the name is the
                   SEQUENCE_ID with _LEFT_0, _RIGHT_0, _INTERNAL_0 and so on
)"};

constexpr char const * site_columns_text{R"(
Output: The table has one row per site, in the order of files, records, start, end,
strand and primer, and these columns:
  primer           its name
  role             target or background; empty (in JSON null) if only one file of
                   sequences is given, because it may be either. Several hosts
                   without a target can be given as one: cat h1.fa h2.fa | ... -
  file sequence    the file as it was given, and the id of the record
  start end        the position, counted from 0, of the first letter, and the one
                   after the last letter
  strand           + or -
  edits            letters inserted, deleted or substituted
  three_prime_edits
                   those in the last N letters of the primer (--three-prime), or
                   in the last 5
  cigar            the alignment in the direction of the primer: = (match), X
                   (substitution), I (letter of the primer only) and D (letter of
                   the site only)
In BED, the name is the primer, and the score the edits, at most 1000.
SAM has a line per site, with the flag 16 for the strand -, letters and CIGAR in
the direction of the sequence, and the tags NM (edits) and X3 (three_prime_edits).

Summary: With --summary, there is one row per primer. A target is a record of
TARGET; only sites as above count, so with at most K edits. If one file of sequences
is given, which may be either, the columns about targets tell what is so if it is
TARGET, and those about backgrounds what is so if it is BACKGROUND:
  primer length    the name, and its number of letters
  targets          the number of targets
  targets_with_site targets_without_site
                   those of them with a site, and those without one
  max_target_edits
                   of the targets with a site, the edits of the best site of
                   that which the primer fits worst; empty (null) without sites
  target_sites background_sites
                   the number of sites in TARGET, and in BACKGROUND
  min_background_edits
                   the fewest edits of a site in BACKGROUND; empty (null) without
                   sites: then each has more than K
  min_background_three_prime_edits
                   of the sites with so few edits, the fewest three_prime_edits
)"};

constexpr char const * product_text{R"(
Products: Two sites on one sequence face each other if the first is on strand +,
the second on strand -, and the first neither starts nor ends after the second.
Their product is everything from the start of the first to the end of the second.
Both may be sites of one primer, and they may overlap. MIN:MAX is about the best
sites of groups: with others, products are some letters longer or shorter. The table
has these columns:
  wanted           yes for products in TARGET, no for those in BACKGROUND (in JSON
                   true and false); empty (null) if only one file of sequences is
                   given, because it may be either
  file sequence    the file as it was given, and the id of the record
  start end        the position, counted from 0, of the first letter, and the one
                   after the last letter
  length           end - start
  forward reverse  the primers of the first and the second site
  forward_edits reverse_edits
  forward_three_prime_edits reverse_three_prime_edits
                   the edits of the sites, and those in the last N letters of the
                   primers (--three-prime), or in the last 5
  forward_sequence reverse_sequence
                   the letters of the primers
)"};

constexpr char const * probe_text{R"(
Probes: Any two primers may have products, but probes have none. Probes are
Primer3's internal oligos, and primers of FASTA whose description begins with
probe, as in >P1_Prb probe.
)"};

// The steps are "primers", "sites" or both.
std::string timings_notes(std::string const & steps)
{
    return R"(
Timings: With --timings, standard error has a line for each of these:
  reading packing  seconds of waiting for input files, and of encoding letters,
                   which threads do meanwhile
)" + steps
         + R"(  transfer kernel  the parts of that spent copying to and from a CUDA device and
                   computing on it, added up where they overlap; 0 on the CPU
  writing total    seconds for writing the output, and for everything
  device_memory    bytes used of a CUDA device
  route            where the work was planned to go, and the seconds expected
  backend          what computed: cpu or cuda
)";
}

constexpr char const * primers_step{"  primers          seconds for finding the primers\n"};
constexpr char const * sites_step{"  sites            seconds for finding the sites\n"};
constexpr char const * sites_of_pairs_step{"  sites            the same for the sites of pairs, with --products\n"};

} // namespace

std::string find_notes()
{
    return std::string{found_text} + pair_text + product_text
         + timings_notes(std::string{primers_step} + sites_of_pairs_step) + file_notes;
}

std::string check_notes()
{
    return std::string{site_text} + given_text + site_columns_text + timings_notes(sites_step) + file_notes;
}

std::string products_notes()
{
    return std::string{site_text} + product_text + probe_text + given_text + timings_notes(sites_step) + file_notes;
}

} // namespace seqan3_gpulcs::app
