// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "cuda/similar/similar_pair.hpp"
#include "cuda/similar/similar_pairs.hpp"
#include "cuda/similar/similarity_choice.hpp"
#include "cuda/similar/wavefront_batch.hpp"
#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/bidirectional_band.hpp"
#include "cuda/strip/matrix_run.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/threshold.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/similar/pair_distance.hpp"
#include "src/traceback/traceback.hpp"
#include "unit/cuda/compared_metric.hpp"
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

// The value below the last row, cell by cell; cells outside have the value of the nearest cell of the band to the left or above, and
// as edit distances one more for each step from there.
std::uint64_t expected_value(letters_t const & first,
                             letters_t const & second,
                             std::vector<plan::interval> const & band,
                             std::uint64_t const strip_rows,
                             plan::metric const metric)
{
    std::uint32_t const increment = metric == plan::metric::edit ? 1 : 0;
    std::vector<std::uint32_t> row(second.size() + 1);
    for (std::uint32_t j = 0; j < row.size(); ++j)
        row[j] = j * increment;
    for (std::uint64_t strip = 0; strip < band.size(); ++strip)
    {
        auto const & [begin, end] = band[strip];
        for (std::uint64_t i = strip * strip_rows; i < std::min<std::uint64_t>(first.size(), (strip + 1) * strip_rows);
             ++i)
        {
            std::uint32_t diagonal = row[begin];
            row[begin] += increment;
            for (std::uint64_t j = begin + 1; j <= end; ++j)
            {
                std::uint32_t const above = row[j];
                bool const is_match = first[i] == second[j - 1];
                if (metric == plan::metric::lcs)
                    row[j] = is_match ? diagonal + 1 : std::max(above, row[j - 1]);
                else
                    row[j] = std::min(diagonal + !is_match, std::min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        for (std::uint64_t j = end + 1; j < row.size(); ++j)
            row[j] = row[j - 1] + increment;
    }
    return row.back();
}

cuda::band_outline
outline_with(std::vector<plan::interval> const & band, std::uint64_t const strip_rows, plan::metric const metric)
{
    return {.columns =
                [&band, strip_rows](plan::interval const & rows)
            {
                return band[rows.begin / strip_rows];
            },
            .recurrence = &cuda::strips_of(metric)};
}

// That of a band of the CPU, which counts in distances.
std::uint64_t value_of_cpu_band(alignment::sequence_pair const & pair,
                                std::vector<plan::interval> const & band,
                                std::uint64_t const strip_rows,
                                plan::metric const metric)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    std::vector<std::uint64_t> carries = plan::upper_border(metric, columns);
    cpu::forward_pass({pair.first, pair.second, {0, rows, 0, columns}, {{}, carries}, {}, metric},
                      1,
                      control,
                      false,
                      {strip_rows, band});
    auto const distance =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(rows) + plan::distance_along(metric, carries, columns));
    return plan::traits_of(metric).value_at(rows, columns, distance);
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

    cuda::band_resources resources(std::uint64_t const memory_limit)
    {
        return {{1, memory_limit}, *context, *contexts};
    }

    std::uint64_t compute(alignment::sequence_pair const & pair, cuda::strip_plan const & plan)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        return cuda::strip_run{pair.first, pair.second, *context}.compute(plan, control);
    }

    std::optional<alignment::result> compute_in_band(alignment::sequence_pair const & pair,
                                                     std::uint64_t const bound,
                                                     plan::comparison const & wanted = plan::lcs_length)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, pair.cells()};
        cuda::strip_run run{pair.first, pair.second, *context};
        auto const found =
            cuda::compute_in_band(run, {pair, wanted, 1e9}, bound, resources(plan::default_memory_limit), control);
        EXPECT_NEAR(control.cells_done(), found ? pair.cells() : control.cells_done(), 1);
        return found;
    }

    std::optional<cuda::stream_context_pool> contexts{std::in_place};
};

class cuda_similar_pair_of_metric : public cuda_similar_pair, public ::testing::WithParamInterface<plan::metric>
{
protected:
    // With or without the alignment; of edit distances any.
    plan::comparison comparison(bool const with_path)
    {
        plan::comparison wanted{.metric = GetParam(), .with_path = with_path};
        if (wanted.metric == plan::metric::edit && generator() % 2 == 0)
            wanted.preference = plan::preference::diagonal_first;
        return wanted;
    }

    std::uint64_t value_of(alignment::result const & result) const noexcept
    {
        return plan::value_of(result, GetParam());
    }

    std::mt19937_64 generator{reference::make_generator()};
};

INSTANTIATE_FOR_METRICS(cuda_similar_pair_of_metric);

// Whatever the columns are.
TEST_P(cuda_similar_pair_of_metric, values_are_those_of_paths_in_the_band)
{
    for (cuda::kernel_shape const & shape : cuda::strips_of(GetParam()).band.shapes)
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
            cuda::strip_plan const plan = cuda::plan_band(outline_with(band, shape.strip_rows(), GetParam()),
                                                          cuda::size_of(rows),
                                                          cuda::size_of(columns),
                                                          shape,
                                                          context->limits);
            ASSERT_EQ(plan.band.size(), strips);
            ASSERT_EQ(compute({rows, columns}, plan),
                      expected_value(first, second, band, shape.strip_rows(), GetParam()))
                << "words " << shape.words << ", unit " << shape.unit_columns << ", " << strips << " strips, "
                << second.size() << " columns";
        }
}

