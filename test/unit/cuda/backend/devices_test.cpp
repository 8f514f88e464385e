// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "src/cpu/backend/cpu_backend.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/dispatch/router.hpp"
#include "src/similar/pair_estimate.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;
using reference::letter_pairs;
using reference::random_letters;
using reference::random_size;

namespace
{

plan::execution const on_cpu{.backend = plan::backend::cpu};

} // namespace

// Several devices, emulated ones of different sizes or those that there are: results equal those of the CPU.
class cuda_devices : public device_test
{
protected:
    void SetUp() override
    {
        device_test::SetUp();
        if (IsSkipped() || HasFatalFailure())
            return;
        set_devices(256, 32, 64);
        for (device const & each : cuda::find_devices(false).devices)
            if (each.usable())
                numbers_.push_back(each.number);
        if (numbers_.size() < 2)
            GTEST_SKIP() << "There is only one device.";
    }

    //!\brief Some of the devices, in any order.
    std::vector<std::vector<unsigned>> device_lists() const
    {
        std::vector<unsigned> others_first(numbers_);
        std::ranges::rotate(others_first, others_first.end() - 1);
        return {{numbers_.front()}, {numbers_[0], numbers_[1]}, others_first};
    }

    //!\brief Sets the memory of emulated devices, in MiB; 0 makes one too old.
    static void set_devices([[maybe_unused]] std::size_t const first,
                            [[maybe_unused]] std::size_t const second,
                            [[maybe_unused]] std::size_t const third)
    {
#if defined(SEQAN3_GPULCS_EMULATION)
        std::vector<cudaDeviceProp> devices{};
        for (std::size_t const size : {first, second, third})
        {
            devices.push_back(emulation::default_device());
            devices.back().totalGlobalMem = size << 20;
            devices.back().major = size == 0 ? 5 : 9;
            devices.back().multiProcessorCount = static_cast<int>(1 + devices.size() % 2);
        }
        emulation::set_devices(devices);
#endif
    }

    //!\brief On some devices, with two threads for each; progress is checked.
    plan::execution on(std::vector<unsigned> const & devices)
    {
        last_ = 0;
        plan::execution execution{.backend = plan::backend::cuda,
                                  .devices = devices,
                                  .threads = static_cast<unsigned>(2 * devices.size())};
        execution.on_progress = [this](plan::progress const & progress)
        {
            EXPECT_GE(progress.cells_done, last_);
            EXPECT_LE(progress.cells_done, progress.cells_total * (1 + 1e-9));
            last_ = progress.cells_done;
        };
        return execution;
    }

    //!\brief Nothing runs on other emulated devices.
    static void expect_only([[maybe_unused]] std::vector<unsigned> const & devices)
    {
#if defined(SEQAN3_GPULCS_EMULATION)
        std::uint64_t launches = 0;
        for (unsigned device = 0; device < 3; ++device)
        {
            std::uint64_t const count = emulation::launch_count(static_cast<int>(device));
            EXPECT_TRUE(count == 0 || std::ranges::find(devices, device) != devices.end()) << device;
            launches += count;
        }
        EXPECT_GT(launches, 0u);
#endif
    }

    void check_pairs(letter_pairs const & pairs, plan::comparison const & wanted)
    {
        auto const views = pairs.views();
        auto const expected = backend::compare(dispatch::find_backend(on_cpu), views, wanted, on_cpu);
        for (std::vector<unsigned> const & devices : device_lists())
        {
            set_devices(256, 32, 64);
            cuda::cuda_backend const backend{};
            auto const found = backend::compare(backend, views, wanted, on(devices));
            ASSERT_EQ(found.size(), views.size());
            for (std::size_t i = 0; i < found.size(); ++i)
            {
                ASSERT_EQ(found[i].length, expected[i].length) << i << " on " << devices.size();
                ASSERT_TRUE(found[i].path == expected[i].path) << i << " on " << devices.size();
            }
            expect_only(devices);
        }
    }

    std::mt19937_64 generator_{reference::make_generator()};

private:
    std::vector<unsigned> numbers_{};
    double last_{};
};

#if defined(SEQAN3_GPULCS_EMULATION)

