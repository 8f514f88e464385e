// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>

using namespace seqan3_gpulcs;

namespace
{

struct sequence_set
{
    sequence_set(std::mt19937_64 & generator, std::size_t const count, std::size_t const max_size)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            letters.push_back(reference::random_letters(generator, reference::random_size(generator, max_size), 5));
            packed.push_back(packing::pack(letters.back()));
        }
        views.assign(packed.begin(), packed.end());
    }

    std::vector<std::vector<std::uint8_t>> letters{};
    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
};

std::uint64_t expected_length(std::vector<std::uint8_t> const & first, std::vector<std::uint8_t> const & second)
{
    return reference::lcs_matrix(first, second).back().back();
}

} // namespace

TEST(all_pairs, of_one_set)
{
    auto generator = reference::make_generator();
    for (std::size_t const count : {0, 1, 2, 3, 20})
    {
        sequence_set const sequences{generator, count, 100};
        std::vector<std::uint64_t> expected{};
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = i + 1; j < count; ++j)
                expected.push_back(expected_length(sequences.letters[i], sequences.letters[j]));
        EXPECT_EQ(lcs::all_pairs(sequences.views), expected);
        std::vector<std::uint32_t> found(expected.size(), 42);
        lcs::all_pairs_into(sequences.views, found);
        EXPECT_TRUE(std::ranges::equal(found, expected));
        found.emplace_back();
        EXPECT_THROW(lcs::all_pairs_into(sequences.views, found), invalid_option);
    }
}

TEST(all_pairs, of_two_sets)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {0, 1, 7})
        for (std::size_t const columns : {0, 1, 9})
        {
            sequence_set const first{generator, rows, 100};
            sequence_set const second{generator, columns, 100};
            std::vector<std::uint64_t> expected{};
            for (auto const & row : first.letters)
                for (auto const & column : second.letters)
                    expected.push_back(expected_length(row, column));
            EXPECT_EQ(lcs::all_pairs(first.views, second.views), expected);
        }
}

// More pairs than a batch has.
TEST(all_pairs, many)
{
    auto generator = reference::make_generator();
    sequence_set const first{generator, 3, 20};
    sequence_set const second{generator, 5, 20};
    std::vector<packing::packed_sequence_view> rows(300);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = first.views[i % 3];
    std::vector<packing::packed_sequence_view> columns(500);
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i] = second.views[i % 5];

    auto const lengths = lcs::all_pairs(rows, columns);
    ASSERT_EQ(lengths.size(), 150'000u);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 5; ++j)
        {
            std::uint64_t const expected = expected_length(first.letters[i], second.letters[j]);
            for (std::size_t row = i; row < rows.size(); row += 3)
                for (std::size_t column = j; column < columns.size(); column += 5)
                    ASSERT_EQ(lengths[row * columns.size() + column], expected) << row << ' ' << column;
        }
}

TEST(all_pairs, letters_of_different_kinds)
{
    auto generator = reference::make_generator();
    sequence_set const set{generator, 4, 50};
    static constexpr std::uint64_t word{};
    static constexpr std::uint8_t letter{};
    packing::packed_sequence_view const rank{&word, 1, 2, {&letter, 1}, packing::letter_kind::rank};
    std::vector<packing::packed_sequence_view> const ranks{rank, {}, rank};
    std::vector<packing::packed_sequence_view> mixed{set.views};
    EXPECT_EQ(lcs::all_pairs(ranks), (std::vector<std::uint64_t>{0, 1, 0}));
    std::vector<packing::packed_sequence_view> const empty_ones(3);
    EXPECT_EQ(lcs::all_pairs(ranks, empty_ones), std::vector<std::uint64_t>(9));
    EXPECT_EQ(lcs::all_pairs(mixed, empty_ones), std::vector<std::uint64_t>(12));
    if (std::ranges::any_of(mixed,
                            [](auto const & view)
                            {
                                return !view.empty();
                            }))
    {
        EXPECT_THROW(lcs::all_pairs(ranks, mixed), invalid_option);
        EXPECT_THROW(lcs::all_pairs(mixed, ranks), invalid_option);
        mixed.push_back(rank);
        EXPECT_THROW(lcs::all_pairs(mixed), invalid_option);
    }
}

// Each batch is done sooner than progress is reported.
TEST(all_pairs, progress_covers_all_batches)
{
    packing::packed_sequence const sequence = packing::pack(std::vector<std::uint8_t>(1000, 1));
    unsigned reports = 0;
    // Many batches take long enough on any machine for more than the last report.
    for (std::size_t size = 500; reports < 2; size *= 2)
    {
        reports = 0;
        double last = 0;
        std::vector<packing::packed_sequence_view> const sequences(size, sequence);
        double const total = static_cast<double>(size * (size - 1) / 2) * 1e6;
        plan::execution execution{};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_EQ(progress.cells_total, total);
            EXPECT_GE(progress.cells_done, last);
            EXPECT_LE(progress.cells_done, total);
            last = progress.cells_done;
            ++reports;
        };
        EXPECT_EQ(lcs::all_pairs(sequences, execution), std::vector<std::uint64_t>(size * (size - 1) / 2, 1000));
        EXPECT_EQ(last, total);
    }
}

