// SPDX-License-Identifier: BSD-3-Clause

#include <atomic>
#include <bit>
#include <chrono>
#include <thread>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/strip/bidirectional_pair.hpp"
#include "cuda/strip/device_checkpoints.hpp"
#include "cuda/strip/matrix_run.hpp"
#include "cuda/strip/strip_pair.hpp"
#include "src/cpu/backend/cpu_backend.hpp"
#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/traceback/checkpoint_store.hpp"
#include "src/util/border_words.hpp"
#include "unit/cuda/compared_metric.hpp"
#include "unit/cuda/device_test.hpp"
#include "unit/cuda/lcs_increments.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

// The increments of the last column, from the oracle for small matrices, from the CPU backend for others.
std::vector<std::uint64_t> expected_increments(letters const & first, letters const & second)
{
    if (first.size() * second.size() > 200'000)
        return lcs::prefix_increments(packing::pack(first), packing::pack(second), {.backend = plan::backend::cpu});

    reference::matrix const cells = reference::lcs_matrix(first, second);
    std::vector<std::uint64_t> words((first.size() + 63) / 64);
    for (std::size_t i = 0; i < first.size(); ++i)
        if (cells[i + 1].back() != cells[i].back())
            words[i / 64] |= std::uint64_t{1} << i % 64;
    return words;
}

std::uint64_t count_ones(std::vector<std::uint64_t> const & words)
{
    std::uint64_t ones = 0;
    for (std::uint64_t const word : words)
        ones += static_cast<std::uint64_t>(std::popcount(word));
    return ones;
}

// The kernels for codes of a width.
std::vector<cuda::kernel_shape> shapes_for(unsigned const bits, plan::metric const metric)
{
    std::vector<cuda::kernel_shape> shapes{};
    for (cuda::kernel_shape const & shape : cuda::strips_of(metric).band.shapes)
        if (shape.bits == bits)
            shapes.push_back(shape);
    return shapes;
}

// What the CPU keeps of the matrix of edit distances.
class edit_checkpoints
{
public:
    edit_checkpoints(alignment::sequence_pair const & pair, plan::checkpoint_grid const & grid)
    {
        plan::matrix_region const whole{0, pair.first.size(), 0, pair.second.size()};
        store_.begin(grid, whole, plan::metric::edit);
        auto vertical = plan::left_border(plan::metric::edit, whole.rows());
        auto horizontal = plan::upper_border(plan::metric::edit, whole.columns());
        backend::compute_part(cpu::cpu_backend{},
                              {.rows = pair.first,
                               .columns = pair.second,
                               .region = whole,
                               .borders = {vertical, horizontal},
                               .kept = store_.target(),
                               .metric = plan::metric::edit},
                              {.threads = 2});
    }

    std::span<std::uint64_t const> column(std::uint64_t const index) const noexcept
    {
        return store_.column(index);
    }

    std::span<std::uint64_t const> row(std::uint64_t const index) const noexcept
    {
        return store_.row(index);
    }

private:
    traceback::checkpoint_store store_{};
};

// All letters of an alphabet occur: codes are as wide as they should be.
letters letters_with_all(std::mt19937_64 & generator, std::size_t const size, unsigned const alphabet)
{
    letters all = reference::random_letters(generator, size, alphabet);
    for (unsigned letter = 0; letter < alphabet && letter < size; ++letter)
        all[letter * (size / alphabet)] = static_cast<std::uint8_t>(letter);
    return all;
}

} // namespace

class cuda_matrix_run : public stream_context_test
{
protected:
    void TearDown() override
    {
        stream_context_test::TearDown();
        current.reset();
#if defined(SEQAN3_GPULCS_EMULATION)
        EXPECT_EQ(emulation::allocated_bytes(), 0u);
        EXPECT_EQ(emulation::allocated_host_bytes(), 0u);
        EXPECT_EQ(emulation::live_streams(), 0u);
        EXPECT_EQ(emulation::live_events(), 0u);
        EXPECT_EQ(emulation::live_pools(), 0u);
#endif
    }

    // A plan with a kernel of the test's choice.
    cuda::strip_plan plan_with(cuda::kernel_shape const & shape, std::uint64_t const rows, std::uint64_t const columns)
    {
        return {.second_is_rows = false,
                .shape = shape,
                .warps_per_block = 2,
                .max_blocks = 3,
                .part_rows = rows,
                .chunk_columns = columns};
    }

