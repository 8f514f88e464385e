// SPDX-License-Identifier: BSD-3-Clause

// Edit distances with all free ends, against SeqAn3's own algorithms for the same configurations. Their scores, positions and
// alignments must be equal: the rules which of several alignments it is are SeqAn3's.
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

#include <seqan3/alignment/scoring/nucleotide_scoring_scheme.hpp>
#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <reference/edit_reference.hpp>
#include <reference/instrumented.hpp>
#include <reference/random_sequence.hpp>

#include "alignment_check.hpp"
#include "edit_check.hpp"
#include "refusal_check.hpp"
#include "unit/pairwise/tested_backend.hpp"

using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna4>;
using pairs_t = std::vector<std::pair<sequence_t, sequence_t>>;

// All sequences of some letters up to a length.
std::vector<sequence_t> all_sequences(std::size_t const max_size, std::uint8_t const letters)
{
    std::vector<sequence_t> sequences{{}};
    for (std::size_t i = 0; i < sequences.size() && sequences[i].size() < max_size; ++i)
        for (std::uint8_t rank = 0; rank < letters; ++rank)
        {
            sequence_t longer = sequences[i];
            longer.push_back(seqan3::dna4{}.assign_rank(rank));
            sequences.push_back(std::move(longer));
        }
    return sequences;
}

pairs_t all_pairs(std::vector<sequence_t> const & sequences)
{
    pairs_t pairs{};
    for (sequence_t const & first : sequences)
        for (sequence_t const & second : sequences)
            pairs.emplace_back(first, second);
    return pairs;
}

// Short and long ones, unrelated ones and such that are alike, with few letters so that there are many best alignments.
pairs_t random_pairs(std::mt19937_64 & generator)
{
    pairs_t pairs{};
    // Without optimisation and with a sanitizer, SeqAn3's algorithms take some hundred times as long.
    std::size_t const count = reference::is_instrumented ? 20 : 300;
    for (std::size_t i = 0; i < count; ++i)
    {
        auto const letters = 2 + static_cast<unsigned>(reference::random_size(generator, 2));
        auto const make = [&](std::size_t const max_size)
        {
            return alignment_check::random_sequence<seqan3::dna4>(generator,
                                                                  reference::random_size(generator, max_size),
                                                                  letters);
        };
        sequence_t first = make(i % 3 == 0 ? 40 : 200);
        sequence_t second = make(i % 3 == 1 ? 40 : 200);
        if (i % 2 == 0) // A part of the other one between other letters.
            second.insert(second.begin() + static_cast<std::ptrdiff_t>(second.size() / 2),
                          first.begin(),
                          first.begin() + static_cast<std::ptrdiff_t>(reference::random_size(generator, first.size())));
        pairs.emplace_back(std::move(first), std::move(second));
    }
    return pairs;
}

std::vector<std::uint8_t> ranks_of(sequence_t const & sequence)
{
    std::vector<std::uint8_t> ranks{};
    for (seqan3::dna4 const letter : sequence)
        ranks.push_back(letter.to_rank());
    return ranks;
}

// The same scores for SeqAn3's algorithms for affine gaps, in all cases.
auto const affine = align_cfg::edit_scheme;

struct edits : public ::testing::TestWithParam<unsigned>
{
    edits()
    {
        auto generator = reference::make_generator();
        std::size_t const fewer = reference::is_instrumented ? 1 : 0;
        for (pairs_t const & some :
             {all_pairs(all_sequences(4 - fewer, 2)), all_pairs(all_sequences(3 - fewer, 3)), random_pairs(generator)})
            pairs.insert(pairs.end(), some.begin(), some.end());
    }

    // With SeqAn3's algorithm for edit distances where it takes it, and with those for affine gaps.
    template <typename outputs_t>
    void expect_same(outputs_t const & outputs)
    {
        auto const method = edit_check::method(GetParam());
        edit_check::expect_same(pairs, method | seqan3::align_cfg::edit_scheme | outputs);
        edit_check::expect_same(pairs, method | affine | outputs);
    }

    pairs_t pairs{};
};

