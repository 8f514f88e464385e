// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <reference/instrumented.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/letter_pairs.hpp>
#include <reference/path_columns.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/plan/thread_plan.hpp"
#include "src/plan/traceback_plan.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

void expect_runs_are_whole(alignment::path const & path)
{
    std::vector<alignment::run> const runs = alignment::to_runs(path);
    for (std::size_t i = 0; i < runs.size(); ++i)
    {
        EXPECT_GT(runs[i].count, 0u);
        if (i > 0)
        {
            EXPECT_NE(runs[i].operation, runs[i - 1].operation);
        }
    }
}

void check(letters_t const & first, letters_t const & second, plan::execution const & execution = {.threads = 1})
{
    SCOPED_TRACE(::testing::Message() << first.size() << " x " << second.size() << ", threads " << execution.threads
                                      << ", memory " << execution.memory_limit);

    reference::matrix const cells = reference::lcs_matrix(first, second);
    auto const packed_first = packing::pack(first);
    auto const packed_second = packing::pack(second);

    ASSERT_EQ(lcs::length(packed_first, packed_second, execution), cells.back().back());

    auto const increments = lcs::prefix_increments(packed_first, packed_second, execution);
    ASSERT_EQ(increments.size(), (first.size() + 63) / 64);
    for (std::size_t i = 0; i < increments.size() * 64; ++i)
    {
        bool const expected = i < first.size() && cells[i + 1].back() != cells[i].back();
        ASSERT_EQ(increments[i / 64] >> i % 64 & 1, expected) << i;
    }

    alignment::sequence_pair const pair{packed_first, packed_second};
    auto const results = lcs::compute({&pair, 1}, lcs::output::subsequence, execution);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results.front().length, cells.back().back());
    EXPECT_EQ(results.front().backend, plan::backend::cpu);
    EXPECT_LE(results.front().memory_bytes, execution.memory_limit);
    expect_runs_are_whole(results.front().path);
    ASSERT_EQ(reference::columns_of(results.front().path), reference::lcs_alignment(cells));
}

} // namespace

TEST(compute, shapes_around_every_multiple)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 512, 513})
        for (std::size_t const columns : {0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 512, 513})
            check(reference::random_letters(generator, rows, 4), reference::random_letters(generator, columns, 4));
}

TEST(compute, letters_of_one_kind)
{
    for (std::size_t const rows : {1, 64, 255, 256, 257, 1000})
        for (std::size_t const columns : {1, 64, 255, 256, 257, 1000})
            check(letters_t(rows, 1), letters_t(columns, 1));
}

TEST(compute, alternating_equal_and_disjoint_letters)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {1, 2, 64, 65, 300, 700})
    {
        letters_t alternating(size);
        for (std::size_t i = 0; i < size; ++i)
            alternating[i] = i % 2;
        letters_t shifted = alternating;
        std::ranges::rotate(shifted, shifted.begin() + 1);
        check(alternating, shifted);
        check(alternating, letters_t(size, 1));

        letters_t const random = reference::random_letters(generator, size, 20);
        check(random, random);
        letters_t reversed = random;
        std::ranges::reverse(reversed);
        check(random, reversed);

        letters_t disjoint = random;
        for (std::uint8_t & letter : disjoint)
            letter = static_cast<std::uint8_t>(letter + 100);
        check(random, disjoint);
    }
}

TEST(compute, much_longer_than_the_other)
{
    auto generator = reference::make_generator();
    for (std::size_t const small : {0, 1, 3, 70})
    {
        auto const first = reference::random_letters(generator, small, 4);
        auto const second = reference::random_letters(generator, 9000, 4);
        for (unsigned const threads : {1u, 4u})
        {
            check(first, second, {.threads = threads});
            check(second, first, {.threads = threads});
        }
    }
}

TEST(compute, alphabets_of_every_width)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {1u, 2u, 4u, 5u, 16u, 17u, 30u, 256u})
        for (unsigned const others : {1u, 4u, 16u, 256u})
            check(reference::random_letters(generator, 400, letters),
                  reference::random_letters(generator, 300, others));
}

