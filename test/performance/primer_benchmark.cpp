// SPDX-License-Identifier: BSD-3-Clause
//
// k-difference primers: this library; the conventional solution, which stops at the first row that has no distance less than
// k; and the direct bit-parallel one, one position after the other, with words and with the vectors of this library. The
// argument is the number of positions. Comparisons are positions x letters of the background x k, as in the papers;
// ratios are those of positions per second in the same run.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "run_benchmarks.hpp"
#include "src/cpu/search/approximate_search.hpp"

using namespace seqan3_gpulcs;

namespace
{

enum class input
{
    small,      // Random, so small that it is a test.
    random_100, // Random, 43,606 x 241,494, k = 100: the sizes of the paper.
    random_256, // Random, 107,280 x 2,220,391, k = 256: its largest ones.
    random_5,   // Random, 30,119 x 4.6 M, k = 5: a virus and a bacterium.
    related_5,  // 30,000 x 48 copies, in which one letter of 100 is replaced, left out or doubled; k = 5.
    related_20  // The same, k = 20.
};

struct problem
{
    std::vector<std::uint8_t> target{};
    reference::letter_sequences backgrounds{};
    std::uint32_t differences{};
    std::uint64_t background_size{};
    packing::packed_sequence packed_target{};
    std::vector<packing::packed_sequence> packed_backgrounds{};
};

problem make_problem(input const which)
{
    std::mt19937_64 generator{1};
    problem made{};
    auto const make_random = [&](std::size_t const target_size, std::size_t const size, std::uint32_t const differences)
    {
        made.target = reference::random_letters(generator, target_size, 4);
        made.backgrounds = {reference::random_letters(generator, size, 4)};
        made.differences = differences;
    };
    switch (which)
    {
    case input::small:
        make_random(1000, 1000, 5);
        break;
    case input::random_100:
        make_random(43'606, 241'494, 100);
        break;
    case input::random_256:
        make_random(107'280, 2'220'391, 256);
        break;
    case input::random_5:
        make_random(30'119, 4'600'000, 5);
        break;
    default:
        made.differences = which == input::related_5 ? 5 : 20;
        made.target = reference::random_letters(generator, 30'000, 4);
        for (int i = 0; i < 48; ++i)
            made.backgrounds.push_back(reference::mutate(generator, made.target, 4, 100));
    }

    made.packed_target = packing::pack(made.target);
    for (auto const & background : made.backgrounds)
    {
        made.background_size += background.size();
        made.packed_backgrounds.push_back(packing::pack(background));
    }
    return made;
}

problem const & problem_of(input const which)
{
    static std::map<input, problem> problems{};
    auto found = problems.find(which);
    if (found == problems.end())
        found = problems.emplace(which, make_problem(which)).first;
    return found->second;
}

// Positions per second in this run.
std::map<input, double> conventional{};
std::map<input, double> direct{};
std::map<input, double> direct_with_vectors{};

// Runs a function again and again, and prints how many times as fast it is as the others have been.
template <typename function_t>
double measure(benchmark::State & state, input const which, function_t && function)
{
    auto const start = std::chrono::steady_clock::now();
    for (auto _ : state)
        function();
    std::chrono::duration<double> const elapsed = std::chrono::steady_clock::now() - start;

    problem const & given = problem_of(which);
    double const rate = static_cast<double>(state.range(0)) * static_cast<double>(state.iterations()) / elapsed.count();
    state.counters["positions_per_s"] = rate;
    state.counters["comparisons_per_s"] = rate * static_cast<double>(given.background_size) * given.differences;
    for (auto const & [name, rates] : {std::pair{"times_conventional", &conventional},
                                       {"times_direct", &direct},
                                       {"times_direct_with_vectors", &direct_with_vectors}})
        if (auto const found = rates->find(which); found != rates->end())
            state.counters[name] = rate / found->second;
    return rate;
}

void find_conventional(benchmark::State & state, input const which)
{
    problem const & given = problem_of(which);
    conventional.erase(which);
    conventional[which] = measure(state,
                                  which,
                                  [&]()
                                  {
                                      for (std::int64_t i = 0; i < state.range(0); ++i)
                                          benchmark::DoNotOptimize(reference::min_distances(given.target.begin() + i,
                                                                                            given.target.end(),
                                                                                            given.backgrounds,
                                                                                            given.differences));
                                  });
}

// One column of distances to all prefixes of a text, in words of 64 rows.
class distance_column
{
public:
    explicit distance_column(std::span<std::uint8_t const> const text) : words{(text.size() + 63) / 64}
    {
        for (auto & each : match)
            each.assign(words, 0);
        for (std::uint64_t i = 0; i < text.size(); ++i)
            match[text[i]][i / 64] |= std::uint64_t{1} << i % 64;
    }

    void reset()
    {
        plus.assign(words, ~std::uint64_t{0});
        minus.assign(words, 0);
    }

    // The distance of a row minus that of the one above.
    std::uint64_t difference(std::uint64_t const row) const noexcept
    {
        return (plus[row / 64] >> row % 64 & 1) - (minus[row / 64] >> row % 64 & 1);
    }

    // Goes on to the next column. Returns by how much the distance of a row has grown.
    std::uint64_t add(std::uint8_t const letter, std::uint64_t const row) noexcept
    {
        std::uint64_t growth = 0;
        std::uint64_t up_carry = 0;
        std::uint64_t down_carry = 0;
        for (std::uint64_t word = 0; word < words; ++word)
        {
            std::uint64_t const letter_equal = match[letter][word];
            std::uint64_t const equal = letter_equal | down_carry;
            std::uint64_t const p = plus[word];
            std::uint64_t const same = (((equal & p) + p) ^ p) | equal | minus[word];
            std::uint64_t const up = minus[word] | ~(same | p);
            std::uint64_t const down = p & same;
            if (word == row / 64)
                growth = (up >> row % 64 & 1) - (down >> row % 64 & 1);
            std::uint64_t const up_above = up << 1 | up_carry;
            std::uint64_t const down_above = down << 1 | down_carry;
            up_carry = up >> 63;
            down_carry = down >> 63;
            plus[word] = down_above | ~(same | up_above);
            minus[word] = up_above & same;
        }
        return growth;
    }

private:
    std::uint64_t words;
    std::array<std::vector<std::uint64_t>, 4> match{};
    std::vector<std::uint64_t> plus{};
    std::vector<std::uint64_t> minus{};
};

/* The length of the primer at the begin of a text, if it has one: the first row that has no distance less than k is looked at in
 * each column; it lies one letter further down whenever it has one.
 */
std::optional<std::uint64_t> find_in_text(problem const & given, std::span<std::uint8_t const> const text)
{
    distance_column column{text};
    std::uint64_t length = std::min<std::uint64_t>(given.differences, text.size());
    for (auto const & background : given.backgrounds)
    {
        column.reset();
        std::uint64_t distance = length;
        for (std::uint8_t const letter : background)
        {
            distance += column.add(letter, length - 1);
            for (; distance < given.differences && length < text.size(); ++length)
                distance += column.difference(length);
            if (distance < given.differences)
                return std::nullopt;
        }
    }
    return length;
}

// The length of the primer at a position, or 0. The primer of the position before ends in row `min_length`.
std::uint64_t find_with_words(problem const & given, std::size_t const position, std::uint64_t const min_length)
{
    std::span const text = std::span{given.target}.subspan(position);
    // Rows that do not suffice are twice as many the next time.
    for (std::uint64_t rows = min_length + 2;; rows *= 2)
    {
        rows = std::min<std::uint64_t>(rows, text.size());
        if (auto const length = find_in_text(given, text.first(rows)))
            return *length;
        if (rows == text.size())
            return 0;
    }
}

void find_direct(benchmark::State & state, input const which)
{
    problem const & given = problem_of(which);
    std::uint64_t length = given.differences;
    std::vector<std::uint64_t> lengths{};
    // In a long run, the length at the position before is known.
    length = std::max<std::uint64_t>(find_with_words(given, 0, length), 1);
    direct.erase(which);
    direct[which] = measure(state,
                            which,
                            [&]()
                            {
                                lengths.clear();
                                for (std::int64_t i = 0; i < state.range(0); ++i)
                                {
                                    length = std::max<std::uint64_t>(length, 2) - 1;
                                    length = find_with_words(given, static_cast<std::size_t>(i), length);
                                    lengths.push_back(length);
                                }
                                benchmark::DoNotOptimize(lengths.data());
                            });

    primer::target const some{given.packed_target, 0, static_cast<std::uint64_t>(state.range(0))};
    std::vector<packing::packed_sequence_view> const views{given.packed_backgrounds.begin(),
                                                           given.packed_backgrounds.end()};
    if (primer::compute({&some, 1}, views, {.differences = given.differences}).front() != lengths)
        state.SkipWithError("The direct solution has found other primers.");
}

// One pass with the whole primer for each position, given its length: a lower bound.
void find_direct_with_vectors(benchmark::State & state, input const which)
{
    problem const & given = problem_of(which);
    primer::target const some{given.packed_target, 0, static_cast<std::uint64_t>(state.range(0))};
    std::vector<packing::packed_sequence_view> const views{given.packed_backgrounds.begin(),
                                                           given.packed_backgrounds.end()};
    auto const lengths = primer::compute({&some, 1}, views, {.differences = given.differences}).front();

    std::vector<std::uint8_t> text{};
    for (auto const & background : given.backgrounds)
        text.insert(text.end(), background.begin(), background.end());
    packing::packed_sequence const packed = packing::pack(text); // All letters occur: codes are letters.
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    cpu::interleaved_text const cut{{packed.view().words(), (text.size() + 31) / 32}, text.size(), 2, control, 1};
    cpu::approximate_search search{};
    std::vector<std::uint8_t> target_classes{};
    for (std::uint8_t const letter : given.target)
        target_classes.push_back(static_cast<std::uint8_t>(1u << letter));
    direct_with_vectors.erase(which);
    direct_with_vectors[which] =
        measure(state,
                which,
                [&]()
                {
                    for (std::size_t i = 0; i < lengths.size(); ++i)
                    {
                        std::span<std::uint8_t const> const primer{target_classes.data() + i, lengths[i]};
                        if (!primer.empty())
                            search.find(cut,
                                        primer,
                                        given.differences,
                                        control,
                                        [](std::span<std::uint64_t const> const ends)
                                        {
                                            benchmark::DoNotOptimize(ends.data());
                                            return true;
                                        });
                    }
                });
}

void find_with_library(benchmark::State & state, input const which, unsigned const threads)
{
    problem const & given = problem_of(which);
    primer::target const some{given.packed_target, 0, static_cast<std::uint64_t>(state.range(0))};
    std::vector<packing::packed_sequence_view> const views{given.packed_backgrounds.begin(),
                                                           given.packed_backgrounds.end()};
    measure(state,
            which,
            [&]()
            {
                benchmark::DoNotOptimize(
                    primer::compute({&some, 1}, views, {.differences = given.differences}, {.threads = threads}));
            });
}

void find_one_thread(benchmark::State & state, input const which)
{
    find_with_library(state, which, 1);
}

void find_all_cores(benchmark::State & state, input const which)
{
    find_with_library(state, which, 0);
}

// How many positions each of the solutions computes.
struct positions
{
    std::int64_t conventional{};
    std::int64_t direct{};
    std::int64_t with_vectors{};
    std::int64_t ours{};
};

void add(std::string const & name, input const which, positions const & counts)
{
    auto const add_one = [&](std::string const & solution, auto * const function, std::int64_t const count)
    {
        benchmark::RegisterBenchmark((name + "/" + solution).c_str(), function, which)
            ->Arg(count)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
    };
    add_one("conventional", find_conventional, counts.conventional);
    add_one("direct", find_direct, counts.direct);
    add_one("direct_with_vectors", find_direct_with_vectors, counts.with_vectors);
    add_one("one_thread", find_one_thread, counts.ours);
    add_one("all_cores", find_all_cores, counts.ours);
}

} // namespace

int main(int argc, char ** argv)
{
    add("random_1000_k_5", input::small, {1000, 1000, 1000, 1000});
    add("random_43606_x_241494_k_100", input::random_100, {4, 50, 200, 43'606});
    add("random_107280_x_2220391_k_256", input::random_256, {1, 4, 20, 2000});
    add("random_30119_x_4600000_k_5", input::random_5, {4, 20, 200, 30'119});
    add("related_30000_x_48_copies_k_5", input::related_5, {1, 10, 20, 30'000});
    add("related_30000_x_48_copies_k_20", input::related_20, {1, 4, 10, 30'000});

    return run_benchmarks(argc, argv);
}
