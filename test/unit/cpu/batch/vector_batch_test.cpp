// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include "src/cpu/batch/vector_batch.hpp"
#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"

using namespace seqan3_gpulcs;
using reference::letter_pairs;

namespace
{

// The same pairs with all ends that batches can have.
void check_edit_batches(letter_pairs const & pairs, std::span<alignment::sequence_pair const * const> const together)
{
    for (unsigned bits = 0; bits < 32; ++bits)
    {
        plan::comparison wanted = plan::edit_distance;
        wanted.ends = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
        wanted.end = (bits & 16) != 0 ? alignment::end_choice::first : alignment::end_choice::last;
        if (!cpu::can_be_batched(wanted))
            continue;
        cpu::vector_batch<cpu::edit_recurrence> batch{cpu::choose_vector_kernel<cpu::edit_recurrence>(), wanted};
        std::vector<plan::path_end> found(together.size());
        batch.compute(together, found);
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            auto const cells = reference::edit_matrix(pairs.first[i], pairs.second[i], wanted.ends);
            auto const expected = reference::edit_end(cells, {.ends = wanted.ends, .end = wanted.end});
            ASSERT_EQ(found[i].value, static_cast<std::uint64_t>(expected.distance)) << bits << ", " << i;
            ASSERT_EQ(found[i].cell.row, expected.first_end) << bits << ", " << i;
            ASSERT_EQ(found[i].cell.column, expected.second_end) << bits << ", " << i;
        }
    }
}

} // namespace

TEST(vector_batch, each_lane_has_its_own_pair)
{
    auto generator = reference::make_generator();
    cpu::vector_kernel const kernel = cpu::choose_vector_kernel<cpu::lcs_recurrence>();
    cpu::vector_batch<cpu::lcs_recurrence> batch{kernel, plan::lcs_length};
    for (std::size_t const max_size : {1u, 63u, 64u, 65u, 130u, 400u})
    {
        for (unsigned const alphabet : {1u, 2u, 4u, 5u, 16u, 27u, 200u})
        {
            letter_pairs pairs{};
            unsigned const count = 1 + static_cast<unsigned>(reference::random_size(generator, kernel.lanes - 1));
            for (unsigned i = 0; i < count; ++i)
            {
                // Alphabets that differ, too: each pair has its own codes.
                unsigned const of_first = i % 2 == 0 ? alphabet : 1 + alphabet / 2;
                pairs.add(reference::random_letters(generator, reference::random_size(generator, max_size), of_first),
                          reference::random_letters(generator, reference::random_size(generator, max_size), alphabet));
            }

            auto const views = pairs.views();
            std::vector<alignment::sequence_pair const *> together{};
            for (auto const & view : views)
                together.push_back(&view);
            std::vector<plan::path_end> found(count, {{}, 42});
            batch.compute(together, found);
            for (unsigned i = 0; i < count; ++i)
                ASSERT_EQ(found[i].value, pairs.expected(i)) << max_size << ", " << alphabet << ", " << i;
            check_edit_batches(pairs, together);
        }
    }
}

// All kinds of pairs, through the entry point: short and long, empty and full, in any order.
TEST(vector_batch, results_are_in_the_order_of_the_pairs)
{
    auto generator = reference::make_generator();
    for (std::size_t const count : {2u, 7u, 8u, 9u, 100u})
    {
        letter_pairs pairs{};
        for (std::size_t i = 0; i < count; ++i)
        {
            std::size_t const max_size = i % 10 == 9 ? 900 : i % 3 == 0 ? 0 : 150;
            unsigned const alphabet = i % 5 == 4 ? 20 : 4;
            pairs.add(reference::random_letters(generator, reference::random_size(generator, max_size), alphabet),
                      reference::random_letters(generator, reference::random_size(generator, max_size), alphabet));
        }
        for (unsigned const threads : {1u, 3u})
        {
            auto const found =
                lcs::compute(pairs.views(), lcs::output::length, {.backend = plan::backend::cpu, .threads = threads});
            ASSERT_EQ(found.size(), count);
            for (std::size_t i = 0; i < count; ++i)
            {
                ASSERT_EQ(found[i].length, pairs.expected(i)) << i;
                ASSERT_EQ(found[i].backend, plan::backend::cpu);
            }
        }
    }
}