    cuda::matrix_run_result compute(letters const & first,
                                    letters const & second,
                                    cuda::pair_output const wanted,
                                    cuda::strip_plan const & plan)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        packing::packed_sequence const rows = packing::pack(first);
        packing::packed_sequence const columns = packing::pack(second);
        return cuda::matrix_run{{rows, columns, wanted}, plan, *context}.compute(control);
    }

    // The last column, and the length alone, which the rows of either sequence have.
    void check(letters const & first, letters const & second, cuda::strip_plan plan)
    {
        SCOPED_TRACE(::testing::Message()
                     << "words " << plan.shape.words << ", unit " << plan.shape.unit_columns << ", bits "
                     << plan.shape.bits << "; rows " << first.size() << ", columns " << second.size() << "; part "
                     << plan.part_rows << ", chunk " << plan.chunk_columns);

        auto const expected = expected_increments(first, second);
        auto const found = compute(first, second, cuda::pair_output::border, plan);
        ASSERT_EQ(found.value, count_ones(expected));
        ASSERT_TRUE(lcs_increments(found, first.size()) == expected);
        ASSERT_EQ(compute(first, second, cuda::pair_output::only_value, plan).value, found.value);

        plan.second_is_rows = true;
        ASSERT_EQ(compute(second, first, cuda::pair_output::only_value, plan).value, found.value);
    }
};

