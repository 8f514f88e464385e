// SPDX-License-Identifier: BSD-3-Clause

#include "command_line.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <ranges>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/version.hpp>

#include "../app_error.hpp"
#include "../io/alphabet.hpp"
#include "../io/same_file.hpp"
#include "../readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * exit_text{R"(
Exit status: 0 success, 1 an input, an output or this machine is not as it should
be, 2 the command line makes no sense, 130 stopped with Ctrl-C (143 SIGTERM).)"};

constexpr char const * files_text{R"(
Inputs: The id of a record is its header up to the first white space, at most
1 MiB. The rest of the header is skipped and takes no memory. Control characters
in an id, and bytes that are not UTF-8, are written as \x1B and the like. White
space at the end of a line is skipped, except where it is a letter (--alphabet
char); within a line there may be 256 KiB of it in a row. A record in memory takes
about 100 bytes beside its id and letters.

A file that FILE names as an output appears when it is complete. One that is
already there is replaced, with its mode and owner kept; of a symbolic link, what
it points to; other hard links keep the old content. A file that cannot be
replaced, such as a mount point or one in a write-protected folder, is overwritten
at the end. A pipe, a device or a descriptor such as /dev/fd/3 is written to
directly. Behind '--' all arguments are files.
)"};

constexpr char const * general_examples{R"(
Examples:
  gpulcs lcs reads.fa references.fa > table.tsv
  gpulcs lcs --all-pairs --alignment alignments.paf a.fa.gz b.fa.gz
  gpulcs search queries.fa database.fa > hits.tsv
  gpulcs primer -k 5 virus.fa host.fa others.fa > primers.bed
  gpulcs devices
  gpulcs lcs --help
)"};

constexpr char const * lcs_text{R"(
A and B are FASTA or FASTQ, plain or gzip; '-' is standard input.

The table goes to standard output, a row for each pair, with these columns:
  id1 id2          the headers of the records up to the first white space
  length1 length2  their numbers of letters
  lcs              the length of a longest common subsequence
  identity         lcs / max(length1, length2); 1 where both are empty

The alignment file has a line of PAF for each pair: sequence 1 is the query,
sequence 2 the target. Its tag cg:Z: is a CIGAR string of = (match), I (a letter
of sequence 1 only) and D (a letter of sequence 2 only).
)"};

constexpr char const * lcs_examples{R"(
Examples:
  gpulcs lcs a.fa b.fa
      record i of a.fa with record i of b.fa
  gpulcs lcs --all-pairs --format json a.fq.gz b.fq.gz > table.jsonl
  gpulcs lcs --all-pairs --format phylip genomes.fa genomes.fa > distances.phy
      every record with every record
  gpulcs lcs --alignment genomes.paf --memory 4G --timings a.fa b.fa
      the alignments too
  zcat proteins.fa.gz | gpulcs lcs --alphabet protein - others.fa
      standard input
)"};

constexpr char const * search_text{R"(
QUERY and DB are FASTA or FASTQ, plain or gzip; '-' is standard input. DB is read
piece by piece: it may be larger than the memory.

The table goes to standard output, a row for each hit, the best first, one query
after the other, with these columns:
  rank             1 for the best hit of the query; of equal hits, the one that
                   comes first in DB is the better one
  id1 id2          the headers of query and hit up to the first white space
  length1 length2  their numbers of letters
  lcs              the length of a longest common subsequence
  identity         lcs / max(length1, length2); 1 where both are empty

Without --top, --min-lcs and --min-identity all records of DB are hits. A record
that its letters, in whatever order, leave no chance to be one is skipped, which
changes no result. With --timings the line skipped says how many were, counted
for each query. The names of all hits, and with --alignment their letters, are in
memory until the end.

The alignment file has a line of PAF for each hit, in the same order, with the hit
as the target. Its tag cg:Z: is a CIGAR string of = (match), I (a
letter of the query only) and D (a letter of the hit only).
)"};

constexpr char const * search_examples{R"(
Examples:
  gpulcs search --top 10 query.fa database.fa.gz
      the ten records that have the most in common with the query
  gpulcs search --min-identity 0.9 --order identity queries.fa database.fa
      all that are alike, for each query
  gpulcs search --top 1 --alignment best.paf --alphabet protein a.fa proteins.fa
      the alignment of the best one, too
  zcat reads.fq.gz | gpulcs search --min-lcs 100 --format json query.fa -
      standard input
)"};

