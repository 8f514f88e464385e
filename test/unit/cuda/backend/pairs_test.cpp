// SPDX-License-Identifier: BSD-3-Clause

#include <set>
#include <thread>
#include <utility>

#include <reference/lcs_reference.hpp>
#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "cuda/backend/pair_split.hpp"
#include "cuda/backend/shared_backend.hpp"
#include "cuda/runtime/devices.hpp"
#include "cuda/similar/similarity_choice.hpp"
#include "src/backend/backend.hpp"
#include "src/cpu/backend/cpu_backend.hpp"
#include "src/dispatch/router.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/offload_policy.hpp"
#include "src/similar/pair_estimate.hpp"
#include "src/util/border_words.hpp"
#include "unit/cuda/compared_metric.hpp"
#include "unit/cuda/device_test.hpp"
#include "unit/cuda/traceback/found_alignment.hpp"

using namespace seqan3_gpulcs;

namespace
{

// One thread and a typical device.
plan::hardware_costs const before_start = plan::costs_before_start(1);

// The emulated device is slower than a typical one.
plan::hardware_costs typical_costs(plan::execution const & execution, plan::device_state)
{
    return plan::costs_before_start(plan::available_threads(execution));
}

// A pair that the automatic choice gives to a device, and that is soon done.
struct large_pair : reference::random_pair
{
    explicit large_pair(std::mt19937_64 & generator) : random_pair{generator, 70'000, 15'000}
    {
        EXPECT_TRUE(plan::worth_offloading(alignment::sequence_pair{first, second}.cells(),
                                           plan::lcs_length,
                                           before_start,
                                           plan::device_state::started));
    }
};

plan::execution const on_cuda{.backend = plan::backend::cuda};
plan::execution const on_cpu{.backend = plan::backend::cpu};

} // namespace

class cuda_backend : public device_test
{};

class cuda_backend_of_metric : public cuda_backend, public ::testing::WithParamInterface<plan::metric>
{};

INSTANTIATE_FOR_METRICS(cuda_backend_of_metric);

