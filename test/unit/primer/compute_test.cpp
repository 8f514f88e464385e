// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <reference/instrumented.hpp>
#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>
#include <reference/strings.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;
using lengths_t = std::vector<std::uint64_t>;

letters_t dna(std::string const & text)
{
    letters_t letters{};
    for (char const letter : text)
        letters.push_back(static_cast<std::uint8_t>(letter));
    return letters;
}

std::array<std::uint8_t, 256> complement_of_dna()
{
    std::array<std::uint8_t, 256> complement{};
    std::string const letters{"ACGT"};
    for (std::size_t i = 0; i < 4; ++i)
        complement[static_cast<std::uint8_t>(letters[i])] = static_cast<std::uint8_t>(letters[3 - i]);
    return complement;
}

// Complements of letters from 0 to `letters - 1`.
std::array<std::uint8_t, 256> rank_complements(unsigned const letters)
{
    std::array<std::uint8_t, 256> complement{};
    for (unsigned i = 0; i < letters; ++i)
        complement[i] = static_cast<std::uint8_t>(letters - 1 - i);
    return complement;
}

reference::letter_sequences with_complements(reference::letter_sequences sequences,
                                             std::array<std::uint8_t, 256> const & complement,
                                             int const unknown)
{
    std::size_t const count = sequences.size();
    for (std::size_t i = 0; i < count; ++i)
    {
        letters_t copy{sequences[i].rbegin(), sequences[i].rend()};
        for (std::uint8_t & letter : copy)
            if (letter != unknown)
                letter = complement[letter];
        sequences.push_back(copy);
    }
    return sequences;
}

struct packed_sequences
{
    explicit packed_sequences(reference::letter_sequences const & sequences)
    {
        for (letters_t const & sequence : sequences)
            packed.push_back(packing::pack(sequence));
        views.assign(packed.begin(), packed.end());
    }

    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
};

lengths_t find_primers(letters_t const & target,
                       reference::letter_sequences const & backgrounds,
                       primer::options const & options,
                       plan::execution const & execution = {})
{
    auto const packed = packing::pack(target);
    primer::target const only{packed};
    return primer::compute({&only, 1}, packed_sequences{backgrounds}.views, options, execution).front();
}

// All sequences up to a number of letters, over an alphabet of a given size.
reference::letter_sequences all_sequences(std::size_t const max_size, unsigned const letters)
{
    reference::letter_sequences all{{}};
    for (std::size_t begin = 0, size = 0; size < max_size; ++size)
    {
        std::size_t const end = all.size();
        for (std::size_t i = begin; i < end; ++i)
            for (unsigned letter = 0; letter < letters; ++letter)
            {
                all.push_back(all[i]);
                all.back().push_back(static_cast<std::uint8_t>(letter));
            }
        begin = end;
    }
    return all;
}

// Some are random, some like the target, some like it several times, some empty.
reference::letter_sequences
make_backgrounds(std::mt19937_64 & generator, letters_t const & target, unsigned const letters)
{
    reference::letter_sequences backgrounds{};
    for (std::size_t i = reference::random_size(generator, 5); i-- > 0;)
    {
        switch (reference::random_size(generator, 3))
        {
        case 0:
            backgrounds.push_back(
                reference::random_letters(generator, reference::random_size(generator, 300), letters));
            break;
        case 1:
            backgrounds.push_back(
                reference::mutate(generator, target, letters, 1 + reference::random_size(generator, 60)));
            break;
        case 2:
        {
            letters_t const copy =
                reference::mutate(generator, target, letters, 1 + reference::random_size(generator, 20));
            backgrounds.push_back(copy);
            for (int repeat = 0; repeat < 3; ++repeat)
                backgrounds.back().insert(backgrounds.back().end(), copy.begin(), copy.end());
            break;
        }
        default:
            backgrounds.push_back(reference::random_letters(generator, reference::random_size(generator, 3), letters));
        }
    }
    return backgrounds;
}

unsigned random_differences(std::mt19937_64 & generator)
{
    std::size_t const largest = reference::random_size(generator, 1) == 0 ? 4 : 40;
    return static_cast<unsigned>(1 + reference::random_size(generator, largest));
}

} // namespace

TEST(primer, example_of_the_paper)
{
    EXPECT_EQ(find_primers(dna("ACTG"), {dna("AGCAAG")}, {.differences = 2}), (lengths_t{3, 3, 0, 0}));
}

