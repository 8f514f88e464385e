// SPDX-License-Identifier: BSD-3-Clause

#include "cpu_backend.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <thread>

#include "../run_control.hpp"
#include "forward_pass.hpp"
#include "traceback.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// A pair of at least so many cells is worth all threads; smaller ones are shared out among them.
constexpr double cells_worth_all_threads{1ull << 34};

double cells_of(lcs::sequence_pair const & pair) noexcept
{
    return static_cast<double>(pair.first.size()) * static_cast<double>(pair.second.size());
}

unsigned threads_of(plan::execution const & execution) noexcept
{
    // Asking the system takes as long as a small pair.
    static unsigned const cores = std::max(1u, std::thread::hardware_concurrency());
    return execution.threads != 0 ? execution.threads : cores;
}

// Turns the last column into ones for increments, as many as the sequence has letters.
void finish_vertical(std::vector<std::uint64_t> & words, std::uint64_t const size) noexcept
{
    for (std::uint64_t & word : words)
        word = ~word;
    if (size % 64 != 0)
        words.back() &= (std::uint64_t{1} << (size % 64)) - 1;
}

constexpr std::uint64_t reverse_bits(std::uint64_t word) noexcept
{
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    word = (word >> 8 & 0x00ff00ff00ff00ffu) | (word & 0x00ff00ff00ff00ffu) << 8;
    word = (word >> 16 & 0x0000ffff0000ffffu) | (word & 0x0000ffff0000ffffu) << 16;
    return word >> 32 | word << 32;
}

std::vector<std::uint64_t>
increments_of_prefixes(lcs::sequence_pair const & pair, unsigned const threads, run_control & control)
{
    plan::length_plan const plan = plan::plan_length(pair.first.size(), pair.second.size(), threads);
    auto const & rows = plan.second_is_rows ? pair.second : pair.first;
    auto const & columns = plan.second_is_rows ? pair.first : pair.second;

    matrix_part const part{0, rows.size(), 0, columns.size()};
    std::vector<std::uint64_t> vertical(part.row_words(), ~std::uint64_t{0});
    std::vector<std::uint64_t> horizontal(part.column_words(), 0);
    forward_pass(rows, columns, part, {vertical, horizontal}, {}, plan.threads, control, true);

    if (plan.second_is_rows)
    {
        for (std::uint64_t & word : horizontal)
            word = reverse_bits(word);
        return horizontal;
    }

    finish_vertical(vertical, rows.size());
    return vertical;
}

lcs::result find_length(lcs::sequence_pair const & pair, unsigned const threads, run_control & control)
{
    auto const start = std::chrono::steady_clock::now();

    lcs::result result{};
    for (std::uint64_t const word : increments_of_prefixes(pair, threads, control))
        result.length += static_cast<std::uint64_t>(std::popcount(word));

    result.backend = plan::backend::cpu;
    result.forward_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace

std::vector<lcs::result> cpu_backend::compute(std::span<lcs::sequence_pair const> const pairs,
                                              lcs::output const wanted,
                                              plan::execution const & execution) const
{
    unsigned const threads = threads_of(execution);
    bool const wants_subsequence = wanted == lcs::output::subsequence;

    // Large pairs come one after the other, with all threads and all memory; small ones are shared out.
    std::uint64_t const small_limit = execution.memory_limit / threads;
    auto const is_large = [&](lcs::sequence_pair const & pair)
    {
        return pairs.size() == 1 || cells_of(pair) >= cells_worth_all_threads
            || (wants_subsequence && plan::least_memory(pair.first.size(), pair.second.size()) > small_limit);
    };

    double cells_total = 0;
    double small_cells = 0;
    std::vector<std::size_t> large{};
    std::vector<std::size_t> small{};
    std::vector<plan::subsequence_plan> plans(wants_subsequence ? pairs.size() : 0);
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        cells_total += cells_of(pairs[i]);
        bool const with_all = is_large(pairs[i]);
        (with_all ? large : small).push_back(i);
        if (!with_all)
            small_cells += cells_of(pairs[i]);

        // Made before anything is computed: a limit that is too small for one of them shows at once.
        if (wants_subsequence)
            plans[i] = plan::plan_subsequence(pairs[i].first.size(),
                                              pairs[i].second.size(),
                                              with_all ? execution.memory_limit : small_limit,
                                              with_all ? threads : 1);
    }

    run_control control{execution, cells_total};
    std::vector<lcs::result> results(pairs.size());
    auto const compute_one = [&](std::size_t const i, unsigned const team)
    {
        results[i] =
            wants_subsequence ? find_subsequence(pairs[i], plans[i], control) : find_length(pairs[i], team, control);
    };

    for (std::size_t const i : large)
        compute_one(i, threads);

    std::atomic<std::size_t> next{0};
    control.run_team(plan::useful_threads_for_pairs(small.size(), small_cells, threads),
                     [&]()
                     {
                         for (std::size_t i = next++; i < small.size(); i = next++)
                         {
                             compute_one(small[i], 1);
                             control.check();
                         }
                     });

    return results;
}

std::vector<std::uint64_t> cpu_backend::prefix_increments(packing::packed_sequence_view const first,
                                                          packing::packed_sequence_view const second,
                                                          plan::execution const & execution) const
{
    lcs::sequence_pair const pair{first, second};
    run_control control{execution, cells_of(pair)};
    return increments_of_prefixes(pair, threads_of(execution), control);
}

} // namespace seqan3_gpulcs::cpu