TEST_P(cuda_backend_of_metric, values_equal_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> sequences{};
    for (std::size_t const size : {0u, 1u, 31u, 32u, 33u, 1000u, 5000u, 20'000u})
        sequences.push_back(packing::pack(reference::random_letters(generator, size, 4)));

    std::vector<alignment::sequence_pair> pairs{};
    for (packing::packed_sequence const & first : sequences)
        for (packing::packed_sequence const & second : sequences)
            pairs.push_back({first, second});

    auto const expected = compute_pairs(compare(GetParam(), false), pairs, on_cpu);
    auto const found = compute_pairs(compare(GetParam(), false), pairs, on_cuda);
    ASSERT_EQ(found.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        EXPECT_EQ(plan::value_of(found[i], GetParam()), plan::value_of(expected[i], GetParam())) << i;
        EXPECT_EQ(found[i].first, expected[i].first) << i;
        EXPECT_EQ(found[i].second, expected[i].second) << i;
        EXPECT_EQ(found[i].backend, plan::backend::cuda);
        EXPECT_TRUE(found[i].path.empty());
    }
    EXPECT_GT(found.back().forward_seconds, 0);
    EXPECT_GT(found.back().kernel_seconds, 0);
    EXPECT_GT(found.back().transfer_seconds, 0);
}

// For lanes, strips, and the whole device; also with many short ones, or long and narrow ones alone.
TEST_P(cuda_backend_of_metric, values_without_results_equal_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> sequences{};
    for (std::size_t const size : {0u, 1u, 31u, 33u, 300u, 4096u, 4097u, 20'000u, 70'000u})
        sequences.push_back(packing::pack(reference::random_letters(generator, size, 4)));
    std::vector<alignment::sequence_pair> pairs{};
    for (packing::packed_sequence const & first : sequences)
        for (packing::packed_sequence const & second : sequences)
            if (static_cast<double>(first.size()) * static_cast<double>(second.size()) <= 1e8)
                pairs.push_back({first, second});
    std::vector<alignment::sequence_pair> const narrow(40, {sequences[5], sequences[1]});
    for (std::span<alignment::sequence_pair const> const some :
         {std::span<alignment::sequence_pair const>{},
          std::span<alignment::sequence_pair const>{pairs}.first(1),
          std::span<alignment::sequence_pair const>{pairs},
          std::span<alignment::sequence_pair const>{narrow}})
    {
        double last = 0;
        plan::execution execution{.backend = plan::backend::cuda, .threads = 2};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_EQ(progress.cells_total, plan::cell_count(some));
            EXPECT_GE(progress.cells_done, last);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            last = progress.cells_done;
        };
        if (GetParam() == plan::metric::lcs)
            EXPECT_EQ(lcs::lengths(some, execution), lcs::lengths(some, on_cpu));
        else
            EXPECT_EQ(edit::distances(some, execution), edit::distances(some, on_cpu));
        std::vector<std::uint32_t> found(some.size(), 42);
        lcs::lengths_into(some, found, {.backend = plan::backend::cuda, .threads = 2});
        EXPECT_TRUE(std::ranges::equal(found, lcs::lengths(some, on_cpu)));
    }
}

// As many pairs as lanes would take, and all of their cells once.
TEST_F(cuda_backend, distances_with_free_ends_equal_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> sequences{};
    for (std::size_t const size : {0u, 1u, 31u, 64u, 130u, 200u})
        sequences.push_back(packing::pack(reference::random_letters(generator, size, 4)));
    std::vector<alignment::sequence_pair> pairs{};
    for (packing::packed_sequence const & first : sequences)
        for (packing::packed_sequence const & second : sequences)
            pairs.push_back({first, second});

    for (unsigned bits = 1; bits < 16; ++bits)
    {
        SCOPED_TRACE(bits);
        edit::free_ends const ends{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
        plan::execution execution{.backend = plan::backend::cuda, .threads = 2};
        execution.on_progress = [](plan::progress const & progress)
        {
            EXPECT_LE(progress.cells_done, progress.cells_total);
        };
        EXPECT_EQ(edit::distances(pairs, ends, execution), edit::distances(pairs, ends, on_cpu));
    }
}

// Enough pairs for lanes, of one strip of rows and of several, and one that is too long for them.
TEST_F(cuda_backend, distances_of_many_pairs_with_free_ends)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> sequences{};
    for (std::size_t i = 0; i < 400; ++i)
    {
        std::size_t const max_size = i % 40 == 39 ? 1500 : i % 5 == 4 ? 3 : 200;
        auto const letters_of = i % 11 == 10 ? 20u : 4u;
        auto const first =
            reference::random_letters(generator, reference::random_size(generator, max_size), letters_of);
        sequences.push_back(packing::pack(first));
        sequences.push_back(packing::pack(
            i % 2 == 0
                ? reference::mutate(generator, first, letters_of, 10)
                : reference::random_letters(generator, reference::random_size(generator, max_size), letters_of)));
    }
    sequences.push_back(packing::pack(reference::random_letters(generator, 5000, 4)));
    sequences.push_back(packing::pack(reference::random_letters(generator, 100, 4)));
    std::vector<alignment::sequence_pair> pairs{};
    for (std::size_t i = 0; i < sequences.size(); i += 2)
        pairs.push_back({sequences[i], sequences[i + 1]});
    for (unsigned bits = 0; bits < 16; ++bits)
        for (std::size_t const count : {pairs.size(), pairs.size() - 1})
        {
            alignment::free_ends const ends{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
            std::span const some = std::span{pairs}.last(count);
            EXPECT_EQ(edit::distances(some, ends, {.backend = plan::backend::cuda, .threads = 2}),
                      edit::distances(some, ends, on_cpu))
                << bits;
        }
}

TEST_F(cuda_backend, prefix_increments_equal_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    for (std::size_t const first_size : {0u, 1u, 63u, 64u, 65u, 3000u})
    {
        for (std::size_t const second_size : {0u, 1u, 100u, 9000u})
        {
            auto const first = packing::pack(reference::random_letters(generator, first_size, 4));
            auto const second = packing::pack(reference::random_letters(generator, second_size, 4));
            EXPECT_TRUE(lcs::prefix_increments(first, second, on_cuda) == lcs::prefix_increments(first, second, on_cpu))
                << first_size << " x " << second_size;
        }
    }
}

TEST_P(cuda_backend_of_metric, alignments_equal_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> sequences{};
    for (std::size_t const size : {0u, 1u, 64u, 1000u, 9000u, 20'000u})
        sequences.push_back(packing::pack(reference::random_letters(generator, size, 4)));
    // Related ones: the path stays near the diagonal.
    auto letters = reference::random_letters(generator, 20'000, 4);
    sequences.push_back(packing::pack(letters));
    letters.erase(letters.begin() + 5000, letters.begin() + 7000);
    sequences.push_back(packing::pack(letters));

    std::vector<alignment::sequence_pair> pairs{};
    for (packing::packed_sequence const & first : sequences)
        for (packing::packed_sequence const & second : sequences)
            pairs.push_back({first, second});

    plan::comparison const wanted = compare(GetParam(), true);
    auto const expected = compute_pairs(wanted, pairs, on_cpu);
    auto const found = compute_pairs(wanted, pairs, {.backend = plan::backend::cuda, .threads = 8});
    ASSERT_EQ(found.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        EXPECT_EQ(plan::value_of(found[i], GetParam()), plan::value_of(expected[i], GetParam())) << i;
        EXPECT_TRUE(found[i].path == expected[i].path) << i;
        EXPECT_EQ(found[i].backend, plan::backend::cuda);
    }
    EXPECT_GT(found.back().kernel_seconds, 0);
    EXPECT_GT(found.back().traceback_seconds, 0);
}

// Several threads sort them by size.
TEST_F(cuda_backend, alignments_of_very_many_pairs)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> sequences{};
    for (std::size_t i = 0; i < 30; ++i)
        sequences.push_back(packing::pack(reference::random_letters(generator, i % 10 == 9 ? 1030 : i / 2, 4)));
    std::vector<alignment::sequence_pair> pairs{};
    while (pairs.size() < (std::size_t{1} << 17) + 3000)
        pairs.push_back({sequences[reference::random_size(generator, pairs.size() % 100 == 0 ? 29 : 8)],
                         sequences[reference::random_size(generator, 8)]});
    std::vector<alignment::result> const expected = edit::compute(pairs, {.wanted = edit::output::alignment}, on_cpu);
    std::vector<alignment::result> const found =
        edit::compute(pairs, {.wanted = edit::output::alignment}, {.backend = plan::backend::cuda, .threads = 8});
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        wrong += found[i].distance != expected[i].distance || found[i].path != expected[i].path
              || found[i].backend != plan::backend::cuda;
    EXPECT_EQ(wrong, 0u);
}

// One letter decides. For lanes and strips, alone and in batches.
TEST_F(cuda_backend, pairs_that_are_too_short_are_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> sequences{};
    for (std::size_t const size : {0u, 30u, 300u, 3000u, 6000u})
        sequences.push_back(packing::pack(reference::random_letters(generator, size, 4)));
    std::vector<alignment::sequence_pair> pairs{};
    for (packing::packed_sequence const & first : sequences)
        for (packing::packed_sequence const & second : sequences)
        {
            std::uint64_t const length = lcs::length(first, second, on_cpu);
            pairs.push_back({first, second, length});
            pairs.push_back({first, second, length + 1});
        }

    plan::execution const execution{.backend = plan::backend::cuda, .threads = 2};
    EXPECT_EQ(lcs::lengths(pairs, execution), lcs::lengths(pairs, on_cpu));
    for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
    {
        auto const expected = lcs::compute(pairs, wanted, on_cpu);
        auto const found = lcs::compute(pairs, wanted, execution);
        for (std::size_t i = 0; i < pairs.size(); ++i)
        {
            EXPECT_EQ(found[i].length, i % 2 == 0 ? pairs[i].min_length : 0);
            EXPECT_EQ(found[i].length, expected[i].length);
            EXPECT_TRUE(found[i].path == expected[i].path);
        }
    }
}

// The same for edit distances: one edit decides.
TEST_F(cuda_backend, pairs_that_are_too_distant_are_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> sequences{};
    for (std::size_t const size : {0u, 30u, 300u, 3000u, 6000u})
        sequences.push_back(packing::pack(reference::random_letters(generator, size, 4)));
    std::vector<alignment::sequence_pair> pairs{};
    for (packing::packed_sequence const & first : sequences)
        for (packing::packed_sequence const & second : sequences)
        {
            std::uint64_t const distance = edit::distance(first, second, on_cpu);
            pairs.push_back({.first = first, .second = second, .max_distance = distance});
            if (distance != 0)
                pairs.push_back({.first = first, .second = second, .max_distance = distance - 1});
        }
    plan::execution const execution{.backend = plan::backend::cuda, .threads = 2};
    EXPECT_EQ(edit::distances(pairs, execution), edit::distances(pairs, on_cpu));
    for (bool const with_path : {false, true})
    {
        plan::comparison const wanted = compare(plan::metric::edit, with_path);
        auto const expected = compute_pairs(wanted, pairs, on_cpu);
        auto const found = compute_pairs(wanted, pairs, execution);
        for (std::size_t i = 0; i < pairs.size(); ++i)
        {
            EXPECT_EQ(found[i].distance, expected[i].distance);
            EXPECT_TRUE(found[i].path == expected[i].path);
        }
    }
}

// All free ends, and both rules for the path and for its end, as plain programs find them.
TEST_F(cuda_backend, free_ends)
{
    auto generator = reference::make_generator();
    std::vector<std::pair<reference::letters, reference::letters>> letters{};
    for (auto const & [first_size, second_size] :
         {std::pair{0u, 0u}, {0u, 9u}, {9u, 0u}, {5u, 6u}, {40u, 70u}, {1100u, 300u}, {300u, 1100u}})
    {
        auto const first = reference::random_letters(generator, first_size, 4);
        auto second = first_size < 100 ? reference::random_letters(generator, second_size, 4)
                                       : reference::mutate(generator, first, 4, 10);
        second.resize(second_size, 1);
        letters.emplace_back(first, second);
    }
    for (unsigned free = 0; free < 16; ++free)
        for (auto const & [first, second] : letters)
            for (auto const preference : {plan::preference::gaps_first, plan::preference::diagonal_first})
                for (auto const end : {plan::end_choice::last, plan::end_choice::first})
                {
                    plan::comparison wanted{
                        .metric = plan::metric::edit,
                        .with_path = true,
                        .ends = {(free & 1) != 0, (free & 2) != 0, (free & 4) != 0, (free & 8) != 0},
                        .preference = preference,
                        .end = end};
                    SCOPED_TRACE(::testing::Message()
                                 << "free " << free << ", " << first.size() << " x " << second.size());
                    auto const expected = reference::edit_traceback(first, second, {wanted.ends, preference, end});
                    auto const packed_first = packing::pack(first);
                    auto const packed_second = packing::pack(second);
                    auto const found =
                        std::move(compute_pairs(wanted, {{packed_first, packed_second}}, on_cuda).front());
                    ASSERT_EQ(found.distance, static_cast<std::uint64_t>(expected.distance));
                    ASSERT_EQ(found.first, (alignment::part{expected.first_begin, expected.first_end}));
                    ASSERT_EQ(found.second, (alignment::part{expected.second_begin, expected.second_end}));
                    ASSERT_EQ(alignment_of(found), expected.steps);
                    wanted.with_path = false;
                    auto const value =
                        std::move(compute_pairs(wanted, {{packed_first, packed_second}}, on_cuda).front());
                    ASSERT_EQ(value.distance, found.distance);
                    ASSERT_EQ(value.first.end, found.first.end);
                    ASSERT_EQ(value.second.end, found.second.end);
                }
}

// A device has several of them at a time, as no batch takes them.
TEST_F(cuda_backend, long_pairs_at_a_time)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> sequences{};
    for (unsigned i = 0; i < 11; ++i)
    {
        auto const first = reference::random_letters(generator, i % 5 == 0 ? 2100 : 20 + 30 * i, 4);
        auto second = reference::random_letters(generator, 2050 + 40 * i, 4);
        auto const part = reference::mutate(generator, first, 4, 10);
        second.insert(second.begin() + 17 * i, part.begin(), part.end());
        sequences.push_back(packing::pack(first));
        sequences.push_back(packing::pack(second));
    }
    std::vector<alignment::sequence_pair> pairs{};
    for (std::size_t i = 0; i < sequences.size(); i += 2)
        pairs.push_back({sequences[i], sequences[i + 1]});
    for (bool const with_path : {false, true})
    {
        plan::comparison const wanted{.metric = plan::metric::edit,
                                      .with_path = with_path,
                                      .ends = {.second_leading = true, .second_trailing = true}};
        auto const expected = compute_pairs(wanted, pairs, on_cpu);
        for (unsigned const threads : {1u, 3u, 20u})
        {
            SCOPED_TRACE(::testing::Message() << "path " << with_path << ", threads " << threads);
            double done = 0; // Calls come one at a time.
            plan::execution execution{.backend = plan::backend::cuda, .threads = threads};
            execution.on_progress = [&done](plan::progress const & progress)
            {
                EXPECT_GE(progress.cells_done, done);
                EXPECT_LE(progress.cells_done, progress.cells_total);
                done = progress.cells_done;
            };
            auto const found = compute_pairs(wanted, pairs, execution);
            for (std::size_t i = 0; i < pairs.size(); ++i)
            {
                EXPECT_EQ(found[i].distance, expected[i].distance);
                EXPECT_EQ(found[i].second.end, expected[i].second.end);
                EXPECT_EQ(found[i].path, expected[i].path);
            }
        }
    }
}

TEST_F(cuda_backend, the_memory_limit_holds_for_the_traceback)
{
    auto generator = reference::make_generator();
    large_pair const pair{generator};
    EXPECT_THROW(lcs::subsequence(pair.first, pair.second, {.backend = plan::backend::cuda, .memory_limit = 100}),
                 memory_limit_too_small);

    std::uint64_t const limit = 20'000;
    alignment::sequence_pair const views{pair.first, pair.second};
    auto const found =
        lcs::compute({&views, 1}, lcs::output::subsequence, {.backend = plan::backend::cuda, .memory_limit = limit});
    EXPECT_LE(found.front().memory_bytes, limit);
    EXPECT_TRUE(found.front().path == lcs::subsequence(pair.first, pair.second, on_cpu));
}

TEST_F(cuda_backend, devices_have_numbers)
{
    auto generator = reference::make_generator();
    large_pair const pair{generator};
    auto const expected = lcs::length(pair.first, pair.second, on_cpu);
    EXPECT_EQ(lcs::length(pair.first, pair.second, {.devices = {number}}), expected);
    EXPECT_EQ(lcs::length(pair.first, pair.second, {.backend = plan::backend::cuda, .devices = {number}}), expected);

    // A backend asked for by name computes even a pair that is too small for the automatic choice.
    packing::packed_sequence const empty{};
    EXPECT_THROW(lcs::length(empty, empty, {.devices = {999}}), no_device);
    EXPECT_THROW(lcs::length(empty, empty, {.backend = plan::backend::cuda, .devices = {999}}), no_device);
    EXPECT_EQ(lcs::length(empty, empty, {.backend = plan::backend::cpu, .devices = {999}}), 0u);
}

TEST_F(cuda_backend, a_stop_before_the_start)
{
    auto generator = reference::make_generator();
    large_pair const pair{generator};
    std::stop_source source{};
    source.request_stop();
    EXPECT_THROW(lcs::length(pair.first, pair.second, {.backend = plan::backend::cuda, .stop = source.get_token()}),
                 operation_stopped);
    EXPECT_THROW(
        lcs::prefix_increments(pair.first, pair.second, {.backend = plan::backend::cuda, .stop = source.get_token()}),
        operation_stopped);
}

TEST_F(cuda_backend, calls_at_the_same_time)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 8000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 7000, 20));
    auto const expected = lcs::length(first, second, on_cpu);
    std::vector<std::jthread> callers{};
    for (unsigned i = 0; i < 4; ++i)
        callers.emplace_back(
            [&]()
            {
                for (unsigned round = 0; round < 5; ++round)
                    EXPECT_EQ(lcs::length(first, second, on_cuda), expected);
            });
}

