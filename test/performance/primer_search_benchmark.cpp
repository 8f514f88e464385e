// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Primers of random DNA on a CUDA device, and the search alone.
 *
 * Needs only the driver and libhwy1.
 */

#include <algorithm>
#include <concepts>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "cuda/runtime/scoped_device.hpp"
#include "cuda/search/search_batch.hpp"
#include "device_benchmark.hpp"
#include "device_ceiling.hpp"

namespace
{

using namespace seqan3_gpulcs;

// Patterns that are found hardly anywhere, in a text that keeps the device busy.
void measure_search(unsigned const device, unsigned const repetitions, double const ceiling)
{
    constexpr std::uint64_t text_size{std::uint64_t{1} << 26};
    random_sequences const text{1, text_size, false, 1};
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    scan::background_cuts const cuts{text.views, {}, control, 8};
    scan::letter_codes const codes{{}, cuts, {}};
    scan::background_text const background{cuts, codes, {}, control, 8};
    cuda::stream_context text_space{device};
    cuda::stream_context context{device};
    cuda::device_text const on_device{background, text_space, ~std::uint64_t{0}};
    cuda::search_batch batch{context};

    std::printf("search: letters of a pattern\tpatterns\tms\tTCUPS\tof_ceiling\n");
    std::mt19937_64 generator{2};
    for (std::size_t const size : {16u, 32u, 64u, 96u, 128u, 224u, 256u, 320u, 512u, 640u, 1024u, 2048u})
    {
        std::size_t const count = std::max<std::size_t>(4, 1024 / size * 4);
        std::vector<std::vector<std::uint8_t>> patterns(count, std::vector<std::uint8_t>(size));
        for (std::vector<std::uint8_t> & pattern : patterns)
            for (std::uint8_t & letter : pattern)
                letter = static_cast<std::uint8_t>(1u << generator() % 4);
        std::vector<cuda::search_batch::pattern> const views{patterns.begin(), patterns.end()};
        double const seconds =
            median(repetitions,
                   [&]()
                   {
                       batch.start(on_device, {0, text_size}, views, 1, context.limits.multiprocessors);
                       batch.finish();
                       return batch.times().kernel_seconds;
                   });
        double const rate = static_cast<double>(size * count) * static_cast<double>(text_size) / seconds / 1e12;
        std::printf("%zu\t%zu\t%.3f\t%.2f\t%.2f\n", size, count, seconds * 1e3, rate, rate / ceiling);
        std::fflush(stdout);
    }
}

struct workload
{
    std::uint64_t target_size{};
    std::uint64_t background_size{};
    std::uint64_t differences{};
    bool both_strands{};
    bool has_unknown{}; // One letter in a thousand of the background may be any other.
};

// Letters may be the number 4, which matches all others.
packing::packed_sequence with_unknown(packing::packed_sequence_view const & sequence)
{
    std::vector<std::uint8_t> letters(sequence.size());
    packing::unpack(sequence, 0, letters);
    std::mt19937_64 generator{5};
    for (std::uint64_t i = 0; i < letters.size() / 1000; ++i)
        letters[generator() % letters.size()] = 4;
    return packing::pack(letters);
}

// The CPU computes `cpu_positions` of the positions, for comparison.
void measure_primers(workload const & load, unsigned const repetitions, std::uint64_t const cpu_positions)
{
    random_sequences const target{1, load.target_size, false, 3};
    random_sequences const background{1, load.background_size, false, 4};
    packing::packed_sequence const unknown =
        load.has_unknown ? with_unknown(background.views[0]) : packing::packed_sequence{};
    std::vector<packing::packed_sequence_view> const backgrounds{load.has_unknown ? unknown : background.views[0]};
    primer::options options{.differences = load.differences};
    auto & meanings = options.meanings.emplace();
    for (unsigned letter = 0; letter < 5; ++letter)
        meanings[letter] = letter == 4 ? 15 : static_cast<std::uint8_t>(1u << letter);
    if (load.both_strands)
    {
        options.complement.emplace();
        for (std::uint8_t letter = 0; letter < 4; ++letter)
            (*options.complement)[letter] = static_cast<std::uint8_t>(3 - letter);
    }

    auto const measure = [&](auto const & where, plan::backend const backend, unsigned const rounds)
    {
        constexpr bool is_prepared = std::same_as<std::remove_cvref_t<decltype(where)>, primer::prepared_sequences>;
        std::uint64_t const positions =
            backend == plan::backend::cpu ? std::min(cpu_positions, load.target_size) : load.target_size;
        primer::target const only{target.views[0], 0, positions};
        std::vector<std::uint64_t> lengths{};
        primer::statistics done{};
        auto const compute = [&]()
        {
            lengths = primer::compute({&only, 1}, where, options, {.backend = backend}, &done).front();
        };
        if (is_prepared)
            compute();
        double const seconds = median(rounds,
                                      [&]()
                                      {
                                          return wall_seconds(compute);
                                      });
        double sum = 0;
        std::size_t found = 0;
        for (std::uint64_t const length : lengths)
        {
            sum += static_cast<double>(length);
            found += length != primer::no_primer;
        }
        double const symbols = static_cast<double>(positions) * static_cast<double>(load.background_size)
                             * (load.both_strands ? 2 : 1) * static_cast<double>(load.differences);
        std::printf("%llu\t%llu%s%s%s\t%llu\t%s\t%zu\t%.1f\t%.4f\t%.3g\t%.4f\n",
                    static_cast<unsigned long long>(positions),
                    static_cast<unsigned long long>(load.background_size),
                    load.both_strands ? ", both strands" : "",
                    load.has_unknown ? ", 1/1000 unknown" : "",
                    is_prepared ? ", prepared" : "",
                    static_cast<unsigned long long>(load.differences),
                    plan::to_string(backend),
                    found,
                    found == 0 ? 0 : sum / static_cast<double>(found),
                    seconds,
                    symbols / seconds,
                    done.kernel_seconds);
        std::fflush(stdout);
        return lengths;
    };
    auto on_device = measure(backgrounds, plan::backend::cuda, repetitions);
    if (on_device != measure(primer::prepared_sequences{backgrounds}, plan::backend::cuda, repetitions))
        throw std::runtime_error{"A background that is prepared has other primers."};
    auto const on_cpu = measure(backgrounds, plan::backend::cpu, 1);
    on_device.resize(on_cpu.size());
    if (on_cpu != on_device)
        throw std::runtime_error{"The CPU finds other primers."};
}

// The matches of primers, once the primers are known.
void measure_matches(std::uint64_t const target_size,
                     std::uint64_t const background_size,
                     std::uint64_t const differences,
                     unsigned const repetitions)
{
    random_sequences const target{1, target_size, false, 3};
    random_sequences const background{1, background_size, false, 4};
    primer::target const only{target.views[0]};
    primer::options const options{.differences = differences};
    auto const lengths = primer::compute({&only, 1}, background.views, options).front();
    auto const measure = [&](plan::backend const backend, unsigned const rounds)
    {
        std::vector<primer::match> matches{};
        double const seconds = median(
            rounds,
            [&]()
            {
                return wall_seconds(
                    [&]()
                    {
                        matches =
                            primer::find_matches(only, lengths, background.views[0], options, {.backend = backend});
                    });
            });
        std::printf("%llu\t%llu\t%llu\t%s\t%.3f\n",
                    static_cast<unsigned long long>(target_size),
                    static_cast<unsigned long long>(background_size),
                    static_cast<unsigned long long>(differences),
                    plan::to_string(backend),
                    seconds);
        std::fflush(stdout);
        return matches;
    };
    auto const on_device = measure(plan::backend::cuda, repetitions);
    if (measure(plan::backend::cpu, 1) != on_device)
        throw std::runtime_error{"The CPU finds other matches."};
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"Primers of random DNA on a CUDA device"};
    double scale{1};
    unsigned repetitions{5};
    bool is_host_genome{};
    app.add_option("--scale", scale, "Multiplies the number of positions")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", repetitions, "Runs of each; the median is reported")->check(CLI::PositiveNumber);
    app.add_flag("--host-genome", is_host_genome, "30,000 positions against 3.1 billion letters instead");
    return run_benchmark(app,
                         argc,
                         argv,
                         [&]()
                         {
                             device const chosen = find_usable_device();
                             cuda::scoped_device const current{chosen.number};
                             double const ceiling = measure_distance_ceiling();
                             print_conditions(chosen, ceiling, repetitions);

                             std::vector<workload> workloads{{43'606, 241'494, 100, false},
                                                             {107'280, 2'220'391, 256, false},
                                                             {30'119, 4'641'652, 5, true},
                                                             {43'606, 241'494, 100, false, true},
                                                             {30'119, 4'641'652, 5, true, true}};
                             if (is_host_genome)
                                 workloads = {{30'000, 3'100'000'000, 6, false}};
                             else
                                 measure_search(chosen.number, repetitions, ceiling);

                             std::printf("primers: positions\tletters\tk\tbackend\tfound\tmean\tseconds\tsymbol "
                                         "comparisons/s\tseconds of kernels\n");
                             for (workload load : workloads)
                             {
                                 load.target_size = std::max<std::uint64_t>(
                                     static_cast<std::uint64_t>(static_cast<double>(load.target_size) * scale),
                                     1);
                                 measure_primers(load, repetitions, is_host_genome ? 100 : load.target_size);
                             }
                             if (!is_host_genome)
                             {
                                 std::printf("matches: positions\tletters\tk\tbackend\tseconds\n");
                                 measure_matches(static_cast<std::uint64_t>(30'119 * scale), 4'641'652, 5, repetitions);
                             }
                             std::printf("# ceiling at the end %.1f TCUPS\n", measure_distance_ceiling());
                         });
}
