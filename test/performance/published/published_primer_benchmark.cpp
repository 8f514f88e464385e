// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The published solutions for k-difference primers beside this library's, on the same device in the same run.
 *
 * All begin with letters in host memory and end with the lengths of primers there. First, what the paper leaves open or
 * varies is tried, and the fastest is taken. Needs only the driver and libhwy1.
 */

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "cuda/runtime/scoped_device.hpp"
#include "performance/device_benchmark.hpp"
#include "performance/device_ceiling.hpp"
#include "performance/published/primer_methods.hpp"

namespace
{

using namespace seqan3_gpulcs;

using lengths_t = std::vector<std::uint64_t>;

struct workload
{
    char const * name{};
    std::uint64_t target_size{};
    std::uint64_t background_size{};
    std::uint64_t differences{};
    std::uint64_t positions{};        // The first ones of the target.
    std::uint64_t letters_per_edit{}; // If not 0, the background begins with a copy of the target, edited so often.
};

// The letters of a workload.
struct input
{
    explicit input(workload const & load)
    {
        std::mt19937_64 generator{7};
        auto const text_of = [](std::vector<std::uint8_t> const & codes)
        {
            std::string text{};
            for (std::uint8_t const code : codes)
                text += "ACGT"[code];
            return text;
        };
        auto const codes = reference::random_letters(generator, load.target_size, 4);
        target = text_of(codes);
        background = text_of(reference::random_letters(generator, load.background_size, 4));
        if (load.letters_per_edit == 0)
            return;
        std::string const copy = text_of(reference::mutate(generator, codes, 4, load.letters_per_edit));
        // At the beginning, where the choices are made, too.
        background.replace(0, std::min(copy.size(), background.size()), copy);
    }

