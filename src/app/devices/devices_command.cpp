// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/devices/devices_command.hpp"

#include <string>

#include <seqan3_gpulcs/devices.hpp>

#include "src/app/io/file/output_file.hpp"
#include "src/app/message.hpp"

namespace seqan3_gpulcs::app
{

void run_devices(devices_options const & options)
{
    device_report const report = find_devices();

    output_file file = output_file::standard_output();
    table_writer table{file,
                       options.format,
                       {"number", "name", "capability", "multiprocessors", "memory", "free", "used", "problem"}};
    for (device const & each : report.devices)
    {
        unsigned const capability = each.compute_capability;
        table.write({each.number,
                     each.name,
                     std::to_string(capability / 10) + '.' + std::to_string(capability % 10),
                     each.multiprocessors,
                     each.memory_bytes,
                     each.free_bytes,
                     each.usable(),
                     each.usable() ? table_value{} : table_value{each.problem}});
    }
    file.finish();

    if (report.devices.empty())
        print_message((report.problem + " Computations run on the CPU.").c_str());
}

} // namespace seqan3_gpulcs::app
