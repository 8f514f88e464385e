// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <map>
#include <span>
#include <string>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/letter_pairs.hpp>
#include <reference/path_columns.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>

#include "src/cpu/batch/lane_coding.hpp"
#include "src/cpu/batch/vector_batch.hpp"
#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/traceback/tile_traceback.hpp"

using namespace seqan3_gpulcs;
using reference::letter_pairs;

namespace
{

using pairs_t = std::span<alignment::sequence_pair const * const>;

// All ends and rules, with and without alignments.
std::vector<plan::comparison> edit_comparisons()
{
    std::vector<plan::comparison> all{};
    for (unsigned bits = 0; bits < 128; ++bits)
        if (plan::comparison wanted = plan::edit_distance; (bits & 32) != 0 || (bits & 64) == 0)
        {
            wanted.ends = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
            wanted.end = (bits & 16) != 0 ? alignment::end_choice::first : alignment::end_choice::last;
            wanted.with_path = (bits & 32) != 0;
            wanted.preference =
                (bits & 64) != 0 ? alignment::preference::diagonal_first : alignment::preference::gaps_first;
            all.push_back(wanted);
        }
    return all;
}

template <cpu::recurrence recurrence_t>
void check_edits(letter_pairs const & pairs,
                 std::vector<std::size_t> const & indices,
                 plan::comparison const & wanted,
                 cpu::vector_batch<recurrence_t> & batch)
{
    auto const views = pairs.views();
    std::vector<alignment::sequence_pair const *> together{};
    for (std::size_t const i : indices)
        together.push_back(&views[i]);
    std::vector<plan::path_end> found(together.size());
    cpu::lane_coding coding{};
    batch.compute(coding.find(together), found);
    for (unsigned lane = 0; lane < found.size(); ++lane)
    {
        auto const expected = reference::edit_traceback(pairs.first[indices[lane]],
                                                        pairs.second[indices[lane]],
                                                        {wanted.ends, wanted.preference, wanted.end});
        ASSERT_EQ(found[lane].value, static_cast<std::uint64_t>(expected.distance)) << lane;
        ASSERT_EQ(found[lane].cell.row, expected.first_end) << lane;
        ASSERT_EQ(found[lane].cell.column, expected.second_end) << lane;
        if (!wanted.with_path)
            continue;
        traceback::path_steps steps{pairs.first[indices[lane]].size() + pairs.second[indices[lane]].size()};
        plan::matrix_cell const begin =
            traceback::trace_matrix<recurrence_t>(batch.kept(lane), found[lane].cell, wanted.ends, steps);
        ASSERT_EQ(reference::columns_of(steps.take()), expected.steps) << lane;
        ASSERT_EQ(begin.row, expected.first_begin) << lane;
        ASSERT_EQ(begin.column, expected.second_begin) << lane;
    }
}

// Lanes with as many words of rows together, where the last row counts.
template <cpu::recurrence recurrence_t>
void check_edits(letter_pairs const & pairs, plan::comparison const & wanted)
{
    cpu::vector_batch<recurrence_t> batch{cpu::choose_vector_kernel<recurrence_t>(), wanted};
    std::map<std::size_t, std::vector<std::size_t>> groups{};
    for (std::size_t i = 0; i < pairs.first.size(); ++i)
        groups[wanted.ends.second_trailing ? (pairs.first[i].size() + 63) / 64 : 0].push_back(i);
    for (auto const & [words, indices] : groups)
        check_edits(pairs, indices, wanted, batch);
}

// Compares the pairs by every combination of free ends and preferences.
void check_edit_batches(letter_pairs const & pairs)
{
    for (plan::comparison const & wanted : edit_comparisons())
    {
        SCOPED_TRACE(::testing::Message()
                     << "ends " << wanted.ends.first_leading << wanted.ends.first_trailing << wanted.ends.second_leading
                     << wanted.ends.second_trailing << ", alignment " << wanted.with_path << ", diagonal first "
                     << (wanted.preference == alignment::preference::diagonal_first) << ", first end "
                     << (wanted.end == alignment::end_choice::first));
        if (wanted.preference == alignment::preference::diagonal_first)
            check_edits<cpu::edit_steps<alignment::preference::diagonal_first>>(pairs, wanted);
        else
            check_edits<cpu::edit_steps<alignment::preference::gaps_first>>(pairs, wanted);
        if (::testing::Test::HasFatalFailure())
            return;
    }
}

void check_subsequences(letter_pairs const & pairs, pairs_t const together)
{
    cpu::vector_batch<cpu::lcs_recurrence> batch{cpu::choose_vector_kernel<cpu::lcs_recurrence>(),
                                                 plan::lcs_subsequence};
    std::vector<plan::path_end> found(together.size());
    cpu::lane_coding coding{};
    batch.compute(coding.find(together), found);
    for (unsigned lane = 0; lane < found.size(); ++lane)
    {
        ASSERT_EQ(found[lane].value, pairs.expected(lane)) << lane;
        traceback::path_steps steps{pairs.first[lane].size() + pairs.second[lane].size()};
        traceback::trace_matrix<cpu::lcs_recurrence>(batch.kept(lane), found[lane].cell, {}, steps);
        ASSERT_EQ(reference::columns_of(steps.take()),
                  reference::lcs_alignment(reference::lcs_matrix(pairs.first[lane], pairs.second[lane])))
            << lane;
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
            cpu::lane_coding coding{};
            batch.compute(coding.find(together), found);
            for (unsigned i = 0; i < count; ++i)
                ASSERT_EQ(found[i].value, pairs.expected(i)) << max_size << ", " << alphabet << ", " << i;
            check_subsequences(pairs, together);
            if (max_size < 400 || alphabet == 4)
                check_edit_batches(pairs);
            if (::testing::Test::HasFatalFailure())
                return;
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

// Alignments of short and long pairs in one list, with all rules, through the entry point.
TEST(vector_batch, alignments_of_lists)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (std::size_t i = 0; i < 60; ++i)
    {
        std::size_t const max_size = i % 20 == 19 ? 1500 : i % 7 == 0 ? 3 : 200;
        auto const first = reference::random_letters(generator, reference::random_size(generator, max_size), 4);
        pairs.add(first,
                  i % 2 == 0 ? reference::mutate(generator, first, 4, 10)
                             : reference::random_letters(generator, reference::random_size(generator, max_size), 4));
    }
    auto const views = pairs.views();
    for (plan::comparison const & wanted : edit_comparisons())
    {
        if (!wanted.with_path)
            continue;
        edit::options const options{.wanted = edit::output::alignment,
                                    .ends = wanted.ends,
                                    .preference = wanted.preference,
                                    .end = wanted.end};
        auto const found = edit::compute(views, options, {.backend = plan::backend::cpu, .threads = 2});
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            auto const expected = reference::edit_traceback(pairs.first[i],
                                                            pairs.second[i],
                                                            {wanted.ends, wanted.preference, wanted.end});
            ASSERT_EQ(found[i].distance, static_cast<std::uint64_t>(expected.distance)) << i;
            ASSERT_EQ(reference::columns_of(found[i].path), expected.steps) << i;
            ASSERT_EQ(found[i].first, (alignment::part{expected.first_begin, expected.first_end})) << i;
            ASSERT_EQ(found[i].second, (alignment::part{expected.second_begin, expected.second_end})) << i;
        }
    }
}
