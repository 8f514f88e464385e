// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/cpu/backend/byte_pair.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

// One letter for each column, without counts.
std::string spell(alignment::path const & path)
{
    std::string columns{};
    for (alignment::run const & run : path.runs())
        columns.append(run.count, static_cast<char>(run.operation));
    return columns;
}

void check(letters const & first, letters const & second)
{
    cpu::byte_pair const pair{first, second};
    auto const lcs = reference::lcs_matrix(first, second);
    ASSERT_EQ(cpu::find_value(pair, plan::metric::lcs), lcs.back().back()) << first.size() << ", " << second.size();
    ASSERT_EQ(spell(cpu::find_path(pair, plan::metric::lcs)), reference::lcs_alignment(lcs));
    auto const edit = reference::edit_traceback(first, second);
    ASSERT_EQ(cpu::find_value(pair, plan::metric::edit), static_cast<std::uint64_t>(edit.distance))
        << first.size() << ", " << second.size();
    ASSERT_EQ(spell(cpu::find_path(pair, plan::metric::edit)), edit.steps);
}

// All sequences of two letters up to a length.
std::vector<letters> all_sequences(std::size_t const max_size)
{
    std::vector<letters> all{};
    for (std::size_t size = 0; size <= max_size; ++size)
        for (unsigned bits = 0; bits < 1u << size; ++bits)
        {
            letters & one = all.emplace_back(size);
            for (std::size_t i = 0; i < size; ++i)
                one[i] = bits >> i & 1;
        }
    return all;
}

std::string_view text_of(letters const & sequence)
{
    return {reinterpret_cast<char const *>(sequence.data()), sequence.size()};
}

} // namespace

TEST(byte_pair, all_short_sequences_of_two_letters)
{
    std::vector<letters> const all = all_sequences(6);
    for (letters const & first : all)
        for (letters const & second : all)
        {
            check(first, second);
            if (HasFatalFailure())
                return;
        }
}

TEST(byte_pair, around_the_ends_of_words_and_strips)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {1u, 63u, 64u, 65u, 128u, 129u, 192u, 193u, 255u, 256u, 257u, 512u, 700u, 768u})
        for (std::size_t const columns : {1u, 7u, 8u, 9u, 63u, 64u, 65u, 127u, 200u, 768u})
            for (unsigned const alphabet : {1u, 4u, 256u})
            {
                letters const first = reference::random_letters(generator, rows, alphabet);
                check(first, reference::random_letters(generator, columns, alphabet));
                if (HasFatalFailure())
                    return;
            }
}

TEST(byte_pair, similar_sequences)
{
    auto generator = reference::make_generator();
    for (std::size_t round = 0; round < 300; ++round)
    {
        letters const first = reference::random_letters(generator, reference::random_size(generator, 350), 4);
        check(first, reference::mutate(generator, first, 4, 1 + round % 30));
        if (HasFatalFailure())
            return;
    }
}

// Strings, packed sequences, and a list take different ways.
TEST(byte_pair, all_entry_points_agree)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {0u, 1u, 20u, 150u, 384u, 385u, 768u, 769u, 1000u})
        for (unsigned const alphabet : {4u, 27u, 256u})
        {
            letters const first = reference::random_letters(generator, size, alphabet);
            letters second = reference::mutate(generator, first, alphabet, 10);
            second.resize(std::min<std::size_t>(second.size(), size));
            auto const packed_first = packing::pack(first);
            auto const packed_second = packing::pack(second);
            std::vector<alignment::sequence_pair> const list(3, {packed_first, packed_second});

            auto const lengths = lcs::compute(list, lcs::output::subsequence);
            EXPECT_EQ(lcs::length(text_of(first), text_of(second)), lengths[1].length) << size;
            EXPECT_EQ(lcs::length(packed_first, packed_second), lengths[1].length) << size;
            EXPECT_EQ(lcs::subsequence(text_of(first), text_of(second)), lengths[1].path) << size;
            EXPECT_EQ(lcs::subsequence(packed_first, packed_second), lengths[1].path) << size;
            auto const edits = edit::compute(list, {.wanted = edit::output::alignment});
            EXPECT_EQ(edit::distance(text_of(first), text_of(second)), edits[1].distance) << size;
            EXPECT_EQ(edit::distance(packed_first, packed_second), edits[1].distance) << size;
            EXPECT_EQ(edit::alignment(text_of(first), text_of(second)), edits[1].path) << size;
            EXPECT_EQ(edit::alignment(packed_first, packed_second), edits[1].path) << size;
        }
}

// What an execution asks for counts for short pairs, too.
TEST(byte_pair, settings_are_kept)
{
    std::stop_source stopped{};
    stopped.request_stop();
    EXPECT_THROW(lcs::length("ACGT", "AGT", {.stop = stopped.get_token()}), operation_stopped);
    EXPECT_THROW(edit::alignment("ACGT", "AGT", {.stop = stopped.get_token()}), operation_stopped);
    EXPECT_THROW(edit::distance("ACGT", "AGT", {.devices = {1000}}), no_device);
    EXPECT_THROW(lcs::subsequence("ACGT", "AGT", {.devices = {1000}}), no_device);
    EXPECT_THROW(edit::alignment("ACGT", "AGT", {.memory_limit = 1}), memory_limit_too_small);

    plan::progress last{};
    auto const keep = [&](plan::progress const & now)
    {
        last = now;
    };
    EXPECT_EQ(lcs::length("ACGT", "AGT", {.on_progress = keep}), 3u);
    EXPECT_EQ(last.cells_done, 12);

    packing::packed_sequence const text = packing::pack("ACGT");
    std::uint64_t const word = 0;
    std::uint8_t const rank = 0;
    packing::packed_sequence_view const ranks{&word, 1, 2, {&rank, 1}, packing::letter_kind::rank};
    EXPECT_THROW(lcs::length(text, ranks), invalid_option);
    EXPECT_THROW(edit::alignment(ranks, text), invalid_option);
}
