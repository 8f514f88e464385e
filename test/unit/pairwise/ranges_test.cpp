// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <forward_list>
#include <ranges>
#include <string>

#if __has_include(<range/v3/view/zip.hpp>)
#    include <range/v3/view/concat.hpp>
#    include <range/v3/view/drop.hpp>
#    include <range/v3/view/reverse.hpp>
#    include <range/v3/view/take.hpp>
#    include <range/v3/view/zip.hpp>
#endif

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/all.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>
#include <seqan3/alphabet/views/all.hpp>
#include <seqan3/utility/views/all.hpp>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "alignment_check.hpp"
#include "unit/pairwise/tested_backend.hpp"

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna4>;

auto const everything_without_element = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme;
auto const everything = everything_without_element | tested::bit_parallel();
auto const scores_only = everything | seqan3::align_cfg::output_score{};

// GAATTGCAGT and GGATCGA share GATCGA or the like: 5 letters. Checked against the plain matrix, too.
sequence_t const first_sequence{"GAATTGCAGT"_dna4};
sequence_t const second_sequence{"GGATCGA"_dna4};

int expected_score()
{
    return static_cast<int>(reference::lcs_matrix(first_sequence, second_sequence).back().back());
}

template <typename range_t>
void expect_one(range_t && results)
{
    std::size_t count = 0;
    for (auto const & result : results)
    {
        EXPECT_EQ(result.score(), expected_score());
        alignment_check::expect_valid(result.alignment(),
                                      first_sequence,
                                      second_sequence,
                                      static_cast<std::size_t>(result.score()));
        ++count;
    }
    EXPECT_EQ(count, 1u);
}

} // namespace

TEST(one_pair, tuples_and_pairs)
{
    expect_one(seqan3::align_pairwise(std::tie(first_sequence, second_sequence), everything));
    expect_one(seqan3::align_pairwise(std::pair{first_sequence | std::views::all, second_sequence | std::views::all},
                                      everything));
    std::pair const as_lvalue{first_sequence, second_sequence};
    expect_one(seqan3::align_pairwise(as_lvalue, everything));
    std::tuple const as_tuple{first_sequence, second_sequence};
    expect_one(seqan3::align_pairwise(as_tuple, everything));
}

// A pair alone is not packed where it is short or similar; among others, it is computed in another way.
TEST(one_pair, like_the_same_among_others)
{
    auto generator = reference::make_generator();
    std::vector<std::pair<sequence_t, sequence_t>> pairs{{{}, {}}, {"ACG"_dna4, {}}};
    auto const to_sequence = [](std::vector<std::uint8_t> const & ranks)
    {
        sequence_t sequence(ranks.size());
        for (std::size_t i = 0; i < ranks.size(); ++i)
            sequence[i].assign_rank(ranks[i]);
        return sequence;
    };
    for (std::size_t const size : {1u, 60u, 64u, 150u, 383u, 390u, 700u, 1000u, 4100u})
    {
        std::vector<std::uint8_t> const first = reference::random_letters(generator, size, 4);
        std::vector<std::uint8_t> similar = first;
        similar[size / 2] = static_cast<std::uint8_t>((similar[size / 2] + 1) % 4);
        similar.erase(similar.begin());
        pairs.emplace_back(to_sequence(first), to_sequence(similar));
        pairs.emplace_back(to_sequence(first), to_sequence(reference::mutate(generator, first, 4, 20)));
        pairs.emplace_back(to_sequence(first), to_sequence(reference::random_letters(generator, size, 4)));
    }
    auto const check = [&pairs](auto const & config, auto const has_everything)
    {
        auto pair = pairs.begin();
        for (auto const & expected : seqan3::align_pairwise(pairs, config))
        {
            auto results = seqan3::align_pairwise(std::tie(pair->first, pair->second), config);
            auto const & found = *results.begin();
            ASSERT_EQ(found.score(), expected.score());
            if constexpr (has_everything())
            {
                ASSERT_EQ(found.sequence1_id(), 0u);
                ASSERT_EQ(found.sequence1_begin_position(), expected.sequence1_begin_position());
                ASSERT_EQ(found.sequence1_end_position(), expected.sequence1_end_position());
                ASSERT_EQ(found.sequence2_begin_position(), expected.sequence2_begin_position());
                ASSERT_EQ(found.sequence2_end_position(), expected.sequence2_end_position());
                ASSERT_TRUE(std::ranges::equal(std::get<0>(found.alignment()), std::get<0>(expected.alignment())));
                ASSERT_TRUE(std::ranges::equal(std::get<1>(found.alignment()), std::get<1>(expected.alignment())));
            }
            ++pair;
        }
        ASSERT_EQ(pair, pairs.end());
    };
    auto const edits = seqan3::align_cfg::method_global{} | seqan3::align_cfg::edit_scheme;
    auto with_minimum = tested::bit_parallel();
    with_minimum.min_score = 40;
    check(everything, std::true_type{});
    ASSERT_FALSE(HasFatalFailure());
    check(scores_only, std::false_type{});
    ASSERT_FALSE(HasFatalFailure());
    check(everything_without_element | with_minimum, std::true_type{});
    ASSERT_FALSE(HasFatalFailure());
    check(edits | tested::bit_parallel(), std::true_type{});
    ASSERT_FALSE(HasFatalFailure());
    auto const edit_scores = edits | tested::bit_parallel() | seqan3::align_cfg::output_score{};
    check(edit_scores, std::false_type{});
    ASSERT_FALSE(HasFatalFailure());
    check(edit_scores | seqan3::align_cfg::min_score{-30}, std::false_type{});
    ASSERT_FALSE(HasFatalFailure());
}

