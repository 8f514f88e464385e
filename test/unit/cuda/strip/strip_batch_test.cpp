// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <vector>

#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "cuda/strip/strip_batch.hpp"
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

std::vector<std::uint64_t> lengths_on_device(cuda::strip_batch & batch,
                                             std::vector<alignment::sequence_pair> const & pairs,
                                             cuda::strip_batch_plan const & plan,
                                             bool const with_paths)
{
    batch.start({pairs, with_paths}, plan);
    EXPECT_TRUE(batch.is_started());
    auto const lengths = batch.finish();
    EXPECT_FALSE(batch.is_started());
    return {lengths.begin(), lengths.end()};
}

void expect_equal_results(std::vector<alignment::sequence_pair> const & pairs, plan::execution const & execution)
{
    auto const expected = lcs::compute(pairs, lcs::output::subsequence, on_cpu);
    auto const found = lcs::compute(pairs, lcs::output::subsequence, execution);
    ASSERT_EQ(found.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        ASSERT_EQ(found[i].length, expected[i].length) << pairs[i].first.size() << " x " << pairs[i].second.size();
        ASSERT_TRUE(found[i].path == expected[i].path) << pairs[i].first.size() << " x " << pairs[i].second.size();
        EXPECT_EQ(found[i].backend, plan::backend::cuda);
        EXPECT_LE(found[i].memory_bytes, execution.memory_limit);
    }
}

} // namespace

class cuda_strip_batch : public stream_context_test
{};

TEST_F(cuda_strip_batch, all_kernels_at_all_borders)
{
    auto generator = reference::make_generator();
    cuda::strip_batch batch{*context};
    bool const takes_some = on_emulation && !reference::test_all();
    for (cuda::kernel_shape const & shape : reference::sample(generator, cuda::batch_shapes, 12))
    {
        unsigned const alphabet = shape.bits == 2 ? 4 : shape.bits == 4 ? 16 : 40;
        cuda::strip_batch_plan const plan{shape, 4, 1, alphabet};
        std::size_t const strip = std::size_t{shape.words} * 1024;
        letter_pairs pairs{};
        for (std::size_t const rows : {std::size_t{1}, std::size_t{31}, strip - 1, strip, strip + 1, 2 * strip + 1})
        {
            for (std::size_t const columns : {1u, 7u, 8u, 9u, 31u, 32u, 33u, 65u, 300u, 1100u})
            {
                if (takes_some && reference::random_size(generator, 3) != 0)
                    continue;
                // The rows are the shorter one, so there are enough columns.
                letters const one = reference::random_letters(generator, rows, alphabet);
                letters other = reference::mutate(generator, one, alphabet, 20);
                other.resize(std::max(rows, columns) + columns);
                pairs.add(one, other);
                pairs.add(reference::random_letters(generator, columns, alphabet), one);
            }
        }
        // Keeps the order: there may be checkpoints.
        std::vector<alignment::sequence_pair> const views = pairs.views();
        std::vector<alignment::sequence_pair> of_width{};
        for (alignment::sequence_pair const & pair : views)
            if (cuda::strip_batch::is_second_rows(pair, false) ? pair.first.bits_per_letter() == shape.bits
                                                               : pair.second.bits_per_letter() == shape.bits)
                of_width.push_back(pair);
        EXPECT_GT(of_width.size(), takes_some ? 5u : 40u);
        auto const expected = lengths_on_cpu(of_width);
        EXPECT_TRUE(lengths_on_device(batch, of_width, plan, false) == expected)
            << shape.words << ' ' << shape.unit_columns << ' ' << shape.bits;
    }
}

TEST_F(cuda_strip_batch, alignments_do_not_change_lengths)
{
    auto generator = reference::make_generator();
    cuda::strip_batch batch{*context};
    letter_pairs pairs{};
    for (std::size_t const size : {1u, 1000u, 2047u, 2048u, 2049u, 4096u, 5000u})
        for (std::size_t const other : {1u, 2048u, 2049u, 4097u, 7000u})
            pairs.add(reference::random_letters(generator, size, 4), reference::random_letters(generator, other, 4));
    std::vector<alignment::sequence_pair> const views = pairs.views();
    auto const expected = lengths_on_cpu(views);
    for (cuda::kernel_shape const & shape : cuda::batch_shapes)
    {
        if (shape.bits == 2 && shape.words <= 2)
        {
            EXPECT_TRUE(lengths_on_device(batch, views, {shape, 4, 2, 4}, true) == expected);
        }
    }
}

