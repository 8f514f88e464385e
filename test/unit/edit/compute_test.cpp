// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/path_columns.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

std::uint64_t distance_of(letters_t const & first, letters_t const & second, alignment::free_ends const & ends = {})
{
    return static_cast<std::uint64_t>(
        reference::edit_end(reference::edit_matrix(first, second, ends), {.ends = ends}).distance);
}

struct sequence_set
{
    void add(letters_t const & sequence)
    {
        letters.push_back(sequence);
        packed.push_back(packing::pack(sequence));
        views.assign(packed.begin(), packed.end());
    }

    std::vector<letters_t> letters{};
    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
};

// Some sequences are related, some are empty.
sequence_set random_set(std::mt19937_64 & generator, std::size_t const count, std::size_t const max_size)
{
    sequence_set set{};
    letters_t last{};
    for (std::size_t i = 0; i < count; ++i)
    {
        last = reference::random_size(generator, 2) != 0
                 ? reference::mutate(generator, last, 4, 10)
                 : reference::random_letters(generator, reference::random_size(generator, max_size), 4);
        set.add(last);
    }
    return set;
}

// What must be found for one pair: the distance, the parts and the path, or nothing of it.
void check_threshold(alignment::sequence_pair const & pair,
                     alignment::result const & found,
                     std::uint64_t const expected,
                     bool const with_path)
{
    bool const is_near = expected <= pair.max_distance;
    EXPECT_EQ(found.distance, is_near ? expected : edit::too_distant);
    std::uint64_t const edits = found.path.columns() - found.path.matches();
    EXPECT_EQ(edits, is_near && with_path ? expected : 0);
    if (!is_near)
    {
        EXPECT_EQ(found.first, alignment::part{});
        EXPECT_EQ(found.second, alignment::part{});
        EXPECT_TRUE(found.path.empty());
    }
}

} // namespace

TEST(edit_compute, strings)
{
    EXPECT_EQ(edit::distance("kitten", "sitting"), 3u);
    EXPECT_EQ(edit::distance("", "abc"), 3u);
    EXPECT_EQ(edit::distance("abc", ""), 3u);
    EXPECT_EQ(edit::distance("", ""), 0u);
    EXPECT_EQ(edit::to_cigar(edit::alignment("kitten", "sitting")), "1X3=1X1=1D");
    EXPECT_TRUE(edit::alignment("", "").empty());
    EXPECT_EQ(edit::to_cigar(edit::alignment("ab", "")), "2I");
}

TEST(edit_compute, paths_have_substitutions)
{
    alignment::path const path = edit::alignment("ACGTTTACG", "ACCTTTTACCG");
    EXPECT_EQ(path.columns() - path.matches(), edit::distance("ACGTTTACG", "ACCTTTTACCG"));
    std::vector<alignment::run> const runs = edit::to_runs(path);
    EXPECT_TRUE(std::ranges::any_of(runs,
                                    [](alignment::run const & run)
                                    {
                                        return run.operation == alignment::operation::substitution && run.count == 1;
                                    }));
    EXPECT_EQ(static_cast<char>(alignment::operation::substitution), 'X');

    // Only substitutions, more than a word of steps has.
    alignment::path const different = edit::alignment(std::string(100, 'A'), std::string(100, 'C'));
    EXPECT_EQ(different.matches(), 0u);
    EXPECT_EQ(edit::to_runs(different), (std::vector<alignment::run>{{alignment::operation::substitution, 100}}));
    EXPECT_EQ(edit::to_cigar(different), "100X");
}

