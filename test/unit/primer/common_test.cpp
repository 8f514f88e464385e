// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stop_token>

#include <reference/instrumented.hpp>
#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>
#include <reference/strings.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/common.hpp>

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;
using lengths_t = std::vector<std::vector<std::uint64_t>>;

constexpr std::uint8_t unknown{4};

// Of letters from 0 to 3.
std::array<std::uint8_t, 256> complements()
{
    std::array<std::uint8_t, 256> complement{};
    for (std::uint8_t letter = 0; letter < 4; ++letter)
        complement[letter] = static_cast<std::uint8_t>(3 - letter);
    return complement;
}

letters_t reverse_complement(letters_t const & letters)
{
    letters_t complement{letters.rbegin(), letters.rend()};
    for (std::uint8_t & letter : complement)
        letter = letter == unknown ? unknown : static_cast<std::uint8_t>(3 - letter);
    return complement;
}

bool occurs(letters_t const & primer, reference::letter_sequences const & texts, std::uint64_t const max_edits)
{
    return std::ranges::any_of(reference::cut_at(texts, unknown),
                               [&](letters_t const & text)
                               {
                                   auto const distances = reference::end_distances(primer.begin(), primer.end(), text);
                                   return std::ranges::min(distances) <= max_edits;
                               });
}

// By the letters of each primer.
lengths_t expected_common(reference::letter_sequences const & targets,
                          lengths_t lengths,
                          std::uint64_t const max_edits,
                          bool const both_strands)
{
    std::set<letters_t> listed{};
    for (std::size_t i = 0; i < lengths.size(); ++i)
    {
        std::set<letters_t> added{};
        for (std::size_t position = 0; position < lengths[i].size(); ++position)
        {
            std::uint64_t & length = lengths[i][position];
            auto const begin = targets[i].begin() + static_cast<std::ptrdiff_t>(position);
            letters_t const letters{begin, begin + static_cast<std::ptrdiff_t>(length)};
            bool is_common = !listed.contains(letters);
            for (std::size_t other = 0; other < targets.size() && is_common; ++other)
            {
                reference::letter_sequences texts{targets[other]};
                if (both_strands)
                    texts.push_back(reverse_complement(targets[other]));
                is_common =
                    occurs(letters, texts, max_edits) && !(both_strands && other < i && occurs(letters, texts, 0));
            }
            if (!is_common)
                length = primer::no_primer;
            else if (length != primer::no_primer)
                added.insert(letters);
        }
        listed.merge(added);
    }
    return lengths;
}

struct packed_targets
{
    explicit packed_targets(reference::letter_sequences const & targets)
    {
        for (letters_t const & target : targets)
            packed.push_back(packing::pack(target));
        views.assign(packed.begin(), packed.end());
    }

    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
};

lengths_t keep_common(reference::letter_sequences const & targets,
                      lengths_t lengths,
                      std::uint64_t const max_edits,
                      bool const both_strands,
                      unsigned const threads = 1)
{
    primer::common_options options{.max_edits = max_edits};
    options.unknown.set(unknown);
    if (both_strands)
        options.complement = complements();
    primer::keep_common(packed_targets{targets}.views, lengths, options, {.threads = threads});
    return lengths;
}

// Where so many known letters follow each other, they are a primer.
lengths_t fixed_lengths(reference::letter_sequences const & targets, std::uint64_t const length)
{
    lengths_t lengths{};
    for (letters_t const & target : targets)
    {
        lengths.emplace_back();
        for (auto letter = target.begin(); letter != target.end(); ++letter)
        {
            auto const known = static_cast<std::uint64_t>(std::find(letter, target.end(), unknown) - letter);
            lengths.back().push_back(length <= known ? length : primer::no_primer);
        }
    }
    return lengths;
}

lengths_t find_primers(reference::letter_sequences const & targets,
                       reference::letter_sequences const & backgrounds,
                       std::uint32_t const differences)
{
    lengths_t lengths{};
    for (letters_t const & target : targets)
        lengths.push_back(reference::primer_lengths(target, backgrounds, differences, unknown));
    return lengths;
}

// Copies of a sequence with other letters here and there, parts of it turned round, and some unknown letters.
reference::letter_sequences make_targets(std::mt19937_64 & generator)
{
    letters_t const ancestor = reference::random_letters(generator, reference::random_size(generator, 200), 4);
    reference::letter_sequences targets{};
    for (std::size_t count = 1 + reference::random_size(generator, 4); targets.size() < count;)
    {
        letters_t target = reference::mutate(generator, ancestor, 4, 5 + reference::random_size(generator, 80));
        if (reference::random_size(generator, 3) == 0)
            target = reverse_complement(target);
        if (reference::random_size(generator, 9) == 0)
            target = reference::random_letters(generator, reference::random_size(generator, 30), 4);
        for (std::uint8_t & letter : target)
            if (reference::random_size(generator, 150) == 0)
                letter = unknown;
        targets.push_back(target);
    }
    return targets;
}

} // namespace