// One to each side of all multiples: words, lanes, strips, units, blocks, and the columns that fill a warp.
TEST_F(cuda_matrix_run, all_kernels_at_all_borders)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape : reference::sample(generator, cuda::kernel_shapes, 16))
    {
        std::size_t const lane_rows = shape.words * 32;
        std::size_t const strip_rows = lane_rows * 32;
        std::size_t const ramp_columns = shape.unit_columns * 31;
        std::vector<std::size_t> const row_counts{1,
                                                  31 + reference::random_size(generator, 2),
                                                  lane_rows - 1 + reference::random_size(generator, 2),
                                                  strip_rows - 1,
                                                  strip_rows,
                                                  strip_rows + 1,
                                                  2 * strip_rows + reference::random_size(generator, 2 * strip_rows)};
        std::vector<std::size_t> const column_counts{1,
                                                     shape.unit_columns - 1 + reference::random_size(generator, 2),
                                                     31 + reference::random_size(generator, 2),
                                                     63 + reference::random_size(generator, 2),
                                                     ramp_columns - 1 + reference::random_size(generator, 2),
                                                     ramp_columns + shape.unit_columns
                                                         + reference::random_size(generator, 2),
                                                     1024 + reference::random_size(generator, 100)};
        unsigned const alphabet = shape.bits == 2 ? 4 : shape.bits == 4 ? 15 : 27;

        for (std::size_t const rows : row_counts)
        {
            // All with one, and some with each.
            std::size_t const step = rows < 100 ? 1 : 2 + reference::random_size(generator, 2);
            for (std::size_t i = reference::random_size(generator, step - 1); i < column_counts.size(); i += step)
            {
                auto second = reference::random_letters(generator, column_counts[i], alphabet);
                second.resize(std::max<std::size_t>(second.size(), alphabet), 0);
                for (unsigned letter = 0; letter < alphabet; ++letter)
                    second[letter] = static_cast<std::uint8_t>(letter); // Codes are as wide as the kernel expects.
                check(reference::random_letters(generator, rows, alphabet + 1),
                      second,
                      plan_with(shape, rows, second.size()));
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

TEST_F(cuda_matrix_run, parts_and_chunks)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape :
         {cuda::kernel_shape{1, 8, 2}, {2, 16, 2}, {4, 32, 2}, {3, 16, 4}, {2, 8, 8}})
    {
        unsigned const alphabet = shape.bits == 2 ? 4 : shape.bits == 4 ? 16 : 200;
        std::uint64_t const strip_rows = shape.words * 1024;
        auto const first = reference::random_letters(generator, 2 * strip_rows + 1500, alphabet);
        auto const second = reference::random_letters(generator, 2500, alphabet);
        for (std::uint64_t const part : {strip_rows, 2 * strip_rows, std::uint64_t{first.size()}})
        {
            for (std::uint64_t const chunk : {64u, 128u, 1024u, 2496u, 2500u})
            {
                auto plan = plan_with(shape, part, chunk);
                check(first, second, plan);
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

// V after columns and carries below rows equal the last column and the last row of a smaller matrix.
TEST_F(cuda_matrix_run, checkpoints)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape : cuda::kernel_shapes)
    {
        unsigned const text_letters = shape.bits == 2 ? 4 : shape.bits == 4 ? 12 : 20;
        std::uint64_t const strip_rows = std::uint64_t{shape.words} * 1024;
        letters const first =
            reference::random_letters(generator, 3 * strip_rows + 70 * (generator() % 2), text_letters);
        letters const second = reference::random_letters(generator, 2 * 2048 + generator() % 100, text_letters);
        SCOPED_TRACE(::testing::Message() << "words " << shape.words << ", unit " << shape.unit_columns << ", bits "
                                          << shape.bits << ", columns " << second.size());

        auto plan = plan_with(shape, first.size(), second.size());
        plan.checkpoints = {strip_rows * (1 + generator() % 2), 2048};
        auto const found = compute(first, second, cuda::pair_output::checkpoints, plan);
        ASSERT_EQ(found.plan.checkpoints, plan.checkpoints);
        cuda::device_checkpoints checkpoints{found.checkpoints};

        for (std::uint64_t index = 0; (index + 1) * 2048 < second.size(); ++index)
        {
            letters const part(second.begin(), second.begin() + static_cast<std::ptrdiff_t>((index + 1) * 2048));
            auto expected = expected_increments(first, part);
            for (std::uint64_t const begin : {0u, 1024u})
            {
                std::vector<std::uint64_t> words(expected.size() - begin / 64);
                checkpoints.copy({index, begin, words}, {});
                for (std::uint64_t & word : words)
                    word = ~word;
                ASSERT_TRUE(std::ranges::equal(words, std::span{expected}.subspan(begin / 64)))
                    << "column " << index << ", from row " << begin;
            }
        }
        for (std::uint64_t index = 0; (index + 1) * plan.checkpoints.row_spacing < first.size(); ++index)
        {
            letters const part(first.begin(),
                               first.begin() + static_cast<std::ptrdiff_t>((index + 1) * plan.checkpoints.row_spacing));
            auto expected = expected_increments(second, part);
            for (std::uint64_t const begin : {0u, 2048u})
            {
                std::vector<std::uint64_t> words(expected.size() - begin / 64);
                checkpoints.copy({}, {index, begin, words});
                for (std::uint64_t & word : words)
                    word = util::reverse_bits(word);
                ASSERT_TRUE(std::ranges::equal(words, std::span{expected}.subspan(begin / 64)))
                    << "row " << index << ", from column " << begin;
            }
        }
    }
}

// The same for edit distances, where the CPU computes and keeps the same.
TEST_F(cuda_matrix_run, checkpoints_of_edit_distances)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape : cuda::strips_of(plan::metric::edit).whole.shapes)
    {
        unsigned const text_letters = shape.bits == 2 ? 4 : shape.bits == 4 ? 12 : 20;
        packing::packed_sequence const first =
            packing::pack(letters_with_all(generator, 2 * shape.strip_rows() + 64, text_letters));
        packing::packed_sequence const second =
            packing::pack(letters_with_all(generator, 2 * 2048 + 1 + generator() % 100, text_letters));
        SCOPED_TRACE(::testing::Message() << "words " << shape.words << ", unit " << shape.unit_columns << ", bits "
                                          << shape.bits << ", columns " << second.size());

        auto plan = plan_with(shape, first.size(), second.size());
        plan.recurrence = &cuda::strips_of(plan::metric::edit);
        plan.checkpoints = {shape.strip_rows() * (1 + shape.words % 2), 2048};
        plan::execution const execution{.threads = 2};
        runtime::task_control control{execution, 0};
        auto const found =
            cuda::matrix_run{{first, second, cuda::pair_output::checkpoints, plan.recurrence}, plan, *context}.compute(
                control);
        cuda::device_checkpoints checkpoints{found.checkpoints};

        edit_checkpoints const expected{{first, second}, plan.checkpoints};
        for (std::uint64_t index = 0; index < 2; ++index)
            for (std::uint64_t const begin : {0u, 1024u})
            {
                std::vector<std::uint64_t> words((first.size() - begin) / 64 * 2);
                checkpoints.copy({index, begin, words}, {});
                ASSERT_TRUE(std::ranges::equal(words, expected.column(index).subspan(begin / 64 * 2)))
                    << "column " << index << ", from row " << begin;
            }
        for (std::uint64_t index = 0; (index + 1) * plan.checkpoints.row_spacing < first.size(); ++index)
            for (std::uint64_t const begin : {0u, 2048u})
            {
                // Whole words.
                std::vector<std::uint64_t> words((second.size() - begin) / 64 * 2);
                checkpoints.copy({}, {index, begin, words});
                ASSERT_TRUE(std::ranges::equal(words, expected.row(index).subspan(begin / 64 * 2, words.size())))
                    << "row " << index << ", from column " << begin;
            }
    }
}

// The longest chains of carries.
TEST_F(cuda_matrix_run, few_letters)
{
    for (cuda::kernel_shape const & shape : {cuda::kernel_shape{1, 8, 2}, {2, 16, 2}, {5, 32, 2}, {20, 32, 2}})
    {
        for (std::size_t const rows : {1000u, 1024u * shape.words, 3000u * shape.words})
        {
            letters const same(rows, 3);
            letters alternating(rows);
            for (std::size_t i = 0; i < rows; ++i)
                alternating[i] = static_cast<std::uint8_t>(i % 2);

            for (std::size_t const columns : {std::size_t{300}, std::size_t{1100}})
            {
                check(same, letters(columns, 3), plan_with(shape, rows, columns));        // one letter
                check(alternating, letters(columns, 1), plan_with(shape, rows, columns)); // every other
                check(same, letters(columns, 2), plan_with(shape, rows, columns));        // none
                check(alternating, {alternating.begin(), alternating.begin() + 999}, plan_with(shape, rows, 999));
            }
            check(alternating, alternating, plan_with(shape, rows, rows)); // equal
            if (HasFatalFailure())
                return;
        }
    }
}

TEST_F(cuda_matrix_run, letters_that_only_one_sequence_has)
{
    auto generator = reference::make_generator();
    for (unsigned const row_letters : {1u, 4u, 5u, 16u, 17u, 256u})
    {
        for (unsigned const column_letters : {1u, 4u, 5u, 16u, 17u, 256u})
        {
            auto const first = reference::random_letters(generator, 2000, row_letters);
            auto second = reference::random_letters(generator, 1000, column_letters);
            for (std::uint8_t & letter : second)
                letter = static_cast<std::uint8_t>(letter + 3);
            packing::packed_sequence const packed_first = packing::pack(first);
            packing::packed_sequence const packed_second = packing::pack(second);
            plan::execution const execution{};
            runtime::task_control control{execution, 0};
            auto const found =
                cuda::prepare_matrix_run({packed_first, packed_second, cuda::pair_output::border}, *context)
                    .compute(control);
            auto const expected = lcs::prefix_increments(packed_first, packed_second, {.backend = plan::backend::cpu});
            ASSERT_TRUE(lcs_increments(found, first.size()) == expected) << row_letters << ", " << column_letters;
            ASSERT_EQ(found.value, count_ones(expected));
        }
    }
}

// Lengths, alphabets, kernels and cuts at random; the backend's own choice, too.
TEST_F(cuda_matrix_run, random)
{
    auto generator = reference::make_generator();
    std::size_t const max_size = on_emulation ? 6'000 : 60'000;
    for (unsigned round = 0; round < 40 * reference::test_rounds(); ++round)
    {
        unsigned const alphabet = 1 + static_cast<unsigned>(reference::random_size(generator, 30));
        auto const first =
            reference::random_letters(generator, 1 + reference::random_size(generator, max_size), alphabet);
        auto const second =
            round % 4 == 0
                ? reference::mutate(generator, first, alphabet, 10)
                : reference::random_letters(generator, 1 + reference::random_size(generator, max_size / 2), alphabet);
        packing::packed_sequence const packed_first = packing::pack(first);
        packing::packed_sequence const packed_second = packing::pack(second);
        if (second.empty())
            continue;

        auto const wanted = lcs::prefix_increments(packed_first, packed_second, {.backend = plan::backend::cpu});
        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        auto const found = cuda::prepare_matrix_run({packed_first, packed_second, cuda::pair_output::border}, *context)
                               .compute(control);
        ASSERT_TRUE(lcs_increments(found, first.size()) == wanted)
            << first.size() << " x " << second.size() << ", " << alphabet;
        ASSERT_EQ(found.value, count_ones(wanted));

        // Any kernel that fits the width of the codes.
        std::vector<cuda::kernel_shape> shapes{};
        for (cuda::kernel_shape const & shape : cuda::kernel_shapes)
            if (shape.bits == packed_second.view().bits_per_letter())
                shapes.push_back(shape);
        auto const shape = shapes[reference::random_size(generator, shapes.size() - 1)];
        std::uint64_t const strip_rows = shape.words * 1024;
        auto plan =
            plan_with(shape,
                      std::min<std::uint64_t>(first.size(), strip_rows * (1 + reference::random_size(generator, 9))),
                      std::min<std::uint64_t>(second.size(), 64 * (1 + reference::random_size(generator, 99))));
        plan.warps_per_block = 1 + static_cast<unsigned>(reference::random_size(generator, 3));
        plan.max_blocks = 1 + static_cast<unsigned>(reference::random_size(generator, 3));
        auto const cut =
            cuda::matrix_run{{packed_first, packed_second, cuda::pair_output::border}, plan, *context}.compute(control);
        ASSERT_TRUE(lcs_increments(cut, first.size()) == wanted)
            << first.size() << " x " << second.size() << ", " << alphabet;
    }
}

TEST_F(cuda_matrix_run, progress_grows_to_all_cells)
{
    auto generator = reference::make_generator();
    std::size_t const size = on_emulation ? 100'000 : 10'000'000;
    auto const first = packing::pack(reference::random_letters(generator, size, 4));
    auto const second = packing::pack(reference::random_letters(generator, size, 4));
    double last = 0;
    unsigned calls = 0;
    plan::execution execution{};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_GE(progress.cells_done, last);
        EXPECT_LE(progress.cells_done, progress.cells_total);
        last = progress.cells_done;
        ++calls;
    };
    double const cells = static_cast<double>(size) * static_cast<double>(size);
    runtime::task_control control{execution, cells};
    cuda::prepare_matrix_run({first, second, cuda::pair_output::only_value}, *context).compute(control);
    EXPECT_GE(calls, 1u);
    EXPECT_GT(last, 0.0);
}

