// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/lane/lane_set.hpp"
#include "src/runtime/task_control.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;
using reference::random_letters;
using reference::random_size;

namespace
{

plan::execution const on_cuda{.backend = plan::backend::cuda};

// Sequences with the letters of an alphabet, or of its first some.
struct sequence_set
{
    sequence_set() = default;

    sequence_set(std::mt19937_64 & generator,
                 std::size_t const count,
                 std::size_t const max_size,
                 unsigned const alphabet)
    {
        for (std::size_t i = 0; i < count; ++i)
            add(random_letters(generator,
                               random_size(generator, max_size),
                               i % 3 == 0 ? alphabet
                                          : 1 + static_cast<unsigned>(random_size(generator, alphabet - 1))));
        finish();
    }

    void add(std::vector<std::uint8_t> const & sequence)
    {
        letters.push_back(sequence);
        packed.push_back(packing::pack(sequence));
    }

    void finish()
    {
        views.assign(packed.begin(), packed.end());
    }

    std::vector<std::vector<std::uint8_t>> letters{};
    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
};

std::uint64_t expected_length(std::vector<std::uint8_t> const & first, std::vector<std::uint8_t> const & second)
{
    return reference::lcs_matrix(first, second).back().back();
}

std::vector<std::uint64_t> expected_lengths(sequence_set const & set)
{
    std::vector<std::uint64_t> expected{};
    for (std::size_t i = 0; i < set.letters.size(); ++i)
        for (std::size_t j = i + 1; j < set.letters.size(); ++j)
            expected.push_back(expected_length(set.letters[i], set.letters[j]));
    return expected;
}

std::vector<std::uint64_t> expected_lengths(sequence_set const & first, sequence_set const & second)
{
    std::vector<std::uint64_t> expected{};
    for (auto const & row : first.letters)
        for (auto const & column : second.letters)
            expected.push_back(expected_length(row, column));
    return expected;
}

// All pairs of a part, computed by lanes alone; other lengths stay ~0.
std::vector<std::uint64_t>
lengths_in_lanes(cuda::stream_context & context, plan::sequence_sets const & sets, cuda::set_part const & part)
{
    std::vector<std::uint64_t> lengths(sets.pair_count(), ~std::uint64_t{0});
    cuda::lane_set set{sets, part};
    EXPECT_TRUE(set.is_computable(context.limits.shared_bytes_per_block));
    plan::execution const execution{};
    runtime::task_control control{execution, sets.cells()};
    cuda::stream_context own{context.device};
    set.upload(own, 2, control);
    cuda::lane_set_batch batch{context};
    for (cuda::lane_set_block const & block : set.blocks())
    {
        batch.start(set, block);
        set.store_values(block, batch.finish(), lengths);
    }
    return lengths;
}

std::vector<std::uint64_t> lengths_in_lanes(cuda::stream_context & context, plan::sequence_sets const & sets)
{
    return lengths_in_lanes(context, sets, {0, sets.first().size(), 0, sets.second().size()});
}

} // namespace

class cuda_lane_set : public stream_context_test
{};

TEST_F(cuda_lane_set, one_set_has_the_lengths_of_the_oracle)
{
    auto generator = reference::make_generator();
    for (unsigned const alphabet : {1u, 4u, 5u, 16u, 17u, 200u})
        for (std::size_t const count : {1u, 2u, 3u, 60u})
        {
            sequence_set const set{generator, count, 100, alphabet};
            EXPECT_EQ(lengths_in_lanes(*context, plan::sequence_sets{set.views}), expected_lengths(set))
                << count << " of " << alphabet;
        }
}

TEST_F(cuda_lane_set, two_sets_have_the_lengths_of_the_oracle)
{
    auto generator = reference::make_generator();
    for (unsigned const alphabet : {4u, 16u, 40u})
        for (std::size_t const rows : {0u, 1u, 9u, 130u})
            for (std::size_t const columns : {0u, 1u, 33u})
            {
                sequence_set const first{generator, rows, 60, alphabet};
                sequence_set const second{generator, columns, 90, alphabet};
                EXPECT_EQ(lengths_in_lanes(*context, {first.views, second.views}), expected_lengths(first, second))
                    << rows << " x " << columns << " of " << alphabet;
            }
}

// Subjects up to the last lane, warp, block, item, and one more.
TEST_F(cuda_lane_set, numbers_at_the_borders)
{
    auto generator = reference::make_generator();
    for (std::size_t const count : {31u, 32u, 33u, 127u, 128u, 129u, 257u})
    {
        sequence_set const set{generator, count, 20, 4};
        EXPECT_EQ(lengths_in_lanes(*context, plan::sequence_sets{set.views}), expected_lengths(set)) << count;
        // In the order of their lengths already.
        sequence_set sorted{};
        for (std::size_t i = 0; i < count; ++i)
            sorted.add(random_letters(generator, 20 - i * 20 / count, 4));
        sorted.finish();
        EXPECT_EQ(lengths_in_lanes(*context, plan::sequence_sets{sorted.views}), expected_lengths(sorted)) << count;
        sequence_set const queries{generator, 3, 20, 4};
        EXPECT_EQ(lengths_in_lanes(*context, {queries.views, sorted.views}), expected_lengths(queries, sorted));
        EXPECT_EQ(lengths_in_lanes(*context, {sorted.views, queries.views}), expected_lengths(sorted, queries));
    }
}