TEST_F(cuda_strip_batch, empty_ones_and_none)
{
    cuda::strip_batch batch{*context};
    cuda::strip_batch_plan const plan{cuda::batch_shapes[0], 4, 1, 4};
    EXPECT_TRUE(lengths_on_device(batch, {}, plan, false).empty());

    letter_pairs pairs{};
    pairs.add({}, {});
    pairs.add(letters(10), {});
    pairs.add({}, letters(10));
    EXPECT_EQ(lengths_on_device(batch, pairs.views(), plan, false), (std::vector<std::uint64_t>{0, 0, 0}));
    EXPECT_EQ(lengths_on_device(batch, pairs.views(), plan, true), (std::vector<std::uint64_t>{0, 0, 0}));
    pairs.add(letters(3000), letters(2999));
    EXPECT_EQ(lengths_on_device(batch, pairs.views(), plan, false), (std::vector<std::uint64_t>{0, 0, 0, 2999}));
    expect_equal_results(pairs.views(), {.backend = plan::backend::cuda, .threads = 2});
}

// Of all sizes: in lanes, in strips, alone.
TEST_F(cuda_strip_batch, lengths_of_mixed_pairs)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < (on_emulation ? 60u : 2000u); ++i)
    {
        unsigned const alphabet = i % 5 == 0 ? 20 : i % 7 == 0 ? 8 : 4;
        std::size_t const largest = i % 3 == 0 ? 300 : on_emulation ? 6000 : 30'000;
        pairs.add(reference::random_letters(generator, reference::random_size(generator, largest), alphabet),
                  reference::random_letters(generator, reference::random_size(generator, largest), 4));
    }
    if (!on_emulation)
        pairs.add(reference::random_letters(generator, 2'500'000, 4), reference::random_letters(generator, 9000, 4));
    std::vector<alignment::sequence_pair> const views = pairs.views();
    auto const expected = lengths_on_cpu(views);
    for (unsigned const threads : {1u, 8u})
    {
        auto const found =
            lcs::compute(views, lcs::output::length, {.backend = plan::backend::cuda, .threads = threads});
        for (std::size_t i = 0; i < views.size(); ++i)
        {
            ASSERT_EQ(found[i].length, expected[i]) << views[i].first.size() << " x " << views[i].second.size();
            EXPECT_EQ(found[i].backend, plan::backend::cuda);
        }
    }
}

TEST_F(cuda_strip_batch, subsequences_equal_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < (on_emulation ? 12u : 300u); ++i)
    {
        unsigned const alphabet = i % 5 == 0 ? 20 : i % 7 == 0 ? 8 : 4;
        std::size_t const size = reference::random_size(generator, on_emulation ? 9000 : 40'000);
        letters const one = reference::random_letters(generator, size, alphabet);
        // Every second one is related: the path stays near the diagonal.
        pairs.add(one,
                  i % 2 == 0 ? reference::mutate(generator, one, alphabet, 30)
                             : reference::random_letters(generator, reference::random_size(generator, size), alphabet));
    }
    for (unsigned const threads : {1u, 8u})
        expect_equal_results(pairs.views(), {.backend = plan::backend::cuda, .threads = threads});
}

// Nothing is kept on the host.
TEST_F(cuda_strip_batch, any_memory_limit_suffices)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < 4; ++i)
        pairs.add(reference::random_letters(generator, 9000, 4), reference::random_letters(generator, 8000, 4));
    for (unsigned const threads : {1u, 4u})
        expect_equal_results(pairs.views(), {.backend = plan::backend::cuda, .threads = threads, .memory_limit = 100});
}

// As with a band for one pair: a bound that the pair reaches proves the value, a stronger one leaves a worse path or none.
class cuda_strip_batch_of_metric : public cuda_strip_batch, public ::testing::WithParamInterface<plan::metric>
{};

INSTANTIATE_FOR_METRICS(cuda_strip_batch_of_metric);

