// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <reference/instrumented.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "cuda/runtime/peer_buffer.hpp"
#include "cuda/similar/similar_pair.hpp"
#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/band_run.hpp"
#include "cuda/strip/bidirectional_band.hpp"
#include "cuda/strip/divided_pair.hpp"
#include "cuda/strip/kept_band.hpp"
#include "cuda/strip/strip_pair.hpp"
#include "cuda/strip/strip_waves.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/plan/column_chunks.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"
#include "src/util/border_words.hpp"
#include "unit/cuda/compared_metric.hpp"
#include "unit/cuda/device_test.hpp"
#include "unit/cuda/lcs_increments.hpp"

using namespace seqan3_gpulcs;
using plan::interval;
using reference::random_letters;
using reference::random_size;

namespace
{

using letters = std::vector<std::uint8_t>;

constexpr cuda::device_limits large_device{.compute_capability = 90,
                                           .multiprocessors = 132,
                                           .clock_hz = 1'980'000'000,
                                           .shared_bytes_per_block = 227 << 10,
                                           .memory_bytes = std::uint64_t{140} << 30};

plan::execution const on_cpu{.backend = plan::backend::cpu};

constexpr unsigned max_devices{4};

// The device of each strip: one strip after the other, wave by wave. If rows are kept, the first wave has a strip less.
std::vector<std::size_t> deal(std::vector<unsigned> const & wave_strips, unsigned const strips, bool const keeps_rows)
{
    std::vector<std::size_t> owners{};
    for (std::size_t device = 0, left = wave_strips.front() - (keeps_rows ? 1 : 0); owners.size() < strips; --left)
    {
        while (left == 0)
        {
            device = (device + 1) % wave_strips.size();
            left = wave_strips[device];
        }
        owners.push_back(device);
    }
    return owners;
}

using words = std::vector<std::uint64_t>;

// Borders and checkpoints of a matrix.
struct matrix_memory
{
    matrix_memory(alignment::sequence_pair const & pair,
                  plan::checkpoint_grid const & wanted,
                  plan::metric const compared = plan::metric::lcs) :
        metric{compared},
        grid{wanted},
        whole{0, pair.first.size(), 0, pair.second.size()},
        vertical(plan::left_border(compared, whole.rows())),
        horizontal(plan::upper_border(compared, whole.columns())),
        columns(plan::checkpoint_count({0, pair.second.size()}, pair.second.size(), grid.column_spacing)
                * whole.row_words() * border_words()),
        rows(plan::checkpoint_count({0, pair.first.size()}, pair.first.size(), grid.row_spacing) * whole.column_words()
             * border_words())
    {}

    unsigned border_words() const noexcept
    {
        return plan::border_words(metric);
    }

    plan::matrix_part part(alignment::sequence_pair const & pair, plan::matrix_region const & region)
    {
        plan::matrix_part one{.rows = pair.first, .columns = pair.second, .region = region};
        one.borders = {
            std::span{vertical}.subspan(region.row_begin / 64 * border_words(), region.row_words() * border_words()),
            std::span{horizontal}.subspan(region.column_begin / 64 * border_words(),
                                          region.column_words() * border_words())};
        one.kept = {grid, whole, columns.data(), rows.data(), metric};
        one.metric = metric;
        return one;
    }

    // What is left undefined: the state of rows that do not exist, and their carries.
    void clear_undefined()
    {
        if (metric == plan::metric::lcs)
            return;
        horizontal.clear();
        if (whole.row_end % 64 == 0)
            return;
        std::uint64_t const existing = ~(~std::uint64_t{0} << whole.row_end % 64);
        for (words * const kept : {&vertical, &columns})
            for (std::size_t end = whole.row_words() * 2; end <= kept->size(); end += whole.row_words() * 2)
                for (std::size_t i = end - 2; i < end; ++i)
                    (*kept)[i] &= existing;
    }