TEST_F(cuda_matrix_run, a_stop_ends_the_kernel_and_the_next_call_works)
{
    auto generator = reference::make_generator();
    std::size_t const size = on_emulation ? 200'000 : 30'000'000; // Minutes, and some seconds.
    auto const first = packing::pack(reference::random_letters(generator, size, 4));
    auto const second = packing::pack(reference::random_letters(generator, size, 4));

    std::stop_source source{};
    auto stopped_at = std::chrono::steady_clock::now();
    std::jthread const stopper{[&]()
                               {
                                   std::this_thread::sleep_for(std::chrono::milliseconds{300});
                                   stopped_at = std::chrono::steady_clock::now();
                                   source.request_stop();
                               }};
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 1};
    EXPECT_THROW(cuda::prepare_matrix_run({first, second, cuda::pair_output::only_value}, *context).compute(control),
                 operation_stopped);
    EXPECT_LT(std::chrono::steady_clock::now() - stopped_at, std::chrono::seconds{on_emulation ? 60 : 1});

    letters const same(5000, 1);
    EXPECT_EQ(compute(same, same, cuda::pair_output::only_value, plan_with({1, 8, 2}, 5000, 5000)).value, 5000u);
}

TEST_F(cuda_matrix_run, what_the_callback_throws_ends_the_kernel)
{
    auto generator = reference::make_generator();
    std::size_t const size = on_emulation ? 200'000 : 30'000'000;
    auto const first = packing::pack(reference::random_letters(generator, size, 4));

    struct my_exception
    {};
    plan::execution execution{};
    execution.on_progress = [](plan::progress const &)
    {
        throw my_exception{};
    };
    runtime::task_control control{execution, 1};
    EXPECT_THROW(cuda::prepare_matrix_run({first, first, cuda::pair_output::only_value}, *context).compute(control),
                 my_exception);

    letters const same(5000, 1);
    EXPECT_EQ(compute(same, same, cuda::pair_output::only_value, plan_with({1, 8, 2}, 5000, 5000)).value, 5000u);
}

