// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/command_line/shared_options.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/app/app_error.hpp"
#include "src/app/command_line/option_values.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/file/same_file.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

char const * const file_notes{R"(
Input files: The id of a record is its header up to the first white space, at most
1 MiB long; the rest of the header is ignored. In the output, control characters
of ids and bytes that are not UTF-8 appear as \x1B and the like. White space at
the end of a line is ignored unless it is a letter (--alphabet char); no line may
continue after more than 256 KiB of white space. In memory, a record takes about
100 bytes in addition to its id and letters. All arguments after '--' are files,
even if they start with a dash.

Output files: A file appears under its name when it is complete. An existing file
is replaced and keeps its mode and owner. Symbolic links are followed; other hard
links keep the old content. A file that cannot be replaced, such as a mount point
or one in a write-protected folder, is overwritten at the end. Until then, there
is a file .gpulcs-*.tmp in the same folder; if the program is killed, your next
run that writes there removes it, until the machine is restarted. Older ones may
be deleted by hand. Pipes, devices and descriptors such as /dev/fd/3 are written
to directly. Endings of other formats, such as .bam or .gz, are rejected.
)"};

char const * const sam_notes{
    R"(In a file whose name ends in .sam, they are in SAM format, with sequence 1 as it
was compared, and its qualities if it is FASTQ. Ids must be names that SAM allows.
The mapping quality is 255, which means unknown, and the tag NM has the number of
columns that are no match. The first line of a sequence is its primary one, in the
order of the table; all others are secondary.
)"};

char const * const split_gaps_notes{R"(
With --split-gaps N, there is a line for each stretch of an alignment between
gaps, with its start and end, matches and columns, for programs that ignore
CIGAR strings. A gap has more than N letters without a partner, and may have
matches by chance among them. Scores tell it from solid parts of the alignment,
as in the X-drop rule: a match scores 1, a letter without a partner -2, and a
substitution -4. A solid part gains at least 32, and ends before a drop of more
than 32 (or of 2 N, if that is less). Everything else is a gap. So stretches start
and end with matches, and there are none where fewer than 32 letters, or less than
80 % of them, are matches.
)"};

char const * const comparison_timings_notes{R"(
Timings: With --timings, standard error has a line for each of these:
  reading packing  seconds of waiting for input files, and of encoding letters,
                   which threads do meanwhile
  lengths          seconds for computing the lengths of subsequences,
  distances        or the distances
  transfer kernel  the parts of that spent copying to and from a CUDA device and
                   computing on it; 0 on the CPU
  traceback        seconds for computing the alignments from stored checkpoints
  writing total    seconds for writing the output, unless something is computed
                   meanwhile, and for everything
  checkpoint_rows checkpoint_columns
                   letters between the checkpoints of the largest pair; 0 without
                   checkpoints
  memory           the most bytes of --memory that a pair used
  device_memory    the most bytes that a pair used of a CUDA device
  route            where the work was planned to go: for each backend the pairs,
                   their cells, and the seconds expected if they are unrelated;
                   pairs that were tried first, as they might be very similar
  backend          what computed: cpu, cuda or both
  cells method     lcs and edit only: the cells that were computed, and how:
                   whole_matrix, band (similar sequences) or wavefront
                   (equal but for a few letters)
)"};

option table_format_option(table_format & format)
{
    return choice_option<table_format>(option_group::output,
                                       "--format",
                                       format,
                                       {{"tsv", table_format::tsv}, {"json", table_format::json}},
                                       "Format of the table: tsv (default), tab-separated with\n"
                                       "a header; or json, one object per line");
}

namespace
{

constexpr char const * nucleotide_alphabets{"Letters that sequences may contain:\n"
                                            "  iupac    all IUPAC nucleotide codes (default)\n"
                                            "  dna      A, C, G, T and N\n"
                                            "  dna4     A, C, G and T\n"};

// Makes --alphabet for the alphabets whose names in SeqAn3 start with some text; the manual page says more about them than --help.
option alphabet_option(std::string & alphabet,
                       std::string_view const start,
                       std::string const & manual,
                       std::string description)
{
    std::vector<choice<std::string>> choices{};
    for (alphabet_name const & each : alphabet_names())
        if (each.name.starts_with(start))
            choices.push_back({each.text, std::string{each.name}});
    return shortened(
        choice_option(option_group::input, "--alphabet", alphabet, std::move(choices), nucleotide_alphabets + manual),
        std::move(description));
}

} // namespace

option alphabet_option(std::string & alphabet)
{
    return alphabet_option(alphabet,
                           "",
                           "  protein  A to Z and *\n"
                           "  char     any byte; upper and lower case differ\n"
                           "All but char ignore case; all nucleotide alphabets read\n"
                           "U as T. SeqAn3's names for iupac, dna and protein also\n"
                           "work: dna15, dna5 and aa27",
                           "Letters: iupac (default), dna, dna4, protein or char");
}

