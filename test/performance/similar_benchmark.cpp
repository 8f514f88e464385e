// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs of similar sequences on the CPU: what lcs::compute and edit::compute take, and what the whole matrix takes in the
 *        same run; of edit distances also Edlib, if it is there.
 *
 * Made-up DNA, or files of DNA. All must find the same lengths or distances, and the library the same paths.
 */

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#ifdef SEQAN3_GPULCS_HAS_EDLIB
#    include <edlib.h>
#endif

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/pair_distance.hpp"
#include "src/traceback/traceback.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Pairs that one call compares.
struct workload
{
    std::string name{};
    std::vector<std::string> letters{};
    std::vector<packing::packed_sequence> sequences{};
    std::vector<alignment::sequence_pair> pairs{};
};

// How a copy is made, in mutations of each letter. Substituted letters are different.
struct mutations
{
    double substitutions{};
    double insertions{};
    double deletions{};
};

std::string random_dna(std::mt19937_64 & generator, std::size_t const size)
{
    std::string letters(size, ' ');
    for (char & letter : letters)
        letter = "ACGT"[generator() >> 62];
    return letters;
}

std::string mutate(std::mt19937_64 & generator, std::string const & letters, mutations const & rates)
{
    std::uniform_real_distribution<double> unit{};
    std::string copy{};
    for (char const letter : letters)
    {
        double number = unit(generator);
        if (number < rates.substitutions)
            copy += "ACGT"[(std::string_view{"ACGT"}.find(letter) + 1 + generator() % 3) % 4];
        else if ((number -= rates.substitutions) < rates.insertions)
            (copy += letter) += "ACGT"[generator() >> 62];
        else if ((number -= rates.insertions) >= rates.deletions)
            copy += letter;
    }
    return copy;
}

workload make_workload(std::string name, std::vector<std::string> const & sequences)
{
    workload made{.name = std::move(name), .letters = sequences};
    for (std::string const & letters : sequences)
        made.sequences.push_back(packing::pack(letters));
    for (std::size_t i = 0; i < sequences.size(); ++i)
        for (std::size_t j = i + 1; j < sequences.size(); ++j)
            made.pairs.push_back({made.sequences[i], made.sequences[j]});
    return made;
}

struct made_up_pair
{
    char const * name;
    std::size_t size;
    mutations rates;
    bool are_related{true};
};

