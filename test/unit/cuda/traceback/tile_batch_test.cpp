// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "cuda/traceback/tile_batch.hpp"
#include "cuda/traceback/traceback_results.hpp"
#include "found_alignment.hpp"
#include "unit/cuda/compared_metric.hpp"
#include "unit/cuda/device_test.hpp"

#if defined(SEQAN3_GPULCS_EMULATION)
#    include "unit/cuda/failing_calls.hpp"
#endif

using namespace seqan3_gpulcs;
using reference::letter_pairs;
using reference::letters;

namespace
{

plan::execution const on_cpu{.backend = plan::backend::cpu};

void expect_alignments(cuda::tile_batch & batch, letter_pairs const & pairs, plan::metric const metric)
{
    auto const views = pairs.views();
    batch.start(views, compare(metric, true));
    EXPECT_TRUE(batch.is_started());
    cuda::batch_tracebacks const & found = batch.finish();
    EXPECT_FALSE(batch.is_started());
    for (std::size_t i = 0; i < views.size(); ++i)
    {
        std::string const expected = reference_alignment(metric, pairs.first[i], pairs.second[i]);
        ASSERT_TRUE(alignment_of(found.path(i)) == expected)
            << pairs.first[i].size() << " x " << pairs.second[i].size() << ", number " << i;
        // What follows the last step is 0, also in the upper half of a word.
        if (std::uint64_t const in_last = found.path(i).steps % 32; in_last != 0)
        {
            EXPECT_EQ(found.path(i).words.back() >> 2 * in_last, 0u);
        }
    }
}

// All letters occur, so that codes are as wide as they can be.
letters sequence_of(std::mt19937_64 & generator, std::size_t const size, unsigned const alphabet)
{
    letters sequence = reference::random_letters(generator, size, alphabet);
    for (std::size_t i = 0; i < std::min<std::size_t>(size, alphabet); ++i)
        sequence[i] = static_cast<std::uint8_t>(i);
    return sequence;
}

// Around the limits of words and lanes; random and similar, and so short that all ties happen.
letter_pairs pairs_with_ends(std::mt19937_64 & generator)
{
    letter_pairs pairs{};
    std::vector<std::size_t> const sizes{0, 1, 2, 8, 31, 32, 33, 65, 130};
    for (std::size_t const rows : sizes)
        for (std::size_t const columns : sizes)
            pairs.add(reference::random_letters(generator, rows, 2), reference::random_letters(generator, columns, 2));
    for (unsigned i = 0; i < 40; ++i)
        pairs.add(reference::random_letters(generator, reference::random_size(generator, 6), 2),
                  reference::random_letters(generator, reference::random_size(generator, 6), 2));
    for (std::size_t const size : {60u, 200u, 1100u})
    {
        letters const one = reference::random_letters(generator, size, 4);
        letters const other = reference::mutate(generator, one, 4, 10);
        letters const part(other.begin() + 20, other.end() - 10);
        pairs.add(one, part);
        pairs.add(part, one);
    }
    return pairs;
}

} // namespace

class cuda_free_ends : public stream_context_test
{};

class cuda_tile_batch : public stream_context_test, public ::testing::WithParamInterface<plan::metric>
{};

INSTANTIATE_FOR_METRICS(cuda_tile_batch);

TEST_P(cuda_tile_batch, sizes_around_all_limits)
{
    auto generator = reference::make_generator();
    cuda::tile_batch batch{*context};
    std::vector<std::size_t> const sizes{0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025};
    for (unsigned const alphabet : {1u, 2u, 4u, 16u, 60u})
    {
        letter_pairs pairs{};
        for (std::size_t const rows : sizes)
            for (std::size_t const columns : sizes)
                if (!on_emulation || reference::test_all() || reference::random_size(generator, 3) == 0)
                    pairs.add(sequence_of(generator, rows, alphabet), sequence_of(generator, columns, alphabet));
        expect_alignments(batch, pairs, GetParam());
        if (HasFatalFailure())
            return;
    }
}

// Lanes hold one word or two.
TEST_P(cuda_tile_batch, all_kernels)
{
    auto generator = reference::make_generator();
    cuda::tile_batch batch{*context};
    for (auto const & [rows, words] : {std::pair{1024u, 1u}, {1025, 2}, {2047, 2}, {2048, 2}})
    {
        letter_pairs pairs{};
        for (unsigned const alphabet : {4u, 20u})
            for (std::size_t const columns : {33u, 700u})
            {
                letters const one = reference::random_letters(generator, rows, alphabet);
                letters const related = reference::mutate(generator, one, alphabet, 10);
                std::size_t const begin = reference::random_size(generator, related.size() - columns);
                pairs.add(one, letters(related.begin() + begin, related.begin() + begin + columns));
                EXPECT_EQ(cuda::tile_words(pairs.views().back()), words);
            }
        expect_alignments(batch, pairs, GetParam());
    }
    letter_pairs largest{};
    largest.add(reference::random_letters(generator, 2048, 4), reference::random_letters(generator, 2048, 4));
    expect_alignments(batch, largest, GetParam());
}

