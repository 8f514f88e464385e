// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <reference/site_check.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

using namespace seqan3_gpulcs;
using reference::expect_sites;
using reference::site_rules;

namespace
{

// Many ways to ask for sites of primers with some letters.
std::vector<site_rules> all_rules(std::size_t const size)
{
    std::vector<site_rules> rules{};
    for (std::size_t edits = 0; edits <= 4 && edits < size; ++edits)
        for (bool const mismatches_only : {false, true})
            for (bool const cuts : {false, true})
                for (std::size_t const last : {1, 2, 5})
                    for (std::size_t const max_last : {0, 1, 1000})
                        rules.push_back({edits, true, mismatches_only, cuts, last, max_last});
    return rules;
}

// Leaves some, at random.
template <typename value_t>
void choose(std::mt19937_64 & generator, std::vector<value_t> & values, std::size_t const count)
{
    std::ranges::shuffle(values, generator);
    values.resize(std::min(values.size(), count));
}

} // namespace

TEST(sites, all_short_ones)
{
    auto generator = reference::make_generator();
    for (std::size_t size = 1; size <= 7; ++size)
        for (std::size_t text_size = 1; size + text_size <= 8; ++text_size)
        {
            std::vector<std::string> primers = reference::all_strings(size, "ACGTN");
            std::vector<std::string> texts = reference::all_strings(text_size, "ACGTN");
            std::vector<site_rules> rules = all_rules(size);
            bool const is_complete = reference::test_all() && !reference::is_instrumented;
            if (!is_complete)
            {
                choose(generator, primers, reference::is_instrumented ? 4 : 12);
                choose(generator, texts, reference::is_instrumented ? 4 : 12);
            }
            // All rules for the longest ones would take an hour.
            if (!is_complete || size + text_size > 5)
                choose(generator, rules, is_complete ? 2 : 4);
            for (site_rules const & each : rules)
                ASSERT_NO_FATAL_FAILURE(expect_sites(primers, texts, each));
        }
}

TEST(sites, random_ones)
{
    auto generator = reference::make_generator();
    for (unsigned round = 0; round < reference::case_count(3, 40) * reference::test_rounds(); ++round)
        for (std::string const letters : {"ACGT", "ACGTACGTACGTN", "AC", "ACGURYSWKMBDHVN"})
            for (std::size_t const size : {2, 9, 16, 17, 21, 25, 32, 33, 40})
            {
                std::size_t const edits = reference::random_size(generator, std::min<std::size_t>(size - 1, 4));
                std::vector<std::string> primers{};
                for (unsigned i = 0; i < 3; ++i)
                    primers.push_back(reference::random_text(generator, size - i % 2, letters));
                site_rules const rules{.max_edits = std::min(edits, size - 2),
                                       .both_strands = reference::random_size(generator, 3) != 0,
                                       .mismatches_only = reference::random_size(generator, 3) == 0,
                                       .cuts_at_ambiguous = reference::random_size(generator, 3) == 0,
                                       .last_letters = 1 + reference::random_size(generator, 9),
                                       .max_last = reference::random_size(generator, 1) == 0 ? 1000 : round % 3};
                std::vector<std::string> sequences{};
                for (unsigned i = 0; i < 3; ++i)
                    sequences.push_back(reference::text_with_copies(generator, primers, i * 3, edits + 1, letters));
                ASSERT_NO_FATAL_FAILURE(expect_sites(primers, sequences, rules, {.threads = 1 + round % 3}));
            }
}

