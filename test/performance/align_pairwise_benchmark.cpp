// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief align_pairwise with many pairs of random DNA: the whole call, from vectors to results, and its parts alone.
 *
 * SeqAn3's own part, with ids as the only output, is the ceiling. For edit distances of reads in windows, SeqAn3's own algorithm
 * runs beside.
 */

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/utility/views/zip.hpp>

#include <seqan3_gpulcs/all.hpp>

using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna4>;
using pairs_t = std::vector<std::pair<sequence_t, sequence_t>>;
using clock_t = std::chrono::steady_clock;

constexpr unsigned repetitions{5};

double seconds_since(clock_t::time_point const start)
{
    return std::chrono::duration<double>(clock_t::now() - start).count();
}

// After a warm-up.
template <typename function_t>
double median_seconds(function_t && function)
{
    std::vector<double> seconds{};
    for (unsigned repetition = 0; repetition <= repetitions; ++repetition)
    {
        auto const start = clock_t::now();
        function();
        if (repetition != 0)
            seconds.push_back(seconds_since(start));
    }
    std::ranges::sort(seconds);
    return seconds[seconds.size() / 2];
}

pairs_t random_pairs(std::size_t const count, std::size_t const size)
{
    std::mt19937_64 generator{1};
    auto const random_sequence = [&]()
    {
        sequence_t sequence(size);
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < size; ++i)
        {
            bits = i % 32 == 0 ? generator() : bits >> 2;
            sequence[i].assign_rank(static_cast<std::uint8_t>(bits & 3));
        }
        return sequence;
    };
    pairs_t pairs(count);
    for (auto & [first, second] : pairs)
    {
        first = random_sequence();
        second = random_sequence();
    }
    return pairs;
}

auto const ids = seqan3::align_cfg::output_sequence1_id{} | seqan3::align_cfg::output_sequence2_id{};
auto const global = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme;

// Reads all results, as a user does.
template <typename range_t, typename config_t, typename function_t>
double time_of(range_t & pairs, config_t const & config, function_t const & read)
{
    return median_seconds(
        [&]()
        {
            for (auto && result : seqan3::align_pairwise(pairs, config))
                read(result);
        });
}

// The parts of a call, one after the other, in its batches.
struct parts
{
    double packing{};
    double computing{};
    double making{};
    double reading{};
    double destroying{};
    std::size_t matches{};
};

// Reads both rows.
template <typename alignment_t>
std::size_t count_matches(alignment_t const & alignment)
{
    auto const & [first, second] = alignment;
    std::size_t matches = 0;
    auto lower = second.begin();
    for (auto const upper : first)
    {
        matches += upper == *lower;
        ++lower;
    }
    return matches;
}

using aligning_t = std::remove_const_t<decltype(global | align_cfg::bit_parallel{} | seqan3::align_cfg::output_score{}
                                                | seqan3::align_cfg::output_alignment{})>;
using aligned_result_t =
    seqan3::alignment_result<seqan3::detail::align_result_selector<sequence_t &, sequence_t &, aligning_t>::type>;
using aligning_traits = seqan3::detail::alignment_configuration_traits<decltype(
    std::declval<aligning_t>() | seqan3::align_cfg::detail::result_type<aligned_result_t>{})>;

parts measure_parts(pairs_t & pairs, plan::execution const & execution, bool const aligns)
{
    auto indexed = seqan3::views::zip(pairs, std::views::iota(0));
    unsigned const threads = plan::available_threads(execution);
    pairwise::detail::batch_memory memory{};
    pairwise::detail::batch_threads team{};
    pairwise::detail::packed_batch<decltype(indexed.begin()), seqan3::dna4> batch{};
    pairwise::detail::batch_limits const limits{plan::max_batch_pairs,
                                                plan::max_batch_letters,
                                                aligns ? pairwise::detail::counted_letters::pairs
                                                       : pairwise::detail::counted_letters::sequences};
    parts sums{};
    for (auto it = indexed.begin(); it != indexed.end();)
    {
        auto start = clock_t::now();
        it = batch.take(it, indexed.end(), limits, memory);
        batch.pack(team, threads, {});
        sums.packing += seconds_since(start);

        start = clock_t::now();
        if (!aligns)
        {
            auto const lengths = lcs::lengths(batch.pairs(), execution);
            sums.computing += seconds_since(start);
            continue;
        }
        auto found = lcs::compute(batch.pairs(), lcs::output::subsequence, execution);
        sums.computing += seconds_since(start);

        start = clock_t::now();
        std::vector<aligned_result_t> made{};
        made.reserve(found.size());
        batch.for_each(
            [&](std::size_t const i, auto & first, auto & second, std::uint32_t const id)
            {
                found[i].first = {.end = first.size()};
                found[i].second = {.end = second.size()};
                made.push_back(pairwise::make_result<aligning_traits>(first,
                                                                      second,
                                                                      id,
                                                                      0,
                                                                      pairwise::aligned_parts::of(found[i])));
            });
        sums.making += seconds_since(start);

        start = clock_t::now();
        for (aligned_result_t const & result : made)
            sums.matches += count_matches(result.alignment());
        sums.reading += seconds_since(start);

        // The thread that reads the results destroys them, too.
        start = clock_t::now();
        made.clear();
        sums.destroying += seconds_since(start);
    }
    return sums;
}

