// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the rows of a pair tell a lane kernel: which bits of a word match the letter of a column.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "device_code.cuh"
#include "lane_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Puts bits that lie `bits` apart side by side.
 * \param word The bits 0, `bits`, 2 * `bits` ... of it.
 */
template <unsigned bits>
__device__ __forceinline__ std::uint32_t gather_bits(std::uint64_t word)
{
    // So many ones, then as many zeros as are needed to begin again after `bits` times as many bits.
    auto const groups_of = [](unsigned const ones)
    {
        std::uint64_t mask = 0;
        for (unsigned begin = 0; begin < 64; begin += ones * bits)
            mask |= (~std::uint64_t{0} >> (64 - ones)) << begin;
        return mask;
    };
    word &= groups_of(1);
#pragma unroll
    for (unsigned ones = 1; ones < 64 / bits; ones *= 2)
        word = (word | word >> (ones * (bits - 1))) & groups_of(2 * ones);
    return static_cast<std::uint32_t>(word);
}

/*!\brief Takes the codes of 32 letters apart.
 * \param codes  The words that hold them.
 * \param planes Bit i of word p becomes bit p of code i.
 */
template <unsigned bits>
__device__ __forceinline__ void split_codes(std::uint64_t const * const codes, std::uint32_t (&planes)[bits])
{
    constexpr unsigned codes_per_word = 64 / bits;
#pragma unroll
    for (unsigned plane = 0; plane < bits; ++plane)
    {
        planes[plane] = 0;
#pragma unroll
        for (unsigned i = 0; i < bits / 2; ++i)
            planes[plane] |= gather_bits<bits>(codes[i] >> plane) << (i * codes_per_word % 32);
    }
}

//!\brief The rows of one query for all lanes: match words in shared memory, for each of four letters.
template <unsigned words>
class query_rows
{
public:
    static constexpr unsigned bits{2};

    //!\brief The bytes of shared memory that a strip takes.
    static constexpr unsigned strip_bytes{words * 4 * 4};

    /*!\brief Builds the match words of all strips. All lanes of the warp must call.
     * \param match     Shared memory of the warp.
     * \param arguments There is at least one pair.
     * \param lane      The calling lane.
     */
    __device__ __forceinline__ query_rows(std::byte * const match,
                                          lane_arguments const & arguments,
                                          unsigned const lane) :
        match_{address_of(match)}
    {
        lane_pair const & pair = arguments.pairs[0];
        for (unsigned word = lane; word < arguments.most_strips * words; word += warp_threads)
        {
            std::uint32_t planes[bits]{};
            if (std::uint64_t{word} * 32 < pair.rows)
                split_codes<bits>(arguments.codes + pair.rows_at + word, planes);

            std::byte * const strip = match + word / words * strip_bytes;
            for (unsigned letter = 0; letter < 4; ++letter)
                *reinterpret_cast<std::uint32_t *>(strip + offset_of(letter, word % words)) =
                    ~(planes[0] ^ (letter & 1 ? ~0u : 0)) & ~(planes[1] ^ (letter & 2 ? ~0u : 0));
        }
        __syncwarp();
    }

    __device__ __forceinline__ void start_strip(lane_arguments const &, lane_pair const &, unsigned const strip)
    {
        strip_ = match_ + strip * strip_bytes;
    }

    /*!\brief Must come before matching().
     * \param codes    Some codes of the text.
     * \param position Which of them is that of the column, from the lowest one on.
     */
    __device__ __forceinline__ void start_column(std::uint64_t const codes, unsigned const position)
    {
        unsigned const letter = static_cast<unsigned>(codes >> (position * bits)) & 3;
#pragma unroll
        for (unsigned i = 0; i + 4 <= words; i += 4)
            load_shared<4>(m_ + i, strip_ + letter * 16 + i * 16);
        if constexpr (in_twos != in_fours)
            load_shared<2>(m_ + in_fours, strip_ + letter * 8 + in_fours * 16);
        if constexpr (words != in_twos)
            load_shared<1>(m_ + in_twos, strip_ + letter * 4 + in_twos * 16);
    }

    __device__ __forceinline__ std::uint32_t matching(unsigned const i, std::uint32_t const word) const
    {
        return word & m_[i];
    }

private:
    static constexpr unsigned in_fours{words / 4 * 4};
    static constexpr unsigned in_twos{words / 2 * 2};

    // Four words of a letter lie side by side, then those of the next letter: so lanes at different letters read from
    // different banks.
    __device__ __forceinline__ static unsigned offset_of(unsigned const letter, unsigned const i)
    {
        if (i == in_twos)
            return in_twos * 16 + letter * 4;
        if (i / 4 == words / 4)
            return in_fours * 16 + letter * 8 + i % 2 * 4;
        return i / 4 * 64 + letter * 16 + i % 4 * 4;
    }

    shared_address match_;
    shared_address strip_{};
    std::uint32_t m_[words];
};

//!\brief The rows of each lane's own pair: their codes in registers.
template <unsigned words, unsigned code_bits>
class pair_rows
{
public:
    static constexpr unsigned bits{code_bits};
    static constexpr unsigned strip_bytes{0};

    __device__ __forceinline__ pair_rows(std::byte *, lane_arguments const &, unsigned)
    {}

    __device__ __forceinline__ void
    start_strip(lane_arguments const & arguments, lane_pair const & pair, unsigned const strip)
    {
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
            // What lies behind the rows has no influence on them.
            std::uint64_t const word = strip * words + i;
            std::uint32_t of_word[bits]{};
            if (word * 32 < pair.rows)
                split_codes<bits>(arguments.codes + pair.rows_at + word * (bits / 2), of_word);
#pragma unroll
            for (unsigned plane = 0; plane < bits; ++plane)
                rows_[plane][i] = of_word[plane];
        }
    }

    //!\copydoc query_rows::start_column
    __device__ __forceinline__ void start_column(std::uint64_t const codes, unsigned const position)
    {
#pragma unroll
        for (unsigned plane = 0; plane < bits; ++plane)
        {
            unsigned const bit = position * bits + plane;
            auto const half = static_cast<std::uint32_t>(codes >> (bit / 32 * 32));
            column_[plane] = static_cast<std::uint32_t>(static_cast<std::int32_t>(half << (31 - bit % 32)) >> 31);
        }
    }

    __device__ __forceinline__ std::uint32_t matching(unsigned const i, std::uint32_t word) const
    {
#pragma unroll
        for (unsigned plane = 0; plane < bits; ++plane)
            word &= ~(rows_[plane][i] ^ column_[plane]);
        return word;
    }

private:
    std::uint32_t rows_[bits][words];
    std::uint32_t column_[bits];
};

} // namespace seqan3_gpulcs::cuda
