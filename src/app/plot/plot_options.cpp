// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/plot/plot_options.hpp"

#include "src/app/command_line/shared_options.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * notes{
    R"(The picture goes to standard output, in SVG format. It fits light and dark
screens, and has a limited size, however large the sequences are. Positions are in
base pairs (bp), or thousands (k), millions (M) and so on of them.

Alignments (PAF) become a dot plot: targets from left to right, queries from the
bottom up, each end to end in the order of the file. The path of an alignment is
cut into windows, whose colour and width show their identity: matches / letters of
the longer side. Even the longest common subsequence of unrelated DNA has 2/3
of its letters; so windows below 75 % are thin and pale.

Where a CIGAR string (cg:Z:) has M, and so does not tell which letters match, all
of them have the same share of matches: 1 minus the divergence (de:f: or dv:f:)
where there is one, else column 10 / letters of M. Gaps have no matches, so long
ones are thin and pale. An alignment without a CIGAR string is a straight line; as
many letters of its shorter side are matches as the divergence says, or column 10.
The legend says so.

Numbers along sequences (bedGraph) become a panel per sequence, up to 100 of them:
the smallest number at each place as a line, and as an area up to the largest one
where a pixel stands for several positions. Positions begin at 0, wherever the
first number is. The axis of numbers is logarithmic if all are positive, and the
largest is at least 20 times the smallest.
)"};

constexpr char const * examples{R"(Examples:
  gpulcs lcs --alignment path.paf a.fa b.fa && gpulcs plot path.paf > path.svg
      Draw the longest common subsequence of two genomes
  gpulcs primer find -k 3 --profile a.bedgraph a.fa b.fa > a.bed
  gpulcs plot a.bedgraph > lengths.svg
      Draw the lengths of the shortest primers along a genome
  minimap2 -c --eqx a.fa b.fa | gpulcs plot - > alignments.svg
      Draw the alignments of another program
  gpulcs plot --equal-scales path.paf | rsvg-convert -f pdf > path.pdf
      Make a PDF; rsvg-convert (Debian's librsvg2-bin) also makes PNG
)"};

} // namespace

command_syntax plot_syntax(plot_options & options)
{
    return {.name = "plot",
            .description = "Draw alignments, or numbers along sequences, as a picture",
            .files = {path_argument("INPUT",
                                    options.input,
                                    "Alignments in PAF format, as gpulcs lcs --alignment\n"
                                    "writes them, or bedGraph, as gpulcs primer find --profile\n"
                                    "does; plain or compressed (gzip, bzip2, Zstandard);\n"
                                    "- is standard input")},
            .options = {flag(option_group::output,
                             "--equal-scales",
                             options.equal_scales,
                             "Give both axes of a dot plot the same scale: sequences of\n"
                             "equal length make a square, and a copy lies at 45 degrees")},
            .examples = examples,
            .notes = notes};
}

void check(plot_options const & options)
{
    check_inputs({options.input});
}

} // namespace seqan3_gpulcs::app
