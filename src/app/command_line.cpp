// SPDX-License-Identifier: BSD-3-Clause

#include "command_line.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/version.hpp>

#include "alphabet.hpp"
#include "app_error.hpp"
#include "readable.hpp"
#include "same_file.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * general_footer{R"(
Examples:
  gpulcs lcs reads.fa references.fa > table.tsv
  gpulcs lcs --all-pairs --alignment alignments.paf a.fa.gz b.fa.gz
  gpulcs search queries.fa database.fa > hits.tsv
  gpulcs primer -k 5 virus.fa host.fa others.fa > primers.bed
  gpulcs devices
  gpulcs lcs --help

Exit status: 0 success, 1 an input, an output or this machine is not as it should
be, 2 the command line makes no sense, 130 stopped with Ctrl-C (143 SIGTERM).)"};

constexpr char const * lcs_footer{R"(
A and B are FASTA or FASTQ, plain or gzip; '-' is standard input. White space at
the end of a line is skipped, except where it is a letter (--alphabet char).

The table goes to standard output, a row for each pair, with these columns:
  id1 id2          the headers of the records up to the first white space
  length1 length2  their numbers of letters
  lcs              the length of a longest common subsequence
  identity         lcs / max(length1, length2); 1 where both are empty

The alignment file has a line of PAF for each pair: sequence 1 is the query,
sequence 2 the target. Its tag cg:Z: is a CIGAR string of = (match), I (a letter
of sequence 1 only) and D (a letter of sequence 2 only). A regular file appears
when it is complete; a pipe or a device is written directly, and an open file
such as /dev/fd/3 is appended to.

Examples:
  gpulcs lcs a.fa b.fa
      record i of a.fa with record i of b.fa
  gpulcs lcs --all-pairs --format json a.fq.gz b.fq.gz > table.jsonl
  gpulcs lcs --all-pairs --format phylip genomes.fa genomes.fa > distances.phy
      every record with every record
  gpulcs lcs --alignment genomes.paf --memory 4G --timings a.fa b.fa
      the alignments too
  zcat proteins.fa.gz | gpulcs lcs --alphabet aa27 - others.fa
      standard input

Exit status: 0 success, 1 an input, an output or this machine is not as it should
be, 2 the command line makes no sense, 130 stopped with Ctrl-C (143 SIGTERM).)"};

constexpr char const * search_footer{R"(
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
letter of the query only) and D (a letter of the hit only). A regular file appears
when it is complete; a pipe or a device is written directly, and an open file
such as /dev/fd/3 is appended to.

Examples:
  gpulcs search --top 10 query.fa database.fa.gz
      the ten records that have the most in common with the query
  gpulcs search --min-identity 0.9 --order identity queries.fa database.fa
      all that are alike, for each query
  gpulcs search --top 1 --alignment best.paf --alphabet aa27 a.fa proteins.fa
      the alignment of the best one, too
  zcat reads.fq.gz | gpulcs search --min-lcs 100 --format json query.fa -
      standard input

Exit status: 0 success, 1 an input, an output or this machine is not as it should
be, 2 the command line makes no sense, 130 stopped with Ctrl-C (143 SIGTERM).)"};

constexpr char const * primer_footer{R"(
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
in a line. A regular file appears when it is complete; a pipe or a device is
written directly, and an open file such as /dev/fd/3 is appended to.

Examples:
  gpulcs primer -k 5 --both-strands virus.fa host.fa.gz
      what is in the virus only
  gpulcs primer -k 4 --min-length 18 --max-length 25 --gc 40:60 a.fa b.fa c.fa
      what can be used
  gpulcs primer -k 5 --max-length 25 --unique-regions a.fa b.fa > regions.bed
      where to look for a pair of primers
  gpulcs primer -k 3 --profile lengths.bedgraph a.fa b.fa > primers.bed
      how alike the two are, place by place

Exit status: 0 success, 1 an input, an output or this machine is not as it should
be, 2 the command line makes no sense, 130 stopped with Ctrl-C (143 SIGTERM).)"};

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

plan::backend parse_backend(std::string_view const name)
{
    for (auto const backend : {plan::backend::cpu, plan::backend::cuda})
        if (name == plan::to_string(backend))
            return backend;
    return plan::backend::automatic;
}

void add_format_option(CLI::App & command, table_format & format, bool const has_matrix = false)
{
    std::vector<std::string> names{"tsv", "json"};
    if (has_matrix)
        names.emplace_back("phylip");
    command
        .add_option_function<std::string>(
            "--format",
            [&format](std::string const & name)
            {
                format = name == "json"   ? table_format::json
                       : name == "phylip" ? table_format::phylip
                                          : table_format::tsv;
            },
            std::string{"How the table is written: tsv (default), or json, an\n"
                        "object on each line"}
                + (has_matrix ? "; or phylip, with --all-pairs and\n"
                                "one file: the matrix of distances, 1 - identity"
                              : ""))
        ->option_text("NAME")
        ->check(CLI::IsMember(names));
}

