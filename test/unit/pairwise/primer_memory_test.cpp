// SPDX-License-Identifier: BSD-3-Clause
//
// The memory that many pairs take to find primers.

#include <gtest/gtest.h>

#include <ranges>
#include <tuple>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <reference/counted_allocations.hpp>
#include <reference/instrumented.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "alignment_check.hpp"
#include "primer_check.hpp"

using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna4>;

constexpr std::size_t target_size{1000};
constexpr std::size_t batch_size{20};

auto const config =
    primer_check::edits | align_cfg::k_difference_primer{2} | align_cfg::bit_parallel{{.threads = 2}, batch_size};

// The pairs are made on the fly, and take no memory.
template <typename function_t>
std::size_t peak_of_pairs(std::size_t const count, function_t const & align)
{
    auto generator = reference::make_generator();
    sequence_t const target = alignment_check::random_sequence<seqan3::dna4>(generator, target_size, 4);
    std::vector<sequence_t> const backgrounds{alignment_check::random_sequence<seqan3::dna4>(generator, 300, 4),
                                              alignment_check::random_sequence<seqan3::dna4>(generator, 300, 4)};
    auto pairs = std::views::iota(std::size_t{0}, count)
               | std::views::transform(
                     [&](std::size_t const i)
                     {
                         return std::tie(target, backgrounds[i / 10 % 2]);
                     });
    return reference::peak_of(
        [&]()
        {
            align(pairs);
        });
}

} // namespace

TEST(primer_memory, does_not_depend_on_the_number_of_pairs)
{
    auto const with_callback = [](auto & pairs)
    {
        std::size_t calls = 0;
        auto on_result = [&](auto &&)
        {
            ++calls;
        };
        seqan3::align_pairwise(pairs, config | seqan3::align_cfg::on_result{std::move(on_result)});
        EXPECT_GT(calls, pairs.size() * target_size / 2);
    };
    auto const with_range = [](auto & pairs)
    {
        std::size_t count = 0;
        for ([[maybe_unused]] auto && result : seqan3::align_pairwise(pairs, config))
            ++count;
        EXPECT_GT(count, pairs.size() * target_size / 2);
    };
    constexpr std::size_t many = reference::is_instrumented ? 400 : 1000;
    // Lengths and matches of three batches, and what searching takes.
    std::size_t const expected = 3 * batch_size * target_size * 24 + (std::size_t{4} << 20);
    EXPECT_LE(peak_of_pairs(200, with_callback), expected);
    EXPECT_LE(peak_of_pairs(many, with_callback), expected);

    // SeqAn3 keeps the results of a chunk; a vector doubles.
    std::size_t const kept = 3 * plan::max_primer_chunk_pairs * target_size * 64;
    EXPECT_LE(peak_of_pairs(200, with_range), expected + kept);
    EXPECT_LE(peak_of_pairs(many, with_range), expected + kept);
}
