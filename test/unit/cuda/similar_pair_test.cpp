// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <tuple>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "cuda/similar_pair.hpp"
#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/band_run.hpp"
#include "cuda/strip/bidirectional_band.hpp"
#include "cuda/strip/kept_band.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/similar/banded_pass.hpp"
#include "src/traceback/traceback.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

constexpr std::uint64_t round_up(std::uint64_t const size) noexcept
{
    return (size + 63) / 64 * 64;
}

// The columns of strips at random: narrow and wide ones, and some that have none in common with the strip above.
std::vector<plan::interval>
random_columns(std::mt19937_64 & generator, std::uint64_t const strips, std::uint64_t const columns)
{
    std::uint64_t const last_begin = (columns - 1) / 64 * 64;
    std::uint64_t const step = columns / (1 + reference::random_size(generator, 2 * strips));
    std::uint64_t const max_width = 1 + reference::random_size(generator, columns);
    std::vector<plan::interval> all{};
    plan::interval last{};
    for (std::uint64_t i = 0; i < strips; ++i)
    {
        if (i != 0 && reference::random_size(generator, 3) != 0)
            last.begin = std::min(last_begin, round_up(last.begin + reference::random_size(generator, step)));
        std::uint64_t const end = last.begin + 1 + reference::random_size(generator, max_width);
        last.end = std::max(last.end, std::min(columns, round_up(end)));
        all.push_back(last);
    }
    return all;
}

// The value below the last row, cell by cell; cells outside have the value of the nearest cell of the band to the left or above.
std::uint64_t expected_value(letters_t const & first,
                             letters_t const & second,
                             std::vector<plan::interval> const & band,
                             std::uint64_t const strip_rows)
{
    std::vector<std::uint32_t> row(second.size() + 1);
    for (std::uint64_t strip = 0; strip < band.size(); ++strip)
    {
        auto const & [begin, end] = band[strip];
        for (std::uint64_t i = strip * strip_rows; i < std::min<std::uint64_t>(first.size(), (strip + 1) * strip_rows);
             ++i)
        {
            std::uint32_t diagonal = row[begin];
            for (std::uint64_t j = begin + 1; j <= end; ++j)
            {
                std::uint32_t const above = row[j];
                row[j] = first[i] == second[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
                diagonal = above;
            }
        }
        std::fill(row.begin() + static_cast<std::ptrdiff_t>(end), row.end(), row[end]);
    }
    return row.back();
}

cuda::band_outline outline_with(std::vector<plan::interval> const & band, std::uint64_t const strip_rows)
{
    return {.columns = [&band, strip_rows](plan::interval const & rows)
            {
                return band[rows.begin / strip_rows];
            }};
}

// As many as codes of some bits take.
unsigned letters_of(unsigned const bits) noexcept
{
    return bits == 2 ? 4 : bits == 4 ? 9 : 60;
}

letters_t related_letters(std::mt19937_64 & generator, letters_t const & letters, std::size_t const distance)
{
    letters_t other = reference::mutate(generator, letters, 4, distance);
    if (other.size() > 3000 && generator() % 2 == 0)
        other.erase(other.begin() + 1500, other.begin() + 1500 + static_cast<std::ptrdiff_t>(generator() % 1400));
    return other;
}

} // namespace

class cuda_similar_pair : public stream_context_test
{
protected:
    void TearDown() override
    {
        contexts.reset();
        stream_context_test::TearDown();
        current.reset();
#if defined(SEQAN3_GPULCS_EMULATION)
        EXPECT_EQ(emulation::allocated_bytes(), 0u);
        EXPECT_EQ(emulation::live_streams(), 0u);
#endif
    }

    cuda::band_means means(std::uint64_t const memory_limit)
    {
        return {{1, memory_limit}, *context, *contexts};
    }

    std::uint64_t compute(lcs::sequence_pair const & pair, cuda::band_plan const & plan)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        return cuda::band_run{pair, *context}.compute(plan, control);
    }

    std::optional<lcs::result> compute_in_band(lcs::sequence_pair const & pair,
                                               std::uint64_t const bound,
                                               lcs::output const wanted = lcs::output::length)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, pair.cells()};
        cuda::band_run run{pair, *context};
        auto const found =
            cuda::compute_in_band(run, {pair, wanted, 1e9}, bound, means(plan::default_memory_limit), control);
        EXPECT_NEAR(control.cells_done(), found ? pair.cells() : control.cells_done(), 1);
        return found;
    }

    std::optional<cuda::stream_context_pool> contexts{std::in_place};
};

