// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Three ways for a lane to know which rows of a pair match the letter of a column.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/recurrence/match_vectors.cuh"
#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief Moves every `bits`-th bit together.
 * \param word The bits 0, `bits`, 2 * `bits` ... of it are taken.
 */
template <unsigned bits>
__device__ __forceinline__ std::uint32_t gather_bits(std::uint64_t word)
{
    // A pattern with a period of ones * bits, which begins with that number of ones.
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

/*!\brief Transposes the codes of 32 letters into planes.
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

//!\brief The rows of a pair, for seqan3_gpulcs::cuda::build_match_word.
struct lane_row_letters
{
    __device__ __forceinline__ lane_row_letters(lane_arguments const & arguments, lane_row_codes const & rows) :
        codes{arguments.codes + rows.at},
        text_code{reinterpret_cast<std::uint8_t const *>(arguments.tables + rows.text_code_at)},
        size{rows.size},
        bits{rows.bits},
        letters{rows.letters}
    {}

    std::uint64_t const * codes;
    std::uint8_t const * text_code;
    unsigned size;
    unsigned bits;
    unsigned letters;
};

//!\brief The rows of a pair with codes of 8 bits; also used for a lane without a pair.
struct lane_row_bytes : lane_row_letters
{
    using lane_row_letters::lane_row_letters;
    static constexpr unsigned bits{8};
};

//!\brief The rows of one query for all lanes of a block: match vectors in shared memory, for each letter of the columns.
template <unsigned word_count, unsigned code_bits>
class query_rows
{
public:
    static constexpr lane_rows kind{lane_rows::one_query};
    static constexpr unsigned words{word_count};
    static constexpr unsigned bits{code_bits};

    //!\brief Prepares for the first query. `match` is shared memory of the block.
    __device__ __forceinline__ query_rows(std::byte * const match, lane_arguments const & arguments) :
        match_{address_of(match)},
        strip_bytes_{arguments.letters * row_bytes}
    {}

    /*!\brief Builds the match vectors of all strips of a query. All threads of the block must call.
     * \param match     The shared memory that the constructor was given.
     * \param arguments The arguments of the kernel.
     * \param query     The query.
     */
    __device__ __forceinline__ void
    start_query(std::byte * const match, lane_arguments const & arguments, lane_row_codes const & query)
    {
        lane_row_letters const rows{arguments, query};
        unsigned const strips = (query.size + (words * 32 - 1)) / (words * 32);
        // Other warps may still compare the query before.
        __syncthreads();
        for (unsigned word = threadIdx.x; word < strips * words; word += blockDim.x)
            build_match_word<row_bytes>(match + word / words * strip_bytes_ + word % words * 4,
                                        rows,
                                        std::uint64_t{word} * 32,
                                        arguments.letters);
        __syncthreads();
    }

    __device__ __forceinline__ void start_strip(lane_arguments const &, lane_row_codes const &, unsigned const strip)
    {
        strip_ = match_ + strip * strip_bytes_;
    }

    /*!\brief Must come before matching().
     * \param codes    A word of codes of the text, the first one lowest.
     * \param position The position of the code of the column in this word.
     */
    __device__ __forceinline__ void start_column(std::uint64_t const codes, unsigned const position)
    {
        unsigned const letter = static_cast<unsigned>(codes >> (position * bits)) & ((1u << bits) - 1);
        shared_address const row = strip_ + letter * row_bytes;
#pragma unroll
        for (unsigned i = 0; i + 4 <= words; i += 4)
            load_shared<4>(m_ + i, row + i * 4);
        if constexpr (in_twos != in_fours)
            load_shared<2>(m_ + in_fours, row + in_fours * 4);
        if constexpr (words != in_twos)
            load_shared<1>(m_ + in_twos, row + in_twos * 4);
    }

    __device__ __forceinline__ std::uint32_t matching(unsigned const i, std::uint32_t const word) const
    {
        return word & m_[i];
    }

private:
    static constexpr unsigned row_bytes{query_row_bytes(words)};
    static constexpr unsigned in_fours{words / 4 * 4};
    static constexpr unsigned in_twos{words / 2 * 2};

    shared_address match_;
    unsigned strip_bytes_;
    shared_address strip_{};
    std::uint32_t m_[words];
};