    friend bool operator==(matrix_memory const & one, matrix_memory const & other)
    {
        return one.vertical == other.vertical && one.horizontal == other.horizontal && one.columns == other.columns
            && one.rows == other.rows;
    }

    plan::metric metric;
    plan::checkpoint_grid grid;
    plan::matrix_region whole;
    words vertical, horizontal, columns, rows;
};

// Some chunks of columns of a whole matrix; others come when they are waited for.
class listed_chunks final : public plan::column_chunks
{
public:
    listed_chunks(alignment::sequence_pair const & pair,
                  matrix_memory & memory,
                  std::vector<interval> const & columns,
                  std::mt19937_64 & generator) :
        pair_{pair},
        memory_{memory},
        generator_{generator}
    {
        for (interval const & some : columns)
            parts_.push_back(memory.part(pair, {0, pair.first.size(), some.begin, some.end}));
    }

    plan::matrix_part outline() const override
    {
        plan::matrix_part all = memory_.part(pair_, memory_.whole);
        all.region.column_begin = done_ == parts_.size() ? all.region.column_end : parts_[done_].region.column_begin;
        return all;
    }

    double cells_done() const override
    {
        double cells = 0;
        for (std::size_t i = 0; i < done_; ++i)
            cells += parts_[i].cells();
        return cells;
    }

    plan::matrix_part const * next(bool const waits) override
    {
        if (given_ == parts_.size() || (!waits && !on_second && random_size(generator_, 1) == 0))
            return nullptr;
        if (given_ != done_)
        {
            ++overlapping;
            if (on_second)
                on_second();
        }
        return &parts_[given_++];
    }

    void finish(plan::source_statistics const & statistics) override
    {
        EXPECT_LT(done_, given_);
        EXPECT_GE(statistics.kernel_seconds, 0);
        EXPECT_GT(statistics.device_bytes, 0u);
        // What a caller saves: V after this chunk, and not that after the next one.
        saved.push_back(memory_.vertical);
        ++done_;
    }

    void rewind() noexcept override
    {
        given_ = done_;
    }

    std::size_t overlapping{}; // Chunks that were taken while the one before was not done.
    std::function<void()> on_second{};
    std::vector<words> saved{};

private:
    alignment::sequence_pair pair_;
    matrix_memory & memory_;
    std::mt19937_64 & generator_;
    std::vector<plan::matrix_part> parts_{};
    std::size_t given_{};
    std::size_t done_{};
};

} // namespace

// What the kernel computes from the description, and what the host does, is the same.
TEST(cuda_strip_waves, go_round_the_devices)
{
    for (std::vector<unsigned> const & sizes : std::vector<
             std::vector<unsigned>>{{1}, {2}, {6}, {1, 1}, {2, 2}, {3, 2}, {4, 2}, {2, 8, 4}, {5, 1, 3}, {2, 2, 2, 2}})
        for (unsigned const strips : {1u, 2u, 3u, 4u, 5u, 13u, 14u, 15u, 16u, 60u})
        {
            SCOPED_TRACE(::testing::Message() << strips << " strips, " << sizes.size() << " devices");
            bool const keeps_rows = std::ranges::all_of(sizes,
                                                        [](unsigned const size)
                                                        {
                                                            return size % 2 == 0;
                                                        });
            cuda::strip_waves const waves{sizes, strips, keeps_rows};
            std::vector<std::size_t> const expected = deal(sizes, strips, keeps_rows);
            unsigned all = 0;
            for (std::size_t device = 0; device < sizes.size(); ++device)
            {
                cuda::strip_wave const wave = waves.describe(device);
                std::vector<unsigned> strips_of{};
                for (interval const & some : waves.strips_of(device))
                    for (std::uint64_t strip = some.begin; strip < some.end; ++strip)
                        strips_of.push_back(static_cast<unsigned>(strip));
                ASSERT_EQ(strips_of.size(), waves.strip_count(device));
                for (unsigned number = 0; number < strips_of.size(); ++number)
                {
                    unsigned const place = number + wave.missing;
                    EXPECT_EQ(strips_of[number],
                              place / wave.strips * wave.round_strips + wave.first + place % wave.strips);
                    EXPECT_EQ(expected.at(strips_of[number]), device);
                    EXPECT_EQ(waves.owner(strips_of[number]), device);
                }
                all += waves.strip_count(device);
            }
            EXPECT_EQ(all, strips);
        }
    cuda::strip_waves const single{{}, 5, true};
    EXPECT_EQ(single.strips_of(0), (std::vector{interval{0, 5}}));
    EXPECT_EQ(single.describe(0).first, 0u);
}