std::string name_of(::testing::TestParamInfo<unsigned> const & info)
{
    char const * const names[]{"first_leading", "first_trailing", "second_leading", "second_trailing"};
    std::string name{};
    for (unsigned i = 0; i < 4; ++i)
        if ((info.param >> i & 1) != 0)
            name += std::string{name.empty() ? "" : "_and_"} + names[i];
    return name.empty() ? "none" : name;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(free_ends, edits, ::testing::Range(0u, 16u), name_of);

TEST_P(edits, scores)
{
    expect_same(seqan3::configuration{edit_check::score});
}

// In batches of some sizes, with threads, and with thresholds.
TEST_P(edits, scores_of_short_pairs)
{
    auto generator = reference::make_generator();
    auto const make = [&](std::size_t const size)
    {
        return alignment_check::random_sequence<seqan3::dna4>(generator, size, 4);
    };
    for (std::uint64_t const most : {20u, 64u, 65u})
    {
        pairs_t some{};
        for (auto const & [first, second] : pairs)
            if (std::max(first.size(), second.size()) <= most)
                some.emplace_back(first, second);
        for (std::size_t const smaller : {0u, 1u, 5u})
        {
            some.emplace_back(make(most), make(most - smaller));
            some.emplace_back(make(most - smaller), make(most));
        }
        auto const method = edit_check::method(GetParam()) | seqan3::align_cfg::edit_scheme;
        auto const scores = method | seqan3::configuration{edit_check::score};
        edit_check::expect_same(some, scores);
        edit_check::expect_same(some, scores, tested::bit_parallel({.threads = 3}, 100));
        edit_check::expect_same(some, scores | seqan3::align_cfg::parallel{2});
        if (GetParam() == 0 || GetParam() == 3)
            edit_check::expect_same(some, scores | seqan3::align_cfg::min_score{-3});
    }
}

TEST_P(edits, ends)
{
    expect_same(edit_check::ends);
}

TEST_P(edits, positions)
{
    expect_same(edit_check::positions);
}

TEST_P(edits, alignments)
{
    expect_same(edit_check::everything);
}

// Whatever the memory limit and the number of threads.
TEST_P(edits, alignments_in_little_memory)
{
    plan::execution const little{.threads = 2, .memory_limit = 1 << 16};
    auto const config = edit_check::method(GetParam()) | affine | edit_check::everything;
    edit_check::expect_same(pairs, config, tested::bit_parallel(little, 100));
}

// SeqAn3 takes those of edit distances where it has its algorithm for them, and others elsewhere.
TEST_P(edits, no_gap_costs)
{
    auto const config =
        edit_check::method(GetParam()) | seqan3::align_cfg::scoring_scheme{pairwise::seqan3_edit_scoring_scheme{}};
    if (GetParam() == 0 || GetParam() == 3)
    {
        edit_check::expect_same(pairs, config | edit_check::score);
        edit_check::expect_same(pairs, config | edit_check::everything);
    }
    else
    {
        expect_refused(config | tested::bit_parallel() | edit_check::score, "edit_scheme");
    }
}

// SeqAn3 allows it where it takes its algorithm for edit distances, and refuses it elsewhere.
TEST_P(edits, min_score)
{
    auto const method = edit_check::method(GetParam()) | seqan3::align_cfg::edit_scheme;
    for (int const most : {0, 1, 3, 30})
    {
        auto const config = method | seqan3::align_cfg::min_score{-most};
        if (GetParam() == 0 || GetParam() == 3)
        {
            edit_check::expect_same(pairs, config | edit_check::score);
            edit_check::expect_same(pairs, config | edit_check::everything);
        }
        else
        {
            EXPECT_THROW(seqan3::align_pairwise(pairs, config | edit_check::score | tested::bit_parallel()),
                         seqan3::invalid_alignment_configuration);
        }
    }
}

// Against the plain reference, which shares no code with SeqAn3.
TEST_P(edits, plain_reference)
{
    auto const method = edit_check::method(GetParam());
    auto const config = method | affine | tested::bit_parallel() | edit_check::everything;
    std::vector<edit_check::values> const found = edit_check::align(pairs, config);
    reference::edit_rules const rules{pairwise::detail::free_ends_of(method),
                                      alignment::preference::diagonal_first,
                                      alignment::end_choice::first};
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        auto const first = ranks_of(pairs[i].first);
        auto const second = ranks_of(pairs[i].second);
        reference::edit_alignment const expected = reference::edit_traceback(first, second, rules);
        ASSERT_TRUE(reference::is_valid(expected, first, second));
        ASSERT_EQ(found[i].score, -expected.distance);
        ASSERT_EQ((std::pair{found[i].first_begin, found[i].first_end}),
                  (std::pair{expected.first_begin, expected.first_end}));
        ASSERT_EQ((std::pair{found[i].second_begin, found[i].second_end}),
                  (std::pair{expected.second_begin, expected.second_end}));
        std::string steps{};
        for (std::size_t column = 0; column < found[i].first_row.size(); ++column)
        {
            char const upper = found[i].first_row[column];
            char const lower = found[i].second_row[column];
            steps += lower == '-' ? 'I' : upper == '-' ? 'D' : upper == lower ? '=' : 'X';
        }
        ASSERT_EQ(steps, expected.steps);
    }
}