TEST(compute, similar_sequences)
{
    auto generator = reference::make_generator();
    for (std::size_t const distance : {3, 20, 500})
    {
        auto const first = reference::random_letters(generator, 3000, 4);
        check(first, reference::mutate(generator, first, 4, distance));
    }
}

TEST(compute, memory_limits_from_the_least_to_plenty_give_the_same)
{
    auto generator = reference::make_generator();
    using shape = std::pair<std::size_t, std::size_t>;
    constexpr std::uint64_t growth = reference::is_instrumented ? 9 : 3; // In halves.
    for (auto const & [rows, columns] : {shape{3000, 2500}, shape{300, 6000}, shape{6000, 300}, shape{2049, 2047}})
    {
        auto const first = reference::random_letters(generator, rows, 4);
        auto const second = reference::random_letters(generator, columns, 4);
        std::uint64_t const min_bytes = plan::min_memory(first.size(), second.size());
        for (std::uint64_t limit = min_bytes; limit < min_bytes * 200; limit = limit * growth / 2)
            check(first, second, {.threads = 1, .memory_limit = limit});
        check(first, second, {.threads = 3, .memory_limit = min_bytes});
    }
}

TEST(compute, random_pairs)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < 400; ++i)
    {
        auto const letters = static_cast<unsigned>(1 + reference::random_size(generator, i % 5 == 0 ? 60 : 4));
        std::size_t const largest = i % 10 == 0 ? 3000 : 400;
        auto const first = reference::random_letters(generator, reference::random_size(generator, largest), letters);
        auto const second =
            i % 3 == 0 ? reference::mutate(generator, first, letters, 10)
                       : reference::random_letters(generator, reference::random_size(generator, largest), letters);
        std::uint64_t const min_bytes = plan::min_memory(first.size(), second.size());
        check(first,
              second,
              {.threads = static_cast<unsigned>(1 + reference::random_size(generator, 4)),
               .memory_limit =
                   i % 2 == 0 ? plan::default_memory_limit : min_bytes + reference::random_size(generator, 20000)});
    }
}

// Here the strips are really divided among threads: more cells than one thread takes alone.
TEST(compute, several_threads_on_one_pair)
{
    auto generator = reference::make_generator();
    auto const first = reference::random_letters(generator, 12000, 4);
    auto const second = reference::mutate(generator, first, 4, 8);
    ASSERT_GT(plan::plan_length(first.size(), second.size(), 3).threads, 2u);
    for (unsigned const threads : {2u, 3u})
        check(first, second, {.threads = threads});
}

