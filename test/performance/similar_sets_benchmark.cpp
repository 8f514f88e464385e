// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sets of similar DNA: the lengths or distances of all pairs, from packed sequences, on a CUDA device or the CPU.
 *
 * Each sequence is a copy of one ancestor, made with half of the differences that pairs are to have; a third of them each are
 * substitutions, insertions and deletions. Needs only the driver and libhwy1.
 */

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "device_benchmark.hpp"
#include "metric_benchmark.hpp"
#include "src/plan/sequence_sets.hpp"

namespace
{

using namespace seqan3_gpulcs;

struct workload
{
    std::size_t count;
    std::size_t size;
};

constexpr workload workloads[]{{3000, 1000}, {700, 3000}, {300, 10'000}, {150, 30'000}, {60, 100'000}, {12, 1'000'000}};

std::string random_dna(std::mt19937_64 & generator, std::size_t const size)
{
    std::string letters(size, ' ');
    for (char & letter : letters)
        letter = "ACGT"[generator() >> 62];
    return letters;
}

packing::packed_sequence pack(std::string const & letters)
{
    static std::vector<std::uint8_t> const dna{'A', 'C', 'G', 'T'};
    packing::letter_set set{};
    set.add(dna);
    packing::sequence_packer packer{set, letters.size()};
    packer.append(std::vector<std::uint8_t>(letters.begin(), letters.end()));
    return packer.finish();
}

std::string mutate(std::mt19937_64 & generator, std::string const & letters, double const rate)
{
    std::uniform_real_distribution<double> unit{};
    std::string copy{};
    for (char const letter : letters)
    {
        double const number = unit(generator);
        if (number >= rate)
            copy += letter;
        else if (number < rate / 3)
            copy += "ACGT"[(std::string_view{"ACGT"}.find(letter) + 1 + generator() % 3) % 4];
        else if (number < 2 * rate / 3)
            (copy += letter) += "ACGT"[generator() >> 62];
    }
    return copy;
}

// Unrelated ones for a similarity of 0.
std::vector<packing::packed_sequence> make_set(workload const & load, double const similarity)
{
    std::mt19937_64 generator{load.size};
    std::string const ancestor = random_dna(generator, load.size);
    std::vector<packing::packed_sequence> sequences{};
    for (std::size_t i = 0; i < load.count; ++i)
        sequences.push_back(pack(similarity == 0 ? random_dna(generator, load.size)
                                                 : mutate(generator, ancestor, (1 - similarity) / 2)));
    return sequences;
}

void check(compared_metric const & metric, plan::sequence_sets const & sets, std::vector<std::uint64_t> const & found)
{
    std::mt19937_64 generator{found.size()};
    std::size_t const count = sets.first().size();
    for (unsigned i = 0; i < 50; ++i)
    {
        std::uint64_t const two[]{generator() % count, generator() % count};
        auto const [smaller, larger] = std::minmax(two[0], two[1]);
        if (smaller != larger
            && found[sets.index(smaller, larger)]
                   != metric.value_of({sets.first()[smaller], sets.first()[larger]}, {.backend = plan::backend::cpu}))
            throw std::runtime_error{"The CPU finds something else."};
    }
}

struct measurement
{
    compared_metric metric;
    workload load;
    double similarity;

    void print(char const * const what, std::size_t const pairs, double const seconds) const
    {
        std::printf("%s\t%zu\t%zu\t%g\t%zu\t%.3f\t%.4f\n",
                    what,
                    load.count,
                    load.size,
                    similarity,
                    pairs,
                    seconds * 1e3,
                    seconds * 1e6 / static_cast<double>(pairs));
        std::fflush(stdout);
    }

    void run(plan::execution const & execution, unsigned const repetitions) const
    {
        std::vector<packing::packed_sequence> const sequences = make_set(load, similarity);
        std::vector<packing::packed_sequence_view> const views(sequences.begin(), sequences.end());
        plan::sequence_sets const sets{views};
        std::vector<std::uint64_t> found{};
        print("all_pairs",
              sets.pair_count(),
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 found = metric.all_pairs(views, execution);
                             });
                     }));
        check(metric, sets, found);
        if (load.size < 10'000)
            return;

        std::vector<alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < views.size(); ++i)
            for (std::size_t j = i + 1; j < views.size(); ++j)
                pairs.push_back({views[i], views[j]});
        std::vector<alignment::result> results{};
        print("compute",
              pairs.size(),
              median(repetitions,
                     [&]()
                     {
                         return wall_seconds(
                             [&]()
                             {
                                 results = metric.compute(pairs, false, execution);
                             });
                     }));
        std::set<std::string_view> methods{};
        for (std::size_t i = 0; i < results.size(); ++i)
        {
            methods.insert(to_string(results[i].method));
            if (plan::value_of(results[i], metric.value) != found[i])
                throw std::runtime_error{"The pairs of the set have other values."};
        }
        for (std::string_view const method : methods)
            std::printf("# %.*s\n", static_cast<int>(method.size()), method.data());
    }
};

} // namespace

int main(int const argc, char const * const * const argv)
{
    CLI::App app{"Lengths of the LCS, or edit distances, of all pairs of sets of similar DNA"};
    compared_metric metric{};
    metric.add_to(app);
    std::vector<double> similarities{0, .8, .95, .97, .99, .999};
    std::size_t min_size{0};
    std::size_t max_size{100'000};
    unsigned repetitions{5};
    bool on_cpu{};
    app.add_option("--similarity", similarities, "The part of the letters that pairs have in common; 0: unrelated");
    app.add_option("--min-letters", min_size, "The shortest sequences");
    app.add_option("--max-letters", max_size, "The longest sequences");
    app.add_option("--repetitions", repetitions, "Runs of each; the median is reported")->check(CLI::PositiveNumber);
    app.add_flag("--cpu", on_cpu, "On the CPU");
    return run_benchmark(app,
                         argc,
                         argv,
                         [&]()
                         {
                             std::printf("what\tsequences\tletters\tsimilarity\tpairs\tms\tus_per_pair\n");
                             for (workload const & load : workloads)
                                 for (double const similarity : similarities)
                                     if (min_size <= load.size && load.size <= max_size)
                                         measurement{metric, load, similarity}.run(
                                             {.backend = on_cpu ? plan::backend::cpu : plan::backend::cuda},
                                             repetitions);
                         });
}