TEST(one_pair, views)
{
    auto const reversed = first_sequence | std::views::reverse;
    auto const twice = reversed | std::views::reverse;
    auto const transformed = second_sequence
                           | std::views::transform(
                                 [](seqan3::dna4 const letter)
                                 {
                                     return letter;
                                 });
    expect_one(seqan3::align_pairwise(std::tie(twice, transformed), everything));

    std::string const text{"GGATCGAXXX"};
    auto const converted = text | seqan3::views::char_to<seqan3::dna4> | seqan3::views::slice(0, 7);
    expect_one(seqan3::align_pairwise(std::tie(first_sequence, converted), everything));
}

#if __has_include(<range/v3/view/zip.hpp>)
TEST(one_pair, views_of_range_v3)
{
    auto const reversed = first_sequence | ::ranges::views::reverse;
    auto const twice = reversed | ::ranges::views::reverse;
    auto const taken =
        ::ranges::views::concat(second_sequence | ::ranges::views::take(3), second_sequence | ::ranges::views::drop(3));
    expect_one(seqan3::align_pairwise(std::tie(twice, taken), everything));
    std::vector<sequence_t> const first{first_sequence};
    std::vector<sequence_t> const second{second_sequence};
    auto zipped = ::ranges::views::zip(first, second);
    expect_one(seqan3::align_pairwise(zipped, everything));
}
#endif

TEST(one_pair, bitpacked_sequence)
{
    seqan3::bitpacked_sequence<seqan3::dna4> const first{first_sequence};
    seqan3::bitpacked_sequence<seqan3::dna4> const second{second_sequence};
    expect_one(seqan3::align_pairwise(std::tie(first, second), everything));
    expect_one(seqan3::align_pairwise(std::tie(first, second_sequence), everything));

    // A proxy for each letter.
    seqan3::bitpacked_sequence<seqan3::dna4> writable{first_sequence};
    expect_one(seqan3::align_pairwise(std::tie(writable, second), everything));
}

TEST(one_pair, text)
{
    std::string const first{"nematode knowledge"};
    std::string const second{"empty bottle"};
    auto results = seqan3::align_pairwise(std::tie(first, second), everything);
    auto const & result = *results.begin();
    EXPECT_EQ(result.score(), static_cast<int>(reference::lcs_matrix(first, second).back().back()));
    alignment_check::expect_valid(result.alignment(), first, second, static_cast<std::size_t>(result.score()));
}

TEST(one_pair, edits_of_text)
{
    auto const config = seqan3::align_cfg::method_global{} | align_cfg::edit_scheme | tested::bit_parallel();
    // The terminating zero of a literal is not a letter.
    auto results = seqan3::align_pairwise(std::tie("kitten", "sitting"), config);
    auto const & result = *results.begin();
    EXPECT_EQ(result.score(), -3);
    EXPECT_EQ(result.sequence1_end_position(), 6u);
    EXPECT_EQ(result.sequence2_end_position(), 7u);
    EXPECT_EQ(std::get<0>(result.alignment()).size(), 7u);
}