// Many long ones are looked up in an index of the sequences, which prepared ones keep, and some of these are searched by several threads
// at a time; one alone is searched, and those that are from one place are compared with the oracle there.
TEST(sites, many_long_ones)
{
    auto generator = reference::make_generator();
    for (unsigned const ambiguous : {0, 5})
    {
        std::string text = reference::random_text(generator, 200'000, "ACGT");
        for (unsigned i = 0; i < ambiguous; ++i)
            text[reference::random_size(generator, text.size() - 1)] = "NRYKM"[i];
        std::vector<std::string> reads{};
        for (unsigned i = 0; i < 400; ++i)
        {
            std::size_t const begin = i < 10 ? 1000 + i : reference::random_size(generator, text.size() - 100);
            std::string & read = reads.emplace_back(text.substr(begin, 70 + i % 20));
            for (unsigned edit = 0; edit < i % 6; ++edit)
                read.replace(reference::random_size(generator, read.size() - 1), edit % 3, edit % 2, 'G');
            if (i % 2 != 0)
                read = reference::reverse_complement_of(read);
        }
        std::vector<packing::packed_sequence> const packed_reads = reference::pack_all(reads);
        std::vector<packing::packed_sequence_view> const views = reference::views_of(packed_reads);
        packing::packed_sequence const packed = packing::pack(text);
        packing::packed_sequence_view const sequence{packed};
        primer::prepared_sequences const prepared{{&sequence, 1}};
        std::vector<std::jthread> threads{};
        for (std::uint64_t const edits : {0, 2, 5})
            threads.emplace_back(
                [&, edits]()
                {
                    primer::site_options const options{.max_edits = edits};
                    std::vector<primer::site> expected{};
                    for (std::uint64_t i = 0; i < views.size(); ++i)
                        for (primer::site site :
                             primer::find_sites(std::span{views}.subspan(i, 1), {&sequence, 1}, options))
                        {
                            site.primer = i;
                            expected.push_back(site);
                        }
                    EXPECT_GT(expected.size(), 40u);
                    plan::execution const execution{.backend = plan::backend::cpu, .threads = 2};
                    EXPECT_EQ(primer::find_sites(views, {&sequence, 1}, options, execution) == expected, true) << edits;
                    EXPECT_EQ(primer::find_sites(views, prepared, options, execution) == expected, true) << edits;
                    EXPECT_EQ(primer::find_sites(views, prepared, options, execution) == expected, true) << edits;
                });
        threads.clear();
        ASSERT_NO_FATAL_FAILURE(
            expect_sites({reads.begin(), reads.begin() + 10}, {text.substr(900, 400)}, site_rules{.max_edits = 5}));
    }
}

// A stop is seen while seeds are looked up, and progress ends with all cells.
TEST(sites, stop_and_progress_of_long_ones)
{
    auto generator = reference::make_generator();
    std::string const text = reference::random_text(generator, 3'000'000, "ACGT");
    std::vector<std::string> reads{};
    for (unsigned i = 0; i < 2000; ++i)
        reads.push_back(text.substr(reference::random_size(generator, text.size() - 100), 100));
    std::vector<packing::packed_sequence> const packed_reads = reference::pack_all(reads);
    std::vector<packing::packed_sequence_view> const views = reference::views_of(packed_reads);
    packing::packed_sequence const packed = packing::pack(text);
    packing::packed_sequence_view const sequence{packed};
    double const all = 2 * 2000 * 3e6;
    double last = 0;
    plan::execution const told{.backend = plan::backend::cpu,
                               .threads = 2,
                               .on_progress = [&](plan::progress const & progress)
                               {
                                   last = progress.cells_done;
                                   EXPECT_EQ(progress.cells_total, all);
                               }};
    EXPECT_GE(primer::find_sites(views, {&sequence, 1}, {.max_edits = 3}, told).size(), 2000u);
    EXPECT_NEAR(last, all, 1);

    std::stop_source source{};
    source.request_stop();
    plan::execution const stopped{.backend = plan::backend::cpu, .threads = 2, .stop = source.get_token()};
    EXPECT_THROW(primer::find_sites(views, {&sequence, 1}, {.max_edits = 3}, stopped), operation_stopped);
}

// Searched again and again, by several threads, as if it were not prepared.
TEST(sites, prepared_once)
{
    auto generator = reference::make_generator();
    for (std::string const letters : {"ACGT", "ACGTACGTacgtNRN"})
    {
        std::vector<std::string> primers{};
        for (std::size_t const size : {9, 17, 21, 40})
            primers.push_back(reference::random_text(generator, size, "ACGT"));
        std::vector<packing::packed_sequence> texts{};
        for (unsigned i = 0; i < 3; ++i)
            texts.push_back(packing::pack(reference::text_with_copies(generator, primers, 9, 2, letters)));
        std::vector<packing::packed_sequence_view> const views(texts.begin(), texts.end());
        primer::prepared_sequences made{views};
        primer::prepared_sequences const prepared{std::move(made)};
        EXPECT_EQ(prepared.views().data(), views.data());

        std::vector<packing::packed_sequence> packed{};
        for (std::string const & each : primers)
            packed.push_back(packing::pack(each));
        std::vector<packing::packed_sequence_view> const all(packed.begin(), packed.end());
        std::vector<std::jthread> threads{};
        for (unsigned thread = 0; thread < 3; ++thread)
            threads.emplace_back(
                [&, thread]()
                {
                    for (std::size_t first = 0; first < all.size(); ++first)
                        for (std::uint64_t const edits : {0, 1, 3})
                        {
                            primer::site_options const options{.max_edits = edits,
                                                               .cuts_at_ambiguous = (first + thread) % 2 == 0};
                            plan::execution const execution{.threads = 1 + thread};
                            std::span const some = std::span{all}.subspan(first);
                            EXPECT_EQ(primer::find_sites(some, prepared, options, execution),
                                      primer::find_sites(some, views, options, execution));
                        }
                });
        threads.clear();
        EXPECT_THROW(primer::find_sites(all, prepared, {.max_edits = 9}), invalid_option);
    }

    std::string const text = reference::random_text(generator, 500, "ACGT");
    std::string_view const as_view{text};
    primer::prepared_sequences const owned{packing::pack_all(std::span{&as_view, 1}, 2)};
    packing::packed_sequence const primer = packing::pack(text.substr(100, 20));
    packing::packed_sequence_view const view{primer};
    std::vector<primer::site> const sites = primer::find_sites({&view, 1}, owned, {});
    EXPECT_NE(std::ranges::find(sites, 100u, &primer::site::begin), sites.end());
    packing::packed_sequence_view const ranks{view.words(),
                                              view.size(),
                                              view.bits_per_letter(),
                                              view.letters(),
                                              packing::letter_kind::rank};
    EXPECT_THROW(primer::find_sites({&view, 1}, primer::prepared_sequences{std::span{&ranks, 1}}, {}), invalid_option);

    // A call that is stopped prepares nothing that would be left.
    std::stop_source source{};
    source.request_stop();
    primer::prepared_sequences const later{owned.views()};
    EXPECT_THROW(primer::find_sites({&view, 1}, later, {}, {.stop = source.get_token()}), operation_stopped);
    EXPECT_EQ(primer::find_sites({&view, 1}, later, {}), sites);
}

TEST(sites, long_primers)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {63, 64, 65, 127, 128, 129, 200})
    {
        std::vector<std::string> const primers{reference::random_text(generator, size, "ACGT")};
        std::string const text = reference::text_with_copies(generator, primers, 3, 8, "ACGTN");
        site_rules rules{.max_edits = reference::random_size(generator, 8)};
        ASSERT_NO_FATAL_FAILURE(expect_sites(primers, {text}, rules));
        rules.max_last = 1;
        ASSERT_NO_FATAL_FAILURE(expect_sites(primers, {text}, rules));
        rules.mismatches_only = true;
        ASSERT_NO_FATAL_FAILURE(expect_sites(primers, {text}, rules));
    }
}