TEST(primer, all_small_sequences)
{
    reference::letter_sequences const all = all_sequences(reference::is_instrumented ? 5 : 6, 2);
    packed_sequences const packed{all};
    std::vector<primer::target> targets{};
    for (packing::packed_sequence_view const & each : packed.views)
        targets.push_back({each});

    for (std::size_t background = 0; background < all.size(); ++background)
        for (std::uint32_t differences = 1; differences <= 4; ++differences)
        {
            std::vector<lengths_t> const found =
                primer::compute(targets, {&packed.views[background], 1}, {.differences = differences}, {.threads = 1});
            ASSERT_EQ(found.size(), all.size());
            for (std::size_t i = 0; i < all.size(); ++i)
                ASSERT_EQ(found[i], reference::primer_lengths(all[i], {all[background]}, differences))
                    << "target " << i << ", background " << background << ", " << differences << " differences";
        }
}

TEST(primer, random_sequences)
{
    auto generator = reference::make_generator();
    for (unsigned i = 0; i < reference::case_count(40, 200); ++i)
    {
        unsigned const letters = std::array{1u, 2u, 3u, 4u, 4u, 5u, 20u, 250u}[reference::random_size(generator, 7)];
        auto const target = reference::random_letters(generator, reference::random_size(generator, 250), letters);
        auto const backgrounds = make_backgrounds(generator, target, letters);
        unsigned const differences = random_differences(generator);
        ASSERT_EQ(find_primers(target, backgrounds, {.differences = differences}, {.threads = 1}),
                  reference::primer_lengths(target, backgrounds, differences))
            << i << ": " << letters << " letters, " << differences << " differences";
    }
}

TEST(primer, unknown_letters_and_both_strands)
{
    auto generator = reference::make_generator();
    for (unsigned i = 0; i < reference::case_count(20, 150); ++i)
    {
        // Letter 4 is unknown; it is rare, except in the background that is like the target.
        letters_t target = reference::random_letters(generator, reference::random_size(generator, 250), 4);
        reference::letter_sequences backgrounds = make_backgrounds(generator, target, 4);
        for (letters_t & sequence : backgrounds)
            for (std::uint8_t & letter : sequence)
                if (reference::random_size(generator, 40) == 0)
                    letter = 4;
        for (std::uint8_t & letter : target)
            if (reference::random_size(generator, 60) == 0)
                letter = 4;

        unsigned const differences = random_differences(generator);
        primer::options options{.differences = differences};
        options.unknown.set(4);
        ASSERT_EQ(find_primers(target, backgrounds, options),
                  reference::primer_lengths(target, backgrounds, differences, 4))
            << i;

        options.complement = rank_complements(4);
        ASSERT_EQ(
            find_primers(target, backgrounds, options),
            reference::primer_lengths(target, with_complements(backgrounds, *options.complement, 4), differences, 4))
            << i;
    }
}

TEST(primer, strands_of_dna)
{
    // The reverse complement of the background is the target.
    primer::options options{.differences = 1};
    EXPECT_NE(find_primers(dna("AACCT"), {dna("AGGTT")}, options), lengths_t(5, primer::no_primer));
    options.complement = complement_of_dna();
    EXPECT_EQ(find_primers(dna("AACCT"), {dna("AGGTT")}, options), lengths_t(5, primer::no_primer));
}

TEST(primer, nothing_spans_two_backgrounds_or_an_unknown_letter)
{
    primer::options options{.differences = 1};
    options.unknown.set('N');
    letters_t const target = dna("ACGTACGT");
    EXPECT_EQ(find_primers(target, {target}, options), lengths_t(8, primer::no_primer));
    EXPECT_EQ(find_primers(target, {dna("ACGT"), dna("ACGT")}, options), (lengths_t{5, 4, 3, 2, 0, 0, 0, 0}));
    EXPECT_EQ(find_primers(target, {dna("ACGTNACGT")}, options), (lengths_t{5, 4, 3, 2, 0, 0, 0, 0}));
    EXPECT_EQ(find_primers(dna("ACGTNACGT"), {dna("ACGT")}, options), lengths_t(9, primer::no_primer));
    EXPECT_EQ(find_primers(dna("NTNTTN"), {dna("T")}, options), (lengths_t{0, 0, 0, 2, 0, 0}));

    // A letter is unknown only if it is said to be.
    EXPECT_EQ(find_primers(dna("NTNTTN"), {dna("T")}, {.differences = 1}), (lengths_t{1, 2, 1, 2, 2, 1}));
}

