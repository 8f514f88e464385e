// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <reference/letter_set_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/scan/background_text.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

letters_t random_sequence(std::mt19937_64 & generator, std::size_t const size, std::string_view const alphabet)
{
    letters_t sequence(size);
    for (std::uint8_t & letter : sequence)
        letter = static_cast<std::uint8_t>(alphabet[reference::random_size(generator, alphabet.size() - 1)]);
    return sequence;
}

// A text of sequences, with the sequences that it may refer to.
struct made_text
{
    made_text(std::vector<letters_t> const & backgrounds, primer::options const & options, unsigned const threads = 2)
    {
        for (letters_t const & background : backgrounds)
            packed.push_back(packing::pack(background));
        views.assign(packed.begin(), packed.end());
        cuts.emplace(views, options, control, threads);
        codes.emplace(std::span<primer::target const>{}, *cuts, options);
        text.emplace(*cuts, *codes, options, control, threads);
    }

    std::uint8_t class_of(char const letter) const
    {
        auto const letters = codes->letters();
        auto const code = std::ranges::find(letters, static_cast<std::uint8_t>(letter)) - letters.begin();
        std::uint8_t const classes = text->classes_by_code()[static_cast<std::size_t>(code)];
        EXPECT_EQ(std::popcount(classes), 1);
        return static_cast<std::uint8_t>(std::countr_zero(classes));
    }

    // Its letters, joined.
    letters_t letters() const
    {
        letters_t found(text->size());
        text->codes().copy_to(found);
        for (std::uint8_t & letter : found)
            letter = codes->letters()[letter];
        return found;
    }

    // The same, by classes.
    letters_t classes() const
    {
        letters_t found(text->size());
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = text->class_words()[i / 32] >> 2 * (i % 32) & 3;
        return found;
    }

    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
    plan::execution execution{};
    runtime::task_control control{execution, 0};
    std::optional<scan::background_cuts> cuts{};
    std::optional<scan::letter_codes> codes{};
    std::optional<scan::background_text> text{};
};

void expect_own_classes(made_text const & made, std::string_view const letters)
{
    std::set<unsigned> classes{};
    for (char const letter : letters)
    {
        EXPECT_LT(made.class_of(letter), scan::letter_classes) << letter;
        classes.insert(made.class_of(letter));
    }
    EXPECT_EQ(classes.size(), letters.size());
}

} // namespace

TEST(background_text, frequent_letters_have_classes_of_their_own)
{
    auto generator = reference::make_generator();
    auto first = random_sequence(generator, 3000, "ACGT");
    auto const second = random_sequence(generator, 200, "AG");
    expect_own_classes({{first, second}, {.differences = 2}}, "ACGT");

    for (std::string_view const rare : {"N", "NBRDHKM", "acgt-"})
    {
        auto with_rare = first;
        for (std::size_t i = 0; i < rare.size(); ++i)
            with_rare[reference::random_size(generator, 9) + 100 * i] = static_cast<std::uint8_t>(rare[i]);
        made_text const made{{with_rare, second}, {.differences = 2}};
        expect_own_classes(made, "ACGT");
        for (char const letter : rare)
            EXPECT_LT(made.class_of(letter), scan::letter_classes) << letter;
    }
}

// Those that are frequent in the complements only count, too.
TEST(background_text, complement_classes)
{
    auto generator = reference::make_generator();
    auto background = random_sequence(generator, 1000, "AC");
    background[500] = 'B';
    primer::options options{.differences = 2};
    auto & complement = options.complement.emplace();
    for (std::size_t letter = 0; letter < complement.size(); ++letter)
        complement[letter] = static_cast<std::uint8_t>(letter);
    complement['A'] = 'T';
    complement['C'] = 'G';
    expect_own_classes({{background}, options}, "ACGT");
}

