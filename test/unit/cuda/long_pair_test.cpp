// SPDX-License-Identifier: BSD-3-Clause

#include "device_test.hpp"

#include <atomic>
#include <bit>
#include <chrono>
#include <thread>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "../../../cuda/long_pair.hpp"

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

cuda::sequence_size size_of(packing::packed_sequence_view const sequence)
{
    return {sequence.size(), sequence.bits_per_letter(), static_cast<unsigned>(sequence.letters().size())};
}

} // namespace

class long_pair : public device_test
{
protected:
    void SetUp() override
    {
        device_test::SetUp();
        if (!IsSkipped())
            space.emplace(number);
    }

    void TearDown() override
    {
        space.reset();
        current.reset();
#if defined(SEQAN3_GPULCS_EMULATION)
        EXPECT_EQ(emulation::allocated_bytes(), 0u);
        EXPECT_EQ(emulation::allocated_host_bytes(), 0u);
        EXPECT_EQ(emulation::live_streams(), 0u);
        EXPECT_EQ(emulation::live_events(), 0u);
#endif
    }

    // A plan with a kernel of the test's choice.
    cuda::strip_plan plan_with(cuda::kernel_shape const & shape, std::uint64_t const rows, std::uint64_t const columns)
    {
        return {.second_is_rows = false,
                .shape = shape,
                .warps_of_block = 2,
                .blocks_of_threads = 3,
                .part_rows = rows,
                .chunk_columns = columns};
    }

    cuda::long_pair_result
    compute(letters const & first, letters const & second, cuda::last_column const wanted, cuda::strip_plan const & plan)
    {
        plan::execution const execution{};
        run_control control{execution, 0};
        return cuda::compute_long_pair(packing::pack(first), packing::pack(second), wanted, plan, *space, control);
    }

    // Both ways of getting the last column, and the length alone.
    void check(letters const & first, letters const & second, cuda::strip_plan plan)
    {
        SCOPED_TRACE(::testing::Message()
                     << "words " << plan.shape.words << ", unit " << plan.shape.unit_columns << ", bits "
                     << plan.shape.bits << "; rows " << first.size() << ", columns " << second.size() << "; part "
                     << plan.part_rows << ", chunk " << plan.chunk_columns);

        auto const expected = expected_increments(first, second);
        auto const found = compute(first, second, cuda::last_column::increments, plan);
        ASSERT_EQ(found.length, count_ones(expected));
        ASSERT_TRUE(found.increments == expected);
        ASSERT_EQ(compute(first, second, cuda::last_column::only_length, plan).length, found.length);

        plan.second_is_rows = true;
        auto const expected_other = expected_increments(second, first);
        auto const found_other = compute(second, first, cuda::last_column::increments, plan);
        ASSERT_EQ(found_other.length, found.length);
        ASSERT_TRUE(found_other.increments == expected_other);
    }

    std::optional<cuda::workspace> space{};
};

// One to each side of all multiples: words, lanes, strips, units, blocks, and the columns that fill a warp.
TEST_F(long_pair, all_kernels_at_all_borders)
{
    auto generator = reference::make_generator();
    for (cuda::kernel_shape const & shape : cuda::kernel_shapes)
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
        std::vector<std::size_t> const column_counts{
            1,
            shape.unit_columns - 1 + reference::random_size(generator, 2),
            31 + reference::random_size(generator, 2),
            63 + reference::random_size(generator, 2),
            ramp_columns - 1 + reference::random_size(generator, 2),
            ramp_columns + shape.unit_columns + reference::random_size(generator, 2),
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
                check(reference::random_letters(generator, rows, alphabet + 1), second,
                      plan_with(shape, rows, second.size()));
                if (HasFatalFailure())
                    return;
            }
        }
    }
}