parts median_parts(pairs_t & pairs, plan::execution const & execution, bool const aligns)
{
    std::vector<parts> all{};
    for (unsigned repetition = 0; repetition < 3; ++repetition)
        all.push_back(measure_parts(pairs, execution, aligns));
    parts middle{};
    middle.matches = all.front().matches;
    for (double parts::*const member :
         {&parts::packing, &parts::computing, &parts::making, &parts::reading, &parts::destroying})
    {
        std::ranges::sort(all, {}, member);
        middle.*member = all[1].*member;
    }
    return middle;
}

void print(char const * const name,
           std::size_t const count,
           std::size_t const size,
           double const whole,
           double const ceiling,
           parts const & alone)
{
    std::printf("%s\t%zu\t%zu\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\n",
                name,
                count,
                size,
                whole * 1e3,
                ceiling * 1e3,
                alone.packing * 1e3,
                alone.computing * 1e3,
                alone.making * 1e3,
                alone.reading * 1e3,
                alone.destroying * 1e3);
    std::fflush(stdout);
}

void measure(std::size_t const count, std::size_t const size, plan::execution const & execution, bool const aligns)
{
    pairs_t pairs = random_pairs(count, size);
    align_cfg::bit_parallel const element{execution};
    std::uint64_t sum = 0;
    double const ceiling = time_of(pairs,
                                   global | element | ids,
                                   [&](auto const & result)
                                   {
                                       sum += result.sequence1_id();
                                   });
    auto const score = global | element | seqan3::align_cfg::output_score{};
    auto const add_score = [&](auto const & result)
    {
        sum += static_cast<std::uint64_t>(result.score());
    };
    if (aligns)
    {
        double const whole = time_of(pairs,
                                     score | seqan3::align_cfg::output_alignment{},
                                     [&](auto const & result)
                                     {
                                         add_score(result);
                                         sum += std::get<0>(result.alignment()).size();
                                     });
        // Without a range of results, which SeqAn3 keeps until they are read.
        auto on_result = add_score;
        auto const calling =
            score | seqan3::align_cfg::output_alignment{} | seqan3::align_cfg::on_result{std::move(on_result)};
        double const called = median_seconds(
            [&]()
            {
                seqan3::align_pairwise(pairs, calling);
            });
        parts const alone = median_parts(pairs, execution, true);
        sum += alone.matches;
        print("score and alignment", count, size, whole, ceiling, alone);
        print("the same, on_result", count, size, called, ceiling, alone);
    }
    else
        print("score", count, size, time_of(pairs, score, add_score), ceiling, median_parts(pairs, execution, false));
    if (sum == 0)
        std::exit(1);
}

// Windows of a random reference, and reads of 150 letters with about three edits in a hundred.
pairs_t reads_in_windows(std::size_t const count)
{
    sequence_t const reference = random_pairs(1, 1'000'000).front().first;
    std::mt19937_64 generator{1};
    pairs_t pairs(count);
    for (auto & [window, read] : pairs)
    {
        auto const begin = reference.begin() + static_cast<std::ptrdiff_t>(generator() % (reference.size() - 190));
        window.assign(begin, begin + 190);
        for (std::size_t i = 20; read.size() < 150; ++i)
        {
            std::uint64_t const edit = generator() % 100;
            if (edit == 0) // A letter is missing.
                continue;
            read.push_back(window[i]);
            if (edit == 1) // A letter more.
                read.push_back(seqan3::dna4{});
            if (edit == 2) // Another letter, or the same.
                read.back().assign_rank(static_cast<std::uint8_t>(generator() % 4));
        }
        read.resize(150);
    }
    return pairs;
}