// Repeats are masked by lower case, which hides no site.
TEST(sites, lower_case)
{
    auto generator = reference::make_generator();
    primer::site_options const options{.max_edits = 2};
    for (std::string const letters : {"ACGT", "ACGTACGTACGTN"})
        for (unsigned round = 0; round < 3; ++round)
        {
            std::string const primer = reference::random_text(generator, 12 + round, letters);
            std::string const text = reference::text_with_copies(generator, {primer}, 6, 3, letters);
            ASSERT_NO_FATAL_FAILURE(expect_sites({primer}, {text}, {.max_edits = 2}));

            std::string const masked_primer = reference::masked_text(generator, primer);
            std::string const masked_text = reference::masked_text(generator, text);
            std::vector<primer::site> const sites = primer::find_sites(primer, text, options);
            ASSERT_EQ(primer::find_sites(masked_primer, masked_text, options), sites)
                << masked_primer << ' ' << masked_text;
            for (primer::site const & each : sites)
                EXPECT_EQ(
                    alignment::to_cigar(
                        primer::align_site(packing::pack(masked_primer), packing::pack(masked_text), each, options)),
                    alignment::to_cigar(primer::align_site(packing::pack(primer), packing::pack(text), each, options)));
        }
}

// Each end is near a site, and distances stay the same for long.
TEST(sites, repeats)
{
    auto generator = reference::make_generator();
    std::string const unit = reference::random_text(generator, 3, "ACGT");
    std::string tandem{};
    for (unsigned i = 0; i < 80; ++i)
        tandem += unit;
    std::vector<std::string> const texts{std::string(300, 'A'),
                                         std::string(300, 'T'),
                                         tandem,
                                         std::string(150, 'A') + "C" + std::string(70, 'A') + "NNN"
                                             + std::string(30, 'A')};
    std::vector<std::string> const primers{std::string(20, 'A'),
                                           std::string(33, 'T'),
                                           tandem.substr(1, 24),
                                           reference::mutated_text(generator, tandem.substr(2, 24), 2, "ACGT")};
    for (std::size_t const edits : {0, 1, 3})
        for (std::size_t const max_last : {0, 1, 1000})
            for (bool const mismatches_only : {false, true})
                ASSERT_NO_FATAL_FAILURE(
                    expect_sites(primers,
                                 texts,
                                 {.max_edits = edits, .mismatches_only = mismatches_only, .max_last = max_last}));
}