TEST_F(cuda_matrix_run, little_memory_means_parts_and_chunks_then_an_exception)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 40'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 20'000, 4));
    auto const expected = lcs::prefix_increments(first, second, {.backend = plan::backend::cpu});
    plan::execution const execution{};
    runtime::task_control control{execution, 1};

#if defined(SEQAN3_GPULCS_EMULATION)
    bool threw = false;
    for (std::size_t const kilobytes : {1000, 40, 30, 20, 15, 10, 5})
    {
        cudaDeviceProp small = emulation::default_device();
        small.totalGlobalMem = kilobytes << 10;
        context.reset();
        emulation::set_devices({small});
        context.emplace(number);
        try
        {
            auto const found =
                cuda::prepare_matrix_run({first, second, cuda::pair_output::border}, *context).compute(control);
            EXPECT_FALSE(threw);
            EXPECT_TRUE(lcs_increments(found, first.size()) == expected) << kilobytes;
        }
        catch (out_of_device_memory const & exception)
        {
            threw = true;
            EXPECT_LT(exception.free_bytes(), exception.requested_bytes());
            EXPECT_LE(exception.free_bytes(), kilobytes << 10);
        }
    }
    EXPECT_TRUE(threw);
#else
    // Takes all memory, in smaller and smaller blocks, except what one attempt needs.
    std::vector<void *> taken{};
    for (std::size_t bytes = std::size_t{1} << 40; bytes >= 4096; bytes /= 2)
    {
        void * memory{};
        while (cudaMalloc(&memory, bytes) == cudaSuccess)
            taken.push_back(memory);
        static_cast<void>(cudaGetLastError());
    }
    try
    {
        auto const found =
            cuda::prepare_matrix_run({first, second, cuda::pair_output::border}, *context).compute(control);
        EXPECT_TRUE(lcs_increments(found, first.size()) == expected);
    }
    catch (out_of_device_memory const & exception)
    {
        EXPECT_GT(exception.requested_bytes(), 0u);
    }
    for (void * const memory : taken)
        EXPECT_EQ(cudaFree(memory), cudaSuccess);
