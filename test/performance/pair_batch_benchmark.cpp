// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many short pairs of random DNA on a CUDA device: one query against many subjects, and many different pairs.
 *
 * Needs nothing but the driver.
 */

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "../../cuda/pair_batch.hpp"
#include "../../cuda/scoped_device.hpp"
#include "device_ceiling.hpp"

namespace
{

using namespace seqan3_gpulcs;

constexpr std::array<std::uint8_t, 4> letters{0, 1, 2, 3};

// Sequences of random DNA, all of the same length.
struct random_sequences
{
    random_sequences(std::size_t const count, std::uint64_t const size, std::uint64_t const seed)
    {
        std::uint64_t const words_of_one = (size + 31) / 32;
        words.resize(count * words_of_one);
        std::mt19937_64 generator{seed};
        std::ranges::generate(words, std::ref(generator));
        for (std::size_t i = 0; i < count; ++i)
        {
            std::uint64_t * const begin = words.data() + i * words_of_one;
            if (size % 32 != 0)
                begin[words_of_one - 1] &= (std::uint64_t{1} << (size % 32 * 2)) - 1;
            views.emplace_back(begin, size, 2, letters);
        }
    }

    std::vector<std::uint64_t> words{};
    std::vector<packing::packed_sequence_view> views{};
};

struct workload
{
    bool is_one_query;
    std::uint64_t first_size;
    std::uint64_t second_size;
    std::size_t pairs;
};

// The median after a warm-up, in seconds. What is measured returns its own time.
double median(unsigned const repetitions, std::function<double()> const & measured)
{
    std::vector<double> seconds{};
    for (unsigned repetition = 0; repetition <= repetitions; ++repetition)
    {
        double const one = measured();
        if (repetition != 0)
            seconds.push_back(one);
    }
    std::ranges::sort(seconds);
    return seconds[seconds.size() / 2];
}

double wall_seconds(std::function<void()> const & task)
{
    auto const start = std::chrono::steady_clock::now();
    task();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void print_row(workload const & work, char const * const what, std::size_t const pairs, double const seconds, double const ceiling)
{
    double const rate = static_cast<double>(work.first_size) * static_cast<double>(work.second_size)
                      * static_cast<double>(pairs) / seconds / 1e12;
    std::printf("%s\t%llu\t%llu\t%zu\t%s\t%.3f\t%.2f\t%.2f\n",
                work.is_one_query ? "query" : "pairs",
                static_cast<unsigned long long>(work.first_size),
                static_cast<unsigned long long>(work.second_size),
                pairs,
                what,
                seconds * 1e3,
                rate,
                rate / ceiling);
    std::fflush(stdout);
}

void measure(workload const & work, unsigned const repetitions, unsigned const device, double const ceiling)
{
    random_sequences const first{work.is_one_query ? 1 : work.pairs, work.first_size, 1};
    random_sequences const second{work.pairs, work.second_size, 2};
    std::vector<lcs::sequence_pair> pairs{};
    for (std::size_t i = 0; i < work.pairs; ++i)
        pairs.push_back({first.views[work.is_one_query ? 0 : i], second.views[i]});

    std::uint64_t sum = 0;
    {
        cuda::workspace space{device};
        cuda::pair_batch batch{space};
        print_row(work,
                  "kernel",
                  work.pairs,
                  median(repetitions,
                         [&]()
                         {
                             batch.start(pairs, {});
                             sum = 0;
                             for (cuda::lane_hit const & hit : batch.finish())
                                 sum += hit.length;
                             return batch.times().kernel_seconds;
                         }),
                  ceiling);
    }

    plan::execution const on_cuda{.backend = plan::backend::cuda};
    plan::execution const on_cpu{.backend = plan::backend::cpu};
    auto const sum_of = [](std::vector<lcs::result> const & results)
    {
        std::uint64_t all = 0;
        for (lcs::result const & result : results)
            all += result.length;
        return all;
    };
    print_row(work,
              "lengths",
              work.pairs,
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 if (sum_of(lcs::compute(pairs, lcs::output::length, on_cuda)) != sum)
                                     throw std::runtime_error{"The lengths are not the same."};
                             });
                     }),
              ceiling);

    std::vector<lcs::hit> best{};
    auto const search_with = [&](plan::execution const & execution, std::size_t const count)
    {
        return wall_seconds(
            [&]()
            {
                lcs::search finder{first.views[0], {.top = 10}, execution};
                finder.add(std::span{second.views}.first(count));
                best = finder.hits();
            });
    };
    if (work.is_one_query)
        print_row(work,
                  "top 10",
                  work.pairs,
                  median(repetitions,
                         [&]()
                         {
                             return search_with(on_cuda, work.pairs);
                         }),
                  ceiling);

    // The peer: all cores of this machine, with fewer pairs.
    std::size_t const some = std::max<std::size_t>(work.pairs / 16, 1);
    std::span const some_pairs = std::span{pairs}.first(some);
    std::uint64_t const expected = sum_of(lcs::compute(some_pairs, lcs::output::length, on_cpu));
    if (expected != sum_of(lcs::compute(some_pairs, lcs::output::length, on_cuda)))
        throw std::runtime_error{"The CPU finds other lengths."};
    if (work.is_one_query)
    {
        search_with(on_cuda, some);
        auto const found = best;
        search_with(on_cpu, some);
        if (best != found)
            throw std::runtime_error{"The CPU finds other hits."};
    }
    print_row(work,
              "lengths, CPU",
              some,
              median(std::min(repetitions, 3u),
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 lcs::compute(some_pairs, lcs::output::length, on_cpu);
                             });
                     }),
              ceiling);
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"Lengths of the LCS of many pairs of random DNA on a CUDA device"};
    double scale{1};
    unsigned repetitions{5};
    bool all_lengths{};
    app.add_option("--scale", scale, "So many times as many pairs")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", repetitions, "Runs of each, of which the median counts")
        ->check(CLI::PositiveNumber);
    app.add_flag("--all-lengths", all_lengths, "Also queries and pairs of other lengths");
    try
    {
        app.parse(argc, argv);
        std::vector<workload> workloads{
            {true, 1024, 1000, 1'000'000}, {true, 150, 150, 10'000'000}, {false, 1000, 1000, 1'000'000}};
        if (all_lengths)
            for (std::uint64_t const size : {64u, 250u, 500u, 768u, 1500u, 2048u, 4096u})
                for (bool const is_one_query : {true, false})
                    workloads.push_back({is_one_query, size, size, 1'000'000'000'000 / size / size});

        device_report const report = find_devices();
        device const * const chosen = report.chosen();
        if (!chosen)
            throw std::runtime_error{report.devices.empty() ? report.problem : report.devices.front().problem};
        cuda::scoped_device const current{chosen->number};
        double const ceiling = measure_ceiling();
        std::printf("# %s, %u multiprocessors, %u CPU threads; ceiling %.1f TCUPS; medians of %u runs\n",
                    chosen->name.c_str(),
                    chosen->multiprocessors,
                    std::thread::hardware_concurrency(),
                    ceiling,
                    repetitions);
        std::printf("kind\tfirst\tsecond\tpairs\twhat\tms\tTCUPS\tof_ceiling\n");
        for (workload work : workloads)
        {
            work.pairs = std::max<std::size_t>(static_cast<std::size_t>(static_cast<double>(work.pairs) * scale), 1);
            measure(work, repetitions, chosen->number, ceiling);
        }
        std::printf("# ceiling at the end %.1f TCUPS\n", measure_ceiling());
    }
    catch (CLI::Error const & error)
    {
        return app.exit(error);
    }
    catch (std::exception const & error)
    {
        std::fprintf(stderr, "pair_batch_benchmark: %s\n", error.what());
        return 1;
    }
    return 0;
}