TEST_F(cuda_devices, the_list)
{
    set_devices(256, 0, 64);
    cuda::cuda_backend const backend{};
    using list = std::vector<unsigned>;
    EXPECT_EQ(backend.all_devices({}), (list{0, 2}));
    EXPECT_EQ(backend.all_devices({.devices = {2}}), (list{2}));
    EXPECT_EQ(backend.all_devices({.devices = {2, 0}}), (list{2, 0}));

    auto const message = [&](list const & devices)
    {
        try
        {
            static_cast<void>(backend.all_devices({.devices = devices}));
        }
        catch (error const & problem)
        {
            return std::string{problem.what()};
        }
        return std::string{};
    };
    EXPECT_EQ(message({0, 3}), "There is no CUDA device 3, they are numbered from 0 to 2; choose among them.");
    EXPECT_EQ(message({0, 1}).find("The CUDA device 1 cannot be used. The device is too old"), 0u) << message({0, 1});
    EXPECT_EQ(message({2, 0, 2}), "The CUDA device 2 is named twice; name each device once.");
    EXPECT_THROW(static_cast<void>(backend.all_devices({.devices = {0, 0}})), invalid_option);
    EXPECT_THROW(static_cast<void>(backend.all_devices({.devices = {7}})), no_device);
}

TEST_F(cuda_devices, costs_are_those_of_the_first_device)
{
    auto const speed_of = [](plan::execution const & execution)
    {
        return cuda::cuda_backend{}.find_costs(execution)->lane_instructions_per_second;
    };
    // The second device has one multiprocessor, and the others have two.
    EXPECT_NEAR(speed_of({}), 2 * speed_of({.devices = {1, 0}}), 1);
    EXPECT_EQ(speed_of({}), speed_of({.devices = {2}}));
    for (device const & each : cuda::find_devices(false).devices)
    {
        // The ceiling: three instructions for 32 cells, by 64 lanes in each cycle.
        double const ceiling = static_cast<double>(each.clock_hz) * each.multiprocessors * 64 * 32 / 3;
        EXPECT_NEAR(each.lcs_cells_per_second / ceiling, 0.8, 0.1);
        EXPECT_NEAR(each.lcs_cells_per_second / each.edit_cells_per_second, 10.0 / 3, 0.01);
    }
    set_devices(0, 0, 0);
    EXPECT_FALSE(cuda::cuda_backend{}.find_costs({}));
}

TEST_F(cuda_devices, as_many_as_the_work_is_worth)
{
    cuda::cuda_backend const backend{};
    using list = std::vector<unsigned>;
    plan::execution const execution{.threads = 16};
    EXPECT_EQ(backend.choose_devices(execution, 0), (list{0}));
    EXPECT_EQ(backend.choose_devices(execution, 0.5), (list{0}));
    EXPECT_EQ(backend.choose_devices(execution, 1), (list{0, 1}));
    EXPECT_EQ(backend.choose_devices(execution, 100), (list{0, 1, 2}));
    EXPECT_EQ(backend.choose_devices({.threads = 2}, 100), (list{0, 1}));
    EXPECT_EQ(backend.choose_devices({.threads = 1}, 100), (list{0}));
    EXPECT_EQ(backend.choose_devices({.devices = {2, 1}, .threads = 16}, 0), (list{2, 1}));
    EXPECT_EQ(backend.choose_devices({.devices = {2, 1}, .threads = 1}, 0), (list{2}));
    EXPECT_EQ(backend.choose_devices({.devices = {2, 1}}, 0), (list{2, 1}));

    // Now the second one is up.
    auto const sequence = packing::pack(random_letters(generator_, 100, 4));
    alignment::sequence_pair const pair{sequence, sequence};
    backend::compare(backend, {&pair, 1}, plan::lcs_length, {.devices = {1}});
    EXPECT_EQ(backend.choose_devices(execution, 0.01), (list{0}));
    EXPECT_EQ(backend.choose_devices(execution, 0.5), (list{0, 1}));
}

#endif

TEST_F(cuda_devices, pairs_in_lanes_and_tiles)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 2500; ++i)
        pairs.add(random_letters(generator_, random_size(generator_, 40), 4),
                  random_letters(generator_, random_size(generator_, 40), i % 100 == 0 ? 20 : 4));
    check_pairs(pairs, plan::lcs_length);
    check_pairs(pairs, plan::lcs_subsequence);
}

TEST_F(cuda_devices, pairs_in_strips)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 12; ++i)
        pairs.add(random_letters(generator_, 4200 + random_size(generator_, 1000), 4),
                  random_letters(generator_, random_size(generator_, 900), i % 2 == 0 ? 4 : 16));
    check_pairs(pairs, plan::lcs_length);
    check_pairs(pairs, plan::lcs_subsequence);
}

