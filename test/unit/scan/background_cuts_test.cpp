// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <reference/letter_set_reference.hpp>
#include <reference/site_check.hpp>

#include "src/scan/background_cuts.hpp"

using namespace seqan3_gpulcs;

namespace
{

using ranges_t = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Runs of letters that are cut out.
ranges_t ranges_of(std::vector<bool> const & is_cut)
{
    ranges_t ranges{};
    for (std::uint64_t i = 0; i < is_cut.size(); ++i)
        if (is_cut[i] && (i == 0 || !is_cut[i - 1]))
            ranges.emplace_back(i, i + 1);
        else if (is_cut[i])
            ++ranges.back().second;
    return ranges;
}

// Cuts at letters that are unknown, or by their meanings.
void expect_cuts(std::vector<std::string> const & texts, bool const by_meanings)
{
    primer::options options{};
    if (by_meanings)
        options.meanings = primer::iupac_nucleotides();
    else
        options.unknown.set('N');
    std::vector<packing::packed_sequence> const packed = reference::pack_all(texts);
    std::vector<packing::packed_sequence_view> const views = reference::views_of(packed);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    scan::background_cuts const cuts{views, options, control, 3};

    bool is_ambiguous = false;
    ASSERT_EQ(cuts.backgrounds().size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
    {
        std::vector<bool> is_cut(texts[i].size());
        for (std::size_t j = 0; j < is_cut.size(); ++j)
            is_cut[j] = texts[i][j] == 'N';
        if (by_meanings)
            is_cut = reference::find_gaps(texts[i]);
        for (std::size_t j = 0; j < is_cut.size(); ++j)
            is_ambiguous |= by_meanings && !is_cut[j] && reference::bases_of(texts[i][j]).size() > 1;
        ranges_t found{};
        for (auto const & [begin, end] : cuts.of(i))
            found.emplace_back(begin, end);
        ASSERT_EQ(found, ranges_of(is_cut)) << i << ": " << texts[i].substr(0, 300);
    }
    EXPECT_EQ(cuts.leave_ambiguous_letters(), is_ambiguous) << texts.front().substr(0, 300);
}

std::string n_run(std::size_t const size)
{
    return std::string(size, 'N');
}

} // namespace

TEST(background_cuts, few_letters)
{
    std::vector<std::string> texts{"", "A", "ACGT", "N", "-", "ACGTR", "A-N-C", "--A--"};
    for (std::size_t const size : {9, 10, 11})
        for (std::string const border : {"", "A", "-", "R"})
            for (std::size_t const other : {0, 1, 10})
                texts.push_back(border + n_run(size) + "C-" + n_run(other) + "-" + n_run(size) + border);
    for (std::string const & text : texts)
        for (bool const by_meanings : {false, true})
            ASSERT_NO_FATAL_FAILURE(expect_cuts({text}, by_meanings));
    ASSERT_NO_FATAL_FAILURE(expect_cuts(texts, true));
    ASSERT_NO_FATAL_FAILURE(expect_cuts({"AC", "", n_run(10), "NC", n_run(10)}, true));
}

TEST(background_cuts, random_letters)
{
    auto generator = reference::make_generator();
    for (unsigned round = 0; round < reference::case_count(300, 3000); ++round)
        for (std::string const letters : {"ACGT", "ACGT-", "ACGTN-", "NNNNNNN-", "ACGURYSWKMBDHVN-!?*"})
        {
            std::string text = reference::random_text(generator, reference::random_size(generator, 200), letters);
            for (std::size_t i = 0; i < text.size(); i += 1 + reference::random_size(generator, 60))
                text.insert(i, n_run(reference::random_size(generator, 12)));
            ASSERT_NO_FATAL_FAILURE(expect_cuts({text, text.substr(text.size() / 2)}, round % 2 == 0));
        }
}

// Several threads read a text; runs of N may begin or end where the letters of one do.
TEST(background_cuts, borders_of_blocks)
{
    constexpr std::size_t block{std::size_t{1} << 20};
    for (auto const & [before, after] :
         {std::pair{0, 9}, {0, 10}, {9, 0}, {10, 0}, {4, 5}, {5, 5}, {1, 9}, {9, 1}, {8, 1}, {12, 12}})
    {
        std::string text(block + 50, 'A');
        std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(block - static_cast<std::size_t>(before)),
                    before + after,
                    'N');
        text.back() = '-';
        ASSERT_NO_FATAL_FAILURE(expect_cuts({text}, true)) << before << ", " << after;
    }
    std::string letters(block + 1, 'A');
    letters.back() = 'R';
    std::vector<std::string> texts{"AC", "AC-", letters};
    texts[0].insert(0, 2 * block + 3, 'N');
    texts[1].append(block, 'N');
    ASSERT_NO_FATAL_FAILURE(expect_cuts(texts, true));
}