TEST(edit_compute, thresholds)
{
    auto generator = reference::make_generator();
    sequence_set const set = random_set(generator, 60, 200);
    for (unsigned const bits : {0u, 1u, 3u, 4u, 12u, 15u})
    {
        alignment::free_ends const ends{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
        std::vector<alignment::sequence_pair> pairs{};
        std::vector<std::uint64_t> expected{};
        for (std::size_t i = 0; i + 1 < set.views.size(); ++i)
        {
            pairs.push_back({set.views[i], set.views[i + 1]});
            expected.push_back(distance_of(set.letters[i], set.letters[i + 1], ends));
            // Around the distance, anywhere, or none.
            if (i % 3 == 0)
                pairs.back().max_distance = expected.back() - (expected.back() != 0 && i % 2 == 0);
            else if (i % 3 == 1)
                pairs.back().max_distance = reference::random_size(generator, 100);
        }
        std::vector<std::uint64_t> const distances = edit::distances(pairs, ends);
        for (bool const with_path : {false, true})
        {
            auto const wanted = with_path ? edit::output::alignment : edit::output::distance;
            std::vector<alignment::result> const found = edit::compute(pairs, {.wanted = wanted, .ends = ends});
            ASSERT_EQ(found.size(), pairs.size());
            for (std::size_t i = 0; i < pairs.size(); ++i)
            {
                check_threshold(pairs[i], found[i], expected[i], with_path);
                EXPECT_EQ(distances[i], found[i].distance);
            }
        }
    }
}

// Unrelated reads seldom have enough letters in common for a few edits: then no cell is computed.
TEST(edit_compute, short_pairs_that_their_letters_rule_out)
{
    auto generator = reference::make_generator();
    constexpr std::uint64_t max_distance{3};
    for (std::size_t const size : {16u, 36u, 150u})
    {
        sequence_set set{};
        std::vector<alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < 100; ++i)
            set.add(reference::random_letters(generator, size, 4));
        for (std::size_t i = 1; i < set.views.size(); ++i)
        {
            pairs.push_back({set.views[i - 1], set.views[i]});
            pairs.back().max_distance = max_distance;
        }
        auto const found = edit::compute(pairs, {}, {.backend = plan::backend::cpu});
        std::size_t ruled_out = 0;
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            letters_t const & first = set.letters[i];
            letters_t const & second = set.letters[i + 1];
            std::ptrdiff_t common = 0;
            for (std::uint8_t letter = 0; letter < 4; ++letter)
                common += std::min(std::ranges::count(first, letter), std::ranges::count(second, letter));
            bool const is_ruled_out = static_cast<std::ptrdiff_t>(size) - common > std::ptrdiff_t{max_distance};
            ruled_out += is_ruled_out;
            EXPECT_EQ(found[i].cells == 0, is_ruled_out) << size << ", " << i;
            std::uint64_t const distance = distance_of(first, second);
            EXPECT_EQ(found[i].distance, distance <= max_distance ? distance : edit::too_distant);
        }
        EXPECT_GT(ruled_out, found.size() / 5);
    }
}

// Lengths rule a pair out, or the letters of long sequences do, unless the letters in question are free.
TEST(edit_compute, pairs_that_are_ruled_out)
{
    auto generator = reference::make_generator();
    letters_t const text = reference::random_letters(generator, 9000, 2);
    letters_t other_letters{text};
    for (std::uint8_t & letter : other_letters)
        letter = static_cast<std::uint8_t>(letter + 2);
    sequence_set set{};
    set.add(letters_t(text.begin() + 1000, text.begin() + 1100));
    set.add(text);
    set.add(other_letters);

    for (auto const [first, second, max_distance] :
         {std::array<std::size_t, 3>{0, 1, 8899}, {1, 0, 8899}, {1, 2, 8999}})
    {
        alignment::sequence_pair pair{set.views[first], set.views[second]};
        pair.max_distance = max_distance;
        auto const found = edit::compute({&pair, 1}, {.wanted = edit::output::alignment}).front();
        EXPECT_EQ(found.distance, edit::too_distant);
        EXPECT_EQ(found.cells, 0);
        EXPECT_EQ(found.backend, plan::backend::cpu);
        EXPECT_EQ(edit::distances({&pair, 1}).front(), edit::too_distant);
        ++pair.max_distance;
        EXPECT_EQ(edit::distances({&pair, 1}).front(), pair.max_distance);
    }
    alignment::sequence_pair pair{set.views[0], set.views[1]};
    pair.max_distance = 0;
    EXPECT_EQ(edit::distances({&pair, 1}, {.second_leading = true, .second_trailing = true}).front(), 0u);
    EXPECT_EQ(edit::distances({&pair, 1}, {.first_leading = true, .first_trailing = true}).front(), edit::too_distant);
}

