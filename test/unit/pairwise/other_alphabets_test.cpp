// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <seqan3/alphabet/all.hpp>

#include "alphabet_check.hpp"

namespace
{

template <typename letter_t>
struct other_alphabets : public ::testing::Test
{};

using less_usual_alphabets = ::testing::Types<seqan3::rna4, seqan3::dna15, seqan3::rna15, seqan3::aa20>;

} // namespace

TYPED_TEST_SUITE(other_alphabets, less_usual_alphabets, );

TYPED_TEST(other_alphabets, same_scores_as_seqan3)
{
    alphabet_check::expect_same_scores<TypeParam>();
}