// A primer with one difference is a substring that does not occur.
TEST(primer, one_difference)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {1u, 2u, 4u, 20u})
    {
        auto const target = reference::random_letters(generator, 300, letters);
        reference::letter_sequences const backgrounds{reference::random_letters(generator, 200, letters),
                                                      reference::mutate(generator, target, letters, 30)};
        EXPECT_EQ(find_primers(target, backgrounds, {.differences = 1}),
                  reference::absent_lengths(target, backgrounds));
    }
}

TEST(primer, nothing_to_find_and_nothing_to_differ_from)
{
    EXPECT_EQ(find_primers({}, {dna("ACGT")}, {.differences = 1}), lengths_t{});
    EXPECT_EQ(find_primers({}, {}, {.differences = 3}), lengths_t{});
    EXPECT_TRUE(primer::compute(std::span<primer::target const>{}, {}, {.differences = 3}).empty());

    // The empty substring is always there.
    for (reference::letter_sequences const & nothing : {reference::letter_sequences{}, {{}}, {{}, {}}})
    {
        EXPECT_EQ(find_primers(dna("ACGT"), nothing, {.differences = 1}), (lengths_t{1, 1, 1, 1}));
        EXPECT_EQ(find_primers(dna("ACGT"), nothing, {.differences = 3}), (lengths_t{3, 3, 0, 0}));
        EXPECT_EQ(find_primers(dna("ACGT"), nothing, {.differences = 5}), lengths_t(4, primer::no_primer));
    }

    primer::options unknown{.differences = 1};
    unknown.unknown.set('N');
    EXPECT_EQ(find_primers(dna("NNN"), {dna("NN")}, unknown), lengths_t(3, primer::no_primer));
    EXPECT_EQ(find_primers(dna("NAN"), {dna("NN")}, unknown), (lengths_t{0, 1, 0}));
}

TEST(primer, more_differences_than_letters)
{
    auto generator = reference::make_generator();
    auto const target = reference::random_letters(generator, 70, 4);
    auto const background = reference::random_letters(generator, 100, 4);
    for (std::uint64_t const differences :
         {std::uint64_t{69}, std::uint64_t{70}, std::uint64_t{71}, std::uint64_t{1} << 40, ~std::uint64_t{0}})
        EXPECT_EQ(find_primers(target, {background}, {.differences = differences}), lengths_t(70, primer::no_primer));

    // No letter in common.
    EXPECT_EQ(find_primers(letters_t(70, 9), {background}, {.differences = 70}).front(), 70u);
}

TEST(primer, lengths_that_are_wanted)
{
    auto generator = reference::make_generator();
    letters_t target = reference::random_letters(generator, 400, 4);
    target[170] = 4;
    auto const background = reference::mutate(generator, reference::random_letters(generator, 900, 4), 4, 10);
    primer::options options{.differences = 4};
    options.unknown.set(4);
    lengths_t const all = find_primers(target, {background}, options);
    std::uint64_t const middle = all[200];
    ASSERT_GT(middle, 0u);

    for (std::uint64_t const min_length : {std::uint64_t{0}, std::uint64_t{1}, middle, middle + 1, std::uint64_t{60}})
    {
        for (std::uint64_t const max_length : {min_length, middle, middle + 3, std::uint64_t{1000}})
        {
            if (max_length < min_length)
                continue;
            options.min_length = min_length;
            options.max_length = max_length;
            lengths_t const found = find_primers(target, {background}, options);
            for (std::size_t i = 0; i < target.size(); ++i)
            {
                std::uint64_t const end = i < 170 ? 170 : i == 170 ? 170 : 400;
                std::uint64_t const length = std::max(all[i], min_length);
                bool const is_wanted = all[i] != 0 && length <= max_length && i + length <= end;
                ASSERT_EQ(found[i], is_wanted ? length : 0) << i << ", " << min_length << " to " << max_length;
            }
        }
    }
}

