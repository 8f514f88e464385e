// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/devices/devices_command.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include <seqan3_gpulcs/devices.hpp>

#include "src/app/io/file/output_file.hpp"
#include "src/app/message.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief A row of the table.
struct hardware
{
    std::optional<unsigned> number{};
    std::string name{};
    std::optional<std::string> capability{};
    std::optional<unsigned> multiprocessors{};
    std::optional<std::uint64_t> clock{};
    std::optional<std::uint64_t> memory{};
    std::optional<std::uint64_t> free{};
    double lcs{};
    double edit{};
    bool used{true};
    std::optional<std::string> problem{};
};

hardware to_row(device const & each)
{
    unsigned const capability = each.compute_capability;
    return {.number = each.number,
            .name = each.name,
            .capability = std::to_string(capability / 10) + '.' + std::to_string(capability % 10),
            .multiprocessors = each.multiprocessors,
            .clock = each.clock_hz,
            .memory = each.memory_bytes,
            .free = each.free_bytes,
            .lcs = each.lcs_cells_per_second,
            .edit = each.edit_cells_per_second,
            .used = each.usable(),
            .problem = each.usable() ? std::nullopt : std::optional{each.problem}};
}

hardware to_row(processor const & host)
{
    return {.name = "CPU, threads: " + std::to_string(host.threads)
                  + ", bits of vectors: " + std::to_string(host.vector_bits),
            .lcs = host.lcs_cells_per_second,
            .edit = host.edit_cells_per_second};
}

table<hardware> make_hardware_table(table_format const format)
{
    auto const to_whole = [](double const number)
    {
        return static_cast<std::uint64_t>(number);
    };
    return {format,
            column{"number", &hardware::number},
            column{"name", &hardware::name},
            column{"capability", &hardware::capability},
            column{"multiprocessors", &hardware::multiprocessors},
            column{"clock", &hardware::clock},
            column{"memory", &hardware::memory},
            column{"free", &hardware::free},
            column{"lcs", chain(&hardware::lcs, to_whole)},
            column{"edit", chain(&hardware::edit, to_whole)},
            column{"used", &hardware::used},
            column{"problem", &hardware::problem}};
}

} // namespace

void run_devices(devices_options const & options)
{
    device_report const report = find_devices();
    table<hardware> const table = make_hardware_table(options.format);
    std::string text = table.header();
    for (device const & each : report.devices)
        table.append_row(text, to_row(each));
    table.append_row(text, to_row(find_processor()));

    output_file file = output_file::standard_output();
    file.write(text);
    file.finish();

    if (report.devices.empty())
        print_message((report.problem + " Computations run on the CPU.").c_str());
}

} // namespace seqan3_gpulcs::app
