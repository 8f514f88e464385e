// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Alignments of many pairs of random DNA on a CUDA device, from packed sequences to paths.
 *
 * Needs only the driver and libhwy1.
 */

#include <algorithm>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/scoped_device.hpp"
#include "device_benchmark.hpp"
#include "device_ceiling.hpp"
#include "src/plan/pair_source.hpp"

namespace
{

using namespace seqan3_gpulcs;

struct workload
{
    std::uint64_t size;
    std::size_t pairs;
    bool with_shorter{}; // Whether the size is the largest one, and all from a fiftieth of it on occur.
};

// Seconds of a call, and the sums over all batches, of which several are on their way at the same time.
struct call_times
{
    double all{};
    double copies{};
    double forward{};
    double traceback{};
};

call_times measure_call(std::span<alignment::sequence_pair const> const pairs,
                        plan::execution const & execution,
                        std::vector<alignment::result> & results)
{
    results.clear();
    call_times times{};
    times.all = wall_seconds(
        [&]()
        {
            results = lcs::compute(pairs, lcs::output::subsequence, execution);
        });
    for (alignment::result const & one : results)
    {
        times.copies += one.transfer_seconds;
        times.forward += one.kernel_seconds;
        times.traceback += one.traceback_seconds;
    }
    return times;
}

// The CPU computes some of them, as it is slower.
double check_some(std::span<alignment::sequence_pair const> const pairs, std::span<alignment::result const> const found)
{
    std::vector<alignment::sequence_pair> some{};
    std::vector<std::size_t> indices{};
    double cells = 0;
    for (std::size_t i = 0; i < pairs.size() && cells <= 1e11; i += std::max<std::size_t>(pairs.size() / 2000, 1))
    {
        some.push_back(pairs[i]);
        indices.push_back(i);
        cells += pairs[i].cells();
    }
    std::vector<alignment::result> expected{};
    call_times const times = measure_call(some, {.backend = plan::backend::cpu}, expected);
    for (std::size_t i = 0; i < some.size(); ++i)
        if (expected[i].length != found[indices[i]].length || expected[i].path != found[indices[i]].path)
            throw std::runtime_error{"The CPU finds something else."};
    return static_cast<double>(some.size()) / times.all;
}

void measure(workload const & load, unsigned const repetitions, unsigned const threads)
{
    random_sequences const first{load.pairs, load.size, load.with_shorter, 1};
    random_sequences const second{load.pairs, load.size, load.with_shorter, 2};
    std::vector<alignment::sequence_pair> pairs{};
    for (std::size_t i = 0; i < load.pairs; ++i)
        pairs.push_back({first.views[i], second.views[i]});

    std::vector<alignment::result> results{};
    std::vector<call_times> all{};
    for (unsigned repetition = 0; repetition <= repetitions; ++repetition)
    {
        call_times const times = measure_call(pairs, {.backend = plan::backend::cuda, .threads = threads}, results);
        if (repetition != 0)
            all.push_back(times);
    }
    std::ranges::sort(all, {}, &call_times::all);
    call_times const & median = all[all.size() / 2];
    double const on_cpu = check_some(pairs, results);
    std::printf("%s%llu\t%zu\t%.1f\t%.2f\t%.0f\t%.1f\t%.1f\t%.1f\t%.0f\n",
                load.with_shorter ? "to " : "",
                static_cast<unsigned long long>(load.size),
                load.pairs,
                median.all * 1e3,
                plan::cell_count(pairs) / median.all / 1e12,
                static_cast<double>(load.pairs) / median.all,
                median.copies * 1e3,
                median.forward * 1e3,
                median.traceback * 1e3,
                on_cpu);
    std::fflush(stdout);
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"Alignments of many pairs of random DNA on a CUDA device"};
    double scale{1};
    unsigned repetitions{5};
    unsigned threads{0};
    bool all_lengths{};
    app.add_option("--scale", scale, "Multiplies the number of pairs")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", repetitions, "Runs of each; the median is reported")->check(CLI::PositiveNumber);
    app.add_option("--threads", threads, "Threads of the host; 0: all cores");
    app.add_flag("--all-lengths", all_lengths, "Also pairs of other lengths");
    return run_benchmark(
        app,
        argc,
        argv,
        [&]()
        {
            std::vector<workload> workloads{{1000, 100'000}, {50'000, 100'000, true}};
            if (all_lengths)
                for (std::uint64_t const size :
                     {50u, 150u, 500u, 1500u, 2048u, 3000u, 5000u, 10'000u, 30'000u, 100'000u})
                    workloads.push_back(
                        {size, std::min<std::size_t>(400'000'000 / size, 1'000'000'000'000 / size / size)});

            device const chosen = find_usable_device();
            cuda::scoped_device const current{chosen.number};
            print_conditions(chosen, measure_ceiling(), repetitions);
            std::printf("size\tpairs\tms\tTCUPS\tpairs_per_s\tcopies_ms\tforward_ms\ttraceback_ms"
                        "\tcpu_pairs_per_s\n");
            for (workload load : workloads)
            {
                load.pairs =
                    std::max<std::size_t>(static_cast<std::size_t>(static_cast<double>(load.pairs) * scale), 1);
                measure(load, repetitions, threads);
            }
        });
}
