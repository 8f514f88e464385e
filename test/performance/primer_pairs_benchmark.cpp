// SPDX-License-Identifier: BSD-3-Clause
//
// Primers of many pairs through align_pairwise: 1,000 targets against one background, with its letters as the argument; the same
// with short targets and a background with unknown letters; and small different pairs, with their number as the argument.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>
#include <seqan3/utility/views/zip.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "run_benchmarks.hpp"

using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna4>;

constexpr std::size_t target_size{200};
constexpr std::uint64_t differences{5};

std::vector<sequence_t> random_sequences(std::size_t const count, std::size_t const size)
{
    static std::mt19937_64 generator{1};
    std::vector<sequence_t> sequences(count, sequence_t(size));
    for (sequence_t & sequence : sequences)
        for (seqan3::dna4 & letter : sequence)
            letter.assign_rank(static_cast<std::uint8_t>(generator() & 3));
    return sequences;
}

auto configure(unsigned const threads, bool const matches)
{
    seqan3::align_cfg::method_global method{};
    method.free_end_gaps_sequence2_leading = true;
    method.free_end_gaps_sequence2_trailing = true;
    return method | seqan3::align_cfg::edit_scheme
         | align_cfg::k_difference_primer{{.differences = differences, .matches = matches}}
         | align_cfg::bit_parallel{{.backend = plan::backend::cpu, .threads = threads}};
}

// Pairs per second.
template <typename pairs_t, typename config_t>
void measure(benchmark::State & state, pairs_t & pairs, config_t const & config)
{
    for (auto _ : state)
    {
        std::uint64_t sum = 0;
        for (auto && result : seqan3::align_pairwise(pairs, config))
            sum += result.sequence1_end_position();
        benchmark::DoNotOptimize(sum);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(std::ranges::size(pairs)));
}

// The same with a callback.
template <typename pairs_t, typename config_t>
void measure_callback(benchmark::State & state, pairs_t & pairs, config_t const & config)
{
    for (auto _ : state)
    {
        std::uint64_t sum = 0;
        auto on_result = [&](auto && result)
        {
            sum += result.sequence1_end_position();
        };
        seqan3::align_pairwise(pairs, config | seqan3::align_cfg::on_result{std::move(on_result)});
        benchmark::DoNotOptimize(sum);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(std::ranges::size(pairs)));
}

void one_background(benchmark::State & state, unsigned const threads, bool const matches)
{
    auto const targets = random_sequences(1000, target_size);
    sequence_t const background = random_sequences(1, static_cast<std::size_t>(state.range(0))).front();
    auto pairs = targets
               | std::views::transform(
                     [&](sequence_t const & target)
                     {
                         return std::tie(target, background);
                     });
    measure(state, pairs, configure(threads, matches));
}

void short_targets(benchmark::State & state, unsigned const threads, bool const matches)
{
    using namespace seqan3::literals;
    auto const targets = random_sequences(1000, 25);
    sequence_t const known = random_sequences(1, static_cast<std::size_t>(state.range(0))).front();
    std::vector<seqan3::dna5> background(known.begin(), known.end());
    std::fill_n(background.begin() + state.range(0) / 10, state.range(0) / 50, 'N'_dna5);
    auto pairs = targets
               | std::views::transform(
                     [&](sequence_t const & target)
                     {
                         return std::tie(target, background);
                     });
    measure(state, pairs, configure(threads, matches));
}

void small_pairs(benchmark::State & state, unsigned const threads, bool const matches, bool const has_callback)
{
    auto const targets = random_sequences(static_cast<std::size_t>(state.range(0)), target_size);
    auto const backgrounds = random_sequences(targets.size(), 2000);
    auto pairs = seqan3::views::zip(targets, backgrounds);
    auto const config = configure(threads, matches);
    if (has_callback)
        measure_callback(state, pairs, config);
    else
        measure(state, pairs, config);
}

void small_range(benchmark::State & state, unsigned const threads, bool const matches)
{
    small_pairs(state, threads, matches, false);
}

void small_callback(benchmark::State & state, unsigned const threads, bool const matches)
{
    small_pairs(state, threads, matches, true);
}

void add(std::string const & name,
         void (*const function)(benchmark::State &, unsigned, bool),
         unsigned const threads,
         bool const matches,
         std::int64_t const max_size)
{
    std::string const suffix = std::string{threads == 1 ? "/one_thread" : "/all_cores"} + (matches ? "/matches" : "");
    benchmark::RegisterBenchmark((name + suffix).c_str(), function, threads, matches)
        ->Arg(1000)
        ->Arg(max_size)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

} // namespace

int main(int argc, char ** argv)
{
    for (unsigned const threads : {1u, 0u})
        for (bool const matches : {false, true})
        {
            add("one_background", one_background, threads, matches, 1'000'000);
            add("short_targets", short_targets, threads, matches, 10'000'000);
            add("small", small_range, threads, matches, 10'000);
            add("small_callback", small_callback, threads, matches, 10'000);
        }
    return run_benchmarks(argc, argv);
}