// Whatever the columns are.
TEST_F(cuda_similar_pair, values_are_those_of_paths_in_the_band)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape : cuda::band_shapes)
        for (unsigned repetition = 0; repetition < (shape.words > 4 ? 1 : 3); ++repetition)
        {
            std::uint64_t const strips = 2 + reference::random_size(generator, shape.words > 4 ? 1 : 6);
            unsigned const alphabet = letters_of(shape.bits);
            letters_t const first =
                reference::random_letters(generator, shape.strip_rows() * strips - generator() % 1000, alphabet);
            letters_t second =
                reference::random_letters(generator, 1 + reference::random_size(generator, 2500), alphabet);
            if (generator() % 2 == 0)
                std::copy_n(first.begin(), std::min(first.size(), second.size()), second.begin());
            auto const band = random_columns(generator, strips, second.size());
            auto const rows = packing::pack(first);
            auto const columns = packing::pack(second);
            if (columns.view().bits_per_letter() != shape.bits)
                continue;
            cuda::band_plan const plan = cuda::plan_band(outline_with(band, shape.strip_rows()),
                                                         cuda::size_of(rows),
                                                         cuda::size_of(columns),
                                                         shape,
                                                         context->limits);
            ASSERT_EQ(plan.strips.size(), strips);
            ASSERT_EQ(compute({rows, columns}, plan), expected_value(first, second, band, shape.strip_rows()))
                << "words " << shape.words << ", unit " << shape.unit_columns << ", " << strips << " strips, "
                << second.size() << " columns";
        }
}

// The same strips that the CPU has.
TEST_F(cuda_similar_pair, equals_the_banded_pass_of_the_cpu)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    letters_t const letters = reference::random_letters(generator, 60'000, 4);
    auto const rows = packing::pack(letters);
    auto const columns = packing::pack(related_letters(generator, letters, 20));
    for (cuda::kernel_shape const & shape : reference::sample(generator, cuda::band_shapes, 4))
    {
        if (shape.bits != 2)
            continue;
        std::uint64_t const strip_rows = shape.strip_rows();
        auto const band = random_columns(generator, (letters.size() + strip_rows - 1) / strip_rows, columns.size());
        similar::banded_pass pass{{rows, columns}, 1, control};
        for (plan::interval const & some : band)
            pass.compute(std::min(strip_rows, letters.size() - pass.rows_done()), some, {}, false);
        cuda::band_plan const plan = cuda::plan_band(outline_with(band, strip_rows),
                                                     cuda::size_of(rows),
                                                     cuda::size_of(columns),
                                                     shape,
                                                     context->limits);
        ASSERT_EQ(compute({rows, columns}, plan), pass.last_value()) << "words " << shape.words;
        ASSERT_EQ(plan.cells, pass.cells());
    }
}

// Any bound: of one that is too large, the proof finds out.
TEST_F(cuda_similar_pair, a_band_has_the_length_of_the_whole_matrix)
{
    auto generator = reference::make_generator();
    for (std::size_t const distance : {5u, 20u, 100u, 3000u})
    {
        letters_t const letters = reference::random_letters(generator, 5000 + generator() % 5000, 4);
        auto const rows = packing::pack(letters);
        auto const columns = packing::pack(related_letters(generator, letters, distance));
        for (lcs::sequence_pair const & pair : {lcs::sequence_pair{rows, columns}, {columns, rows}})
        {
            std::uint64_t const shorter = std::min(pair.first.size(), pair.second.size());
            std::uint64_t const length = lcs::length(rows, columns, {.backend = plan::backend::cpu});
            for (std::uint64_t const bound : {length, length - 1, length - 70, std::uint64_t{0}, length + 1, shorter})
            {
                auto const found = compute_in_band(pair, std::min(bound, shorter));
                ASSERT_TRUE(found);
                ASSERT_EQ(found->length, length) << "bound " << bound;
                EXPECT_EQ(found->method, lcs::method::band);
                EXPECT_GT(found->cells, 0);
            }
        }
    }
}