TEST(one_pair, empty_sequences)
{
    sequence_t const empty{};
    for (auto const & [first, second] : {std::pair{empty, second_sequence}, {first_sequence, empty}, {empty, empty}})
    {
        auto results = seqan3::align_pairwise(std::tie(first, second), everything);
        auto const & result = *results.begin();
        EXPECT_EQ(result.score(), 0);
        EXPECT_EQ(std::get<0>(result.alignment()).size(), first.size() + second.size());
        alignment_check::expect_valid(result.alignment(), first, second, 0);
    }
}

// The rows of an alignment are views on the sequences: they must not hang on anything of ours.
TEST(one_pair, an_alignment_outlives_the_results)
{
    auto const alignment = [&]()
    {
        auto results = seqan3::align_pairwise(std::tie(first_sequence, second_sequence), everything);
        return (*results.begin()).alignment();
    }();
    alignment_check::expect_valid(alignment,
                                  first_sequence,
                                  second_sequence,
                                  static_cast<std::size_t>(expected_score()));
}

TEST(pair_range, no_pair)
{
    std::vector<std::pair<sequence_t, sequence_t>> none{};
    auto results = seqan3::align_pairwise(none, scores_only);
    EXPECT_EQ(results.begin(), results.end());
}

// More than one chunk of SeqAn3's.
TEST(pair_range, many)
{
    auto generator = reference::make_generator();
    std::vector<std::pair<sequence_t, sequence_t>> pairs{};
    for (std::size_t i = 0; i < plan::max_chunk_pairs + 10'000; ++i)
        pairs.emplace_back(alignment_check::random_sequence<seqan3::dna4>(generator, i % 7, 4),
                           alignment_check::random_sequence<seqan3::dna4>(generator, i % 11, 4));

    std::size_t i = 0;
    for (auto const & result : seqan3::align_pairwise(pairs, scores_only | seqan3::align_cfg::output_sequence2_id{}))
    {
        ASSERT_EQ(result.sequence2_id(), i);
        ASSERT_EQ(result.score(),
                  static_cast<int>(reference::lcs_matrix(pairs[i].first, pairs[i].second).back().back()));
        ++i;
    }
    EXPECT_EQ(i, pairs.size());
}

TEST(pair_range, zipped_and_forward_only)
{
    std::vector<sequence_t> left{first_sequence, second_sequence, first_sequence};
    std::vector<sequence_t> right{second_sequence, first_sequence, second_sequence};
    std::size_t count = 0;
    for (auto const & result : seqan3::align_pairwise(seqan3::views::zip(left, right), everything))
    {
        EXPECT_EQ(result.score(), expected_score());
        alignment_check::expect_valid(result.alignment(),
                                      left[count],
                                      right[count],
                                      static_cast<std::size_t>(result.score()));
        ++count;
    }
    EXPECT_EQ(count, 3u);

    std::forward_list<std::pair<sequence_t, sequence_t>> list(5, {first_sequence, second_sequence});
    count = 0;
    for (auto const & result : seqan3::align_pairwise(list, scores_only))
    {
        EXPECT_EQ(result.score(), expected_score());
        ++count;
    }
    EXPECT_EQ(count, 5u);
}

// SeqAn3's own algorithms have no rows of such pairs.
TEST(pair_range, constant)
{
    std::vector<sequence_t> const left{first_sequence, second_sequence};
    std::vector<sequence_t> const right{second_sequence, first_sequence};
    std::vector<std::pair<sequence_t, sequence_t>> const pairs{{left[0], right[0]}, {left[1], right[1]}};
    auto const zipped = seqan3::views::zip(left, right);

    auto const expect_all = [&](auto && results)
    {
        std::size_t count = 0;
        for (auto const & result : results)
        {
            EXPECT_EQ(result.score(), expected_score());
            alignment_check::expect_valid(result.alignment(),
                                          left[count],
                                          right[count],
                                          static_cast<std::size_t>(result.score()));
            ++count;
        }
        EXPECT_EQ(count, 2u);
    };
    expect_all(seqan3::align_pairwise(seqan3::views::zip(left, right), everything));
    expect_all(seqan3::align_pairwise(zipped | std::views::all, everything));
    expect_all(seqan3::align_pairwise(pairs | std::views::all, everything));
}

TEST(pair_range, all_against_all)
{
    std::vector<sequence_t> sequences{first_sequence, second_sequence, sequence_t{}};
    std::size_t count = 0;
    for (auto const & result : seqan3::align_pairwise(seqan3::views::pairwise_combine(sequences), scores_only))
    {
        EXPECT_EQ(result.score(), count == 0 ? expected_score() : 0);
        ++count;
    }
    EXPECT_EQ(count, 3u);
}