TEST(edit_compute, many_pairs)
{
    auto generator = reference::make_generator();
    sequence_set const set = random_set(generator, 300, 40);
    std::vector<alignment::sequence_pair> pairs{};
    std::vector<std::uint64_t> expected{};
    for (std::size_t i = 0; i < 20'000; ++i)
    {
        std::size_t const first = i % 300;
        std::size_t const second = (7 * i + i / 300) % 300;
        pairs.push_back({set.views[first], set.views[second]});
        expected.push_back(i < 3000 ? distance_of(set.letters[first], set.letters[second]) : 0);
    }
    std::vector<std::uint64_t> const found = edit::distances(pairs, {.threads = 2});
    std::vector<alignment::result> const results = edit::compute(pairs, {}, {.threads = 1});
    ASSERT_EQ(found.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        EXPECT_EQ(found[i], results[i].distance);
        EXPECT_EQ(results[i].second, (alignment::part{0, pairs[i].second.size()}));
        if (i < 3000)
        {
            EXPECT_EQ(found[i], expected[i]);
        }
    }
    EXPECT_TRUE(edit::distances({}).empty());

    pairs[5].max_distance = 0;
    pairs[5].second = pairs[6].second;
    std::vector<std::uint32_t> narrow(pairs.size(), 42);
    edit::distances_into(pairs, narrow, {.threads = 2});
    EXPECT_EQ(narrow[5], std::numeric_limits<std::uint32_t>::max());
    narrow[5] = static_cast<std::uint32_t>(found[5]);
    EXPECT_TRUE(std::ranges::equal(narrow, found));
}

// All pairs of a list are similar, or none, or some: either may be in a lane. All have the same size, so that their order stays. Some are
// of no interest.
TEST(edit_compute, lists_of_similar_pairs)
{
    constexpr std::size_t size{900};
    constexpr std::size_t count{80};
    auto generator = reference::make_generator();
    for (unsigned const kind : {0u, 1u, 2u})
    {
        sequence_set set{};
        std::vector<std::uint64_t> expected{};
        for (std::size_t i = 0; i < count; ++i)
        {
            letters_t const first = reference::random_letters(generator, size, 4);
            bool const is_similar = kind == 0 || (kind == 1 && (i < 40 || i % 2 == 0));
            letters_t second =
                is_similar ? reference::mutate(generator, first, 4, 30) : reference::random_letters(generator, size, 4);
            second.resize(size, 0);
            set.add(first);
            set.add(second);
            expected.push_back(distance_of(first, second));
        }
        std::vector<alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < count; ++i)
        {
            pairs.push_back({set.views[2 * i], set.views[2 * i + 1]});
            if (i % 7 != 0)
                continue;
            pairs.back().max_distance = 25;
            if (expected[i] > 25)
                expected[i] = edit::too_distant;
        }
        for (unsigned const threads : {1u, 3u})
            EXPECT_EQ(edit::distances(pairs, {.backend = plan::backend::cpu, .threads = threads}), expected);
    }
}

TEST(edit_compute, all_pairs)
{
    auto generator = reference::make_generator();
    for (std::size_t const count : {0, 1, 2, 25})
    {
        sequence_set const first = random_set(generator, count, 150);
        sequence_set const second = random_set(generator, 6, 150);
        std::vector<std::uint64_t> of_one{};
        std::vector<std::uint64_t> of_two{};
        for (std::size_t i = 0; i < count; ++i)
        {
            for (std::size_t j = i + 1; j < count; ++j)
                of_one.push_back(distance_of(first.letters[i], first.letters[j]));
            for (letters_t const & letters : second.letters)
                of_two.push_back(distance_of(first.letters[i], letters));
        }
        EXPECT_EQ(edit::all_pairs(first.views), of_one);
        EXPECT_EQ(edit::all_pairs(first.views, second.views), of_two);
        std::vector<std::uint32_t> found(of_two.size(), 42);
        edit::all_pairs_into(first.views, second.views, found);
        EXPECT_TRUE(std::ranges::equal(found, of_two));
    }
}

// Whatever the memory and the threads are, the same alignment is found; with less memory than is needed, none.
TEST(edit_compute, memory_limits)
{
    auto generator = reference::make_generator();
    letters_t const letters = reference::random_letters(generator, 3000, 4);
    sequence_set set{};
    set.add(letters);
    set.add(reference::mutate(generator, letters, 4, 5));
    alignment::sequence_pair const pair{set.views[0], set.views[1]};
    std::uint64_t const least = plan::min_edit_memory(pair.first.size(), pair.second.size());
    std::string const expected = reference::edit_traceback(set.letters[0], set.letters[1]).steps;
    for (std::uint64_t const limit : {least, 2 * least, 1ul << 30})
        for (unsigned const threads : {1u, 3u})
        {
            plan::execution const execution{.threads = threads, .memory_limit = limit};
            alignment::result const found =
                edit::compute({&pair, 1}, {.wanted = edit::output::alignment}, execution).front();
            EXPECT_EQ(reference::columns_of(found.path), expected);
            EXPECT_LE(found.memory_bytes, limit);
        }
    plan::execution const too_little{.memory_limit = least - 1};
    EXPECT_THROW(edit::alignment(pair.first, pair.second, too_little), memory_limit_too_small);
    EXPECT_THROW(plan::check_edit_memory_limit(pair.first.size(), pair.second.size(), least - 1),
                 memory_limit_too_small);
    EXPECT_NO_THROW(plan::check_edit_memory_limit(pair.first.size(), pair.second.size(), least));
}

TEST(edit_compute, stop)
{
    std::stop_source stop{};
    stop.request_stop();
    plan::execution execution{};
    execution.stop = stop.get_token();
    EXPECT_THROW(edit::distance("ACGT", "AGT", execution), operation_stopped);
}
