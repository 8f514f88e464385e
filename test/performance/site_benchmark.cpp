// SPDX-License-Identifier: BSD-3-Clause
//
// Sites of 100 primers of 20 to 25 letters in random DNA, and of 1,000 reads of it of 150 letters with some edits, on both strands: this
// library, and its search for whole primers alone, which is a pass over the text for each primer and strand, without verification. The
// argument is the number of letters. Cells are pairs of letters; the ratio is to the search alone in the same run.

#include <benchmark/benchmark.h>

#include <chrono>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/primer/sites.hpp>

#include "run_benchmarks.hpp"
#include "src/cpu/search/approximate_search.hpp"

using namespace seqan3_gpulcs;

namespace
{

enum class searched : std::uint8_t
{
    primers,
    reads
};

struct problem
{
    searched kind{};
    std::size_t letters{};
    std::uint64_t edits{};
    auto operator<=>(problem const &) const = default;
};

std::string random_dna(std::mt19937_64 & generator, std::size_t const size)
{
    std::string text(size, ' ');
    for (char & letter : text)
        letter = "ACGT"[reference::random_size(generator, 3)];
    return text;
}

struct primers_and_text
{
    std::vector<packing::packed_sequence> primers{};
    packing::packed_sequence text{};
    double cells{};

    explicit primers_and_text(problem const & given)
    {
        std::mt19937_64 generator{1};
        std::string const all = random_dna(generator, given.letters);
        text = packing::pack(all);
        for (std::size_t i = 0; i < (given.kind == searched::primers ? 100 : 1000); ++i)
        {
            primers.push_back(packing::pack(given.kind == searched::primers ? random_dna(generator, 20 + i % 6)
                                                                            : make_read(all, i, given.edits)));
            cells += 2 * static_cast<double>(primers.back().size()) * static_cast<double>(given.letters);
        }
    }

private:
    // A part of the text with up to as many substitutions as a site may have.
    static std::string make_read(std::string const & text, std::size_t const number, std::uint64_t const edits)
    {
        std::mt19937_64 generator{number};
        std::string read = text.substr(reference::random_size(generator, text.size() - 150), 150);
        for (std::uint64_t i = 0; i < number % (edits + 1); ++i)
            read[reference::random_size(generator, read.size() - 1)] = "ACGT"[reference::random_size(generator, 3)];
        return read;
    }
};

primers_and_text const & input_of(problem const & given)
{
    static std::map<problem, primers_and_text> inputs{};
    return inputs.try_emplace(given, given).first->second;
}

// Cells per second in this run.
std::map<problem, double> search_alone{};

template <typename function_t>
double measure(benchmark::State & state, problem const & given, function_t && function)
{
    auto const start = std::chrono::steady_clock::now();
    for (auto _ : state)
        function();
    std::chrono::duration<double> const elapsed = std::chrono::steady_clock::now() - start;
    double const rate = input_of(given).cells * static_cast<double>(state.iterations()) / elapsed.count();
    state.counters["cells_per_s"] = rate;
    if (auto const found = search_alone.find(given); found != search_alone.end())
        state.counters["times_search_alone"] = rate / found->second;
    return rate;
}

void search_only(benchmark::State & state, searched const kind, std::uint64_t const edits)
{
    problem const given{kind, static_cast<std::size_t>(state.range(0)), edits};
    primers_and_text const & input = input_of(given);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    packing::packed_sequence_view const text{input.text};
    cpu::interleaved_text const cut{{text.words(), (text.size() + 31) / 32}, text.size(), 2, control, 1};
    std::vector<std::vector<std::uint8_t>> patterns{};
    for (packing::packed_sequence_view const primer : input.primers)
    {
        std::vector<std::uint8_t> classes{};
        for (std::uint64_t i = 0; i < primer.size(); ++i)
            classes.push_back(
                static_cast<std::uint8_t>(1u << std::string_view{"ACGT"}.find(static_cast<char>(primer[i]))));
        patterns.push_back(classes);
        // As many letters, so as much time, as the reverse complement.
        patterns.emplace_back(classes.rbegin(), classes.rend());
    }
    cpu::approximate_search search{};
    search_alone.erase(given);
    search_alone[given] = measure(state,
                                  given,
                                  [&]()
                                  {
                                      for (auto const & pattern : patterns)
                                          search.find(cut,
                                                      pattern,
                                                      edits + 1,
                                                      control,
                                                      [](std::span<std::uint64_t const> const ends)
                                                      {
                                                          benchmark::DoNotOptimize(ends.data());
                                                          return true;
                                                      });
                                  });
}

void find_sites(benchmark::State & state, searched const kind, std::uint64_t const edits, unsigned const threads)
{
    problem const given{kind, static_cast<std::size_t>(state.range(0)), edits};
    primers_and_text const & input = input_of(given);
    std::vector<packing::packed_sequence_view> const primers{input.primers.begin(), input.primers.end()};
    packing::packed_sequence_view const text{input.text};
    measure(state,
            given,
            [&]()
            {
                benchmark::DoNotOptimize(primer::find_sites(primers,
                                                            {&text, 1},
                                                            {.max_edits = edits},
                                                            {.backend = plan::backend::cpu, .threads = threads}));
            });
}

void add(searched const kind, std::uint64_t const edits, std::int64_t const letters)
{
    std::string const name = (kind == searched::primers ? "primers/k_" : "reads/k_") + std::to_string(edits) + "/";
    auto const add_one = [&](std::string const & solution, auto * const function, auto const... arguments)
    {
        benchmark::RegisterBenchmark((name + solution).c_str(), function, kind, edits, arguments...)
            ->Arg(letters)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
    };
    add_one("search_alone", search_only);
    add_one("one_thread", find_sites, 1u);
    add_one("all_cores", find_sites, 0u);
}

} // namespace

int main(int argc, char ** argv)
{
    for (std::int64_t const letters : {1000, 4'600'000})
    {
        for (std::uint64_t const edits : {1, 3, 4})
            add(searched::primers, edits, letters);
        for (std::uint64_t const edits : {2, 6, 14})
            add(searched::reads, edits, letters);
    }

    return run_benchmarks(argc, argv);
}