TEST(common, all_small_targets)
{
    // Two bases that are complements, and unknown letters.
    reference::letter_sequences all{{}};
    for (std::size_t i = 0; all[i].size() < (reference::is_instrumented ? 3 : 4); ++i)
        for (std::uint8_t const letter : {std::uint8_t{0}, std::uint8_t{3}, unknown})
        {
            all.push_back(all[i]);
            all.back().push_back(letter);
        }

    for (letters_t const & first : all)
        for (letters_t const & second : all)
        {
            reference::letter_sequences const targets{first, second};
            for (std::uint64_t length = 1; length <= 3; ++length)
                for (std::uint64_t max_edits = 0; max_edits < length; ++max_edits)
                {
                    bool const both_strands = (first.size() + second.size() + length) % 2 == 0;
                    lengths_t const lengths = fixed_lengths(targets, length);
                    ASSERT_EQ(keep_common(targets, lengths, max_edits, both_strands),
                              expected_common(targets, lengths, max_edits, both_strands))
                        << testing::PrintToString(targets) << ", length " << length << ", " << max_edits << " edits";
                }
        }
}

TEST(common, random_targets)
{
    auto generator = reference::make_generator();
    for (unsigned i = 0; i < reference::case_count(40, 200); ++i)
    {
        reference::letter_sequences const targets = make_targets(generator);
        auto const max_edits = reference::random_size(generator, 5);
        bool const both_strands = reference::random_size(generator, 1) == 0;
        lengths_t lengths =
            i % 2 == 0 ? fixed_lengths(targets, 1 + reference::random_size(generator, 40))
                       : find_primers(targets,
                                      {reference::random_letters(generator, reference::random_size(generator, 300), 4)},
                                      static_cast<std::uint32_t>(max_edits + 1 + reference::random_size(generator, 3)));
        auto const threads = static_cast<unsigned>(1 + reference::random_size(generator, 2));
        ASSERT_EQ(keep_common(targets, lengths, max_edits, both_strands, threads),
                  expected_common(targets, lengths, max_edits, both_strands))
            << i << ": " << max_edits << " edits, " << both_strands;

        // Without edits, the primers of others are not needed.
        if (max_edits == 0)
        {
            lengths.resize(1);
            ASSERT_EQ(keep_common(targets, lengths, 0, both_strands),
                      expected_common(targets, lengths, 0, both_strands));
        }
    }
}

// The primers at other positions are dropped.
TEST(common, new_positions)
{
    auto generator = reference::make_generator();
    std::size_t positions = 0;
    std::size_t new_positions = 0;
    for (unsigned i = 0; i < reference::case_count(40, 200); ++i)
    {
        reference::letter_sequences const targets = make_targets(generator);
        packed_targets const packed{targets};
        std::uint64_t const length = 1 + reference::random_size(generator, 30);
        std::uint64_t const max_length = length + reference::random_size(generator, 3);
        primer::common_options options{.max_edits = i % 4};
        options.unknown.set(unknown);
        if (i % 3 == 0)
            options.complement = complements();
        lengths_t all = fixed_lengths(targets, length);
        lengths_t some = all;
        auto const ranges = primer::find_new_positions(packed.views, max_length, options, {.threads = 2});
        ASSERT_EQ(ranges.size(), targets.size());
        for (std::size_t target = 0; target < targets.size(); ++target)
        {
            std::vector<bool> is_new(targets[target].size(), false);
            for (primer::target const & range : ranges[target])
            {
                ASSERT_EQ(range.sequence.words(), packed.views[target].words());
                std::fill_n(is_new.begin() + static_cast<std::ptrdiff_t>(range.begin),
                            static_cast<std::ptrdiff_t>(range.positions()),
                            true);
            }
            positions += is_new.size();
            for (std::size_t position = 0; position < is_new.size(); ++position)
            {
                new_positions += is_new[position] ? 1 : 0;
                if (!is_new[position])
                    some[target][position] = primer::no_primer;
            }
        }
        primer::keep_common(packed.views, all, options, {.threads = 1});
        primer::keep_common(packed.views, some, options, {.threads = 1});
        ASSERT_EQ(some, all) << i;
    }
    EXPECT_LT(new_positions, positions);
}

TEST(common, letters_that_are_not_dna)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {4u, 20u, 250u})
        for (std::uint64_t const max_edits : {0, 1, 3})
        {
            letters_t const ancestor = reference::random_letters(generator, 150, letters);
            reference::letter_sequences targets{};
            while (targets.size() < 3)
                targets.push_back(reference::mutate(generator, ancestor, letters, 12));
            lengths_t const lengths = fixed_lengths(targets, 8);
            ASSERT_EQ(keep_common(targets, lengths, max_edits, false),
                      expected_common(targets, lengths, max_edits, false))
                << letters << " letters, " << max_edits << " edits";
        }
}