TEST(sites, borders_and_gaps)
{
    std::vector<std::string> const primers{"ACGTACGTAC"};
    std::string const primer = primers.front();
    std::string const ten(10, 'N');
    std::string const nine(9, 'N');
    for (std::size_t const edits : {0, 2, 4})
        expect_sites(primers,
                     {primer,
                      "",
                      primer.substr(0, 5),
                      primer.substr(5),
                      primer + primer,
                      primer.substr(0, 5) + ten + primer.substr(5),
                      ten + primer.substr(2) + nine,
                      nine + primer.substr(0, 8),
                      nine,
                      ten,
                      std::string(1000, 'N') + primer,
                      primer + "N" + primer + "-" + primer + "-X-" + primer,
                      nine + "-" + nine,
                      "NNNNNANNNNNNNNNN"},
                     {.max_edits = edits});
}

// A letter of the sequence alone belongs to the letter of the primer before it.
TEST(sites, edits_at_the_three_prime_end)
{
    struct example
    {
        std::string text{};
        std::string cigar{};
        std::uint64_t three_prime_edits{};
    };
    std::string const primer = "GATCCACG";
    for (example const & each : {example{"GATCCACG", "8=", 0},
                                 {"GATCCTACG", "5=1D3=", 0},
                                 {"GATCCAGCG", "6=1D2=", 1},
                                 {"GATCCCG", "5=1I2=", 1},
                                 {"GATGACG", "3=1I1X3=", 0},
                                 {"GATCCATG", "6=1X1=", 1}})
        for (bool const is_reverse : {false, true})
        {
            std::string const text = is_reverse ? reference::reverse_complement_of(each.text) : each.text;
            primer::site_options options{.max_edits = 2, .three_prime_letters = 3};
            std::vector<primer::site> sites = primer::find_sites(primer, text, options);
            std::erase_if(sites,
                          [&](primer::site const & site)
                          {
                              return site.strand != (is_reverse ? primer::strand::reverse : primer::strand::forward)
                                  || site.end - site.begin != text.size();
                          });
            ASSERT_EQ(sites.size(), 1u) << text;
            EXPECT_EQ(sites.front().three_prime_edits, each.three_prime_edits) << text;
            alignment::path const path =
                primer::align_site(packing::pack(primer), packing::pack(text), sites.front(), options);
            EXPECT_EQ(alignment::to_cigar(path), each.cigar) << text;

            options.max_three_prime_edits = 0;
            std::vector<primer::site> const strict = primer::find_sites(primer, text, options);
            EXPECT_EQ(std::ranges::find(strict, sites.front()) != strict.end(), each.three_prime_edits == 0) << text;
        }
}