// At the length, one below and one above, and far above: the pair is as long as it is, or too short.
TEST_F(cuda_similar_pair, minima)
{
    auto generator = reference::make_generator();
    letters_t const letters = reference::random_letters(generator, 5000 + generator() % 5000, 4);
    auto const rows = packing::pack(letters);
    auto const columns = packing::pack(related_letters(generator, letters, 20));
    auto const expected = lcs::subsequence(rows, columns, {.backend = plan::backend::cpu});
    std::uint64_t const length = expected.matches();
    std::uint64_t const shorter = std::min(rows.size(), columns.size());
    for (std::uint64_t const minimum : {length - 500, length - 1, length, length + 1, shorter})
        for (std::uint64_t const bound : {std::uint64_t{0}, length - 10, length, shorter})
            for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
            {
                auto const found = compute_in_band({rows, columns, minimum}, bound, wanted);
                ASSERT_TRUE(found);
                ASSERT_EQ(found->length, minimum <= length ? length : 0)
                    << "minimum " << minimum << ", bound " << bound;
                if (wanted == lcs::output::subsequence)
                {
                    EXPECT_TRUE(minimum <= length ? found->path == expected : found->path.matches() == 0);
                }
            }
}

// With columns and rows that are kept at small distances.
TEST_F(cuda_similar_pair, checkpoints_lead_to_the_subsequence)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    for (cuda::kernel_shape const & shape :
         {cuda::kernel_shape{1, 8, 2}, {2, 16, 2}, {4, 16, 2}, {8, 32, 2}, {2, 16, 4}, {4, 8, 8}})
    {
        unsigned const alphabet = letters_of(shape.bits);
        letters_t const letters = reference::random_letters(generator, 9000 + generator() % 5000, alphabet);
        letters_t const other = related_letters(generator, letters, 5 + generator() % 50);
        auto const rows = packing::pack(letters);
        auto const columns = packing::pack(other);
        lcs::sequence_pair const pair{rows, columns};
        lcs::result const expected =
            lcs::compute({&pair, 1}, lcs::output::subsequence, {.backend = plan::backend::cpu}).front();
        std::uint64_t const spare = generator() % 300;
        plan::matrix_band const band{letters.size(), other.size(), expected.length - std::min(spare, expected.length)};
        cuda::band_plan plan{.shape = shape,
                             .checkpoints = {shape.strip_rows() * (1 + generator() % 3),
                                             cuda::min_column_spacing(shape.unit_columns) * (1 + generator() % 2)},
                             .warps_per_block = 2};
        cuda::cut_band(plan, cuda::outline_of(band), {letters.size(), other.size()}, 1);
        plan.cells = 1;
        ASSERT_EQ(compute(pair, plan), expected.length);

        cuda::kept_band checkpoints{plan, *context};
        plan::subsequence_plan const tiles =
            plan::plan_traceback(plan.checkpoints, letters.size(), other.size(), plan::default_memory_limit, 1);
        auto const found = traceback::find_subsequence(pair, tiles, control, &checkpoints);
        ASSERT_EQ(found.length, expected.length);
        ASSERT_TRUE(found.path == expected.path) << "words " << shape.words << ", rows " << plan.checkpoints.row_spacing
                                                 << ", columns " << plan.checkpoints.column_spacing;
    }
}

// Two passes at a time: never more than the length, and no less if the band has its paths.
TEST_F(cuda_similar_pair, both_ends_find_the_length)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    for (std::size_t const distance : {3u, 20u, 200u, 5000u})
    {
        unsigned const alphabet = letters_of(2u << generator() % 3);
        letters_t const letters =
            reference::random_letters(generator, 2 + reference::random_size(generator, 9000), alphabet);
        auto const one = packing::pack(letters);
        auto const other = packing::pack(related_letters(generator, letters, distance));
        std::uint64_t const length = lcs::length(one, other, {.backend = plan::backend::cpu});
        for (lcs::sequence_pair const & pair : {lcs::sequence_pair{one, other}, {other, one}})
        {
            std::uint64_t const shorter = std::min(pair.first.size(), pair.second.size());
            for (std::uint64_t const bound : {length, length - length / 100, std::uint64_t{0}, length + 1, shorter})
            {
                plan::matrix_band const band{pair.first.size(), pair.second.size(), std::min(bound, shorter)};
                auto devices = std::array{context->limits, context->limits};
                // Any of them may have more rows.
                devices[generator() % 2].multiprocessors *= static_cast<unsigned>(1 + generator() % 50);
                auto plan = cuda::plan_bidirectional_band(band, pair, devices[0], devices[1]);
                plan.forward.shares_device = plan.backward.shares_device = context->limits.multiprocessors > 1;
                runtime::task_control control{execution, pair.cells()};
                cuda::band_run run{pair, *context};
                auto const found =
                    cuda::compute_band_from_both_ends(plan, run, *contexts->lend(number), control, pair.cells());
                ASSERT_LE(found.matches, length);
                ASSERT_TRUE(found.matches == length || bound > length)
                    << pair.first.size() << " x " << pair.second.size() << ", bound " << bound << " of " << length
                    << ", rows " << plan.forward.rows;
                EXPECT_NEAR(control.cells_done(), pair.cells(), 1);
            }
        }
    }
}