// The same strips that the CPU has.
TEST_P(cuda_similar_pair_of_metric, equals_the_outlined_pass_of_the_cpu)
{
    letters_t const letters = reference::random_letters(generator, 60'000, 4);
    auto const rows = packing::pack(letters);
    auto const columns = packing::pack(related_letters(generator, letters, 20));
    std::vector<cuda::kernel_shape> shapes{};
    std::ranges::copy_if(cuda::strips_of(GetParam()).band.shapes,
                         std::back_inserter(shapes),
                         [](cuda::kernel_shape const & shape)
                         {
                             return shape.bits == 2;
                         });
    for (cuda::kernel_shape const & shape : reference::sample(generator, shapes, 3))
    {
        std::uint64_t const strip_rows = shape.strip_rows();
        auto const band = random_columns(generator, (letters.size() + strip_rows - 1) / strip_rows, columns.size());
        double cells = 0;
        for (std::size_t i = 0; i < band.size(); ++i)
            cells += static_cast<double>(std::min(strip_rows, letters.size() - i * strip_rows))
                   * static_cast<double>(band[i].size());
        std::uint64_t const expected = value_of_cpu_band({rows, columns}, band, strip_rows, GetParam());
        cuda::strip_plan const plan = cuda::plan_band(outline_with(band, strip_rows, GetParam()),
                                                      cuda::size_of(rows),
                                                      cuda::size_of(columns),
                                                      shape,
                                                      context->limits);
        ASSERT_EQ(compute({rows, columns}, plan), expected) << "words " << shape.words;
        ASSERT_EQ(plan.cells, cells);
    }
}

// Any bound: of one that is too strong, the proof finds out.
TEST_P(cuda_similar_pair_of_metric, a_band_has_the_value_of_the_whole_matrix)
{
    plan::metric const metric = GetParam();
    for (std::size_t const distance : {5u, 20u, 100u, 3000u})
    {
        letters_t const letters = reference::random_letters(generator, 5000 + generator() % 5000, 4);
        auto const rows = packing::pack(letters);
        auto const columns = packing::pack(related_letters(generator, letters, distance));
        for (alignment::sequence_pair const & pair : {alignment::sequence_pair{rows, columns}, {columns, rows}})
        {
            std::uint64_t const value = value_on_cpu(pair, metric);
            for (std::uint64_t const bound : {value,
                                              weaker_bound(pair, value, 1, metric),
                                              weaker_bound(pair, value, 70, metric),
                                              plan::weakest_bound(pair, metric),
                                              stronger_bound(pair, value, 1, metric),
                                              strongest_bound(pair, metric)})
            {
                auto const found = compute_in_band(pair, bound, {.metric = metric});
                ASSERT_TRUE(found);
                ASSERT_EQ(value_of(*found), value) << "bound " << bound;
                EXPECT_EQ(found->method, alignment::method::band);
                EXPECT_GT(found->cells, 0);
            }
        }
    }
}

// At the value, a little weaker and stronger, and far off: the pair has its value, or is of no interest.
TEST_P(cuda_similar_pair_of_metric, thresholds)
{
    plan::metric const metric = GetParam();
    letters_t const letters = reference::random_letters(generator, 5000 + generator() % 5000, 4);
    auto const rows = packing::pack(letters);
    auto const columns = packing::pack(related_letters(generator, letters, 20));
    alignment::sequence_pair pair{rows, columns};
    std::uint64_t const value = value_on_cpu(pair, metric);
    // The weakest one that is a threshold.
    std::uint64_t const weakest = metric == plan::metric::lcs ? 1 : ~std::uint64_t{0} - 1;
    for (std::uint64_t const threshold : {weakest,
                                          weaker_bound(pair, value, 500, metric),
                                          weaker_bound(pair, value, 1, metric),
                                          value,
                                          stronger_bound(pair, value, 1, metric),
                                          strongest_bound(pair, metric)})
        for (std::uint64_t const bound : {plan::weakest_bound(pair, metric),
                                          weaker_bound(pair, value, 10, metric),
                                          value,
                                          strongest_bound(pair, metric)})
            for (bool const with_path : {false, true})
            {
                plan::comparison const wanted = comparison(with_path);
                (metric == plan::metric::lcs ? pair.min_length : pair.max_distance) = threshold;
                auto const found = compute_in_band(pair, bound, wanted);
                ASSERT_TRUE(found);
                ASSERT_EQ(value_of(*found), plan::reported_value(pair, value, metric))
                    << "threshold " << threshold << ", bound " << bound;
                if (with_path)
                {
                    EXPECT_TRUE(found->path == result_on_cpu(pair, wanted).path);
                }
            }
}

// With columns and rows that are kept at small distances.
TEST_P(cuda_similar_pair_of_metric, checkpoints_lead_to_the_alignment)
{
    plan::metric const metric = GetParam();
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
        alignment::sequence_pair const pair{rows, columns};
        plan::comparison const wanted = comparison(true);
        alignment::result const expected = result_on_cpu(pair, wanted);
        std::uint64_t const bound = weaker_bound(pair, value_of(expected), generator() % 300, metric);
        plan::matrix_band const band{letters.size(), other.size(), bound, metric};
        cuda::strip_plan plan{.shape = shape,
                              .checkpoints = {shape.strip_rows() * (1 + generator() % 3),
                                              cuda::min_column_spacing(shape.unit_columns) * (1 + generator() % 2)},
                              .warps_per_block = 2};
        cuda::cut_band(plan, cuda::outline_of(band), {letters.size(), other.size()}, 1);
        plan.cells = 1;
        cuda::strip_run run{rows, columns, *context};
        ASSERT_EQ(run.compute(plan, control), value_of(expected));

        cuda::device_checkpoints checkpoints{run.kept()};
        // As little as suffices, too.
        std::uint64_t const least =
            plan::min_memory(wanted, {plan.checkpoints.row_spacing, plan.checkpoints.column_spacing});
        plan::subsequence_plan const tiles =
            plan::plan_traceback(wanted,
                                 plan.checkpoints,
                                 {letters.size(), other.size()},
                                 generator() % 2 == 0 ? least : plan::default_memory_limit,
                                 1);
        auto const found = traceback::find_alignment(pair, wanted, tiles, control, &checkpoints);
        ASSERT_EQ(value_of(found), value_of(expected));
        ASSERT_TRUE(found.path == expected.path) << "words " << shape.words << ", rows " << plan.checkpoints.row_spacing
                                                 << ", columns " << plan.checkpoints.column_spacing;
    }
}

