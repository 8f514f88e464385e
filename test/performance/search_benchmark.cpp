// SPDX-License-Identifier: BSD-3-Clause
//
// Queries against many subjects of about the same size, random DNA, with all threads of the CPU: the ten best subjects of each
// query, all queries together, and one search after the other. CUPS are cells of all matrices per second.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <vector>

#include <seqan3_gpulcs/lcs/search.hpp>

using namespace seqan3_gpulcs;

namespace
{

std::vector<packing::packed_sequence> random_dna(std::size_t const count, std::size_t const size, unsigned const seed)
{
    std::mt19937_64 generator{seed};
    std::vector<packing::packed_sequence> sequences{};
    std::vector<std::uint8_t> letters(size);
    for (std::size_t i = 0; i < count; ++i)
    {
        for (std::uint8_t & letter : letters)
            letter = static_cast<std::uint8_t>("ACGT"[generator() >> 62]);
        sequences.push_back(packing::pack(letters));
    }
    return sequences;
}

// The numbers of queries and of subjects, and the size of a subject. Queries of subjects of 1,000 letters have 1,024.
struct workload
{
    explicit workload(benchmark::State const & state) :
        queries{random_dna(static_cast<std::size_t>(state.range(0)), state.range(2) == 1000 ? 1024 : 150, 1)},
        subjects{random_dna(static_cast<std::size_t>(state.range(1)), static_cast<std::size_t>(state.range(2)), 2)},
        query_views(queries.begin(), queries.end()),
        subject_views(subjects.begin(), subjects.end())
    {}

    double cells() const
    {
        return static_cast<double>(queries.size()) * static_cast<double>(queries.front().size())
             * static_cast<double>(subjects.size()) * static_cast<double>(subjects.front().size());
    }

    std::vector<packing::packed_sequence> queries;
    std::vector<packing::packed_sequence> subjects;
    std::vector<packing::packed_sequence_view> query_views;
    std::vector<packing::packed_sequence_view> subject_views;
};

plan::execution const on_cpu{.backend = plan::backend::cpu};

template <typename function_t>
void measure(benchmark::State & state, workload const & load, function_t const & function)
{
    for (auto _ : state)
        function();
    state.counters["CUPS"] = benchmark::Counter{load.cells(), benchmark::Counter::kIsIterationInvariantRate};
}

void together(benchmark::State & state)
{
    workload const load{state};
    measure(state,
            load,
            [&]()
            {
                lcs::search search{load.query_views, {.top = 10}, on_cpu};
                search.add(load.subject_views);
                for (std::size_t i = 0; i < load.queries.size(); ++i)
                    benchmark::DoNotOptimize(search.hits(i));
            });
}

void one_by_one(benchmark::State & state)
{
    workload const load{state};
    measure(state,
            load,
            [&]()
            {
                for (packing::packed_sequence_view const & query : load.query_views)
                {
                    lcs::search search{query, {.top = 10}, on_cpu};
                    search.add(load.subject_views);
                    benchmark::DoNotOptimize(search.hits());
                }
            });
}

// No more than 1e12 cells.
void choose_workloads(benchmark::internal::Benchmark * const benchmark)
{
    for (std::int64_t const queries : {1, 10, 100})
    {
        benchmark->Args({queries, 100'000, 150});
        benchmark->Args({queries, 1'000'000 / queries < 100'000 ? 1'000'000 / queries : 100'000, 1000});
    }
    // Each search has little to do.
    benchmark->Args({1000, 1000, 150});
    benchmark->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();
}

BENCHMARK(together)->Apply(choose_workloads);
BENCHMARK(one_by_one)->Apply(choose_workloads);

} // namespace
