// SPDX-License-Identifier: BSD-3-Clause
//
// Packing: from a vector over an alphabet of SeqAn3's, and from plain letters.

#include <benchmark/benchmark.h>

#include <random>

#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <seqan3_gpulcs/packing/pack.hpp>

using namespace seqan3_gpulcs;

namespace
{

template <typename letter_t>
void pack_range(benchmark::State & state)
{
    std::mt19937_64 generator{1};
    std::vector<letter_t> sequence(static_cast<std::size_t>(state.range(0)));
    for (letter_t & letter : sequence)
        letter.assign_rank(static_cast<std::uint8_t>(generator() % seqan3::alphabet_size<letter_t>));

    for (auto _ : state)
        benchmark::DoNotOptimize(packing::pack(sequence));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void pack_letters(benchmark::State & state)
{
    std::mt19937_64 generator{1};
    std::vector<std::uint8_t> letters(static_cast<std::size_t>(state.range(0)));
    for (std::uint8_t & letter : letters)
        letter = "ACGT"[generator() % 4];

    for (auto _ : state)
        benchmark::DoNotOptimize(packing::pack(letters));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

} // namespace

BENCHMARK_TEMPLATE(pack_range, seqan3::dna4)->Arg(1000)->Arg(10'000'000);
BENCHMARK_TEMPLATE(pack_range, seqan3::dna15)->Arg(1000)->Arg(10'000'000);
BENCHMARK_TEMPLATE(pack_range, seqan3::aa27)->Arg(1000)->Arg(10'000'000);
BENCHMARK(pack_letters)->Arg(1000)->Arg(10'000'000);
