// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many short pairs of random DNA on a CUDA device: one query against many subjects, and many different pairs.
 *
 * Needs only the driver and libhwy1.
 */

#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/lcs/search.hpp>

#include "cuda/lane/lane_batch.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "device_benchmark.hpp"
#include "metric_benchmark.hpp"
#include "src/backend/backend.hpp"

namespace
{

using namespace seqan3_gpulcs;

struct workload
{
    bool is_one_query;
    std::uint64_t first_size;
    std::uint64_t second_size;
    std::size_t pairs;
    bool with_shorter{}; // Whether the sizes are the largest ones, and all from a fiftieth of them on occur.
};

void print_row(workload const & load,
               char const * const what,
               std::span<alignment::sequence_pair const> const pairs,
               double const seconds,
               double const ceiling)
{
    double const rate = plan::cell_count(pairs) / seconds / 1e12;
    std::printf("%s\t%s%llu\t%llu\t%zu\t%s\t%.3f\t%.2f\t%.2f\n",
                load.is_one_query ? "query" : "pairs",
                load.with_shorter ? "to " : "",
                static_cast<unsigned long long>(load.first_size),
                static_cast<unsigned long long>(load.second_size),
                pairs.size(),
                what,
                seconds * 1e3,
                rate,
                rate / ceiling);
    std::fflush(stdout);
}

// The means of the measurements.
struct conditions
{
    compared_metric metric{};
    unsigned repetitions{5};
    unsigned device{};
    double ceiling{};
};

plan::execution const on_cuda{.backend = plan::backend::cuda};
plan::execution const on_cpu{.backend = plan::backend::cpu};

// The pairs of a workload, and what is measured of them.
class pair_measurements
{
public:
    pair_measurements(workload const & given, conditions const & means) :
        load{given},
        wanted{means},
        first{load.is_one_query ? 1 : load.pairs, load.first_size, load.with_shorter, 1},
        second{load.pairs, load.second_size, load.with_shorter, 2}
    {
        for (std::size_t i = 0; i < load.pairs; ++i)
            pairs.push_back({first.views[load.is_one_query ? 0 : i], second.views[i]});
    }

    void kernel() const
    {
        cuda::stream_context context{wanted.device};
        cuda::lane_batch batch{context, cuda::lanes_of(wanted.metric.value)};
        print_median("kernel",
                     pairs,
                     wanted.repetitions,
                     [&]()
                     {
                         batch.start(pairs, {});
                         batch.finish();
                         return batch.times().kernel_seconds;
                     });
    }

    void results(bool const with_paths) const
    {
        auto const on_device = compute(with_paths ? "alignments" : "values", with_paths, pairs, on_cuda);
        auto const on_host = compute(with_paths ? "alignments, CPU" : "values, CPU", with_paths, some_pairs(), on_cpu);
        plan::metric const metric = wanted.metric.value;
        for (std::size_t i = 0; i < on_host.size(); ++i)
            if (plan::value_of(on_host[i], metric) != plan::value_of(on_device[i], metric)
                || on_host[i].path != on_device[i].path)
                throw std::runtime_error{"The CPU finds something else."};
    }

    void best_hits() const
    {
        print_median("top 10",
                     pairs,
                     wanted.repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 search(on_cuda, pairs.size());
                             });
                     });
        if (search(on_cuda, some_pairs().size()) != search(on_cpu, some_pairs().size()))
            throw std::runtime_error{"The CPU finds other hits."};
    }

private:
    workload load;
    conditions wanted;
    random_sequences first;
    random_sequences second;
    std::vector<alignment::sequence_pair> pairs{};

    // For the CPU, which is slower.
    std::span<alignment::sequence_pair const> some_pairs() const
    {
        return std::span{pairs}.first(std::max<std::size_t>(pairs.size() / 16, 1));
    }

    void print_median(char const * const what,
                      std::span<alignment::sequence_pair const> const of,
                      unsigned const rounds,
                      std::function<double()> const & measured) const
    {
        print_row(load, what, of, median(rounds, measured), wanted.ceiling);
    }

    std::vector<alignment::result> compute(char const * const what,
                                           bool const with_paths,
                                           std::span<alignment::sequence_pair const> const of,
                                           plan::execution const & execution) const
    {
        std::vector<alignment::result> computed{};
        print_median(what,
                     of,
                     execution.backend == plan::backend::cpu ? 1 : wanted.repetitions,
                     [&]()
                     {
                         computed.clear();
                         return wall_seconds(
                             [&]()
                             {
                                 computed = wanted.metric.compute(of, with_paths, execution);
                             });
                     });
        return computed;
    }

    std::vector<lcs::hit> search(plan::execution const & execution, std::size_t const count) const
    {
        lcs::search finder{first.views[0], {.top = 10}, execution};
        finder.add(std::span{second.views}.first(count));
        return finder.hits();
    }
};

void measure(workload const & load, conditions const & wanted)
{
    pair_measurements const of_pairs{load, wanted};
    bool const is_short = std::max(load.first_size, load.second_size) <= cuda::max_lane_size;
    if (is_short)
        of_pairs.kernel();
    of_pairs.results(false);
    if (!is_short)
        of_pairs.results(true);
    if (load.is_one_query && wanted.metric.is_lcs())
        of_pairs.best_hits();
}

// The measurements for each alphabet.
struct alphabet_workload
{
    char const * name;
    bool is_one_query;
    std::uint64_t size;
    std::size_t pairs;
    bool with_shorter{};
    bool with_path{};
    bool is_search{};
};

// Seconds from the memory of the host to the results, and those of the kernels.
struct alphabet_times
{
    double all{};
    double kernels{};
};

