// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/similar/similar_pair.hpp"
#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/bidirectional_band.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"
#include "unit/cuda/compared_metric.hpp"
#include "unit/cuda/divided_devices.hpp"

using namespace seqan3_gpulcs;
using reference::random_letters;
using reference::random_size;

// Bands of similar sequences, whose strips go round the devices.
class cuda_divided_band : public divided_devices
{
protected:
    void SetUp() override
    {
        divided_devices::SetUp();
        if (!IsSkipped() && !HasFatalFailure())
            set_similar(min_size + random_size(generator, 2 * max_size), 4);
    }

    void set_similar(std::size_t const rows, unsigned const alphabet)
    {
        set_similar(rows, alphabet, 20 + random_size(generator, 200));
    }

    // With a mutation for some letters each.
    void set_similar(std::size_t const rows, unsigned const alphabet, std::size_t const distance)
    {
        first_letters = random_letters(generator, rows, alphabet);
        second_letters = reference::mutate(generator, first_letters, alphabet, distance);
        first = packing::pack(first_letters);
        second = packing::pack(second_letters);
        value = value_on_cpu(pair(), metric);
    }

    cuda::strip_plan random_plan(std::uint64_t const bound, cuda::kernel_shape const & shape, std::size_t const count)
    {
        cuda::strip_plan plan{.shape = shape, .warps_per_block = static_cast<unsigned>(1 + random_size(generator, 3))};
        set_waves(plan, count, 1);
        cut(plan, bound);
        return plan;
    }

    void set_waves(cuda::strip_plan & plan, std::size_t const count, unsigned const unit)
    {
        for (std::size_t i = 0; i < count; ++i)
            plan.wave_strips.push_back(unit * static_cast<unsigned>(1 + random_size(generator, 4)));
        plan.through_host = hands_over_through_host || !has_peer_access();
    }

    void cut(cuda::strip_plan & plan, std::uint64_t const bound)
    {
        cuda::cut_band(plan, cuda::outline_of(band_of(bound)), {first.size(), second.size()}, 1);
        plan.cells = 1;
    }

    plan::matrix_band band_of(std::uint64_t const bound)
    {
        return {first.size(), second.size(), bound, metric};
    }

    // With the alignment; of edit distances any.
    plan::comparison with_path()
    {
        plan::comparison wanted{.metric = metric, .with_path = true};
        if (metric == plan::metric::edit && generator() % 2 == 0)
            wanted.preference = plan::preference::diagonal_first;
        return wanted;
    }

    // In devices as they are, or as if they were slow: then all of them pay.
    std::optional<alignment::result>
    compute_in_band(plan::comparison const & wanted, std::uint64_t const bound, std::vector<unsigned> const & devices)
    {
        cuda::divided_contexts const lent{devices, contexts, control};
        cuda::scoped_device const first_one{devices.front()};
        cuda::strip_run run{first, second, lent.team()};
        return cuda::compute_in_band(run,
                                     {pair(), wanted, 1e9},
                                     bound,
                                     {{2, std::uint64_t{1} << 30}, lent.team(), contexts},
                                     control);
    }

    plan::metric metric{};
    std::uint64_t value{};
};

class cuda_divided_band_of_metric : public cuda_divided_band, public ::testing::WithParamInterface<plan::metric>
{
protected:
    void SetUp() override
    {
        metric = GetParam();
        cuda_divided_band::SetUp();
    }
};

INSTANTIATE_FOR_METRICS(cuda_divided_band_of_metric);

// The same as on one device, whatever the band is: in it there may be less than in the matrix.
TEST_P(cuda_divided_band_of_metric, values)
{
    for (cuda::kernel_shape const & shape : {cuda::kernel_shape{1, 8, 2}, {2, 16, 2}, {2, 16, 4}})
        for (std::size_t count = 1; count <= numbers.size(); ++count)
        {
            set_similar(min_size + random_size(generator, 2 * max_size), shape.bits == 2 ? 4 : 9);
            hands_over_through_host = !hands_over_through_host;
            std::uint64_t const strongest = strongest_bound(pair(), metric);
            std::uint64_t const shorter = std::min(first.size(), second.size());
            std::uint64_t const any = weaker_bound(pair(), strongest, random_size(generator, shorter), metric);
            for (std::uint64_t const bound : {value, strongest, any})
            {
                cuda::strip_plan const plan = random_plan(bound, shape, count);
                cuda::strip_plan alone{plan};
                alone.wave_strips.clear();
                cuda::divided_contexts const lent{random_devices(count), contexts, control};
                cuda::strip_run run{first, second, lent.team()};
                SCOPED_TRACE(::testing::Message() << count << " devices, " << first.size() << " x " << second.size()
                                                  << ", bound " << bound << ", first wave " << plan.wave_strips.front()
                                                  << (plan.through_host ? ", through the host" : ""));
                // Twice: no carries of the first pass may be taken.
                std::uint64_t const found = run.compute(plan, control);
                ASSERT_EQ(run.compute(plan, control), found);
                ASSERT_EQ(run.compute(alone, control), found);
                if (plan::reaches(value, bound, metric))
                {
                    ASSERT_EQ(found, value);
                }
            }
        }
}

