// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "cuda/strip/divided_pair.hpp"
#include "cuda/strip/strip_pair.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/traceback/traceback.hpp"
#include "src/util/border_words.hpp"
#include "unit/cuda/compared_metric.hpp"
#include "unit/cuda/divided_devices.hpp"
#include "unit/cuda/lcs_increments.hpp"
#include "unit/cuda/matrix_memory.hpp"

using namespace seqan3_gpulcs;
using reference::random_size;

namespace
{

using letters = std::vector<std::uint8_t>;

} // namespace

class cuda_divided_pair : public divided_devices
{
protected:
    // Few words, so that there are many strips; waves of any size.
    cuda::strip_plan random_plan(std::size_t const count, bool const second_is_rows = false)
    {
        auto const & rows = second_is_rows ? second : first;
        auto const & columns = second_is_rows ? first : second;
        cuda::strip_plan plan{.second_is_rows = second_is_rows,
                              .warps_per_block = static_cast<unsigned>(1 + random_size(generator, 3)),
                              .part_rows = rows.size(),
                              .chunk_columns = columns.size()};
        std::vector<cuda::kernel_shape> shapes{};
        for (cuda::kernel_shape const & shape : cuda::kernel_shapes)
            if (shape.bits == packing::packed_sequence_view{columns}.bits_per_letter() && shape.words <= 2)
                shapes.push_back(shape);
        plan.shape = shapes[random_size(generator, shapes.size() - 1)];
        for (std::size_t i = 0; i < count; ++i)
            plan.wave_strips.push_back(static_cast<unsigned>(1 + random_size(generator, 4)));
        plan.through_host = hands_over_through_host || !has_peer_access();
        return plan;
    }

    // A computation on devices, with contexts of its own.
    cuda::matrix_run_result compute(cuda::pair_output const wanted,
                                    cuda::strip_plan const & plan,
                                    std::vector<unsigned> const & devices,
                                    runtime::task_control & of_run)
    {
        cuda::divided_contexts const lent{devices, contexts, of_run};
        EXPECT_TRUE(lent.are_lent());
        return cuda::matrix_run{{first, second, wanted}, plan, lent.team()}.compute(of_run);
    }

    cuda::matrix_run_result
    compute(cuda::pair_output const wanted, cuda::strip_plan const & plan, std::vector<unsigned> const & devices)
    {
        return compute(wanted, plan, devices, control);
    }

    void check_outputs(std::size_t const count)
    {
        std::uint64_t const expected = lcs::length(first, second, on_cpu);
        for (bool const second_is_rows : {false, true})
        {
            cuda::strip_plan const plan = random_plan(count, second_is_rows);
            SCOPED_TRACE(::testing::Message()
                         << count << " devices, " << first.size() << " x " << second.size() << ", words "
                         << plan.shape.words << ", first wave " << plan.wave_strips.front()
                         << (plan.through_host ? ", through the host" : ""));
            std::vector<unsigned> const devices = random_devices(count);
            double const before = control.cells_done();
            ASSERT_EQ(compute(cuda::pair_output::only_value, plan, devices).value, expected);
            EXPECT_NEAR(control.cells_done() - before, pair().cells(), 1);
            if (second_is_rows)
                continue;
            cuda::matrix_run_result const found = compute(cuda::pair_output::border, plan, devices);
            ASSERT_EQ(found.value, expected);
            ASSERT_TRUE(lcs_increments(found, first.size()) == lcs::prefix_increments(first, second, on_cpu));
        }
    }
};

TEST_F(cuda_divided_pair, length_and_increments)
{
    for (std::size_t count = 1; count <= numbers.size(); ++count)
    {
        check_outputs(count);
        hands_over_through_host = !hands_over_through_host;
    }
}

TEST_F(cuda_divided_pair, wide_alphabets)
{
    for (unsigned const alphabet : {12u, 60u})
    {
        set_sizes(min_size, 200 + random_size(generator, 200), alphabet);
        check_outputs(numbers.size());
    }
}

