// SPDX-License-Identifier: BSD-3-Clause
//
// The cost of letters besides A, C, G and T, with one thread: `times_dna` is the time by that of the same sizes without
// them, in the same run. The argument is the size of a sequence.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "run_benchmarks.hpp"

using namespace seqan3_gpulcs;

namespace
{

enum class alphabet
{
    dna,
    one_n,      // In each sequence.
    iupac,      // One letter of 500 is one of the eleven others.
    lower_case, // One letter of twenty, in a row.
    protein
};

constexpr std::pair<alphabet, char const *> alphabets[]{{alphabet::dna, "dna"},
                                                        {alphabet::one_n, "one_n"},
                                                        {alphabet::iupac, "iupac"},
                                                        {alphabet::lower_case, "lower_case"},
                                                        {alphabet::protein, "protein"}};

packing::packed_sequence make_sequence(std::mt19937_64 & generator, std::size_t const size, alphabet const which)
{
    constexpr std::string_view nucleotides{"ACGTRYSWKMBDHVN"};
    constexpr std::string_view amino_acids{"ACDEFGHIKLMNPQRSTVWY"};
    std::vector<std::uint8_t> letters(size);
    for (std::uint8_t & letter : letters)
        letter = static_cast<std::uint8_t>(which == alphabet::protein ? amino_acids[generator() % 20]
                                                                      : nucleotides[generator() % 4]);
    if (which == alphabet::one_n)
        letters[generator() % size] = 'N';
    if (which == alphabet::iupac)
        for (std::size_t i = 0; i < 1 + size / 500; ++i)
            letters[generator() % size] = static_cast<std::uint8_t>(nucleotides[4 + generator() % 11]);
    if (which == alphabet::lower_case)
    {
        std::size_t const begin = generator() % (size - size / 20);
        for (std::size_t i = begin; i < begin + size / 20; ++i)
            letters[i] |= 0x20;
    }
    return packing::pack(letters);
}

struct sequences
{
    sequences(std::size_t const count, std::size_t const size, alphabet const which)
    {
        std::mt19937_64 generator{1};
        for (std::size_t i = 0; i < count; ++i)
            packed.push_back(make_sequence(generator, size, which));
        views.assign(packed.begin(), packed.end());
    }

    std::vector<alignment::sequence_pair> all_pairs() const
    {
        std::vector<alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < views.size(); ++i)
            for (std::size_t j = i + 1; j < views.size(); ++j)
                pairs.push_back({views[i], views[j]});
        return pairs;
    }

    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
};

// Seconds by computation and size.
std::map<std::pair<std::string, std::int64_t>, double> dna_seconds{};

template <typename function_t>
void measure(benchmark::State & state, std::string const & what, alphabet const which, function_t && function)
{
    auto const start = std::chrono::steady_clock::now();
    for (auto _ : state)
        function();
    std::chrono::duration<double> const elapsed = std::chrono::steady_clock::now() - start;

    double const seconds = elapsed.count() / static_cast<double>(state.iterations());
    std::pair const key{what, state.range(0)};
    if (which == alphabet::dna)
        dna_seconds[key] = seconds;
    else if (dna_seconds.contains(key))
        state.counters["times_dna"] = seconds / dna_seconds.at(key);
}

plan::execution const one_thread{.backend = plan::backend::cpu, .threads = 1};

void compute_pairs(benchmark::State & state, std::string const & what, alphabet const which, lcs::output const wanted)
{
    std::size_t const count = what == "all_pairs" ? 60 : 2;
    sequences const input{count, static_cast<std::size_t>(state.range(0)), which};
    auto const pairs = input.all_pairs();
    measure(state,
            what,
            which,
            [&]()
            {
                benchmark::DoNotOptimize(lcs::compute(pairs, wanted, one_thread));
            });
}

void length(benchmark::State & state, alphabet const which)
{
    compute_pairs(state, "length", which, lcs::output::length);
}

void subsequence(benchmark::State & state, alphabet const which)
{
    compute_pairs(state, "subsequence", which, lcs::output::subsequence);
}

void all_pairs(benchmark::State & state, alphabet const which)
{
    compute_pairs(state, "all_pairs", which, lcs::output::length);
}

void search(benchmark::State & state, alphabet const which)
{
    sequences const input{5001, static_cast<std::size_t>(state.range(0)), which};
    measure(state,
            "search",
            which,
            [&]()
            {
                lcs::search search{input.views.front(), {.top = 10}, one_thread};
                search.add(std::vector(input.views.begin() + 1, input.views.end()));
                benchmark::DoNotOptimize(search.hits());
            });
}

// Against a background of a thousand times as many letters.
void primers(benchmark::State & state, alphabet const which)
{
    std::mt19937_64 generator{1};
    auto const size = static_cast<std::size_t>(state.range(0));
    auto const target = make_sequence(generator, size, which);
    auto const background = make_sequence(generator, 1000 * size, which);
    std::vector<primer::target> const targets{{target}};
    std::vector<packing::packed_sequence_view> const backgrounds{background};
    measure(state,
            "primers",
            which,
            [&]()
            {
                benchmark::DoNotOptimize(primer::compute(targets, backgrounds, {.differences = 5}, one_thread));
            });
}

void add(std::string const & name,
         void (*function)(benchmark::State &, alphabet),
         std::vector<std::int64_t> const & sizes)
{
    for (std::int64_t const size : sizes)
        for (auto const & [which, letters] : alphabets)
            // Primers of proteins are another problem: they are shorter than any useful seed.
            if (function != primers || which != alphabet::protein)
                benchmark::RegisterBenchmark((name + "/" + letters).c_str(), function, which)
                    ->Arg(size)
                    ->UseRealTime()
                    ->Unit(benchmark::kMillisecond);
}

} // namespace

int main(int argc, char ** argv)
{
    add("length", length, {1000, 100'000});
    add("subsequence", subsequence, {1000, 20'000});
    add("all_pairs", all_pairs, {150, 1000, 1500});
    add("search", search, {1000});
    add("primers", primers, {1000});

    return run_benchmarks(argc, argv);
}
