// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <list>
#include <ranges>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#if __has_include(<range/v3/view/transform.hpp>)
#    include <range/v3/view/drop.hpp>
#    include <range/v3/view/reverse.hpp>
#    include <range/v3/view/take.hpp>
#    include <range/v3/view/transform.hpp>
#endif

#include <seqan3/alphabet/all.hpp>
#include <seqan3/alphabet/cigar/all.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/path_columns.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/alignment/cigar.hpp>
#include <seqan3_gpulcs/all.hpp>
#include <seqan3_gpulcs/lcs/prefix_lengths.hpp>

using namespace seqan3::literals;
using namespace seqan3_gpulcs;

namespace
{

// Letters of an alphabet, or of another one, made of characters.
template <typename letter_t>
std::vector<letter_t> to_letters(std::string const & text)
{
    std::vector<letter_t> letters{};
    for (char const character : text)
        letters.push_back(seqan3::assign_char_to(character, letter_t{}));
    return letters;
}

std::string random_text(std::mt19937_64 & generator, std::size_t const max_size, std::string const & alphabet)
{
    std::string text(reference::random_size(generator, max_size), ' ');
    for (char & character : text)
        character = alphabet[reference::random_size(generator, alphabet.size() - 1)];
    return text;
}

struct expected_pair
{
    expected_pair(std::string const & first, std::string const & second) : cells{reference::lcs_matrix(first, second)}
    {}

    std::uint64_t length() const
    {
        return cells.back().back();
    }

    reference::matrix cells;
};

template <typename first_t, typename second_t>
void expect_all(first_t const & first, second_t const & second, expected_pair const & expected)
{
    EXPECT_EQ(lcs::length(first, second), expected.length());
    EXPECT_EQ(reference::columns_of(lcs::subsequence(first, second)), reference::lcs_alignment(expected.cells));
    lcs::prefix_lengths const lengths{first, second};
    ASSERT_EQ(lengths.size() + 1, expected.cells.size());
    for (std::size_t i = 0; i < expected.cells.size(); ++i)
        ASSERT_EQ(lengths[i], expected.cells[i].back()) << i;
}

template <typename first_t, typename second_t>
void expect_all_of(std::string const & alphabet)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < 20; ++i)
    {
        std::string const first = random_text(generator, 150, alphabet);
        std::string const second = random_text(generator, 150, alphabet);
        expect_all(to_letters<first_t>(first), to_letters<second_t>(second), {first, second});
    }
}

} // namespace

TEST(ranges, of_one_alphabet)
{
    expect_all_of<seqan3::dna4, seqan3::dna4>("ACGT");
    expect_all_of<seqan3::dna15, seqan3::dna15>("ACGTNRYSWKMBDHV");
    expect_all_of<seqan3::aa27, seqan3::aa27>("ABCDEFGHIJKLMNOPQRSTUVWXYZ*");
    expect_all_of<char, char>("the letters");
    expect_all_of<seqan3::dna4q, seqan3::dna4q>("ACGT");
}

TEST(ranges, of_two_alphabets)
{
    expect_all_of<seqan3::dna4, seqan3::dna5>("ACGT");
    expect_all_of<seqan3::dna15, seqan3::dna5>("ACGTN");
    expect_all_of<seqan3::dna5q, seqan3::dna15>("ACGTN");
    expect_all_of<seqan3::aa27, seqan3::aa20>("ACDEFGHIKLMNPQRSTVWY");
    EXPECT_EQ(lcs::length("ACGU"_rna4, "ACGT"_dna4), 4u);
}