// Fewer strips than devices; one to each side of a strip, a wave and a round; few columns.
TEST_F(cuda_divided_pair, borders)
{
    std::size_t const count = std::min<std::size_t>(numbers.size(), 3);
    for (std::size_t const strips : {1u, 2u, 3u, 5u, 6u, 12u})
        for (std::size_t const rows : {strips * 1024 - 1, strips * 1024, strips * 1024 + 1})
        {
            set_sizes(rows, 1 + random_size(generator, 70), 4);
            cuda::strip_plan plan = random_plan(count);
            plan.shape = {1, 16, 2};
            plan.wave_strips.assign(count, static_cast<unsigned>(1 + random_size(generator, 1)));
            SCOPED_TRACE(::testing::Message() << first.size() << " x " << second.size());
            cuda::matrix_run_result const found = compute(cuda::pair_output::border, plan, random_devices(count));
            ASSERT_EQ(found.value, lcs::length(first, second, on_cpu));
            ASSERT_TRUE(lcs_increments(found, first.size()) == lcs::prefix_increments(first, second, on_cpu));
        }
}

// More strips than warps, on a device too.
TEST_F(cuda_divided_pair, many_rounds)
{
    if constexpr (on_emulation)
        set_sizes(20'000 + random_size(generator, 5000), 300, 4);
    else
        set_sizes(900'000 + random_size(generator, 5000), 50'000, 4);
    std::uint64_t const expected = lcs::length(first, second, on_cpu);
    for (bool const through_host : {false, true})
    {
        cuda::strip_plan plan = random_plan(numbers.size());
        plan.shape = {1, 16, 2};
        plan.through_host = through_host || !has_peer_access();
        EXPECT_EQ(compute(cuda::pair_output::only_value, plan, numbers).value, expected);
        plan.wave_strips.assign(numbers.size(), 60);
        EXPECT_EQ(compute(cuda::pair_output::only_value, plan, numbers).value, expected);
    }
}

// With little memory there are several launches of all devices.
TEST_F(cuda_divided_pair, parts_of_rows_and_chunks_of_columns)
{
    for (bool const second_is_rows : {false, true})
    {
        cuda::strip_plan plan = random_plan(numbers.size(), second_is_rows);
        plan.part_rows = plan.shape.strip_rows() * (1 + random_size(generator, 2));
        plan.chunk_columns = 64 * (1 + random_size(generator, 40));
        std::uint64_t const expected = lcs::length(first, second, on_cpu);
        EXPECT_EQ(compute(cuda::pair_output::only_value, plan, random_devices(numbers.size())).value, expected);
        if (second_is_rows)
            continue;
        cuda::matrix_run_result const found = compute(cuda::pair_output::border, plan, random_devices(numbers.size()));
        EXPECT_EQ(found.value, expected);
        EXPECT_TRUE(lcs_increments(found, first.size()) == lcs::prefix_increments(first, second, on_cpu));
    }
}

// Each part of a column, and each row: from the device that has it.
TEST_F(cuda_divided_pair, checkpoints)
{
    cuda::strip_plan plan = random_plan(numbers.size());
    plan.shape = {1, 16, 2};
    plan.checkpoints = {2048, 2048};
    for (unsigned & strips : plan.wave_strips)
        strips += strips % 2;
    runtime::task_control own_control{execution, 1e9};
    cuda::divided_contexts const lent{random_devices(numbers.size()), contexts, own_control};
    auto const found =
        cuda::matrix_run{{first, second, cuda::pair_output::checkpoints}, plan, lent.team()}.compute(own_control);
    cuda::device_checkpoints checkpoints{found.checkpoints};
    for (std::uint64_t i = 0; (i + 1) * 2048 < second.size(); ++i)
    {
        letters const prefix(second_letters.begin(), second_letters.begin() + static_cast<long>((i + 1) * 2048));
        auto const expected = lcs::prefix_increments(first, packing::pack(prefix), on_cpu);
        std::uint64_t const begin = 64 * random_size(generator, 40);
        std::vector<std::uint64_t> words(1 + random_size(generator, expected.size() - begin / 64 - 1));
        checkpoints.copy({i, begin, words}, {});
        for (std::size_t k = 0; k < words.size(); ++k)
            ASSERT_EQ(~words[k], expected[begin / 64 + k]) << "column " << i << ", from row " << begin;
    }
    for (std::uint64_t i = 0; (i + 1) * 2048 < first.size(); ++i)
    {
        letters const prefix(first_letters.begin(), first_letters.begin() + static_cast<long>((i + 1) * 2048));
        auto const expected = lcs::prefix_increments(second, packing::pack(prefix), on_cpu);
        std::vector<std::uint64_t> words(expected.size());
        checkpoints.copy({}, {i, 0, words});
        for (std::size_t k = 0; k < words.size(); ++k)
            ASSERT_EQ(util::reverse_bits(words[k]), expected[k]) << "row " << i;
    }
}

class cuda_divided_pair_of_metric : public cuda_divided_pair, public ::testing::WithParamInterface<plan::metric>
{};

INSTANTIATE_FOR_METRICS(cuda_divided_pair_of_metric);

TEST_P(cuda_divided_pair_of_metric, alignment)
{
    plan::comparison const wanted = compare(GetParam(), true);
    auto const expected = std::move(compute_pairs(wanted, {pair()}, on_cpu).front());
    for (std::size_t count = 1; count <= numbers.size(); ++count)
    {
        cuda::divided_contexts const lent{random_devices(count), contexts, control};
        alignment::result const found =
            cuda::find_alignment({pair(), wanted, execution}, lent.team(), contexts, control);
        EXPECT_EQ(plan::value_of(found, GetParam()), plan::value_of(expected, GetParam()));
        EXPECT_TRUE(found.path == expected.path) << count;
        EXPECT_GT(found.kernel_seconds, 0);
        EXPECT_GT(found.device_bytes, 0u);
    }
}

// Slabs of columns, as runs that are saved have them, some rows and then the others, with their checkpoints. With these distances,
// the second part begins with few rows before the first row that is kept, so that not every device has some of them.
TEST_P(cuda_divided_pair_of_metric, parts_of_a_matrix)
{
    alignment::sequence_pair const views = pair();
    backend::backend_interface const & on_host = dispatch::find_backend(on_cpu);
    matrix_memory expected{views, {4096, 2048}, GetParam()};
    matrix_memory found = expected;
    std::uint64_t const middle = 2048 * random_size(generator, 1);
    for (plan::matrix_region const & region : {plan::matrix_region{0, middle, 0, 2048},
                                               plan::matrix_region{middle, first.size(), 0, 2048},
                                               plan::matrix_region{0, middle, 2048, second.size()},
                                               plan::matrix_region{middle, first.size(), 2048, second.size()}})
    {
        if (region.rows() == 0)
            continue;
        backend::compute_part(on_host, expected.part(views, region), on_cpu);
        plan::matrix_part const part = found.part(views, region);
        cuda::divided_contexts const lent{random_devices(numbers.size()), contexts, control};
        cuda::compute_part(part, lent.team(), contexts, control);
        matrix_memory one = found;
        matrix_memory other = expected;
        one.clear_undefined();
        other.clear_undefined();
        EXPECT_EQ(one.vertical, other.vertical);
        EXPECT_EQ(one.horizontal, other.horizontal);
        EXPECT_EQ(one.columns, other.columns);
        EXPECT_EQ(one.rows, other.rows);
    }
}

// A second computation would hold a device for which the first one waits.
TEST_F(cuda_divided_pair, one_at_a_time)
{
    std::vector<unsigned> const devices = random_devices(numbers.size());
    {
        cuda::divided_contexts const lent{devices, contexts, control};
        EXPECT_TRUE(lent.are_lent());
        EXPECT_EQ(lent.team().all().size(), devices.size());
        EXPECT_FALSE((cuda::divided_contexts{devices, contexts, control}).are_lent());
    }
    EXPECT_TRUE((cuda::divided_contexts{devices, contexts, control}).are_lent());
}

// Also while the kernels run: their warps wait for one another.
TEST_F(cuda_divided_pair, stop_and_callback)
{
#if defined(SEQAN3_GPULCS_EMULATION)
    emulation::slice = 1000;
#else
    set_sizes(900'000, 1'000'000, 4);
#endif
    std::vector<unsigned> const devices = random_devices(numbers.size());
    std::stop_source source{};
    plan::execution stopped{.stop = source.get_token()};
    stopped.on_progress = [&](plan::progress const &)
    {
        source.request_stop();
    };
    auto const caller = std::this_thread::get_id();
    struct enough
    {};
    plan::execution with_callback{};
    with_callback.on_progress = [caller](plan::progress const &)
    {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        throw enough{};
    };
    cuda::strip_plan const plan = random_plan(numbers.size());
    runtime::task_control of_stopped{stopped, 1.0};
    runtime::task_control of_callback{with_callback, 1.0};
    std::this_thread::sleep_for(std::chrono::milliseconds{110});
    EXPECT_THROW(compute(cuda::pair_output::only_value, plan, devices, of_stopped), operation_stopped);
    EXPECT_THROW(compute(cuda::pair_output::only_value, plan, devices, of_callback), enough);
    EXPECT_EQ(compute(cuda::pair_output::only_value, plan, devices).value, lcs::length(first, second, on_cpu));
}

#if defined(SEQAN3_GPULCS_EMULATION)

// With any launch, or while the launches run: the others do not wait for ever.
TEST_F(cuda_divided_pair, a_device_that_fails_is_named)
{
    cuda::strip_plan plan = random_plan(3);
    plan.wave_strips.assign(3, 1);
    plan.chunk_columns = 1024;
    std::vector<unsigned> const devices = random_devices(3);
    emulation::slice = 1000;
    for (unsigned const failing : devices)
        for (bool const while_running : {false, true})
        {
            plan::execution failing_later{};
            failing_later.on_progress = [&](plan::progress const &)
            {
                emulation::fail_device(static_cast<int>(failing), cudaErrorECCUncorrectable, 0);
            };
            runtime::task_control own_control{failing_later, 1.0};
            if (while_running)
                std::this_thread::sleep_for(std::chrono::milliseconds{110});
            else
                emulation::fail_device(static_cast<int>(failing),
                                       cudaErrorECCUncorrectable,
                                       1 + random_size(generator, second.size() / 1024 - 1));
            try
            {
                compute(cuda::pair_output::only_value, plan, devices, own_control);
                FAIL();
            }
            catch (device_error const & error)
            {
                std::string const message{error.what()};
                EXPECT_NE(message.find("CUDA device " + std::to_string(failing)), std::string::npos) << message;
            }
            emulation::fail_device(static_cast<int>(failing), cudaSuccess, 0);
        }
    EXPECT_EQ(compute(cuda::pair_output::only_value, plan, devices).value, lcs::length(first, second, on_cpu));
}

TEST_F(cuda_divided_pair, the_plan_asks_for_peer_access)
{
    for (bool const can : {true, false})
    {
        emulation::set_peer_access(can);
        cuda::divided_contexts const lent{random_devices(3), contexts, control};
        cuda::matrix_run const run = cuda::prepare_matrix_run({first, second}, lent.team());
        EXPECT_EQ(run.plan().through_host, !can);
        EXPECT_EQ(run.plan().wave_strips.size(), 3u);
        EXPECT_EQ(cuda::find_value(pair(), plan::metric::lcs, lent.team(), contexts, control).length,
                  lcs::length(first, second, on_cpu));
    }
}

TEST_F(cuda_divided_pair, devices_that_are_of_no_use_are_left_out)
{
    std::vector<cudaDeviceProp> devices(3, emulation::default_device());
    devices[0].multiProcessorCount = 66;
    devices[1].multiProcessorCount = devices[2].multiProcessorCount = 132;
    emulation::set_devices(devices);
    std::vector<std::uint8_t> const many(4'000'000, 1);
    packing::packed_sequence const large = packing::pack(many);
    cuda::strip_request const request{large, large};
    EXPECT_EQ(cuda::divide_pair(request, numbers = {0, 1, 2}, 1), (std::vector{1u, 2u, 0u}));
    EXPECT_EQ(cuda::divide_pair(request, numbers = {1}, 1), std::vector<unsigned>{});
    EXPECT_EQ(cuda::divide_pair({first, second}, numbers = {1, 2}, 1), std::vector<unsigned>{});

    // Through the host, columns take longer than on one device.
    emulation::set_peer_access(false);
    EXPECT_EQ(cuda::divide_pair(request, numbers = {0, 1, 2}, 1), std::vector<unsigned>{});
    emulation::set_peer_access(true);

    // No memory for anything.
    devices[0].totalGlobalMem = 1000;
    emulation::set_devices(devices);
    EXPECT_EQ(cuda::divide_pair(request, numbers = {0, 1, 2}, 1), (std::vector{1u, 2u}));
    EXPECT_EQ(cuda::divide_pair(request, numbers = {0, 1}, 1), std::vector<unsigned>{});
}

TEST_F(cuda_divided_pair, small_pairs_have_one_device)
{
    alignment::sequence_pair const views = pair();
    cuda::cuda_backend const backend{};
    EXPECT_EQ(backend::compare(backend, {&views, 1}, plan::lcs_length, {.threads = 3}).front().length,
              lcs::length(first, second, on_cpu));
    EXPECT_EQ(emulation::launch_count(1) + emulation::launch_count(2), 0u);
    EXPECT_GT(emulation::launch_count(0), 0u);
}

#endif
