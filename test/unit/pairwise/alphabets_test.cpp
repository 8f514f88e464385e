// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <seqan3/alphabet/all.hpp>

#include "alphabet_check.hpp"

namespace
{

template <typename letter_t>
struct alphabets : public ::testing::Test
{};

using usual_alphabets = ::testing::Types<seqan3::dna5, seqan3::aa27>;

} // namespace

TYPED_TEST_SUITE(alphabets, usual_alphabets, );

TYPED_TEST(alphabets, same_scores_as_seqan3)
{
    alphabet_check::expect_same_scores<TypeParam>();
}

TYPED_TEST(alphabets, same_edits_as_seqan3)
{
    alphabet_check::expect_same_edits<TypeParam>();
}
