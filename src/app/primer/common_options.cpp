// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/common_options.hpp"

#include <optional>
#include <utility>

#include "src/app/command_line/option_values.hpp"
#include "src/app/command_line/shared_options.hpp"

namespace seqan3_gpulcs::app
{

char const * const site_memory_notes{"Sites are found in 64 million bases, or a longer sequence,\n"
                                     "at a time: 1 byte per base, 112 per site, and 56 per site\n"
                                     "that is being written; counted after every 64 primers.\n"
                                     "What threads need is not counted: some megabytes each,\n"
                                     "more for long primers with many edits"};

std::vector<file_argument> given_primer_files(primer_options & options)
{
    return {{.name = "PRIMERS",
             .description = "FASTA, a table or Primer3's output; - is standard input",
             .set =
                 [&options](std::string const & path)
             {
                 options.primers = path;
             }},
            path_argument("TARGET",
                          options.target,
                          "Sequences to look in: FASTA or FASTQ, plain or compressed\n"
                          "(gzip, bzip2, Zstandard)"),
            background_argument(options, "More of them, where sites are not wanted")};
}

file_argument background_argument(primer_options & options, std::string description)
{
    return {.name = "BACKGROUND",
            .description = std::move(description),
            .set =
                [&options](std::string const & path)
            {
                options.backgrounds.push_back(path);
            },
            .is_repeatable = true,
            .is_optional = true};
}

option range_option(char const * const group, std::string name, std::string description, value_setter set)
{
    return {.group = group,
            .name = std::move(name),
            .placeholder = "MIN:MAX",
            .description = std::move(description),
            .set = std::move(set)};
}

option edits_option(primer_options & options, option each, char const * const requirement, std::uint64_t const min)
{
    each.placeholder = "K";
    each.is_required = true;
    each.set = [&options, requirement, min](std::string const & text)
    {
        options.differences = parse_number(text, requirement, min);
    };
    return each;
}

option unknown_option(primer_options & options, char const * const group, std::string const & what)
{
    return shortened(
        choice_option<std::optional<bool>>(group,
                                           "--unknown",
                                           options.cuts_at_ambiguous,
                                           {{"match", false}, {"break", true}},
                                           "What an ambiguous letter of " + what
                                               + "\ndoes: match (default) whatever it may stand for; or break\n"
                                                 "the sequence, so that nothing is compared with it"),
        "Ambiguous letters: match (default), or break a sequence");
}

std::vector<option> site_filter_options(primer_options & options, char const * const group)
{
    return {shortened({.group = group,
                       .name = "--three-prime",
                       .placeholder = "N:E",
                       .description = "Only sites with at most E edits in the last N letters of\n"
                                      "the primer, such as 5:1",
                       .set =
                           [&options](std::string const & text)
                       {
                           options.three_prime = parse_three_prime_limit(text);
                       }},
                      "Only sites with at most E edits in the last N letters"),
            flag(group, "--mismatches-only", options.mismatches_only, "Only sites without insertions and deletions")};
}

std::vector<option> hardware_options(primer_options & options, std::string const & memory_notes)
{
    std::vector<option> hardware = execution_options(options.execution,
                                                     "Where to compute: auto (default), the faster one; cpu;\n"
                                                     "or cuda");
    hardware.push_back(shortened({.group = option_group::hardware,
                                  .name = "--memory",
                                  .placeholder = "SIZE",
                                  .description = "Fail as soon as more memory than SIZE is needed, such as\n"
                                                 "500M or 4G (powers of 1024; default: no limit). "
                                               + memory_notes,
                                  .set =
                                      [&options](std::string const & text)
                                  {
                                      options.memory_limit = parse_size(text);
                                  }},
                                 "Fail if more memory than SIZE is needed, such as 500M"));
    return hardware;
}

} // namespace seqan3_gpulcs::app
