// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Simulates one large pair on several devices and hosts: how long it takes, and where time is lost.
 *
 * Needs no device. With `--check`, tests the simulation.
 */

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "device_benchmark.hpp"
#include "pair_size.hpp"
#include "schedule_check.hpp"
#include "schedule_model.hpp"

namespace
{

using namespace seqan3_gpulcs;
using namespace seqan3_gpulcs::simulation;

struct options
{
    std::vector<std::string> sizes{"20Mx10M", "100Mx100M", "248956422x228333871"};
    std::vector<unsigned> devices{1};
    std::vector<unsigned> hosts{1};
    unsigned words{}; // 0: the best.
    cluster_model cluster{};
    bool checks{};
};

void print_header()
{
    std::printf(
        "first\tsecond\thosts\tdevices\twords\tunit\tstrips\tseconds\tTCUPS\tspeedup\tefficiency\tcomputing\tfill\t"
        "waiting\timbalance\tdrain\thosts_idle\n");
}

void print_row(pair_size const & size,
               cluster_model const & cluster,
               simulated_pair const & simulated,
               double const single_time)
{
    auto const & [task, found] = simulated;
    double const cells = static_cast<double>(size.first) * static_cast<double>(size.second);
    unsigned const devices = cluster.hosts * cluster.host.devices;
    double const speedup = single_time / found.time;
    double const all = found.use.all();
    std::printf("%llu\t%llu\t%u\t%u\t%u\t%u\t%llu\t%.4g\t%.4g\t%.2f\t%.2f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n",
                static_cast<unsigned long long>(size.first),
                static_cast<unsigned long long>(size.second),
                cluster.hosts,
                cluster.host.devices,
                task.shape.words,
                task.shape.unit_columns,
                static_cast<unsigned long long>(simulated.strips()),
                found.time,
                cells / found.time / 1e12,
                speedup,
                speedup / devices,
                found.use.computing / all,
                found.use.fill / all,
                found.use.waiting / all,
                found.use.imbalance / all,
                found.use.drain / all,
                found.use.hosts / all);
}

void run(options const & chosen)
{
    print_header();
    for (std::string const & text : chosen.sizes)
    {
        pair_size const size = parse_size(text);
        cluster_model cluster{chosen.cluster};
        double const single_time = simulate_best({size.first, size.second, chosen.words}, cluster).found.time;
        for (unsigned const hosts : chosen.hosts)
            for (unsigned const devices : chosen.devices)
            {
                cluster.hosts = hosts;
                cluster.host.devices = devices;
                print_row(size, cluster, simulate_best({size.first, size.second, chosen.words}, cluster), single_time);
            }
    }
}

// Options in the units that people use.
void add_model_options(CLI::App & app, cluster_model & cluster)
{
    auto const add = [&app](std::string const & name, double & value, double const unit, std::string const & text)
    {
        app.add_option_function<double>(
               name,
               [&value, unit](double const given)
               {
                   value = given * unit;
               },
               text)
            ->default_str(std::to_string(value / unit))
            ->check(CLI::PositiveNumber);
    };
    add("--clock", cluster.host.device.clock_hz, 1e9, "The clock of a device, in GHz");
    add("--link", cluster.host.link_seconds, 1e-6, "The latency from device to device, in us");
    add("--message", cluster.message_seconds, 1e-6, "The latency from host to host, in us");
    add("--bandwidth", cluster.bytes_per_second, 1e9, "From host to host, in GB/s");
    add("--chunk-time", cluster.chunk_seconds, 1e-3, "What a chunk takes beside its kernel, in ms");
    app.add_option("--chunk",
                   cluster.chunk_columns,
                   "The columns of a chunk, if there are several hosts; 0: as many as the library takes");
    app.add_option_function<std::string>(
           "--metric",
           [&device = cluster.host.device](std::string const & metric)
           {
               device.kernels = metric == "edit" ? edit_kernels : kernel_model{};
           },
           "What is compared: longest common subsequences (lcs) or edit distances (edit)")
        ->default_str("lcs")
        ->check(CLI::IsMember({"lcs", "edit"}));
    app.add_option("--multiprocessors", cluster.host.device.multiprocessors, "Those of a device")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--wave", cluster.host.wave_strips, "The strips of a wave; 0: the same number in all rounds");
    app.add_option("--groups", cluster.host.column_groups, "The steps of a strip")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    options chosen{};
    CLI::App app{"Simulates one large pair on several devices and hosts."};
    app.add_option("sizes", chosen.sizes, "Pairs, like 20Mx10M")->capture_default_str();
    app.add_option("--devices", chosen.devices, "Numbers of devices of a host")->check(CLI::PositiveNumber);
    app.add_option("--hosts", chosen.hosts, "Numbers of hosts")->check(CLI::PositiveNumber);
    app.add_option("--words", chosen.words, "Words per lane; 0: those that take the least time");
    app.add_flag("--check", chosen.checks, "Test the simulation");
    add_model_options(app, chosen.cluster);
    return run_benchmark(app,
                         argc,
                         argv,
                         [&]()
                         {
                             if (!chosen.checks)
                                 run(chosen);
                             else if (!check_simulation())
                                 throw std::runtime_error{"The simulation is wrong."};
                         });
}