TEST(cuda_tile_plan, which_pairs_are_one_tile)
{
    auto const words = [](std::uint64_t const rows, std::uint64_t const columns, std::size_t const alphabet)
    {
        letters const all(alphabet);
        packing::packed_sequence_view const first{nullptr, rows, 8, {}};
        return cuda::tile_words({first, packing::packed_sequence_view{nullptr, columns, 8, all}});
    };
    EXPECT_EQ(words(0, 0, 0), 1u);
    EXPECT_EQ(words(1024, 2048, 256), 1u);
    EXPECT_EQ(words(1025, 1, 4), 2u);
    EXPECT_EQ(words(2048, 1, 192), 2u);
    EXPECT_EQ(words(2048, 1, 193), 0u);
    EXPECT_EQ(words(2049, 1, 4), 0u);
    EXPECT_EQ(words(1, 2049, 4), 0u);
}

TEST_P(cuda_tile_batch, special_pairs)
{
    auto generator = reference::make_generator();
    cuda::tile_batch batch{*context};
    // None at all.
    expect_alignments(batch, {}, GetParam());

    letter_pairs pairs{};
    for (std::size_t const size : {1u, 32u, 100u, 500u})
    {
        letters const random = reference::random_letters(generator, size, 4);
        letters const zeros(size, 0);
        letters const ones(size, 1);
        pairs.add(random, random);
        pairs.add(zeros, zeros);
        pairs.add(zeros, ones);
        pairs.add(letters(3 * size, 0), letters(size, 0));
        pairs.add(letters(size, 0), letters(3 * size, 0));
        // Runs of equal steps that fill words, and a match at either end.
        letters long_one(2 * size, 1);
        long_one.front() = 0;
        pairs.add(long_one, {0});
        pairs.add({0}, long_one);
        std::ranges::reverse(long_one);
        pairs.add(long_one, {0});
        pairs.add({0}, long_one);
        // Letters that only one of them has.
        pairs.add(sequence_of(generator, size, 200), sequence_of(generator, size, 4));
        pairs.add(sequence_of(generator, size, 3), sequence_of(generator, size, 250));
    }
    expect_alignments(batch, pairs, GetParam());
}

// All of them, both preferences and both choices of an end, with and without paths, as a plain program finds them.
TEST_F(cuda_free_ends, are_those_of_a_plain_program)
{
    auto generator = reference::make_generator();
    cuda::tile_batch batch{*context};
    for (unsigned bits = 0; bits < 64; ++bits)
    {
        plan::comparison wanted{.metric = plan::metric::edit,
                                .with_path = true,
                                .ends = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0},
                                .preference = plan::preference(bits >> 4 & 1),
                                .end = plan::end_choice(bits >> 5)};
        letter_pairs const pairs = pairs_with_ends(generator);
        auto const views = pairs.views();
        for (bool const with_path : {true, false})
        {
            wanted.with_path = with_path;
            SCOPED_TRACE(::testing::Message() << "bits " << bits << (with_path ? ", with paths" : ""));
            batch.start(views, wanted);
            cuda::batch_tracebacks const & found = batch.finish();
            for (std::size_t i = 0; i < views.size(); ++i)
            {
                auto const expected = reference::edit_traceback(pairs.first[i],
                                                                pairs.second[i],
                                                                {wanted.ends, wanted.preference, wanted.end});
                alignment::result result{};
                cuda::set_traced_result(result, views[i], found.path(i), wanted);
                SCOPED_TRACE(::testing::Message() << pairs.first[i].size() << " x " << pairs.second[i].size());
                ASSERT_EQ(result.distance, static_cast<std::uint64_t>(expected.distance));
                ASSERT_EQ(alignment_of(result), with_path ? expected.steps : "");
                if (!wanted.ends.any())
                    continue;
                ASSERT_EQ(result.first.end, expected.first_end);
                ASSERT_EQ(result.second.end, expected.second_end);
                ASSERT_EQ(result.first.begin, with_path ? expected.first_begin : 0);
                ASSERT_EQ(result.second.begin, with_path ? expected.second_begin : 0);
            }
        }
    }
}