TEST(ranges, of_many_kinds)
{
    std::string const first{"GATTACA"};
    std::string const second{"ATAC"};
    expected_pair const expected{first, second};
    auto const letters = to_letters<seqan3::dna4>(first);
    auto const others = to_letters<seqan3::dna4>(second);

    expect_all(letters, others | std::views::all, expected);
    expect_all(std::list<seqan3::dna4>(letters.begin(), letters.end()), others, expected);
    expect_all(seqan3::bitpacked_sequence<seqan3::dna4>{letters}, others, expected);
    EXPECT_EQ(lcs::length(letters | std::views::reverse, others), expected_pair("ACATTAG", second).length());

    seqan3::bitpacked_sequence<seqan3::dna4> writable{letters};
    EXPECT_EQ(lcs::length(writable, others), expected.length());
    EXPECT_EQ(lcs::length(others, writable), expected.length());
    EXPECT_EQ(lcs::length(writable, "ATAC"_dna5), expected.length());
    EXPECT_EQ(lcs::length("GATTACA"_dna4, "ATAC"_dna4), 4u);
}

// A literal ends with a zero, which is no letter.
TEST(ranges, strings_and_literals)
{
    std::vector<char> const characters{'A', 'T', 'A', 'C', '\0'};
    EXPECT_EQ(lcs::length("GATTACA", "ATAC"), 4u);
    EXPECT_EQ(lcs::length("GATTACA", characters), 4u);
    EXPECT_EQ(lcs::length(characters, std::string{"GATTACA"}), 4u);
    expect_all("GATTACA", std::string{"ATAC"}, {"GATTACA", "ATAC"});
    expect_all(std::string_view{"GATTACA"}, characters, {"GATTACA", {"ATAC\0", 5}});
}

TEST(ranges, execution)
{
    plan::execution execution{};
    std::stop_source source{};
    source.request_stop();
    execution.stop = source.get_token();
    EXPECT_THROW(lcs::length("ACGT"_dna4, "ACT"_dna4, execution), operation_stopped);
    EXPECT_THROW(lcs::subsequence("ACGT"_dna4, "ACT"_dna4, execution), operation_stopped);
    EXPECT_THROW((lcs::prefix_lengths{"ACGT"_dna4, "ACT"_dna4, execution}), operation_stopped);
}

TEST(to_cigar_vector, is_the_string)
{
    auto const path = lcs::subsequence("the longest common subsequence", "the shortest common supersequence");
    std::string text{};
    for (seqan3::cigar const element : alignment::to_cigar_vector(path))
        text += element.to_string();
    EXPECT_EQ(text, alignment::to_cigar(path));
    EXPECT_EQ(text, "4=2D1I1=2D2I13=3D1I8=");
    EXPECT_TRUE(alignment::to_cigar_vector(alignment::path{}).empty());
}