// Fewer strips than devices, or than a wave; to each side of a strip and of a round; a band of few columns.
TEST_P(cuda_divided_band_of_metric, borders)
{
    std::size_t const count = std::min<std::size_t>(numbers.size(), 3);
    for (std::size_t const strips : {1u, 2u, 3u, 4u, 6u, 13u})
        for (std::size_t const rows : {strips * 1024 - 1, strips * 1024, strips * 1024 + 1})
        {
            set_similar(rows, 4);
            cuda::strip_plan const plan = random_plan(value, {1, 8, 2}, count);
            cuda::divided_contexts const lent{random_devices(count), contexts, control};
            EXPECT_EQ((cuda::strip_run{first, second, lent.team()}.compute(plan, control)), value) << rows;
        }
}

// Each part of a column, and each row, comes from the device that has it.
TEST_P(cuda_divided_band_of_metric, checkpoints_lead_to_the_alignment)
{
    plan::comparison const wanted = with_path();
    auto const expected = result_on_cpu(pair(), wanted).path;
    for (std::size_t count = 1; count <= numbers.size(); ++count)
    {
        cuda::strip_plan plan{.shape = {1, 8, 2}, .checkpoints = {2048, 512}, .warps_per_block = 2};
        set_waves(plan, count, 2);
        cut(plan, weaker_bound(pair(), value, random_size(generator, 100), metric));
        cuda::divided_contexts const lent{random_devices(count), contexts, control};
        cuda::strip_run run{first, second, lent.team()};
        ASSERT_EQ(run.compute(plan, control), value);
        cuda::device_checkpoints checkpoints{run.kept()};
        auto const tiles = plan::plan_traceback(wanted, plan.checkpoints, {first.size(), second.size()}, 1 << 30, 1);
        EXPECT_TRUE(traceback::find_alignment(pair(), wanted, tiles, control, &checkpoints).path == expected)
            << count << " devices, first wave " << plan.wave_strips.front();
        hands_over_through_host = !hands_over_through_host;
    }
}

// Each pass on some of the devices.
TEST_P(cuda_divided_band_of_metric, both_ends)
{
    for (std::size_t count = 2; count <= numbers.size(); ++count)
        for (std::uint64_t const bound : {value,
                                          weaker_bound(pair(), value, random_size(generator, 1000), metric),
                                          plan::weakest_bound(pair(), metric)})
        {
            cuda::divided_contexts const lent{random_devices(count), contexts, control};
            std::vector<cuda::stream_context *> const all = lent.team().all();
            auto const middle = all.begin() + static_cast<std::ptrdiff_t>((count + 1) / 2);
            cuda::context_team const others{{middle, all.end()}};
            std::vector<cuda::device_limits> limits{};
            for (cuda::stream_context const * const each : all)
                limits.push_back(each->limits);
            bool const through_host = hands_over_through_host || !has_peer_access();
            cuda::bidirectional_band_plan const plan =
                cuda::plan_bidirectional_band(band_of(bound),
                                              pair(),
                                              {std::span{limits}.first((count + 1) / 2), through_host},
                                              {std::span{limits}.last(count / 2), through_host});
            ASSERT_FALSE(plan.backward.band.empty());
            cuda::strip_run run{first, second, lent.team()};
            // Before and after it, a pass on all of them.
            cuda::strip_plan const whole = random_plan(value, {1, 8, 2}, count);
            ASSERT_EQ(run.compute(whole, control), value);
            EXPECT_EQ((cuda::compute_band_from_both_ends(plan, run, others, control, 0).value), value)
                << count << " devices, bound " << bound;
            EXPECT_EQ(run.compute(whole, control), value) << count << " devices, bound " << bound;
            std::uint64_t bytes = 0;
            for (cuda::stream_context const * const each : all)
                bytes += each->bytes();
            EXPECT_EQ(run.device_bytes(), bytes);
            hands_over_through_host = !hands_over_through_host;
        }
}

