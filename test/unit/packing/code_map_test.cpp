// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <vector>

#include <reference/random_sequence.hpp>

#include "src/packing/code_map.hpp"

using namespace seqan3_gpulcs;

// All widths, numbers of codes, and numbers of words that fill vectors or do not, code by code.
TEST(code_map, codes)
{
    auto generator = reference::make_generator();
    for (unsigned const bits : {2u, 4u, 8u})
        for (bool const is_reversed : {false, true})
            for (std::size_t size = 0; size < 35; ++size)
            {
                std::uint64_t const mask = (1u << bits) - 1;
                std::vector<std::uint8_t> codes(1 + reference::random_size(generator, mask));
                for (std::uint8_t & code : codes)
                    code = static_cast<std::uint8_t>(generator() & mask);
                std::vector<std::uint64_t> words(size);
                std::vector<std::uint64_t> expected(size);
                for (std::size_t i = 0; i < size; ++i)
                {
                    words[i] = generator();
                    for (unsigned shift = 0; shift < 64; shift += bits)
                    {
                        std::uint64_t const code = words[i] >> shift & mask;
                        std::uint64_t const image = code < codes.size() ? codes[code] : 0;
                        expected[i] |= image << (is_reversed ? 64 - bits - shift : shift);
                    }
                }
                std::vector<std::uint64_t> mapped(size);
                packing::code_map{bits, codes, is_reversed}.apply(words, mapped.data());
                ASSERT_EQ(mapped, expected) << bits << " bits, " << size << " words";
            }
}