alphabet_times measure(alphabet_workload const & load, random_alphabet const & alphabet, conditions const & wanted)
{
    auto const first = alphabet.make(load.is_one_query ? 1 : load.pairs, load.size, load.with_shorter, 1);
    auto const second = alphabet.make(load.pairs, load.size, load.with_shorter, 2);
    std::vector<alignment::sequence_pair> pairs{};
    for (std::size_t i = 0; i < load.pairs; ++i)
        pairs.push_back({first[load.is_one_query ? 0 : i], second[i]});
    std::vector<packing::packed_sequence_view> const subjects(second.begin(), second.end());

    std::vector<alignment::result> found{};
    std::vector<alphabet_times> all{};
    for (unsigned repetition = 0; repetition <= wanted.repetitions; ++repetition)
    {
        alphabet_times times{};
        times.all = wall_seconds(
            [&]()
            {
                if (load.is_search)
                {
                    lcs::search finder{first[0], {.top = 10}, on_cuda};
                    finder.add(subjects);
                    finder.hits();
                    times.kernels = finder.statistics().kernel_seconds;
                }
                else
                    found = wanted.metric.compute(pairs, load.with_path, on_cuda);
            });
        for (alignment::result const & one : found)
            times.kernels += one.kernel_seconds;
        if (repetition != 0)
            all.push_back(times);
    }

    // For the CPU, which is slower.
    double cells = 0;
    for (std::size_t i = 0; i < found.size() && (cells += pairs[i].cells()) <= 2e10; ++i)
        if (wanted.metric.value_of(pairs[i], {.backend = plan::backend::cpu})
            != plan::value_of(found[i], wanted.metric.value))
            throw std::runtime_error{"The CPU finds something else."};

    std::ranges::sort(all, {}, &alphabet_times::all);
    return all[all.size() / 2];
}

void compare_alphabets(conditions const & wanted)
{
    alphabet_workload const workloads[]{{"query", true, 1000, 200'000},
                                        {"query, top 10", true, 1000, 200'000, false, false, true},
                                        {"pairs", false, 150, 1'000'000},
                                        {"pairs", false, 1000, 200'000},
                                        {"pairs", false, 30'000, 1035},
                                        {"pairs of 1 to 50 kb", false, 50'000, 2000, true},
                                        {"one pair", false, 10'000, 1},
                                        {"one pair", false, 100'000, 1},
                                        {"one pair", false, 1'000'000, 1},
                                        {"one pair", false, 10'000'000, 1},
                                        {"alignment", false, 1'000'000, 1, false, true}};
    std::printf("what\tpairs\tsize\talphabet\tms\tto_dna\tkernel_ms\tkernel_to_dna\n");
    for (alphabet_workload const & load : workloads)
    {
        if (load.is_search && !wanted.metric.is_lcs())
            continue;
        std::optional<alphabet_times> of_dna{};
        for (random_alphabet const & alphabet : random_alphabets())
        {
            alphabet_times const times = measure(load, alphabet, wanted);
            if (!of_dna)
                of_dna = times;
            std::printf("%s\t%zu\t%llu\t%s\t%.3f\t%.2f\t%.3f\t%.2f\n",
                        load.name,
                        load.pairs,
                        static_cast<unsigned long long>(load.size),
                        alphabet.name,
                        times.all * 1e3,
                        times.all / of_dna->all,
                        times.kernels * 1e3,
                        times.kernels / of_dna->kernels);
            std::fflush(stdout);
        }
    }
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"Lengths of the LCS, or edit distances, of many pairs of random DNA on a CUDA device"};
    double scale{1};
    conditions wanted{};
    wanted.metric.add_to(app);
    bool all_lengths{};
    bool long_ones{};
    bool alphabets{};
    app.add_option("--scale", scale, "Multiplies the number of pairs")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", wanted.repetitions, "Runs of each; the median is reported")
        ->check(CLI::PositiveNumber);
    app.add_flag("--all-lengths", all_lengths, "Also queries and pairs of other lengths");
    app.add_flag("--long", long_ones, "Pairs of some thousand letters and more instead");
    app.add_flag("--alphabets",
                 alphabets,
                 "Instead, DNA beside DNA with unknown bases, with ambiguous ones, and proteins");
    return run_benchmark(
        app,
        argc,
        argv,
        [&]()
        {
            std::vector<workload> workloads{{true, 1024, 1000, 1'000'000},
                                            {true, 150, 150, 10'000'000},
                                            {false, 1000, 1000, 1'000'000}};
            if (long_ones)
                workloads = {{false, 5000, 5000, 40'000},
                             {false, 10'000, 10'000, 10'000},
                             {false, 30'000, 30'000, 1225},
                             {false, 100'000, 100'000, 100},
                             {false, 50'000, 50'000, 100'000, true}};
            if (all_lengths)
                for (std::uint64_t const size : {250u, 500u, 768u, 1500u, 2048u, 4096u})
                    for (bool const is_one_query : {true, false})
                        workloads.push_back({is_one_query, size, size, 1'000'000'000'000 / size / size});

            device const chosen = find_usable_device();
            cuda::scoped_device const current{chosen.number};
            wanted.device = chosen.number;
            wanted.ceiling = wanted.metric.ceiling();
            print_conditions(chosen, wanted.ceiling, wanted.repetitions);
            if (alphabets)
                return compare_alphabets(wanted);
            std::printf("kind\tfirst\tsecond\tpairs\twhat\tms\tTCUPS\tof_ceiling\n");
            for (workload load : workloads)
            {
                load.pairs =
                    std::max<std::size_t>(static_cast<std::size_t>(static_cast<double>(load.pairs) * scale), 1);
                measure(load, wanted);
            }
            std::printf("# ceiling at the end %.1f TCUPS\n", wanted.metric.ceiling());
        });
}