TEST(primer, some_positions_of_several_targets)
{
    auto generator = reference::make_generator();
    reference::letter_sequences letters{};
    for (std::size_t const size : {300u, 0u, 150u, 10u})
        letters.push_back(reference::random_letters(generator, size, 4));
    letters[0][120] = 4;
    reference::letter_sequences const backgrounds{reference::random_letters(generator, 500, 4),
                                                  reference::mutate(generator, letters[2], 4, 15)};
    primer::options options{.differences = 5};
    options.unknown.set(4);
    packed_sequences const packed{letters};
    packed_sequences const others{backgrounds};

    std::uint64_t const all = std::numeric_limits<std::uint64_t>::max();
    for (auto const & [begin, end] : {std::pair{std::uint64_t{0}, all},
                                      {100, 101},
                                      {100, 200},
                                      {120, 121},
                                      {121, 122},
                                      {149, 151},
                                      {7, 7},
                                      {8, 7},
                                      {1000, 2000},
                                      {299, all},
                                      {std::uint64_t{1} << 63, all},
                                      {all, all},
                                      {all, 0}})
    {
        std::vector<primer::target> targets{};
        for (packing::packed_sequence_view const & each : packed.views)
            targets.push_back({each, begin, end});
        std::vector<lengths_t> const found = primer::compute(targets, others.views, options);
        for (std::size_t i = 0; i < letters.size(); ++i)
        {
            lengths_t expected = reference::primer_lengths(letters[i], backgrounds, 5, 4);
            std::uint64_t const last = std::min<std::uint64_t>(end, expected.size());
            std::uint64_t const first = std::min<std::uint64_t>(begin, last);
            expected = {expected.begin() + static_cast<std::ptrdiff_t>(first),
                        expected.begin() + static_cast<std::ptrdiff_t>(last)};
            ASSERT_EQ(targets[i].positions(), expected.size());
            ASSERT_EQ(found[i], expected) << "target " << i << ", " << begin << " to " << end;
        }
    }
}

// All positions count as done at once, those at unknown letters among them; only the caller's thread reports.
TEST(primer, progress_at_unknown_letters)
{
    auto generator = reference::make_generator();
    letters_t target(100'000, 4);
    auto const known = reference::random_letters(generator, 50'000, 4);
    std::ranges::copy(known, target.begin());
    primer::options options{.differences = 20};
    options.unknown.set(4);
    double min_cells = 1e18;
    struct enough
    {};
    // A device might be done before there is anything to report.
    plan::execution execution{.backend = plan::backend::cpu, .threads = 1};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, 1e11);
        min_cells = std::min(min_cells, progress.cells_done);
        throw enough{};
    };
    EXPECT_THROW(find_primers(target, {reference::random_letters(generator, 1'000'000, 4)}, options, execution),
                 enough);
    EXPECT_GE(min_cells, 5e10);
}

// The three facts, at every position of runs that are too long for the oracle.
TEST(primer, facts)
{
    auto generator = reference::make_generator();
    auto const target = reference::random_letters(generator, 1200, 4);
    auto const random = reference::random_letters(generator, 6000, 4);
    auto const related = reference::mutate(generator, target, 4, 40);
    for (std::uint32_t const differences : {1u, 2u, 5u, 17u, 40u})
    {
        reference::letter_sequences const backgrounds{random, related};
        lengths_t const lengths = find_primers(target, backgrounds, {.differences = differences});
        std::uint64_t end = 0;
        bool is_none = false;
        for (std::size_t i = 0; i < target.size(); ++i)
        {
            if (lengths[i] == primer::no_primer)
            {
                is_none = true;
                continue;
            }
            ASSERT_FALSE(is_none) << "A position has a primer, but one before it has none: " << i;
            ASSERT_GE(i + lengths[i], end) << i;
            end = i + lengths[i];
            ASSERT_LE(end, target.size());

            if (i % 97 != 0)
                continue;
            auto const begin = target.begin() + static_cast<std::ptrdiff_t>(i);
            auto const distances = reference::min_distances(begin,
                                                            begin + static_cast<std::ptrdiff_t>(lengths[i]),
                                                            backgrounds,
                                                            differences);
            ASSERT_EQ(distances.size(), lengths[i] + 1) << i;
            ASSERT_EQ(distances.back(), differences) << i;
            ASSERT_EQ(distances[lengths[i] - 1], differences - 1) << i;
        }
    }
}