// Too long for batches with alignments.
TEST_F(cuda_devices, large_pairs)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 5; ++i)
        pairs.add(random_letters(generator_, 40 + 10 * i, 4), random_letters(generator_, (1 << 17) + 1 + i, 4));
    check_pairs(pairs, plan::lcs_subsequence);
}

TEST_F(cuda_devices, sets)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 60; ++i)
        pairs.add(random_letters(generator_, random_size(generator_, 90), 4),
                  random_letters(generator_, i == 7 ? 4500 : random_size(generator_, 50), 5));
    std::vector<packing::packed_sequence_view> const first(pairs.packed_first.begin(), pairs.packed_first.end());
    std::vector<packing::packed_sequence_view> const second(pairs.packed_second.begin(), pairs.packed_second.end());
    for (plan::sequence_sets const & sets : {plan::sequence_sets{first}, plan::sequence_sets{first, second}})
    {
        std::vector<std::uint64_t> const expected =
            sets.is_one_set() ? lcs::all_pairs(first, on_cpu) : lcs::all_pairs(first, second, on_cpu);
        for (std::vector<unsigned> const & devices : device_lists())
        {
            set_devices(256, 32, 64);
            cuda::cuda_backend const backend{};
            std::vector<std::uint64_t> lengths(sets.pair_count());
            backend.compute(backend::set_request{sets, plan::metric::lcs, lengths}, on(devices));
            EXPECT_EQ(lengths, expected) << devices.size();
            expect_only(devices);
        }
    }
}

TEST_F(cuda_devices, batches_of_a_search)
{
    constexpr std::size_t batches = 20;
    auto const query = packing::pack(random_letters(generator_, 60, 4));
    std::vector<packing::packed_sequence> subjects{};
    for (unsigned i = 0; i < 40; ++i)
        subjects.push_back(packing::pack(random_letters(generator_, 30 + i, 4)));
    plan::pair_source source{.max_sizes = std::vector<std::uint64_t>(batches, 70), .cells = batches};
    source.produce = [&](std::size_t const batch_number, plan::pair_batch & batch)
    {
        for (std::size_t i = 0; i < subjects.size(); ++i)
        {
            batch.pairs.push_back({query, subjects[i], 25});
            batch.ids.push_back(batch_number * subjects.size() + i);
        }
        batch.cells = 1;
    };
    std::vector<std::uint64_t> expected(batches * subjects.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        std::uint64_t const length = lcs::length(query, subjects[i % subjects.size()], on_cpu);
        expected[i] = length < 25 ? 0 : length;
    }
    for (std::vector<unsigned> const & devices : device_lists())
    {
        set_devices(256, 32, 64);
        std::vector<std::uint64_t> found(expected.size());
        source.consume = [&](std::size_t, std::span<plan::pair_value const> const some)
        {
            for (plan::pair_value const & one : some)
                found[one.id] += one.value;
        };
        cuda::cuda_backend const backend{};
        backend.compute(backend::source_request{source}, on(devices));
        EXPECT_EQ(found, expected) << devices.size();
        expect_only(devices);
    }
}

#if defined(SEQAN3_GPULCS_EMULATION)

