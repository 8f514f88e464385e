// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/recurrence/edit_step.cuh"
#include "cuda/strip/matrix_run.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "cuda/strip/strip_kernel_table.cuh"
#include "cuda/strip/strip_matrix.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

namespace
{

using cuda::edit_recurrence;
using letters = std::vector<std::uint8_t>;
using matrix = std::vector<std::vector<int>>;

constexpr cuda::kernel_shape edit_shapes[]{{1, 8, 2}, {2, 16, 2}, {3, 32, 2}, {1, 16, 4}, {2, 8, 8}};

constexpr cuda::strip_recurrence edit_strips{
    .metric = plan::metric::edit,
    .traits = cuda::traits_of<edit_recurrence>,
    .whole = {edit_shapes, &cuda::find_strip_kernel<edit_recurrence, edit_shapes, false>},
    .band = {},
    .batch = {edit_shapes, &cuda::find_strip_batch_kernel<edit_recurrence, edit_shapes, false>},
    .band_batch = {},
    .costs = cuda::edit_costs,
    .batch_costs = cuda::edit_batch_costs};

unsigned alphabet_of(cuda::kernel_shape const & shape)
{
    return shape.bits == 2 ? 4 : shape.bits == 4 ? 15 : 40;
}

// Random letters of which codes are as wide as a kernel expects.
letters columns_for(std::mt19937_64 & generator, cuda::kernel_shape const & shape, std::size_t const size)
{
    unsigned const alphabet = alphabet_of(shape);
    letters columns = reference::random_letters(generator, std::max<std::size_t>(size, alphabet), alphabet);
    for (unsigned letter = 0; letter < alphabet; ++letter)
        columns[letter] = static_cast<std::uint8_t>(letter);
    return columns;
}

// The difference that a bit says in two words.
int difference(std::uint64_t const plus, std::uint64_t const minus, std::size_t const bit)
{
    return static_cast<int>(plus >> bit & 1) - static_cast<int>(minus >> bit & 1);
}

// The words of a column say what each row has more than the row above.
void expect_column(std::span<std::uint32_t const> const words, matrix const & cells, std::size_t const column)
{
    for (std::size_t row = 0; row + 1 < cells.size(); ++row)
        ASSERT_EQ(difference(words[row / 64 * 4 + row / 32 % 2], words[row / 64 * 4 + 2 + row / 32 % 2], row % 32),
                  cells[row + 1][column] - cells[row][column])
            << "row " << row << ", column " << column;
}

// The words below a row say what each column has more than the one before.
void expect_row(std::span<cuda::tagged_carries const> const words, std::vector<int> const & cells)
{
    for (std::size_t column = 0; column + 1 < cells.size(); ++column)
    {
        std::size_t const block = column / 32 * 2;
        ASSERT_EQ(difference(words[block] ^ edit_recurrence::upper_border(0),
                             words[block + 1] ^ edit_recurrence::upper_border(1),
                             31 - column % 32),
                  cells[column + 1] - cells[column])
            << "column " << column;
    }
}

} // namespace

class cuda_strip_recurrence : public stream_context_test
{
protected:
    static cuda::strip_plan
    plan_with(cuda::kernel_shape const & shape, std::uint64_t const part_rows, std::uint64_t const chunk_columns)
    {
        return {.second_is_rows = false,
                .recurrence = &edit_strips,
                .shape = shape,
                .warps_per_block = 2,
                .max_blocks = 3,
                .part_rows = part_rows,
                .chunk_columns = chunk_columns};
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
        return cuda::matrix_run{{rows, columns, wanted, &edit_strips}, plan, *context}.compute(control);
    }

    // The value, and the last column.
    void check(letters const & rows, letters const & columns, cuda::strip_plan const & plan)
    {
        SCOPED_TRACE(::testing::Message()
                     << "words " << plan.shape.words << ", unit " << plan.shape.unit_columns << ", bits "
                     << plan.shape.bits << "; rows " << rows.size() << ", columns " << columns.size() << "; part "
                     << plan.part_rows << ", chunk " << plan.chunk_columns);
        matrix const cells = reference::edit_matrix(rows, columns);
        auto const expected = static_cast<std::uint64_t>(cells.back().back());
        ASSERT_EQ(compute(rows, columns, cuda::pair_output::only_value, plan).value, expected);

        auto const with_column = compute(rows, columns, cuda::pair_output::border, plan);
        ASSERT_EQ(with_column.value, expected);
        ASSERT_EQ(with_column.last_column.size(), (rows.size() + 63) / 64 * 4);
        expect_column(with_column.last_column, cells, columns.size());
    }
};

