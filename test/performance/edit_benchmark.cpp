// SPDX-License-Identifier: BSD-3-Clause
//
// Edit distances beside longest common subsequences, on one thread, in the same run: one pair of random DNA and its alignment, many
// pairs, and reads in windows of a reference; and Edlib, if it is there. CUPS are cells of the matrix per second; `of_lcs` is the
// ratio of them.

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#ifdef SEQAN3_GPULCS_HAS_EDLIB
#    include <edlib.h>
#endif

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

plan::execution const one_thread{.backend = plan::backend::cpu, .threads = 1};

letters random_dna(std::mt19937_64 & generator, std::size_t const size)
{
    letters sequence(size);
    for (std::uint8_t & letter : sequence)
        letter = static_cast<std::uint8_t>(generator() >> 62);
    return sequence;
}

// About every 20th letter replaced, left out or doubled.
letters mutate(std::mt19937_64 & generator, letters const & sequence)
{
    letters copy{};
    for (std::uint8_t const letter : sequence)
    {
        std::uint64_t const number = generator() % 60;
        if (number != 1)
            copy.push_back(number == 0 ? static_cast<std::uint8_t>(generator() >> 62) : letter);
        if (number == 2)
            copy.push_back(letter);
    }
    return copy;
}

struct some_pairs
{
    std::vector<letters> first{};
    std::vector<letters> second{};
    std::vector<packing::packed_sequence> packed{};
    std::vector<alignment::sequence_pair> views{};

    void pack()
    {
        for (std::size_t i = 0; i < first.size(); ++i)
        {
            packed.push_back(packing::pack(first[i]));
            packed.push_back(packing::pack(second[i]));
        }
        for (std::size_t i = 0; i < first.size(); ++i)
            views.push_back({packed[2 * i], packed[2 * i + 1]});
    }
};

some_pairs random_pairs(std::size_t const count, std::size_t const first_size, std::size_t const second_size)
{
    std::mt19937_64 generator{1};
    some_pairs pairs{};
    for (std::size_t i = 0; i < count; ++i)
    {
        pairs.first.push_back(random_dna(generator, first_size));
        pairs.second.push_back(random_dna(generator, second_size));
    }
    pairs.pack();
    return pairs;
}

// Reads of 150 letters in windows of 190.
some_pairs reads_in_windows(std::size_t const count)
{
    std::mt19937_64 generator{1};
    some_pairs pairs{};
    for (std::size_t i = 0; i < count; ++i)
    {
        letters const window = random_dna(generator, 190);
        pairs.first.push_back(window);
        pairs.second.push_back(mutate(generator, letters(window.begin() + 20, window.begin() + 170)));
    }
    pairs.pack();
    return pairs;
}

constexpr alignment::free_ends ends_of_first{.first_leading = true, .first_trailing = true};

// Cells per second of longest common subsequences in this run, by what is measured.
std::map<std::string, double> lcs_cups{};

void measure(benchmark::State & state, some_pairs const & pairs, std::string const & name, auto && function)
{
    double cells = 0;
    for (alignment::sequence_pair const & pair : pairs.views)
        cells += pair.cells();
    auto const start = std::chrono::steady_clock::now();
    for (auto _ : state)
        function();
    std::chrono::duration<double> const elapsed = std::chrono::steady_clock::now() - start;

    double const cups = cells * static_cast<double>(state.iterations()) / elapsed.count();
    state.counters["CUPS"] = cups;
    if (name.starts_with("lcs "))
        lcs_cups[name.substr(4)] = cups;
    else if (auto const found = lcs_cups.find(name); found != lcs_cups.end())
        state.counters["of_lcs"] = cups / found->second;
}

void lcs(benchmark::State & state, some_pairs const & pairs, std::string const & name, lcs::output const wanted)
{
    measure(state,
            pairs,
            "lcs " + name,
            [&]()
            {
                benchmark::DoNotOptimize(lcs::compute(pairs.views, wanted, one_thread));
            });
}

void edit(benchmark::State & state, some_pairs const & pairs, std::string const & name, edit::options const & options)
{
    measure(state,
            pairs,
            name,
            [&]()
            {
                benchmark::DoNotOptimize(edit::compute(pairs.views, options, one_thread));
            });
}

some_pairs one_pair(benchmark::State const & state)
{
    auto const size = static_cast<std::size_t>(state.range(0));
    return random_pairs(1, size, size);
}

