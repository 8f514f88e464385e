// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/devices/devices_options.hpp"

#include "src/app/command_line/shared_options.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr char const * notes{
    R"(The table goes to standard output, with one row per device, a row for
the CPU, and these columns:
  number           the number for --device
  name             the name of the model; for the CPU, the number of threads that
                   are used by default, and the bits of its vectors
  capability       the compute capability, such as 9.0
  multiprocessors  the number of multiprocessors
  clock            their clock rate in Hz
  memory           the size of its memory in bytes
  free             the bytes currently free
  lcs              the cells of longest common subsequences that are computed per
                   second; an estimate for large inputs, not measured here
  edit             the cells of edit distances that are computed per second
  used             yes for a device that is used by default, if the work is worth
                   it, otherwise no; true or false in JSON
  problem          why the device cannot be used; empty (in JSON null) if it can

For the CPU, other columns are empty, in JSON null. By the columns lcs and edit,
--backend auto chooses. If there is no device, the table has the row for the CPU
only, standard error says why, and the exit status is 0.
)"};

constexpr char const * examples{R"(Examples:
  gpulcs devices
  gpulcs devices --format json > devices.jsonl
  gpulcs lcs --backend cuda --device 0,2 a.fa b.fa
)"};

} // namespace

command_syntax devices_syntax(devices_options & options)
{
    return {.name = "devices",
            .description = "List the CUDA devices of this machine",
            .options = {table_format_option(options.format)},
            .examples = examples,
            .notes = notes};
}

} // namespace seqan3_gpulcs::app
