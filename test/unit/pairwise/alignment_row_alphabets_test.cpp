// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <deque>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include <seqan3/alphabet/all.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>
#include <seqan3/utility/views/all.hpp>

#include "alignment_row_check.hpp"

using namespace seqan3::literals;
using namespace alignment_row_check;

namespace
{

template <typename letter_t>
struct alignment_row_of : public ::testing::Test
{};

using other_alphabets = ::testing::Types<seqan3::dna5,
                                         seqan3::dna15,
                                         seqan3::rna4,
                                         seqan3::rna5,
                                         seqan3::rna15,
                                         seqan3::aa10murphy,
                                         seqan3::aa20,
                                         char>;

} // namespace

TYPED_TEST_SUITE(alignment_row_of, other_alphabets, );

TYPED_TEST(alignment_row_of, same_as_a_gap_decorator)
{
    check_rows<TypeParam>();
}

TEST(alignment_row_of_other, containers_and_views)
{
    std::vector<seqan3::dna4> sequence{"ACGTTGCATTACGGA"_dna4};
    check_range(std::as_const(sequence));
    check_range(std::deque<seqan3::dna4>(sequence.begin(), sequence.end()));
    seqan3::bitpacked_sequence<seqan3::dna4> const packed{sequence};
    check_range(packed);
    check_range(std::span{sequence});
    check_range(sequence | std::views::reverse | std::views::reverse | std::views::drop(0));
    check_range(sequence | seqan3::views::complement | seqan3::views::complement);
}
