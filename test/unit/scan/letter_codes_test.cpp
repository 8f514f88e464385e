// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <reference/site_check.hpp>

#include "src/scan/letter_codes.hpp"
#include "src/scan/nucleotide_sets.hpp"

using namespace seqan3_gpulcs;

namespace
{

scan::letter_codes make_codes(std::vector<packing::packed_sequence> const & targets,
                              std::vector<packing::packed_sequence> const & backgrounds,
                              primer::options const & options)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    std::vector<primer::target> const some{targets.begin(), targets.end()};
    std::vector<packing::packed_sequence_view> const views = reference::views_of(backgrounds);
    scan::background_cuts const cuts{views, options, control, 1};
    return {some, cuts, options};
}

scan::letter_codes make_codes(std::vector<std::string> const & targets,
                              std::vector<std::string> const & backgrounds,
                              primer::options const & options)
{
    return make_codes(reference::pack_all(targets), reference::pack_all(backgrounds), options);
}

std::string letters_of(scan::letter_codes const & codes)
{
    return {codes.letters().begin(), codes.letters().end()};
}

primer::options options_with(std::string_view const unknown, std::string_view const complements)
{
    primer::options options{};
    for (char const letter : unknown)
        options.unknown.set(static_cast<std::uint8_t>(letter));
    if (!complements.empty())
        options.complement.emplace();
    for (std::size_t i = 0; i < complements.size(); ++i)
        (*options.complement)[static_cast<std::uint8_t>(complements[i])] =
            static_cast<std::uint8_t>(complements[complements.size() - 1 - i]);
    return options;
}

// The bases of IUPAC's letters, by the plain table.
primer::options options_with_meanings(bool const with_complements)
{
    primer::options options = options_with("", with_complements ? "ACGT" : "");
    options.meanings.emplace();
    for (unsigned letter = 0; letter < 256; ++letter)
        (*options.meanings)[letter] = reference::base_set(static_cast<char>(letter), false);
    return options;
}

} // namespace

TEST(letter_codes, letters)
{
    struct letters_case
    {
        std::vector<std::string> targets;
        std::vector<std::string> backgrounds;
        primer::options options;
        std::string letters;
        unsigned bits;
    };
    primer::options const plain{};
    std::string const many{"ABCDEFGHIJKLMNOPQ"};
    for (auto const & [targets, backgrounds, options, letters, bits] :
         std::vector<letters_case>{{{}, {}, plain, "", 2},
                                   {{""}, {"", ""}, plain, "", 2},
                                   {{"B"}, {"CAC"}, plain, "ABC", 2},
                                   {{"TGCA"}, {}, plain, "ACGT", 2},
                                   {{"TGCA"}, {"N"}, plain, "ACGNT", 4},
                                   {{"TGCN"}, {"NA"}, options_with("N", ""), "ACGT", 2},
                                   {{"NN"}, {"N"}, options_with("N", ""), "", 2},
                                   {{}, {many.substr(1)}, plain, many.substr(1), 4},
                                   {{many.substr(1)}, {"A"}, plain, many, 8},
                                   // Only backgrounds have complements.
                                   {{}, {"AC"}, options_with("", "ACGT"), "ACGT", 2},
                                   {{"AC"}, {}, options_with("", "ACGT"), "AC", 2},
                                   {{"C"}, {"AN"}, options_with("N", "ACGT"), "ACT", 2},
                                   {{"AC"}, {"T"}, options_with_meanings(false), "ACT", 2}})
    {
        scan::letter_codes const codes = make_codes(targets, backgrounds, options);
        EXPECT_EQ(letters_of(codes), letters);
        EXPECT_EQ(codes.bits(), bits) << letters;
        EXPECT_FALSE(codes.are_sets()) << letters;
        EXPECT_FALSE(codes.have_meanings()) << letters;
    }
}

// An empty sequence that lists letters does not count.
TEST(letter_codes, letters_of_empty_sequences)
{
    packing::letter_set set{};
    set.add(std::vector<std::uint8_t>{'A', 'Z'});
    std::vector<packing::packed_sequence> listed(1);
    listed[0] = packing::sequence_packer{set}.finish();
    EXPECT_EQ(letters_of(make_codes(listed, listed, {})), "");
}

