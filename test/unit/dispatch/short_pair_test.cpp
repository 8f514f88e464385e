// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

std::string_view text_of(letters const & sequence)
{
    return {reinterpret_cast<char const *>(sequence.data()), sequence.size()};
}

} // namespace

// Strings, packed sequences, and a list take different ways.
TEST(short_pair, all_entry_points_agree)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {0u, 1u, 20u, 150u, 384u, 385u, 768u, 769u, 1000u, 4096u, 4097u})
        for (unsigned const alphabet : {4u, 27u, 256u})
        {
            letters const first = reference::random_letters(generator, size, alphabet);
            letters second = reference::mutate(generator, first, alphabet, alphabet == 4 ? 300 : 10);
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
TEST(short_pair, settings_are_kept)
{
    std::stop_source stopped{};
    stopped.request_stop();
    EXPECT_THROW(lcs::length("ACGT", "AGT", {.stop = stopped.get_token()}), operation_stopped);
    EXPECT_THROW(edit::alignment("ACGT", "AGT", {.stop = stopped.get_token()}), operation_stopped);
    EXPECT_THROW(edit::distance("ACGT", "AGT", {.devices = {1000}}), no_device);
    EXPECT_THROW(lcs::subsequence("ACGT", "AGT", {.devices = {1000}}), no_device);
    EXPECT_THROW(edit::alignment("ACGT", "AGT", {.memory_limit = 1}), memory_limit_too_small);

    for (std::uint64_t const size : {1u, 20u, 65u})
    {
        std::string const text(size, 'A');
        EXPECT_EQ(lcs::subsequence(text, text, {.memory_limit = plan::min_memory(size, size)}).matches(), size);
        EXPECT_THROW(lcs::subsequence(text, text, {.memory_limit = plan::min_memory(size, size) - 1}),
                     memory_limit_too_small);
        EXPECT_THROW(edit::alignment(text, text, {.memory_limit = plan::min_edit_memory(size, size) - 1}),
                     memory_limit_too_small);
    }

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

TEST(short_pair, without_memory)
{
    EXPECT_EQ(lcs::length(std::string_view{}, std::string_view{}), 0u);
    EXPECT_EQ(edit::distance(std::string_view{}, "AC"), 2u);
    EXPECT_EQ(edit::alignment("A", std::string_view{}).columns(), 1u);
    EXPECT_TRUE(lcs::subsequence(std::string_view{}, std::string_view{}).empty());
}
