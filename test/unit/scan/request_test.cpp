// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "src/scan/request.hpp"
#include "src/scan/target_text.hpp"
#include "src/scan/verification_costs.hpp"

using namespace seqan3_gpulcs;

TEST(scan_costs, longest_pattern_of_a_device)
{
    struct row
    {
        std::uint64_t text_size;
        std::uint64_t longest;
    };
    for (row const & each : {row{0, 4096},
                             row{262'144, 4096},
                             row{262'207, 4096},
                             row{262'208, 4097},
                             row{1'000'000, 15'625},
                             row{4'194'304, 65'536},
                             row{3'100'000'000, 65'536},
                             row{std::numeric_limits<std::uint64_t>::max(), 65'536}})
        EXPECT_EQ(scan::max_fast_pattern(each.text_size), each.longest) << each.text_size;
}

// What the CPU takes grows by the words of a pattern: for a letter of the text, so many times as long as with 16 letters.
TEST(scan_costs, pass_of_the_cpu)
{
    struct row
    {
        std::uint64_t pattern_size;
        double times;
    };
    for (row const & each :
         {row{1, 1}, row{16, 1}, row{17, 2}, row{32, 2}, row{33, 4}, row{64, 4}, row{65, 8}, row{4096, 256}})
        EXPECT_NEAR(scan::cpu_pass_time(each.pattern_size), 0.076 * each.times, 0.001 * each.times)
            << each.pattern_size;
}

namespace
{

class scan_request : public ::testing::Test
{
protected:
    // The groups of a request for matches, or a part of one.
    static std::vector<std::size_t> groups(std::optional<scan::request> const & part)
    {
        if (!part)
            return {};
        auto const & matches = std::get<scan::wanted_matches>(part->wanted);
        return {matches.begin, matches.end};
    }

    plan::execution const execution{.threads = 1};
    runtime::task_control control{execution, 1};
    primer::options const options{.differences = 1};
    packing::packed_sequence const letters{packing::pack(std::string(1000, 'A'))};
    packing::packed_sequence_view const view{letters};
    primer::target const whole{letters};
    scan::background_cuts const cuts{{&view, 1}, options, control, 1};
    scan::letter_codes const codes{{&whole, 1}, cuts, options};
    scan::target_text const target{whole, codes, options, control};
    scan::background_text const text{cuts, codes, options, control, 1};
    scan::search_context const context{text, options, 1, control, 1};
};

} // namespace

TEST_F(scan_request, matches)
{
    std::vector<std::uint64_t> const lengths{10, 40, 20, 100, 30}; // Each ends elsewhere.
    std::vector<primer::match> matches(lengths.size());
    scan::matched_target const wanted{target.codes(), lengths, matches};
    scan::match_request const of_all{{&wanted, 1}, context};
    scan::request const all{scan::wanted_matches{of_all, 0, of_all.groups()}};
    EXPECT_EQ(&all.text, &text);
    EXPECT_EQ(&all.control, &control);
    EXPECT_EQ(all.max_pattern_size, 100u);
    EXPECT_DOUBLE_EQ(all.times.seconds, (8 + 4 + 2 + 2 + 1) * 16 / 210.0 * 1000 / 1e9);

    struct row
    {
        std::uint64_t max_pattern_size;
        std::vector<std::size_t> longer;
        std::vector<std::size_t> others;
    };
    for (row const & each : {row{100, {}, {0, 5}},
                             row{99, {0, 1}, {1, 5}},
                             row{30, {0, 2}, {2, 5}},
                             row{29, {0, 3}, {3, 5}},
                             row{10, {0, 4}, {4, 5}},
                             row{9, {0, 5}, {}}})
    {
        auto const [longer, others] = all.split(each.max_pattern_size);
        EXPECT_EQ(groups(longer), each.longer) << each.max_pattern_size;
        EXPECT_EQ(groups(others), each.others) << each.max_pattern_size;
        double const seconds = (longer ? longer->times.seconds : 0) + (others ? others->times.seconds : 0);
        EXPECT_DOUBLE_EQ(seconds, all.times.seconds) << each.max_pattern_size;
    }
    auto const rest = all.split(99).second;
    EXPECT_EQ(groups(rest->split(25).first), (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(groups(rest->split(25).second), (std::vector<std::size_t>{3, 5}));
}

TEST_F(scan_request, sites)
{
    // On one strand: few letters; letters that match everything, so that all of them have to be searched; and rare ones, of which a
    // word is searched.
    std::vector<std::vector<std::uint8_t>> const primers{std::vector<std::uint8_t>(10, 1),
                                                         std::vector<std::uint8_t>(33, 15),
                                                         std::vector<std::uint8_t>(40, 1)};
    primer::site_options const site_options{.max_edits = 3, .both_strands = false};
    scan::site_text const sequences{{&view, 1}, site_options, control, 1};
    scan::site_request const request{primers, sequences, site_options, control};
    std::vector<primer::site> sites{};
    scan::request const wanted{scan::wanted_sites{request, sites}};
    EXPECT_EQ(&wanted.text, &request.text());
    EXPECT_EQ(wanted.max_pattern_size, 33u);
    EXPECT_DOUBLE_EQ(wanted.times.seconds, (1 + 4 + 1) * 16 / 210.0 * 1000 / 1e9);
    EXPECT_DOUBLE_EQ(wanted.times.pass_seconds, wanted.times.seconds);
    EXPECT_FALSE(wanted.split(33).first);
    EXPECT_TRUE(wanted.split(33).second);
    EXPECT_TRUE(wanted.split(32).first);
    EXPECT_FALSE(wanted.split(32).second);
}

// Many long ones are looked up, for which a device would search.
TEST_F(scan_request, looked_up_sites)
{
    std::vector<std::vector<std::uint8_t>> const primers(2000, std::vector<std::uint8_t>(100, 1));
    packing::packed_sequence const long_text = packing::pack(std::string(1'000'000, 'A'));
    packing::packed_sequence_view const long_view{long_text};
    primer::site_options const site_options{.max_edits = 3, .both_strands = false};
    scan::site_text const sequences{{&long_view, 1}, site_options, control, 1};
    scan::site_request const request{primers, sequences, site_options, control};
    std::vector<primer::site> sites{};
    scan::request const wanted{scan::wanted_sites{request, sites}};
    double const searching = scan::cpu_pass_time(request.patterns()[0].searched(scan::cpu_word_size).size());
    EXPECT_NEAR(wanted.times.pass_seconds, 2000 * searching * 1e6 / 1e9, 1e-9);
    EXPECT_TRUE(request.patterns()[0].has_seeds());
    EXPECT_NEAR(wanted.times.seconds,
                (2000 * request.patterns()[0].lookup_time + scan::index_time(1'000'000)) / 1e9,
                1e-9);
    EXPECT_LT(wanted.times.seconds, wanted.times.pass_seconds / 4);
}

TEST_F(scan_request, primers)
{
    std::vector<std::uint64_t> lengths(20);
    std::deque<scan::known_segment> segments{};
    segments.emplace_back(target.codes().subspan(0, 20), lengths);
    scan::primer_request const request{segments, context};
    scan::request const wanted{scan::wanted_primers{request}};
    EXPECT_EQ(&wanted.text, &text);
    std::uint64_t const rare = request.hits().rare_size();
    EXPECT_EQ(wanted.max_pattern_size, rare);
    EXPECT_DOUBLE_EQ(wanted.times.seconds, 20 * request.cpu_seed_length().time_per_position() / 1e9);
    EXPECT_GT(wanted.times.seconds, 0);
    EXPECT_FALSE(wanted.split(rare).first);
    EXPECT_TRUE(wanted.split(rare).second);
    EXPECT_TRUE(wanted.split(rare - 1).first);
    EXPECT_FALSE(wanted.split(rare - 1).second);
}
