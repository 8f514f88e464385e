// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <reference/random_sequence.hpp>

#include "src/cpu/recurrence/carry_chain.hpp"

namespace
{

// Addition bit by bit.
template <unsigned words>
void add_bits(std::uint64_t (&sum)[words],
              std::uint64_t const (&addend)[words],
              std::uint64_t & carries_in,
              std::uint64_t & carries_out)
{
    unsigned carry = carries_in >= std::uint64_t{1} << 63;
    carries_in *= 2;
    for (unsigned bit = 0; bit < words * 64; ++bit)
    {
        std::uint64_t const mask = std::uint64_t{1} << bit % 64;
        unsigned const ones = carry + ((sum[bit / 64] & mask) != 0) + ((addend[bit / 64] & mask) != 0);
        sum[bit / 64] = (sum[bit / 64] & ~mask) | (ones % 2 == 1 ? mask : 0);
        carry = ones / 2;
    }
    carries_out = carries_out * 2 + carry;
}

template <typename chain_t>
struct carry_chain : public ::testing::Test
{
    template <unsigned words>
    void check()
    {
        auto generator = reference::make_generator();
        // Long chains of carries are rare in random numbers: full and empty words make them.
        auto const random_word = [&]() -> std::uint64_t
        {
            switch (generator() % 4)
            {
            case 0:
                return ~std::uint64_t{0};
            case 1:
                return 0;
            case 2:
                return 1;
            default:
                return generator();
            }
        };

        std::uint64_t in = generator();
        std::uint64_t out = generator();
        for (int i = 0; i < 10000; ++i)
        {
            std::uint64_t sum[words];
            std::uint64_t addend[words];
            for (unsigned word = 0; word < words; ++word)
            {
                sum[word] = random_word();
                addend[word] = random_word();
            }
            std::uint64_t expected_sum[words];
            std::copy(sum, sum + words, expected_sum);
            std::uint64_t expected_in = in;
            std::uint64_t expected_out = out;

            chain_t::add(sum, addend, in, out);
            add_bits<words>(expected_sum, addend, expected_in, expected_out);

            for (unsigned word = 0; word < words; ++word)
                ASSERT_EQ(sum[word], expected_sum[word]);
            ASSERT_EQ(in, expected_in);
            ASSERT_EQ(out, expected_out);
            if (i % 64 == 0)
                in = generator();
        }
    }
};

using chains = ::testing::Types<seqan3_gpulcs::cpu::portable_carry_chain, seqan3_gpulcs::cpu::carry_chain>;

} // namespace

TYPED_TEST_SUITE(carry_chain, chains, );

// The compiler sees here that an operand and the carries are equal; still they must not share a register.
TYPED_TEST(carry_chain, equal_operands)
{
    std::uint64_t volatile source = 5;
    std::uint64_t const value = source;
    std::uint64_t sum[1]{0};
    std::uint64_t addend[1]{value};
    std::uint64_t in = value;
    std::uint64_t out = 0;
    TypeParam::add(sum, addend, in, out);
    EXPECT_EQ(sum[0], 5u);
}

TYPED_TEST(carry_chain, adds_as_bit_by_bit)
{
    this->template check<1>();
    this->template check<2>();
    this->template check<3>();
    this->template check<4>();
}