void one_lcs_length(benchmark::State & state)
{
    lcs(state, one_pair(state), "one" + std::to_string(state.range(0)), lcs::output::length);
}

void one_edit_distance(benchmark::State & state)
{
    edit(state, one_pair(state), "one" + std::to_string(state.range(0)), {});
}

// Two strings.
template <typename function_t>
void single(benchmark::State & state, std::string const & name, function_t const & function)
{
    std::mt19937_64 generator{1};
    some_pairs pairs{};
    pairs.first.push_back(random_dna(generator, static_cast<std::size_t>(state.range(0))));
    pairs.second.push_back(mutate(generator, pairs.first.back()));
    pairs.pack();
    std::string const first(pairs.first[0].begin(), pairs.first[0].end());
    std::string const second(pairs.second[0].begin(), pairs.second[0].end());
    measure(state,
            pairs,
            name + std::to_string(state.range(0)),
            [&]()
            {
                benchmark::DoNotOptimize(function(first, second, one_thread));
            });
}

void single_lcs_length(benchmark::State & state)
{
    single(state,
           "lcs single",
           [](auto const &... arguments)
           {
               return lcs::length(arguments...);
           });
}

void single_edit_distance(benchmark::State & state)
{
    single(state,
           "single",
           [](auto const &... arguments)
           {
               return edit::distance(arguments...);
           });
}

void single_lcs_alignment(benchmark::State & state)
{
    single(state,
           "lcs single alignment",
           [](auto const &... arguments)
           {
               return lcs::subsequence(arguments...);
           });
}

void single_edit_alignment(benchmark::State & state)
{
    single(state,
           "single alignment",
           [](auto const &... arguments)
           {
               return edit::alignment(arguments...);
           });
}

void one_lcs_alignment(benchmark::State & state)
{
    lcs(state, one_pair(state), "alignment" + std::to_string(state.range(0)), lcs::output::subsequence);
}

void one_edit_alignment(benchmark::State & state)
{
    edit(state,
         one_pair(state),
         "alignment" + std::to_string(state.range(0)),
         {.wanted = edit::output::alignment,
          .preference =
              state.range(1) == 0 ? alignment::preference::gaps_first : alignment::preference::diagonal_first});
}

void many_lcs_lengths(benchmark::State & state)
{
    lcs(state, random_pairs(4096, 1024, static_cast<std::size_t>(state.range(0))), "many", lcs::output::length);
}

void many_edit_distances(benchmark::State & state)
{
    edit(state, random_pairs(4096, 1024, static_cast<std::size_t>(state.range(0))), "many", {});
}

