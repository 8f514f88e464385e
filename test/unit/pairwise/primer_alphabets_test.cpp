// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <random>
#include <type_traits>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/all.hpp>

#include <reference/instrumented.hpp>

#include "alignment_check.hpp"
#include "primer_check.hpp"

using namespace primer_check;

namespace
{

template <typename letter_t>
struct primer_alphabets : public ::testing::Test
{};

// With sanitizers, each takes long to compile.
using some_nucleotides = ::testing::Types<seqan3::rna5, seqan3::dna15, seqan3::dna4q>;
using all_nucleotides = ::testing::
    Types<seqan3::dna4, seqan3::rna4, seqan3::dna5, seqan3::rna5, seqan3::dna15, seqan3::rna15, seqan3::dna4q>;
using nucleotides = std::conditional_t<reference::is_instrumented, some_nucleotides, all_nucleotides>;

// All ranks occur; the last letters of a large alphabet rarely, so that there are gaps between them.
template <typename letter_t>
std::vector<letter_t> mostly_bases(std::mt19937_64 & generator, std::size_t const size)
{
    auto sequence = alignment_check::random_sequence<letter_t>(generator, size, seqan3::alphabet_size<letter_t>);
    for (letter_t & letter : sequence)
        if (reference::random_size(generator, 20) != 0)
            seqan3::assign_char_to("ACGT"[reference::random_size(generator, 3)], letter);
    return sequence;
}

} // namespace

TYPED_TEST_SUITE(primer_alphabets, nucleotides, );

TYPED_TEST(primer_alphabets, ambiguous_letters)
{
    auto generator = reference::make_generator();
    std::vector<std::pair<std::vector<TypeParam>, std::vector<seqan3::dna5>>> pairs{
        {mostly_bases<TypeParam>(generator, 150), mostly_bases<seqan3::dna5>(generator, 200)}};
    for (std::uint32_t const differences : {1u, 2u, 4u})
    {
        auto const expected = expected_primers(pairs, differences);
        std::size_t i = 0;
        for (auto const & result : seqan3::align_pairwise(pairs, primers(differences)))
        {
            ASSERT_LT(i, expected.size());
            EXPECT_EQ(result.sequence1_begin_position(), expected[i].begin1);
            EXPECT_EQ(result.sequence1_end_position(), expected[i].end1);
            EXPECT_EQ(result.sequence2_begin_position(), expected[i].begin2);
            EXPECT_EQ(result.sequence2_end_position(), expected[i].end2);
            ++i;
        }
        EXPECT_EQ(i, expected.size());
    }
}