TEST(letter_codes, meanings)
{
    struct meanings_case
    {
        std::vector<std::string> targets;
        std::vector<std::string> backgrounds;
        bool have_meanings;
        bool are_sets;
    };
    for (auto const & [targets, backgrounds, have_meanings, are_sets] : std::vector<meanings_case>{
             {{"ACGT"}, {"ACGT"}, false, false},
             {{"ACGU"}, {"ACGT"}, true, false},
             {{"A"}, {"aC"}, true, false},
             {{"a"}, {"CG"}, false, false},
             // Ambiguous letters of targets are unknown; those of backgrounds are sets, unless they are in gaps.
             {{"ANR"}, {"ACGT"}, false, false},
             {{"A"}, {"ACGTR"}, true, true},
             {{"A"}, {"ACGT-NNNNNNNNN"}, true, true},
             {{"A"}, {"ACGT-NNNNNNNNNN"}, false, false}})
    {
        scan::letter_codes const codes = make_codes(targets, backgrounds, options_with_meanings(true));
        SCOPED_TRACE(testing::PrintToString(targets) + testing::PrintToString(backgrounds));
        EXPECT_EQ(codes.have_meanings(), have_meanings);
        EXPECT_EQ(codes.are_sets(), are_sets);
        EXPECT_EQ(codes.bits(), are_sets ? 4 : 2);
        constexpr std::string_view all_sets{"\0\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17", 16};
        if (have_meanings)
        {
            EXPECT_EQ(letters_of(codes), are_sets ? all_sets : "\1\2\4\10");
        }
    }
}

// Each letter is packed as a value, and has the value of its complement.
TEST(letter_codes, values)
{
    std::string const letters{"ACGTURYSWKMBDHVNacgturyswkmbdhvn"};
    primer::options const options = options_with_meanings(true);
    scan::letter_codes const sets = make_codes({}, {letters}, options);
    for (bool const is_complement : {false, true})
        for (char const letter : letters + "-.*")
            EXPECT_EQ(sets.values(options, is_complement)[static_cast<std::uint8_t>(letter)],
                      reference::base_set(letter, is_complement))
                << letter << is_complement;

    primer::options const plain = options_with("N", "ACGT");
    scan::letter_codes const codes = make_codes({}, {"ACGT"}, plain);
    for (auto const & [letter, complement] : {std::pair{'A', 'T'}, {'C', 'G'}, {'G', 'C'}, {'T', 'A'}})
    {
        EXPECT_EQ(codes.values(plain, false)[static_cast<std::uint8_t>(letter)], letter);
        EXPECT_EQ(codes.values(plain, true)[static_cast<std::uint8_t>(letter)], complement);
    }
}

TEST(letter_codes, known_letters)
{
    for (unsigned letter = 0; letter < 256; ++letter)
    {
        auto const each = static_cast<char>(letter);
        EXPECT_EQ(scan::letter_codes::is_known(static_cast<std::uint8_t>(letter), options_with("NX", "")),
                  each != 'N' && each != 'X');
        EXPECT_EQ(scan::letter_codes::is_known(static_cast<std::uint8_t>(letter), options_with_meanings(false)),
                  reference::bases_of(each).size() == 1);
    }
}

TEST(letter_codes, own_codes)
{
    auto const are_codes_of = [](scan::letter_codes const & codes, std::string const & text)
    {
        packing::packed_sequence const packed = packing::pack(text);
        return codes.are_codes_of(packed);
    };
    scan::letter_codes const plain = make_codes({"AC"}, {"GT"}, {});
    EXPECT_TRUE(are_codes_of(plain, "TTGCA"));
    EXPECT_FALSE(are_codes_of(plain, "ACG"));
    EXPECT_FALSE(are_codes_of(plain, "ACGU"));
    EXPECT_FALSE(are_codes_of(plain, "ACGTN"));
    EXPECT_TRUE(plain.are_codes_of({nullptr, 0, 2, plain.letters()}));
    EXPECT_FALSE(plain.are_codes_of({nullptr, 0, 4, plain.letters()}));
    scan::letter_codes const bases = make_codes({"U"}, {"ACGT"}, options_with_meanings(false));
    EXPECT_FALSE(are_codes_of(bases, "\1\2\4\10"));

    packing::sequence_packer packer = plain.make_packer(3);
    packer.append(std::vector<std::uint8_t>{'T', 'A', 'G'});
    packing::packed_sequence const packed = packer.finish();
    EXPECT_TRUE(plain.are_codes_of(packed));
    std::vector<std::uint8_t> letters(3);
    packing::unpack(packed, 0, letters);
    EXPECT_EQ(letters, (std::vector<std::uint8_t>{'T', 'A', 'G'}));
}

TEST(nucleotide_sets, complements)
{
    for (char const letter : std::string{"ACGTURYSWKMBDHVN-"})
        EXPECT_EQ(scan::complement_set(reference::base_set(letter, false)), reference::base_set(letter, true))
            << letter;
    std::vector<std::uint8_t> sets{1, 2, 12, 15, 0};
    scan::reverse_complement(sets);
    EXPECT_EQ(sets, (std::vector<std::uint8_t>{0, 15, 3, 4, 8}));
}
