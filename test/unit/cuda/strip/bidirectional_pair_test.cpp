// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <optional>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/strip/bidirectional_pair.hpp"
#include "cuda/strip/strip_run.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// The kernels for codes of a width.
std::vector<cuda::kernel_shape> shapes_for(unsigned const bits)
{
    std::vector<cuda::kernel_shape> shapes{};
    for (cuda::kernel_shape const & shape : cuda::band_shapes)
        if (shape.bits == bits)
            shapes.push_back(shape);
    return shapes;
}

// All letters of an alphabet occur: codes are as wide as they should be.
letters_t letters_with_all(std::mt19937_64 & generator, std::size_t const size, unsigned const alphabet)
{
    letters_t letters = reference::random_letters(generator, size, alphabet);
    for (unsigned letter = 0; letter < alphabet && letter < size; ++letter)
        letters[letter * (size / alphabet)] = static_cast<std::uint8_t>(letter);
    return letters;
}

} // namespace

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

    std::uint64_t compute(lcs::sequence_pair const & pair, cuda::bidirectional_plan const & plan)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, pair.cells()};
        lcs::result const found = cuda::find_length_bidirectionally(pair, plan, *context, *other, control);
        EXPECT_EQ(control.cells_done(), pair.cells());
        return found.length;
    }

    // Wherever both passes meet.
    void check(letters_t const & first,
               letters_t const & second,
               cuda::kernel_shape const & shape,
               std::mt19937_64 & generator)
    {
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        ASSERT_EQ(columns.view().bits_per_letter(), shape.bits);
        auto plan = cuda::divide_matrix(cuda::size_of(rows), cuda::size_of(columns), shape, large_device());
        SCOPED_TRACE(::testing::Message() << "words " << shape.words << ", unit " << shape.unit_columns << ", bits "
                                          << shape.bits << "; rows " << first.size() << ", columns " << second.size());
        if (!plan)
        {
            ASSERT_TRUE(second.size() <= 64 * (first.size() / shape.strip_rows() + 2)
                        || context->limits.multiprocessors < 2);
            return;
        }
        std::uint64_t const expected = lengths_on_cpu({{rows, columns}}).front();
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

    std::optional<cuda::stream_context> other{};
};

// Sizes to both sides of all multiples: of strips, words of codes and blocks.
TEST_F(cuda_bidirectional_pair, finds_the_length_wherever_both_passes_meet)
{
    auto generator = reference::make_generator();
    for (unsigned const bits : {2u, 4u})
        for (cuda::kernel_shape const & shape : reference::sample(generator, shapes_for(bits), 3))
        {
            unsigned const alphabet = bits == 2 ? 4 : 9;
            std::size_t const strip_rows = shape.strip_rows();
            for (std::size_t const rows : {std::size_t{1} + reference::random_size(generator, 70),
                                           strip_rows - 1 + reference::random_size(generator, 2),
                                           2 * strip_rows + reference::random_size(generator, strip_rows)})
                for (std::size_t const columns : {65 + reference::random_size(generator, 3),
                                                  255 + reference::random_size(generator, 3),
                                                  300 + reference::random_size(generator, 1500)})
                {
                    letters_t const second = letters_with_all(generator, columns, alphabet);
                    check(reference::random_letters(generator, rows, alphabet + (bits == 4)), second, shape, generator);
                    if (HasFatalFailure())
                        return;
                }
        }
}

// One sequence inside the other, long gaps, nothing in common, repeats: the optimal paths may cross the line anywhere.
TEST_F(cuda_bidirectional_pair, finds_the_length_wherever_the_paths_are)
{
    auto generator = reference::make_generator();
    cuda::kernel_shape const shape{1, 8, 2};
    letters_t const first = letters_with_all(generator, 3000 + generator() % 1000, 4);
    check(first, first, shape, generator);
    check(first, reference::mutate(generator, first, 4, 50), shape, generator);
    auto const begin = static_cast<std::ptrdiff_t>(reference::random_size(generator, 1000));
    auto const end = begin + 700 + static_cast<std::ptrdiff_t>(reference::random_size(generator, 1000));
    check(first, {first.begin() + begin, first.begin() + end}, shape, generator);
    letters_t without{first};
    without.erase(without.begin() + begin, without.begin() + end);
    check(first, without, shape, generator);
    check(letters_t(2500, 7), letters_with_all(generator, 1500, 4), shape, generator);
    check(letters_t(2500, 2), letters_with_all(generator, 1500, 4), shape, generator);
    letters_t moved{first.begin() + begin, first.end()};
    moved.insert(moved.end(), first.begin(), first.begin() + begin);
    check(first, moved, shape, generator);
}

TEST_F(cuda_bidirectional_pair, is_chosen_where_a_pass_does_not_fill_the_device)
{
    // An H200.
    cuda::device_limits const limits{.compute_capability = 90,
                                     .multiprocessors = 132,
                                     .clock_hz = 1'980'000'000,
                                     .shared_bytes_per_block = 227 << 10,
                                     .memory_bytes = std::uint64_t{140} << 30};
    auto const plan = [&](std::uint64_t const rows, std::uint64_t const columns)
    {
        return cuda::plan_bidirectional({rows, 2, 4}, {columns, 2, 4}, limits);
    };
    EXPECT_FALSE(plan(2000, 2000));
    EXPECT_TRUE(plan(100'000, 100'000));
    EXPECT_TRUE(plan(1'000'000, 1'000'000));
    EXPECT_TRUE(plan(100'000, 1'000'000));
    EXPECT_TRUE(plan(1'000'000, 100'000));
    EXPECT_TRUE(plan(2'000'000, 2'000'000));
    EXPECT_FALSE(plan(20'000'000, 10'000'000));
    EXPECT_FALSE(cuda::plan_bidirectional({100'000, 8, 20}, {100'000, 8, 20}, limits));
}