void add_alphabet_option(CLI::App & command, std::string & name)
{
    command
        .add_option("--alphabet",
                    name,
                    "The letters that may occur: dna4, dna5, dna15\n"
                    "(default, IUPAC), aa27, or char, where every byte is a\n"
                    "letter. Upper and lower case are the same, except for\n"
                    "char; U is T in dna4, dna5 and dna15")
        ->option_text("NAME")
        ->check(CLI::IsMember(alphabet_names()));
}

// Where it is computed.
void add_execution_options(CLI::App & command, plan::execution & execution, std::string const & description_of_auto)
{
    command
        .add_option_function<std::string>(
            "--backend",
            [&execution](std::string const & name)
            {
                execution.backend = parse_backend(name);
            },
            description_of_auto)
        ->option_text("NAME")
        ->check(CLI::IsMember(std::vector<std::string>{"auto", "cpu", "cuda"}));
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
    lcs->footer(lcs_footer);

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
    search->footer(search_footer);

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
    search
        ->add_option_function<std::string>(
            "--order",
            [&options](std::string const & name)
            {
                options.hits.order = name == "identity" ? lcs::search_order::identity : lcs::search_order::length;
            },
            "What makes a record better than another one: lcs\n"
            "(default), or identity")
        ->option_text("NAME")
        ->check(CLI::IsMember(std::vector<std::string>{"lcs", "identity"}));
    add_comparison_options(*search, options);
}

void add_primer_command(CLI::App & app, primer_options & options)
{
    CLI::App * const primer = app.add_subcommand("primer", "What differs from all substrings of other sequences");
    primer->footer(primer_footer);

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
            "G or C; for dna4, dna5 and dna15")
        ->option_text("MIN:MAX");
    primer->add_flag("--both-strands",
                     options.both_strands,
                     "They also differ from the reverse complement of the\n"
                     "backgrounds; for dna4, dna5 and dna15");
    primer->add_flag("--unique-regions",
                     options.unique_regions,
                     "Write what all primers together cover, a line for each\n"
                     "region, instead of the primers");
    primer
        ->add_option_function<std::string>(
            "--format",
            [&options](std::string const & name)
            {
                options.format = name == "bed"  ? std::nullopt
                               : name == "json" ? std::optional{table_format::json}
                                                : std::optional{table_format::tsv};
            },
            "How they are written: bed (default); tsv, a table; or\n"
            "json, an object on each line")
        ->option_text("NAME")
        ->check(CLI::IsMember(std::vector<std::string>{"bed", "tsv", "json"}));
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

    for (std::string const & input : inputs)
        if (is_same_file(path, path_of_input(input)))
            throw usage_error{"The file " + in_quotes(path) + " is an input; name another one for " + option + '.'};

    for (char const * const stream : {"/dev/stdout", "/dev/stderr"})
        if (is_same_file(path, stream))
            throw usage_error{"The table or the messages already go to " + in_quotes(path) + "; name another file for "
                              + option + '.'};
}

void check_files(comparison_options const & options)
{
    if (options.first == "-" && options.second == "-")
        throw usage_error{"Only one of the two inputs can be standard input; give a file for the other."};

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
                          + " have no complement; leave --both-strands out, or choose dna4, dna5 or dna15."};
    if (options.gc && !options.alphabet.starts_with("dna"))
        throw usage_error{"G and C are no bases in --alphabet " + options.alphabet
                          + "; leave --gc out, or choose dna4, dna5 or dna15."};
    if (options.profile)
    {
        std::vector<std::string> inputs{options.backgrounds};
        inputs.push_back(options.target);
        check_output(*options.profile, "--profile", "The lengths need a", inputs);
    }
}

// The command that help is there for, after a mistake.
std::string command_with_help(CLI::App const & app)
{
    auto const commands = app.get_subcommands();
    return commands.empty() ? app.get_name() : app.get_name() + ' ' + commands.front()->get_name();
}

} // namespace

command_line parse_command_line(int const argc, char const * const * const argv)
{
    lcs_options lcs{};
    search_options search{};
    primer_options primer{};
    devices_options devices{};

    CLI::App app{"Exact bit-parallel sequence comparison", "gpulcs"};
    app.footer(general_footer);
    app.set_version_flag("--version", "gpulcs " SEQAN3_GPULCS_VERSION_CSTRING, "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(1);
    app.get_formatter()->column_width(24);
    add_lcs_command(app, lcs);
    add_search_command(app, search);
    add_primer_command(app, primer);
    add_devices_command(app, devices);

    try
    {
        app.parse(argc, argv);
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
        throw usage_error{without_controls(error.what()) + "; see " + command_with_help(app) + " --help."};
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