// The rows of each kernel, and one more and one less; several strips.
TEST_F(cuda_lane_set, word_and_strip_borders)
{
    auto generator = reference::make_generator();
    for (unsigned const alphabet : {4u, 5u, 20u})
    {
        sequence_set queries{};
        for (std::size_t const words : {1u, 2u, 7u, 8u, 20u, 32u, 33u, 64u})
            for (std::size_t const size : {32 * words - 1, 32 * words, 32 * words + 1})
                queries.add(random_letters(generator, size, alphabet));
        queries.add(random_letters(generator, 3000, alphabet));
        queries.add(random_letters(generator, cuda::max_lane_size, alphabet));
        queries.finish();
        // Equal ones have the longest carries.
        sequence_set subjects{};
        subjects.add(queries.letters.front());
        subjects.add(queries.letters[8]);
        for (std::size_t i = 0; i < 40; ++i)
            subjects.add(random_letters(generator, i * 3, alphabet));
        subjects.finish();
        EXPECT_EQ(lengths_in_lanes(*context, {queries.views, subjects.views}), expected_lengths(queries, subjects))
            << alphabet;
    }
}

TEST_F(cuda_lane_set, parts_of_sets)
{
    auto generator = reference::make_generator();
    sequence_set const set{generator, 50, 60, 5};
    auto const expected = expected_lengths(set);
    plan::sequence_sets const one{set.views};
    for (cuda::set_part const & part : {cuda::set_part{0, 20, 0, 20},
                                        cuda::set_part{20, 50, 20, 50},
                                        cuda::set_part{0, 20, 20, 50},
                                        cuda::set_part{10, 40, 40, 43}})
    {
        auto const found = lengths_in_lanes(*context, one, part);
        for (std::size_t i = 0; i < 50; ++i)
            for (std::size_t j = i + 1; j < 50; ++j)
            {
                bool const is_in_part =
                    part.first_begin <= i && i < part.first_end && part.second_begin <= j && j < part.second_end;
                ASSERT_EQ(found[one.index(i, j)], is_in_part ? expected[one.index(i, j)] : ~std::uint64_t{0})
                    << i << ' ' << j;
            }
    }
}

// Through the entry points: enough pairs for lanes, and sequences that are too long for them.
TEST_F(cuda_lane_set, all_pairs_on_the_device)
{
    auto generator = reference::make_generator();
    for (unsigned const threads : {1u, 2u, 7u})
        for (std::size_t const longest : {80u, 5000u})
        {
            plan::execution const execution{.backend = plan::backend::cuda, .threads = threads};
            sequence_set set{generator, 30, 80, 5};
            set.add(random_letters(generator, longest, 4));
            // An equal view, and letters of other kinds than those of the others.
            set.finish();
            set.views.push_back(set.views.front());
            set.letters.push_back(set.letters.front());
            EXPECT_EQ(lcs::all_pairs(set.views, execution), expected_lengths(set)) << threads << ' ' << longest;
            EXPECT_EQ(lcs::all_pairs(set.views, set.views, execution), expected_lengths(set, set));
            std::vector<std::uint32_t> found(expected_lengths(set).size(), 42);
            lcs::all_pairs_into(set.views, found, execution);
            EXPECT_TRUE(std::ranges::equal(found, expected_lengths(set)));
        }
    EXPECT_TRUE(lcs::all_pairs({}, on_cuda).empty());
    EXPECT_TRUE(lcs::all_pairs({}, {}, on_cuda).empty());
}

// Those that are too long for lanes, in any place.
TEST_F(cuda_lane_set, some_long_sequences)
{
    auto generator = reference::make_generator();
    auto const set_of = [&](std::initializer_list<std::size_t> const long_ones)
    {
        sequence_set set{};
        for (std::size_t i = 0; i < 20; ++i)
            set.add(random_letters(generator,
                                   std::ranges::find(long_ones, i) == long_ones.end() ? i : cuda::max_lane_size + 1 + i,
                                   4));
        set.finish();
        return set;
    };
    for (sequence_set const & set : {set_of({0}), set_of({19}), set_of({0, 5, 6})})
    {
        double last = 0;
        plan::execution execution{.backend = plan::backend::cuda, .threads = 2};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_GE(progress.cells_done, last);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            last = progress.cells_done;
        };
        EXPECT_EQ(lcs::all_pairs(set.views, execution), expected_lengths(set));
        sequence_set const other = set_of({3});
        last = 0;
        EXPECT_EQ(lcs::all_pairs(set.views, other.views, execution), expected_lengths(set, other));
    }
}

