// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>

#include <reference/instrumented.hpp>
#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/scan/occurrence_search.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;
using lengths_t = std::vector<std::uint64_t>;

constexpr std::uint8_t unknown{9};

// Searches one text after the other.
std::vector<std::vector<bool>> find(letters_t const & target,
                                    lengths_t lengths,
                                    reference::letter_sequences const & texts,
                                    std::uint64_t const max_edits)
{
    plan::execution const execution{.threads = 1};
    runtime::task_control control{execution, 0};
    primer::options options{};
    options.unknown.set(unknown);
    packing::packed_sequence const packed_target = packing::pack(target);
    primer::target const whole{packed_target};
    std::vector<packing::packed_sequence> packed{};
    for (letters_t const & text : texts)
        packed.push_back(packing::pack(text));
    std::vector<packing::packed_sequence_view> const views{packed.begin(), packed.end()};

    scan::background_cuts const all_cuts{views, options, control, 1};
    scan::letter_codes const codes{{&whole, 1}, all_cuts, options};
    scan::target_text const letters{whole, codes, options, control};
    scan::occurrence_search search{letters, lengths, max_edits, codes.letters().size(), control};
    std::vector<std::vector<bool>> found{};
    for (packing::packed_sequence_view const & text : views)
    {
        scan::background_cuts const cuts{{&text, 1}, options, control, 1};
        found.push_back(search.find({cuts, codes, options, control, 1}));
    }
    return found;
}

// Which primers have at most so many edits to a substring of a text.
std::vector<bool>
expected(letters_t const & target, lengths_t const & lengths, letters_t const & text, std::uint64_t const max_edits)
{
    reference::letter_sequences const texts = reference::cut_at({text}, unknown);
    std::vector<bool> found{};
    for (std::uint64_t const length : lengths)
        found.push_back(length != primer::no_primer && length <= max_edits); // Like the empty substring.
    for (std::size_t i = 0; i < lengths.size(); ++i)
        for (letters_t const & segment : texts)
            if (lengths[i] != primer::no_primer)
            {
                auto const begin = target.begin() + static_cast<std::ptrdiff_t>(i);
                auto const distances =
                    reference::end_distances(begin, begin + static_cast<std::ptrdiff_t>(lengths[i]), segment);
                found[i] = found[i] || std::ranges::min(distances) <= max_edits;
            }
    return found;
}

// At each position, some length that is not beyond an unknown letter, or none.
lengths_t random_lengths(std::mt19937_64 & generator, letters_t const & target, std::uint64_t const longest)
{
    lengths_t lengths{};
    for (auto letter = target.begin(); letter != target.end(); ++letter)
    {
        auto const known = static_cast<std::uint64_t>(std::find(letter, target.end(), unknown) - letter);
        lengths.push_back(reference::random_size(generator, std::min(known, longest)));
    }
    return lengths;
}

void set_some_unknown(std::mt19937_64 & generator, letters_t & letters)
{
    for (std::uint8_t & letter : letters)
        if (reference::random_size(generator, 80) == 0)
            letter = unknown;
}

} // namespace

TEST(occurrence_search, all_small_sequences)
{
    reference::letter_sequences all{{}};
    for (std::size_t i = 0; all[i].size() < (reference::is_instrumented ? 4 : 6); ++i)
        for (std::uint8_t letter = 0; letter < 2; ++letter)
        {
            all.push_back(all[i]);
            all.back().push_back(letter);
        }

    for (letters_t const & target : all)
        for (std::uint64_t length = 1; length <= target.size(); ++length)
            for (std::uint64_t max_edits = 0; max_edits <= length; ++max_edits)
            {
                lengths_t lengths(target.size(), length);
                std::fill(lengths.end() - static_cast<std::ptrdiff_t>(length) + 1, lengths.end(), primer::no_primer);
                auto const found = find(target, lengths, all, max_edits);
                for (std::size_t i = 0; i < all.size(); ++i)
                    ASSERT_EQ(found[i], expected(target, lengths, all[i], max_edits))
                        << testing::PrintToString(target) << " in " << testing::PrintToString(all[i]) << ", length "
                        << length << ", " << max_edits << " edits";
            }
}

TEST(occurrence_search, random_sequences)
{
    auto generator = reference::make_generator();
    for (unsigned i = 0; i < reference::case_count(100, 600); ++i)
    {
        unsigned const letters = std::array{1u, 2u, 4u, 4u, 4u, 8u}[reference::random_size(generator, 5)];
        letters_t target = reference::random_letters(generator, reference::random_size(generator, 200), letters);
        reference::letter_sequences texts{
            reference::mutate(generator, target, letters, 1 + reference::random_size(generator, 60)),
            reference::random_letters(generator, reference::random_size(generator, 200), letters),
            target};
        texts.front().insert(texts.front().end(), texts.back().begin(), texts.back().end());
        texts.back() = reference::mutate(generator, target, letters, 30);
        std::rotate(texts.back().begin(),
                    texts.back().begin() + static_cast<std::ptrdiff_t>(texts.back().size() / 2),
                    texts.back().end());
        set_some_unknown(generator, target);
        for (letters_t & text : texts)
            set_some_unknown(generator, text);

        std::uint64_t const longest = 1 + reference::random_size(generator, 60);
        std::uint64_t const max_edits = reference::random_size(generator, reference::random_size(generator, 8));
        lengths_t const lengths = random_lengths(generator, target, longest);
        auto const found = find(target, lengths, texts, max_edits);
        for (std::size_t text = 0; text < texts.size(); ++text)
            ASSERT_EQ(found[text], expected(target, lengths, texts[text], max_edits))
                << i << ", text " << text << ": " << letters << " letters, " << max_edits << " edits";
    }
}

// A text of more positions than an index has: nothing like the target, but for parts of it at both ends and at the border.
TEST(occurrence_search, several_indices)
{
    auto generator = reference::make_generator();
    letters_t const target = reference::random_letters(generator, 600, 4);
    letters_t text(scan::seed_index::max_positions + 1000, 0);
    letters_t windows{};
    auto const write = [&](std::size_t const begin, std::size_t const end, std::size_t const position)
    {
        letters_t const part = reference::mutate(
            generator,
            {target.begin() + static_cast<std::ptrdiff_t>(begin), target.begin() + static_cast<std::ptrdiff_t>(end)},
            4,
            30);
        std::ranges::copy(part, text.begin() + static_cast<std::ptrdiff_t>(position));
        letters_t const letters_without(100, 0);
        windows.insert(windows.end(), letters_without.begin(), letters_without.end());
        windows.insert(windows.end(), part.begin(), part.end());
    };
    write(0, 150, 100);
    write(150, 400, scan::seed_index::max_positions - 120);
    write(400, 600, text.size() - 300);
    windows.resize(windows.size() + 100, 0);

    lengths_t lengths(600, 30);
    std::fill(lengths.end() - 29, lengths.end(), primer::no_primer);
    for (std::uint64_t const max_edits : {0, 1, 2})
        EXPECT_EQ(find(target, lengths, {text}, max_edits).front(), expected(target, lengths, windows, max_edits))
            << max_edits;
}
