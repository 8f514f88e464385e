// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief From packed sequences to lengths or distances: millions of pairs, and all pairs of one set, or of two, on a CUDA device.
 *
 * Beside the time of the whole call stand those of its steps, each one alone: what is packed and stored by the host with one
 * thread is divided by the number of threads. Needs only the driver and libhwy1.
 */

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/alignment/device_set.hpp>
#include <seqan3_gpulcs/alignment/resident_set.hpp>
#include <seqan3_gpulcs/edit/enqueue.hpp>
#include <seqan3_gpulcs/lcs/enqueue.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "cuda/lane/kept_lanes.hpp"
#include "cuda/lane/lane_batch.hpp"
#include "cuda/lane/lane_set.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "device_benchmark.hpp"
#include "metric_benchmark.hpp"
#include "src/api/make_values.hpp"
#include "src/runtime/task_control.hpp"

namespace
{

using namespace seqan3_gpulcs;

plan::execution const on_cuda{.backend = plan::backend::cuda};
plan::execution const on_cpu{.backend = plan::backend::cpu};

// Sequences that were packed one by one, and have memory of their own: copies of some random ones.
std::vector<packing::packed_sequence> make_sequences(std::size_t const count, std::uint64_t const size)
{
    constexpr std::size_t different = 1021;
    auto const some = random_alphabets().front().make(std::min(count, different), size, false, size);
    std::vector<packing::packed_sequence> sequences{};
    sequences.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        sequences.push_back(some[i % some.size()]);
    return sequences;
}

// A row of the table.
struct measurement
{
    char const * what;
    std::size_t pairs;
    std::uint64_t size;
    compared_metric metric;
    double ceiling;

    void print(char const * const step, double const seconds) const
    {
        double const cells = static_cast<double>(pairs) * static_cast<double>(size) * static_cast<double>(size);
        double const rate = cells / seconds / 1e12;
        std::printf("%s\t%zu\t%llu\t%s\t%.2f\t%.2f\t%.2f\n",
                    what,
                    pairs,
                    static_cast<unsigned long long>(size),
                    step,
                    seconds * 1e3,
                    rate,
                    rate / ceiling);
        std::fflush(stdout);
    }
};

double host_threads() noexcept
{
    return std::max(1u, std::thread::hardware_concurrency());
}

void measure_pairs(measurement const & row, unsigned const repetitions, unsigned const device)
{
    auto const first = make_sequences(row.pairs, row.size);
    auto const second = make_sequences(row.pairs, row.size);
    std::vector<alignment::sequence_pair> pairs{};
    pairs.reserve(row.pairs);
    for (std::size_t i = 0; i < row.pairs; ++i)
        pairs.push_back({first[i], second[row.pairs - 1 - i]});

    std::vector<std::uint64_t> found{};
    row.print("values",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 found = row.metric.values(pairs, on_cuda);
                             });
                     }));
    std::vector<std::uint32_t> kept(row.pairs);
    row.print("values in kept memory",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 row.metric.values_into(pairs, kept, on_cuda);
                             });
                     }));
    std::vector<alignment::result> results{};
    row.print("results",
              median(1,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 results = row.metric.compute(pairs, false, on_cuda);
                             });
                     }));
    auto const on_host = row.metric.values(std::span{pairs}.first(std::min<std::size_t>(pairs.size(), 2000)), on_cpu);
    if (!std::ranges::equal(on_host, std::span{found}.first(on_host.size())))
        throw std::runtime_error{"The CPU finds something else."};

    // The steps, for some of the pairs.
    constexpr std::size_t batch_pairs = 8192;
    std::size_t const batches = std::min<std::size_t>(row.pairs / batch_pairs, 50);
    if (batches == 0)
        return;
    cuda::stream_context context{device};
    cuda::lane_batch batch{context, cuda::lanes_of(row.metric.value)};
    double seconds[3]{};
    std::vector<std::uint64_t> lengths(batch_pairs);
    for (std::size_t i = 0; i < batches; ++i)
    {
        seconds[0] += wall_seconds(
            [&]()
            {
                batch.start(plan::pair_list{std::span{pairs}.subspan(i * batch_pairs, batch_pairs), {}});
            });
        batch.finish();
        seconds[1] += batch.times().transfer_seconds;
        seconds[2] += batch.times().kernel_seconds;
    }
    double const scale = static_cast<double>(row.pairs) / static_cast<double>(batches * batch_pairs);
    row.print("  staging alone", seconds[0] * scale / host_threads());
    row.print("  upload alone", seconds[1] * scale);
    row.print("  small kernels alone", seconds[2] * scale);
}

