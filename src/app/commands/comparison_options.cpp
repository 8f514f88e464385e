// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/commands/comparison_options.hpp"

#include "src/app/commands/option_values.hpp"
#include "src/app/commands/shared_options.hpp"

namespace seqan3_gpulcs::app
{

char const * const comparison_timings_notes{R"(
With --timings, standard error has a line for each of these:
  reading packing  seconds for reading files and for encoding letters
  llcs             seconds for computing the lengths
  transfer kernel  the parts of llcs spent copying to and from a CUDA device and
                   computing on it; 0 on the CPU
  traceback        seconds for computing the alignments from stored checkpoints
  writing total    seconds for writing the output, and for everything
  checkpoint_rows checkpoint_columns
                   letters between the checkpoints of the largest pair; 0 without
                   checkpoints
  memory           the most bytes that a pair used of --memory
  device_memory    the most bytes that a pair used of a CUDA device
  backend          what computed: cpu, cuda or both
)"};

option alignment_option(comparison_options & options)
{
    return {.group = option_group::output,
            .name = "--alignment",
            .placeholder = "FILE",
            .description = "Also compute the alignments, and write them to FILE in\n"
                           "PAF format",
            .set = [&options](std::string const & text)
            {
                options.alignment = text;
            }};
}

std::vector<option> comparison_hardware_options(comparison_options & options)
{
    auto hardware = execution_options(options.execution,
                                      "Where to compute: auto (default), the faster one for each\n"
                                      "pair; cpu; or cuda");
    hardware.push_back({.group = option_group::hardware,
                        .name = "--memory",
                        .placeholder = "SIZE",
                        .description = "Memory for computing alignments, in addition to input\n"
                                       "and results: a number of bytes, or with a unit (K, M, G\n"
                                       "or T, powers of 1024), such as 500M (default: 1G)",
                        .set = [&options](std::string const & text)
                        {
                            options.execution.memory_limit = parse_size(text);
                        }});
    return hardware;
}

void check_comparison(comparison_options const & options)
{
    std::vector<std::string> const inputs{options.first, options.second};
    check_inputs(inputs);
    if (options.alignment)
        check_output(*options.alignment, "--alignment", inputs);
    check_execution(options.execution);
}

} // namespace seqan3_gpulcs::app
