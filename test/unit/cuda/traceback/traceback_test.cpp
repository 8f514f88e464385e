// SPDX-License-Identifier: BSD-3-Clause

// Walks from tile to tile, through what strips have kept.

#include <algorithm>
#include <string>
#include <vector>

#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include "cuda/strip/strip_batch.hpp"
#include "found_alignment.hpp"
#include "unit/cuda/compared_metric.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;
using reference::letter_pairs;
using reference::letters;

namespace
{

plan::execution const on_cpu{.backend = plan::backend::cpu};

void expect_alignments(cuda::strip_batch & batch,
                       std::vector<alignment::sequence_pair> const & pairs,
                       cuda::strip_batch_plan const & plan,
                       plan::metric const metric)
{
    batch.start({pairs, true}, plan);
    auto const values = batch.finish();
    auto const expected = compute_pairs(compare(metric, true), pairs, on_cpu);
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        ASSERT_EQ(values[i], plan::value_of(expected[i], metric));
        ASSERT_TRUE(alignment_of(batch.tracebacks().path(i)) == alignment_of(expected[i]))
            << pairs[i].first.size() << " x " << pairs[i].second.size() << ", words " << plan.shape.words << ", unit "
            << plan.shape.unit_columns << ", bits " << plan.shape.bits;
    }
}

} // namespace

class cuda_traceback : public stream_context_test, public ::testing::WithParamInterface<plan::metric>
{
protected:
    cuda::strip_batch_plan plan_with(cuda::kernel_shape const & shape, unsigned const max_letters) const
    {
        return {.shape = shape,
                .warps_per_block = 4,
                .blocks_per_multiprocessor = 1,
                .max_letters = max_letters,
                .recurrence = &cuda::strips_of(GetParam())};
    }
};

INSTANTIATE_FOR_METRICS(cuda_traceback);

TEST_P(cuda_traceback, sizes_around_the_borders_of_tiles)
{
    auto generator = reference::make_generator();
    cuda::strip_batch batch{*context};
    for (cuda::kernel_shape const & shape : cuda::strips_of(GetParam()).batch.shapes)
    {
        if (shape.words > 2)
            continue;
        unsigned const alphabet = shape.bits == 2 ? 4 : shape.bits == 4 ? 16 : 60;
        cuda::strip_batch_plan const plan = plan_with(shape, alphabet);
        auto const [row_spacing, column_spacing] = plan.checkpoints();
        letter_pairs pairs{};
        for (std::uint64_t const rows :
             {std::uint64_t{1}, row_spacing - 1, row_spacing, row_spacing + 1, 2 * row_spacing + 1})
            for (std::uint64_t const columns : {std::uint64_t{60},
                                                column_spacing - 1,
                                                column_spacing,
                                                column_spacing + 1,
                                                2 * column_spacing,
                                                2 * column_spacing + 1})
            {
                if (on_emulation && !reference::test_all() && reference::random_size(generator, 4) != 0)
                    continue;
                letters second = reference::random_letters(generator, columns, alphabet);
                for (unsigned i = 0; i < alphabet; ++i)
                    second[i] = static_cast<std::uint8_t>(i);
                letters first = reference::mutate(generator, second, alphabet, 20);
                first.resize(rows, 1);
                pairs.add(first, second);
                pairs.add(reference::random_letters(generator, rows, alphabet), second);
            }
        expect_alignments(batch, pairs.views(), plan, GetParam());
        if (HasFatalFailure())
            return;
    }
}

TEST_P(cuda_traceback, special_pairs)
{
    auto generator = reference::make_generator();
    cuda::strip_batch batch{*context};
    cuda::strip_batch_plan const plan = plan_with({1, 8, 2}, 4);
    letter_pairs pairs{};
    pairs.add({}, {});
    pairs.add(letters(3000, 1), {});
    pairs.add({}, letters(3000, 1));
    letters const random = reference::random_letters(generator, 3000, 4);
    pairs.add(random, random);
    pairs.add(letters(3000, 1), letters(3000, 1));
    pairs.add(letters(3000, 1), letters(2000, 2));
    pairs.add(letters(5000, 1), letters(1000, 1));
    pairs.add(letters(1000, 1), letters(5000, 1));
    // The path runs along a border for long, and through corners of tiles.
    letters corner(3000, 1);
    corner.insert(corner.end(), random.begin(), random.end());
    pairs.add(corner, random);
    pairs.add(random, corner);
    letters const shifted(random.begin() + 1024, random.end());
    pairs.add(random, shifted);
    pairs.add(shifted, random);
    expect_alignments(batch, pairs.views(), plan, GetParam());
}