// The whole call for two sets.
void measure_two_sets(measurement const & row, unsigned const repetitions)
{
    auto const count = static_cast<std::size_t>(std::sqrt(static_cast<double>(row.pairs)) + 0.5);
    auto const sequences = make_sequences(2 * count, row.size);
    std::vector<packing::packed_sequence_view> const views(sequences.begin(), sequences.end());
    std::span const first = std::span{views}.first(count);
    std::span const second = std::span{views}.last(count);
    std::vector<std::uint64_t> found{};
    row.print("all_pairs",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 found = row.metric.all_pairs(first, second, on_cuda);
                             });
                     }));
    for (std::size_t i = 0; i < count; i += count / 8)
        if (found[i * count + i / 2] != row.metric.value_of({first[i], second[i / 2]}, on_cpu))
            throw std::runtime_error{"The CPU finds something else."};
}

// Packing and upload of one set alone, kernels alone, and storing their values alone.
void measure_set_steps(measurement const & row,
                       plan::sequence_sets const & sets,
                       unsigned const repetitions,
                       unsigned const device,
                       std::span<std::uint64_t> const values)
{
    std::uint64_t const count = sets.first().size();
    plan::execution const execution{};
    runtime::task_control control{execution, sets.cells()};
    cuda::stream_context holder{device};
    cuda::stream_context context{device};
    auto const make_set = [&]()
    {
        cuda::lane_set set{sets, {0, count, 0, count}, cuda::lanes_of(row.metric.value)};
        set.upload(holder, std::thread::hardware_concurrency(), control);
        return set;
    };
    row.print("  packing and upload alone",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(make_set);
                     }));

    cuda::lane_set const set = make_set();
    cuda::lane_set_batch batch{context};
    double store_seconds = 0;
    row.print("  kernels alone",
              median(1,
                     [&]()
                     {
                         double kernel_seconds = 0;
                         store_seconds = 0;
                         for (cuda::lane_set_block const & block : set.blocks())
                         {
                             batch.start(set, block);
                             auto const found = batch.finish();
                             kernel_seconds += batch.times().kernel_seconds;
                             store_seconds += wall_seconds(
                                 [&]()
                                 {
                                     set.store_values(block, found, values);
                                 });
                         }
                         return kernel_seconds;
                     }));
    row.print("  storing alone", store_seconds / host_threads());
}

// The kernels of some queries and a set that the device keeps.
double kept_kernel_seconds(measurement const & row,
                           plan::sequence_sets const & sets,
                           unsigned const repetitions,
                           unsigned const device)
{
    plan::execution const execution{};
    runtime::task_control control{execution, sets.cells()};
    cuda::stream_context holder{device};
    cuda::stream_context context{device};
    cuda::kept_lanes kept{sets.second(), 0, sets.second().size()};
    kept.upload(holder, std::thread::hardware_concurrency(), control);
    cuda::lane_set set{sets, {0, sets.first().size(), 0, sets.second().size()}, cuda::lanes_of(row.metric.value), kept};
    set.upload(holder, 1, control);
    cuda::lane_set_batch batch{context};
    return median(repetitions,
                  [&]()
                  {
                      double seconds = 0;
                      for (cuda::lane_set_block const & block : set.blocks())
                      {
                          batch.start(set, block);
                          batch.finish();
                          seconds += batch.times().kernel_seconds;
                      }
                      return seconds;
                  });
}