// A container of the user's own, which may change something of its own when it is read.
struct watched_sequence
{
    // Not contiguous, and notes who reads.
    auto begin() const
    {
        std::scoped_lock const lock{mutex};
        readers.insert(std::this_thread::get_id());
        return std::deque<seqan3::dna4>::const_iterator{letters.begin()};
    }

    auto end() const
    {
        return std::deque<seqan3::dna4>::const_iterator{letters.end()};
    }

    auto size() const
    {
        return letters.size();
    }

    std::deque<seqan3::dna4> letters{};
    mutable std::mutex mutex{};
    mutable std::set<std::thread::id> readers{};
};

// Also in a last batch of one pair, in batches of one pair, and where another sequence comes in between.
TEST(short_pairs, one_thread_reads_a_shared_sequence)
{
    std::vector<sequence_t> const others(20'000, sequence_t(20));
    for (std::size_t const count : {20'000u, 4 * 512 + 1u})
        for (std::size_t const batch_size : {1u, 100'000u})
            for (std::size_t const queries : {1u, 2u})
            {
                // Many letters are packed by several threads, which notice only what neighbouring pairs share.
                if (queries == 2 && count == 20'000u)
                    continue;
                std::vector<watched_sequence> shared(queries);
                for (watched_sequence & query : shared)
                    query.letters.resize(20);
                std::vector<std::tuple<watched_sequence const &, sequence_t const &>> pairs{};
                for (std::size_t i = 0; i < (batch_size == 1 ? 100 : count); ++i)
                    pairs.emplace_back(shared[i % queries], others[i]);
                auto const config = seqan3::align_cfg::method_global{} | seqan3::align_cfg::edit_scheme
                                  | edit_check::score | tested::bit_parallel({.threads = 4}, batch_size);
                for (auto && result : seqan3::align_pairwise(pairs, config))
                    ASSERT_EQ(result.score(), 0);
                for (watched_sequence const & query : shared)
                    EXPECT_EQ(query.readers.size(), 1u) << count << ", " << batch_size << ", " << queries;
            }
}

// Threads compute and make results; the exception reaches the caller, and the results of earlier batches come before.
TEST(short_pairs, exceptions_of_threads)
{
    pairs_t pairs(20'000, {sequence_t(20), sequence_t(20)});
    pairs[15'000] = {sequence_t(200, seqan3::dna4{}.assign_char('A')),
                     sequence_t(200, seqan3::dna4{}.assign_char('C'))};
    std::size_t count = 0;
    auto on_result = [&](auto && result)
    {
        EXPECT_EQ(result.score(), 0);
        ++count;
    };
    auto const config = seqan3::align_cfg::method_global{} | seqan3::align_cfg::edit_scheme | edit_check::score
                      | seqan3::align_cfg::score_type<std::int8_t>{} | tested::bit_parallel({.threads = 4})
                      | seqan3::align_cfg::on_result{std::ref(on_result)};
    EXPECT_THROW(seqan3::align_pairwise(pairs, config), score_overflow);
    EXPECT_GT(count, 0u);
    EXPECT_LE(count, 15'000u);
}

TEST(short_pairs, a_stop_between_results)
{
    pairs_t pairs(50'000, {sequence_t(100), sequence_t(100)});
    std::stop_source source{};
    std::size_t count = 0;
    auto on_result = [&](auto &&)
    {
        if (++count == 10)
            source.request_stop();
    };
    auto const config = seqan3::align_cfg::method_global{} | seqan3::align_cfg::edit_scheme | edit_check::score
                      | tested::bit_parallel({.threads = 2, .stop = source.get_token()})
                      | seqan3::align_cfg::on_result{std::ref(on_result)};
    EXPECT_THROW(seqan3::align_pairwise(pairs, config), operation_stopped);
    EXPECT_LT(count, pairs.size());
}

// Settings that concern longer pairs count for short ones as well.
TEST(short_pairs, settings_are_kept)
{
    pairs_t const short_pairs(10, {sequence_t(5), sequence_t(6)});
    pairs_t pairs{short_pairs};
    auto const config = seqan3::align_cfg::method_global{} | seqan3::align_cfg::edit_scheme | edit_check::score;

    std::stop_source stopped{};
    stopped.request_stop();
    EXPECT_THROW(edit_check::align(pairs, config | tested::bit_parallel({.stop = stopped.get_token()})),
                 operation_stopped);

    plan::progress last{};
    auto const keep = [&](plan::progress const & now)
    {
        last = now;
    };
    edit_check::align(pairs, config | tested::bit_parallel({.threads = 1, .on_progress = keep}));
    EXPECT_EQ(last.cells_done, 10 * 5 * 6);

    EXPECT_THROW(edit_check::align(pairs, config | tested::bit_parallel({.devices = {1000}})), no_device);
}