// All pairs have the same first or second sequence, which is copied once.
TEST_P(cuda_tile_batch, shared_sequences)
{
    auto generator = reference::make_generator();
    letters const query = reference::random_letters(generator, 300, 4);
    auto const packed_query = packing::pack(query);
    std::vector<letters> others{};
    std::vector<packing::packed_sequence> packed{};
    for (unsigned i = 0; i < 40; ++i)
    {
        others.push_back(reference::random_letters(generator, reference::random_size(generator, 300), 1 + i % 6));
        packed.push_back(packing::pack(others.back()));
    }
    std::vector<alignment::sequence_pair> pairs{};
    for (auto const & one : packed)
        pairs.push_back({packed_query, one});
    for (auto const & one : packed)
        pairs.push_back({one, packed_query});
    cuda::tile_batch batch{*context};
    batch.start(pairs, compare(GetParam(), true));
    cuda::batch_tracebacks const & found = batch.finish();
    for (std::size_t i = 0; i < packed.size(); ++i)
    {
        EXPECT_EQ(alignment_of(found.path(i)), reference_alignment(GetParam(), query, others[i]));
        EXPECT_EQ(alignment_of(found.path(packed.size() + i)), reference_alignment(GetParam(), others[i], query));
    }
}

// From many pairs of mixed sizes to results, in several batches, by several threads.
TEST_P(cuda_tile_batch, results_equal_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < (on_emulation ? 1500u : 20'000u); ++i)
    {
        std::size_t const largest = i % 50 == 0 ? 1500 : i % 10 == 0 ? 200 : 40;
        unsigned const alphabet = i % 7 == 0 ? 20 : 4;
        pairs.add(reference::random_letters(generator, reference::random_size(generator, largest), alphabet),
                  reference::random_letters(generator, reference::random_size(generator, largest), alphabet));
    }
    auto const views = pairs.views();
    auto const expected = compute_pairs(compare(GetParam(), true), views, on_cpu);
    for (unsigned const threads : {1u, 5u})
    {
        double last = 0;
        plan::execution execution{.backend = plan::backend::cuda, .threads = threads, .memory_limit = 100};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_GE(progress.cells_done, last);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            last = progress.cells_done;
        };
        auto const found = compute_pairs(compare(GetParam(), true), views, execution);
        for (std::size_t i = 0; i < views.size(); ++i)
        {
            ASSERT_EQ(plan::value_of(found[i], GetParam()), plan::value_of(expected[i], GetParam())) << i;
            ASSERT_TRUE(alignment_of(found[i]) == alignment_of(expected[i])) << i;
            EXPECT_EQ(found[i].backend, plan::backend::cuda);
            // Nothing is kept on the host.
            EXPECT_EQ(found[i].memory_bytes, 0u);
        }
    }
}

TEST_P(cuda_tile_batch, a_stop_and_a_callback_that_throws)
{
    auto generator = reference::make_generator();
    auto const sequence = packing::pack(reference::random_letters(generator, on_emulation ? 200 : 1000, 4));
    std::vector<alignment::sequence_pair> const pairs(on_emulation ? 4000 : 1'000'000, {sequence, sequence});
    std::stop_source source{};
    plan::execution execution{.backend = plan::backend::cuda, .threads = 2, .stop = source.get_token()};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_LT(progress.cells_done, progress.cells_total);
        source.request_stop();
    };
    EXPECT_THROW(compute_pairs(compare(GetParam(), true), pairs, execution), operation_stopped);

    struct own_error
    {};
    execution.stop = {};
    execution.on_progress = [](plan::progress const &)
    {
        throw own_error{};
    };
    EXPECT_THROW(compute_pairs(compare(GetParam(), true), pairs, execution), own_error);
}

#if defined(SEQAN3_GPULCS_EMULATION)

// A warp computes many pairs, and those without memory are computed alone.
TEST_P(cuda_tile_batch, a_small_device_finds_the_same)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < 30; ++i)
        pairs.add(reference::random_letters(generator, 200 + i, 4), reference::random_letters(generator, 300 + i, 4));
    pairs.add(reference::random_letters(generator, 1800, 4), reference::random_letters(generator, 2000, 4));
    auto const expected = compute_pairs(compare(GetParam(), true), pairs.views(), on_cpu);
    for (std::size_t const megabytes : {8u, 4u})
    {
        cudaDeviceProp small = emulation::default_device();
        // Other tests may have left some.
        small.totalGlobalMem = emulation::allocated_bytes() + (megabytes << 20);
        emulation::set_devices({small});
        cuda::cuda_backend const backend{};
        auto const found = backend::compare(backend, pairs.views(), compare(GetParam(), true), {.threads = 2});
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_TRUE(alignment_of(found[i]) == alignment_of(expected[i])) << i;
    }
}

TEST_P(cuda_tile_batch, what_fails_reaches_the_caller)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < 4; ++i)
        pairs.add(reference::random_letters(generator, 500, 4), reference::random_letters(generator, 300, 4));
    expect_failures_reach_the_caller(pairs, {compare(GetParam(), true)});
}

#endif