// The automatic choice does so as well. Pairs with free ends do not fit into batches, and these are too small to be divided.
TEST_F(cuda_devices, large_pairs_at_the_same_time)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 4; ++i)
        pairs.add(random_letters(generator_, 2060 + i, 4), random_letters(generator_, 125'000, 4));
    auto const views = pairs.views();
    plan::comparison wanted = plan::edit_distance;
    wanted.ends = {.second_leading = true, .second_trailing = true};
    cpu::cpu_backend const cpu{};
    auto const expected = backend::compare(cpu, views, wanted, on_cpu);

    set_devices(256, 256, 256);
    cuda::cuda_backend const cuda{};
    ASSERT_EQ(cuda.state(true), plan::device_state::started);
    auto const typical_costs = [](plan::execution const & given, plan::device_state)
    {
        return plan::costs_before_start(plan::available_threads(given));
    };
    dispatch::router const automatic{cpu, cuda, {typical_costs, similar::estimate_cpu_part}};
    auto const found = backend::compare(automatic, views, wanted, {.devices = {0, 2}, .threads = 2});
    for (std::size_t i = 0; i < views.size(); ++i)
    {
        EXPECT_EQ(found[i].distance, expected[i].distance) << i;
        EXPECT_EQ(found[i].second, expected[i].second) << i;
        EXPECT_EQ(found[i].backend, plan::backend::cuda) << i;
    }
    expect_only({0, 2});
    EXPECT_GT(emulation::launch_count(0), 0u);
    EXPECT_GT(emulation::launch_count(2), 0u);
}

#endif

// Through the entry points: the backend that lives as long as the program finds these devices.
TEST_F(cuda_devices, primers_and_matches)
{
    for (std::uint64_t const differences : {2u, 9u})
    {
        auto const target = random_letters(generator_, 1200, 4);
        auto const related = reference::mutate(generator_, target, 4, 100);
        auto const packed_target = packing::pack(target);
        auto const packed_background = packing::pack(related);
        primer::target const whole{packed_target};
        primer::options const options{.differences = differences};
        auto const expected = primer::compute_with_matches(whole, packed_background, options, on_cpu);
        for (std::vector<unsigned> const & devices : device_lists())
        {
            set_devices(256, 32, 64);
            auto const found = primer::compute_with_matches(whole, packed_background, options, on(devices));
            EXPECT_EQ(found.lengths, expected.lengths) << devices.size();
            EXPECT_EQ(found.matches, expected.matches) << devices.size();
            expect_only(devices);
        }
    }
}

#if defined(SEQAN3_GPULCS_EMULATION)

// Threads of devices mostly wait, so the processors of the host do not limit the devices.
TEST_F(cuda_devices, more_than_processors)
{
    std::vector<unsigned> numbers(plan::available_threads({}) + 1);
    std::iota(numbers.begin(), numbers.end(), 0u);
    emulation::set_devices(std::vector<cudaDeviceProp>(numbers.size(), emulation::default_device()));
    cuda::cuda_backend const backend{};
    EXPECT_EQ(backend.choose_devices({}, 1e6), numbers);
    EXPECT_EQ(backend.choose_devices({.devices = numbers}, 0), numbers);

    letter_pairs pairs{};
    for (unsigned i = 0; i < 2000; ++i)
        pairs.add(random_letters(generator_, 20, 4), random_letters(generator_, 20, 4));
    auto const views = pairs.views();
    plan::execution execution = on(numbers);
    execution.threads = 0;
    auto const found = backend::compare(backend, views, plan::lcs_length, execution);
    std::vector<std::uint64_t> const expected = lengths_on_cpu(views);
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_EQ(found[i].length, expected[i]) << i;
}

// What does not fit on the small ones is computed by the large one.
TEST_F(cuda_devices, small_ones)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 40; ++i)
        pairs.add(random_letters(generator_, 4200 + random_size(generator_, 300), 4),
                  random_letters(generator_, 4200 + random_size(generator_, 300), 4));
    auto const views = pairs.views();
    std::vector<std::uint64_t> const expected = lengths_on_cpu(views);
    for (std::size_t large = 0; large < 3; ++large)
    {
        std::vector<cudaDeviceProp> devices(3, emulation::default_device());
        for (std::size_t i = 0; i < 3; ++i)
            devices[i].totalGlobalMem = i == large ? 64 << 20 : i == (large + 1) % 3 ? 3000 : 100'000;
        emulation::set_devices(devices);
        cuda::cuda_backend const backend{};
        auto const found = backend::compare(backend, views, plan::lcs_length, on({0, 1, 2}));
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_EQ(found[i].length, expected[i]) << i;
        EXPECT_EQ(emulation::launch_count(static_cast<int>((large + 1) % 3)), 0u);

        std::vector<packing::packed_sequence_view> set(pairs.packed_second.begin(), pairs.packed_second.end());
        for (packing::packed_sequence_view & sequence : set)
            sequence = {sequence.words(), 200, sequence.bits_per_letter(), sequence.letters()};
        plan::sequence_sets const sets{set};
        std::vector<std::uint64_t> lengths(sets.pair_count());
        backend.compute(backend::set_request{sets, plan::metric::lcs, lengths}, on({0, 1, 2}));
        EXPECT_EQ(lengths, lcs::all_pairs(set, on_cpu));
    }
}

