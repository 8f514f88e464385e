// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/packing/letter_reader.hpp"
#include "src/scan/plain_text.hpp"
#include "unit/scan/site_problem.hpp"

using namespace seqan3_gpulcs;

namespace
{

void expect_plain(std::string const & letters, unsigned const threads)
{
    test::site_problem problem{{"ACGT"}, {letters}, {}};
    scan::background_text const & text = problem.text.text();
    scan::plain_text const plain{text, problem.control, threads};
    ASSERT_EQ(plain.classes().size(), text.size());
    std::vector<std::uint8_t> found(text.size());
    std::vector<std::uint8_t> classes(text.size());
    plain.classes().copy_to(found);
    text.classify(text.codes(), classes);
    std::vector<std::uint64_t> ambiguous{};
    for (std::uint64_t i = 0; i < classes.size(); ++i)
    {
        ASSERT_EQ(found[i], std::countr_zero(classes[i])) << i;
        if (!std::has_single_bit(classes[i]))
            ambiguous.push_back(i);
    }
    auto const all = plain.ambiguous(0, text.size());
    EXPECT_EQ(std::vector(all.begin(), all.end()), ambiguous);
    EXPECT_EQ(problem.text.ambiguous(), ambiguous.size());
    for (std::uint64_t begin = 0; begin < ambiguous.size(); begin += 1 + ambiguous.size() / 10)
    {
        auto const some = plain.ambiguous(ambiguous[begin], ambiguous.back());
        EXPECT_EQ(std::vector(some.begin(), some.end()),
                  std::vector(ambiguous.begin() + static_cast<std::ptrdiff_t>(begin), ambiguous.end() - 1));
    }
}

} // namespace

TEST(plain_text, all_codes)
{
    auto generator = reference::make_generator();
    for (std::string const letters : {"ACGT", "AC", "ACGTRYKMSWBDHVN", "ACGTACGTACGTACGTACGTN"})
        for (std::size_t const size : {1, 15, 16, 17, 31, 32, 33, 64, 65, 1000})
            expect_plain(reference::random_text(generator, size, letters), 1 + static_cast<unsigned>(size % 3));
}

// Threads share blocks of 2^14 words, that is 2^19 letters.
TEST(plain_text, several_blocks)
{
    auto generator = reference::make_generator();
    std::string text = reference::random_text(generator, (std::size_t{1} << 20) + 4321, "ACGT");
    for (std::size_t const border : {std::size_t{1} << 19, std::size_t{1} << 20})
        for (std::size_t const letter : {border - 17, border - 1, border, border + 16})
            text[letter] = 'Y';
    expect_plain(text, 3);
}
