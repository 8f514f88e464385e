// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <seqan3/alignment/aligned_sequence/debug_stream_alignment.hpp>
#include <seqan3/alignment/detail/pairwise_alignment_concept.hpp>
#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/all.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>
#include <seqan3/core/debug_stream.hpp>
#include <seqan3/utility/views/all.hpp>
#if SEQAN3_VERSION >= 30300
#    include <seqan3/alignment/cigar_conversion/cigar_from_alignment.hpp>
#else
#    include <seqan3/io/sam_file/output.hpp>
#endif

#include <reference/random_path.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/alignment/cigar.hpp>
#include <seqan3_gpulcs/all.hpp>
#include <seqan3_gpulcs/pairwise/result_builder.hpp>

#include "alignment_check.hpp"
#include "alignment_row_check.hpp"

using namespace seqan3::literals;
using namespace seqan3_gpulcs;
using namespace alignment_row_check;

namespace
{

using dna4_row = row_t<std::vector<seqan3::dna4>>;

static_assert(seqan3::aligned_sequence<dna4_row>);
static_assert(!seqan3::writable_aligned_sequence<dna4_row>);
static_assert(seqan3::detail::pairwise_alignment<std::tuple<dna4_row, row_t<std::string const>>>);
static_assert(std::ranges::view<dna4_row> && std::ranges::random_access_range<dna4_row const>);
static_assert(std::ranges::sized_range<dna4_row> && std::ranges::common_range<dna4_row>);
static_assert(seqan3::const_iterable_range<dna4_row>);
static_assert(std::totally_ordered<dna4_row> && std::default_initializable<dna4_row>);
static_assert(std::same_as<std::ranges::range_reference_t<dna4_row>, seqan3::gapped<seqan3::dna4>>);
static_assert(std::same_as<std::ranges::range_value_t<dna4_row>, seqan3::gapped<seqan3::dna4>>);
static_assert(std::random_access_iterator<std::ranges::iterator_t<row_t<std::deque<seqan3::aa27> const>>>);

template <typename letter_t>
struct alignment_row : public ::testing::Test
{};

using alphabets = ::testing::Types<seqan3::dna4, seqan3::aa27, seqan3::dna4q>;

} // namespace

TYPED_TEST_SUITE(alignment_row, alphabets, );

TYPED_TEST(alignment_row, same_as_a_gap_decorator)
{
    check_rows<TypeParam>();
}

TEST(alignment_rows, compare)
{
    auto const first = "ACGT"_dna4;
    auto const other = "ACTT"_dna4;
    auto const make = [](std::vector<seqan3::dna4> const & sequence, std::vector<alignment::run> const & runs)
    {
        alignment::path const path = reference::make_path(runs);
        pairwise::detail::shared_columns const columns{path.words(), path.columns()};
        return pairwise::make_row<row_t<std::vector<seqan3::dna4> const>>(sequence,
                                                                          {.end = sequence.size()},
                                                                          columns,
                                                                          0);
    };
    using enum alignment::operation;
    auto const row = make(first, {{match, 2}, {deletion, 1}, {match, 2}});                   // AC-GT
    auto const equal = make(first, {{insertion, 2}, {deletion, 1}, {insertion, 2}});         // AC-GT
    auto const later = make(first, {{match, 1}, {deletion, 1}, {match, 3}});                 // A-CGT
    auto const longer = make(first, {{match, 2}, {deletion, 1}, {match, 2}, {deletion, 1}}); // AC-GT-
    auto const different = make(other, {{match, 2}, {deletion, 1}, {match, 2}});             // AC-TT
    EXPECT_EQ(row, equal);
    EXPECT_EQ(row <=> equal, std::strong_ordering::equal);
    EXPECT_NE(row, later);
    EXPECT_NE(row, longer);
    EXPECT_NE(row, different);
    // As gap_decorator orders them.
    EXPECT_LT(row, later);
    EXPECT_LT(row, longer);
    EXPECT_LT(row, different);
    EXPECT_GE(longer, row);
    auto const decorated = make_decorator(first, {{match, 2}, {deletion, 1}, {match, 2}}, deletion);
    EXPECT_LT(decorated, make_decorator(first, {{match, 1}, {deletion, 1}, {match, 3}}, deletion));
}

TEST(alignment_rows, default_constructed)
{
    std::tuple<dna4_row, row_t<std::string const>> const alignment{};
    auto const & [first, second] = alignment;
    EXPECT_EQ(first.size(), 0u);
    EXPECT_TRUE(second.empty());
    EXPECT_EQ(first.begin(), first.end());
    EXPECT_EQ(first.begin() + 0, first.end());
    EXPECT_EQ(first, (dna4_row{}));
    EXPECT_EQ(text_of(second | std::views::take(3)), "");
}

TEST(alignment_rows, copies_outlive_the_result)
{
    auto const first = "ACGTTGCATTACGGA"_dna4;
    auto const second = "ACTTGACTACGA"_dna4;
    auto alignment = align(first, second);
    auto const text = text_of(std::get<1>(alignment));
    EXPECT_EQ(text.size(), std::get<0>(alignment).size());

    // Iterators stay with the copy.
    auto const it = std::get<1>(alignment).begin() + 3;
    auto const expected = *it;
    auto const copy = std::get<1>(alignment);
    auto const moved = std::move(std::get<1>(alignment));
    alignment = {};
    EXPECT_EQ(text_of(copy), text);
    EXPECT_EQ(text_of(moved), text);
    EXPECT_EQ(*it, expected);
    EXPECT_EQ(it, copy.begin() + 3);

    // A view has its own copy.
    auto const view = std::get<1>(align(first, second)) | seqan3::views::to_char;
    EXPECT_EQ(std::string(view.begin(), view.end()), text);
}