option nucleotides_option(std::string & alphabet)
{
    return alphabet_option(alphabet,
                           "dna",
                           "Case is ignored, and U is read as T. SeqAn3's names for\n"
                           "iupac and dna also work: dna15 and dna5",
                           "Letters: iupac (default), dna or dna4");
}

option alignment_option(std::optional<std::string> & path)
{
    return output_file_option("--alignment",
                              path,
                              "Also compute alignments, and write them to FILE: SAM if\n"
                              "its name ends in .sam, otherwise PAF");
}

option split_gaps_option(std::optional<std::uint64_t> & max_gap)
{
    return shortened({.group = option_group::output,
                      .name = "--split-gaps",
                      .placeholder = "N",
                      .description = "Write a line for each stretch of an alignment between gaps\n"
                                     "of more than N letters, as explained above",
                      .set =
                          [&max_gap](std::string const & text)
                      {
                          max_gap = parse_number(text, "--split-gaps takes a number of letters");
                      }},
                     "Cut alignments (PAF) at gaps of more than N letters");
}

option timings_option(bool & timings)
{
    return shortened(flag(option_group::output,
                          "--timings",
                          timings,
                          "Report time, memory and hardware used on standard error,\n"
                          "as explained below"),
                     "Report time and hardware on standard error");
}

namespace
{

template <typename number_t>
option make_number_option(std::string name,
                          number_t & number,
                          char const * const requirement,
                          std::string description,
                          std::uint64_t const min)
{
    return {.group = option_group::computation,
            .name = std::move(name),
            .placeholder = "N",
            .description = std::move(description),
            .set = [&number, requirement, min](std::string const & text)
            {
                number = parse_number(text, requirement, min);
            }};
}

} // namespace

option number_option(std::string name,
                     std::uint64_t & number,
                     char const * const requirement,
                     std::string description,
                     std::uint64_t const min)
{
    return make_number_option(std::move(name), number, requirement, std::move(description), min);
}

option number_option(std::string name,
                     std::optional<std::uint64_t> & number,
                     char const * const requirement,
                     std::string description,
                     std::uint64_t const min)
{
    return make_number_option(std::move(name), number, requirement, std::move(description), min);
}

option max_distance_option(std::uint64_t & distance, std::string const & what)
{
    return number_option("--max-distance",
                         distance,
                         "--max-distance takes a number of edits",
                         "Report only " + what + " with an edit distance of at most N");
}

option min_identity_option(std::string description, std::function<void(double)> set)
{
    return {.group = option_group::computation,
            .name = "--min-identity",
            .placeholder = "X",
            .description = std::move(description),
            .set = [set = std::move(set)](std::string const & text)
            {
                set(parse_identity(text));
            }};
}

std::vector<option> execution_options(plan::execution & execution, std::string description)
{
    std::vector<choice<plan::backend>> backends{};
    for (auto const backend : {plan::backend::automatic, plan::backend::cpu, plan::backend::cuda})
        backends.push_back({plan::to_string(backend), backend});

    return {shortened(choice_option(option_group::hardware,
                                    "--backend",
                                    execution.backend,
                                    std::move(backends),
                                    std::move(description)),
                      "Where to compute: auto (default), cpu or cuda"),
            shortened({.group = option_group::hardware,
                       .name = "--device",
                       .placeholder = "LIST",
                       .description = "CUDA devices to use, by their numbers in gpulcs devices,\n"
                                      "such as 0,2; or all (default): the usable ones, as many\n"
                                      "as the work is worth",
                       .set =
                           [&execution](std::string const & text)
                       {
                           execution.devices = parse_devices(text);
                       }},
                      "CUDA devices to use, such as 0,2 (default: all)"),
            shortened({.group = option_group::hardware,
                       .name = "--threads",
                       .placeholder = "N",
                       .description = "Number of CPU threads (default: 0, one for each\n"
                                      "processor that the program may use)",
                       .set =
                           [&execution](std::string const & text)
                       {
                           execution.threads = static_cast<unsigned>(
                               parse_number(text,
                                            "--threads takes a number, 0 for one thread per processor",
                                            0,
                                            std::numeric_limits<unsigned>::max()));
                       }},
                      "Number of CPU threads (default: 0, one per processor)")};
}

std::vector<option> comparison_hardware_options(plan::execution & execution)
{
    auto hardware = execution_options(execution,
                                      "Where to compute: auto (default), the faster one for each\n"
                                      "pair; cpu; or cuda");
    hardware.push_back(shortened({.group = option_group::hardware,
                                  .name = "--memory",
                                  .placeholder = "SIZE",
                                  .description = "Memory for computing alignments, in addition to input\n"
                                                 "and results: a number of bytes, or with a unit (K, M, G\n"
                                                 "or T, powers of 1024), such as 500M (default: 1G)",
                                  .set =
                                      [&execution](std::string const & text)
                                  {
                                      execution.memory_limit = parse_size(text);
                                  }},
                                 "Memory for alignments, such as 500M (default: 1G)"));
    return hardware;
}