// Two passes at a time: never better than the value, and no worse if the band has its paths.
TEST_P(cuda_similar_pair_of_metric, both_ends_find_the_value)
{
    plan::metric const metric = GetParam();
    plan::execution const execution{};
    unsigned computed = 0;
    for (std::size_t const distance : {3u, 20u, 200u, 5000u})
    {
        unsigned const alphabet = letters_of(2u << generator() % 3);
        std::size_t const max_size = distance == 20 ? 40'000 : 9000;
        letters_t const letters =
            reference::random_letters(generator,
                                      max_size / 2 + reference::random_size(generator, max_size / 2),
                                      alphabet);
        auto const one = packing::pack(letters);
        auto const other = packing::pack(related_letters(generator, letters, distance));
        std::uint64_t const value = value_on_cpu({one, other}, metric);
        for (alignment::sequence_pair const & pair : {alignment::sequence_pair{one, other}, {other, one}})
        {
            for (std::uint64_t const bound : {value,
                                              weaker_bound(pair, value, letters.size() / 100, metric),
                                              plan::weakest_bound(pair, metric),
                                              stronger_bound(pair, value, 1, metric),
                                              strongest_bound(pair, metric)})
            {
                plan::matrix_band const band{pair.first.size(), pair.second.size(), bound, metric};
                auto devices = std::array{context->limits, context->limits};
                // Any of them may have more rows.
                devices[generator() % 2].multiprocessors *=
                    static_cast<unsigned>(1 + generator() % (letters.size() > 10'000 ? 4 : 50));
                auto plan = cuda::plan_bidirectional_band(band, pair, devices[0], devices[1]);
                // The strips of one pass would have all rows.
                if (plan.forward.band.empty())
                    continue;
                ++computed;
                plan.forward.shares_device = plan.backward.shares_device = context->limits.multiprocessors > 1;
                runtime::task_control control{execution, pair.cells()};
                cuda::strip_run run{pair.first, pair.second, *context};
                auto const found =
                    cuda::compute_band_from_both_ends(plan, run, *contexts->lend(number), control, pair.cells());
                ASSERT_TRUE(plan::reaches(value, found.value, metric));
                ASSERT_TRUE(found.value == value || !plan::reaches(value, bound, metric))
                    << pair.first.size() << " x " << pair.second.size() << ", bound " << bound << " of " << value
                    << ", rows " << plan.forward.part_rows;
                EXPECT_NEAR(control.cells_done(), pair.cells(), 1);
            }
        }
    }
    EXPECT_NE(computed, 0u);
}

TEST_P(cuda_similar_pair_of_metric, a_path_along_the_border_of_the_band)
{
    letters_t const middle = reference::random_letters(generator, 9000, 4);
    for (std::size_t const gap : {63u, 64u, 65u, 1000u, 1024u})
    {
        // All of the gap at once, above the main diagonal or below.
        letters_t longer = reference::random_letters(generator, gap, 4);
        longer.insert(longer.end(), middle.begin(), middle.end());
        auto const rows = packing::pack(middle);
        auto const columns = packing::pack(longer);
        for (alignment::sequence_pair const & pair : {alignment::sequence_pair{rows, columns}, {columns, rows}})
        {
            std::uint64_t const value = GetParam() == plan::metric::lcs ? middle.size() : gap;
            auto const found = compute_in_band(pair, value, {.metric = GetParam()});
            ASSERT_TRUE(found);
            EXPECT_EQ(value_of(*found), value);
        }
    }
}

// Parts of the band that do not wait for one another, with few warps and with many.
TEST_P(cuda_similar_pair_of_metric, parts_at_the_same_time)
{
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
                                     },
                                     .recurrence = &cuda::strips_of(GetParam())};
    for (unsigned const max_parts : {1u, 2u, 4u, 100u})
    {
        cuda::kernel_shape const shape{1, 8, 2};
        cuda::strip_plan plan{.shape = shape, .warps_per_block = 1 + max_parts % 4};
        cuda::cut_band(plan, outline, size, max_parts);
        plan.cells = 1;

        std::vector<plan::interval> band(plan.band.size());
        std::vector<bool> is_taken(plan.band.size());
        unsigned parts = 0;
        for (cuda::band_strip const & one : plan.band)
        {
            auto const & [strip, strip_columns] = std::tie(one.strip, one.columns);
            ASSERT_FALSE(is_taken[strip]);
            ASSERT_TRUE(strip_columns.carried_end == strip_columns.begin || is_taken[strip - 1]);
            is_taken[strip] = true;
            parts += strip_columns.carried_end == strip_columns.begin;
            band[strip] = {strip_columns.begin, strip_columns.end};
        }
        EXPECT_TRUE(max_parts == 1 ? parts == 1 : parts > 1) << parts;
        ASSERT_EQ(compute({rows, columns}, plan), expected_value(letters, other, band, shape.strip_rows(), GetParam()));
    }
}