TEST_F(cuda_backend, the_automatic_choice_gives_large_pairs_to_the_device)
{
    auto generator = reference::make_generator();
    large_pair const pair{generator};
    packing::packed_sequence const small = packing::pack(reference::random_letters(generator, 1000, 4));
    std::vector<alignment::sequence_pair> const pairs{{small, small}, {pair.first, pair.second}, {small, pair.first}};

    // Now the runtime has started.
    lcs::length(small, small, on_cuda);

    double last = 0;
    plan::execution execution{.threads = 1};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, 1e6 + 70'000.0 * 15'000 + 70'000.0 * 1000);
        EXPECT_GE(progress.cells_done, last);
        EXPECT_LE(progress.cells_done, progress.cells_total);
        last = progress.cells_done;
    };
    auto const found = lcs::compute(pairs, lcs::output::length, execution);
    auto const expected = lcs::compute(pairs, lcs::output::length, on_cpu);
    for (std::size_t i = 0; i < pairs.size(); ++i)
        EXPECT_EQ(found[i].length, expected[i].length);
    // Once started, the device is used.
    for (alignment::result const & one : found)
        EXPECT_EQ(one.backend, plan::backend::cuda);
    EXPECT_TRUE(lcs::prefix_increments(pair.first, pair.second, {.threads = 1})
                == lcs::prefix_increments(pair.first, pair.second, on_cpu));

    // With more CPU threads, larger pairs stay on the CPU.
    alignment::sequence_pair const views{pair.first, pair.second};
    EXPECT_EQ(lcs::compute({&views, 1}, lcs::output::length, {.threads = 64}).front().backend, plan::backend::cpu);
}

