// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/close_pairs.hpp>
#include <seqan3_gpulcs/exception.hpp>

using namespace seqan3_gpulcs;
using reference::random_size;

namespace
{

plan::execution const on_cpu{.backend = plan::backend::cpu, .threads = 2};

// Families of sequences with some edits, and others.
class close_pairs : public ::testing::Test
{
protected:
    void make(std::size_t const count, std::size_t const max_size, unsigned const alphabet)
    {
        letters.clear();
        packed.clear();
        for (std::size_t i = 0; i < count; ++i)
            if (i == 0 || random_size(generator, 3) == 0)
                letters.push_back(reference::random_letters(generator, random_size(generator, max_size), alphabet));
            else
                letters.push_back(reference::mutate(generator,
                                                    letters[random_size(generator, i - 1)],
                                                    alphabet,
                                                    5 + random_size(generator, 30)));
        for (auto const & each : letters)
            packed.push_back(packing::pack(each));
        views.assign(packed.begin(), packed.end());
    }

    std::vector<edit::close_pair> expected(std::size_t const begin, std::uint64_t const max_distance) const
    {
        std::vector<edit::close_pair> found{};
        std::size_t const firsts = begin == 0 ? letters.size() : begin;
        for (std::size_t i = 0; i < firsts; ++i)
            for (std::size_t k = begin == 0 ? i + 1 : begin; k < letters.size(); ++k)
            {
                auto const distance =
                    static_cast<std::uint64_t>(reference::edit_traceback(letters[i], letters[k], {}).distance);
                if (distance <= max_distance)
                    found.push_back({i, k - begin, distance});
            }
        return found;
    }

    std::mt19937_64 generator{reference::make_generator()};
    std::vector<std::vector<std::uint8_t>> letters{};
    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
};

} // namespace

// With parts of sequences, and where there are too few sequences for that.
TEST_F(close_pairs, one_set)
{
    for (std::size_t const count : {2u, 30u, 150u})
        for (std::uint64_t const max_distance : {0u, 1u, 2u, 3u, 5u, 40u})
        {
            make(count, 60, random_size(generator, 1) == 0 ? 4 : 20);
            ASSERT_EQ(edit::close_pairs(views, max_distance, on_cpu), expected(0, max_distance))
                << count << " sequences, " << max_distance;
        }
}

TEST_F(close_pairs, two_sets)
{
    for (std::uint64_t const max_distance : {0u, 1u, 2u, 4u})
    {
        make(160, 60, 4);
        std::size_t const begin = 1 + random_size(generator, 150);
        ASSERT_EQ(
            edit::close_pairs(std::span{views}.first(begin), std::span{views}.subspan(begin), max_distance, on_cpu),
            expected(begin, max_distance))
            << max_distance;
    }
}

// All of equal length, as reads are, and each part at its place or moved.
TEST_F(close_pairs, reads)
{
    constexpr std::size_t size{60};
    make(1, 0, 4);
    for (std::size_t i = 0; i < 400; ++i)
    {
        auto read = i % 2 == 0 ? reference::random_letters(generator, size, 4) : letters.back();
        for (std::size_t edits = random_size(generator, 4); i % 2 != 0 && edits != 0; --edits)
            if (random_size(generator, 1) == 0)
                read.erase(read.begin() + static_cast<std::ptrdiff_t>(random_size(generator, read.size() - 1)));
            else
                read.insert(read.begin() + static_cast<std::ptrdiff_t>(random_size(generator, read.size())), 'A');
        read.resize(size, 'C');
        letters.push_back(read);
    }
    packed.clear();
    for (auto const & each : letters)
        packed.push_back(packing::pack(each));
    views.assign(packed.begin(), packed.end());
    for (std::uint64_t const max_distance : {0u, 2u, 3u})
    {
        auto const found = edit::close_pairs(views, max_distance, on_cpu);
        EXPECT_EQ(found, expected(0, max_distance));
        EXPECT_TRUE(max_distance == 0 || found.size() > 20);
    }
}

TEST_F(close_pairs, borders)
{
    EXPECT_TRUE(edit::close_pairs({}, 2, on_cpu).empty());
    EXPECT_TRUE(edit::close_pairs({}, {}, 2, on_cpu).empty());
    make(20, 30, 4);
    EXPECT_TRUE(edit::close_pairs(views, {}, 2, on_cpu).empty());
    EXPECT_EQ(edit::close_pairs(views, std::numeric_limits<std::uint64_t>::max(), on_cpu).size(), 190u);
    EXPECT_THROW(edit::close_pairs(views, 2, {.backend = plan::backend::cuda, .devices = {99}}), no_device);
    std::stop_source stop{};
    stop.request_stop();
    EXPECT_THROW(edit::close_pairs(views, 2, {.threads = 2, .stop = stop.get_token()}), operation_stopped);
}

TEST_F(close_pairs, progress)
{
    make(300, 50, 4);
    double last = 0;
    plan::execution execution{on_cpu};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_GE(progress.cells_done, last);
        EXPECT_GE(progress.cells_total, progress.cells_done);
        last = progress.cells_done;
    };
    edit::close_pairs(views, 2, execution);
    double cells = 0;
    for (std::size_t i = 0; i < views.size(); ++i)
        for (std::size_t k = i + 1; k < views.size(); ++k)
            cells += static_cast<double>(views[i].size()) * static_cast<double>(views[k].size());
    EXPECT_NEAR(last, cells, cells * 1e-9);
}

// Each is a candidate for each other one, by any part.
TEST_F(close_pairs, equal_parts)
{
    make(1, 0, 4);
    for (std::size_t i = 0; i < 300; ++i)
    {
        std::vector<std::uint8_t> read(30 + random_size(generator, 3), 'A');
        for (std::size_t edits = random_size(generator, 3); edits != 0; --edits)
            read[random_size(generator, read.size() - 1)] = 'C';
        letters.push_back(read);
    }
    packed.clear();
    for (auto const & each : letters)
        packed.push_back(packing::pack(each));
    views.assign(packed.begin(), packed.end());
    for (std::uint64_t const max_distance : {0u, 1u, 2u})
        EXPECT_EQ(edit::close_pairs(views, max_distance, on_cpu), expected(0, max_distance));
}

TEST_F(close_pairs, blocks)
{
    make(400, 40, 4);
    std::size_t blocks = 0;
    std::vector<edit::close_pair> found{};
    auto const take = [&](std::vector<edit::close_pair> && some)
    {
        EXPECT_FALSE(some.empty());
        ++blocks;
        found.insert(found.end(), some.begin(), some.end());
    };
    edit::close_pairs_in_blocks(views, 3, take, on_cpu);
    EXPECT_GT(blocks, 1u);
    EXPECT_EQ(found, expected(0, 3));
    found.clear();
    edit::close_pairs_in_blocks(std::span{views}.first(300), std::span{views}.subspan(300), 3, take, on_cpu);
    EXPECT_EQ(found, expected(300, 3));
    auto const fail = [](std::vector<edit::close_pair> &&)
    {
        throw std::runtime_error{"full"};
    };
    EXPECT_THROW(edit::close_pairs_in_blocks(views, 3, fail, on_cpu), std::runtime_error);
}