constexpr char const * primer_text{R"(
TARGET and BACKGROUNDS are FASTA or FASTQ, plain or gzip; '-' is standard input.
All of them are in memory at a time.

The primer at a position of a target is the shortest substring from there on that
differs from every substring of every background by K edits or more: letters that
are inserted, removed or replaced. None has, and no substring of a background
spans, a letter that stands for several ones: in dna5 and dna15 all but A, C, G
and T, in aa27 B, J, X and Z.

Standard output is BED, a line for each position that has a primer, in order:
  the header of the target up to the first white space, where the primer begins,
  counted from 0, and where the letter behind it is; a dot for the name; K, at
  most 1000, as the score; and the strand, always +
With --unique-regions a line has the first three of these. The columns of the
other formats:
  id begin end     the first three of these
  length           end - begin
  gc               how many percent of the letters are G or C; empty, null in
                   JSON, for aa27 and char

The profile is bedGraph, which genome browsers show as a curve: after a line that
says so, the length at each position that has a primer, equal ones of neighbours
in a line.
)"};

constexpr char const * primer_examples{R"(
Examples:
  gpulcs primer -k 5 --both-strands virus.fa host.fa.gz
      what is in the virus only
  gpulcs primer -k 4 --min-length 18 --max-length 25 --gc 40:60 a.fa b.fa c.fa
      what can be used
  gpulcs primer -k 5 --max-length 25 --unique-regions a.fa b.fa > regions.bed
      where to look for a pair of primers
  gpulcs primer -k 3 --profile lengths.bedgraph a.fa b.fa > primers.bed
      how alike the two are, place by place
)"};

constexpr char const * devices_footer{R"(
The table goes to standard output, a row for each device, with these columns:
  number           what --device takes
  name             as its vendor calls it
  capability       its compute capability, such as 9.0
  multiprocessors  how many it has
  memory           all of its memory in bytes
  free             what is left of it at present
  used             yes for the device that is used where none is chosen, or no;
                   true or false in JSON
  problem          why it cannot be used; empty, null in JSON, if it can

If there is no device, the table has no row, and standard error says why.

Examples:
  gpulcs devices
  gpulcs devices --format json > devices.jsonl
  gpulcs lcs --backend cuda --device 1 a.fa b.fa

Exit status: 0 success, with or without a device, 1 the output or this machine is
not as it should be, 2 the command line makes no sense.)"};