TEST(to_cigar_vector, long_runs_become_several_elements)
{
    std::vector<alignment::run> const runs{{alignment::operation::match, 0xffff'ffffu},
                                           {alignment::operation::insertion, 0x1'0000'0001u}};
    std::vector<seqan3::cigar> const expected{{0xffff'ffffu, '='_cigar_operation},
                                              {0xffff'ffffu, 'I'_cigar_operation},
                                              {2, 'I'_cigar_operation}};
    EXPECT_EQ(alignment::to_cigar_vector(runs), expected);
}

namespace
{

template <typename query_letter_t, typename subject_letter_t>
void expect_hits(std::string const & alphabet)
{
    auto generator = reference::make_generator();
    std::string const query = random_text(generator, 80, alphabet);
    lcs::range_search finder{to_letters<query_letter_t>(query), {.min_length = 5}}; // Does not outlive this line.

    std::vector<lcs::hit> expected{};
    for (std::uint64_t batch = 0; batch < 2; ++batch)
    {
        std::vector<std::vector<subject_letter_t>> subjects{};
        for (std::uint64_t i = 0; i < 30; ++i)
        {
            std::string const subject = random_text(generator, 80, alphabet);
            subjects.push_back(to_letters<subject_letter_t>(subject));
            std::uint64_t const length = expected_pair{query, subject}.length();
            if (length >= 5)
                expected.push_back({30 * batch + i, subject.size(), length});
        }
        finder.add(subjects);
    }
    std::ranges::stable_sort(expected, std::ranges::greater{}, &lcs::hit::length);
    EXPECT_EQ(finder.hits(), expected);
    EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, 60u);
}

} // namespace

TEST(range_search, finds_what_packed_sequences_find)
{
    expect_hits<seqan3::dna4, seqan3::dna4>("ACGT");
    expect_hits<seqan3::dna4, seqan3::dna15>("ACGT");
    expect_hits<seqan3::dna15, seqan3::dna5q>("ACGTN");
    expect_hits<seqan3::aa27, seqan3::aa20>("ACDEFGHIKLMNPQRSTVWY");
    expect_hits<char, char>("some letters");
}

TEST(range_search, rna_and_dna)
{
    lcs::range_search finder{"ACGU"_rna4};
    finder.add(std::vector{"ACGT"_dna4, "ACG"_dna4});
    finder.add(std::vector<std::vector<seqan3::rna5>>{"ACGU"_rna5});
    EXPECT_EQ(finder.hits(), (std::vector<lcs::hit>{{0, 4, 4}, {2, 4, 4}, {1, 3, 3}}));
}

TEST(range_search, several_queries)
{
    std::vector const queries{"ACGU"_rna4, "GG"_rna4};
    lcs::range_search finder{queries, {.top = 1}};
    finder.add(std::vector{"ACG"_dna4, "ACGG"_dna4});
    finder.add(std::vector<seqan3::dna5_vector>{"ACGT"_dna5});
    EXPECT_EQ(finder.hits(), (std::vector<lcs::hit>{{2, 4, 4}}));
    EXPECT_EQ(finder.hits(1), (std::vector<lcs::hit>{{1, 4, 2}}));
    EXPECT_THROW(finder.hits(2), invalid_option);
}

TEST(range_search, bitpacked_sequences)
{
    seqan3::bitpacked_sequence<seqan3::dna4> query{"ACGT"_dna4};
    std::vector<seqan3::bitpacked_sequence<seqan3::dna4>> subjects{query};
    lcs::range_search finder{query};
    finder.add(subjects);
    EXPECT_EQ(finder.hits(), (std::vector<lcs::hit>{{0, 4, 4}}));
}

namespace
{

// Each letter of an alphabet with all of them.
template <typename letter_t>
void expect_equal_letters_only()
{
    std::vector<std::vector<letter_t>> subjects{};
    for (std::size_t rank = 0; rank < seqan3::alphabet_size<letter_t>; ++rank)
        subjects.push_back({seqan3::assign_rank_to(static_cast<seqan3::alphabet_rank_t<letter_t>>(rank), letter_t{})});

    for (std::uint64_t i = 0; i < subjects.size(); ++i)
    {
        lcs::range_search finder{subjects[i], {.min_length = 1}};
        finder.add(subjects);
        EXPECT_EQ(finder.hits(), (std::vector<lcs::hit>{{i, 1, 1}}));
    }
}

} // namespace

TEST(range_search, letters_of_one_alphabet_are_compared_as_they_are)
{
    expect_equal_letters_only<seqan3::dna3bs>();
    expect_equal_letters_only<seqan3::rna5>();
    expect_equal_letters_only<seqan3::dna15>();
    expect_equal_letters_only<seqan3::dna16sam>();
    expect_equal_letters_only<seqan3::structured_rna<seqan3::rna4, seqan3::dot_bracket3>>();
    expect_equal_letters_only<seqan3::masked<seqan3::dna5>>();
    expect_equal_letters_only<seqan3::gapped<seqan3::dna4>>();
    expect_equal_letters_only<seqan3::aa10li>();
    expect_equal_letters_only<seqan3::aa20>();
}

// '=' is no letter of dna15.
TEST(range_search, letters_of_one_alphabet_with_qualities)
{
    using letter_t = seqan3::qualified<seqan3::dna16sam, seqan3::phred42>;
    std::vector<letter_t> const query{{'='_dna16sam, '#'_phred42}, {'N'_dna16sam, '#'_phred42}};
    lcs::range_search finder{query};
    finder.add(std::vector<std::vector<letter_t>>{{{'='_dna16sam, 'I'_phred42}}, {{'N'_dna16sam, 'I'_phred42}}, query});
    finder.add(std::vector<seqan3::dna16sam_vector>{"=="_dna16sam});
    EXPECT_EQ(finder.hits(), (std::vector<lcs::hit>{{2, 2, 2}, {0, 1, 1}, {1, 1, 1}, {3, 2, 1}}));
}

TEST(range_search, in_an_alphabet_that_was_asked_for)
{
    lcs::range_search<seqan3::dna15> finder{"=N"_dna16sam};
    finder.add(std::vector<seqan3::dna5_vector>{"NN"_dna5});
    finder.add(std::vector<seqan3::dna16sam_vector>{"=="_dna16sam});
    EXPECT_EQ(finder.hits(), (std::vector<lcs::hit>{{0, 2, 2}, {1, 2, 2}}));
}

// All pairs, and pair by pair.
TEST(bulk_calls, ranges_of_ranges)
{
    auto generator = reference::make_generator();
    std::vector<std::string> texts{};
    std::vector<std::vector<seqan3::dna4>> few{};
    std::vector<std::vector<seqan3::dna5>> more{};
    std::vector<seqan3::bitpacked_sequence<seqan3::dna4>> packed{};
    for (std::size_t i = 0; i < 30; ++i)
    {
        texts.push_back(random_text(generator, 100, "ACGT"));
        few.push_back(to_letters<seqan3::dna4>(texts.back()));
        more.push_back(to_letters<seqan3::dna5>(texts.back()));
        packed.emplace_back(few.back());
    }
    std::vector<std::uint64_t> all{};
    std::vector<std::uint64_t> neighbours{};
    std::vector<std::uint64_t> distances{};
    for (std::size_t i = 0; i < texts.size(); ++i)
    {
        for (std::size_t j = i + 1; j < texts.size(); ++j)
            all.push_back(expected_pair{texts[i], texts[j]}.length());
        if (i != 0)
        {
            neighbours.push_back(expected_pair{texts[i - 1], texts[i]}.length());
            distances.push_back(edit::distance(texts[i - 1], texts[i]));
        }
    }
    EXPECT_EQ(lcs::all_pairs(few), all);
    EXPECT_EQ(lcs::all_pairs(more, {.threads = 2}), all);
    EXPECT_EQ(lcs::all_pairs(packed), all);
    EXPECT_EQ(lcs::all_pairs(texts), all);
    EXPECT_EQ(lcs::lengths(few | std::views::take(29), more | std::views::drop(1)), neighbours);
    EXPECT_EQ(lcs::lengths(texts | std::views::take(29), texts | std::views::drop(1)), neighbours);
    EXPECT_EQ(edit::distances(few | std::views::take(29), packed | std::views::drop(1)), distances);
    EXPECT_EQ(edit::all_pairs(few), edit::all_pairs(texts));
    EXPECT_THROW(lcs::lengths(few, more | std::views::drop(1)), invalid_option);
}

namespace
{

std::uint64_t distance_of(std::string const & first, std::string const & second, edit::free_ends const & ends = {})
{
    std::vector<std::uint8_t> const rows(first.begin(), first.end());
    std::vector<std::uint8_t> const columns(second.begin(), second.end());
    return static_cast<std::uint64_t>(reference::edit_matrix(rows, columns, ends).back().back());
}

// Pairs and their values.
struct valued_pairs
{
    valued_pairs(std::vector<std::string> const & firsts, std::vector<std::string> const & seconds) :
        first{firsts},
        second{seconds}
    {
        for (std::size_t i = 0; i < first.size(); ++i)
        {
            lengths.push_back(expected_pair{first[i], second[i]}.length());
            distances.push_back(distance_of(first[i], second[i]));
        }
    }

    // Random ones, of which some are similar.
    valued_pairs(std::size_t const count, std::size_t const max_size) :
        valued_pairs{std::vector<std::string>{}, std::vector<std::string>{}}
    {
        auto generator = reference::make_generator();
        std::vector<std::string> firsts{};
        std::vector<std::string> seconds{};
        for (std::size_t i = 0; i < count; ++i)
        {
            firsts.push_back(random_text(generator, max_size, "ACGT"));
            seconds.push_back(i % 3 == 0 ? firsts.back() : random_text(generator, max_size, "ACGT"));
            if (i % 2 == 0 && !seconds.back().empty())
                seconds.back().erase(reference::random_size(generator, seconds.back().size() - 1), 1);
        }
        *this = {firsts, seconds};
    }

    std::vector<std::string> first;
    std::vector<std::string> second;
    std::vector<std::uint64_t> lengths{};
    std::vector<std::uint64_t> distances{};
};

template <typename letter_t>
std::vector<std::vector<letter_t>> to_sequences(std::vector<std::string> const & texts)
{
    std::vector<std::vector<letter_t>> sequences{};
    for (std::string const & text : texts)
        sequences.push_back(to_letters<letter_t>(text));
    return sequences;
}

template <typename firsts_t, typename seconds_t>
void expect_values(firsts_t && first, seconds_t && second, valued_pairs const & expected)
{
    for (unsigned const threads : {1, 2, 17})
    {
        plan::execution const execution{.backend = plan::backend::cpu, .threads = threads};
        EXPECT_EQ(lcs::lengths(first, second, execution), expected.lengths);
        EXPECT_EQ(edit::distances(first, second, execution), expected.distances);
        std::vector<std::uint32_t> found(expected.lengths.size());
        lcs::lengths_into(first, second, found, execution);
        EXPECT_TRUE(std::ranges::equal(found, expected.lengths));
        edit::distances_into(first, second, found, execution);
        EXPECT_TRUE(std::ranges::equal(found, expected.distances));
    }
}

} // namespace

// Straight from letters in memory, or packed; few pairs, and more than a thread takes at once.
TEST(bulk_calls, letters_in_any_memory)
{
    for (std::size_t const count : {0, 1, 15, 16, 40, 600})
    {
        valued_pairs const pairs{count, count <= 40 ? std::size_t{300} : std::size_t{70}};
        auto const few = to_sequences<seqan3::dna4>(pairs.first);
        auto const more = to_sequences<seqan3::dna5>(pairs.second);
        expect_values(few, more, pairs);
        expect_values(few, to_sequences<seqan3::qualified<seqan3::dna4, seqan3::phred42>>(pairs.second), pairs);
        expect_values(std::list(few.begin(), few.end()), more, pairs);
        expect_values(few, std::vector(more.begin(), more.end()) | std::views::all, pairs);

        expect_values(pairs.first, pairs.second, pairs);
        std::vector<std::string_view> const views(pairs.first.begin(), pairs.first.end());
        expect_values(views, pairs.second, pairs);
        expect_values(views, views, valued_pairs{pairs.first, pairs.first});

        auto const reversed = [](auto const & sequence)
        {
            return sequence | std::views::reverse;
        };
        expect_values(few | std::views::transform(reversed), more | std::views::transform(reversed), pairs);
    }
}

#if __has_include(<range/v3/view/transform.hpp>)
TEST(bulk_calls, views_of_range_v3)
{
    valued_pairs const pairs{40, 100};
    auto const few = to_sequences<seqan3::dna4>(pairs.first);
    auto const more = to_sequences<seqan3::dna5>(pairs.second);
    auto const reversed = [](auto const & sequence)
    {
        return sequence | ::ranges::views::reverse;
    };
    expect_values(few | ::ranges::views::transform(reversed), more | ::ranges::views::transform(reversed), pairs);
    expect_values(few | ::ranges::views::take(40), more | ::ranges::views::drop(0), pairs);
    EXPECT_EQ(lcs::length(few[0] | ::ranges::views::reverse, more[0] | ::ranges::views::reverse), pairs.lengths[0]);
    EXPECT_EQ(lcs::all_pairs(few | ::ranges::views::take(5), more | ::ranges::views::take(3)),
              lcs::all_pairs(few | std::views::take(5), more | std::views::take(3)));
    lcs::range_search finder{few[0] | ::ranges::views::reverse, {.top = 40}};
    finder.add(more | ::ranges::views::transform(reversed));
    EXPECT_EQ(finder.hits().size(), 40u);
}
#endif

TEST(bulk_calls, long_pair_among_short_ones)
{
    valued_pairs pairs{50, 100};
    auto generator = reference::make_generator();
    pairs.first[30] = random_text(generator, 3000, "ACGT") + std::string(600, 'A');
    pairs = {pairs.first, pairs.second};
    expect_values(pairs.first, pairs.second, pairs);
    expect_values(to_sequences<seqan3::dna4>(pairs.second), to_sequences<seqan3::dna4>(pairs.first), pairs);
}

// Letters of which some occur only after others have been counted.
TEST(bulk_calls, any_letters)
{
    auto generator = reference::make_generator();
    for (std::string const & alphabet : {std::string{"ACDEFGHIKLMNPQRSTVWY"}, std::string{"acgt ACGT.-*\n\xe4\xff"}})
    {
        std::vector<std::string> first{};
        std::vector<std::string> second{};
        for (std::size_t i = 0; i < 400; ++i)
        {
            first.push_back(random_text(generator, 90, i < 300 ? alphabet.substr(0, 6) : alphabet));
            second.push_back(random_text(generator, 90, i % 50 == 49 ? alphabet : alphabet.substr(0, 6)));
        }
        valued_pairs const pairs{first, second};
        expect_values(first, second, pairs);
        if (alphabet.front() == 'A')
            expect_values(to_sequences<seqan3::aa20>(first), to_sequences<seqan3::aa27>(second), pairs);
    }
}

// Only pairs that are short, many enough, and in memory are not packed.
TEST(bulk_calls, straight_from_letters)
{
    plan::execution const on_cpu{.backend = plan::backend::cpu};
    valued_pairs const pairs{20, 512};
    std::vector<std::uint64_t> found{};
    auto const is_direct = [&](auto const & first, auto const & second, plan::execution const & execution)
    {
        found = {42};
        bool const direct = alignment::detail::find_short_values(first, second, false, execution, found);
        EXPECT_EQ(found, direct ? pairs.lengths : std::vector<std::uint64_t>{42});
        return direct;
    };
    EXPECT_TRUE(is_direct(pairs.first, pairs.second, on_cpu));
    auto const sequences = to_sequences<seqan3::dna4>(pairs.first);
    auto const others = to_sequences<seqan3::dna5>(pairs.second);
    auto const all = std::views::drop_while(
        [](auto const &)
        {
            return false;
        });
    EXPECT_TRUE(is_direct(sequences, others, on_cpu));
    auto whole = sequences | all; // caches its begin, so that it is not const
    EXPECT_TRUE(alignment::detail::find_short_values(whole, others, false, on_cpu, found));
    EXPECT_EQ(found, pairs.lengths);

    EXPECT_FALSE(
        is_direct(pairs.first, pairs.second, {.backend = plan::backend::cpu, .on_progress = [](auto const &) {}}));
    EXPECT_FALSE(is_direct(pairs.first, std::vector(pairs.second.begin(), pairs.second.end() - 1), on_cpu));
    EXPECT_FALSE(is_direct(std::vector(pairs.first.begin(), pairs.first.begin() + 15),
                           std::vector(pairs.second.begin(), pairs.second.begin() + 15),
                           on_cpu));
    std::vector<std::string> longer = pairs.second;
    longer.back().resize(513);
    EXPECT_FALSE(is_direct(pairs.first, longer, on_cpu));
    EXPECT_FALSE(is_direct(sequences,
                           others
                               | std::views::transform(
                                   [](auto const & sequence)
                                   {
                                       return sequence | std::views::reverse;
                                   }),
                           on_cpu));
    std::vector<std::uint32_t> too_few(19);
    std::span<std::uint32_t> places{too_few};
    EXPECT_FALSE(alignment::detail::find_short_values(pairs.first, pairs.second, false, on_cpu, places));
}

TEST(bulk_calls, places_and_stops)
{
    valued_pairs const pairs{50, 100};
    std::vector<std::uint32_t> too_few(49);
    EXPECT_THROW(lcs::lengths_into(pairs.first, pairs.second, too_few), invalid_option);
    EXPECT_THROW(edit::distances_into(pairs.first, pairs.second, too_few), invalid_option);
    EXPECT_THROW(lcs::lengths(pairs.first, pairs.second | std::views::take(49)), invalid_option);
    std::stop_source source{};
    source.request_stop();
    EXPECT_THROW(lcs::lengths(pairs.first, pairs.second, {.stop = source.get_token()}), operation_stopped);
}

TEST(bulk_calls, two_sets_and_results)
{
    valued_pairs const pairs{30, 90};
    auto const few = to_sequences<seqan3::dna4>(pairs.first);
    auto const more = to_sequences<seqan3::dna5>(std::vector(pairs.second.begin(), pairs.second.begin() + 7));
    std::vector<std::uint64_t> lengths{};
    std::vector<std::uint64_t> distances{};
    for (std::string const & first : pairs.first)
        for (std::string const & second : pairs.second | std::views::take(7))
        {
            valued_pairs const pair{{first}, {second}};
            lengths.push_back(pair.lengths.front());
            distances.push_back(pair.distances.front());
        }
    EXPECT_EQ(lcs::all_pairs(few, more), lengths);
    EXPECT_EQ(edit::all_pairs(few, more, {.threads = 2}), distances);
    EXPECT_EQ(lcs::all_pairs(pairs.first, pairs.second | std::views::take(7)), lengths);
    std::vector<std::uint32_t> found(lengths.size());
    lcs::all_pairs_into(few, more, found);
    EXPECT_TRUE(std::ranges::equal(found, lengths));
    edit::all_pairs_into(few, more, found);
    EXPECT_TRUE(std::ranges::equal(found, distances));
    std::vector<std::uint32_t> of_one_set(more.size() * (more.size() - 1) / 2);
    lcs::all_pairs_into(more, of_one_set);
    EXPECT_TRUE(std::ranges::equal(of_one_set, lcs::all_pairs(more)));
    edit::all_pairs_into(more, of_one_set);
    EXPECT_TRUE(std::ranges::equal(of_one_set, edit::all_pairs(more)));

    auto const of_lengths = lcs::compute(few, to_sequences<seqan3::dna4>(pairs.second), lcs::output::subsequence);
    edit::free_ends const ends{.first_leading = true, .second_leading = true};
    auto const of_distances =
        edit::compute(pairs.first, pairs.second, {.wanted = edit::output::alignment, .ends = ends});
    for (std::size_t i = 0; i < pairs.first.size(); ++i)
    {
        EXPECT_EQ(of_lengths[i].length, pairs.lengths[i]);
        EXPECT_EQ(reference::columns_of(of_lengths[i].path),
                  reference::lcs_alignment(reference::lcs_matrix(pairs.first[i], pairs.second[i])));
        EXPECT_EQ(of_distances[i].distance, distance_of(pairs.first[i], pairs.second[i], ends));
    }
}