// More letters than the stretches of a text have in one code, and matches across their borders.
TEST(primer, stretch_borders)
{
    auto generator = reference::make_generator();
    auto const target = reference::random_letters(generator, 60, 4);
    for (std::size_t const size : {511u, 512u, 513u, 1023u, 1025u, 2600u})
    {
        letters_t background = reference::random_letters(generator, size, 4);
        for (std::size_t const place : {std::size_t{0}, size / 3 / 8 * 8 - 30, size - 60})
        {
            auto const copy = reference::mutate(generator, target, 4, 20);
            for (std::size_t i = 0; i < copy.size() && place + i < size; ++i)
                background[place + i] = copy[i];
        }
        for (std::uint32_t const differences : {1u, 3u, 8u, 20u})
            ASSERT_EQ(find_primers(target, {background}, {.differences = differences}),
                      reference::primer_lengths(target, {background}, differences))
                << size << " letters, " << differences << " differences";
    }
}

TEST(primer, any_number_of_threads)
{
    auto generator = reference::make_generator();
    letters_t const target = reference::random_letters(generator, 3000, 4);
    // The end of the target is all in the background: some ranges have no primer.
    reference::letter_sequences const backgrounds{reference::random_letters(generator, 1000, 4),
                                                  {target.begin() + 1500, target.end()}};
    lengths_t const expected = find_primers(target, backgrounds, {.differences = 4}, {.threads = 1});
    EXPECT_GE(std::ranges::count(expected, primer::no_primer), 1500);
    for (unsigned threads = 2; threads <= 8; ++threads)
        ASSERT_EQ(find_primers(target, backgrounds, {.differences = 4}, {.threads = threads}), expected) << threads;
}

TEST(primer, options_that_make_no_sense)
{
    auto const message_of = [](primer::options const & options)
    {
        try
        {
            find_primers({0, 1}, {{1, 0}}, options);
        }
        catch (invalid_option const & exception)
        {
            return std::string{exception.what()};
        }
        return std::string{};
    };
    EXPECT_NE(message_of({.differences = 0}).find("at least 1"), std::string::npos);
    EXPECT_NE(message_of({.min_length = 5, .max_length = 4}).find("swap"), std::string::npos);
    EXPECT_EQ(message_of({.min_length = 5, .max_length = 5}), "");

    EXPECT_THROW(find_primers({0}, {{1}}, {}, {.backend = plan::backend::cuda, .devices = {999}}), backend_unavailable);
    EXPECT_THROW(find_primers({0}, {{1}}, {}, {.devices = {999}}), backend_unavailable);
    EXPECT_NO_THROW(find_primers({0}, {{1}}, {}, {.backend = plan::backend::cpu}));
}