constexpr made_up_pair made_up_pairs[]{
    {"30k_1.5%", 30'000, {.005, .005, .005}},
    {"594k_6%", 594'000, {.02, .02, .02}},
    {"5.2M_2600_mutations", 5'200'000, {2000 / 5.2e6, 300 / 5.2e6, 300 / 5.2e6}},
    {"100k_1%", 100'000, {.01 / 3, .01 / 3, .01 / 3}},
    {"100k_5%", 100'000, {.05 / 3, .05 / 3, .05 / 3}},
    {"100k_10%", 100'000, {.1 / 3, .1 / 3, .1 / 3}},
    {"100k_20%", 100'000, {.2 / 3, .2 / 3, .2 / 3}},
    {"100k_30%", 100'000, {.1, .1, .1}},
    {"100k_unrelated", 100'000, {}, false},
    {"1M_unrelated", 1'000'000, {}, false},
};

workload make_workload(made_up_pair const & wanted)
{
    std::mt19937_64 generator{1};
    std::string const first = random_dna(generator, wanted.size);
    return make_workload(
        wanted.name,
        {first, wanted.are_related ? mutate(generator, first, wanted.rates) : random_dna(generator, wanted.size)});
}

// The letters of a file, whose records are joined.
std::string read_fasta(std::string const & path)
{
    std::ifstream file{path};
    std::string letters{};
    for (std::string line; std::getline(file, line);)
        if (!line.starts_with('>'))
            std::ranges::transform(line,
                                   std::back_inserter(letters),
                                   [](unsigned char const letter)
                                   {
                                       return static_cast<char>(std::toupper(letter));
                                   });
    if (letters.empty())
        throw std::runtime_error{path + " has no letters."};
    return letters;
}

// The distance of the last cell, by all cells.
std::uint64_t whole_distance(alignment::sequence_pair const & pair,
                             plan::metric const metric,
                             unsigned const threads,
                             runtime::task_control & control)
{
    plan::matrix_region const all{0, pair.first.size(), 0, pair.second.size()};
    std::vector<std::uint64_t> vertical = plan::left_border(metric, all.rows());
    std::vector<std::uint64_t> horizontal = plan::upper_border(metric, all.columns());
    cpu::forward_pass({pair.first, pair.second, all, {vertical, horizontal}, {}, metric}, threads, control, false);
    std::int64_t const along_columns = plan::distance_along(metric, horizontal, all.columns());
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(all.rows()) + along_columns);
}

// All cells, as for sequences that are not similar.
alignment::result
compute_whole_matrix(alignment::sequence_pair const & pair, plan::comparison const & wanted, unsigned const threads)
{
    plan::execution const execution{.backend = plan::backend::cpu, .threads = threads};
    runtime::task_control control{execution, pair.cells()};
    if (wanted.with_path)
        return traceback::find_alignment(
            pair,
            wanted,
            plan::plan_alignment(wanted, {pair.first.size(), pair.second.size()}, plan::default_memory_limit, threads),
            control);
    alignment::result result{};
    std::uint64_t const distance = whole_distance(pair, wanted.metric, threads, control);
    similar::set_value(result, pair, wanted.metric, similar::value_of_distance(pair, wanted.metric, distance));
    return result;
}

// All threads share one pair; each of several pairs has a thread.
std::vector<alignment::result>
compute_whole_matrices(workload const & load, plan::comparison const & wanted, unsigned const threads)
{
    std::vector<alignment::result> results(load.pairs.size());
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    runtime::parallel_for(control,
                          threads,
                          results.size(),
                          [&]()
                          {
                              return [&](std::size_t const i)
                              {
                                  results[i] =
                                      compute_whole_matrix(load.pairs[i], wanted, results.size() == 1 ? threads : 1);
                              };
                          });
    return results;
}

// As users call it.
std::vector<alignment::result>
compute_similar_pairs(workload const & load, plan::comparison const & wanted, plan::execution const & execution)
{
    if (wanted.metric == plan::metric::lcs)
        return lcs::compute(load.pairs, wanted.with_path ? lcs::output::subsequence : lcs::output::length, execution);
    edit::output const output = wanted.with_path ? edit::output::alignment : edit::output::distance;
    return edit::compute(load.pairs, {.wanted = output}, execution);
}

char const * name_of(plan::comparison const & wanted) noexcept
{
    if (wanted.metric == plan::metric::lcs)
        return wanted.with_path ? "lcs" : "length";
    return wanted.with_path ? "edit" : "distance";
}

#ifdef SEQAN3_GPULCS_HAS_EDLIB
// One pair after the other, in one thread.
void compute_with_edlib(workload const & load,
                        plan::comparison const & wanted,
                        std::vector<alignment::result> const & expected)
{
    auto const task = wanted.with_path ? EDLIB_TASK_PATH : EDLIB_TASK_DISTANCE;
    std::size_t number = 0;
    for (std::size_t i = 0; i < load.letters.size(); ++i)
        for (std::size_t j = i + 1; j < load.letters.size(); ++j)
        {
            std::string const & first = load.letters[i];
            std::string const & second = load.letters[j];
            EdlibAlignResult const found = edlibAlign(first.data(),
                                                      static_cast<int>(first.size()),
                                                      second.data(),
                                                      static_cast<int>(second.size()),
                                                      edlibNewAlignConfig(-1, EDLIB_MODE_NW, task, nullptr, 0));
            bool const is_same = static_cast<std::uint64_t>(found.editDistance) == expected[number++].distance;
            edlibFreeAlignResult(found);
            if (!is_same)
                throw std::runtime_error{"Edlib has another distance."};
        }
}
#endif

template <typename function_t>
double wall_seconds(function_t && function)
{
    auto const start = std::chrono::steady_clock::now();
    function();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The best of several calls, made alternately with others.
struct best_time
{
    double best{std::numeric_limits<double>::infinity()};
    double sum{};

    void add(double const seconds)
    {
        best = std::min(best, seconds);
        sum += seconds;
    }
};

struct measurement
{
    plan::comparison wanted{};
    unsigned threads{};
    unsigned repetitions{};
    bool with_edlib{};
    double max_whole_cells{}; // Larger matrices are not computed as a whole.
};

void check(std::vector<alignment::result> const & found, std::vector<alignment::result> const & expected)
{
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i].length != expected[i].length || found[i].distance != expected[i].distance
            || found[i].path != expected[i].path)
            throw std::runtime_error{"The whole matrix has another result."};
}

// Short calls are repeated more often; long ones, of some seconds, less often.
void measure(workload const & load, measurement const & how)
{
    constexpr double min_seconds{0.2};
    constexpr double max_seconds{10};
    plan::execution const execution{.backend = plan::backend::cpu, .threads = how.threads};
    std::vector<alignment::result> found{};
    std::vector<alignment::result> expected{};
    best_time similar{};
    best_time whole{};
    for (unsigned i = 0; i < how.repetitions || (similar.sum < min_seconds && how.repetitions > 1); ++i)
    {
        similar.add(wall_seconds(
            [&]()
            {
                found = compute_similar_pairs(load, how.wanted, execution);
            }));
        if (how.max_whole_cells >= plan::cell_count(load.pairs) && (i == 0 || whole.sum < max_seconds))
            whole.add(wall_seconds(
                [&]()
                {
                    expected = compute_whole_matrices(load, how.wanted, how.threads);
                }));
    }
    if (!expected.empty())
        check(found, expected);
    double edlib_seconds = 0;
#ifdef SEQAN3_GPULCS_HAS_EDLIB
    if (how.with_edlib && how.threads == 1 && how.wanted.metric == plan::metric::edit)
        edlib_seconds = wall_seconds(
            [&]()
            {
                compute_with_edlib(load, how.wanted, found);
            });
#endif

    double all_cells = 0;
    double cells = 0;
    std::size_t counts[3]{};
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        all_cells += load.pairs[i].cells();
        cells += found[i].cells;
        ++counts[static_cast<std::size_t>(found[i].method)];
    }
    auto const method = static_cast<alignment::method>(std::ranges::max_element(counts) - counts);
    std::printf("%s\t%zu\t%s\t%u\t%s\t%.6f\t%.6f\t%.6f\t%.3f\t%.0f\t%.6f\n",
                load.name.c_str(),
                load.pairs.size(),
                name_of(how.wanted),
                how.threads,
                to_string(method),
                cells / all_cells,
                similar.best,
                whole.best,
                whole.best / similar.best,
                all_cells / similar.best / 1e9,
                edlib_seconds);
    std::fflush(stdout);
}

// What is measured of each workload.
struct program_options
{
    std::vector<unsigned> threads{1, std::thread::hardware_concurrency()};
    unsigned repetitions{5};
    std::vector<std::string> outputs{"length", "lcs", "distance", "edit"};
    bool with_edlib{};
    double max_whole_cells{std::numeric_limits<double>::infinity()};
};

void measure_all(workload const & load, program_options const & options)
{
    for (plan::comparison const & wanted :
         {plan::lcs_length, plan::lcs_subsequence, plan::edit_distance, plan::edit_alignment})
        if (std::ranges::count(options.outputs, name_of(wanted)) != 0)
            for (unsigned const count : options.threads)
                measure(load, {wanted, count, options.repetitions, options.with_edlib, options.max_whole_cells});
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"Pairs of similar DNA on the CPU, and the whole matrix in the same run"};
    std::vector<std::string> files{};
    std::vector<std::string> names{};
    program_options options{};
    std::size_t max_size{std::numeric_limits<std::size_t>::max()};
    app.add_option("--fasta", files, "Two or more files, each one sequence; all pairs of them")->expected(2, -1);
    app.add_option("--pair", names, "Only these made-up pairs");
    app.add_option("--threads", options.threads, "Numbers of threads")->check(CLI::PositiveNumber);
    app.add_option("--max-letters", max_size, "The longest made-up sequence");
    app.add_option("--repetitions", options.repetitions, "Runs of each; the best is reported")
        ->check(CLI::PositiveNumber);
    app.add_option("--output", options.outputs, "Only these: length, lcs, distance, edit");
    app.add_option("--max-whole-cells", options.max_whole_cells, "The largest matrix that is computed as a whole");
#ifdef SEQAN3_GPULCS_HAS_EDLIB
    app.add_flag("--edlib", options.with_edlib, "Edit distances also by Edlib, once, with one thread");
#endif
    CLI11_PARSE(app, argc, argv);
    try
    {
        std::printf(
            "# best of %u runs or more; gcups: cells of the whole matrix in a second\n"
            "pair\tpairs\toutput\tthreads\tmethod\tshare\tseconds\twhole_seconds\tratio\tgcups\tedlib_seconds\n",
            options.repetitions);
        if (!files.empty())
        {
            std::vector<std::string> sequences{};
            std::ranges::transform(files, std::back_inserter(sequences), read_fasta);
            measure_all(make_workload("files", sequences), options);
            return 0;
        }
        for (made_up_pair const & pair : made_up_pairs)
            if (pair.size <= max_size && (names.empty() || std::ranges::count(names, pair.name) != 0))
                measure_all(make_workload(pair), options);
    }
    catch (std::exception const & error)
    {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
    return 0;
}
