// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>

#include <seqan3_gpulcs/lcs/compute.hpp>

using namespace seqan3_gpulcs;

namespace
{

// More letters than 32 bits can count, all A but for a few C.
constexpr std::uint64_t many{(std::uint64_t{1} << 32) + 300};

packing::packed_sequence pack_many(std::vector<std::uint64_t> const & positions_of_c)
{
    std::vector<std::uint8_t> const both{0, 1};
    packing::letter_set set{};
    set.add(both);
    packing::sequence_packer packer{set, many};

    std::vector<std::uint8_t> piece(1 << 20);
    for (std::uint64_t begin = 0; begin < many; begin += piece.size())
    {
        std::uint64_t const size = std::min<std::uint64_t>(piece.size(), many - begin);
        std::ranges::fill(piece, std::uint8_t{0});
        for (std::uint64_t const position : positions_of_c)
            if (position >= begin && position < begin + size)
                piece[position - begin] = 1;
        packer.append({piece.data(), size});
    }
    return packer.finish();
}

bool is_instrumented()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    return false;
#endif
}

} // namespace

TEST(large, sequences_past_32_bits)
{
    if (is_instrumented())
        GTEST_SKIP() << "Four billion letters take too long with a sanitizer.";

    auto const long_sequence = pack_many({5, 1ull << 32, many - 1});
    std::vector<std::uint8_t> const letters{1, 1, 1, 1};
    auto const short_sequence = packing::pack(letters);

    EXPECT_EQ(lcs::length(long_sequence, short_sequence, {.threads = 2}), 3u);
    EXPECT_EQ(lcs::length(short_sequence, long_sequence, {.threads = 2}), 3u);

    // The runs hold counts past 32 bits, and say where the three letters are.
    std::vector<lcs::run> const expected{{lcs::operation::first_only, 5},
                                         {lcs::operation::match, 1},
                                         {lcs::operation::first_only, (1ull << 32) - 6},
                                         {lcs::operation::match, 1},
                                         {lcs::operation::first_only, many - 2 - (1ull << 32)},
                                         {lcs::operation::match, 1}};
    std::vector<std::uint8_t> const three{1, 1, 1};
    auto const short_and_full = packing::pack(three);
    EXPECT_EQ(lcs::subsequence(long_sequence, short_and_full, {.memory_limit = 1ull << 31}), expected);
}