TEST(all_pairs, stop)
{
    auto generator = reference::make_generator();
    sequence_set const sequences{generator, 3, 100};
    std::stop_source source{};
    source.request_stop();
    plan::execution execution{};
    execution.stop = source.get_token();
    EXPECT_THROW(lcs::all_pairs(sequences.views, execution), operation_stopped);
    EXPECT_THROW(lcs::all_pairs(sequences.views, sequences.views, execution), operation_stopped);
}

TEST(write_phylip, matrices)
{
    auto const written = [](std::vector<std::string> const & names, std::vector<float> const & distances)
    {
        std::ostringstream out{};
        out.precision(2);
        out.width(20);
        lcs::write_phylip(out, names, distances);
        return out.str();
    };
    EXPECT_EQ(written({}, {}), "0\n");
    EXPECT_EQ(written({"alone"}, {}), "1\nalone 0.000000\n");
    EXPECT_EQ(written({"a", "a_name_of_more_than_ten_letters", "c", "d"}, {0.5f, 0.25f, 1, 0.125f, 0, 1e-6f}),
              "4\n"
              "a 0.000000 0.500000 0.250000 1.000000\n"
              "a_name_of_more_than_ten_letters 0.500000 0.000000 0.125000 0.000000\n"
              "c 0.250000 0.125000 0.000000 0.000001\n"
              "d 1.000000 0.000000 0.000001 0.000000\n");
}

// Compared with printf, also where a distance lies between two decimals.
TEST(append_phylip_rows, decimals)
{
    std::mt19937_64 generator{reference::make_generator()};
    std::vector<float> distances{0, 1, -0.0f, -1, 0.0000005f, 1e30f, 999.5f, 2048.00390625f};
    for (unsigned i = 0; i < 10'000; ++i)
    {
        distances.push_back(std::uniform_real_distribution<float>{0, 1}(generator));
        // Halves of a millionth.
        distances.push_back(static_cast<float>(generator() % 64) / 128);
    }
    std::vector<std::string> const names(distances.size(), "a");
    std::string text{"before "};
    lcs::append_phylip_rows(text, names, 1, distances);
    std::string expected{"before a"};
    for (float const distance : distances)
    {
        char decimals[64]{};
        std::snprintf(decimals, sizeof(decimals), " %.6f", static_cast<double>(distance));
        expected += decimals;
    }
    EXPECT_EQ(text, expected + '\n');
}

TEST(append_phylip_rows, parts)
{
    std::vector<std::string> const names{"a", "b", "c"};
    std::vector<float> const square{0, 1, 0.5f, 1, 0, 0.25f, 0.5f, 0.25f, 0};
    std::ostringstream whole{};
    lcs::write_phylip(whole, names, std::vector{1.0f, 0.5f, 0.25f});
    for (std::size_t size = 1; size <= 3; ++size)
    {
        std::string text{};
        for (std::size_t first = 0; first < 3; first += size)
            lcs::append_phylip_rows(text,
                                    names,
                                    first,
                                    std::span{square}.subspan(3 * first).first(3 * std::min(size, 3 - first)));
        EXPECT_EQ(text, whole.str());
    }

    std::string text{"a"};
    EXPECT_THROW(lcs::append_phylip_rows(text, names, 0, std::span{square}.first(4)), invalid_option);
    EXPECT_THROW(lcs::append_phylip_rows(text, names, 1, square), invalid_option);
    EXPECT_THROW(lcs::append_phylip_rows(text, names, 4, {}), invalid_option);
    EXPECT_THROW(lcs::append_phylip_rows(text, {}, 0, square), invalid_option);
    EXPECT_EQ(text, "a");
}

TEST(write_phylip, refuses_what_would_be_misread)
{
    auto const refuses = [](std::vector<std::string> const & names, std::vector<float> const & distances)
    {
        std::ostringstream out{};
        EXPECT_THROW(lcs::write_phylip(out, names, distances), invalid_option);
        EXPECT_EQ(out.str(), "");
    };
    refuses({"a", "b"}, {});
    refuses({"a", "b"}, {1, 1});
    refuses({}, {1});
    refuses({"a", ""}, {1});
    refuses({"a", "b c"}, {1});
    refuses({"a\n", "b"}, {1});
    refuses({"a", "a"}, {1});
}

TEST(check_phylip_names, names)
{
    auto const check = [](std::vector<std::string> const & names)
    {
        lcs::check_phylip_names(names);
    };
    EXPECT_NO_THROW(check({}));
    EXPECT_NO_THROW(check({"a", "A", "a_name_of_more_than_ten_letters"}));
    EXPECT_THROW(check({""}), invalid_option);
    EXPECT_THROW(check({"a", "b\tc"}), invalid_option);
    EXPECT_THROW(check({"a", "b", "a"}), invalid_option);
}

TEST(write_phylip, errors_show)
{
    std::ostringstream out{};
    out.setstate(std::ios::badbit);
    std::vector<std::string> const names{"a", "b"};
    std::vector<float> const distances{1};
    lcs::write_phylip(out, names, distances);
    EXPECT_TRUE(out.bad());
    EXPECT_EQ(out.str(), "");
}