#endif

    // It was no more than that.
#if defined(SEQAN3_GPULCS_EMULATION)
    context.reset();
    emulation::reset();
    context.emplace(number);
#endif
    auto const found = cuda::prepare_matrix_run({first, second, cuda::pair_output::border}, *context).compute(control);
    EXPECT_TRUE(lcs_increments(found, first.size()) == expected);
}

#if defined(SEQAN3_GPULCS_EMULATION)
TEST_F(cuda_matrix_run, memory_that_another_program_takes_first)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 100'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 2'000, 4));
    auto const expected = lcs::length(first, second, {.backend = plan::backend::cpu});
    plan::execution const execution{};
    runtime::task_control control{execution, 1};
    for (std::uint64_t nth = 1; nth < 8; ++nth)
    {
        context.reset();
        context.emplace(number);
        emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, nth, 1 + nth % 2);
        auto const found =
            cuda::prepare_matrix_run({first, second, cuda::pair_output::border}, *context).compute(control);
        EXPECT_EQ(found.value, expected);
        emulation::reset();
    }
}

TEST_F(cuda_matrix_run, a_launch_that_fails)
{
    letters const same(5000, 1);
    emulation::fail(emulation::call::launch, cudaErrorLaunchOutOfResources, 1, 1);
    EXPECT_THROW(compute(same, same, cuda::pair_output::only_value, plan_with({1, 8, 2}, 5000, 5000)), launch_failure);
    EXPECT_EQ(compute(same, same, cuda::pair_output::only_value, plan_with({1, 8, 2}, 5000, 5000)).value, 5000u);
}
#endif

TEST_F(cuda_matrix_run, host_threads_at_the_same_time)
{
    auto generator = reference::make_generator();
    std::size_t const size = on_emulation ? 5'000 : 100'000;
    auto const first = packing::pack(reference::random_letters(generator, size, 4));
    auto const second = packing::pack(reference::random_letters(generator, size, 4));
    auto const expected = lcs::length(first, second, {.backend = plan::backend::cpu});

    std::vector<std::jthread> threads{};
    for (unsigned i = 0; i < 4; ++i)
        threads.emplace_back(
            [&]()
            {
                cuda::scoped_device const mine{number};
                cuda::stream_context own{number};
                plan::execution const execution{};
                runtime::task_control control{execution, 1};
                for (unsigned round = 0; round < 3; ++round)
                    EXPECT_EQ(cuda::prepare_matrix_run({first, second, cuda::pair_output::only_value}, own)
                                  .compute(control)
                                  .value,
                              expected);
            });
}

// Two passes towards each other.
class cuda_bidirectional_pair : public stream_context_test
{
protected:
    void SetUp() override
    {
        stream_context_test::SetUp();
        if (context)
            other.emplace(number);
    }

    void TearDown() override
    {
        other.reset();
        stream_context_test::TearDown();
        current.reset();
#if defined(SEQAN3_GPULCS_EMULATION)
        EXPECT_EQ(emulation::allocated_bytes(), 0u);
        EXPECT_EQ(emulation::allocated_host_bytes(), 0u);
        EXPECT_EQ(emulation::live_streams(), 0u);
#endif
    }

    // Enough multiprocessors for all strips.
    cuda::device_limits large_device() const
    {
        cuda::device_limits limits = context->limits;
        limits.multiprocessors = std::max(limits.multiprocessors, 64u);
        return limits;
    }

