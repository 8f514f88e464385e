// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>

using namespace seqan3_gpulcs;
using reference::random_size;

namespace
{

plan::execution const on_cpu{.backend = plan::backend::cpu, .threads = 2};

// Short sequences, and what the oracles say of every two of some of them.
class pair_streams : public ::testing::Test
{
protected:
    // Few of them have letters of their own.
    void make(std::size_t const count)
    {
        for (std::size_t i = 0; i < distinct; ++i)
        {
            letters_.push_back(reference::random_letters(generator, random_size(generator, 12), 4));
            packed_.push_back(packing::pack(letters_.back()));
        }
        for (std::size_t i = 0; i < distinct; ++i)
            for (std::size_t k = 0; k < distinct; ++k)
            {
                lengths_.push_back(reference::lcs_matrix(letters_[i], letters_[k]).back().back());
                distances_.push_back(
                    static_cast<std::uint64_t>(reference::edit_traceback(letters_[i], letters_[k], {}).distance));
            }
        for (std::size_t i = 0; i < count; ++i)
        {
            numbers_.push_back(random_size(generator, distinct - 1));
            views.push_back(packed_[numbers_.back()]);
        }
    }

    std::uint64_t length(std::size_t const i, std::size_t const k) const
    {
        return lengths_[numbers_[i] * distinct + numbers_[k]];
    }

    std::uint64_t distance(std::size_t const i, std::size_t const k) const
    {
        return distances_[numbers_[i] * distinct + numbers_[k]];
    }

    // What a sink has got.
    struct seen_values
    {
        std::size_t blocks{};
        std::size_t pairs{};
        std::size_t wrong{};
    };

    // A sink that checks the order and the values.
    template <typename expected_t>
    auto check(seen_values & seen, std::size_t const columns, bool const is_one_set, expected_t const & expected)
    {
        return [&seen, columns, is_one_set, expected, row = std::size_t{}, column = std::size_t{is_one_set}](
                   alignment::value_block && block) mutable
        {
            alignment::value_block const moved = std::move(block);
            ++seen.blocks;
            for (alignment::value_row const & each : moved.rows)
                for (std::size_t i = 0; i < each.values.size(); ++i)
                {
                    seen.wrong +=
                        each.first != row || each.second + i != column || each.values[i] != expected(row, column);
                    ++seen.pairs;
                    if (++column == columns)
                        column = is_one_set ? ++row + 1 : (++row, 0);
                }
        };
    }

    static constexpr std::size_t distinct{50};

    std::mt19937_64 generator{reference::make_generator()};
    std::vector<packing::packed_sequence_view> views{};

private:
    std::vector<std::vector<std::uint8_t>> letters_{};
    std::vector<packing::packed_sequence> packed_{};
    std::vector<std::uint64_t> lengths_{};
    std::vector<std::uint64_t> distances_{};
    std::vector<std::size_t> numbers_{};
};

struct sink_failure : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

} // namespace

// Blocks have some rows. There are more pairs than the first one has.
TEST_F(pair_streams, one_set)
{
    make(600 + random_size(generator, 100));
    seen_values seen{};
    lcs::all_pairs_in_blocks(views,
                             check(seen,
                                   views.size(),
                                   true,
                                   [this](std::size_t const i, std::size_t const k)
                                   {
                                       return length(i, k);
                                   }),
                             on_cpu);
    EXPECT_EQ(seen.pairs, views.size() * (views.size() - 1) / 2);
    EXPECT_EQ(seen.wrong, 0u);
    EXPECT_GT(seen.blocks, 1u);
}