// All classes are about as frequent.
TEST(background_text, protein_classes)
{
    auto generator = reference::make_generator();
    constexpr std::string_view amino_acids{"ACDEFGHIKLMNPQRSTVWY"};
    auto const background = random_sequence(generator, 20'000, amino_acids);
    made_text const made{{background}, {.differences = 2}};
    std::array<std::size_t, scan::letter_classes> counts{};
    for (std::uint8_t const letter_class : made.classes())
        ++counts[letter_class];
    for (std::size_t const count : counts)
        EXPECT_NEAR(static_cast<double>(count), 5000, 500);
}

// The text is the known letters of all backgrounds and their reverse complements.
TEST(background_text, letters_and_positions)
{
    auto generator = reference::make_generator();
    for (std::string_view const alphabet : {"ACGT", "AACCGGTTN", "NA", "ACGTRYN", "ACDEFGHIKLMNPQRSTVWY"})
        for (std::size_t const size : {0u, 1u, 31u, 33u, 1000u, 300'000u})
            for (bool const with_complement : {false, true})
            {
                std::vector<letters_t> const backgrounds{random_sequence(generator, size, alphabet),
                                                         {},
                                                         random_sequence(generator, size / 3 + 5, alphabet)};
                primer::options options{.differences = 2};
                options.unknown.set('N');
                if (with_complement)
                {
                    options.unknown = primer::unknown_nucleotides();
                    options.complement = primer::complement_of_dna();
                }

                letters_t expected{};
                std::vector<std::uint64_t> positions{};
                std::vector<std::uint64_t> segments{}; // Of each letter.
                std::uint64_t position = 0;
                std::uint64_t segment = 0;
                auto const add = [&](letters_t const & background)
                {
                    for (std::uint8_t const letter : background)
                    {
                        if (options.unknown[letter])
                            ++segment;
                        else
                        {
                            expected.push_back(letter);
                            positions.push_back(position);
                            segments.push_back(segment);
                        }
                        ++position;
                    }
                    ++segment;
                };
                for (letters_t const & background : backgrounds)
                {
                    add(background);
                    letters_t reverse{background.rbegin(), background.rend()};
                    for (std::uint8_t & letter : reverse)
                        letter = options.unknown[letter] || !with_complement ? letter : (*options.complement)[letter];
                    if (with_complement)
                        add(reverse);
                }

                made_text const made{backgrounds, options, 1 + static_cast<unsigned>(size % 3)};
                ASSERT_EQ(made.letters(), expected) << alphabet << ' ' << size;
                letters_t classes(made.text->size());
                made.text->classify(made.text->codes(), classes);
                ASSERT_EQ(reference::sets_of(made.classes()), classes);
                for (std::size_t i = 0; i < expected.size(); i += 1 + i / 8)
                {
                    ASSERT_EQ(made.text->background_position(i), positions[i]);
                    auto const [begin, end] = made.text->segment_at(i);
                    ASSERT_LE(begin, i);
                    ASSERT_GT(end, i);
                    ASSERT_TRUE(begin == 0 || segments[begin - 1] != segments[i]);
                    ASSERT_EQ(segments[begin], segments[i]);
                    ASSERT_EQ(segments[end - 1], segments[i]);
                    ASSERT_TRUE(end == expected.size() || segments[end] != segments[i]);
                }
            }
}

// One background that has the codes of the call is not copied.
TEST(background_text, without_a_copy)
{
    auto generator = reference::make_generator();
    made_text const made{{random_sequence(generator, 1000, "ACGT")}, {.differences = 2}};
    EXPECT_EQ(made.text->codes().words(), made.views.front().words());
    EXPECT_EQ(made.text->class_words().data(), made.views.front().words());
}

TEST(background_text, forms_are_made_once)
{
    made_text const made{{letters_t{'A', 'C'}}, {.differences = 1}};
    int count = 0;
    auto const make = [&count]()
    {
        return std::make_shared<int>(++count);
    };
    std::shared_ptr<int> const first = made.text->form<int>(make);
    EXPECT_EQ(*first, 1);
    EXPECT_EQ(made.text->form<int>(make), first);
    EXPECT_EQ(*made.text->form<long>(
                  []()
                  {
                      return std::make_shared<long>(7);
                  }),
              7);
    // Whoever has a form keeps it.
    made.text->drop_form(std::make_shared<int>(1));
    EXPECT_EQ(made.text->form<int>(make), first);
    made.text->drop_form(first);
    EXPECT_EQ(*first, 1);
    EXPECT_EQ(*made.text->form<int>(make), 2);
}