// A bound that is too strong leads to a second pass; it may have other devices.
TEST_P(cuda_divided_band_of_metric, any_bound)
{
    plan::comparison const traced = with_path();
    auto const expected = result_on_cpu(pair(), traced).path;
    for (std::uint64_t const bound : {value,
                                      weaker_bound(pair(), value, 70, metric),
                                      stronger_bound(pair(), value, 1, metric),
                                      strongest_bound(pair(), metric)})
        for (plan::comparison const & wanted : {plan::comparison{.metric = metric}, traced})
        {
            double const before = control.cells_done();
            auto const found = compute_in_band(wanted, bound, random_devices(numbers.size()));
            ASSERT_TRUE(found);
            EXPECT_EQ(plan::value_of(*found, metric), value) << "bound " << bound;
            EXPECT_TRUE(!wanted.with_path || found->path == expected) << "bound " << bound;
            EXPECT_NEAR(control.cells_done() - before, pair().cells(), 1);
        }
}

TEST_P(cuda_divided_band_of_metric, stop)
{
    std::stop_source source{};
    source.request_stop();
    plan::execution const stopped{.stop = source.get_token()};
    runtime::task_control of_stopped{stopped, 1.0};
    cuda::strip_plan const plan = random_plan(value, {1, 8, 2}, numbers.size());
    cuda::divided_contexts const lent{random_devices(numbers.size()), contexts, control};
    cuda::strip_run run{first, second, lent.team()};
    EXPECT_THROW(run.compute(plan, of_stopped), operation_stopped);
    EXPECT_EQ(run.compute(plan, control), value);
}

#if defined(SEQAN3_GPULCS_EMULATION)

// In waves, and from both ends: the other devices do not wait for ever.
TEST_F(cuda_divided_band, a_device_that_fails_is_named)
{
    cuda::strip_plan plan = random_plan(value, {1, 8, 2}, 3);
    plan.wave_strips.assign(3, 1);
    cuda::device_limits const limits = cuda::limits_of(0);
    auto const both_ends =
        cuda::plan_bidirectional_band(plan::matrix_band{first.size(), second.size(), value}, pair(), limits, limits);
    std::vector<unsigned> const devices = random_devices(3);
    emulation::slice = 1000;
    for (std::size_t const failing : {0u, 1u})
        for (bool const is_single : {false, true})
        {
            unsigned const failed = devices[failing];
            cuda::divided_contexts const lent{devices, contexts, control};
            cuda::strip_run run{first, second, lent.team()};
            emulation::fail_device(static_cast<int>(failed), cudaErrorECCUncorrectable, 0);
            try
            {
                if (is_single)
                    run.compute(plan, control);
                else
                    cuda::compute_band_from_both_ends(both_ends, run, *lent.team().all()[1], control, 0);
                FAIL();
            }
            catch (device_error const & error)
            {
                std::string const message{error.what()};
                EXPECT_NE(message.find("CUDA device " + std::to_string(failed)), std::string::npos) << message;
            }
            emulation::fail_device(static_cast<int>(failed), cudaSuccess, 0);
        }
    cuda::divided_contexts const lent{devices, contexts, control};
    EXPECT_EQ((cuda::strip_run{first, second, lent.team()}.compute(plan, control)), value);
}

TEST_F(cuda_divided_band, has_as_many_devices_as_pay)
{
    std::vector<cudaDeviceProp> devices(4, emulation::default_device());
    for (cudaDeviceProp & device : devices)
    {
        device.multiProcessorCount = 1;
        device.sharedMemPerBlockOptin = 600; // for one warp
    }
    devices[1].totalGlobalMem = 20'000;
    emulation::set_devices(devices);
    auto const expect_launches = [](std::vector<std::uint64_t> const & expected)
    {
        std::vector<std::uint64_t> found{};
        for (int device = 0; device < static_cast<int>(expected.size()); ++device)
            found.push_back(emulation::launch_count(device));
        EXPECT_EQ(found, expected);
    };
    auto const expect_found =
        [&](plan::comparison const & wanted, std::uint64_t const bound, std::vector<unsigned> const & some)
    {
        EXPECT_EQ(compute_in_band(wanted, bound, some)->length, value);
    };
    set_similar(20'000, 4, 200);
    // Some strips run at a time.
    expect_found(plan::lcs_subsequence, value - 4000, {2, 0});
    expect_launches({1, 0, 1, 0});
    // One has no memory for it.
    expect_found(plan::lcs_subsequence, value - 4000, {2, 1});
    expect_launches({1, 0, 2, 0});

    // Through the host, columns take longer than on one device.
    emulation::set_peer_access(false);
    expect_found(plan::lcs_subsequence, value - 4000, {2, 0});
    expect_launches({1, 0, 3, 0});
    // Passes from both ends need nothing from each other.
    expect_found(plan::lcs_length, value, {2, 0});
    expect_launches({2, 0, 4, 0});
    expect_found(plan::lcs_length, value, {2, 1});
    expect_launches({2, 0, 5, 0});
    emulation::set_peer_access(true);
}

#endif