TEST_F(cuda_strip_recurrence, distances_and_borders_of_all_kernels)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape : edit_shapes)
    {
        std::size_t const strip_rows = shape.words * 1024;
        for (std::size_t const rows :
             {std::size_t{1}, std::size_t{33}, strip_rows - 1, strip_rows, strip_rows + 1, 2 * strip_rows + 500})
        {
            for (std::size_t const size : {std::size_t{1}, 31 + reference::random_size(generator, 2), std::size_t{600}})
            {
                letters const columns = columns_for(generator, shape, size);
                check(reference::random_letters(generator, rows, alphabet_of(shape) + 1),
                      columns,
                      plan_with(shape, rows, columns.size()));
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

// Distances that are small, and carries that go through all rows.
TEST_F(cuda_strip_recurrence, similar_and_monotonous_sequences)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape : edit_shapes)
    {
        letters const columns = columns_for(generator, shape, 1500);
        letters const rows = reference::mutate(generator, columns, alphabet_of(shape), 20);
        check(rows, columns, plan_with(shape, rows.size(), columns.size()));
        check(columns, columns, plan_with(shape, columns.size(), columns.size()));
        check(letters(2500, 1), columns, plan_with(shape, 2500, columns.size()));
        if (HasFatalFailure())
            return;
    }
}

TEST_F(cuda_strip_recurrence, parts_and_chunks)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape : edit_shapes)
    {
        std::uint64_t const strip_rows = shape.words * 1024;
        letters const rows = reference::random_letters(generator, 2 * strip_rows + 500, alphabet_of(shape));
        letters const columns = columns_for(generator, shape, 500);
        for (std::uint64_t const part : {strip_rows, 2 * strip_rows, std::uint64_t{rows.size()}})
        {
            for (std::uint64_t const chunk : {64u, 192u, 500u})
            {
                check(rows, columns, plan_with(shape, part, chunk));
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

// Nothing is computed: this is about the memory that is reserved.
TEST_F(cuda_strip_recurrence, plans_count_all_words)
{
    auto generator = reference::make_generator();
    packing::packed_sequence const first = packing::pack(columns_for(generator, edit_shapes[0], 900'000));
    packing::packed_sequence const second = packing::pack(columns_for(generator, edit_shapes[0], 700'000));
    cuda::strip_request const request{first, second, cuda::pair_output::border, &edit_strips};
    cuda::strip_task const task{.first = {900'000, 2, 4},
                                .second = {700'000, 2, 4},
                                .rows = cuda::row_choice::first,
                                .keeps_last_column = true,
                                .recurrence = &edit_strips};
    for (std::uint64_t const kilobytes : {2000u, 1000u, 500u, 100u, 30u})
    {
        cuda::strip_plan const plan = cuda::plan_strips(task, context->limits, kilobytes << 10);
        context->release();
        cuda::matrix_run const run{request, plan, *context};
        EXPECT_LE(context->bytes(), plan.device_bytes) << kilobytes;
        EXPECT_LE(plan.device_bytes, kilobytes << 10);
    }
}

// Cut by the plan, until it refuses.
TEST_F(cuda_strip_recurrence, plans_for_the_memory_that_there_is)
{
    auto generator = reference::make_generator();
    letters const first = columns_for(generator, edit_shapes[0], 6000);
    letters const second = columns_for(generator, edit_shapes[0], 5000);
    packing::packed_sequence const packed_first = packing::pack(first);
    packing::packed_sequence const packed_second = packing::pack(second);
    matrix const cells = reference::edit_matrix(first, second);
    plan::execution const execution{};
    unsigned cuts = 0;
    unsigned refusals = 0;
    for (std::uint64_t kilobytes = 64; kilobytes >= 6; --kilobytes)
    {
        cuda::strip_request const request{packed_first, packed_second, cuda::pair_output::border, &edit_strips};
        cuda::strip_task const task{.first = {first.size(), 2, 4},
                                    .second = {second.size(), 2, 4},
                                    .rows = cuda::row_choice::first,
                                    .keeps_last_column = true,
                                    .recurrence = &edit_strips};
        cuda::strip_plan plan{};
        try
        {
            plan = cuda::plan_strips(task, context->limits, kilobytes << 10);
        }
        catch (out_of_device_memory const &)
        {
            ++refusals;
            continue;
        }
        EXPECT_EQ(plan.recurrence, &edit_strips);
        runtime::task_control control{execution, 0};
        auto const found = cuda::matrix_run{request, plan, *context}.compute(control);
        EXPECT_EQ(found.value, static_cast<std::uint64_t>(cells.back().back()));
        expect_column(found.last_column, cells, second.size());
        cuts += plan.part_rows != first.size() || plan.chunk_columns != second.size();
    }
    EXPECT_GT(cuts, 0u);
    EXPECT_GT(refusals, 0u);
}

// Rows that do not exist change the carries of edit distances, so the last row is not known: the last column is taken.
TEST_F(cuda_strip_recurrence, the_border_of_any_pair)
{
    auto generator = reference::make_generator();
    for (auto const & [first_size, second_size] : {std::pair{300u, 4000u}, {4000u, 300u}})
    {
        letters const first = columns_for(generator, edit_shapes[0], first_size);
        letters const second = columns_for(generator, edit_shapes[0], second_size);
        packing::packed_sequence const packed_first = packing::pack(first);
        packing::packed_sequence const packed_second = packing::pack(second);
        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        auto const found =
            cuda::prepare_matrix_run({packed_first, packed_second, cuda::pair_output::border, &edit_strips}, *context)
                .compute(control);
        matrix const cells = reference::edit_matrix(first, second);
        EXPECT_EQ(found.value, static_cast<std::uint64_t>(cells.back().back()));
        ASSERT_EQ(found.last_column.size(), (first.size() + 63) / 64 * 4);
        expect_column(found.last_column, cells, second.size());
    }
}

TEST_F(cuda_strip_recurrence, checkpoints)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape : edit_shapes)
    {
        SCOPED_TRACE(shape.bits * 100 + shape.unit_columns);
        std::uint64_t const strip_rows = shape.words * 1024;
        letters const rows = reference::random_letters(generator, 2 * strip_rows + 100, alphabet_of(shape));
        letters const columns = columns_for(generator, shape, 4200);
        matrix const cells = reference::edit_matrix(rows, columns);
        auto plan = plan_with(shape, rows.size(), columns.size());
        plan.checkpoints = {strip_rows, 2048};
        auto const found = compute(rows, columns, cuda::pair_output::checkpoints, plan);
        ASSERT_EQ(found.value, static_cast<std::uint64_t>(cells.back().back()));

        cuda::checkpoint_layout const & layout = found.checkpoints.layout;
        ASSERT_EQ(layout.words, 2 * layout.column_words);
        ASSERT_EQ(layout.rows.size(), 3u);
        auto & buffers = context->get<cuda::strip_buffers>();
        std::vector<std::uint32_t> kept_columns(layout.words);
        std::vector<cuda::tagged_carries> carries(layout.carry_words(layout.carry_blocks));
        copy_to_host(std::span{kept_columns}, buffers.checkpoint_columns.view(), context->stream);
        copy_to_host(std::span{carries}, buffers.handed_over.view(), context->stream);
        ASSERT_EQ(cudaStreamSynchronize(context->stream), cudaSuccess);
        for (unsigned i = 0; i < 2; ++i)
        {
            expect_column(std::span{kept_columns}.subspan(i * layout.column_words), cells, (i + 1) * 2048);
            expect_row(std::span{carries}.subspan(layout.carry_words(layout.rows[i].first_carries)),
                       cells[(i + 1) * strip_rows]);
            if (HasFatalFailure())
                return;
        }
    }
}

TEST_F(cuda_strip_recurrence, batches)
{
    auto generator = reference::make_generator();
    cuda::strip_batch batch{*context};
    for (cuda::kernel_shape const & shape : edit_shapes)
    {
        std::vector<letters> sequences{};
        std::vector<packing::packed_sequence> packed{};
        std::vector<alignment::sequence_pair> pairs{};
        sequences.push_back({});
        for (std::size_t const size : {40u, 700u, 1024u, 2100u, 3000u})
            sequences.push_back(columns_for(generator, shape, size));
        for (letters const & sequence : sequences)
            packed.push_back(packing::pack(sequence));

        std::vector<std::uint64_t> expected{};
        for (std::size_t i = 0; i < sequences.size(); ++i)
        {
            for (std::size_t j = i % 2; j < sequences.size(); j += 2)
            {
                pairs.push_back({packed[i], packed[j]});
                expected.push_back(
                    static_cast<std::uint64_t>(reference::edit_matrix(sequences[i], sequences[j]).back().back()));
            }
        }
        auto plan = cuda::strip_batch::plan({pairs}, context->limits, edit_strips);
        EXPECT_EQ(plan.recurrence, &edit_strips);
        EXPECT_NE(plan.warps_per_block, 0u);
        plan.shape = shape;
        batch.start({pairs}, plan);
        auto const found = batch.finish();
        EXPECT_TRUE(std::ranges::equal(found, expected)) << shape.words << ' ' << shape.unit_columns;
    }
}