void check_execution(plan::execution const & execution)
{
    if (!execution.devices.empty() && execution.backend == plan::backend::cpu)
        throw usage_error{"--device chooses CUDA devices, but --backend cpu uses none; omit one of the two."};
}

void require_backend(plan::execution const & execution)
{
    lcs::compute({}, lcs::output::length, execution);
}

void check_inputs(std::vector<std::string> const & inputs)
{
    // Of two inputs from one pipe, the first would take all letters. A regular file can be opened and read twice.
    std::error_code ignored{};
    bool const has_names = std::filesystem::is_regular_file("/dev/stdin", ignored);
    auto const is_standard_input = [has_names](std::string const & input)
    {
        return input == "-" || (!has_names && is_same_file(input, "/dev/stdin"));
    };
    auto const first = std::ranges::find_if(inputs, is_standard_input);
    auto const second = first == inputs.end() ? first : std::find_if(first + 1, inputs.end(), is_standard_input);
    if (second != inputs.end())
        throw usage_error{"Only one input can be standard input, but both " + in_quotes(*first) + " and "
                          + in_quotes(*second) + " are; give files for the others."};

    // The table would overwrite the input while it is read. Terminals and pipes may be input and output at once.
    if (!std::filesystem::is_regular_file("/dev/stdout", ignored))
        return;
    for (std::string const & input : inputs)
        if (is_same_file(input_path(input), "/dev/stdout"))
            throw usage_error{"Standard output is redirected to the input " + in_quotes(input)
                              + "; redirect it to another file."};
}

namespace
{

// The ending of a name, with its dot and in lower case.
std::string ending_of(std::filesystem::path const & path)
{
    std::string ending = path.extension().native();
    std::ranges::transform(ending,
                           ending.begin(),
                           [](char const letter)
                           {
                               return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
                           });
    return ending;
}

// Whether a path has the ending of another format, by which later readers would take the file for something else.
bool has_ending_of_another(output_kind const & kind, std::filesystem::path const & path)
{
    constexpr auto endings = std::to_array<std::string_view>({".sam",
                                                              ".bam",
                                                              ".cram",
                                                              ".paf",
                                                              ".maf",
                                                              ".psl",
                                                              ".fa",
                                                              ".fasta",
                                                              ".bed",
                                                              ".bedgraph",
                                                              ".wig",
                                                              ".bw",
                                                              ".bigwig",
                                                              ".json",
                                                              ".svg",
                                                              ".gz",
                                                              ".bz2",
                                                              ".xz",
                                                              ".zst"});
    std::string const ending = ending_of(path);
    return ending != kind.ending && std::ranges::find(endings, ending) != endings.end();
}

} // namespace

void check_output(std::string const & path, output_kind const & kind, std::vector<std::string> const & inputs)
{
    std::string const option{kind.option};
    if (path.empty() || path == "-")
        throw usage_error{option + " takes the name of a file; standard output is used for the other results."};
    if (path.starts_with("--"))
        throw usage_error{option + " takes the name of a file, not an option; if the file is called " + in_quotes(path)
                          + ", write " + in_quotes("./" + path) + '.'};

    if (has_ending_of_another(kind, path))
        throw usage_error{option + " writes " + std::string{kind.format} + " as plain text, but the ending of "
                          + in_quotes(path) + " means another format; choose a name that ends in "
                          + std::string{kind.ending} + ", or one without an ending."};

    for (std::string const & input : inputs)
        if (is_same_file(path, input_path(input)))
            throw usage_error{"The file " + in_quotes(path) + " is an input; choose another one for " + option + '.'};

    for (char const * const stream : {"/dev/stdout", "/dev/stderr"})
        if (is_same_file(path, stream))
            throw usage_error{"Standard output or standard error already goes to " + in_quotes(path)
                              + "; choose another file for " + option + '.'};
}

bool writes_sam(comparison_options const & options)
{
    return options.alignment && ending_of(*options.alignment) == ".sam";
}

namespace
{

void check_alignment(comparison_options const & options, std::vector<std::string> const & inputs)
{
    bool const is_sam = writes_sam(options);
    check_output(*options.alignment, {"--alignment", "PAF or SAM", is_sam ? ".sam" : ".paf"}, inputs);
    if (is_sam && options.split_gaps)
        throw usage_error{
            "--split-gaps is for PAF: each line of SAM has a whole sequence; choose a name for --alignment that "
            "ends in .paf, or omit --split-gaps."};
}

} // namespace

void check_comparison(comparison_options const & options, std::vector<std::string> const & inputs)
{
    check_inputs(inputs);
    if (options.alignment)
        check_alignment(options, inputs);
    else if (options.split_gaps)
        throw usage_error{"--split-gaps belongs to --alignment FILE; add it, or omit both."};
    check_execution(options.execution);
}

} // namespace seqan3_gpulcs::app