TEST_P(cuda_strip_batch_of_metric, bands_have_the_values_that_their_bounds_prove)
{
    auto generator = reference::make_generator();
    plan::metric const metric = GetParam();
    cuda::strip_recurrence const & recurrence = cuda::strips_of(metric);
    for (cuda::kernel_shape const & shape : recurrence.band_batch.shapes)
    {
        unsigned const alphabet = shape.bits == 2 ? 4 : 15;
        std::vector<packing::packed_sequence> packed{};
        for (unsigned i = 0; i < 12; ++i)
        {
            letters const first =
                reference::random_letters(generator, reference::random_size(generator, 3000), alphabet);
            letters second = i % 4 == 3 ? reference::random_letters(generator, first.size() / 2, alphabet)
                                        : reference::mutate(generator, first, alphabet, 2 + i * i);
            if (i % 5 == 4)
                second.resize(reference::random_size(generator, second.size()));
            for (letters const & one : {first, second})
                packed.push_back(packing::pack(one));
        }
        std::vector<alignment::sequence_pair> pairs{};
        std::vector<std::uint64_t> bounds{};
        for (std::size_t i = 0; i < packed.size(); i += 2)
            if (packed[i].view().bits_per_letter() == shape.bits
                && packed[i + 1].view().bits_per_letter() == shape.bits)
                pairs.push_back({packed[i], packed[i + 1]});
        std::vector<std::uint64_t> expected{};
        for (std::size_t i = 0; i < pairs.size(); ++i)
        {
            expected.push_back(value_on_cpu(pairs[i], metric));
            std::uint64_t const weak = weaker_bound(pairs[i], expected[i], i % 7, metric);
            bounds.push_back(stronger_bound(pairs[i], weak, 3, metric));
        }
        cuda::strip_batch_input const input{.pairs = pairs, .bounds = bounds};
        cuda::strip_batch_plan plan = cuda::strip_batch::plan(input, context->limits, recurrence);
        plan.shape = shape;
        cuda::strip_batch batch{*context};
        batch.start(input, plan);
        auto const found = batch.finish();
        ASSERT_EQ(found.size(), pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i)
        {
            EXPECT_LE(batch.cells(i), pairs[i].cells());
            if (plan::reaches(expected[i], bounds[i], metric))
                EXPECT_EQ(found[i], expected[i]) << i << " with " << shape.words << ", seed " << reference::seed();
            else
                EXPECT_FALSE(plan::reaches(found[i], bounds[i], metric)) << i;
        }
    }
}

#if defined(SEQAN3_GPULCS_EMULATION)

// Pairs that do not fit together are computed one by one.
TEST_F(cuda_strip_batch, a_small_device_computes_what_it_computes_alone)
{
    cudaDeviceProp small = emulation::default_device();
    // Other tests may have left some.
    small.totalGlobalMem = emulation::allocated_bytes() + (4 << 20);
    emulation::set_devices({small});
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < 3; ++i)
        pairs.add(reference::random_letters(generator, 100, 200), reference::random_letters(generator, 1'400'000, 200));
    // These fit.
    for (unsigned i = 0; i < 100; ++i)
        pairs.add(reference::random_letters(generator, 2000, 4), reference::random_letters(generator, 1000, 4));
    auto const expected = lengths_on_cpu(pairs.views());
    for (unsigned const threads : {1u, 4u})
    {
        cuda::cuda_backend const backend{};
        auto const found = backend::compare(backend, pairs.views(), plan::lcs_length, {.threads = threads});
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_EQ(found[i].length, expected[i]);
    }
}

#endif

TEST_F(cuda_strip_batch, a_stop_and_a_callback_that_throws)
{
    auto generator = reference::make_generator();
    // Unrelated ones: equal ones might be done before the stop.
    auto const first = packing::pack(reference::random_letters(generator, 20'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 20'000, 4));
    std::vector<alignment::sequence_pair> const pairs(on_emulation ? 120 : 100'000, {first, second});
    for (auto const wanted : {lcs::output::length, lcs::output::subsequence})
    {
        std::stop_source source{};
        plan::execution execution{.backend = plan::backend::cuda, .threads = 2, .stop = source.get_token()};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_LT(progress.cells_done, progress.cells_total);
            source.request_stop();
        };
        EXPECT_THROW(lcs::compute(pairs, wanted, execution), operation_stopped);

        struct own_error
        {};
        execution.stop = {};
        execution.on_progress = [](plan::progress const &)
        {
            throw own_error{};
        };
        EXPECT_THROW(lcs::compute(pairs, wanted, execution), own_error);
    }
}

#if defined(SEQAN3_GPULCS_EMULATION)

TEST_F(cuda_strip_batch, what_fails_reaches_the_caller)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < 4; ++i)
        pairs.add(reference::random_letters(generator, 5000, 4), reference::random_letters(generator, 3000, 4));
    expect_failures_reach_the_caller(pairs, {plan::lcs_length, plan::lcs_subsequence});
}

#endif