// All cells of paths that are long enough, and none of them in the first column but of the matrix.
TEST_P(cuda_similar_pair_of_metric, bounds_leave_what_paths_may_need)
{
    for (unsigned repetition = 0; repetition < 20; ++repetition)
    {
        std::uint64_t const rows = 1 + reference::random_size(generator, 60);
        std::uint64_t const columns = 1 + reference::random_size(generator, 60);
        auto const [shorter, longer] = std::minmax(rows, columns);
        std::uint64_t const bound = GetParam() == plan::metric::lcs
                                      ? reference::random_size(generator, shorter)
                                      : longer - shorter + reference::random_size(generator, shorter);
        plan::matrix_band const band{rows, columns, bound, GetParam()};
        auto const best_through = [&](std::uint64_t const i, std::uint64_t const j)
        {
            if (GetParam() == plan::metric::lcs)
                return std::min(i, j) + std::min(rows - i, columns - j);
            return std::max(i, j) - std::min(i, j) + std::max(rows - i, columns - j) - std::min(rows - i, columns - j);
        };
        std::uint64_t const begin = reference::random_size(generator, rows - 1);
        std::uint64_t const end = begin + 1 + reference::random_size(generator, rows - 1 - begin);
        auto const some = band.columns_of({begin, end});
        for (std::uint64_t i = begin + 1; i <= end; ++i)
            for (std::uint64_t j = 0; j <= columns; ++j)
                if (plan::reaches(best_through(i, j), bound, GetParam()))
                {
                    ASSERT_TRUE(j == 0 ? some.begin == 0 : some.begin < j) << i << ", " << j;
                    ASSERT_LE(j, some.end) << i << ", " << j;
                }
    }
}

TEST_P(cuda_similar_pair_of_metric, the_choice)
{
    plan::metric const metric = GetParam();
    letters_t const letters = reference::random_letters(generator, 100'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 20));
    alignment::sequence_pair const pair{first, second};
    auto const compute_similar = [&](plan::comparison const & wanted, double const seconds)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, pair.cells()};
        return cuda::compute_similar({pair, wanted, seconds}, resources(plan::default_memory_limit), control);
    };

    // As if the device was slow.
    for (bool const with_path : {false, true})
    {
        plan::comparison const wanted = comparison(with_path);
        alignment::result const expected = result_on_cpu(pair, wanted);
        auto const found = compute_similar(wanted, 1e3);
        ASSERT_TRUE(found);
        EXPECT_EQ(value_of(*found), value_of(expected));
        EXPECT_EQ(found->method, alignment::method::band);
        EXPECT_LT(found->cells, 0.3 * pair.cells());
        EXPECT_GT(found->kernel_seconds, 0);
        if (wanted.with_path)
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
        auto const found = cuda::compute_similar({{first, unrelated, 95'000, 10'000}, {.metric = metric}, 1e3},
                                                 resources(1 << 30),
                                                 control);
        ASSERT_TRUE(found);
        EXPECT_EQ(value_of(*found), plan::value_of_no_interest(metric));
        EXPECT_LT(found->cells, 0.25 * 1e10);
    }
    runtime::task_control control{execution, 0};
    EXPECT_FALSE(cuda::compute_similar({{first, unrelated}, {.metric = metric}, 1e3}, resources(1 << 30), control));
    // Points are not tried again.
    auto const closer = packing::pack(reference::mutate(generator, letters, 4, 500));
    cuda::whole_matrix whole{{first, closer}, {.metric = metric}, 1e3};
    auto const by_points = cuda::compute_similar(whole, resources(1 << 30), control);
    ASSERT_TRUE(by_points);
    EXPECT_EQ(by_points->method, alignment::method::wavefront);
    whole.attempt.worth_distance = letters.size();
    auto const by_band = cuda::compute_similar(whole, resources(1 << 30), control);
    ASSERT_TRUE(by_band);
    EXPECT_EQ(by_band->method, alignment::method::band);
    EXPECT_EQ(value_of(*by_band), value_of(*by_points));
    if (metric == plan::metric::edit)
    {
        plan::comparison const with_free_end{.metric = metric, .ends = {.second_trailing = true}};
        EXPECT_FALSE(cuda::compute_similar({pair, with_free_end, 1e3}, resources(1 << 30), control));

        // Points have no such path, but the bound of a band.
        plan::comparison const wanted{.metric = metric,
                                      .with_path = true,
                                      .preference = plan::preference::diagonal_first};
        auto const found = cuda::compute_similar({{first, closer}, wanted, 1e3}, resources(1 << 30), control);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->method, alignment::method::band);
        EXPECT_TRUE(found->path == result_on_cpu({first, closer}, wanted).path);
        EXPECT_LT(found->cells, 0.2 * 1e10);
    }
}