// Repeats are masked by lower case: they are the same letters all the same.
TEST(common, lower_case)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < (reference::is_instrumented ? 10 : 60); ++i)
    {
        reference::letter_sequences const targets = make_targets(generator);
        std::vector<packing::packed_sequence> packed{};
        for (letters_t const & target : targets)
        {
            std::string text{};
            for (std::uint8_t const letter : target)
                text += "ACGTN"[letter];
            packed.push_back(packing::pack(reference::masked_text(generator, text)));
        }
        std::vector<packing::packed_sequence_view> const views{packed.begin(), packed.end()};
        bool const both_strands = i % 2 == 0;
        primer::common_options options{.max_edits = static_cast<std::uint64_t>(i % 3),
                                       .meanings = primer::iupac_nucleotides()};
        if (both_strands)
            options.complement = primer::complement_of_dna();
        lengths_t lengths = fixed_lengths(targets, 12);
        lengths_t const expected = expected_common(targets, lengths, options.max_edits, both_strands);
        primer::keep_common(views, lengths, options, {.threads = 1});
        ASSERT_EQ(lengths, expected) << options.max_edits << " edits";
    }
}

TEST(common, targets_without_letters)
{
    EXPECT_EQ(keep_common({}, {}, 0, false), lengths_t{});
    EXPECT_EQ(keep_common({{}}, {{}}, 0, false), lengths_t{{}});
    EXPECT_EQ(keep_common({{0, 1, 2}}, {{2, 0, 0}}, 0, false), (lengths_t{{2, 0, 0}}));
    EXPECT_EQ(keep_common({{0, 1, 2}, {}}, {{2, 2, 0}}, 0, false), (lengths_t{{0, 0, 0}}));
    EXPECT_EQ(keep_common({{}, {0, 1, 2}}, {{}, {2, 2, 0}}, 1, false), (lengths_t{{}, {0, 0, 0}}));
    // Any letters become the empty substring.
    for (std::uint64_t const max_edits : {std::uint64_t{2}, ~std::uint64_t{0}})
        EXPECT_EQ(keep_common({{0, 1, 2}, {}}, {{2, 2, 0}}, max_edits, false), (lengths_t{{2, 2, 0}}));
}

TEST(common, equal_primers)
{
    // Within a target, equal ones remain; of several targets, those of the first.
    EXPECT_EQ(keep_common({{0, 1, 0, 1}, {2, 0, 1}}, {{2, 2, 2, 0}, {2, 2, 0}}, 0, false),
              (lengths_t{{2, 0, 2, 0}, {0, 0, 0}}));
    EXPECT_EQ(keep_common({{0, 1, 0, 1}, {2, 0, 1}}, {{2, 2, 2, 0}, {2, 2, 0}}, 1, false),
              (lengths_t{{2, 2, 2, 0}, {2, 0, 0}}));
}

TEST(common, invalid_options)
{
    packed_targets const targets{{{0, 1, 2}, {0, 1}}};
    lengths_t lengths{{0, 0, 0}, {0, 0}, {}};
    EXPECT_THROW(primer::keep_common(targets.views, lengths, {}), invalid_option);
    lengths = {{0, 0}};
    EXPECT_THROW(primer::keep_common(targets.views, lengths, {}), invalid_option);
    lengths = {{2, 0, 0}, {0, 2}};
    EXPECT_THROW(primer::keep_common(targets.views, lengths, {}), invalid_option);
    lengths = {{2, 0, 0}};
    primer::common_options options{};
    options.complement = complements();
    (*options.complement)[0] = 2;
    EXPECT_THROW(primer::keep_common(targets.views, lengths, options), invalid_option);
    EXPECT_THROW(primer::keep_common(targets.views, lengths, {}, {.backend = plan::backend::cuda}), no_device);
    options = {.meanings = primer::iupac_nucleotides()};
    options.unknown.set(unknown);
    EXPECT_THROW(primer::keep_common(targets.views, lengths, options), invalid_option);
    EXPECT_EQ(lengths, (lengths_t{{2, 0, 0}}));
}

TEST(common, progress_and_stop)
{
    auto generator = reference::make_generator();
    // Must not be done before the first progress.
    std::size_t const size = reference::is_instrumented ? 500'000 : 4'000'000;
    letters_t const ancestor = reference::random_letters(generator, size, 4);
    reference::letter_sequences targets{};
    while (targets.size() < 6)
        targets.push_back(reference::mutate(generator, ancestor, 4, 100));
    packed_targets const packed{targets};
    lengths_t lengths(1);
    lengths.front().resize(targets.front().size(), 20);
    std::fill(lengths.front().end() - 19, lengths.front().end(), primer::no_primer);

    double total = 0;
    for (packing::packed_sequence_view const & target : packed.views)
        total += static_cast<double>(target.size());
    total = (total - static_cast<double>(targets.front().size())) * static_cast<double>(targets.front().size());
    std::stop_source stop{};
    double before = 0;
    plan::execution execution{.threads = 2, .stop = stop.get_token()};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, total);
        EXPECT_GE(progress.cells_done, before);
        EXPECT_LE(progress.cells_done, progress.cells_total);
        before = progress.cells_done;
        stop.request_stop();
    };
    EXPECT_THROW(primer::keep_common(packed.views, lengths, {}, execution), operation_stopped);
    EXPECT_THROW(primer::keep_common({}, {}, {}, {.stop = stop.get_token()}), operation_stopped);
}