// Sites on the reverse complements of sequences are the same, on the other strand.
TEST(sites, strands_are_alike)
{
    auto generator = reference::make_generator();
    std::vector<std::string> primers{};
    for (unsigned i = 0; i < 5; ++i)
        primers.push_back(reference::random_text(generator, 18 + i, "ACGT"));
    std::string const text = reference::text_with_copies(generator, primers, 60, 4, "ACGTR");
    std::string upper{};
    std::ranges::remove_copy(text, std::back_inserter(upper), '-');
    std::string const reverse = reference::reverse_complement_of(upper);
    auto const packed_primers = reference::pack_all(primers);
    auto const find = [&](std::string const & in)
    {
        auto const packed = packing::pack(in);
        packing::packed_sequence_view const view{packed};
        return primer::find_sites(reference::views_of(packed_primers), {&view, 1}, {.max_edits = 3});
    };
    std::vector<primer::site> mirrored = find(reverse);
    for (primer::site & site : mirrored)
    {
        std::swap(site.begin, site.end);
        site.begin = upper.size() - site.begin;
        site.end = upper.size() - site.end;
        site.strand = site.strand == primer::strand::forward ? primer::strand::reverse : primer::strand::forward;
    }
    std::vector<primer::site> const sites = find(upper);
    EXPECT_TRUE(std::ranges::is_permutation(mirrored, sites));
    EXPECT_GT(sites.size(), 20u);
}

