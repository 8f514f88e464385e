// SPDX-License-Identifier: BSD-3-Clause
//
// The length and the subsequence of one square pair of random DNA, and the lengths of many: this library, a plain
// bit-parallel loop, and SeqAn3's own dynamic programming, in the same run. CUPS are cells of the matrix per second;
// the ratio is that of CUPS. Also the time to make SeqAn3's alignment from a given path.

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
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

// Cells per second of SeqAn3 in this run, by size: of the length, and of the subsequence.
using cups_by_size = std::map<std::int64_t, double>;
cups_by_size seqan3_length{};
cups_by_size seqan3_subsequence{};

/* Runs a function again and again, and prints cells per second; and the ratio to those of SeqAn3 in the same
 * run: at the same size, or, where that takes too long, at its largest.
 */
template <typename function_t>
double measure(benchmark::State & state, cups_by_size const & seqan3, function_t && function)
{
    auto const start = std::chrono::steady_clock::now();
    for (auto _ : state)
        function();
    std::chrono::duration<double> const elapsed = std::chrono::steady_clock::now() - start;

    double const cells = static_cast<double>(state.range(0)) * static_cast<double>(state.range(0));
    double const cups = cells * static_cast<double>(state.iterations()) / elapsed.count();
    state.counters["CUPS"] = cups;
    if (!seqan3.empty())
    {
        auto const same_size = seqan3.find(state.range(0));
        state.counters["times_seqan3"] = cups / (same_size != seqan3.end() ? *same_size : *seqan3.rbegin()).second;
    }
    return cups;
}

auto const lcs_global = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme;

template <typename config_t>
double align(benchmark::State & state, cups_by_size const & seqan3, config_t const & config)
{
    random_pair const pair{state};
    return measure(state,
                   seqan3,
                   [&]()
                   {
                       for (auto && result : seqan3::align_pairwise(std::tie(pair.first, pair.second), config))
                           benchmark::DoNotOptimize(result);
                   });
}

void length_seqan3(benchmark::State & state)
{
    seqan3_length[state.range(0)] = align(state, {}, lcs_global | seqan3::align_cfg::output_score{});
}

// One column at a time, one chain of carries: a bit-parallel program without tuning.
void length_plain_loop(benchmark::State & state)
{
    random_pair const pair{state};
    auto const run = [&]()
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
    };
    measure(state, seqan3_length, run);
}

void length_one_thread(benchmark::State & state)
{
    align(state,
          seqan3_length,
          lcs_global | align_cfg::bit_parallel{{.threads = 1}} | seqan3::align_cfg::output_score{});
}

void length_all_cores(benchmark::State & state)
{
    align(state, seqan3_length, lcs_global | align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{});
}

void subsequence_seqan3(benchmark::State & state)
{
    seqan3_subsequence[state.range(0)] = align(state, {}, lcs_global);
}

void subsequence_one_thread(benchmark::State & state)
{
    align(state, seqan3_subsequence, lcs_global | align_cfg::bit_parallel{{.threads = 1}});
}

void subsequence_all_cores(benchmark::State & state)
{
    align(state, seqan3_subsequence, lcs_global | align_cfg::bit_parallel{});
}

// A path as random DNA has it: two letters of three match, and every second match is followed by a gap.
alignment::path random_path(std::size_t const letters)
{
    std::mt19937_64 generator{1};
    auto words = std::make_unique<std::uint64_t[]>(letters / 16 + 1);
    std::uint64_t columns = 0;
    auto const add = [&](std::uint64_t const code)
    {
        words[columns / 32] |= code << (columns % 32 * 2);
        ++columns;
    };
    std::size_t first = letters;
    std::size_t second = letters;
    while (first != 0 || second != 0)
    {
        std::uint64_t const number = generator() % 1000;
        bool const is_match = first != 0 && second != 0 && number < 485;
        bool const is_insertion = !is_match && first != 0 && (second == 0 || number % 2 == 0);
        add(is_match ? 3 : is_insertion ? 1 : 2);
        first -= is_match || is_insertion;
        second -= is_match || !is_insertion;
    }
    return {std::move(words), columns};
}

// Makes SeqAn3's result, without the computation.
auto const aligning = lcs_global | align_cfg::bit_parallel{} | seqan3::align_cfg::output_alignment{};
using aligning_t = std::remove_const_t<decltype(aligning)>;
using aligned_result_t =
    seqan3::alignment_result<seqan3::detail::align_result_selector<sequence_t &, sequence_t &, aligning_t>::type>;
using aligning_traits = seqan3::detail::alignment_configuration_traits<decltype(
    aligning | seqan3::align_cfg::detail::result_type<aligned_result_t>{})>;

// Destroys it, too.
void alignment_make(benchmark::State & state)
{
    random_pair pair{state};
    alignment::result const found{.first = {.end = pair.first.size()},
                                  .second = {.end = pair.second.size()},
                                  .path = random_path(pair.first.size())};
    for (auto _ : state)
    {
        auto result =
            pairwise::make_result<aligning_traits>(pair.first, pair.second, 0, 0, pairwise::aligned_parts::of(found));
        benchmark::DoNotOptimize(result);
    }
    state.counters["columns"] = static_cast<double>(found.path.columns());
}

