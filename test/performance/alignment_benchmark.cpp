// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Alignments of many pairs of random DNA, or of reads in windows, on CUDA devices, from packed sequences to paths.
 *
 * Needs only the driver and libhwy1.
 */

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <vector>

#include <CLI/CLI.hpp>

#include "cuda/runtime/scoped_device.hpp"
#include "device_benchmark.hpp"
#include "metric_benchmark.hpp"
#include "src/plan/pair_source.hpp"

namespace
{

using namespace seqan3_gpulcs;

struct workload
{
    std::uint64_t size;
    std::size_t pairs;
    bool with_shorter{}; // Whether the size is the largest one, and all from a fiftieth of it on occur.
    bool
        are_reads{}; // Whether the first sequences are reads with three edits, anywhere in the second ones, which are longer.
};

constexpr std::uint64_t letters_beside_read = 25;

// The first and second sequences of a workload.
class sequences
{
public:
    explicit sequences(workload const & load) :
        first_{load.pairs, load.size, load.with_shorter, 1},
        second_{load.pairs, load.size + (load.are_reads ? 2 * letters_beside_read : 0), load.with_shorter, 2}
    {
        std::mt19937_64 generator{3};
        for (std::size_t i = 0; i < load.pairs; ++i)
        {
            if (load.are_reads)
                cut_read(first_.words.data() + i * ((load.size + 31) / 32), second_.views[i], load.size, generator);
            pairs_.push_back({first_.views[i], second_.views[i]});
        }
    }

    std::span<alignment::sequence_pair const> pairs() const noexcept
    {
        return pairs_;
    }

private:
    // Replaces the words of a read by letters from the middle of a window.
    static void cut_read(std::uint64_t * const read,
                         packing::packed_sequence_view const & window,
                         std::uint64_t const size,
                         std::mt19937_64 & generator)
    {
        for (std::uint64_t word = 0; word < (size + 31) / 32; ++word)
            read[word] = 0;
        for (std::uint64_t at = 0; at < size; ++at)
        {
            std::uint64_t const from = at + letters_beside_read;
            read[at / 32] |= (window.words()[from / 32] >> from % 32 * 2 & 3) << at % 32 * 2;
        }
        for (unsigned edit = 0; edit < 3; ++edit)
        {
            std::uint64_t const at = generator() % size;
            read[at / 32] ^= std::uint64_t{1} << at % 32 * 2;
        }
    }

    random_sequences first_;
    random_sequences second_;
    std::vector<alignment::sequence_pair> pairs_{};
};

// What is computed for each pair.
struct comparison
{
    compared_metric metric{};
    bool are_reads{};

    std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> const pairs,
                                           plan::execution const & execution) const
    {
        if (!are_reads)
            return metric.compute(pairs, true, execution);
        return edit::compute(
            pairs,
            {.wanted = edit::output::alignment, .ends = {.second_leading = true, .second_trailing = true}},
            execution);
    }
};

// Seconds of a call, and the sums over all batches, of which several are on their way at the same time.
struct call_times
{
    double all{};
    double copies{};
    double forward{};
    double traceback{};
};

call_times measure_call(comparison const & compared,
                        std::span<alignment::sequence_pair const> const pairs,
                        plan::execution const & execution,
                        std::vector<alignment::result> & results)
{
    std::vector<alignment::result>{}.swap(results); // Returning their memory takes long, and is not part of the call.
    call_times times{};
    times.all = wall_seconds(
        [&]()
        {
            results = compared.compute(pairs, execution);
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
double check_some(comparison const & compared,
                  std::span<alignment::sequence_pair const> const pairs,
                  std::span<alignment::result const> const found)
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
    call_times const times = measure_call(compared, some, {.backend = plan::backend::cpu}, expected);
    for (std::size_t i = 0; i < some.size(); ++i)
        if (plan::value_of(expected[i], compared.metric.value)
                != plan::value_of(found[indices[i]], compared.metric.value)
            || expected[i].path != found[indices[i]].path)
            throw std::runtime_error{"The CPU finds something else."};
    return static_cast<double>(some.size()) / times.all;
}

void measure(workload const & load,
             comparison const & compared,
             unsigned const repetitions,
             plan::execution const & execution)
{
    sequences const all_sequences{load};
    std::span const pairs = all_sequences.pairs();

    std::vector<alignment::result> results{};
    std::vector<call_times> all{};
    for (unsigned repetition = 0; repetition <= repetitions; ++repetition)
    {
        call_times const times = measure_call(compared, pairs, execution, results);
        if (repetition != 0)
            all.push_back(times);
    }
    std::ranges::sort(all, {}, &call_times::all);
    call_times const & median = all[all.size() / 2];
    double const on_cpu = check_some(compared, pairs, results);
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
    CLI::App app{"Alignments of many pairs of random DNA on CUDA devices"};
    double scale{1};
    comparison compared{};
    workload only{};
    compared.metric.add_to(app);
    unsigned repetitions{5};
    plan::execution execution{.backend = plan::backend::cuda};
    bool all_lengths{};
    app.add_option("--scale", scale, "Multiplies the number of pairs")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", repetitions, "Runs of each; the median is reported")->check(CLI::PositiveNumber);
    app.add_option("--threads", execution.threads, "Threads of the host; 0: all cores");
    app.add_option("--devices",
                   execution.devices,
                   "The numbers of the devices, such as 0,1; by default as many as are worth it")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_flag("--all-lengths", all_lengths, "Also pairs of other lengths");
    CLI::Option * const size = app.add_option("--size", only.size, "Only pairs of this length");
    app.add_option("--pairs", only.pairs, "How many of them")->needs(size);
    app.add_flag("--reads", only.are_reads, "The first ones are reads with three edits in the second ones")
        ->needs(size);
    return run_benchmark(
        app,
        argc,
        argv,
        [&]()
        {
            std::vector<workload> workloads{{1000, 100'000}, {50'000, 100'000, true}};
            if (all_lengths)
                for (std::uint64_t const one :
                     {50u, 150u, 500u, 1500u, 2048u, 3000u, 5000u, 10'000u, 30'000u, 100'000u})
                    workloads.push_back({one, std::min<std::size_t>(400'000'000 / one, 1'000'000'000'000 / one / one)});
            if (only.size != 0)
                workloads = {only};
            if (only.are_reads)
                compared = {.metric = {plan::metric::edit}, .are_reads = true};

            device const chosen = find_usable_device();
            cuda::scoped_device const current{chosen.number};
            print_conditions(chosen, compared.metric.ceiling(), repetitions);
            std::printf("size\tpairs\tms\tTCUPS\tpairs_per_s\tcopies_ms\tforward_ms\ttraceback_ms"
                        "\tcpu_pairs_per_s\n");
            for (workload load : workloads)
            {
                load.pairs =
                    std::max<std::size_t>(static_cast<std::size_t>(static_cast<double>(load.pairs) * scale), 1);
                measure(load, compared, repetitions, execution);
            }
        });
}