// Takes the digits in front off the text.
std::optional<std::uint64_t> take_number(std::string_view & text)
{
    std::uint64_t number{};
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

// The need is what a sentence says where the text is not a number.
template <typename number_t = unsigned>
number_t parse_number(std::string_view const text, char const * const need, number_t const least = 0)
{
    std::string_view rest{text};
    auto const number = take_number(rest);
    if (!number || !rest.empty() || *number < least || *number > std::numeric_limits<number_t>::max())
        throw usage_error{std::string{need} + ", not " + in_quotes(text) + "."};
    return static_cast<number_t>(*number);
}

double parse_identity(std::string_view const text)
{
    double number{};
    auto const * const text_end = text.data() + text.size();
    auto const [end, error] = std::from_chars(text.data(), text_end, number);
    // Not a number (NaN) is not either.
    if (error != std::errc{} || end != text_end || !(number >= 0 && number <= 1))
        throw usage_error{"--min-identity needs a number from 0 to 1, such as 0.9, not " + in_quotes(text) + "."};
    return number;
}

gc_range parse_gc(std::string_view const text)
{
    gc_range range{};
    auto const * const text_end = text.data() + text.size();
    auto const [colon, first_error] = std::from_chars(text.data(), text_end, range.least);
    bool is_range = first_error == std::errc{} && colon != text_end && *colon == ':';
    if (is_range)
    {
        auto const [end, error] = std::from_chars(colon + 1, text_end, range.most);
        is_range = error == std::errc{} && end == text_end;
    }
    // Not a number (NaN) is in no order.
    if (!is_range || !(0 <= range.least && range.least <= range.most && range.most <= 100))
        throw usage_error{"--gc needs two numbers from 0 to 100, the smaller one first, such as 40:60, not "
                          + in_quotes(text) + "."};
    if (0 < range.most && range.most <= 1)
        throw usage_error{"--gc is in percent: 40:60 instead of 0.4:0.6, for example; it was " + in_quotes(text) + "."};
    return range;
}

// The exponent of two that a unit stands for: B, K, KB, KiB, M and so on, in upper or lower case.
std::optional<unsigned> exponent_of(std::string unit)
{
    std::ranges::transform(unit,
                           unit.begin(),
                           [](char const letter)
                           {
                               return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
                           });

    constexpr std::string_view prefixes{"KMGT"};
    if (unit.empty() || unit == "B")
        return 0;

    auto const position = prefixes.find(unit.front());
    auto const rest = unit.substr(1);
    if (position == std::string_view::npos || (rest != "" && rest != "B" && rest != "IB"))
        return std::nullopt;
    return 10 * static_cast<unsigned>(position + 1);
}

std::uint64_t parse_size(std::string_view const text)
{
    std::string_view rest{text};
    auto const number = take_number(rest);
    auto const exponent = exponent_of(std::string{rest});
    if (!number || !exponent || *number == 0 || *number > std::numeric_limits<std::uint64_t>::max() >> *exponent)
        throw usage_error{"--memory needs a size like 500M, 4G or 1000000, not " + in_quotes(text) + "."};
    return *number << *exponent;
}

// What can be chosen, as in "tsv, json or phylip".
std::string enumerated(std::vector<std::string> const & names)
{
    std::string text{};
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

template <typename value_t>
struct choice
{
    std::string name{};
    value_t value{};
};

// An option whose value is one of several names.
template <typename value_t>
void add_choice(CLI::App & command,
                std::string const & option,
                value_t & value,
                std::vector<choice<value_t>> const & choices,
                std::string const & description)
{
    command
        .add_option_function<std::string>(
            option,
            [&value, choices, option](std::string const & name)
            {
                auto const chosen = std::ranges::find(choices, name, &choice<value_t>::name);
                if (chosen == choices.end())
                {
                    std::vector<std::string> names{};
                    std::ranges::transform(choices, std::back_inserter(names), &choice<value_t>::name);
                    throw usage_error{option + " needs " + enumerated(names) + ", not " + in_quotes(name) + "."};
                }
                value = chosen->value;
            },
            description)
        ->option_text("NAME");
}

void add_format_option(CLI::App & command, table_format & format, bool const has_matrix = false)
{
    std::vector<choice<table_format>> choices{{"tsv", table_format::tsv}, {"json", table_format::json}};
    if (has_matrix)
        choices.push_back({"phylip", table_format::phylip});
    add_choice(command,
               "--format",
               format,
               choices,
               std::string{"How the table is written: tsv (default), or json, an\n"
                           "object on each line"}
                   + (has_matrix ? "; or phylip, with --all-pairs and\n"
                                   "one file: the matrix of distances, 1 - identity"
                                 : ""));
}

void add_alphabet_option(CLI::App & command, std::string & alphabet)
{
    std::vector<choice<std::string>> choices{{"dna", "dna5"}, {"iupac", "dna15"}, {"protein", "aa27"}};
    for (std::string const & name : alphabet_names())
        choices.push_back({name, name});
    add_choice(command,
               "--alphabet",
               alphabet,
               choices,
               "The letters that may occur: dna (ACGT and N; SeqAn3's\n"
               "name is dna5), iupac (default; all IUPAC codes for\n"
               "nucleotides; dna15), dna4 (ACGT), protein (A to Z and\n"
               "*; aa27), or char, where every byte is a letter. Upper\n"
               "and lower case are the same, except for char; U is T in\n"
               "nucleotides");
}

// Where it is computed.
void add_execution_options(CLI::App & command, plan::execution & execution, std::string const & description_of_auto)
{
    std::vector<choice<plan::backend>> backends{};
    for (auto const backend : {plan::backend::automatic, plan::backend::cpu, plan::backend::cuda})
        backends.push_back({plan::to_string(backend), backend});
    add_choice(command, "--backend", execution.backend, backends, description_of_auto);
    command
        .add_option_function<std::string>(
            "--device",
            [&execution](std::string const & text)
            {
                execution.device =
                    parse_number(text, "--device needs the number of a CUDA device, as gpulcs devices shows it");
            },
            "The CUDA device, by its number in gpulcs devices;\n"
            "without this option the first one that can be used")
        ->option_text("N");
    command
        .add_option_function<std::string>(
            "--threads",
            [&execution](std::string const & text)
            {
                execution.threads = parse_number(text, "--threads needs a number, 0 for all cores");
            },
            "The number of CPU threads; 0 (default) is one for each\n"
            "core")
        ->option_text("N");
}

// What all commands that compare sequences have in common, but for their inputs.
void add_comparison_options(CLI::App & command, comparison_options & options, bool const has_matrix = false)
{
    command
        .add_option("--alignment",
                    options.alignment,
                    "Also find the subsequences, and write them to FILE\n"
                    "as PAF")
        ->option_text("FILE");
    add_format_option(command, options.format, has_matrix);
    add_alphabet_option(command, options.alphabet);
    add_execution_options(command,
                          options.execution,
                          "What computes. auto (default): for each pair the faster\n"
                          "one of those that this machine has; or cpu, or cuda");
    command
        .add_option_function<std::string>(
            "--memory",
            [&options](std::string const & text)
            {
                options.execution.memory_limit = parse_size(text);
            },
            "The memory that finding the alignments may take beside\n"
            "inputs and results: bytes, or with K, M, G or T (KB\n"
            "and KiB mean the same), powers of 1024; 1G (default)")
        ->option_text("SIZE");
    command.add_flag("--timings",
                     options.timings,
                     "Print on standard error how many seconds each step\n"
                     "took, how many bytes the largest pair took, and what\n"
                     "computed. Parts of llcs: transfer is copying to and\n"
                     "from a CUDA device, kernel is computing on it; both are\n"
                     "0 on the CPU. For alignments, checkpoint_rows and\n"
                     "checkpoint_columns are the letters of the largest pair\n"
                     "from one place that is kept for the way back to the\n"
                     "next; 0: it was computed at once");
}

void add_lcs_command(CLI::App & app, lcs_options & options)
{
    CLI::App * const lcs = app.add_subcommand("lcs", "Longest common subsequences of sequences, exactly");
    lcs->footer(std::string{lcs_text} + files_text + lcs_examples + exit_text);

    lcs->add_option("A", options.first, "The file with the first sequences")->option_text("FILE")->required();
    lcs->add_option("B", options.second, "The file with the second sequences")->option_text("FILE")->required();

    lcs->add_flag("--all-pairs",
                  options.all_pairs,
                  "Compare every record of A with every record of B,\n"
                  "not only record i with record i; if both are the same\n"
                  "file, every two records of it, once");
    add_comparison_options(*lcs, options, true);
}

void add_search_command(CLI::App & app, search_options & options)
{
    CLI::App * const search = app.add_subcommand("search", "Those sequences of a file that are most like others");
    search->footer(std::string{search_text} + files_text + search_examples + exit_text);

    search->add_option("QUERY", options.first, "The file with the sequences to compare with")
        ->option_text("FILE")
        ->required();
    search->add_option("DB", options.second, "The file with the sequences among which to search")
        ->option_text("FILE")
        ->required();

    search
        ->add_option_function<std::string>(
            "--top",
            [&options](std::string const & text)
            {
                options.hits.top =
                    parse_number<std::uint64_t>(text, "--top needs the number of hits for each query, 1 or more", 1);
            },
            "For each query only the best N records")
        ->option_text("N");
    search
        ->add_option_function<std::string>(
            "--min-lcs",
            [&options](std::string const & text)
            {
                options.hits.least_length = parse_number<std::uint64_t>(text, "--min-lcs needs a number of letters");
            },
            "Only records with a common subsequence of T or more\n"
            "letters")
        ->option_text("T");
    search
        ->add_option_function<std::string>(
            "--min-identity",
            [&options](std::string const & text)
            {
                options.hits.least_identity = parse_identity(text);
            },
            "Only records with an identity of X or more, a number\n"
            "from 0 to 1")
        ->option_text("X");
    add_choice<lcs::search_order>(*search,
                                  "--order",
                                  options.hits.order,
                                  {{"lcs", lcs::search_order::length}, {"identity", lcs::search_order::identity}},
                                  "What makes a record better than another one: lcs\n"
                                  "(default), or identity");
    add_comparison_options(*search, options);
}

void add_primer_command(CLI::App & app, primer_options & options)
{
    CLI::App * const primer = app.add_subcommand("primer", "What differs from all substrings of other sequences");
    primer->footer(std::string{primer_text} + files_text + primer_examples + exit_text);

    primer->add_option("TARGET", options.target, "The file with the sequences that have the primers")
        ->option_text("FILE")
        ->required();
    primer
        ->add_option("BACKGROUNDS",
                     options.backgrounds,
                     "The files with the sequences that they must differ\n"
                     "from")
        ->option_text("FILE ...")
        ->required();

    auto const add_number = [primer](std::string const & name,
                                     std::uint64_t & number,
                                     char const * const need,
                                     std::uint64_t const least,
                                     std::string const & description)
    {
        return primer
            ->add_option_function<std::string>(
                name,
                [&number, need, least](std::string const & text)
                {
                    number = parse_number<std::uint64_t>(text, need, least);
                },
                description)
            ->option_text("N");
    };
    add_number("-k,--differences",
               options.differences,
               "-k needs a number of differences, 1 or more",
               1,
               "The differences that a primer has at least; 1 or more")
        ->required();
    add_number("--min-length",
               options.minimal_length,
               "--min-length needs a number of letters",
               0,
               "Extend shorter primers to N letters; where the letters\n"
               "end before that, there is none");
    add_number("--max-length",
               options.maximal_length,
               "--max-length needs a number of letters",
               0,
               "Only primers of N letters or less");
    primer
        ->add_option_function<std::string>(
            "--gc",
            [&options](std::string const & text)
            {
                options.gc = parse_gc(text);
            },
            "Only primers of whose letters MIN to MAX percent are\n"
            "G or C; for nucleotides")
        ->option_text("MIN:MAX");
    primer->add_flag("--both-strands",
                     options.both_strands,
                     "They also differ from the reverse complement of the\n"
                     "backgrounds; for nucleotides");
    primer->add_flag("--unique-regions",
                     options.unique_regions,
                     "Write what all primers together cover, a line for each\n"
                     "region, instead of the primers");
    add_choice<std::optional<table_format>>(
        *primer,
        "--format",
        options.format,
        {{"bed", std::nullopt}, {"tsv", table_format::tsv}, {"json", table_format::json}},
        "How they are written: bed (default); tsv, a table; or\n"
        "json, an object on each line");
    primer
        ->add_option("--profile",
                     options.profile,
                     "Also write the lengths at all positions to FILE, as\n"
                     "bedGraph")
        ->option_text("FILE");
    add_alphabet_option(*primer, options.alphabet);
    add_execution_options(*primer,
                          options.execution,
                          "What computes. auto (default): the faster one of those\n"
                          "that this machine has; or cpu, or cuda");
    primer
        ->add_option_function<std::string>(
            "--memory",
            [&options](std::string const & text)
            {
                options.memory_limit = parse_size(text);
            },
            "Stop before computing if finding the primers needs more\n"
            "memory than SIZE, such as 500M or 4G, powers of 1024.\n"
            "Beside the inputs it needs 10 bytes for each letter of\n"
            "TARGET and 1.25 for each letter of BACKGROUNDS, 2.5 with\n"
            "--both-strands, and some megabytes for each thread,\n"
            "which do not count here. Default: no limit")
        ->option_text("SIZE");
    primer->add_flag("--timings",
                     options.timings,
                     "Print on standard error how many seconds each step\n"
                     "took, how many bytes of a CUDA device, and what\n"
                     "computed. Parts of primers: transfer is copying to and\n"
                     "from the device, kernel is searching on it, which goes\n"
                     "on several times at once; both are 0 on the CPU");
}

void add_devices_command(CLI::App & app, devices_options & options)
{
    CLI::App * const devices = app.add_subcommand("devices", "The CUDA devices of this machine");
    devices->footer(devices_footer);
    add_format_option(*devices, options.format);
}

// An output beside the one to the standard output. The need is what a sentence says where there is no name.
void check_output(std::string const & path,
                  std::string const & option,
                  char const * const need,
                  std::vector<std::string> const & inputs)
{
    if (path.empty() || path == "-")
        throw usage_error{need + (" file of their own, the table goes to standard output; name one for " + option)
                          + '.'};
    if (path.starts_with("--"))
        throw usage_error{option + " needs the name of a file, not an option; if " + in_quotes(path)
                          + " is the file, write " + in_quotes("./" + path) + '.'};

    for (std::string const & input : inputs)
        if (is_same_file(path, path_of_input(input)))
            throw usage_error{"The file " + in_quotes(path) + " is an input; name another one for " + option + '.'};

    for (char const * const stream : {"/dev/stdout", "/dev/stderr"})
        if (is_same_file(path, stream))
            throw usage_error{"The table or the messages already go to " + in_quotes(path) + "; name another file for "
                              + option + '.'};
}

// The table would be read as letters, and the input would be lost.
void check_standard_output(std::vector<std::string> const & inputs)
{
    for (std::string const & input : inputs)
        if (is_standard_output(path_of_input(input)))
            throw usage_error{"Standard output goes to the input " + in_quotes(input)
                              + "; write the table to another file."};
}

void check_files(comparison_options const & options)
{
    if (options.first == "-" && options.second == "-")
        throw usage_error{"Only one of the two inputs can be standard input; give a file for the other."};
    check_standard_output({options.first, options.second});

    if (options.alignment)
        check_output(*options.alignment, "--alignment", "The alignments need a", {options.first, options.second});
}

void check_device(plan::execution const & execution)
{
    if (execution.device && execution.backend == plan::backend::cpu)
        throw usage_error{"--device chooses a CUDA device, but --backend cpu uses none; leave one of the two out."};
}

void check_comparison(comparison_options const & options)
{
    check_files(options);
    check_device(options.execution);
}

void check_primer(primer_options const & options)
{
    check_device(options.execution);
    if (std::ranges::count(options.backgrounds, "-") + (options.target == "-") > 1)
        throw usage_error{"Only one of the inputs can be standard input; give files for the others."};
    if (options.maximal_length < options.minimal_length)
        throw usage_error{"--max-length is less than --min-length; exchange the two."};
    if (options.both_strands && !options.alphabet.starts_with("dna"))
        throw usage_error{"Letters of --alphabet " + options.alphabet
                          + " have no complement; leave --both-strands out, or choose dna or iupac."};
    if (options.gc && !options.alphabet.starts_with("dna"))
        throw usage_error{"G and C are no bases in --alphabet " + options.alphabet
                          + "; leave --gc out, or choose dna or iupac."};

    std::vector<std::string> inputs{options.backgrounds};
    inputs.push_back(options.target);
    check_standard_output(inputs);
    if (options.profile)
        check_output(*options.profile, "--profile", "The lengths need a", inputs);
}

// The option that an unknown one may be meant to be, as in "--alig".
std::string option_that_begins_with(CLI::App const & command, std::string_view const argument)
{
    auto const text = argument.substr(0, argument.find('='));
    std::vector<std::string> found{};
    for (CLI::Option const * const option : command.get_options())
        for (std::string const & name : option->get_lnames())
            if (("--" + name).starts_with(text))
                found.push_back("--" + name);
    return found.size() == 1 ? found.front() : "";
}

std::string unknown_option(CLI::App const & command, std::string const & argument)
{
    std::string sentence = "There is no option " + in_quotes(argument);
    bool const is_long = argument.starts_with("--");
    if ((!is_long && argument.size() > 2) || std::filesystem::exists(argument))
        sentence += "; if it is a file, write " + in_quotes("./" + argument);
    else if (auto const meant = option_that_begins_with(command, argument); is_long && !meant.empty())
        sentence += "; write " + meant + " in full";
    return sentence;
}

// The option that an argument is the name of, if a value follows it.
CLI::Option const * option_with_value(CLI::App const & command, std::string const & argument)
{
    CLI::Option const * const option = argument.starts_with('-') ? command.get_option_no_throw(argument) : nullptr;
    return option != nullptr && option->get_type_size_max() == 1 ? option : nullptr;
}

// Takes '--' away and makes paths of what follows, unless '--' is a value: CLI11 itself looks for options behind it once
// a command has as many files as it needs.
void mark_files(CLI::App const & app, std::vector<std::string> & arguments)
{
    auto const mark = std::ranges::find(arguments, "--");
    if (mark == arguments.end())
        return;

    auto const commands = app.get_subcommands(nullptr);
    auto const is_value = [&](CLI::App const * const command)
    {
        return option_with_value(*command, *std::prev(mark)) != nullptr;
    };
    if (mark != arguments.begin() && std::ranges::any_of(commands, is_value))
        return;

    for (auto & file : std::ranges::subrange{std::next(mark), arguments.end()})
        if (file.starts_with('-') && file != "-")
            file.insert(0, "./");
    arguments.erase(mark);
}

// Something is missing or is there too often.
std::string wrong_number(CLI::App const & command, std::vector<std::string> const & arguments)
{
    auto const is_repeated = [](CLI::Option const * const option)
    {
        return option->get_type_size_max() == 1 && option->get_expected_max() == 1 && option->results().size() > 1;
    };
    auto const name_of = [](CLI::Option const & option)
    {
        return option.get_snames().empty() ? option.get_name() : '-' + option.get_snames().front();
    };

    for (CLI::Option const * const option : command.get_options())
        if (is_repeated(option))
            return name_of(*option) + " is given more than once; give it once";

    for (std::string const & argument : arguments)
        if (CLI::Option const * const option = option_with_value(command, argument);
            option != nullptr && option->results().empty())
            return name_of(*option) + " needs a value, " + option->get_option_text();

    for (CLI::Option const * const option : command.get_options())
        if (option->get_required() && option->results().empty())
            return option->get_positional() ? "No file is given for " + name_of(*option)
                                            : "The option " + name_of(*option) + " is missing";
    return {};
}

// What is wrong with the arguments. CLI11 says neither what is unknown nor what to do.
std::string problem_of(CLI::App const & app,
                       CLI::App const & command,
                       std::vector<std::string> const & arguments,
                       CLI::ParseError const & error)
{
    std::vector<std::string> extras{app.remaining()};
    if (&command != &app)
        std::ranges::copy(command.remaining(), std::back_inserter(extras));

    if (&command != &app)
        for (std::string const & extra : app.remaining())
            if (auto const name = extra.substr(0, extra.find('='));
                name.starts_with('-') && command.get_option_no_throw(name) != nullptr)
                return "The option " + in_quotes(extra) + " belongs behind the command: gpulcs " + command.get_name()
                     + ' ' + name;
    for (std::string const & extra : extras)
        if (extra.starts_with('-'))
            return unknown_option(command, extra);

    if (&command == &app)
    {
        std::vector<std::string> names{};
        for (CLI::App const * const each : app.get_subcommands(nullptr))
            names.push_back(each->get_name());
        return extras.empty() ? "Name a command: " + enumerated(names)
                              : "There is no command " + in_quotes(extras.front()) + "; name " + enumerated(names);
    }

    // This one is about a single value, and ends the parsing: what follows looks as if it were missing.
    bool const is_about_value = dynamic_cast<CLI::ConversionError const *>(&error) != nullptr;
    if (auto const problem = wrong_number(command, arguments); !is_about_value && !problem.empty())
        return problem;
    if (!extras.empty())
        return "The argument " + in_quotes(extras.front()) + " is one too many";
    return without_controls(error.what());
}

} // namespace

command_line parse_command_line(int const argc, char const * const * const argv)
{
    lcs_options lcs{};
    search_options search{};
    primer_options primer{};
    devices_options devices{};

    CLI::App app{"Exact bit-parallel sequence comparison", "gpulcs"};
    app.footer(std::string{general_examples} + exit_text);
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(1);
    app.get_formatter()->column_width(24);
    add_lcs_command(app, lcs);
    add_search_command(app, search);
    add_primer_command(app, primer);
    add_devices_command(app, devices);

    auto commands = app.get_subcommands(nullptr);
    commands.push_back(&app);
    for (CLI::App * const command : commands)
        command->set_version_flag("--version", "gpulcs " SEQAN3_GPULCS_VERSION_CSTRING, "Print the version and exit");

    std::vector<std::string> arguments{argv + std::min(argc, 1), argv + argc};
    mark_files(app, arguments);

    try
    {
        // CLI11 takes them from the end.
        app.parse(std::vector<std::string>{arguments.rbegin(), arguments.rend()});
    }
    catch (CLI::CallForHelp const &)
    {
        return information{app.help()};
    }
    catch (CLI::CallForVersion const & version)
    {
        return information{std::string{version.what()} + '\n'};
    }
    catch (CLI::ParseError const & error)
    {
        auto const chosen = app.get_subcommands();
        CLI::App const & command = chosen.empty() ? app : *chosen.front();
        std::string const name = app.get_name() + (chosen.empty() ? "" : ' ' + command.get_name());
        throw usage_error{problem_of(app, command, arguments, error) + "; see " + name + " --help."};
    }

    if (app.got_subcommand("devices"))
        return devices;

    if (app.got_subcommand("primer"))
    {
        check_primer(primer);
        return primer;
    }

    if (app.got_subcommand("search"))
    {
        check_comparison(search);
        return search;
    }

    check_comparison(lcs);
    return lcs;
}

} // namespace seqan3_gpulcs::app