//!\brief Rows of its own for each lane: match vectors in shared memory, for each letter of the columns.
template <unsigned word_count, unsigned code_bits>
class match_rows
{
public:
    static constexpr lane_rows kind{lane_rows::matches};
    static constexpr unsigned words{word_count};
    static constexpr unsigned bits{code_bits};

    //!\brief `match` is shared memory of the block.
    __device__ __forceinline__ match_rows(std::byte * const match, lane_arguments const & arguments) :
        lane_{threadIdx.x % warp_threads},
        match_{match + threadIdx.x / warp_threads * (arguments.letters * row_bytes)},
        addresses_{first_match_addresses<words>(match_, lane_)}
    {}

    __device__ __forceinline__ void
    start_strip(lane_arguments const & arguments, lane_row_codes const & codes, unsigned const strip)
    {
        lane_row_bytes const rows{arguments, codes};
        // The barrier is for the compiler, like those of seqan3_gpulcs::cuda::build_match_vectors().
        __syncwarp();
#pragma unroll 1
        for (unsigned i = 0; i < words; ++i)
        {
            std::byte * const word = match_ + match_word_offset<words>(lane_, i);
            unsigned const first_row = (strip * words + i) * 32;
            if (codes.bits == 2)
                build_from_planes<2>(word, rows, first_row, arguments.letters);
            else if (codes.bits == 4)
                build_from_planes<4>(word, rows, first_row, arguments.letters);
            else
                build_match_word<row_bytes>(word, rows, first_row, arguments.letters);
        }
        __syncwarp();
    }

    //!\copydoc query_rows::start_column
    __device__ __forceinline__ void start_column(std::uint64_t const codes, unsigned const position)
    {
        constexpr unsigned codes_per_half = 32 / bits;
        auto const half = static_cast<std::uint32_t>(codes >> (position / codes_per_half * 32));
        load_match_words<words, bits>(m_, addresses_, half, position % codes_per_half);
    }

    //!\copydoc query_rows::matching
    __device__ __forceinline__ std::uint32_t matching(unsigned const i, std::uint32_t const word) const
    {
        return word & m_[i];
    }

private:
    static constexpr unsigned row_bytes{match_row_bytes<words>};

    // Does what build_match_word() does, but faster: row by row, it would take longer than the columns of a short pair.
    template <unsigned row_bits>
    __device__ __forceinline__ static void build_from_planes(std::byte * const word,
                                                             lane_row_letters const & rows,
                                                             unsigned const first_row,
                                                             unsigned const letters)
    {
        for (unsigned letter = 0; letter < letters; ++letter)
            *reinterpret_cast<std::uint32_t *>(word + letter * row_bytes) = 0;
        if (first_row >= rows.size)
            return;

        // Bits after the last row do not change the rows above them.
        std::uint32_t planes[row_bits];
        split_codes<row_bits>(rows.codes + first_row / (64 / row_bits), planes);
#pragma unroll
        for (unsigned code = 0; code < 1u << row_bits; ++code)
        {
            if (code >= rows.letters)
                break;
            std::uint32_t match = ~0u;
#pragma unroll
            for (unsigned plane = 0; plane < row_bits; ++plane)
                match &= code >> plane & 1 ? planes[plane] : ~planes[plane];
            unsigned const letter = rows.text_code[code];
            if (letter < letters)
                *reinterpret_cast<std::uint32_t *>(word + letter * row_bytes) = match;
        }
    }

    unsigned lane_;
    std::byte * match_;
    match_addresses addresses_;
    std::uint32_t m_[words];
};

//!\brief Rows of its own for each lane: their codes in registers.
template <unsigned word_count, unsigned code_bits>
class plane_rows
{
public:
    static constexpr lane_rows kind{lane_rows::planes};
    static constexpr unsigned words{word_count};
    static constexpr unsigned bits{code_bits};

    __device__ __forceinline__ plane_rows(std::byte *, lane_arguments const &)
    {}

    __device__ __forceinline__ void
    start_strip(lane_arguments const & arguments, lane_row_codes const & codes, unsigned const strip)
    {
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
            // Bits after the last row do not change the rows above them.
            std::uint64_t const word = strip * words + i;
            std::uint32_t of_word[bits]{};
            if (word * 32 < codes.size)
                split_codes<bits>(arguments.codes + codes.at + word * (bits / 2), of_word);
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
