// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <reference/letter_set_reference.hpp>
#include <reference/site_check.hpp>

#include "src/scan/chance_hits.hpp"
#include "src/scan/target_text.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Rates of some targets in a background, whose letters may be ambiguous.
scan::chance_hits
rates_of(std::vector<std::string> const & targets, std::string const & background, std::uint64_t const differences)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    primer::options const options{.meanings = primer::iupac_nucleotides()};
    packing::packed_sequence const packed = packing::pack(background);
    packing::packed_sequence_view const view{packed};
    std::vector<packing::packed_sequence> const packed_targets = reference::pack_all(targets);
    std::vector<primer::target> const wholes{packed_targets.begin(), packed_targets.end()};
    scan::background_cuts const cuts{{&view, 1}, options, control, 2};
    scan::letter_codes const codes{wholes, cuts, options};
    std::vector<scan::target_text> texts{};
    for (primer::target const & whole : wholes)
        texts.emplace_back(whole, codes, options, control);
    std::vector<packing::code_span> spans{};
    for (scan::target_text const & text : texts)
        spans.push_back(text.codes());
    return {spans, scan::background_text{cuts, codes, options, control, 2}, differences, control, 2};
}

// At how many letters of a text something ends with less than k differences to each prefix of a pattern.
std::vector<double> count_ends(std::string const & pattern, std::string const & text, std::uint64_t const differences)
{
    std::vector<double> counts{};
    std::vector<std::uint8_t> const letters = reference::base_sets(text);
    std::vector<std::uint32_t> row(text.size() + 1, 0);
    for (std::uint8_t const set : reference::base_sets(pattern))
    {
        reference::add_set(set, letters, row);
        counts.push_back(static_cast<double>(std::count_if(row.begin() + 1,
                                                           row.end(),
                                                           [&](std::uint32_t const distance)
                                                           {
                                                               return distance < differences;
                                                           })));
    }
    return counts;
}

} // namespace

// A short target and a short text are compared completely. Where fewer than 64 letters are counted, rates are only guessed.
TEST(chance_hits, complete_counts)
{
    auto generator = reference::make_generator();
    for (std::uint64_t const differences : {17u, 25u, 40u, 100u})
        for (std::string const letters : {"A", "AC", "ACGT", "ACGTACGTRYN"})
            for (int i = 0; i < 5; ++i)
            {
                std::string const target =
                    reference::random_text(generator,
                                           1 + reference::random_size(generator, 8 * differences + 63),
                                           std::string_view{letters}.substr(0, 4));
                std::string const text =
                    reference::random_text(generator,
                                           1 + reference::random_size(generator, 4 * differences - 1),
                                           letters);
                scan::chance_hits const rates = rates_of({target}, text, differences);
                EXPECT_EQ(rates.differences(), differences);
                EXPECT_EQ(rates.text_size(), text.size());
                ASSERT_EQ(rates.rates().size(), target.size() + 1 - std::min(target.size() + 1, differences));

                std::vector<double> const counts = count_ends(target, text, differences);
                std::uint64_t rare_size = differences;
                for (std::uint64_t size = differences; size <= target.size(); ++size)
                {
                    double const rate = rates.rate(size);
                    if (counts[size - 1] >= 64)
                        ASSERT_DOUBLE_EQ(rate * static_cast<double>(text.size()), counts[size - 1]) << size;
                    else
                        ASSERT_TRUE(rate > 0 && rate < (size == differences ? 1 : rates.rate(size - 1))) << size;
                    if (rate * static_cast<double>(text.size()) >= 4)
                        rare_size = size;
                }
                ASSERT_EQ(rates.rare_size(), rare_size);
                ASSERT_EQ(rates.rate(10'000), rates.rates().empty() ? 0 : rates.rates().back());
            }
}

TEST(chance_hits, little_to_compare)
{
    EXPECT_EQ(rates_of({"A"}, std::string(64, 'A'), 1).rate(1), 1);
    for (std::vector<std::string> const & targets :
         std::vector<std::vector<std::string>>{{}, {""}, {"", ""}, {"AC"}, {"", "A"}})
    {
        scan::chance_hits const rates = rates_of(targets, "ACGT", 5);
        EXPECT_EQ(rates.rate(5), 0);
        EXPECT_EQ(rates.rare_size(), 5u);
    }
    scan::chance_hits const rates = rates_of({"ACGTACGT"}, "", 2);
    EXPECT_EQ(rates.text_size(), 0u);
    EXPECT_EQ(rates.rare_size(), 2u);
}

// Samples of long random sequences are about as similar as all short strings are.
TEST(chance_hits, all_short_strings)
{
    auto generator = reference::make_generator();
    std::vector<std::string> const targets{reference::random_text(generator, 20'000, "ACGT"),
                                           "",
                                           reference::random_text(generator, 40'000, "ACGT")};
    std::string const text = reference::random_text(generator, 60'000, "ACGT");
    for (std::uint64_t const differences : {1, 2})
    {
        scan::chance_hits const rates = rates_of(targets, text, differences);
        for (std::uint64_t size = differences; size <= 4; ++size)
        {
            double hits = 0;
            double all = 0;
            for (std::string const & pattern : reference::all_strings(size, "ACGT"))
                for (std::string const & end : reference::all_strings(size + differences - 1, "ACGT"))
                {
                    hits +=
                        reference::set_end_distances(reference::base_sets(pattern), reference::base_sets(end)).back()
                                < differences
                            ? 1
                            : 0;
                    ++all;
                }
            EXPECT_LT(std::abs(std::log(rates.rate(size) * all / hits)), std::log(1.5)) << differences << ", " << size;
        }
    }
}
