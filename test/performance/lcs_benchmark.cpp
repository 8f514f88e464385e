// SPDX-License-Identifier: BSD-3-Clause
//
// The length and the subsequence of one square pair of random DNA: this library, a plain bit-parallel loop, and
// SeqAn3's own dynamic programming, in the same run. CUPS are cells of the matrix by time.

#include <benchmark/benchmark.h>

#include <random>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/all.hpp>

using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna4>;

sequence_t random_dna(std::size_t const size, unsigned const seed)
{
    std::mt19937_64 generator{seed};
    sequence_t sequence(size);
    for (seqan3::dna4 & letter : sequence)
        letter.assign_rank(static_cast<std::uint8_t>(generator() >> 62));
    return sequence;
}

struct random_pair
{
    explicit random_pair(benchmark::State const & state) :
        first{random_dna(static_cast<std::size_t>(state.range(0)), 1)},
        second{random_dna(static_cast<std::size_t>(state.range(0)), 2)}
    {}

    sequence_t first;
    sequence_t second;
};

void count_cells(benchmark::State & state)
{
    double const cells = static_cast<double>(state.range(0)) * static_cast<double>(state.range(0));
    state.counters["CUPS"] =
        benchmark::Counter{cells * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate};
}

auto const lcs_global = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme;

template <typename config_t>
void align(benchmark::State & state, config_t const & config)
{
    random_pair const pair{state};
    for (auto _ : state)
        for (auto && result : seqan3::align_pairwise(std::tie(pair.first, pair.second), config))
            benchmark::DoNotOptimize(result);
    count_cells(state);
}

void length_seqan3(benchmark::State & state)
{
    align(state, lcs_global | seqan3::align_cfg::output_score{});
}

// One column at a time, one chain of carries: what a bit-parallel program does when nobody tunes it.
void length_plain_loop(benchmark::State & state)
{
    random_pair const pair{state};
    for (auto _ : state)
    {
        std::size_t const words = (pair.first.size() + 63) / 64;
        std::vector<std::vector<std::uint64_t>> match(4, std::vector<std::uint64_t>(words));
        for (std::size_t i = 0; i < pair.first.size(); ++i)
            match[pair.first[i].to_rank()][i / 64] |= std::uint64_t{1} << i % 64;

        std::vector<std::uint64_t> v(words, ~std::uint64_t{0});
        for (seqan3::dna4 const letter : pair.second)
        {
            std::vector<std::uint64_t> const & m = match[letter.to_rank()];
            std::uint64_t carry = 0;
            for (std::size_t word = 0; word < words; ++word)
            {
                std::uint64_t const u = v[word] & m[word];
                std::uint64_t const partial = v[word] + u;
                std::uint64_t const sum = partial + carry;
                carry = (partial < u) | (sum < carry);
                v[word] = sum | (v[word] & ~m[word]);
            }
        }
        benchmark::DoNotOptimize(v.data());
    }
    count_cells(state);
}

void length_one_thread(benchmark::State & state)
{
    align(state, lcs_global | align_cfg::bit_parallel{{.threads = 1}} | seqan3::align_cfg::output_score{});
}

void length_all_cores(benchmark::State & state)
{
    align(state, lcs_global | align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{});
}

void subsequence_seqan3(benchmark::State & state)
{
    align(state, lcs_global);
}

void subsequence_one_thread(benchmark::State & state)
{
    align(state, lcs_global | align_cfg::bit_parallel{{.threads = 1}});
}

void subsequence_all_cores(benchmark::State & state)
{
    align(state, lcs_global | align_cfg::bit_parallel{});
}

} // namespace

BENCHMARK(length_seqan3)->Arg(1000)->Arg(10'000)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(length_plain_loop)->RangeMultiplier(10)->Range(1000, 100'000)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(length_one_thread)->RangeMultiplier(10)->Range(1000, 100'000)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(length_all_cores)->RangeMultiplier(10)->Range(1000, 100'000)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(subsequence_seqan3)->Arg(1000)->Arg(10'000)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(subsequence_one_thread)
    ->RangeMultiplier(10)
    ->Range(1000, 100'000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(subsequence_all_cores)
    ->RangeMultiplier(10)
    ->Range(1000, 100'000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