void short_lcs_lengths(benchmark::State & state)
{
    auto const size = static_cast<std::size_t>(state.range(0));
    lcs(state, random_pairs(20'000, size, size), "short" + std::to_string(size), lcs::output::length);
}

void short_edit_distances(benchmark::State & state)
{
    auto const size = static_cast<std::size_t>(state.range(0));
    edit(state, random_pairs(20'000, size, size), "short" + std::to_string(size), {});
}

void reads_lcs_lengths(benchmark::State & state)
{
    lcs(state, reads_in_windows(static_cast<std::size_t>(state.range(0))), "reads", lcs::output::length);
}

void reads_edit_distances(benchmark::State & state)
{
    edit(state, reads_in_windows(static_cast<std::size_t>(state.range(0))), "reads", {.ends = ends_of_first});
}

void reads_lcs_alignments(benchmark::State & state)
{
    lcs(state, reads_in_windows(static_cast<std::size_t>(state.range(0))), "aligned reads", lcs::output::subsequence);
}

void reads_edit_alignments(benchmark::State & state)
{
    edit(state,
         reads_in_windows(static_cast<std::size_t>(state.range(0))),
         "aligned reads",
         {.wanted = edit::output::alignment, .ends = ends_of_first});
}

#ifdef SEQAN3_GPULCS_HAS_EDLIB
void edlib(benchmark::State & state, some_pairs const & pairs, EdlibAlignMode const mode, EdlibAlignTask const task)
{
    auto const align = [&](letters const & query, letters const & target)
    {
        EdlibAlignResult const found = edlibAlign(reinterpret_cast<char const *>(query.data()),
                                                  static_cast<int>(query.size()),
                                                  reinterpret_cast<char const *>(target.data()),
                                                  static_cast<int>(target.size()),
                                                  edlibNewAlignConfig(-1, mode, task, nullptr, 0));
        benchmark::DoNotOptimize(found.editDistance);
        edlibFreeAlignResult(found);
    };
    measure(state,
            pairs,
            "edlib",
            [&]()
            {
                for (std::size_t i = 0; i < pairs.first.size(); ++i)
                    align(pairs.second[i], pairs.first[i]);
            });
}

void one_edlib_distance(benchmark::State & state)
{
    edlib(state, one_pair(state), EDLIB_MODE_NW, EDLIB_TASK_DISTANCE);
}

void one_edlib_alignment(benchmark::State & state)
{
    edlib(state, one_pair(state), EDLIB_MODE_NW, EDLIB_TASK_PATH);
}

void many_edlib_distances(benchmark::State & state)
{
    edlib(state, random_pairs(256, 1024, static_cast<std::size_t>(state.range(0))), EDLIB_MODE_NW, EDLIB_TASK_DISTANCE);
}

void reads_edlib_distances(benchmark::State & state)
{
    edlib(state, reads_in_windows(static_cast<std::size_t>(state.range(0))), EDLIB_MODE_HW, EDLIB_TASK_DISTANCE);
}

void reads_edlib_alignments(benchmark::State & state)
{
    edlib(state, reads_in_windows(static_cast<std::size_t>(state.range(0))), EDLIB_MODE_HW, EDLIB_TASK_PATH);
}
#endif

void with_sizes(benchmark::internal::Benchmark * const benchmark)
{
    benchmark->Arg(1000)->Arg(10'000)->Arg(100'000)->UseRealTime()->Unit(benchmark::kMillisecond);
}

void with_single_sizes(benchmark::internal::Benchmark * const benchmark)
{
    benchmark->Arg(20)->Arg(100)->Arg(150)->Arg(300)->Arg(1000)->UseRealTime()->Unit(benchmark::kMicrosecond);
}

void with_preferences(benchmark::internal::Benchmark * const benchmark)
{
    benchmark->ArgsProduct({{1000, 10'000, 100'000}, {0, 1}})->UseRealTime()->Unit(benchmark::kMillisecond);
}

void with_subjects(benchmark::internal::Benchmark * const benchmark)
{
    benchmark->Arg(1000)->UseRealTime()->Unit(benchmark::kMillisecond);
}

void with_reads(benchmark::internal::Benchmark * const benchmark)
{
    benchmark->Arg(1000)->Arg(20'000)->UseRealTime()->Unit(benchmark::kMillisecond);
}

// To each side of the words of rows, and of the sizes from which on lanes are in use.
void with_short_sizes(benchmark::internal::Benchmark * const benchmark)
{
    for (std::int64_t const size : {4, 16, 35, 36, 64, 65, 70, 71, 128, 150})
        benchmark->Arg(size);
    benchmark->UseRealTime()->Unit(benchmark::kMillisecond);
}

} // namespace

BENCHMARK(single_lcs_length)->Apply(with_single_sizes);
BENCHMARK(single_edit_distance)->Apply(with_single_sizes);
BENCHMARK(single_lcs_alignment)->Apply(with_single_sizes);
BENCHMARK(single_edit_alignment)->Apply(with_single_sizes);
BENCHMARK(one_lcs_length)->Apply(with_sizes);
BENCHMARK(one_edit_distance)->Apply(with_sizes);
BENCHMARK(one_lcs_alignment)->Apply(with_sizes);
BENCHMARK(one_edit_alignment)->Apply(with_preferences);
BENCHMARK(many_lcs_lengths)->Apply(with_subjects);
BENCHMARK(many_edit_distances)->Apply(with_subjects);
BENCHMARK(short_lcs_lengths)->Apply(with_short_sizes);
BENCHMARK(short_edit_distances)->Apply(with_short_sizes);
BENCHMARK(reads_lcs_lengths)->Apply(with_reads);
BENCHMARK(reads_edit_distances)->Apply(with_reads);
BENCHMARK(reads_lcs_alignments)->Apply(with_reads);
BENCHMARK(reads_edit_alignments)->Apply(with_reads);
#ifdef SEQAN3_GPULCS_HAS_EDLIB
BENCHMARK(one_edlib_distance)->Arg(1000)->Arg(10'000)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(one_edlib_alignment)->Arg(1000)->Arg(10'000)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(many_edlib_distances)->Apply(with_subjects);
BENCHMARK(reads_edlib_distances)->Apply(with_reads);
BENCHMARK(reads_edlib_alignments)->Apply(with_reads);
#endif