TEST_P(cuda_similar_pair_of_metric, the_guide_leads_to_a_bound)
{
    plan::metric const metric = GetParam();
    letters_t const letters = reference::random_letters(generator, 150'000, letters_of(2u << generator() % 3));
    letters_t other = reference::mutate(generator, letters, 4, 100);
    other.erase(other.begin() + 40'000, other.begin() + 52'000);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(other);
    alignment::sequence_pair const pair{first, second};
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    auto const path = similar::find_guide(pair, control);
    ASSERT_TRUE(path);
    cuda::strip_run run{pair.first, pair.second, *context};
    double cells = 0;
    std::uint64_t const bound = cuda::find_bound(*path, metric, run, control, cells);
    std::uint64_t const value = value_on_cpu(pair, metric);
    EXPECT_TRUE(plan::reaches(value, bound, metric));
    EXPECT_TRUE(plan::reaches(bound, weaker_bound(pair, value, letters.size() / 200, metric), metric));
    EXPECT_LT(cells, 0.1 * pair.cells());
}

TEST_F(cuda_similar_pair, stops_when_asked_to)
{
    auto generator = reference::make_generator();
    letters_t const letters = reference::random_letters(generator, 20'000, 4);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(reference::mutate(generator, letters, 4, 25));
    alignment::sequence_pair const pair{first, second};
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    cuda::strip_run run{pair.first, pair.second, *context};
    EXPECT_THROW(cuda::compute_in_band(run, {pair, plan::lcs_length, 1e9}, 0, resources(1 << 20), control),
                 operation_stopped);
    EXPECT_EQ(compute_in_band(pair, 0)->length, lcs::length(first, second, {.backend = plan::backend::cpu}));
}

// Many pairs, by their furthest-reaching points.
class cuda_similar_pairs : public stream_context_test
{
protected:
    // Copies of some sequences, from equal ones to such that have little in common, and unrelated ones.
    std::vector<letters_t> make_family(std::size_t const count, std::size_t const max_size, unsigned const alphabet)
    {
        std::vector<letters_t> family{};
        letters_t const ancestor = reference::random_letters(generator, max_size, alphabet);
        for (std::size_t i = 0; i < count; ++i)
        {
            std::size_t const distances[]{1000 * max_size, max_size / 4 + 1, 200, 10, 3};
            letters_t letters =
                i % 7 == 6 ? reference::random_letters(generator, reference::random_size(generator, max_size), alphabet)
                           : reference::mutate(generator, ancestor, alphabet, distances[i % 5]);
            if (i % 4 == 3)
                letters.resize(reference::random_size(generator, letters.size()));
            family.push_back(std::move(letters));
        }
        return family;
    }

    std::vector<packing::packed_sequence> pack(std::vector<letters_t> const & all)
    {
        std::vector<packing::packed_sequence> packed{};
        for (letters_t const & letters : all)
            packed.push_back(packing::pack(letters));
        return packed;
    }

    cuda::pipeline_resources resources()
    {
        return {{number}, pool, 2, control};
    }

    std::mt19937_64 generator{reference::make_generator()};
    cuda::stream_context_pool pool{};
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
};

class cuda_similar_pairs_of_metric : public cuda_similar_pairs, public ::testing::WithParamInterface<plan::metric>
{
protected:
    // Cell by cell: the distance, of indels or edits.
    std::uint32_t distance_of(letters_t const & first, letters_t const & second) const
    {
        if (metric == plan::metric::edit)
            return static_cast<std::uint32_t>(reference::edit_matrix(first, second).back().back());
        auto const length = static_cast<std::size_t>(reference::lcs_matrix(first, second).back().back());
        return static_cast<std::uint32_t>(first.size() + second.size() - 2 * length);
    }

    // The lengths or distances that the CPU finds.
    std::vector<std::uint64_t> values_on_cpu(std::vector<alignment::sequence_pair> const & pairs) const
    {
        return values_of(compute_pairs(compare(metric, false), pairs, {.backend = plan::backend::cpu}), metric);
    }

    // The distance, given the length or distance.
    std::uint64_t distance_of(alignment::sequence_pair const & pair, std::uint64_t const value) const
    {
        return similar::distance_of_value(pair, metric, value);
    }

    void set_threshold(alignment::sequence_pair & pair, std::uint64_t const value) const
    {
        (metric == plan::metric::lcs ? pair.min_length : pair.max_distance) = value;
    }

    std::array<std::uint64_t, 3> thresholds_around(alignment::sequence_pair const & pair,
                                                   std::uint64_t const value) const
    {
        return {weaker_bound(pair, value, 1, metric), value, stronger_bound(pair, value, 1, metric)};
    }

    plan::metric const metric{GetParam()};
};

INSTANTIATE_FOR_METRICS(cuda_similar_pairs_of_metric);

TEST_P(cuda_similar_pairs_of_metric, points_find_distances_up_to_the_maximum)
{
    std::uint32_t const spacing = cuda::point_spacing(metric);
    for (unsigned const alphabet : {4u, 5u, 40u})
        for (std::size_t const max_size : {1u, 70u, 300u})
        {
            std::vector<letters_t> family = make_family(12, max_size, alphabet);
            family.emplace_back();
            auto const packed = pack(family);
            cuda::wavefront_input input{.metric = metric};
            input.sequences.assign(packed.begin(), packed.end());
            std::vector<std::uint32_t> distances{};
            for (std::uint32_t i = 0; i < family.size(); ++i)
                for (std::uint32_t j = 0; j < family.size(); j += 3)
                {
                    alignment::sequence_pair const both{packed[i], packed[j]};
                    auto const all = static_cast<std::uint32_t>(similar::interesting_distance(both, metric));
                    auto const difference = static_cast<std::uint32_t>(similar::smallest_distance(both));
                    std::uint32_t const distance = distance_of(family[i], family[j]);
                    // One less, as much, one more, all; those of indels are all even or odd.
                    std::uint32_t const limits[]{std::max(distance, difference + spacing) - spacing,
                                                 distance,
                                                 distance + spacing,
                                                 all};
                    input.pairs.push_back({i, j, limits[generator() % 4], static_cast<std::uint32_t>(generator() % 2)});
                    distances.push_back(distance);
                }
            cuda::wavefront_batch batch{*context};
            unsigned const threads[]{0, 32, 96, 1024};
            batch.start(input, threads[generator() % 4]);
            auto const found = batch.finish();
            ASSERT_EQ(found.size(), distances.size());
            for (std::size_t i = 0; i < found.size(); ++i)
            {
                cuda::wavefront_pair const & pair = input.pairs[i];
                if (pair.gives_up && found[i].distance == cuda::wavefront_value::given_up)
                    continue;
                EXPECT_EQ(found[i].distance,
                          distances[i] <= pair.max_distance ? distances[i] : cuda::wavefront_value::no_distance)
                    << i << " of " << alphabet << " letters, " << max_size << ", seed " << reference::seed();
            }
        }
}

// What a smaller device gives up may have a distance up to the maximum.
TEST_P(cuda_similar_pairs_of_metric, less_shared_memory_limits_distances)
{
    constexpr std::uint32_t max_distance = 20;
    context->limits.shared_bytes_per_block = cuda::wavefront_shared_bytes(metric, max_distance);
    auto const packed = pack(make_family(12, 100, 4));
    cuda::wavefront_input input{.metric = metric};
    input.sequences.assign(packed.begin(), packed.end());
    std::vector<std::uint64_t> distances{};
    for (std::uint32_t i = 0; i < packed.size(); ++i)
        for (std::uint32_t j = 0; j < packed.size(); ++j)
        {
            alignment::sequence_pair const both{packed[i], packed[j]};
            distances.push_back(distance_of(both, values_on_cpu({both}).front()));
            input.pairs.push_back({i, j, static_cast<std::uint32_t>(similar::interesting_distance(both, metric)), 0});
        }
    cuda::wavefront_batch batch{*context};
    batch.start(input);
    auto const found = batch.finish();
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_EQ(found[i].distance,
                  distances[i] <= max_distance                 ? distances[i]
                  : input.pairs[i].max_distance > max_distance ? cuda::wavefront_value::given_up
                                                               : cuda::wavefront_value::no_distance)
            << i << ", seed " << reference::seed();
}

TEST_P(cuda_similar_pairs_of_metric, nearly_equal_ones_are_found_and_others_left)
{
    // Large enough for some distance.
    std::vector<letters_t> family = make_family(7, 4000, 4);
    std::vector<letters_t> const others = make_family(5, 3000, 5);
    family.insert(family.end(), others.begin(), others.end());
    family.emplace_back();
    auto const packed = pack(family);
    std::vector<alignment::sequence_pair> pairs{};
    for (std::size_t i = 0; i < packed.size(); ++i)
        for (std::size_t j = i; j < packed.size(); j += 2)
            pairs.push_back({packed[i], packed[j]});
    std::vector<std::uint64_t> const expected = values_on_cpu(pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (i % 4 != 0)
            set_threshold(pairs[i], std::max<std::uint64_t>(expected[i] + i % 4, 2) - 2);
    std::vector<std::size_t> chosen{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (i % 11 != 10)
            chosen.push_back(i);

    std::vector<alignment::result> results(pairs.size());
    auto const left = cuda::find_by_wavefronts(pairs, chosen, metric, results, resources());
    EXPECT_TRUE(std::ranges::is_sorted(left));
    std::size_t found = 0;
    for (std::size_t const i : chosen)
    {
        auto const limit = cuda::limit_wavefront(pairs[i], metric);
        if (std::ranges::binary_search(left, i))
        {
            // A copy of a copy is never given up.
            EXPECT_FALSE(limit && distance_of(pairs[i], expected[i]) <= limit->max_distance / 2) << i;
            continue;
        }
        ++found;
        ASSERT_TRUE(limit);
        EXPECT_EQ(plan::value_of(results[i], metric), plan::reported_value(pairs[i], expected[i], metric))
            << i << ", seed " << reference::seed();
        EXPECT_EQ(results[i].method, alignment::method::wavefront);
        EXPECT_GT(results[i].cells, 0);
    }
    EXPECT_GT(found, 5u);
    EXPECT_GT(left.size(), 5u);
}

TEST_P(cuda_similar_pairs_of_metric, sets_have_the_values_of_pairs)
{
    std::vector<letters_t> const family = make_family(9, 3000, 4);
    auto const packed = pack(family);
    std::vector<packing::packed_sequence_view> const views(packed.begin(), packed.end());
    std::vector<packing::packed_sequence_view> const some(views.begin() + 2, views.begin() + 6);
    constexpr std::uint64_t unset{~std::uint64_t{0}};
    for (plan::sequence_sets const & sets : {plan::sequence_sets{views}, plan::sequence_sets{some, views}})
    {
        std::vector<std::uint64_t> values(sets.pair_count(), unset);
        auto const left = cuda::find_by_wavefronts(sets, metric, values, resources());
        std::size_t found = 0;
        for (std::uint32_t i = 0; i < sets.first().size(); ++i)
            for (std::uint32_t j = sets.is_one_set() ? i + 1 : 0; j < sets.second().size(); ++j)
            {
                std::uint64_t const value = values[sets.index(i, j)];
                bool const is_left = std::ranges::binary_search(left, cuda::set_pair{i, j});
                EXPECT_EQ(is_left, value == unset) << i << ' ' << j;
                found += !is_left;
                if (!is_left)
                {
                    EXPECT_EQ(value, values_on_cpu({{sets.first()[i], sets.second()[j]}}).front());
                }
            }
        EXPECT_GT(found, 1u);
        EXPECT_GT(left.size(), 1u);
    }
}

// Bounds that are good, too weak and wrong; thresholds one below, at and one above the value.
TEST_P(cuda_similar_pairs_of_metric, bands_prove_their_values)
{
    std::vector<letters_t> letters{};
    for (std::size_t i = 0; i < 24; ++i)
    {
        letters.push_back(reference::random_letters(generator, 3000 + reference::random_size(generator, 1000), 4));
        letters.push_back(i % 6 == 5 ? reference::random_letters(generator, 3500, 4)
                                     : reference::mutate(generator, letters.back(), 4, 10 + 10 * i));
    }
    auto const packed = pack(letters);
    std::vector<alignment::sequence_pair> pairs{};
    for (std::size_t i = 0; i < packed.size(); i += 2)
        pairs.push_back({packed[i], packed[i + 1]});
    std::vector<std::uint64_t> const expected = values_on_cpu(pairs);
    std::vector<std::uint64_t> bounds{};
    std::vector<std::size_t> chosen{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        std::uint64_t const some[]{expected[i],
                                   weaker_bound(pairs[i], expected[i], expected[i] / 50, metric),
                                   stronger_bound(pairs[i], expected[i], 1, metric),
                                   strongest_bound(pairs[i], metric)};
        if (i % 3 == 2)
            set_threshold(pairs[i], thresholds_around(pairs[i], expected[i])[i / 3 % 3]);
        bounds.push_back(plan::better_of(some[i % 4], plan::interesting_bound(pairs[i], metric), metric));
        if (i != 7)
            chosen.push_back(i);
    }
    std::vector<alignment::result> results(pairs.size());
    auto const left = cuda::find_in_bands({pairs, results, compare(metric, false), bounds}, chosen, resources());
    double cells = 0;
    for (std::size_t const i : chosen)
    {
        bool const is_left = std::ranges::binary_search(left, i);
        cells += is_left ? 0 : pairs[i].cells();
        if (is_left)
        {
            // A second band would be no smaller than the whole matrix.
            EXPECT_FALSE(plan::reaches(expected[i], bounds[i], metric)) << i;
            continue;
        }
        EXPECT_EQ(plan::value_of(results[i], metric), plan::reported_value(pairs[i], expected[i], metric))
            << i << ", seed " << reference::seed();
        EXPECT_EQ(results[i].method, alignment::method::band);
        EXPECT_GT(results[i].cells, 0);
    }
    EXPECT_LT(left.size(), chosen.size() / 2);
    EXPECT_NEAR(control.cells_done(), cells, 1);
}

// As users call it: nearly equal ones by points, the others by their whole matrices.
TEST_P(cuda_similar_pairs_of_metric, calls_find_them_among_others)
{
    std::vector<letters_t> family(10, reference::random_letters(generator, 120'000, 4));
    for (letters_t & letters : family)
        letters = reference::mutate(generator, letters, 4, 30'000);
    family[5] = reference::random_letters(generator, 300, 5);
    auto const packed = pack(family);
    std::vector<packing::packed_sequence_view> const views(packed.begin(), packed.end());
    std::vector<alignment::sequence_pair> pairs{};
    for (std::size_t i = 0; i < views.size(); ++i)
        for (std::size_t j = i + 1; j < views.size(); ++j)
            pairs.push_back({views[i], views[j]});
    std::vector<std::uint64_t> const expected = values_on_cpu(pairs);

    double last = 0;
    plan::execution const on_cuda{.backend = plan::backend::cuda,
                                  .threads = 2,
                                  .on_progress = [&](plan::progress const & progress)
                                  {
                                      EXPECT_GE(progress.cells_done, last);
                                      EXPECT_LE(progress.cells_done, progress.cells_total * 1.000'001);
                                      last = progress.cells_done;
                                  }};
    cuda::cuda_backend const backend{};
    plan::sequence_sets const sets{views};
    std::vector<std::uint64_t> values(sets.pair_count());
    backend.compute(backend::set_request{sets, metric, values}, on_cuda);
    EXPECT_EQ(values, expected);

    last = 0;
    std::vector<alignment::result> const results = backend::compare(backend, pairs, compare(metric, false), on_cuda);
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        EXPECT_EQ(plan::value_of(results[i], metric), expected[i]) << i;
        EXPECT_EQ(results[i].backend, plan::backend::cuda);
        bool const is_similar = std::min(pairs[i].first.size(), pairs[i].second.size()) > 300;
        EXPECT_EQ(results[i].method == alignment::method::wavefront, is_similar) << i;
    }

    // Some of interest, and some of none; but the sizes rule out none.
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (i % 5 < 3)
            set_threshold(pairs[i], thresholds_around(pairs[i], expected[i])[i % 5]);
    last = 0;
    std::vector<alignment::result> const aligned = backend::compare(backend, pairs, compare(metric, true), on_cuda);
    for (std::size_t i = 0; i < aligned.size(); ++i)
    {
        EXPECT_EQ(aligned[i].method, results[i].method) << i;
        EXPECT_EQ(plan::reported_value(pairs[i], plan::value_of(aligned[i], metric), metric),
                  plan::reported_value(pairs[i], expected[i], metric))
            << i;
        if (i % 18 != 0 || !plan::is_of_interest(pairs[i], expected[i], metric))
            continue;
        plan::comparison const wanted = compare(metric, true);
        plan::matrix_cell const size{pairs[i].first.size(), pairs[i].second.size()};
        plan::subsequence_plan const tiles = plan::plan_alignment(wanted, size, plan::default_memory_limit, 1);
        EXPECT_EQ(aligned[i].path, traceback::find_alignment(pairs[i], wanted, tiles, control).path) << i;
    }
}

TEST_P(cuda_similar_pairs_of_metric, samples_decide)
{
    std::vector<letters_t> equal{};
    std::vector<letters_t> unrelated{};
    letters_t const ancestor = reference::random_letters(generator, 20'000, 4);
    for (std::size_t i = 0; i < 8; ++i)
    {
        equal.push_back(reference::mutate(generator, ancestor, 4, 300));
        unrelated.push_back(reference::random_letters(generator, 20'000, 4));
    }
    auto const packed_equal = pack(equal);
    auto const packed_unrelated = pack(unrelated);
    plan::device_costs const typical = plan::typical_device();
    // Many pairs of few sequences: a few pairs are not worth a look.
    auto const views_of = [](std::vector<packing::packed_sequence> const & packed, std::size_t const count)
    {
        std::vector<packing::packed_sequence_view> views{};
        for (std::size_t i = 0; i < count; ++i)
            views.push_back(packed[i % packed.size()]);
        return views;
    };
    auto const many_equal = views_of(packed_equal, 250);
    auto const many_equal_more = views_of(packed_equal, 3000);
    auto const few_equal = views_of(packed_equal, 8);
    auto const many_unrelated = views_of(packed_unrelated, 250);
    EXPECT_TRUE(cuda::are_wavefronts_profitable(plan::sequence_sets{many_equal}, metric, typical));
    EXPECT_TRUE(cuda::are_wavefronts_profitable({few_equal, many_equal_more}, metric, typical));
    EXPECT_FALSE(cuda::are_wavefronts_profitable(plan::sequence_sets{few_equal}, metric, typical));
    EXPECT_FALSE(cuda::are_wavefronts_profitable({many_equal, many_unrelated}, metric, typical));
    EXPECT_FALSE(cuda::are_wavefronts_profitable(plan::sequence_sets{std::span{few_equal}.first(1)}, metric, typical));
    EXPECT_FALSE(cuda::are_wavefronts_profitable(plan::sequence_sets{{}}, metric, typical));

    // Bands for pairs of which points would be too many; nearly as wide as they must be.
    std::vector<letters_t> related{};
    for (std::size_t i = 0; i < 8; ++i)
        related.push_back(reference::mutate(generator, ancestor, 4, 18));
    auto const packed_related = pack(related);
    auto const pairs_of = [](std::vector<packing::packed_sequence> const & packed, std::size_t const count)
    {
        std::vector<alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < count; ++i)
            pairs.push_back({packed[i % 8], packed[(i + 1 + i / 8 % 7) % 8]});
        return pairs;
    };
    std::vector<std::size_t> all(4000);
    std::iota(all.begin(), all.end(), 0u);
    auto const many_related = pairs_of(packed_related, all.size());
    EXPECT_FALSE(cuda::are_wavefronts_profitable(many_related, all, metric, typical));
    auto const rate = cuda::choose_edit_rate(many_related, all, metric, typical);
    ASSERT_TRUE(rate);
    EXPECT_NEAR(*rate, metric == plan::metric::lcs ? 0.2 : 0.15, 0.1);
    auto const bound = cuda::choose_bound(many_related.front(), *rate, metric);
    ASSERT_TRUE(bound);
    EXPECT_TRUE(plan::reaches(*bound, many_related.front().first.size() / 2, metric));
    EXPECT_FALSE(cuda::choose_edit_rate(many_related, std::span{all}.first(100), metric, typical));
    EXPECT_FALSE(cuda::choose_edit_rate(pairs_of(packed_unrelated, all.size()), all, metric, typical));
}

// Points of sizes that differ by more than that would not fit into the memory of some devices.
TEST_P(cuda_similar_pairs_of_metric, points_fit_into_every_device)
{
    constexpr std::uint64_t size{60'000'000};
    auto const limit = [this](std::uint64_t const difference)
    {
        packing::packed_sequence_view const first{nullptr, size, 2, {}};
        packing::packed_sequence_view const second{nullptr, size - difference, 2, {}};
        return cuda::limit_wavefront({first, second}, metric);
    };
    EXPECT_TRUE(limit(0));
    EXPECT_TRUE(limit(cuda::max_wavefront_distance_everywhere(metric)));
    EXPECT_FALSE(limit(cuda::max_wavefront_distance_everywhere(metric) + 1));
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
    EXPECT_FALSE(cuda::compute_similar({{first, second}, plan::lcs_length, 1e3}, resources(1 << 30), control));
    emulation::reset();
}
#endif