TEST_F(cuda_similar_pair, a_path_along_the_border_of_the_band)
{
    auto generator = reference::make_generator();
    letters_t const middle = reference::random_letters(generator, 9000, 4);
    for (std::size_t const gap : {63u, 64u, 65u, 1000u, 1024u})
    {
        // All of the gap at once, above the main diagonal or below.
        letters_t longer = reference::random_letters(generator, gap, 4);
        longer.insert(longer.end(), middle.begin(), middle.end());
        auto const rows = packing::pack(middle);
        auto const columns = packing::pack(longer);
        for (lcs::sequence_pair const & pair : {lcs::sequence_pair{rows, columns}, {columns, rows}})
        {
            auto const found = compute_in_band(pair, middle.size());
            ASSERT_TRUE(found);
            EXPECT_EQ(found->length, middle.size());
        }
    }
}

// Parts of the band that do not wait for one another, with few warps and with many.
TEST_F(cuda_similar_pair, parts_at_the_same_time)
{
    auto generator = reference::make_generator();
    letters_t const letters = reference::random_letters(generator, 70'000, 4);
    letters_t const other = reference::mutate(generator, letters, 4, 200);
    auto const rows = packing::pack(letters);
    auto const columns = packing::pack(other);
    cuda::matrix_size const size{letters.size(), other.size()};
    auto const slope = [&](std::uint64_t const row)
    {
        return row * other.size() / letters.size();
    };
    cuda::band_outline const outline{.columns =
                                         [&](plan::interval const & some)
                                     {
                                         std::uint64_t const begin = slope(some.begin);
                                         return plan::interval{
                                             begin - std::min<std::uint64_t>(begin, 700),
                                             std::min<std::uint64_t>(slope(some.end) + 700, other.size())};
                                     },
                                     .crossing = [&](std::uint64_t const row) -> std::optional<std::uint64_t>
                                     {
                                         if (row / 1024 % 7 == 2)
                                             return std::nullopt;
                                         return slope(row);
                                     }};
    for (unsigned const max_parts : {1u, 2u, 4u, 100u})
    {
        cuda::kernel_shape const shape{1, 8, 2};
        cuda::band_plan plan{.shape = shape, .warps_per_block = 1 + max_parts % 4};
        cuda::cut_band(plan, outline, size, max_parts);
        plan.cells = 1;

        std::vector<plan::interval> band(plan.strips.size());
        std::vector<bool> is_taken(plan.strips.size());
        unsigned parts = 0;
        for (cuda::band_strip const & one : plan.strips)
        {
            auto const & [strip, strip_columns] = std::tie(one.strip, one.columns);
            ASSERT_FALSE(is_taken[strip]);
            ASSERT_TRUE(strip_columns.carried_end == strip_columns.begin || is_taken[strip - 1]);
            is_taken[strip] = true;
            parts += strip_columns.carried_end == strip_columns.begin;
            band[strip] = {strip_columns.begin, strip_columns.end};
        }
        EXPECT_TRUE(max_parts == 1 ? parts == 1 : parts > 1) << parts;
        ASSERT_EQ(compute({rows, columns}, plan), expected_value(letters, other, band, shape.strip_rows()));
    }
}

// All cells of paths that are long enough, and none of them in the first column but of the matrix.
TEST_F(cuda_similar_pair, bounds_leave_what_paths_may_need)
{
    auto generator = reference::make_generator();
    for (unsigned repetition = 0; repetition < 20; ++repetition)
    {
        std::uint64_t const rows = 1 + reference::random_size(generator, 60);
        std::uint64_t const columns = 1 + reference::random_size(generator, 60);
        std::uint64_t const bound = reference::random_size(generator, std::min(rows, columns));
        plan::matrix_band const band{rows, columns, bound};
        std::uint64_t const begin = reference::random_size(generator, rows - 1);
        std::uint64_t const end = begin + 1 + reference::random_size(generator, rows - 1 - begin);
        auto const some = band.columns_of({begin, end});
        for (std::uint64_t i = begin + 1; i <= end; ++i)
            for (std::uint64_t j = 0; j <= columns; ++j)
                if (std::min(i, j) + std::min(rows - i, columns - j) >= bound)
                {
                    ASSERT_TRUE(j == 0 ? some.begin == 0 : some.begin < j) << i << ", " << j;
                    ASSERT_LE(j, some.end) << i << ", " << j;
                }
    }
}

TEST_F(cuda_similar_pair, the_choice)
{
    auto generator = reference::make_generator();
    letters_t const letters = reference::random_letters(generator, 100'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 25));
    lcs::sequence_pair const pair{first, second};
    lcs::result const expected =
        lcs::compute({&pair, 1}, lcs::output::subsequence, {.backend = plan::backend::cpu}).front();
    auto const compute_similar = [&](lcs::output const wanted, double const seconds)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, pair.cells()};
        return cuda::compute_similar({pair, wanted, seconds}, means(plan::default_memory_limit), control);
    };

    // As if the device was slow.
    for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
    {
        auto const found = compute_similar(wanted, 1e3);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->length, expected.length);
        EXPECT_EQ(found->method, lcs::method::band);
        EXPECT_LT(found->cells, 0.3 * pair.cells());
        EXPECT_GT(found->kernel_seconds, 0);
        if (wanted == lcs::output::subsequence)
        {
            EXPECT_TRUE(found->path == expected.path);
        }
        // As fast as it is.
        EXPECT_FALSE(compute_similar(wanted, 1e-6));
    }

    auto const unrelated = packing::pack(reference::random_letters(generator, 100'000, 4));
    plan::execution const execution{};
    {
        runtime::task_control control{execution, 0};
        auto const found =
            cuda::compute_similar({{first, unrelated, 95'000}, lcs::output::length, 1e3}, means(1 << 30), control);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->length, 0u);
        EXPECT_LT(found->cells, 0.2 * 1e10);
    }
    runtime::task_control control{execution, 0};
    EXPECT_FALSE(cuda::compute_similar({{first, unrelated}, lcs::output::length, 1e3}, means(1 << 30), control));
}

TEST_F(cuda_similar_pair, the_guide_leads_to_a_bound)
{
    auto generator = reference::make_generator();
    letters_t const letters = reference::random_letters(generator, 150'000, letters_of(2u << generator() % 3));
    letters_t other = reference::mutate(generator, letters, 4, 100);
    other.erase(other.begin() + 40'000, other.begin() + 52'000);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(other);
    lcs::sequence_pair const pair{first, second};
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    auto const path = similar::find_guide(pair, control);
    ASSERT_TRUE(path);
    cuda::band_run run{pair, *context};
    double cells = 0;
    std::uint64_t const bound = cuda::find_bound(*path, run, control, cells);
    std::uint64_t const length = lcs::length(first, second, {.backend = plan::backend::cpu});
    EXPECT_LE(bound, length);
    EXPECT_GE(bound, length - length / 200);
    EXPECT_LT(cells, 0.1 * pair.cells());
}

TEST_F(cuda_similar_pair, stops_when_asked_to)
{
    auto generator = reference::make_generator();
    letters_t const letters = reference::random_letters(generator, 20'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 25));
    lcs::sequence_pair const pair{first, second};
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    cuda::band_run run{pair, *context};
    EXPECT_THROW(cuda::compute_in_band(run, {pair, lcs::output::length, 1e9}, 0, means(1 << 20), control),
                 operation_stopped);
    EXPECT_EQ(compute_in_band(pair, 0)->length, lcs::length(first, second, {.backend = plan::backend::cpu}));
}

#if defined(SEQAN3_GPULCS_EMULATION)
TEST_F(cuda_similar_pair, without_memory_for_all_columns_the_whole_matrix_is_left)
{
    auto generator = reference::make_generator();
    letters_t const letters = reference::random_letters(generator, 100'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 25));
    emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, 4, 1);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    EXPECT_FALSE(cuda::compute_similar({{first, second}, lcs::output::length, 1e3}, means(1 << 30), control));
    emulation::reset();
}
#endif