    std::uint64_t compute(alignment::sequence_pair const & pair, cuda::bidirectional_plan const & plan)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, pair.cells()};
        alignment::result const found = cuda::find_value_bidirectionally(pair, plan, *context, *other, control);
        EXPECT_NEAR(control.cells_done(), pair.cells(), 1);
        return plan::value_of(found, plan.recurrence->metric);
    }

    // Wherever both passes meet.
    void
    check(letters const & first, letters const & second, cuda::kernel_shape const & shape, std::mt19937_64 & generator)
    {
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        ASSERT_EQ(columns.view().bits_per_letter(), shape.bits);
        auto plan = cuda::divide_matrix(cuda::size_of(rows),
                                        cuda::size_of(columns),
                                        shape,
                                        large_device(),
                                        cuda::strips_of(metric));
        SCOPED_TRACE(::testing::Message() << "words " << shape.words << ", unit " << shape.unit_columns << ", bits "
                                          << shape.bits << "; rows " << first.size() << ", columns " << second.size());
        if (!plan)
        {
            ASSERT_TRUE(second.size() <= 64 * (first.size() / shape.strip_rows() + 2)
                        || context->limits.multiprocessors < 2);
            return;
        }
        std::uint64_t const expected = value_on_cpu({rows, columns}, metric);
        ASSERT_EQ(compute({rows, columns}, *plan), expected)
            << "first end " << plan->first_end << ", step " << plan->step;

        // Any other line.
        std::uint64_t const max_step = (second.size() - 65) / 64 / std::max<std::uint64_t>(plan->strips - 1, 1);
        plan->step = 64 * (1 + reference::random_size(generator, max_step - 1));
        std::uint64_t const min_end = 64 + (plan->strips - 1) * plan->step;
        plan->first_end = min_end + 64 * reference::random_size(generator, ((second.size() - 1) - min_end) / 64);
        ASSERT_EQ(compute({rows, columns}, *plan), expected)
            << "first end " << plan->first_end << ", step " << plan->step;

        plan->second_is_rows = true;
        ASSERT_EQ(compute({columns, rows}, *plan), expected);
    }

    plan::metric metric{};
    std::optional<cuda::stream_context> other{};
};

class cuda_bidirectional_pair_of_metric :
    public cuda_bidirectional_pair,
    public ::testing::WithParamInterface<plan::metric>
{
protected:
    void SetUp() override
    {
        metric = GetParam();
        cuda_bidirectional_pair::SetUp();
    }
};

INSTANTIATE_FOR_METRICS(cuda_bidirectional_pair_of_metric);

// Sizes to both sides of all multiples: of strips, words of codes and blocks.
TEST_P(cuda_bidirectional_pair_of_metric, finds_the_value_wherever_both_passes_meet)
{
    auto generator = reference::make_generator();
    for (unsigned const bits : {2u, 4u, 8u})
        for (cuda::kernel_shape const & shape : reference::sample(generator, shapes_for(bits, metric), 3))
        {
            unsigned const alphabet = bits == 2 ? 4 : bits == 4 ? 9 : 60;
            std::size_t const strip_rows = shape.strip_rows();
            for (std::size_t const rows : {std::size_t{1} + reference::random_size(generator, 70),
                                           strip_rows - 1 + reference::random_size(generator, 2),
                                           2 * strip_rows + reference::random_size(generator, strip_rows)})
                for (std::size_t const columns : {65 + reference::random_size(generator, 3),
                                                  255 + reference::random_size(generator, 3),
                                                  300 + reference::random_size(generator, 1500)})
                {
                    letters const second = letters_with_all(generator, columns, alphabet);
                    check(reference::random_letters(generator, rows, alphabet + (bits != 2)), second, shape, generator);
                    if (HasFatalFailure())
                        return;
                }
        }
}

// One sequence inside the other, long gaps, nothing in common, repeats: the optimal paths may cross the line anywhere.
TEST_P(cuda_bidirectional_pair_of_metric, finds_the_value_wherever_the_paths_are)
{
    auto generator = reference::make_generator();
    cuda::kernel_shape const shape{1, 8, 2};
    letters const first = letters_with_all(generator, 3000 + generator() % 1000, 4);
    check(first, first, shape, generator);
    check(first, reference::mutate(generator, first, 4, 50), shape, generator);
    auto const begin = static_cast<std::ptrdiff_t>(reference::random_size(generator, 1000));
    auto const end = begin + 700 + static_cast<std::ptrdiff_t>(reference::random_size(generator, 1000));
    check(first, {first.begin() + begin, first.begin() + end}, shape, generator);
    letters without{first};
    without.erase(without.begin() + begin, without.begin() + end);
    check(first, without, shape, generator);
    check(letters(2500, 7), letters_with_all(generator, 1500, 4), shape, generator);
    check(letters(2500, 2), letters_with_all(generator, 1500, 4), shape, generator);
    letters moved{first.begin() + begin, first.end()};
    moved.insert(moved.end(), first.begin(), first.begin() + begin);
    check(first, moved, shape, generator);
}

