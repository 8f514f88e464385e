// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <bit>

#include <seqan3_gpulcs/pairwise/detail/shared_columns.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

namespace
{

// The bits of the first row.
constexpr std::uint64_t low_bits{0x5555'5555'5555'5555u};

// Both bits of a substitution, which are zero in a path, are set.
constexpr std::uint64_t with_substitutions(std::uint64_t const steps) noexcept
{
    return steps | (~(steps | steps >> 1) & low_bits) * 3;
}

} // namespace

/* Each alignment is made once, and mostly read from left to right. Two bit vectors of the SDSL with rank_support_v5, in about as much memory,
 * took 3.2 times as long to make for the 190 columns of a read, and 2.0 times for a million; a rank took half the time (one core of an EPYC, without
 * popcnt, as the library is compiled).
 */
shared_columns::shared_columns(std::span<std::uint64_t const> const path, std::uint64_t const columns)
{
    std::uint64_t const blocks = columns / letter_bits::columns_per_block + 1;
    std::uint64_t const counts = 2 * blocks + 1;
    std::uint64_t const size = counts + blocks * letter_bits::words_per_block;
    auto const memory = std::make_shared_for_overwrite<std::uint64_t[]>(size);
    std::uint64_t * const words = memory.get() + counts;
    std::fill(std::ranges::transform(path, words, with_substitutions).out, memory.get() + size, 0);
    if (columns % 32 != 0) // Bits after the last step are no substitutions.
        words[columns / 32] &= ~std::uint64_t{0} >> (64 - 2 * (columns % 32));
    words[-1] = columns;

    // The first columns are in the last block.
    std::array<std::uint64_t, 2> letters{};
    for (std::uint64_t block = blocks; block-- != 0;)
    {
        std::ranges::copy(letters, words - 3 - 2 * block);
        // The bits of a row in two words are counted at once.
        std::uint64_t const * const steps = words + block * letter_bits::words_per_block;
        for (unsigned i = 0; i < letter_bits::words_per_block; i += 2)
        {
            std::uint64_t const first = steps[i];
            std::uint64_t const second = steps[i + 1];
            letters[0] += static_cast<unsigned>(std::popcount((first & low_bits) | (second & low_bits) << 1));
            letters[1] += static_cast<unsigned>(std::popcount((first & ~low_bits) | (second & ~low_bits) >> 1));
        }
    }
    words_ = {memory, words};
}

} // namespace seqan3_gpulcs::pairwise::detail