TEST(primer, stop)
{
    auto generator = reference::make_generator();
    auto const target = reference::random_letters(generator, 200'000, 4);
    auto const background = reference::random_letters(generator, 1'000'000, 4);
    for (unsigned const threads : {1u, 3u})
    {
        std::stop_source source{};
        std::jthread const stopper{[&source]()
                                   {
                                       std::this_thread::sleep_for(std::chrono::milliseconds{50});
                                       source.request_stop();
                                   }};
        EXPECT_THROW(find_primers(target,
                                  {background},
                                  {.differences = 30},
                                  {.backend = plan::backend::cpu, .threads = threads, .stop = source.get_token()}),
                     operation_stopped);
    }

    std::stop_source source{};
    source.request_stop();
    EXPECT_THROW(find_primers({}, {}, {.differences = 1}, {.stop = source.get_token()}), operation_stopped);
}

// It acts soon, even where one position takes long, and while the text is prepared.
TEST(primer, stop_acts_soon)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 60'000, 4);
    auto const other = reference::random_letters(generator, 60'000, 4);
    packed_sequences const packed{{letters, other, reference::random_letters(generator, 5'000'000, 4)}};
    primer::target const only{packed.views[0]};
    for (auto const & [background, differences, milliseconds] :
         {std::tuple{1u, 3u, 1}, {1u, 2000u, 200}, {1u, 3000u, 200}, {2u, 5u, 5}, {2u, 5u, 30}})
    {
        std::stop_source source{};
        std::chrono::steady_clock::time_point asked{};
        std::jthread stopper{[&source, &asked, time = std::chrono::milliseconds{milliseconds}]()
                             {
                                 std::this_thread::sleep_for(time);
                                 asked = std::chrono::steady_clock::now();
                                 source.request_stop();
                             }};
        EXPECT_THROW(primer::compute({&only, 1},
                                     {&packed.views[background], 1},
                                     {.differences = differences},
                                     {.backend = plan::backend::cpu, .threads = 2, .stop = source.get_token()}),
                     operation_stopped);
        auto const delay = std::chrono::steady_clock::now() - asked;
        EXPECT_LT(delay, std::chrono::milliseconds{reference::is_instrumented ? 10'000 : 1000})
            << differences << " differences";
    }
}

TEST(primer, progress)
{
    auto generator = reference::make_generator();
    auto const target = reference::random_letters(generator, 100'000, 4);
    auto const background = reference::random_letters(generator, 1'000'000, 4);
    for (unsigned const threads : {1u, 3u})
    {
        double before = 0;
        unsigned calls = 0;
        auto const caller = std::this_thread::get_id();
        struct enough
        {};
        auto const on_progress = [&](plan::progress const & progress)
        {
            EXPECT_EQ(std::this_thread::get_id(), caller);
            EXPECT_EQ(progress.cells_total, 1e11);
            EXPECT_GE(progress.cells_done, before);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            before = progress.cells_done;
            // Its exception ends the computation. The first calls may come before a cell is done.
            if (++calls >= 4 && before > 0)
                throw enough{};
        };
        EXPECT_THROW(find_primers(target,
                                  {background},
                                  {.differences = 20},
                                  {.backend = plan::backend::cpu, .threads = threads, .on_progress = on_progress}),
                     enough);
        EXPECT_GT(before, 0);
    }
}

// Backgrounds that several calls have, at the same time and one after the other: with other targets, letters and meanings.
TEST(primer, prepared_backgrounds)
{
    auto generator = reference::make_generator();
    for (std::string const letters : {"ACGT", "ACGTACGTacgtNR"})
    {
        std::vector<packing::packed_sequence> texts{};
        for (std::size_t const size : {3000, 0, 500})
            texts.push_back(packing::pack(reference::random_text(generator, size, letters)));
        std::vector<packing::packed_sequence_view> const views(texts.begin(), texts.end());
        std::vector<packing::packed_sequence> packed{};
        for (std::string const of_target : {"ACGT", "AC", "ACGTacgtN", "ACGU-"})
            packed.push_back(packing::pack(reference::random_text(generator, 300, of_target)));
        std::vector<primer::options> wanted{{.differences = 2}, {.differences = 3}};
        wanted.push_back({.differences = 2, .unknown = primer::unknown_nucleotides()});
        wanted.push_back({.differences = 4, .meanings = primer::iupac_nucleotides()});
        wanted.push_back(
            {.differences = 3, .meanings = primer::iupac_nucleotides(), .complement = primer::complement_of_dna()});

        primer::prepared_sequences made{views};
        primer::prepared_sequences const prepared{std::move(made)};
        std::vector<std::jthread> threads{};
        for (unsigned thread = 0; thread < 3; ++thread)
            threads.emplace_back(
                [&, thread]()
                {
                    for (std::size_t i = 0; i < packed.size() * wanted.size(); ++i)
                    {
                        primer::target const target{packed[(i + thread) % packed.size()], thread * 40};
                        primer::options const & options = wanted[i % wanted.size()];
                        plan::execution const execution{.backend = plan::backend::cpu, .threads = 1 + thread};
                        EXPECT_EQ(primer::compute({&target, 1}, prepared, options, execution),
                                  primer::compute({&target, 1}, views, options, execution));
                    }
                });
    }
    packing::packed_sequence const text = packing::pack("ACGTTGCA");
    packing::packed_sequence_view const view{text};
    primer::target const target{text};
    primer::prepared_sequences const prepared{std::span{&view, 1}};
    EXPECT_THROW(primer::compute({&target, 1}, prepared, {.differences = 0}), invalid_option);
    std::array<std::uint8_t, 256> const no_complement{};
    EXPECT_THROW(primer::compute({&target, 1}, prepared, {.complement = no_complement}), invalid_option);
    primer::prepared_sequences const nothing{std::span<packing::packed_sequence_view const>{}};
    EXPECT_EQ(primer::compute({&target, 1}, nothing, {.differences = 3}),
              primer::compute({&target, 1}, std::span<packing::packed_sequence_view const>{}, {.differences = 3}));
}