// Few patterns for many threads: each searches a part of the text, and sites are at the borders of parts, too.
TEST(sites, threads_share_a_text)
{
    auto generator = reference::make_generator();
    std::string const primer = reference::random_text(generator, 30, "ACGT");
    std::string text = reference::random_text(generator, reference::is_instrumented ? 600'000 : 2'000'000, "ACGT");
    for (std::size_t at = 0; at + 40 < text.size(); at += 31 + reference::random_size(generator, 60))
        text.replace(at,
                     30,
                     reference::mutated_text(generator, primer, reference::random_size(generator, 4), "ACGTN"),
                     0,
                     30);
    auto const sites = primer::find_sites(primer, text, {.max_edits = 3}, {.threads = 1});
    EXPECT_GT(sites.size(), 30u);
    for (unsigned const threads : {2u, 7u, 16u})
        EXPECT_EQ(primer::find_sites(primer, text, {.max_edits = 3}, {.threads = threads}), sites);
}

// So many sites that threads share those of a primer, and a primer with one.
TEST(sites, threads_share_sites)
{
    auto generator = reference::make_generator();
    std::string const often = reference::random_text(generator, 20, "ACGT");
    std::string const once = reference::random_text(generator, 25, "ACGT");
    std::vector<primer::site> expected{};
    std::string text = once;
    while (text.size() < 250'000)
    {
        expected.push_back({.begin = text.size(), .end = text.size() + often.size()});
        text += often + reference::random_text(generator, 40, "ACGT");
    }
    expected.push_back({.primer = 1, .begin = 0, .end = once.size()});

    auto const primers = reference::pack_all({often, once});
    auto const texts = reference::pack_all({text});
    for (unsigned const threads : {1u, 3u})
        EXPECT_EQ(primer::find_sites(reference::views_of(primers),
                                     reference::views_of(texts),
                                     {.max_edits = 0},
                                     {.threads = threads}),
                  expected);
}

// More neighbouring ends than are verified at a time, on both strands.
TEST(sites, found_everywhere)
{
    std::string text{};
    while (text.size() < 70'000)
        text += "AT";
    expect_sites({text.substr(0, 12)}, {text}, {.max_edits = 1});
}

// Long primers with many edits; the matrices of their alignments have one layer, or some.
TEST(sites, many_edits)
{
    auto generator = reference::make_generator();
    std::string const primer = reference::random_text(generator, 60, "ACGT");
    std::string const text = reference::text_with_copies(generator, {primer}, 8, 14, "ACGT");
    for (std::size_t const max_last : {3, 11, 12, 1000})
        for (std::size_t const last : {20, 60})
            ASSERT_NO_FATAL_FAILURE(
                expect_sites({primer}, {text}, {.max_edits = 12, .last_letters = last, .max_last = max_last}));
}

TEST(sites, nothing_to_find)
{
    std::span<packing::packed_sequence_view const> const none{};
    EXPECT_TRUE(primer::find_sites(none, none, {}).empty());
    auto const packed = packing::pack("ACGT");
    packing::packed_sequence_view const view{packed};
    EXPECT_TRUE(primer::find_sites(none, {&view, 1}, {}).empty());
    EXPECT_TRUE(primer::find_sites({&view, 1}, none, {}).empty());
}

TEST(sites, refuses)
{
    auto const find = [](std::string const & primer, primer::site_options const & options = {})
    {
        return primer::find_sites(primer, "ACGTACGT", options);
    };
    EXPECT_EQ(find("ACGT").size(), 4u);
    EXPECT_THROW(find(""), invalid_option);
    EXPECT_THROW(find("ACXT"), invalid_option);
    EXPECT_THROW(find("ACGT", {.max_edits = 4}), invalid_option);
    EXPECT_THROW(find("ACGT", {.three_prime_letters = 0}), invalid_option);
    EXPECT_NO_THROW(find("ACGT", {.max_edits = 3}));
}

TEST(sites, refuses_other_alignments)
{
    auto const primer = packing::pack("ACGT");
    auto const sequence = packing::pack("TTACGTTT");
    EXPECT_EQ(alignment::to_cigar(primer::align_site(primer, sequence, {.begin = 2, .end = 6}, {})), "4=");
    EXPECT_THROW(primer::align_site(primer, sequence, {.begin = 3, .end = 7}, {}), invalid_option);
    EXPECT_THROW(primer::align_site(primer, sequence, {.begin = 1, .end = 6}, {}), invalid_option);
    EXPECT_THROW(primer::align_site(primer, sequence, {.begin = 5, .end = 9}, {}), invalid_option);
    EXPECT_THROW(primer::align_site(primer, sequence, {.begin = 6, .end = 2}, {}), invalid_option);
    // Their edits at the 3' end are more than the options allow.
    primer::site const end{.begin = 2, .end = 5, .edits = 1, .three_prime_edits = 1};
    EXPECT_EQ(alignment::to_cigar(primer::align_site(primer, sequence, end, {.max_edits = 1})), "3=1I");
    EXPECT_THROW(primer::align_site(primer, sequence, end, {.max_edits = 1, .max_three_prime_edits = 0}),
                 invalid_option);
}

TEST(sites, stops)
{
    auto const packed = packing::pack("ACGT");
    packing::packed_sequence_view const view{packed};
    std::stop_source source{};
    source.request_stop();
    plan::execution execution{};
    execution.stop = source.get_token();
    EXPECT_THROW(primer::find_sites({&view, 1}, {&view, 1}, {}, execution), operation_stopped);
    EXPECT_THROW(primer::find_sites({&view, 1}, {&view, 1}, {}, {.devices = {999}}), backend_unavailable);
}

// While sites are verified, which would take minutes.
TEST(sites, stops_between_sites)
{
    auto generator = reference::make_generator();
    std::string const primer = reference::random_text(generator, 2000, "ACGT");
    std::string text{};
    for (unsigned i = 0; i < 30; ++i)
        text += reference::mutated_text(generator, primer, 300, "ACGT");
    packing::packed_sequence const packed_primer = packing::pack(primer);
    packing::packed_sequence const packed_text = packing::pack(text);
    std::vector<packing::packed_sequence_view> const primers(3000, packed_primer);
    packing::packed_sequence_view const view{packed_text};
    for (unsigned const threads : {1u, 3u})
    {
        std::stop_source source{};
        plan::execution execution{.backend = plan::backend::cpu, .threads = threads};
        execution.stop = source.get_token();
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_LT(progress.cells_done, progress.cells_total);
            source.request_stop();
        };
        EXPECT_THROW(primer::find_sites(primers, {&view, 1}, {.max_edits = 400}, execution), operation_stopped);
    }
}
