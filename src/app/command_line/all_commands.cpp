// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/command_line/all_commands.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * examples{R"(Examples:
  gpulcs lcs strain1.fa strain2.fa > table.tsv
  gpulcs lcs --all-pairs --alignment alignments.paf a.fa.gz b.fa.gz
  gpulcs edit --all-pairs --max-distance 2 barcodes.fa
  gpulcs search queries.fa database.fa > hits.tsv
  gpulcs demultiplex barcodes.fa reads.fq.gz > reads.tsv
  gpulcs primer find -k 5 virus.fa host.fa > primers.bed
  gpulcs plot alignments.paf > picture.svg
  gpulcs devices
  gpulcs lcs --help
)"};

} // namespace

std::vector<command_syntax> all_commands(all_options & options)
{
    return {pair_syntax(options.lcs),
            pair_syntax(options.edit),
            search_syntax(options.search),
            demultiplex_syntax(options.demultiplex),
            primer_syntax(options.primer),
            plot_syntax(options.plot),
            devices_syntax(options.devices)};
}

void add_information_options(command_syntax & command)
{
    for (information_option const & each : {help_option, version_option})
        command.options.push_back({.group = option_group::help, .name = each.name, .description = each.description});
    for (command_syntax & below : command.commands)
        add_information_options(below);
}

command_syntax program_syntax()
{
    return {.name = "gpulcs",
            .description = "Compare sequences exactly, on all CPU cores and on CUDA devices",
            .examples = examples};
}

} // namespace seqan3_gpulcs::app