// Rows that are kept lie below an even number of strips: never between two devices.
TEST(cuda_strip_waves, no_kept_row_lies_between_devices)
{
    for (std::vector<unsigned> const & sizes : std::vector<std::vector<unsigned>>{{2, 2}, {4, 2, 6}})
    {
        cuda::strip_waves const waves{sizes, 100, true};
        for (unsigned below = 2; below < 100; below += 2)
            EXPECT_EQ(waves.owner(below - 1), waves.owner(below));
    }
}

TEST(cuda_strip_waves, all_devices_have_as_many_rounds)
{
    for (std::uint64_t const rows : {20'000u, 1'000'000u, 20'000'000u, 100'000'000u})
        for (unsigned const count : {2u, 3u, 8u})
        {
            SCOPED_TRACE(::testing::Message() << rows << " rows, " << count << " devices");
            std::vector<cuda::device_limits> const devices(count, large_device);
            cuda::strip_plan plan = cuda::plan_strips({.first = {rows, 2, 4}, .second = {rows, 2, 4}},
                                                      cuda::combine(devices),
                                                      large_device.memory_bytes / 2);
            cuda::plan_waves(plan, 4, devices);
            ASSERT_EQ(plan.wave_strips.size(), count);
            std::uint64_t const strips = (rows + plan.shape.strip_rows() - 1) / plan.shape.strip_rows();
            cuda::strip_waves const waves{plan.wave_strips, static_cast<unsigned>(strips), false};
            std::size_t const rounds = waves.strips_of(0).size();
            EXPECT_EQ(rounds, (strips + 528 * count - 1) / (528 * count));
            for (unsigned i = 0; rounds > 1 && i < count; ++i)
                EXPECT_EQ(waves.strips_of(i).size(), rounds);
            for (unsigned const wave : plan.wave_strips)
                EXPECT_LE(wave, 528u);
            plan.checkpoints.row_spacing = 2 * plan.shape.strip_rows();
            cuda::plan_waves(plan, 4, devices);
            for (unsigned const wave : plan.wave_strips)
                EXPECT_EQ(wave % 2, 0u);
        }
}

TEST(cuda_strip_waves, a_strip_for_each_warp)
{
    for (unsigned count = 2; count <= 64; ++count)
    {
        std::vector<cuda::device_limits> const devices(count, large_device);
        cuda::strip_plan plan{.shape = {1, 8, 2}, .part_rows = std::uint64_t{1024} * 528 * count};
        cuda::plan_waves(plan, 4, devices);
        EXPECT_EQ(plan.wave_strips, std::vector<unsigned>(count, 528));
    }
}

TEST(cuda_strip_waves, a_slow_device_has_small_waves)
{
    cuda::device_limits slow = large_device;
    slow.multiprocessors = 66;
    std::array const devices{large_device, slow};
    cuda::strip_plan plan{.shape = {10, 32, 2}, .part_rows = 10'000'000};
    cuda::plan_waves(plan, 4, devices);
    EXPECT_NEAR(plan.wave_strips[0], 2.0 * plan.wave_strips[1], 2);
}

TEST(cuda_divided_plan, more_devices_take_less_time)
{
    double last = HUGE_VAL;
    for (unsigned const count : {1u, 2u, 4u, 8u})
    {
        std::vector<cuda::device_limits> const devices(count, large_device);
        double const cycles = cuda::plan_strips({.first = {100'000'000, 2, 4}, .second = {100'000'000, 2, 4}},
                                                cuda::combine(devices),
                                                large_device.memory_bytes / 2)
                                  .cycles;
        EXPECT_LT(cycles, last / 1.8);
        last = cycles;
    }
}

// A wide band takes less time on several devices; of a narrow one, a single device computes a column after the other.
TEST(cuda_divided_plan, wide_bands_gain)
{
    std::uint64_t const size = 100'000'000;
    auto const plan = [&](std::uint64_t const bound, std::span<cuda::device_limits const> const devices)
    {
        return cuda::plan_band(cuda::outline_of(plan::matrix_band{size, size, bound}),
                               {size, 2, 4},
                               {size, 2, 4},
                               {devices, false});
    };
    std::array<cuda::device_limits, 2> devices{large_device, large_device};
    cuda::band_plan const both = plan(size / 10 * 9, devices);
    EXPECT_LT(both.cycles, plan(size / 10 * 9, std::span{devices}.first(1)).cycles / 1.9);
    EXPECT_EQ(both.wave_strips.size(), 2u);
    EXPECT_EQ(both.wave_strips[0], both.wave_strips[1]);
    EXPECT_GT(plan(size / 1000 * 999, devices).cycles,
              0.9 * plan(size / 1000 * 999, std::span{devices}.first(1)).cycles);

    devices[1].multiprocessors = 66;
    cuda::band_plan const different = plan(size / 10 * 9, devices);
    EXPECT_EQ(different.wave_strips[0], 2 * different.wave_strips[1]);
    EXPECT_GT(different.cycles, both.cycles * 1.2);
}

// Teams of devices: emulated ones, or those that there are.
class cuda_divided_pair : public device_test
{
protected:
    void SetUp() override
    {
        device_test::SetUp();
        if (IsSkipped() || HasFatalFailure())
            return;
#if defined(SEQAN3_GPULCS_EMULATION)
        std::vector<cudaDeviceProp> devices(max_devices, emulation::default_device());
        for (cudaDeviceProp & device : devices)
        {
            device.multiProcessorCount = 1;
            device.clockRate = 1; // so slow that starting a launch takes no time beside it
        }
        emulation::set_devices(devices);
        emulation::slice = 20'000;
#endif
        for (device const & each : cuda::find_devices(false).devices)
            if (each.usable() && numbers.size() < max_devices)
                numbers.push_back(each.number);
        set_sizes(min_size + random_size(generator, max_size), min_size + random_size(generator, max_size), 4);
    }

    void TearDown() override
    {
#if defined(SEQAN3_GPULCS_EMULATION)
        emulation::slice = 200'000;
#endif
    }

    // 2, 4 or 8 bits a letter.
    void set_sizes(std::size_t const rows, std::size_t const columns, unsigned const alphabet)
    {
        first_letters = random_letters(generator, rows, alphabet);
        second_letters = reference::mutate(generator, first_letters, alphabet, 200);
        second_letters.resize(columns, 1);
        first = packing::pack(first_letters);
        second = packing::pack(second_letters);
    }

    // Some devices, in any order.
    std::vector<unsigned> random_devices(std::size_t const count)
    {
        std::vector<unsigned> chosen{numbers};
        std::ranges::shuffle(chosen, generator);
        chosen.resize(count);
        return chosen;
    }

    // Few words, so that there are many strips; waves of any size.
    cuda::strip_plan random_plan(std::size_t const count, bool const second_is_rows = false)
    {
        auto const & rows = second_is_rows ? second : first;
        auto const & columns = second_is_rows ? first : second;
        cuda::strip_plan plan{.second_is_rows = second_is_rows,
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
    cuda::strip_run_result compute(cuda::pair_output const wanted,
                                   cuda::strip_plan const & plan,
                                   std::vector<unsigned> const & devices,
                                   runtime::task_control & of_run)
    {
        cuda::divided_contexts const lent{devices, contexts, of_run};
        EXPECT_TRUE(lent.are_lent());
        return cuda::strip_run{{first, second, wanted}, plan, lent.team()}.compute(of_run);
    }

    cuda::strip_run_result
    compute(cuda::pair_output const wanted, cuda::strip_plan const & plan, std::vector<unsigned> const & devices)
    {
        return compute(wanted, plan, devices, control);
    }

    bool has_peer_access() const
    {
        return std::ranges::all_of(numbers,
                                   [this](unsigned const one)
                                   {
                                       return std::ranges::all_of(numbers,
                                                                  [one](unsigned const other)
                                                                  {
                                                                      return cuda::can_access(one, other);
                                                                  });
                                   });
    }

    alignment::sequence_pair pair() const noexcept
    {
        return {first, second};
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
            cuda::strip_run_result const found = compute(cuda::pair_output::border, plan, devices);
            ASSERT_EQ(found.value, expected);
            ASSERT_TRUE(lcs_increments(found, first.size()) == lcs::prefix_increments(first, second, on_cpu));
        }
    }

    static constexpr std::size_t min_size{4100};
    static constexpr std::size_t max_size{reference::is_instrumented ? 1500 : 5000};

    std::mt19937_64 generator{reference::make_generator()};
    bool hands_over_through_host{generator() % 2 == 1};
    std::vector<unsigned> numbers{};
    letters first_letters{};
    letters second_letters{};
    packing::packed_sequence first{};
    packing::packed_sequence second{};
    cuda::stream_context_pool contexts{};
    plan::execution execution{.threads = 2};
    runtime::task_control control{execution, 1e9};
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
            cuda::strip_run_result const found = compute(cuda::pair_output::border, plan, random_devices(count));
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
        cuda::strip_run_result const found = compute(cuda::pair_output::border, plan, random_devices(numbers.size()));
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
        cuda::strip_run{{first, second, cuda::pair_output::checkpoints}, plan, lent.team()}.compute(own_control);
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

// Bands of similar sequences, whose strips go round the devices.
class cuda_divided_band : public cuda_divided_pair
{
protected:
    void SetUp() override
    {
        cuda_divided_pair::SetUp();
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

    cuda::band_plan random_plan(std::uint64_t const bound, cuda::kernel_shape const & shape, std::size_t const count)
    {
        cuda::band_plan plan{.shape = shape, .warps_per_block = static_cast<unsigned>(1 + random_size(generator, 3))};
        set_waves(plan, count, 1);
        cut(plan, bound);
        return plan;
    }

    void set_waves(cuda::band_plan & plan, std::size_t const count, unsigned const unit)
    {
        for (std::size_t i = 0; i < count; ++i)
            plan.wave_strips.push_back(unit * static_cast<unsigned>(1 + random_size(generator, 4)));
        plan.through_host = hands_over_through_host || !has_peer_access();
        plan.incoming_blocks = second.size() / 32 + 2;
    }

    void cut(cuda::band_plan & plan, std::uint64_t const bound)
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
        cuda::band_run run{pair(), lent.team()};
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
                cuda::band_plan const plan = random_plan(bound, shape, count);
                cuda::band_plan alone{plan};
                alone.wave_strips.clear();
                cuda::divided_contexts const lent{random_devices(count), contexts, control};
                cuda::band_run run{pair(), lent.team()};
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
            cuda::band_plan const plan = random_plan(value, {1, 8, 2}, count);
            cuda::divided_contexts const lent{random_devices(count), contexts, control};
            EXPECT_EQ((cuda::band_run{pair(), lent.team()}.compute(plan, control)), value) << rows;
        }
}

// Each part of a column, and each row, comes from the device that has it.
TEST_P(cuda_divided_band_of_metric, checkpoints_lead_to_the_alignment)
{
    plan::comparison const wanted = with_path();
    auto const expected = result_on_cpu(pair(), wanted).path;
    for (std::size_t count = 1; count <= numbers.size(); ++count)
    {
        cuda::band_plan plan{.shape = {1, 8, 2}, .checkpoints = {2048, 512}, .warps_per_block = 2};
        set_waves(plan, count, 2);
        cut(plan, weaker_bound(pair(), value, random_size(generator, 100), metric));
        cuda::divided_contexts const lent{random_devices(count), contexts, control};
        ASSERT_EQ((cuda::band_run{pair(), lent.team()}.compute(plan, control)), value);
        cuda::kept_band checkpoints{plan, lent.team()};
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
            ASSERT_FALSE(plan.backward.strips.empty());
            cuda::band_run run{pair(), lent.team()};
            // Before and after it, a pass on all of them.
            cuda::band_plan const whole = random_plan(value, {1, 8, 2}, count);
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
    cuda::band_plan const plan = random_plan(value, {1, 8, 2}, numbers.size());
    cuda::divided_contexts const lent{random_devices(numbers.size()), contexts, control};
    cuda::band_run run{pair(), lent.team()};
    EXPECT_THROW(run.compute(plan, of_stopped), operation_stopped);
    EXPECT_EQ(run.compute(plan, control), value);
}

#if defined(SEQAN3_GPULCS_EMULATION)

// In waves, and from both ends: the other devices do not wait for ever.
TEST_F(cuda_divided_band, a_device_that_fails_is_named)
{
    cuda::band_plan plan = random_plan(value, {1, 8, 2}, 3);
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
            cuda::band_run run{pair(), lent.team()};
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
    EXPECT_EQ((cuda::band_run{pair(), lent.team()}.compute(plan, control)), value);
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

// Devices that have one warp each, with one word: several of them always pay.
class cuda_divided_pair_of_backend : public cuda_divided_pair
{
protected:
    void SetUp() override
    {
        cuda_divided_pair::SetUp();
        set_devices();
        set_sizes(9000, 3000 + random_size(generator, 100), 4);
    }

    static void set_devices()
    {
        std::vector<cudaDeviceProp> devices(3, emulation::default_device());
        for (cudaDeviceProp & device : devices)
        {
            device.multiProcessorCount = 1;
            device.clockRate = 1;
            device.sharedMemPerBlockOptin = 600;
        }
        emulation::set_devices(devices);
    }

    // Whether each of all devices had so many launches.
    static void expect_launches(std::uint64_t const count)
    {
        for (int const device : {0, 1, 2})
            EXPECT_EQ(emulation::launch_count(device), count) << device;
    }
};

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
        cuda::strip_run const run = cuda::prepare_strip_run({first, second}, lent.team());
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

TEST_F(cuda_divided_pair_of_backend, divides_where_that_pays)
{
    plan::execution const on_all{.devices = {2, 0, 1}, .threads = 3};
    alignment::sequence_pair const views = pair();
    auto const expected = lcs::subsequence(first, second, on_cpu);
    cuda::cuda_backend const backend{};
    EXPECT_EQ(backend::compare(backend, {&views, 1}, plan::lcs_length, on_all).front().length, expected.matches());
    expect_launches(1);
    auto const found = backend::compare(backend, {&views, 1}, plan::lcs_subsequence, on_all);
    EXPECT_TRUE(found.front().path == expected);
    EXPECT_EQ(found.front().backend, plan::backend::cuda);
    expect_launches(2);
}

// All of a matrix, as a part.
TEST_F(cuda_divided_pair_of_backend, divides_parts)
{
    plan::matrix_region const whole{0, first.size(), 0, second.size()};
    std::vector<std::uint64_t> vertical(whole.row_words(), ~std::uint64_t{0});
    std::vector<std::uint64_t> horizontal(whole.column_words(), 0);
    alignment::sequence_pair const views = pair();
    plan::matrix_part part{.rows = views.first, .columns = views.second, .region = whole};
    part.borders = {vertical, horizontal};
    backend::compute_part(cuda::cuda_backend{}, part, {.devices = {2, 0, 1}, .threads = 3});
    expect_launches(1);
    util::invert_vertical(vertical, first.size());
    EXPECT_TRUE(vertical == lcs::prefix_increments(first, second, on_cpu));
}

// Chunks of columns, on one device or several: their launches overlap.
class cuda_chunks : public cuda_divided_pair_of_backend
{
protected:
    void SetUp() override
    {
        cuda_divided_pair_of_backend::SetUp();
        emulation::slice = 1000;
    }

    // At multiples of 64.
    std::vector<interval> random_chunks()
    {
        std::vector<interval> chunks{{0, second.size()}};
        for (std::uint64_t at = 64; at < second.size(); at += 64)
            if (random_size(generator, 7) == 0)
            {
                chunks.back().end = at;
                chunks.push_back({at, second.size()});
            }
        return chunks;
    }

    // As the CPU finds it, with V after each chunk.
    matrix_memory compute_on_host(plan::checkpoint_grid const & grid,
                                  std::vector<interval> const & chunks,
                                  std::vector<words> & after_chunks)
    {
        alignment::sequence_pair const views = pair();
        matrix_memory whole{views, grid};
        backend::compute_part(dispatch::find_backend(on_cpu), whole.part(views, whole.whole), on_cpu);
        matrix_memory memory{views, {}};
        for (interval const & columns : chunks)
        {
            backend::compute_part(dispatch::find_backend(on_cpu),
                                  memory.part(views, {0, first.size(), columns.begin, columns.end}),
                                  on_cpu);
            after_chunks.push_back(memory.vertical);
        }
        return whole;
    }

    // Returns how often one was taken while another one was computed.
    std::size_t check(plan::execution const & on_devices, plan::checkpoint_grid const & grid = {})
    {
        return check(on_devices, grid, random_chunks(), {});
    }

    // Some that are long enough; with what happens when one is taken while another one is computed.
    void check(plan::execution const & on_devices, std::function<void()> const & on_second)
    {
        EXPECT_GT(check(on_devices, {}, {{0, 960}, {960, 1984}, {1984, second.size()}}, on_second), 0u);
    }

    std::size_t check(plan::execution const & on_devices,
                      plan::checkpoint_grid const & grid,
                      std::vector<interval> const & chunks,
                      std::function<void()> const & on_second)
    {
        SCOPED_TRACE(::testing::Message() << first.size() << " x " << second.size() << ", " << chunks.size()
                                          << " chunks, " << on_devices.devices.size() << " devices");
        std::vector<words> after_chunks{};
        matrix_memory const expected = compute_on_host(grid, chunks, after_chunks);
        alignment::sequence_pair const views = pair();
        matrix_memory found{views, grid};
        listed_chunks source{views, found, chunks, generator};
        source.on_second = on_second;
        backend.compute_parts(source, on_devices);
        EXPECT_TRUE(found == expected);
        EXPECT_EQ(source.saved, after_chunks);
        return source.overlapping;
    }

    cuda::cuda_backend const backend{};
};

TEST_F(cuda_chunks, on_any_devices)
{
    std::size_t overlapping = 0;
    for (std::vector<unsigned> const & devices : {std::vector{1u}, std::vector{0u, 2u}, std::vector{2u, 0u, 1u}})
    {
        emulation::set_peer_access(random_size(generator, 1) == 0);
        overlapping += check({.devices = devices, .threads = 3});
    }
    EXPECT_GT(overlapping, 0u);
}

// Most of them begin between two columns that are kept, so that those with another one are computed by two launches.
TEST_F(cuda_chunks, with_checkpoints)
{
    set_sizes(9000, 6000 + random_size(generator, 100), 4);
    check({.devices = {2}}, {2048, 2048});
    check({.devices = {0, 2, 1}, .threads = 3}, {4096, 2048});
}

TEST_F(cuda_chunks, progress)
{
    std::vector<double> cells{};
    plan::execution watched{.devices = {0, 1}, .threads = 3};
    watched.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, pair().cells());
        cells.push_back(progress.cells_done);
    };
    check(watched,
          []()
          {
              std::this_thread::sleep_for(std::chrono::milliseconds{40});
          });
    EXPECT_TRUE(std::ranges::is_sorted(cells));
    EXPECT_TRUE(cells.empty() || cells.back() <= pair().cells());
}

// While two launches run.
TEST_F(cuda_chunks, stop_and_exceptions)
{
    for (std::vector<unsigned> const & devices : {std::vector{1u}, std::vector{2u, 0u, 1u}})
    {
        std::stop_source source{};
        struct enough
        {};
        EXPECT_THROW(check({.devices = devices, .threads = 3, .stop = source.get_token()},
                           [&]()
                           {
                               source.request_stop();
                           }),
                     operation_stopped);
        EXPECT_THROW(check({.devices = devices, .threads = 3},
                           []()
                           {
                               throw enough{};
                           }),
                     enough);
        check({.devices = devices, .threads = 3});
    }
}

// With the second launch, or while both run.
TEST_F(cuda_chunks, a_device_that_fails_is_named)
{
    for (unsigned const failing : {0u, 1u, 2u})
        for (bool const while_running : {false, true})
        {
            auto const fail = [&](std::uint64_t const launches)
            {
                emulation::fail_device(static_cast<int>(failing), cudaErrorECCUncorrectable, launches);
            };
            plan::execution watched{.devices = {2, 0, 1}, .threads = 3};
            bool fails = false;
            watched.on_progress = [&](plan::progress const &)
            {
                if (fails)
                    fail(0);
            };
            auto const on_second = [&]()
            {
                if (!while_running)
                    return fail(1);
                fails = true;
                std::this_thread::sleep_for(std::chrono::milliseconds{110});
            };
            try
            {
                check(watched, on_second);
                FAIL();
            }
            catch (device_error const & error)
            {
                std::string const message{error.what()};
                EXPECT_NE(message.find("CUDA device " + std::to_string(failing)), std::string::npos) << message;
            }
            emulation::fail_device(static_cast<int>(failing), cudaSuccess, 0);
        }
    check({.devices = {2, 0, 1}, .threads = 3});
}

// Those that are left are computed one by one.
TEST_F(cuda_chunks, has_no_memory_for_some)
{
    for (std::uint64_t const nth : {1u, 2u, 4u, 5u})
    {
        emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth, 1);
        check({.devices = {0, 1}, .threads = 3});
        emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, 8 * nth, 1);
        check({.devices = {0}});
        emulation::fail(emulation::call::launch, cudaSuccess, 1, 0);
        emulation::fail(emulation::call::allocate_device, cudaSuccess, 1, 0);
    }
}

// A launch that finds no memory: one device computes the pair.
TEST_F(cuda_divided_pair_of_backend, has_no_memory_on_one_device)
{
    std::uint64_t const expected = lcs::length(first, second, on_cpu);
    for (std::uint64_t const nth : {1u, 2u, 3u})
    {
        cuda::cuda_backend const backend{};
        EXPECT_EQ(backend.state(true), plan::device_state::started);
        alignment::sequence_pair const views = pair();
        emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth, 1);
        EXPECT_EQ(backend::compare(backend, {&views, 1}, plan::lcs_length, {.devices = {0, 1, 2}, .threads = 3})
                      .front()
                      .length,
                  expected);
        EXPECT_EQ(emulation::launch_count(0) + emulation::launch_count(1) + emulation::launch_count(2), nth);
        emulation::fail(emulation::call::launch, cudaSuccess, 1, 0);
        set_devices();
    }
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