// Few rows and many columns: the second sequence is cut into strips, and the lengths come from the other border.
TEST(compute, several_threads_on_exchanged_sequences)
{
    auto generator = reference::make_generator();
    auto const first = reference::random_letters(generator, 400'000, 4);
    auto const second = reference::random_letters(generator, 700, 4);
    ASSERT_TRUE(plan::plan_length(second.size(), first.size(), 4).second_is_rows);

    std::vector<std::uint32_t> const lengths = reference::last_lcs_row(first, second);
    auto const packed_first = packing::pack(first);
    auto const packed_second = packing::pack(second);
    auto const increments = lcs::prefix_increments(packed_second, packed_first, {.threads = 4});
    ASSERT_EQ(increments.size(), (second.size() + 63) / 64);
    for (std::size_t i = 0; i < increments.size() * 64; ++i)
    {
        bool const expected = i < second.size() && lengths[i + 1] != lengths[i];
        ASSERT_EQ(increments[i / 64] >> i % 64 & 1, expected) << i;
    }
    EXPECT_EQ(lcs::length(packed_second, packed_first, {.threads = 4}), lengths.back());
    EXPECT_EQ(lcs::length(packed_first, packed_second, {.threads = 4}), lengths.back());
}

TEST(compute, many_pairs_keep_their_order)
{
    auto generator = reference::make_generator();
    std::vector<letters_t> sequences{};
    std::vector<packing::packed_sequence> packed{};
    for (int i = 0; i < 200; ++i)
    {
        sequences.push_back(reference::random_letters(generator, reference::random_size(generator, 300), 4));
        packed.push_back(packing::pack(sequences.back()));
    }
    std::vector<alignment::sequence_pair> pairs{};
    for (std::size_t i = 0; i + 1 < packed.size(); ++i)
        pairs.push_back({packed[i], packed[i + 1]});

    for (unsigned const threads : {1u, 3u})
    {
        auto const lengths = lcs::compute(pairs, lcs::output::length, {.threads = threads});
        auto const found = lcs::compute(pairs, lcs::output::subsequence, {.threads = threads});
        ASSERT_EQ(lengths.size(), pairs.size());
        ASSERT_EQ(found.size(), pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i)
        {
            auto const cells = reference::lcs_matrix(sequences[i], sequences[i + 1]);
            EXPECT_EQ(lengths[i].length, cells.back().back());
            EXPECT_TRUE(lengths[i].path.empty());
            EXPECT_EQ(reference::columns_of(found[i].path), reference::lcs_alignment(cells));
        }
    }
    EXPECT_TRUE(lcs::compute({}, lcs::output::length).empty());
}

// The memory of all threads together must not pass the limit: a pair that needs it all is computed alone.
TEST(compute, many_pairs_share_the_memory_limit)
{
    auto generator = reference::make_generator();
    auto const first = reference::random_letters(generator, 3000, 4);
    auto const second = reference::random_letters(generator, 3000, 4);
    auto const packed_first = packing::pack(first);
    auto const packed_second = packing::pack(second);
    std::vector<alignment::sequence_pair> const pairs(5, {packed_first, packed_second});

    std::uint64_t const min_bytes = plan::min_memory(first.size(), second.size());
    std::string const expected = reference::lcs_alignment(reference::lcs_matrix(first, second));
    for (auto const & result :
         lcs::compute(pairs, lcs::output::subsequence, {.threads = 4, .memory_limit = min_bytes + min_bytes / 2}))
        EXPECT_EQ(reference::columns_of(result.path), expected);
}

// Every plan finds the same subsequence. The largest limit makes the whole matrix one tile, without checkpoints.
TEST(compute, the_subsequence_does_not_depend_on_the_plan)
{
    auto generator = reference::make_generator();
    auto const sweep = [&](std::size_t const rows, std::size_t const columns, unsigned const threads)
    {
        auto const first = packing::pack(reference::random_letters(generator, rows, 4));
        auto const second = packing::pack(reference::random_letters(generator, columns, 4));
        plan::execution execution{.backend = plan::backend::cpu, .threads = threads};
        auto const expected = lcs::subsequence(first, second, execution);
        auto const length = lcs::length(first, second, execution);

        for (std::uint64_t limit = plan::min_memory(rows, columns); limit < rows * columns / 8; limit += limit / 4)
        {
            execution.memory_limit = limit;
            alignment::sequence_pair const pair{first, second};
            auto const found = lcs::compute({&pair, 1}, lcs::output::subsequence, execution);
            ASSERT_EQ(found.front().length, length) << rows << " x " << columns << ", limit " << limit;
            ASSERT_TRUE(found.front().path == expected) << rows << " x " << columns << ", limit " << limit;
        }
    };

    ASSERT_TRUE(
        plan::plan_alignment(plan::lcs_subsequence, {5760, 2900}, plan::default_memory_limit, 1).levels.empty());
    for (unsigned const threads : {1u, 2u, 8u})
    {
        sweep(5760, 2900, threads);
        sweep(12'000, 1000, threads);
        sweep(1000, 12'000, threads);
    }
}

// The default limit, where there are checkpoints: against the length, which needs none.
TEST(compute, the_subsequence_is_as_long_as_the_length)
{
    auto generator = reference::make_generator();
    for (auto const & [rows, columns] :
         {std::pair{21'000u, 9000u}, {30'000u, 6000u}, {83'456u, 3000u}, {85'504u, 8000u}})
    {
        auto const first = packing::pack(reference::random_letters(generator, rows, 4));
        auto const second = packing::pack(reference::random_letters(generator, columns, 4));
        for (unsigned const threads : {1u, 8u})
        {
            plan::execution const execution{.backend = plan::backend::cpu, .threads = threads};
            alignment::sequence_pair const pair{first, second};
            EXPECT_EQ(lcs::compute({&pair, 1}, lcs::output::subsequence, execution).front().length,
                      lcs::length(first, second, execution))
                << rows << " x " << columns << ", threads " << threads;
        }
    }
}

TEST(compute, strings)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {0, 1, 64, 300})
    {
        auto const first = reference::random_letters(generator, size, 250);
        auto const second = reference::random_letters(generator, size, 250);
        std::string const first_text(first.begin(), first.end());
        std::string const second_text(second.begin(), second.end());
        reference::matrix const cells = reference::lcs_matrix(first, second);
        EXPECT_EQ(lcs::length(first_text, second_text), cells.back().back());
        EXPECT_EQ(reference::columns_of(lcs::subsequence(first_text, second_text)), reference::lcs_alignment(cells));
    }
    EXPECT_EQ(lcs::length("GATTACA", "ATAC"), 4u);
    EXPECT_EQ(lcs::length("", ""), 0u);
}

// Few pairs, and enough of them that each thread sorts some; empty ones; long ones at both ends, in the middle, and everywhere.
TEST(lengths, are_those_of_the_oracle)
{
    auto generator = reference::make_generator();
    std::vector<letters_t> letters{};
    std::vector<packing::packed_sequence> packed{};
    for (std::size_t i = 0; i < 40; ++i)
    {
        letters.push_back(
            reference::random_letters(generator, reference::random_size(generator, 70), i % 4 == 0 ? 7 : 4));
        packed.push_back(packing::pack(letters.back()));
    }
    auto const compute = [](letters_t const & first, letters_t const & second)
    {
        return reference::lcs_matrix(first, second).back().back();
    };
    std::vector<std::vector<std::uint64_t>> expected(letters.size(), std::vector<std::uint64_t>(letters.size()));
    for (std::size_t i = 0; i < letters.size(); ++i)
        for (std::size_t j = 0; j < letters.size(); ++j)
            expected[i][j] = compute(letters[i], letters[j]);
    letters_t const long_letters = reference::random_letters(generator, 9000, 4);
    packing::packed_sequence const long_sequence = packing::pack(long_letters);
    std::vector<std::uint64_t> expected_long(letters.size());
    for (std::size_t i = 0; i < letters.size(); ++i)
        expected_long[i] = compute(long_letters, letters[i]);

    for (std::size_t const count : {0u, 1u, 2u, 7u, 2047u, 2048u, 2049u, 30'000u})
        for (unsigned const threads : {1u, 3u})
            for (unsigned const pattern : {0u, 1u, 2u, 3u, 4u, 5u})
            {
                auto const is_long = [&](std::size_t const pair)
                {
                    return (pattern == 1 && pair == 0) || (pattern == 2 && pair == count / 2)
                        || (pattern == 3 && pair + 1 == count) || (pattern == 4 && pair % 100 == 7)
                        || (pattern == 5 && count < 3000);
                };
                std::vector<alignment::sequence_pair> pairs{};
                std::vector<std::uint64_t> lengths{};
                for (std::size_t pair = 0; pair < count; ++pair)
                {
                    std::size_t const i = reference::random_size(generator, letters.size() - 1);
                    std::size_t const j = reference::random_size(generator, letters.size() - 1);
                    if (is_long(pair))
                        pairs.push_back(pair % 2 == 0 ? alignment::sequence_pair{long_sequence, packed[j]}
                                                      : alignment::sequence_pair{packed[j], long_sequence});
                    else
                        pairs.push_back({packed[i], packed[j]});
                    lengths.push_back(is_long(pair) ? expected_long[j] : expected[i][j]);
                }
                EXPECT_EQ(lcs::lengths(pairs, {.threads = threads}), lengths)
                    << count << ' ' << threads << ' ' << pattern;
            }
}

// All pairs of a list are similar, or some, or none: either may be in a lane. All have the same size, so that their order stays. Some are of
// no interest.
TEST(lengths, of_similar_pairs_and_others)
{
    constexpr std::size_t size{1000};
    constexpr std::size_t count{80};
    auto generator = reference::make_generator();
    for (unsigned const kind : {0u, 1u, 2u})
    {
        std::vector<packing::packed_sequence> packed{};
        std::vector<std::uint64_t> expected{};
        for (std::size_t i = 0; i < count; ++i)
        {
            letters_t const first = reference::random_letters(generator, size, 4);
            bool const is_similar = kind == 0 || (kind == 1 && (i < 40 || i % 2 == 0));
            letters_t second =
                is_similar ? reference::mutate(generator, first, 4, 60) : reference::random_letters(generator, size, 4);
            second.resize(size, 0);
            packed.push_back(packing::pack(first));
            packed.push_back(packing::pack(second));
            expected.push_back(reference::lcs_matrix(first, second).back().back());
        }
        std::vector<alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < count; ++i)
        {
            pairs.push_back({packed[2 * i], packed[2 * i + 1]});
            if (i % 7 != 0)
                continue;
            pairs.back().min_length = 985;
            if (expected[i] < 985)
                expected[i] = 0;
        }
        for (unsigned const threads : {1u, 3u})
            EXPECT_EQ(lcs::lengths(pairs, {.backend = plan::backend::cpu, .threads = threads}), expected);
    }
}

// On which all threads work, one after the other.
TEST(lengths, of_very_long_pairs_among_others)
{
    packing::packed_sequence const all_equal = packing::pack(letters_t(140'000, 'A'));
    packing::packed_sequence const shorter = packing::pack(letters_t(130'000, 'A'));
    packing::packed_sequence const text = packing::pack("ACGTACGA");
    std::vector<alignment::sequence_pair> pairs(5000, {text, text});
    std::vector<std::uint64_t> expected(pairs.size(), 8);
    for (std::size_t const place : {0u, 2500u, 4999u})
    {
        pairs[place] = {all_equal, shorter};
        expected[place] = 130'000;
    }
    pairs[2501] = {text, shorter};
    expected[2501] = 3;
    double last = 0;
    plan::execution execution{.threads = 2};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, 4996 * 64.0 + 3 * 140'000.0 * 130'000 + 8 * 130'000.0);
        EXPECT_GE(progress.cells_done, last);
        EXPECT_LE(progress.cells_done, progress.cells_total);
        last = progress.cells_done;
    };
    EXPECT_EQ(lcs::lengths(pairs, execution), expected);
}

// More than one thread looks at in one go, and than memory is provided for by one thread.
TEST(lengths, of_very_many_pairs)
{
    packing::packed_sequence const one = packing::pack("ACGTACGT");
    packing::packed_sequence const other = packing::pack("CGGT");
    std::vector<alignment::sequence_pair> pairs(1'100'000, {one, other});
    pairs[700'000] = {one, one};
    std::vector<std::uint64_t> expected(pairs.size(), 4);
    expected[700'000] = 8;
    double last = 0;
    plan::execution execution{.threads = 3};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, (1'100'000.0 - 1) * 32 + 64);
        EXPECT_GE(progress.cells_done, last);
        EXPECT_LE(progress.cells_done, progress.cells_total);
        last = progress.cells_done;
    };
    EXPECT_TRUE(lcs::lengths(pairs, execution) == expected);

    std::stop_source source{};
    source.request_stop();
    EXPECT_THROW(lcs::lengths(pairs, {.stop = source.get_token()}), operation_stopped);

    static constexpr std::uint64_t word{};
    static constexpr std::uint8_t letter{};
    pairs.back().second = {&word, 1, 2, {&letter, 1}, packing::letter_kind::rank};
    EXPECT_THROW(lcs::lengths(pairs), invalid_option);
}

// In memory that was used before.
TEST(lengths, in_memory_of_the_caller)
{
    auto generator = reference::make_generator();
    reference::letter_pairs some{};
    for (std::size_t i = 0; i < 3000; ++i)
        some.add(reference::random_letters(generator, reference::random_size(generator, 90), 4),
                 reference::random_letters(generator, reference::random_size(generator, i % 1000 == 0 ? 9000 : 90), 4));
    std::vector<alignment::sequence_pair> pairs = some.views();
    pairs[1].min_length = 1000;
    for (std::size_t const count : {0u, 1u, 100u, 3000u})
    {
        std::span const first = std::span{pairs}.first(count);
        std::vector<std::uint64_t> const expected = lcs::lengths(first);
        std::vector<std::uint32_t> found(count, 42);
        lcs::lengths_into(first, found, {.threads = 2});
        EXPECT_TRUE(std::ranges::equal(found, expected)) << count;
    }
    std::vector<std::uint32_t> found(2999);
    EXPECT_THROW(lcs::lengths_into(pairs, found), invalid_option);

    // As if it were so long: nothing is read before the sizes are checked.
    std::uint64_t const word = 0;
    std::uint8_t const letter = 'A';
    packing::packed_sequence_view const huge{&word, (std::uint64_t{1} << 32) - 1, 2, {&letter, 1}};
    std::vector<alignment::sequence_pair> const huge_pairs{{huge, {}}};
    EXPECT_THROW(lcs::lengths_into(huge_pairs, std::span{found}.first(1)), invalid_option);
}

// One letter decides; minima that no pair of these lengths, or of these letters, can reach, and pairs without one, are among them.
TEST(minimum_length, of_each_pair)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> packed{};
    for (std::size_t i = 0; i < 40; ++i)
        packed.push_back(
            packing::pack(reference::random_letters(generator, reference::random_size(generator, 300), 4)));
    auto const long_letters = reference::random_letters(generator, 9000, 4);
    packed.push_back(packing::pack(long_letters));
    packed.push_back(packing::pack(reference::mutate(generator, long_letters, 4, 40)));
    packed.push_back(packing::pack(reference::mutate(generator, long_letters, 4, 1500)));
    packed.push_back(packing::pack(letters_t(9000, 2)));

    for (std::size_t const count : {1u, 3u, 60u, 5000u})
    {
        std::vector<alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < count; ++i)
        {
            bool const is_long = i < 2 || i % 1000 == 7;
            std::size_t const from = is_long ? 40 : 0;
            std::size_t const last = is_long ? 3 : 39;
            pairs.push_back({packed[from + reference::random_size(generator, last)],
                             packed[from + reference::random_size(generator, last)]});
        }
        auto const found = lcs::compute(pairs, lcs::output::subsequence, {.threads = 1});
        std::vector<std::uint64_t> expected{};
        for (std::size_t i = 0; i < count; ++i)
        {
            std::array const minima{std::uint64_t{0}, found[i].length, found[i].length + 1, std::uint64_t{20'000}};
            pairs[i].min_length = minima[reference::random_size(generator, 3)];
            expected.push_back(found[i].length < pairs[i].min_length ? 0 : found[i].length);
        }
        for (unsigned const threads : {1u, 3u})
        {
            ASSERT_EQ(lcs::lengths(pairs, {.threads = threads}), expected);
            for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
            {
                auto const results = lcs::compute(pairs, wanted, {.threads = threads});
                for (std::size_t i = 0; i < count; ++i)
                {
                    ASSERT_EQ(results[i].length, expected[i]);
                    bool const has_path = wanted == lcs::output::subsequence && found[i].length >= pairs[i].min_length;
                    ASSERT_TRUE(results[i].path == (has_path ? found[i].path : alignment::path{}));
                }
            }
        }
    }
}

TEST(minimum_length, what_is_ruled_out_costs_nothing)
{
    packing::packed_sequence const first = packing::pack(letters_t(9000, 1));
    packing::packed_sequence const second = packing::pack(letters_t(9000, 2));
    for (auto const & pair : {alignment::sequence_pair{first, first, 9001},
                              alignment::sequence_pair{first, second, 1},
                              alignment::sequence_pair{first, {}, 1}})
    {
        auto const results = lcs::compute({&pair, 1}, lcs::output::subsequence);
        EXPECT_EQ(results.front().length, 0u);
        EXPECT_EQ(results.front().cells, 0);
        EXPECT_EQ(results.front().method, alignment::method::band);
        EXPECT_EQ(lcs::lengths({&pair, 1}).front(), 0u);
    }
}