// They are computed in parts.
TEST_F(cuda_lane_set, more_sequences_than_a_device_gets_at_a_time)
{
    auto generator = reference::make_generator();
    sequence_set const few{generator, 50, 12, 4};
    sequence_set const queries{generator, 2, 40, 4};
    auto const expected = expected_lengths(queries, few);
    std::vector<packing::packed_sequence_view> many{};
    for (std::size_t i = 0; i < 140'000; ++i)
        many.push_back(few.views[i % 50]);
    auto const found = lcs::all_pairs(queries.views, many, on_cuda);
    auto const exchanged = lcs::all_pairs(many, queries.views, on_cuda);
    ASSERT_EQ(found.size(), 2 * many.size());
    ASSERT_EQ(exchanged.size(), 2 * many.size());
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < many.size(); ++j)
        {
            ASSERT_EQ(found[i * many.size() + j], expected[i * 50 + j % 50]) << i << ' ' << j;
            ASSERT_EQ(exchanged[j * 2 + i], expected[i * 50 + j % 50]) << i << ' ' << j;
        }
}

TEST_F(cuda_lane_set, ranks_are_not_compared_with_characters)
{
    auto generator = reference::make_generator();
    sequence_set const set{generator, 40, 80, 4};
    static constexpr std::uint8_t list[]{0, 1, 2, 3};
    std::vector<packing::packed_sequence_view> ranks{};
    for (packing::packed_sequence_view const & one : set.views)
        ranks.push_back({one.words(), one.size(), one.bits_per_letter(), one.letters(), packing::letter_kind::rank});
    EXPECT_EQ(lcs::all_pairs(ranks, on_cuda), expected_lengths(set));
    EXPECT_THROW(lcs::all_pairs(ranks, set.views, on_cuda), invalid_option);
    ranks.push_back({});
    EXPECT_NO_THROW(lcs::all_pairs(ranks, on_cuda));
    static constexpr std::uint64_t word{};
    ranks.push_back({&word, 1, 2, list});
    EXPECT_THROW(lcs::all_pairs(ranks, on_cuda), invalid_option);
}

TEST_F(cuda_lane_set, progress_and_stop)
{
    auto generator = reference::make_generator();
    sequence_set const set{generator, on_emulation ? 300 : 3000, on_emulation ? 20 : 1000, 4};
    plan::sequence_sets const sets{set.views};
    double last = 0;
    plan::execution execution{.backend = plan::backend::cuda, .threads = 3};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, sets.cells());
        EXPECT_GE(progress.cells_done, last);
        EXPECT_LE(progress.cells_done, progress.cells_total);
        last = progress.cells_done;
    };
    auto const found = lcs::all_pairs(set.views, execution);
    EXPECT_EQ(found[sets.index(1, 7)], expected_length(set.letters[1], set.letters[7]));

    std::stop_source source{};
    source.request_stop();
    execution.stop = source.get_token();
    EXPECT_THROW(lcs::all_pairs(set.views, execution), operation_stopped);
}

#if defined(SEQAN3_GPULCS_EMULATION)

// The sequences, or a block, find no memory: then pairs are computed that have nothing in common.
TEST_F(cuda_lane_set, without_memory)
{
    auto generator = reference::make_generator();
    sequence_set const set{generator, 60, 60, 5};
    auto const expected = expected_lengths(set);
    plan::sequence_sets const sets{set.views};
    for (std::uint64_t const nth : {1u, 2u, 3u, 4u})
        for (std::uint64_t const times : {1u, 2u, 3u})
        {
            cuda::cuda_backend const backend{};
            EXPECT_EQ(backend.state(true), plan::device_state::started);
            std::vector<std::uint64_t> lengths(sets.pair_count());
            emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, nth, times);
            backend.compute(backend::set_request{sets, plan::metric::lcs, lengths}, {.threads = 1});
            emulation::reset();
            EXPECT_EQ(lengths, expected) << nth << ' ' << times;
        }

    cuda::cuda_backend const backend{};
    EXPECT_EQ(backend.state(true), plan::device_state::started);
    std::vector<std::uint64_t> lengths(sets.pair_count());
    emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation);
    EXPECT_THROW(backend.compute(backend::set_request{sets, plan::metric::lcs, lengths}, {.threads = 2}),
                 out_of_device_memory);
    emulation::reset();
    emulation::fail(emulation::call::launch, cudaErrorLaunchFailure);
    EXPECT_THROW(backend.compute(backend::set_request{sets, plan::metric::lcs, lengths}, {.threads = 2}), device_error);
    emulation::reset();
    backend.compute(backend::set_request{sets, plan::metric::lcs, lengths}, {.threads = 2});
    EXPECT_EQ(lengths, expected);
}

#endif