TEST(alignment_rows, concurrent_reads)
{
    auto generator = reference::make_generator();
    auto const first = alignment_check::random_sequence<seqan3::dna4>(generator, 2000, 4);
    auto const second = alignment_check::random_sequence<seqan3::dna4>(generator, 2000, 4);
    auto const alignment = align(first, second);
    auto const & row = std::get<0>(alignment);
    std::string const expected = text_of(row);

    std::vector<std::string> found(4);
    {
        std::vector<std::jthread> threads{};
        for (std::string & text : found)
            threads.emplace_back(
                [&]()
                {
                    auto const copy = row;
                    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(row.size()); ++i)
                        text += seqan3::to_char(i % 2 == 0 ? row[i] : copy[i]);
                });
    }
    for (std::string const & text : found)
        EXPECT_EQ(text, expected);
}

// What programs do with gap decorators.
TEST(alignment_rows, as_gap_decorators)
{
    auto const first = "ACGTTGCATTACGGA"_dna4;
    auto const second = "ACTTGACTACGA"_dna4;
    for (auto const & result : seqan3::align_pairwise(std::tie(first, second), everything))
    {
        auto const & [upper, lower] = result.alignment();
        EXPECT_EQ(text_of(upper), "ACGTTG-CATTACGGA");
        EXPECT_EQ(text_of(lower), "AC-TTGAC-T-ACG-A");
        EXPECT_EQ(text_of(lower | seqan3::views::slice(5, 9)), "GAC-");

        auto const is_gap = [](auto const letter)
        {
            return letter == seqan3::gap{};
        };
        EXPECT_EQ(std::ranges::count_if(upper, is_gap), 1);
        EXPECT_EQ(std::ranges::find_if(lower, is_gap) - lower.begin(), 2);
        int matches = 0;
        for (auto && [above, below] : seqan3::views::zip(upper, lower))
            matches += above == below;
        EXPECT_EQ(matches, result.score());

        std::vector<seqan3::gapped<seqan3::dna4>> letters(upper.begin(), upper.end());
        EXPECT_TRUE(std::ranges::equal(letters, upper));
        insert_gap(letters, letters.begin() + 2, 2);
        EXPECT_EQ(text_of(letters), "AC--GTTG-CATTACGGA");
    }
}

TEST(alignment_rows, debug_stream)
{
    auto const first = "ACGTTGCATTACGGA"_dna4;
    auto const second = "ACTTGACTACGA"_dna4;
    auto const printed = [](auto const & value)
    {
        std::ostringstream text{};
        seqan3::debug_stream_type stream{text};
        stream << value;
        return text.str();
    };
    for (auto const & result : seqan3::align_pairwise(std::tie(first, second), everything))
    {
        EXPECT_EQ(printed(std::get<0>(result.alignment())), "ACGTTG-CATTACGGA");
        EXPECT_EQ(printed(result.alignment()),
                  "      0     .    :    . \n"
                  "        ACGTTG-CATTACGGA\n"
                  "        || ||| | | ||| |\n"
                  "        AC-TTGAC-T-ACG-A\n");
        EXPECT_NE(printed(result).find("ACGTTG-CATTACGGA"), std::string::npos);
    }
}

TEST(alignment_rows, cigar)
{
    auto const first = "ACGTTGCATTACGGA"_dna4;
    auto const second = "ACTTGACTACGA"_dna4;
    auto const alignment = align(first, second);
#if SEQAN3_VERSION >= 30300
    auto const cigar = seqan3::cigar_from_alignment(alignment);
    std::string text{};
    for (seqan3::cigar const & element : cigar)
        text += element.to_string();
    EXPECT_EQ(text, "2M1D3M1I1M1D1M1D3M1D1M");
#else
    // SeqAn3 3.2 writes alignments to SAM files.
    std::ostringstream text{};
    {
        seqan3::sam_file_output file{text,
                                     seqan3::format_sam{},
                                     seqan3::fields<seqan3::field::seq, seqan3::field::alignment>{}};
        file.options.sam_require_header = false;
        file.emplace_back(second, alignment);
    }
    EXPECT_NE(text.str().find("\t2M1D3M1I1M1D1M1D3M1D1M\t"), std::string::npos) << text.str();
#endif
}

// Some of what align_pairwise takes; alignment_row_alphabets_test.cpp has the rest.
TEST(alignment_rows, containers_and_views)
{
    std::vector<seqan3::dna4> sequence{"ACGTTGCATTACGGA"_dna4};
    check_range(sequence);
    check_range(seqan3::bitpacked_sequence<seqan3::dna4>{sequence});
    check_range(sequence | std::views::transform(std::identity{}));
    check_range(std::string{"ACGTTGCATTACGGA"} | seqan3::views::char_to<seqan3::dna4>);
}

TEST(alignment_rows, literals)
{
    char const first[]{"nematode knowledge"};
    char const second[]{"empty bottle"};
    auto const alignment = align(first, second);
    auto const & [upper, lower] = alignment;
    auto const without_gaps = [](auto const & row)
    {
        std::string text = text_of(row | std::views::reverse);
        std::erase(text, '-');
        std::ranges::reverse(text);
        return text;
    };
    EXPECT_EQ(upper.size(), lower.size());
    EXPECT_EQ(without_gaps(upper), first);
    EXPECT_EQ(without_gaps(lower), second);
}