// Queries and a set that the device keeps: copying it, and then asking again and again.
void measure_resident_set(measurement row,
                          std::size_t const queries,
                          std::size_t const subjects,
                          unsigned const repetitions,
                          unsigned const device)
{
    auto const sequences = make_sequences(queries + subjects, row.size);
    std::vector<packing::packed_sequence_view> const views(sequences.begin(), sequences.end());
    std::span const first = std::span{views}.first(queries);
    std::span const second = std::span{views}.last(subjects);
    row.pairs = queries * subjects;
    row.print("copy once",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 alignment::resident_set const copied{second, on_cuda};
                             });
                     }));
    alignment::resident_set const resident{second, on_cuda};
    std::vector<std::uint32_t> found(row.pairs);
    auto const ask = [&]()
    {
        return wall_seconds(
            [&]()
            {
                row.metric.all_pairs_into(first, resident, found, on_cuda);
            });
    };
    row.print("each call", median(repetitions, ask));
    for (std::size_t i = 0; i < row.pairs; i += row.pairs / 300 + 1)
        if (found[i] != row.metric.value_of({first[i / subjects], second[i % subjects]}, on_cpu))
            throw std::runtime_error{"The CPU finds something else."};
    std::vector<std::uint32_t> kept(row.pairs);
    row.print("not resident",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 row.metric.all_pairs_into(first, second, kept, on_cuda);
                             });
                     }));
    row.print("  kernels alone", kept_kernel_seconds(row, {first, second}, repetitions, device));
    if (row.metric.value != plan::metric::lcs)
        return;
    // The best ten of each query.
    std::vector<lcs::hit> best{};
    auto const search = [&](auto const & where, plan::execution const & execution)
    {
        lcs::search finder{first, {.top = 10}, execution};
        finder.add(where);
        return finder.hits(queries - 1);
    };
    row.print("best ten",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 best = search(resident, on_cuda);
                             });
                     }));
    std::vector<lcs::hit> best_of_views{};
    row.print("best ten, not resident",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 best_of_views = search(second, on_cuda);
                             });
                     }));
    if (best != best_of_views)
        throw std::runtime_error{"Subjects that are resident have other hits."};
}

// Sequences and values on the device: what the calling thread takes, and the time until the values are there.
void measure_device_sets(measurement row,
                         std::size_t const firsts,
                         std::size_t const seconds,
                         unsigned const repetitions,
                         unsigned const device)
{
    auto const sequences = make_sequences(firsts + seconds, row.size);
    std::vector<packing::packed_sequence_view> const views(sequences.begin(), sequences.end());
    alignment::device_set const first{std::span{views}.first(firsts), "ACGT", device};
    alignment::device_set const second{std::span{views}.last(seconds), "ACGT", device};
    bool const is_all_pairs = firsts != seconds;
    row.pairs = is_all_pairs ? firsts * seconds : firsts;
    cuda::stream stream{};
    alignment::device_stream const at{.handle = static_cast<cudaStream_t>(stream), .device = device};
    cuda::device_buffer<std::uint32_t> found{stream};
    std::uint32_t * const places = found.reserve(row.pairs).data();
    bool const is_lcs = row.metric.value == plan::metric::lcs;
    auto const enqueue = [&]()
    {
        if (is_all_pairs)
            return is_lcs ? lcs::enqueue_all_pairs(first, second, places, at)
                          : edit::enqueue_all_pairs(first, second, places, at);
        return is_lcs ? lcs::enqueue_lengths(first, second, places, at)
                      : edit::enqueue_distances(first, second, places, at);
    };
    enqueue().wait(); // The first call allocates.
    std::vector<double> calling{};
    row.print("done",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 alignment::device_call call{};
                                 calling.push_back(wall_seconds(
                                     [&]()
                                     {
                                         call = enqueue();
                                     }));
                                 call.wait();
                             });
                     }));
    std::ranges::sort(calling);
    row.print("  calling thread", calling[calling.size() / 2]);

    std::vector<std::uint32_t> on_host(row.pairs);
    cuda::copy_to_host(std::span{on_host}, found.view(), stream);
    cuda::wait_for(static_cast<cudaStream_t>(stream), []() {});
    for (std::size_t i = 0; i < row.pairs; i += row.pairs / 300 + 1)
    {
        alignment::sequence_pair const pair{views[is_all_pairs ? i / seconds : i],
                                            views[firsts + (is_all_pairs ? i % seconds : i)]};
        if (on_host[i] != row.metric.value_of(pair, on_cpu))
            throw std::runtime_error{"The CPU finds something else."};
    }
}

void measure_memory(measurement const & row,
                    char const * const step,
                    unsigned const repetitions,
                    plan::execution const & execution)
{
    row.print(step,
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 api::make_values(row.pairs, execution);
                             });
                     }));
}

