// SPDX-License-Identifier: BSD-3-Clause

#include <reference/large_sequence.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/strip/matrix_run.hpp"
#include "unit/cuda/compared_metric.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

class large : public device_test
{};

TEST_F(large, sequences_past_32_bits)
{
    auto const long_sequence = reference::large_sequence({5, 1ull << 32, reference::large_size - 1});
    std::vector<std::uint8_t> const letters{1, 1, 1, 1};
    auto const short_sequence = packing::pack(letters);
    plan::execution const execution{.backend = plan::backend::cuda};

    EXPECT_EQ(lcs::length(long_sequence, short_sequence, execution), 3u);
    EXPECT_EQ(lcs::length(short_sequence, long_sequence, execution), 3u);

    auto const increments = lcs::prefix_increments(long_sequence, short_sequence, execution);
    std::vector<std::uint64_t> expected((reference::large_size + 63) / 64);
    for (std::uint64_t const position : {std::uint64_t{5}, std::uint64_t{1} << 32, reference::large_size - 1})
        expected[position / 64] |= std::uint64_t{1} << position % 64;
    EXPECT_TRUE(increments == expected);
}

// A long text for few rows, whole and in chunks: the counters of units and blocks.
TEST_F(large, columns_past_31_bits)
{
    auto const long_sequence = reference::large_sequence({5, 1ull << 32, reference::large_size - 1});
    std::vector<std::uint8_t> const letters(1000, 1);
    auto const short_sequence = packing::pack(letters);

    cuda::stream_context context{number};
    plan::execution const execution{};
    runtime::task_control control{execution, 1};
    for (std::uint64_t const chunk : {reference::large_size, std::uint64_t{1} << 31})
    {
        cuda::strip_plan const plan{.second_is_rows = false,
                                    .shape = {1, 8, 2},
                                    .warps_per_block = 1,
                                    .max_blocks = 1,
                                    .part_rows = letters.size(),
                                    .chunk_columns = chunk};
        auto const found =
            cuda::matrix_run{{short_sequence, long_sequence, cuda::pair_output::only_value}, plan, context}.compute(
                control);
        EXPECT_EQ(found.value, 3u) << chunk;
    }
}

class large_of_metric : public large, public ::testing::WithParamInterface<plan::metric>
{};

INSTANTIATE_FOR_METRICS(large_of_metric);

// As large as pairs are that get a band on a device. The CPU has another one.
TEST_P(large_of_metric, similar_sequences)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 12'000'000, 4);
    auto copy = reference::mutate(generator, letters, 4, 80);
    copy.erase(copy.begin() + 3'000'000, copy.begin() + 3'050'000);
    auto const first = packing::pack(letters);
    auto const second = packing::pack(copy);
    alignment::sequence_pair const pair{first, second};
    for (bool const with_path : {false, true})
    {
        plan::comparison wanted{.metric = GetParam(), .with_path = with_path};
        if (GetParam() == plan::metric::edit && generator() % 2 == 0)
            wanted.preference = plan::preference::diagonal_first;
        auto const expected = result_on_cpu(pair, wanted);
        auto const found = compute_pairs(wanted, {pair}, {.backend = plan::backend::cuda, .devices = {number}}).front();
        EXPECT_EQ(plan::value_of(found, GetParam()), plan::value_of(expected, GetParam()));
        EXPECT_TRUE(found.path == expected.path);
        EXPECT_EQ(found.method, alignment::method::band);
        EXPECT_LT(found.cells, 0.2 * pair.cells());
    }
}