// Two devices begin, and leave pairs after the pass that counts their cells. The caller's device computes them again.
TEST_F(cuda_devices, progress_where_memory_ends_after_a_pass)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 4; ++i)
        pairs.add(random_letters(generator_, 2060 + i, 4), random_letters(generator_, (1 << 17) + 1, 4));
    auto const views = pairs.views();
    auto const expected = backend::compare(dispatch::find_backend(on_cpu), views, plan::lcs_subsequence, on_cpu);
    for (std::uint64_t nth = 3; nth <= 6; ++nth)
    {
        set_devices(256, 256, 256);
        cuda::cuda_backend const backend{};
        ASSERT_EQ(backend.state(true), plan::device_state::started);
        emulation::fail(emulation::call::allocate_host, cudaErrorMemoryAllocation, nth, 2);
        auto const found = backend::compare(backend, views, plan::lcs_subsequence, on({0, 1}));
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_TRUE(found[i].path == expected[i].path) << i << " with allocation " << nth;
    }
}

// A device that others have filled has no memory even for a context.
TEST_F(cuda_devices, one_without_a_context_is_left_out)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 3; ++i)
        pairs.add(random_letters(generator_, 40, 4), random_letters(generator_, (1 << 17) + 1, 4));
    auto const views = pairs.views();
    emulation::fail(emulation::call::allocate_host, cudaErrorMemoryAllocation, 1, 1);
    cuda::cuda_backend const of_pairs{};
    auto const found = backend::compare(of_pairs, views, plan::lcs_subsequence, on({0, 1, 2}));
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_TRUE(found[i].path == lcs::subsequence(views[i].first, views[i].second, on_cpu)) << i;

    letter_pairs others{};
    for (unsigned i = 0; i < 60; ++i)
        others.add(random_letters(generator_, 50, 4), random_letters(generator_, 1, 4));
    std::vector<packing::packed_sequence_view> const set(others.packed_first.begin(), others.packed_first.end());
    plan::sequence_sets const sets{set};
    std::vector<std::uint64_t> lengths(sets.pair_count());
    set_devices(256, 32, 64);
    emulation::fail(emulation::call::allocate_host, cudaErrorMemoryAllocation, 1, 1);
    cuda::cuda_backend const of_sets{};
    of_sets.compute(backend::set_request{sets, plan::metric::lcs, lengths}, on({2, 0, 1}));
    EXPECT_EQ(lengths, lcs::all_pairs(set, on_cpu));
    EXPECT_EQ(emulation::launch_count(2), 0u);
}

// With any device that fails, at any time: the error names it, and the next call works without it.
TEST_F(cuda_devices, one_that_fails)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 1200; ++i)
        pairs.add(random_letters(generator_, 20, 4), random_letters(generator_, 20, 4));
    auto const views = pairs.views();
    std::vector<std::uint64_t> const expected = lengths_on_cpu(views);
    for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
        for (std::uint64_t const launches : {0u, 1u, 2u})
        {
            set_devices(256, 256, 256);
            cuda::cuda_backend const backend{};
            EXPECT_EQ(backend.state(true), plan::device_state::started);
            emulation::fail_device(1, cudaErrorECCUncorrectable, launches);
            bool has_failed = false;
            try
            {
                // The other device may have computed everything before the failing one is asked.
                auto const found =
                    backend::compare(backend, views, wanted, on(launches == 2 ? std::vector{1u} : std::vector{0u, 1u}));
                for (std::size_t i = 0; i < found.size(); ++i)
                    EXPECT_EQ(found[i].length, expected[i]);
            }
            catch (device_error const & problem)
            {
                has_failed = true;
                EXPECT_NE(std::string{problem.what()}.find("CUDA device 1"), std::string::npos) << problem.what();
            }
            EXPECT_TRUE(has_failed || launches != 2);
            auto const found = backend::compare(backend, views, wanted, on({0, 2}));
            for (std::size_t i = 0; i < found.size(); ++i)
                EXPECT_EQ(found[i].length, expected[i]);
        }
}

#endif

TEST_F(cuda_devices, stop)
{
    letter_pairs pairs{};
    for (unsigned i = 0; i < 3000; ++i)
        pairs.add(random_letters(generator_, 20, 4), random_letters(generator_, 20, 4));
    std::stop_source source{};
    source.request_stop();
    plan::execution execution = on(device_lists().back());
    execution.stop = source.get_token();
    cuda::cuda_backend const backend{};
    EXPECT_THROW(backend::compare(backend, pairs.views(), plan::lcs_length, execution), operation_stopped);
}