    std::string target{};
    std::string background{};
};

//!\brief A way to find primers, with what was chosen for it.
struct method
{
    std::string name{};
    std::function<lengths_t(published::primer_problem const &)> find{};
};

std::vector<method> conventional_methods(published::primer_finder & finder)
{
    std::vector<method> methods{};
    for (unsigned const threads : {64u, 128u, 192u, 224u, 256u, 384u, 512u, 1024u})
        methods.push_back({"conventional, " + std::to_string(threads) + " threads",
                           [&finder, threads](published::primer_problem const & problem)
                           {
                               return finder.find_conventional(problem, threads);
                           }});
    return methods;
}

std::vector<method> alternative_methods(published::primer_finder & finder)
{
    std::vector<method> methods{};
    auto const add = [&](published::alternative_tuning const & tuning)
    {
        std::string name = "alternative, " + std::to_string(tuning.threads) + " threads, ";
        name += tuning.letters == published::prefetched::none   ? "nothing prefetched"
              : tuning.letters == published::prefetched::target ? "target prefetched"
                                                                : "both prefetched";
        if (tuning.letters != published::prefetched::none)
            name += ", c = " + std::to_string(tuning.factor);
        methods.push_back({name,
                           [&finder, tuning](published::primer_problem const & problem)
                           {
                               return finder.find_alternative(problem, tuning);
                           }});
    };
    for (unsigned const threads : {32u, 64u, 128u, 256u, 512u, 1024u})
    {
        add({threads, published::prefetched::none});
        for (unsigned const factor : {2u, 3u})
        {
            add({threads, published::prefetched::target, factor});
            add({threads, published::prefetched::both, factor});
        }
    }
    return methods;
}

//!\brief The fastest of some methods. They find primers at some of the positions, so few that they take little time.
method
choose_method(std::vector<method> const & methods, published::primer_problem const & problem, bool const is_verbose)
{
    method const * best{};
    double best_seconds = std::numeric_limits<double>::max();
    std::optional<lengths_t> expected{};
    for (method const & one : methods)
    {
        lengths_t lengths{};
        double const seconds = median(1,
                                      [&]()
                                      {
                                          return wall_seconds(
                                              [&]()
                                              {
                                                  lengths = one.find(problem);
                                              });
                                      });
        if (is_verbose)
            std::printf("# %s: %.4f s\n", one.name.c_str(), seconds);
        if (!expected)
            expected = lengths;
        if (lengths != *expected)
            throw std::runtime_error{one.name + " finds other primers."};
        if (seconds < best_seconds)
        {
            best = &one;
            best_seconds = seconds;
        }
    }
    return *best;
}

//!\brief Finds primers with the library, from letters on, as the published methods do.
lengths_t find_with_library(published::primer_problem const & problem)
{
    plan::execution const execution{.backend = plan::backend::cuda};
    unsigned const threads = plan::available_threads(execution);
    packing::packed_sequence const target = packing::pack(problem.target, threads);
    packing::packed_sequence const background = packing::pack(problem.background, threads);
    primer::target const some{target, 0, problem.positions};
    packing::packed_sequence_view const view{background};
    return primer::compute({&some, 1}, {&view, 1}, {.differences = problem.differences}, execution).front();
}

//!\brief The seconds of the runs of a method, in ascending order.
using run_seconds = std::vector<double>;

/*!\brief Runs methods in turns, and checks that they find the same primers.
 *
 * A method that takes long runs once: its share of chance is small.
 */
std::vector<run_seconds>
measure_in_turns(std::vector<method> const & methods, published::primer_problem const & problem, unsigned const rounds)
{
    constexpr double long_seconds{1};
    std::vector<run_seconds> seconds(methods.size());
    std::optional<lengths_t> expected{};
    for (unsigned round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < methods.size(); ++i)
        {
            if (round != 0 && seconds[i].front() > long_seconds)
                continue;
            lengths_t lengths{};
            seconds[i].push_back(wall_seconds(
                [&]()
                {
                    lengths = methods[i].find(problem);
                }));
            if (!expected)
                expected = lengths;
            if (lengths != *expected)
                throw std::runtime_error{methods[i].name + " finds other primers than " + methods[0].name + "."};
        }
    for (run_seconds & one : seconds)
        std::ranges::sort(one);
    return seconds;
}

struct settings
{
    double scale{1};
    unsigned repetitions{3};
    std::uint64_t tuning_positions{};
    bool is_verbose{};
};

void write_row(workload const & load, method const & used, run_seconds const & seconds, double const of_library)
{
    double const typical = seconds[seconds.size() / 2];
    double const comparisons = static_cast<double>(load.positions) * static_cast<double>(load.background_size)
                             * static_cast<double>(load.differences);
    std::printf("%s\t%llu\t%llu\t%llu\t%llu\t%s\t%zu\t%.4f\t%.3f\t%.1f\n",
                load.name,
                static_cast<unsigned long long>(load.target_size),
                static_cast<unsigned long long>(load.positions),
                static_cast<unsigned long long>(load.background_size),
                static_cast<unsigned long long>(load.differences),
                used.name.c_str(),
                seconds.size(),
                typical,
                comparisons / typical / 1e12,
                typical / of_library);
    std::fflush(stdout);
}

void measure(workload const & load, settings const & chosen)
{
    input const letters{load};
    published::primer_finder finder{};
    published::primer_problem const problem{letters.target, letters.background, load.positions, load.differences};

    // Some letters suffice for a choice. The conventional solution gets more of them, since the length of primers, which grows with
    // their number, decides how many rows it needs.
    published::primer_problem some = problem;
    some.positions = std::min(load.positions, chosen.tuning_positions);
    some.background = problem.background.substr(0, 65'536);
    method const conventional = choose_method(conventional_methods(finder), some, chosen.is_verbose);
    some.background = problem.background.substr(0, 16'384);
    method const alternative = choose_method(alternative_methods(finder), some, chosen.is_verbose);

    // This library keeps its memory, too.
    finder.reserve_rows(problem);
    std::vector<method> const methods{{"this library", find_with_library}, conventional, alternative};
    methods[0].find(problem);
    std::vector<run_seconds> const seconds = measure_in_turns(methods, problem, chosen.repetitions);
    for (std::size_t i = 0; i < methods.size(); ++i)
        write_row(load, methods[i], seconds[i], seconds[0][seconds[0].size() / 2]);
}

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"The published solutions for k-difference primers beside this library's, on a CUDA device"};
    settings chosen{};
    app.add_option("--scale", chosen.scale, "Multiplies the number of positions")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", chosen.repetitions, "Runs of each, in turns; the medians are reported")
        ->check(CLI::PositiveNumber);
    app.add_flag("--verbose", chosen.is_verbose, "Writes the times from which the fastest choices are taken");
    return run_benchmark(app,
                         argc,
                         argv,
                         [&]()
                         {
                             device const used = find_usable_device();
                             cuda::scoped_device const current{used.number};
                             print_conditions(used, measure_distance_ceiling(), chosen.repetitions);
                             // So many that blocks of 64 threads fill the device.
                             chosen.tuning_positions = std::uint64_t{used.multiprocessors} * 32;
                             std::printf("# equal primers; comparisons are positions x letters x k, as in the paper\n");
                             std::printf("input\tletters of the target\tpositions\tletters of the background\tk\tmethod"
                                         "\truns\tseconds\t10^12 comparisons/s\ttimes this library\n");
                             for (workload load : {workload{"random", 43'606, 241'494, 100, 43'606},
                                                   workload{"random", 43'606, 241'494, 50, 43'606},
                                                   workload{"random", 43'606, 241'494, 20, 43'606},
                                                   workload{"random", 107'280, 2'220'391, 256, 4'224},
                                                   workload{"similar", 43'606, 241'494, 20, 43'606, 7},
                                                   workload{"random", 1'000'000, 10'000'000, 20, 2'112},
                                                   workload{"random", 5'000, 50'000, 20, 5'000}})
                             {
                                 auto const positions = static_cast<double>(load.positions) * chosen.scale;
                                 load.positions = std::max<std::uint64_t>(static_cast<std::uint64_t>(positions), 1);
                                 measure(load, chosen);
                             }
                             std::printf("# ceiling at the end %.1f TCUPS\n", measure_distance_ceiling());
                         });
}
