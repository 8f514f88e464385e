// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/devices/devices_command.hpp"

#include <cstdint>
#include <string>

#include <seqan3_gpulcs/devices.hpp>

#include "src/app/io/file/output_file.hpp"
#include "src/app/message.hpp"

namespace seqan3_gpulcs::app
{

void run_devices(devices_options const & options)
{
    device_report const report = find_devices();
    processor const host = find_processor();

    output_file file = output_file::standard_output();
    table_writer table{file,
                       options.format,
                       {"number",
                        "name",
                        "capability",
                        "multiprocessors",
                        "clock",
                        "memory",
                        "free",
                        "lcs",
                        "edit",
                        "used",
                        "problem"}};
    for (device const & each : report.devices)
    {
        unsigned const capability = each.compute_capability;
        table.write({each.number,
                     each.name,
                     std::to_string(capability / 10) + '.' + std::to_string(capability % 10),
                     each.multiprocessors,
                     each.clock_hz,
                     each.memory_bytes,
                     each.free_bytes,
                     static_cast<std::uint64_t>(each.lcs_cells_per_second),
                     static_cast<std::uint64_t>(each.edit_cells_per_second),
                     each.usable(),
                     each.usable() ? table_value{} : table_value{each.problem}});
    }
    std::string const name =
        "CPU, threads: " + std::to_string(host.threads) + ", bits of vectors: " + std::to_string(host.vector_bits);
    table.write({{},
                 name,
                 {},
                 {},
                 {},
                 {},
                 {},
                 static_cast<std::uint64_t>(host.lcs_cells_per_second),
                 static_cast<std::uint64_t>(host.edit_cells_per_second),
                 true,
                 {}});
    file.finish();

    if (report.devices.empty())
        print_message((report.problem + " Computations run on the CPU.").c_str());
}

} // namespace seqan3_gpulcs::app