TEST_F(cuda_backend, the_automatic_choice_counts_the_cells_of_a_batch)
{
    auto generator = reference::make_generator();
    packing::packed_sequence const small = packing::pack(reference::random_letters(generator, 1000, 4));
    packing::packed_sequence const middle = packing::pack(reference::random_letters(generator, 3000, 4));
    lcs::length(small, small, on_cuda);
    auto const backend_of = [](std::vector<alignment::sequence_pair> const & pairs, lcs::output const wanted)
    {
        auto const found = lcs::compute(pairs, wanted, {.threads = 1});
        for (alignment::result const & one : found)
            EXPECT_EQ(one.backend, found.front().backend);
        return found.front().backend;
    };
    // The vectors of this host decide how many pairs are worth a launch.
    plan::hardware_costs const costs{plan::this_host(1), cuda::find_device_costs({})};
    double const enough_cells =
        costs.device->launch_seconds
        / (1 / costs.host.cells_per_second(plan::metric::lcs) - 1 / costs.device->cells_per_second(plan::metric::lcs));
    auto const pairs_of = [enough_cells](packing::packed_sequence const & sequence, double const share)
    {
        alignment::sequence_pair const pair{sequence, sequence};
        return std::vector(static_cast<std::size_t>(share * enough_cells / pair.cells()), pair);
    };
    for (packing::packed_sequence const * const sequence : {&small, &middle})
        for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
        {
            EXPECT_EQ(backend_of(pairs_of(*sequence, 0.8), wanted), plan::backend::cpu);
            EXPECT_EQ(backend_of(pairs_of(*sequence, 1.3), wanted), plan::backend::cuda);
        }
    // One pair that is as large as a batch is no batch.
    packing::packed_sequence const larger = packing::pack(reference::random_letters(generator, 18'000, 4));
    EXPECT_EQ(backend_of({{larger, larger}}, lcs::output::subsequence), plan::backend::cpu);
}

TEST_F(cuda_backend, a_batch_in_many_calls_starts_the_device_in_the_end)
{
    auto generator = reference::make_generator();
    packing::packed_sequence const sequence = packing::pack(reference::random_letters(generator, 4000, 4));
    std::vector<alignment::sequence_pair> const pairs(100, {sequence, sequence});
    cpu::cpu_backend const cpu{};
    cuda::cuda_backend const cuda{};
    dispatch::router const automatic{cpu, cuda, {typical_costs, similar::estimate_cpu_part}};
    double cells = 0;
    while (backend::compare(automatic, pairs, plan::lcs_length, {.threads = 1}).front().backend == plan::backend::cpu)
    {
        EXPECT_EQ(cuda.state(false), plan::device_state::not_started);
        cells += plan::cell_count(pairs);
        ASSERT_FALSE(plan::worth_offloading(cells, plan::lcs_length, before_start, plan::device_state::not_started));
    }
    EXPECT_TRUE(plan::worth_offloading(cells + 2 * plan::cell_count(pairs),
                                       plan::lcs_length,
                                       before_start,
                                       plan::device_state::not_started));
    EXPECT_EQ(cuda.state(false), plan::device_state::started);
}

TEST_F(cuda_backend, results_say_who_computed_them)
{
    auto generator = reference::make_generator();
    // Some letters differ: the CPU finds that out before a device would be done.
    reference::letter_pairs similar{};
    for (unsigned i = 0; i < 3; ++i)
    {
        auto const letters = reference::random_letters(generator, 250'000, 4);
        similar.add(letters, reference::mutate(generator, letters, 4, 50'000));
    }
    auto const views = similar.views();
    cuda::cuda_backend const cuda{};
    for (plan::comparison const & wanted :
         {plan::lcs_length, plan::lcs_subsequence, plan::edit_distance, plan::edit_alignment})
    {
        EXPECT_EQ(backend::compare(cuda, {views.data(), 1}, wanted, {.threads = 1}).front().backend,
                  plan::backend::cpu);
        backend::similar_pair one{.pair = views.front(), .wanted = wanted};
        auto const found = backend::compare_if_similar(cuda, one, {.threads = 1});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->backend, plan::backend::cpu);
    }
    // Several at a time, with the threads of the host.
    for (alignment::result const & one : backend::compare(cuda, views, plan::lcs_subsequence, {.threads = 1}))
        EXPECT_EQ(one.backend, plan::backend::cpu);
}

// Lists of pairs for strips, of which similar ones do not need all: the device finds these values by points.
TEST_F(cuda_backend, values_of_similar_pairs_are_those_of_the_device)
{
    auto generator = reference::make_generator();
    reference::letter_pairs similar{};
    for (unsigned i = 0; i < 4; ++i)
    {
        auto const letters = reference::random_letters(generator, 250'000, 4);
        similar.add(letters, reference::mutate(generator, letters, 4, 50'000));
    }
    // A sample is only taken of many cells.
    std::vector<alignment::sequence_pair> views{};
    for (unsigned i = 0; i < 4; ++i)
        std::ranges::copy(similar.views(), std::back_inserter(views));
    cuda::cuda_backend const cuda{};
    for (plan::comparison const & wanted : {plan::lcs_length, plan::edit_distance})
    {
        auto const split = cuda::split_pairs({views, {}}, wanted, cuda::pair_results::all, {});
        ASSERT_EQ(split.in_strips.size(), views.size());
        ASSERT_TRUE(cuda::are_wavefronts_profitable(views, split.in_strips, wanted.metric, cuda::limits_of(0).costs()));
        auto const expected = compute_pairs(wanted, views, on_cpu);
        auto const found = backend::compare(cuda, views, wanted, {.threads = 1});
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            EXPECT_EQ(plan::value_of(found[i], wanted.metric), plan::value_of(expected[i], wanted.metric)) << i;
            EXPECT_EQ(found[i].backend, plan::backend::cuda) << i;
        }
    }
}

// The second one lacks ten letters.
std::pair<packing::packed_sequence, packing::packed_sequence> make_very_similar_sequences()
{
    auto generator = reference::make_generator();
    auto letters = reference::random_letters(generator, 250'000, 4);
    packing::packed_sequence first = packing::pack(letters);
    letters.erase(letters.begin() + 100'000, letters.begin() + 100'010);
    return {std::move(first), packing::pack(letters)};
}

TEST_F(cuda_backend, the_automatic_choice_starts_no_device_for_very_similar_pairs)
{
    auto const [first, second] = make_very_similar_sequences();
    alignment::sequence_pair const pair{first, second};
    ASSERT_TRUE(
        plan::worth_offloading(pair.cells(), plan::lcs_subsequence, before_start, plan::device_state::not_started));

    cpu::cpu_backend const cpu{};
    cuda::cuda_backend const cuda{};
    dispatch::router const automatic{cpu, cuda, {typical_costs, similar::estimate_cpu_part}};
    for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
    {
        alignment::result const found =
            std::move(backend::compare(automatic, {&pair, 1}, wanted, {.threads = 1}).front());
        EXPECT_EQ(found.length, second.size());
        EXPECT_EQ(found.path.matches(), wanted.with_path ? second.size() : 0);
        EXPECT_EQ(found.backend, plan::backend::cpu);
        EXPECT_EQ(cuda.state(false), plan::device_state::not_started);
    }
}

// Within the time that there is, and no less of the matrix.
TEST_P(cuda_backend_of_metric, a_similar_pair_within_some_time)
{
    auto const [first, second] = make_very_similar_sequences();
    alignment::sequence_pair const pair{first, second};
    cuda::cuda_backend const cuda{};
    for (bool const with_path : {false, true})
    {
        plan::comparison const wanted{.metric = GetParam(), .with_path = with_path};
        auto const compare_if_similar = [&](backend::similar_pair similar)
        {
            return backend::compare_if_similar(cuda, similar, {});
        };
        std::optional<alignment::result> const found = compare_if_similar({.pair = pair, .wanted = wanted});
        ASSERT_TRUE(found);
        // Letters are missing.
        EXPECT_EQ(plan::value_of(*found, GetParam()),
                  GetParam() == plan::metric::lcs ? second.size() : first.size() - second.size());
        EXPECT_EQ(found->path.matches(), with_path ? second.size() : 0);
        EXPECT_LT(found->cells, 0.1 * pair.cells());
        EXPECT_FALSE(compare_if_similar({.pair = pair, .wanted = wanted, .limits{.max_seconds = 1e-9}}));
        EXPECT_FALSE(compare_if_similar({.pair = pair, .wanted = wanted, .limits{.max_share = 1e-9}}));
        EXPECT_FALSE(compare_if_similar({.pair{{}, second}, .wanted = wanted}));
    }
}

TEST_F(cuda_backend, the_report)
{
    device_report const report = find_devices();
    ASSERT_FALSE(report.devices.empty());
    EXPECT_TRUE(report.problem.empty());
    for (std::size_t i = 0; i < report.devices.size(); ++i)
    {
        EXPECT_EQ(report.devices[i].number, i);
        EXPECT_FALSE(report.devices[i].name.empty());
        EXPECT_LE(report.devices[i].free_bytes, report.devices[i].memory_bytes);
    }
    ASSERT_NE(report.chosen(), nullptr);
    EXPECT_EQ(report.chosen()->number, number);
    EXPECT_GE(report.chosen()->compute_capability, 75u);
    EXPECT_GE(report.chosen()->multiprocessors, 1u);
}

#if defined(SEQAN3_GPULCS_EMULATION)

TEST_F(cuda_backend, no_driver)
{
    emulation::set_driver_missing(true);
    EXPECT_TRUE(find_devices().devices.empty());
    EXPECT_FALSE(find_devices().problem.empty());

    cuda::cuda_backend const backend{};
    EXPECT_EQ(backend.state(true), plan::device_state::missing);
    EXPECT_THROW(backend::compare(backend, {}, plan::lcs_length, on_cuda), no_device);
}

TEST_F(cuda_backend, no_device)
{
    emulation::set_devices({});
    cuda::cuda_backend const backend{};
    EXPECT_EQ(backend.state(true), plan::device_state::missing);
    EXPECT_THROW(backend::compare(backend, {}, plan::lcs_length, on_cuda), seqan3_gpulcs::no_device);
    EXPECT_EQ(find_devices().problem, "This machine has no CUDA device.");
}

TEST_F(cuda_backend, an_old_device_and_one_that_can_be_used)
{
    cudaDeviceProp old = emulation::default_device();
    old.major = 6;
    old.minor = 1;
    emulation::set_devices({old});
    cuda::cuda_backend const with_old{};
    EXPECT_EQ(with_old.state(true), plan::device_state::missing);
    EXPECT_THROW(backend::compare(with_old, {}, plan::lcs_length, on_cuda), seqan3_gpulcs::no_device);

    emulation::set_devices({old, emulation::default_device()});
    cuda::cuda_backend const with_both{};
    EXPECT_EQ(with_both.state(true), plan::device_state::started);
    EXPECT_EQ(with_both.all_devices({}), std::vector{1u});
    EXPECT_EQ(with_both.all_devices({.devices = {1}}), std::vector{1u});
    EXPECT_THROW(with_both.all_devices({.devices = {0}}), seqan3_gpulcs::no_device);

    auto generator = reference::make_generator();
    auto const sequence = packing::pack(reference::random_letters(generator, 3000, 4));
    alignment::sequence_pair const pair{sequence, sequence};
    EXPECT_EQ(backend::compare(with_both, {&pair, 1}, plan::lcs_length, on_cuda).front().length, 3000u);
}

TEST_F(cuda_backend, a_device_for_which_there_is_no_code)
{
    // The emulated code is for 8.0.
    cudaDeviceProp older = emulation::default_device();
    older.major = 7;
    older.minor = 5;
    emulation::set_devices({older});
    device_report const report = find_devices();
    EXPECT_EQ(report.chosen(), nullptr);
    EXPECT_NE(report.devices.front().problem.find("CMAKE_CUDA_ARCHITECTURES"), std::string::npos);
    EXPECT_THROW(cuda::cuda_backend{}.all_devices({}), seqan3_gpulcs::no_device);
}

TEST_F(cuda_backend, a_driver_without_memory_pools)
{
    cudaDeviceProp without = emulation::default_device();
    without.memoryPoolsSupported = 0;
    emulation::set_devices({without});
    EXPECT_NE(find_devices().devices.front().problem.find("driver"), std::string::npos);
    EXPECT_EQ(cuda::cuda_backend{}.state(true), plan::device_state::missing);
}

TEST_F(cuda_backend, where_the_memory_does_not_suffice_the_automatic_choice_is_the_cpu)
{
    auto generator = reference::make_generator();
    large_pair const pair{generator};
    alignment::sequence_pair const views{pair.first, pair.second};
    cpu::cpu_backend const cpu{};
    cuda::cuda_backend const cuda{};
    EXPECT_EQ(cuda.state(true), plan::device_state::started);
    dispatch::router const automatic{cpu, cuda, {typical_costs, similar::estimate_cpu_part}};
    EXPECT_EQ(backend::compare(automatic, {&views, 1}, plan::lcs_length, {.threads = 1}).front().backend,
              plan::backend::cuda);

    emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation);
    cuda::cuda_backend const full{};
    EXPECT_EQ(full.state(true), plan::device_state::started);
    dispatch::router const with_full{cpu, full, {typical_costs, similar::estimate_cpu_part}};
    EXPECT_THROW(backend::compare(full, {&views, 1}, plan::lcs_length, {}), out_of_device_memory);
    auto const found = backend::compare(with_full, {&views, 1}, plan::lcs_length, {.threads = 1});
    EXPECT_EQ(found.front().backend, plan::backend::cpu);
    EXPECT_EQ(found.front().length, lcs::length(pair.first, pair.second, on_cpu));

    plan::matrix_part whole{.rows = views.first, .columns = views.second};
    whole.region = {0, whole.rows.size(), 0, whole.columns.size()};
    auto vertical = plan::left_border(whole.metric, whole.rows.size());
    auto horizontal = plan::upper_border(whole.metric, whole.columns.size());
    whole.borders = {vertical, horizontal};
    EXPECT_EQ(backend::compute_part(with_full, whole, {.threads = 1}).backends, std::set{plan::backend::cpu});
    util::invert_vertical(vertical, whole.rows.size());
    EXPECT_TRUE(vertical == lcs::prefix_increments(pair.first, pair.second, on_cpu));
}

// Pairs with free ends, which come one after the other.
TEST_F(cuda_backend, pairs_that_are_done_stay_done)
{
    auto generator = reference::make_generator();
    reference::letter_pairs pairs{};
    for (unsigned i = 0; i < 3; ++i)
        pairs.add(reference::random_letters(generator, 1100, 4), reference::random_letters(generator, 120'000, 4));
    auto const views = pairs.views();
    plan::comparison wanted = plan::edit_distance;
    wanted.ends = {.second_leading = true, .second_trailing = true};
    cpu::cpu_backend const cpu{};
    std::vector<alignment::result> const expected = backend::compare(cpu, views, wanted, {});

    emulation::set_devices({emulation::default_device()});
    cuda::cuda_backend const whole{};
    backend::compare(whole, views, wanted, {.threads = 1});
    std::uint64_t const launches = emulation::launch_count(0);
    ASSERT_EQ(launches % views.size(), 0u);

    for (std::size_t done = 0; done <= views.size(); ++done)
    {
        cuda::cuda_backend const cuda{};
        ASSERT_EQ(cuda.state(true), plan::device_state::started);
        dispatch::router const automatic{cpu, cuda, {typical_costs, similar::estimate_cpu_part}};
        emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, done * launches / views.size() + 1);
        double last = 0;
        plan::execution execution{.threads = 1};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_GE(progress.cells_done, last);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            last = progress.cells_done;
        };
        std::vector<alignment::result> const found = backend::compare(automatic, views, wanted, execution);
        emulation::reset();
        for (std::size_t i = 0; i < views.size(); ++i)
        {
            EXPECT_EQ(found[i].distance, expected[i].distance) << i;
            EXPECT_EQ(found[i].second, expected[i].second) << i;
            EXPECT_EQ(found[i].backend, i < done ? plan::backend::cuda : plan::backend::cpu) << i << " of " << done;
        }
    }
}

// Batches that are done stay done: each hit is found once.
TEST_F(cuda_backend, where_the_memory_ends_in_the_middle_the_cpu_goes_on)
{
    auto generator = reference::make_generator();
    packing::packed_sequence const query = packing::pack(reference::random_letters(generator, 500, 4));
    std::vector<packing::packed_sequence> subjects{};
    for (unsigned i = 0; i < 30; ++i)
        subjects.push_back(packing::pack(reference::random_letters(generator, 400 + i, 4)));
    constexpr std::size_t batches = 50;

    cpu::cpu_backend const cpu{};
    // Alone, or five together.
    for (auto const & [nth, are_together] :
         {std::pair{1, false}, {3, false}, {5, false}, {1000, false}, {1, true}, {3, true}, {5, true}})
    {
        cuda::cuda_backend const cuda{};
        EXPECT_EQ(cuda.state(true), plan::device_state::started);
        dispatch::router const automatic{cpu, cuda, {typical_costs, similar::estimate_cpu_part}};
        plan::pair_source source{.max_sizes = std::vector<std::uint64_t>(batches, 500), .cells = 1e9};
        for (std::size_t i = 0; are_together && i < batches; ++i)
            source.blocks.push_back(i / 5);
        source.produce = [&](std::size_t, plan::pair_batch & batch)
        {
            EXPECT_TRUE(are_together || (batch.pairs.empty() && batch.ids.empty()));
            for (std::size_t i = 0; i < subjects.size(); ++i)
            {
                batch.pairs.push_back({query, subjects[i]});
                batch.ids.push_back(i);
            }
            batch.cells += 1e9 / batches;
        };
        std::vector<unsigned> taken(batches);
        std::vector<unsigned> found(batches * subjects.size());
        source.consume = [&](std::size_t const batch_number, std::span<plan::pair_value const> const some)
        {
            ++taken[batch_number];
            for (plan::pair_value const & one : some)
                ++found[batch_number * subjects.size() + one.id];
        };
        // A launch that finds no memory.
        emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, static_cast<std::uint64_t>(nth));
        double last = 0;
        plan::execution execution{.threads = 1};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_GE(progress.cells_done, last);
            last = progress.cells_done;
        };
        auto const done = automatic.compute(backend::source_request{source}, execution).statistics;
        EXPECT_EQ(done.backends.contains(plan::backend::cuda), nth > 2);
        EXPECT_EQ(done.backends.contains(plan::backend::cpu), nth < 1000);
        emulation::reset();
        EXPECT_EQ(taken, std::vector<unsigned>(batches, 1)) << nth;
        EXPECT_EQ(found, std::vector<unsigned>(batches * subjects.size(), 1)) << nth;
    }
}

// Batches in lanes, one that finds no memory and is computed pair by pair, and one that is too long for lanes.
TEST_F(cuda_backend, different_batches_of_a_search)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> queries{};
    for (std::size_t const size : {100u, 5000u, 60u, 0u, 80u})
        queries.push_back(packing::pack(reference::random_letters(generator, size, 4)));
    std::vector<packing::packed_sequence> subjects{};
    for (unsigned i = 0; i < 20; ++i)
        subjects.push_back(packing::pack(reference::random_letters(generator, 40 + i, 4)));

    for (auto const & [nth, are_together] : {std::pair{1, false},
                                             {2, false},
                                             {3, false},
                                             {4, false},
                                             {6, false},
                                             {1000, false},
                                             {1, true},
                                             {3, true},
                                             {4, true},
                                             {1000, true}})
    {
        plan::pair_source source{.max_sizes = {100, 5000, 60, 60, 80}};
        if (are_together)
            source.blocks = {1, 1, 1, 1, 1};
        source.produce = [&](std::size_t const batch_number, plan::pair_batch & batch)
        {
            EXPECT_TRUE(are_together || (batch.pairs.empty() && batch.ids.empty()));
            for (std::size_t i = 0; i < subjects.size(); ++i)
            {
                batch.pairs.push_back({queries[batch_number], subjects[i], 30});
                batch.ids.push_back(i);
            }
        };
        std::vector<unsigned> taken(queries.size());
        std::vector<std::uint64_t> found(queries.size() * subjects.size());
        source.consume = [&](std::size_t const batch_number, std::span<plan::pair_value const> const some)
        {
            ++taken[batch_number];
            for (plan::pair_value const & one : some)
                found[batch_number * subjects.size() + one.id] = one.value;
        };
        cuda::cuda_backend const cuda{};
        EXPECT_EQ(cuda.state(true), plan::device_state::started);
        emulation::fail(emulation::call::allocate_device,
                        cudaErrorMemoryAllocation,
                        static_cast<std::uint64_t>(nth),
                        2);
        EXPECT_EQ(cuda.compute(backend::source_request{source}, {.threads = 1}).statistics.backends,
                  std::set{plan::backend::cuda});
        emulation::reset();
        EXPECT_EQ(taken, std::vector<unsigned>(queries.size(), 1)) << nth;
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            std::uint64_t const length =
                lcs::length(queries[i / subjects.size()], subjects[i % subjects.size()], on_cpu);
            ASSERT_EQ(found[i], length < 30 ? 0 : length) << nth;
        }
    }
}

// An exception of the callback itself is not a failure of the computation.
TEST_F(cuda_backend, callback_out_of_memory_reaches_the_caller)
{
    auto generator = reference::make_generator();
    auto const sequence = packing::pack(reference::random_letters(generator, 60'000, 4));
    lcs::length(sequence, sequence, on_cuda);
    plan::execution execution{.threads = 1};
    execution.on_progress = [](plan::progress const &)
    {
        throw out_of_device_memory{"by the callback", 1, 0};
    };
    for (auto const backend : {plan::backend::automatic, plan::backend::cuda})
    {
        execution.backend = backend;
        try
        {
            lcs::length(sequence, sequence, execution);
            FAIL();
        }
        catch (out_of_device_memory const & exception)
        {
            EXPECT_STREQ(exception.what(), "by the callback");
        }
        EXPECT_THROW(lcs::prefix_increments(sequence, sequence, execution), out_of_device_memory);
    }
}

// Streams, events and launches take memory, too.
TEST_F(cuda_backend, runtime_out_of_memory_is_out_of_memory)
{
    auto generator = reference::make_generator();
    large_pair const pair{generator};
    alignment::sequence_pair const views{pair.first, pair.second};
    for (auto const call : {emulation::call::launch, emulation::call::allocate_host})
    {
        cuda::cuda_backend const cuda{};
        EXPECT_EQ(cuda.state(true), plan::device_state::started);
        emulation::fail(call, cudaErrorMemoryAllocation);
        EXPECT_THROW(backend::compare(cuda, {&views, 1}, plan::lcs_length, {}), out_of_device_memory);
        emulation::reset();
    }
}

TEST_F(cuda_backend, memory_that_is_kept_is_freed_for_whoever_needs_it)
{
    cudaDeviceProp small = emulation::default_device();
    // Other tests may have left some.
    small.totalGlobalMem = emulation::allocated_bytes() + (3 << 20);
    emulation::set_devices({small});
    auto generator = reference::make_generator();
    auto const long_sequence = packing::pack(reference::random_letters(generator, 5'000'000, 4));
    auto const short_sequence = packing::pack(reference::random_letters(generator, 100, 4));
    auto const middle = packing::pack(reference::random_letters(generator, 20'000, 4));
    alignment::sequence_pair const large{long_sequence, short_sequence};
    alignment::sequence_pair const two{middle, middle};

    cuda::cuda_backend const backend{};
    auto const compute_at_once = [&](alignment::sequence_pair const & pair, unsigned const threads)
    {
        std::vector<std::jthread> callers{};
        for (unsigned i = 0; i < threads; ++i)
            callers.emplace_back(
                [&]()
                {
                    EXPECT_NO_THROW(backend::compare(backend, {&pair, 1}, plan::lcs_length, {}));
                });
    };
    // The large one takes nearly all of the memory: two of them at a time might leave nothing for each other.
    compute_at_once(two, 8);
    compute_at_once(large, 1);
    compute_at_once(two, 8);
}

TEST_F(cuda_backend, what_is_kept_between_calls_is_limited)
{
    auto generator = reference::make_generator();
    auto const sequence = packing::pack(reference::random_letters(generator, 3000, 4));
    alignment::sequence_pair const pair{sequence, sequence};
    auto const long_sequence = packing::pack(reference::random_letters(generator, 6'000'000, 4));
    auto const short_sequence = packing::pack(reference::random_letters(generator, 1000, 4));
    alignment::sequence_pair const large{long_sequence, short_sequence};

    cudaDeviceProp small = emulation::default_device();
    // Other tests may have left some.
    small.totalGlobalMem = emulation::allocated_bytes() + (4 << 20);
    emulation::set_devices({small});
    std::size_t const before = emulation::allocated_bytes();
    {
        cuda::cuda_backend const backend{};
        backend::compare(backend, {&pair, 1}, plan::lcs_length, on_cuda);
        std::size_t const kept = emulation::allocated_bytes();
        EXPECT_GT(kept, before);
        backend::compare(backend, {&pair, 1}, plan::lcs_length, on_cuda);
        EXPECT_EQ(emulation::allocated_bytes(), kept);

        // More than a megabyte is more than a sixteenth of the device.
        backend::compare(backend, {&large, 1}, plan::lcs_length, on_cuda);
        EXPECT_LE(emulation::allocated_bytes(), kept);
    }
    EXPECT_EQ(emulation::allocated_bytes(), before);
}

#endif