// Reads the scores of both.
template <typename config_t>
void measure_edits(std::string const & name,
                   pairs_t & pairs,
                   align_cfg::bit_parallel const & element,
                   config_t const & config)
{
    std::int64_t sum = 0;
    double const ours = time_of(pairs,
                                config | element,
                                [&](auto const & result)
                                {
                                    sum += result.score();
                                });
    double const theirs = time_of(pairs,
                                  config,
                                  [&](auto const & result)
                                  {
                                      sum -= result.score();
                                  });
    std::printf("%s\t%zu\t%.2f\t%.2f\n", name.c_str(), pairs.size(), ours * 1e3, theirs * 1e3);
    std::fflush(stdout);
    if (sum != 0)
        std::exit(1);
}

// Reads the scores of both, and calls align_pairwise for each pair alone.
template <typename config_t>
void measure_calls(std::size_t const size,
                   pairs_t & pairs,
                   align_cfg::bit_parallel const & element,
                   config_t const & config)
{
    std::int64_t sum = 0;
    auto const seconds_of = [&](auto const & one_config, std::int64_t const sign)
    {
        return median_seconds(
            [&]()
            {
                for (auto & [first, second] : pairs)
                    for (auto const & result : seqan3::align_pairwise(std::tie(first, second), one_config))
                        sum += sign * result.score();
            });
    };
    double const ours = seconds_of(config | element, 1);
    double const theirs = seconds_of(config, -1);
    std::printf("%zu\t%zu\t%.2f\t%.2f\n", size, pairs.size(), ours * 1e3, theirs * 1e3);
    std::fflush(stdout);
    if (sum != 0)
        std::exit(1);
}

// One thread each.
void measure_edits(std::size_t const count, plan::execution execution)
{
    execution.threads = 1;
    align_cfg::bit_parallel const element{execution};
    auto const score = seqan3::align_cfg::output_score{};
    auto const end = score | seqan3::align_cfg::output_end_position{};
    auto const positions = end | seqan3::align_cfg::output_begin_position{};
    seqan3::align_cfg::method_global window{};
    window.free_end_gaps_sequence1_leading = true;
    window.free_end_gaps_sequence1_trailing = true;
    auto const anywhere = window | seqan3::align_cfg::edit_scheme;

    std::printf("# edit distances of reads of 150 letters in windows of 190, one thread; medians, in ms\n");
    std::printf("outputs\tpairs\tours\tSeqAn3's\n");
    pairs_t pairs = reads_in_windows(count);
    measure_edits("score", pairs, element, anywhere | score);
    measure_edits("end position", pairs, element, anywhere | end);
    measure_edits("begin position", pairs, element, anywhere | positions);
    measure_edits("alignment", pairs, element, anywhere | positions | seqan3::align_cfg::output_alignment{});

    std::printf("# scores of random pairs of some letters, with free ends of sequence 1, and with min_score\n");
    std::printf("letters\tpairs\tours\tSeqAn3's\n");
    auto const whole = seqan3::align_cfg::method_global{} | seqan3::align_cfg::edit_scheme | score;
    for (std::size_t const size : {4, 8, 16, 24, 36, 37, 64, 65, 150})
    {
        pairs_t some = random_pairs(count, size);
        measure_edits(std::to_string(size), some, element, whole);
        measure_edits(std::to_string(size) + ", free", some, element, anywhere | score);
        measure_edits(std::to_string(size) + ", -3", some, element, whole | seqan3::align_cfg::min_score{-3});
    }

    std::printf("# scores of random pairs, a call for each pair\n");
    std::printf("letters\tpairs\tours\tSeqAn3's\n");
    for (std::size_t const size : {22, 150, 400, 1000})
    {
        pairs_t some = random_pairs(count / 10, size);
        measure_calls(size, some, element, whole);
    }
}

} // namespace

// The first argument is the backend, the second one a divisor of the numbers of pairs.
int main(int const argc, char const * const * const argv)
{
    std::string const backend = argc > 1 ? argv[1] : "auto";
    std::size_t const divisor = argc > 2 ? static_cast<std::size_t>(std::atoi(argv[2])) : 1;
    plan::execution const execution{.backend = backend == "cuda" ? plan::backend::cuda
                                             : backend == "cpu"  ? plan::backend::cpu
                                                                 : plan::backend::automatic};
    std::printf("# backend %s, %u threads; medians of %u calls, in ms\n",
                backend.c_str(),
                plan::available_threads(execution),
                repetitions);
    std::printf("outputs\tpairs\tletters\twhole\tids only\tpacking\tcomputing\tmaking\treading\tdestroying\n");
    measure(100'000 / divisor, 1000, execution, false);
    measure(400'000 / divisor, 250, execution, false);
    measure(10'000 / divisor, 10'000, execution, false);
    measure(100'000 / divisor, 1000, execution, true);
    measure_edits(20'000 / divisor, execution);
}