void measure_set(measurement row, std::size_t const count, unsigned const repetitions, unsigned const device)
{
    auto const sequences = make_sequences(count, row.size);
    std::vector<packing::packed_sequence_view> const views(sequences.begin(), sequences.end());
    plan::sequence_sets const sets{views};
    row.pairs = sets.pair_count();

    std::vector<std::uint64_t> found{};
    row.print("all_pairs",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 found = row.metric.all_pairs(views, on_cuda);
                             });
                     }));
    std::vector<std::uint32_t> kept(found.size());
    row.print("all_pairs in kept memory",
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 row.metric.all_pairs_into(views, kept, on_cuda);
                             });
                     }));
    if (!std::ranges::equal(kept, found))
        throw std::runtime_error{"Values of 32 bits differ from those of 64."};
    std::mt19937_64 generator{count};
    for (unsigned i = 0; i < 300; ++i)
    {
        std::uint64_t const two[]{generator() % count, generator() % count};
        auto const [smaller, larger] = std::minmax(two[0], two[1]);
        if (smaller != larger
            && found[sets.index(smaller, larger)] != row.metric.value_of({views[smaller], views[larger]}, on_cpu))
            throw std::runtime_error{"The CPU finds something else."};
    }

    measure_set_steps(row, sets, repetitions, device, found);
    measure_memory(row, "  memory for the values", repetitions, on_cuda);
    measure_memory(row, "  the same by one thread", repetitions, {.threads = 1});
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"Lengths of the LCS, or edit distances, of many pairs, and of all pairs of sets, on a CUDA device"};
    double scale{1};
    unsigned repetitions{5};
    compared_metric metric{};
    metric.add_to(app);
    app.add_option("--scale", scale, "Multiplies the number of pairs")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", repetitions, "Runs of each; the median is reported")->check(CLI::PositiveNumber);
    std::size_t only_set{};
    app.add_option("--set", only_set, "Only all pairs of a set of so many sequences of 1,000 letters")
        ->check(CLI::Range(std::size_t{2}, std::size_t{1'000'000}));
    return run_benchmark(
        app,
        argc,
        argv,
        [&]()
        {
            device const chosen = find_usable_device();
            cuda::scoped_device const current{chosen.number};
            double const ceiling = metric.ceiling();
            print_conditions(chosen, ceiling, repetitions);
            std::printf("what\tpairs\tsize\tstep\tms\tTCUPS\tof_ceiling\n");
            if (only_set != 0)
            {
                measure_set({"set", 0, 1000, metric, ceiling}, only_set, repetitions, chosen.number);
                return;
            }
            auto const scaled = [&](double const count)
            {
                return std::max<std::size_t>(static_cast<std::size_t>(count), 2);
            };
            for (std::uint64_t const size : {1000u, 250u, 150u})
                measure_set({"set", 0, size, metric, ceiling},
                            scaled(5000 * std::sqrt(scale)),
                            repetitions,
                            chosen.number);
            measure_resident_set({"resident set", 0, 250, metric, ceiling},
                                 1,
                                 scaled(1e5 * scale),
                                 repetitions,
                                 chosen.number);
            measure_resident_set({"resident set", 0, 1000, metric, ceiling},
                                 100,
                                 scaled(1e5 * scale),
                                 repetitions,
                                 chosen.number);
            measure_device_sets({"device sets", 0, 250, metric, ceiling},
                                1,
                                scaled(1e5 * scale),
                                repetitions,
                                chosen.number);
            measure_device_sets({"device sets", 0, 1000, metric, ceiling},
                                100,
                                scaled(1e5 * scale),
                                repetitions,
                                chosen.number);
            measure_device_sets({"device pairs", 0, 150, metric, ceiling},
                                scaled(1e6 * scale),
                                scaled(1e6 * scale),
                                repetitions,
                                chosen.number);
            measure_two_sets({"two sets", scaled(4e6 * scale), 1000, metric, ceiling}, repetitions);
            measure_two_sets({"two sets", 64 * 64, 30'000, metric, ceiling}, repetitions);
            measure_pairs({"pairs", scaled(1e6 * scale), 1000, metric, ceiling}, repetitions, chosen.number);
            measure_pairs({"pairs", scaled(1e7 * scale), 150, metric, ceiling}, repetitions, chosen.number);
            std::printf("# ceiling at the end %.1f TCUPS\n", metric.ceiling());
        });
}