void alignment_read(benchmark::State & state)
{
    random_pair pair{state};
    alignment::result const found{.first = {.end = pair.first.size()},
                                  .second = {.end = pair.second.size()},
                                  .path = random_path(pair.first.size())};
    auto const result =
        pairwise::make_result<aligning_traits>(pair.first, pair.second, 0, 0, pairwise::aligned_parts::of(found));
    auto const & [first, second] = result.alignment();
    for (auto _ : state)
    {
        std::size_t equal = 0;
        auto lower = second.begin();
        for (auto const upper : first)
        {
            equal += upper == *lower;
            ++lower;
        }
        benchmark::DoNotOptimize(equal);
    }
}

void with_alignment_sizes(benchmark::internal::Benchmark * const benchmark)
{
    benchmark->Arg(1000)->Arg(1'000'000)->Arg(10'000'000)->UseRealTime()->Unit(benchmark::kMillisecond);
}

void with_seqan3_sizes(benchmark::internal::Benchmark * const benchmark)
{
    benchmark->Arg(1000)->Arg(10'000)->UseRealTime()->Unit(benchmark::kMillisecond);
}

void with_all_sizes(benchmark::internal::Benchmark * const benchmark)
{
    benchmark->Arg(1000)->Arg(10'000)->Arg(100'000)->UseRealTime()->Unit(benchmark::kMillisecond);
}

// One sequence of 1,024 letters, and many of as many as the argument says.
struct one_and_many
{
    explicit one_and_many(benchmark::State const & state)
    {
        sequence_t const one = random_dna(1024, 1);
        for (unsigned i = 0; i < 4096; ++i)
            pairs.emplace_back(one, random_dna(static_cast<std::size_t>(state.range(0)), i + 2));
    }

    std::vector<std::pair<sequence_t, sequence_t>> pairs{};
};

cups_by_size seqan3_many{};

template <typename config_t>
double
align_many(benchmark::State & state, cups_by_size const & seqan3, config_t const & config, std::size_t const count)
{
    one_and_many many{state};
    many.pairs.resize(count);
    auto const start = std::chrono::steady_clock::now();
    for (auto _ : state)
        for (auto && result : seqan3::align_pairwise(many.pairs, config))
            benchmark::DoNotOptimize(result);
    std::chrono::duration<double> const elapsed = std::chrono::steady_clock::now() - start;

    double const cells = 1024.0 * static_cast<double>(state.range(0)) * static_cast<double>(count);
    double const cups = cells * static_cast<double>(state.iterations()) / elapsed.count();
    state.counters["CUPS"] = cups;
    auto const same_size = seqan3.find(state.range(0));
    if (same_size != seqan3.end())
        state.counters["times_seqan3"] = cups / same_size->second;
    return cups;
}

// SeqAn3's fastest way: as many pairs at a time as a vector has numbers of 16 bits.
void many_seqan3_vectorised(benchmark::State & state)
{
    auto const config =
        seqan3::align_cfg::method_global{}
        | seqan3::align_cfg::scoring_scheme{seqan3::nucleotide_scoring_scheme{seqan3::match_score{1},
                                                                              seqan3::mismatch_score{0}}}
        | seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{0}}
        | seqan3::align_cfg::score_type<std::int16_t>{} | seqan3::align_cfg::vectorised{}
        | seqan3::align_cfg::output_score{};
    seqan3_many[state.range(0)] = align_many(state, {}, config, 128);
}

void many_one_thread(benchmark::State & state)
{
    align_many(state,
               seqan3_many,
               lcs_global | align_cfg::bit_parallel{{.threads = 1}} | seqan3::align_cfg::output_score{},
               4096);
}

void many_all_cores(benchmark::State & state)
{
    align_many(state, seqan3_many, lcs_global | align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{}, 4096);
}

void with_subject_sizes(benchmark::internal::Benchmark * const benchmark)
{
    benchmark->Arg(150)->Arg(1000)->UseRealTime()->Unit(benchmark::kMillisecond);
}

} // namespace

BENCHMARK(length_seqan3)->Apply(with_seqan3_sizes);
BENCHMARK(length_plain_loop)->Apply(with_all_sizes);
BENCHMARK(length_one_thread)->Apply(with_all_sizes);
BENCHMARK(length_all_cores)->Apply(with_all_sizes);
BENCHMARK(subsequence_seqan3)->Apply(with_seqan3_sizes);
BENCHMARK(subsequence_one_thread)->Apply(with_all_sizes);
BENCHMARK(subsequence_all_cores)->Apply(with_all_sizes);
BENCHMARK(alignment_make)->Apply(with_alignment_sizes);
BENCHMARK(alignment_read)->Apply(with_alignment_sizes);
BENCHMARK(many_seqan3_vectorised)->Apply(with_subject_sizes);
BENCHMARK(many_one_thread)->Apply(with_subject_sizes);
BENCHMARK(many_all_cores)->Apply(with_subject_sizes);