TEST_P(cuda_bidirectional_pair_of_metric, is_chosen_where_a_pass_does_not_fill_the_device)
{
    // An H200.
    cuda::device_limits const limits{.compute_capability = 90,
                                     .multiprocessors = 132,
                                     .clock_hz = 1'980'000'000,
                                     .shared_bytes_per_block = 227 << 10,
                                     .memory_bytes = std::uint64_t{140} << 30};
    auto const plan = [&](std::uint64_t const rows, std::uint64_t const columns)
    {
        return cuda::plan_bidirectional({rows, 2, 4}, {columns, 2, 4}, limits, cuda::strips_of(metric));
    };
    EXPECT_FALSE(plan(2000, 2000));
    EXPECT_TRUE(plan(100'000, 100'000));
    EXPECT_TRUE(plan(1'000'000, 1'000'000));
    EXPECT_TRUE(plan(100'000, 1'000'000));
    EXPECT_TRUE(plan(1'000'000, 100'000));
    EXPECT_TRUE(plan(2'000'000, 2'000'000));
    EXPECT_FALSE(plan(20'000'000, 10'000'000));
    EXPECT_TRUE(
        cuda::plan_bidirectional({100'000, 8, 20}, {100'000, 8, 20}, limits, cuda::strips_of(plan::metric::lcs)));
}

TEST_P(cuda_bidirectional_pair_of_metric, a_pair_of_the_choice_for_this_device)
{
    auto generator = reference::make_generator();
    std::size_t const size = on_emulation ? 9'000 : 300'000;
    letters const first = reference::random_letters(generator, size + generator() % 1000, 4);
    auto const rows = packing::pack(first);
    auto const columns = packing::pack(reference::random_letters(generator, size, 4));
    plan::execution const execution{};
    runtime::task_control control{execution, 1};
    cuda::stream_context_pool contexts{};
    auto const found = cuda::find_value_from_both_ends({rows, columns}, metric, *context, contexts, control);
    ASSERT_TRUE(found);
    EXPECT_EQ(plan::value_of(*found, metric), value_on_cpu({rows, columns}, metric));
    EXPECT_GT(found->device_bytes, 0u);
    packing::packed_sequence const empty{};
    EXPECT_FALSE(cuda::find_value_from_both_ends({rows, empty}, metric, *context, contexts, control));
#if defined(SEQAN3_GPULCS_EMULATION)
    // Without memory for both, a single pass may do.
    for (auto const call : {emulation::call::allocate_device, emulation::call::launch})
        for (std::uint64_t nth = 1; nth <= 2; ++nth)
        {
            cuda::stream_context_pool others{};
            context->release();
            emulation::fail(call, cudaErrorMemoryAllocation, nth, 1);
            EXPECT_FALSE(cuda::find_value_from_both_ends({rows, columns}, metric, *context, others, control));
            emulation::reset();
        }
#endif
}

TEST_P(cuda_bidirectional_pair_of_metric, a_stop_ends_both_passes)
{
    auto generator = reference::make_generator();
    std::size_t const size = on_emulation ? 100'000 : 3'000'000; // Some seconds, or the time of a few polls.
    auto const rows = packing::pack(reference::random_letters(generator, size, 4));
    auto const columns = packing::pack(reference::random_letters(generator, size, 4));
    auto const plan = cuda::divide_matrix(cuda::size_of(rows),
                                          cuda::size_of(columns),
                                          {metric == plan::metric::lcs ? 28u : 12u, 32, 2},
                                          large_device(),
                                          cuda::strips_of(metric));
    ASSERT_TRUE(plan);
    plan::execution const execution{.on_progress = [](plan::progress const & progress)
                                    {
                                        if (progress.cells_done > 0)
                                            throw std::runtime_error{"enough"};
                                    }};
    runtime::task_control control{execution, 1};
    EXPECT_THROW(cuda::find_value_bidirectionally({rows, columns}, *plan, *context, *other, control),
                 std::runtime_error);
    letters const same(5000, 1);
    check(same, same, {1, 8, 2}, generator);
}