// Also parts of rows.
TEST_F(pair_streams, two_sets)
{
    make(plan::max_device_batch_pairs + 10'000);
    std::span const first = std::span{views}.first(1 + random_size(generator, 3));
    for (std::size_t const columns : {views.size(), views.size() / 3, std::size_t{1}, std::size_t{0}})
    {
        seen_values seen{};
        edit::all_pairs_in_blocks(first,
                                  std::span{views}.first(columns),
                                  check(seen,
                                        columns,
                                        false,
                                        [this](std::size_t const i, std::size_t const k)
                                        {
                                            return distance(i, k);
                                        }),
                                  on_cpu);
        EXPECT_EQ(seen.pairs, first.size() * columns);
        EXPECT_EQ(seen.wrong, 0u);
        EXPECT_TRUE(columns != views.size() || seen.blocks > 1);
    }
}

TEST_F(pair_streams, few_sequences)
{
    make(3);
    for (std::size_t const count : {0, 1, 2, 3})
    {
        seen_values seen{};
        edit::all_pairs_in_blocks(std::span{views}.first(count),
                                  check(seen,
                                        count,
                                        true,
                                        [this](std::size_t const i, std::size_t const k)
                                        {
                                            return distance(i, k);
                                        }),
                                  on_cpu);
        EXPECT_EQ(seen.pairs, count * (std::max<std::size_t>(count, 1) - 1) / 2);
        EXPECT_EQ(seen.wrong, 0u);
    }
}

TEST_F(pair_streams, pairs)
{
    make(1000);
    std::size_t const count = plan::max_device_batch_pairs + random_size(generator, 1000);
    std::size_t made = 0;
    std::size_t seen = 0;
    std::size_t blocks = 0;
    double last_cells = 0;
    double total = 0;
    auto const second = [this](std::size_t const i)
    {
        return 7 * i % views.size();
    };
    for (std::size_t i = 0; i < count; ++i)
        total += static_cast<double>(views[i % views.size()].size()) * static_cast<double>(views[second(i)].size());
    plan::execution execution{on_cpu};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_GE(progress.cells_done, last_cells);
        last_cells = progress.cells_done;
        EXPECT_EQ(progress.cells_total, total);
    };
    edit::compute_in_blocks(
        {[&]() -> std::optional<alignment::sequence_pair>
         {
             if (made == count)
                 return std::nullopt;
             std::size_t const i = made++;
             return alignment::sequence_pair{views[i % views.size()], views[second(i)]};
         },
         total},
        {},
        [&](alignment::result_block && block)
        {
            ++blocks;
            // No more are made than are needed.
            EXPECT_EQ(seen + block.pairs.size(), made);
            ASSERT_EQ(block.results.size(), block.pairs.size());
            for (std::size_t i = 0; i < block.pairs.size(); ++i, ++seen)
                ASSERT_EQ(block.results[i].distance, distance(seen % views.size(), second(seen)));
        },
        execution);
    EXPECT_EQ(seen, count);
    EXPECT_EQ(blocks, 2u);
    EXPECT_EQ(last_cells, total);
}

// What it throws ends the call.
TEST_F(pair_streams, sinks_that_fail)
{
    make(10);
    EXPECT_THROW(lcs::all_pairs_in_blocks(
                     views,
                     [](alignment::value_block &&)
                     {
                         throw sink_failure{"full"};
                     },
                     on_cpu),
                 sink_failure);
    EXPECT_THROW(lcs::compute_in_blocks(
                     {[this]()
                      {
                          return std::optional{alignment::sequence_pair{views[0], views[1]}};
                      }},
                     lcs::output::subsequence,
                     [](alignment::result_block &&)
                     {
                         throw sink_failure{"full"};
                     },
                     on_cpu),
                 sink_failure);
}

// Without pairs, too.
TEST_F(pair_streams, backends_that_are_missing)
{
    plan::execution const missing{.backend = plan::backend::cuda, .devices = {99}};
    EXPECT_THROW(lcs::all_pairs_in_blocks(
                     views,
                     [](alignment::value_block &&)
                     {
                         FAIL();
                     },
                     missing),
                 no_device);
    EXPECT_THROW(lcs::compute_in_blocks(
                     {[]()
                      {
                          return std::optional<alignment::sequence_pair>{};
                      }},
                     lcs::output::length,
                     [](alignment::result_block &&)
                     {
                         FAIL();
                     },
                     missing),
                 no_device);
}
