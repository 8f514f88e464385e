// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The match vectors of a strip of rows, in the shared memory of the warp that holds it.
 *
 * Each letter of the text has a row of words, one bit for each row of the strip. A lane reads the words of its own rows in vectors of four,
 * then two, then one, and those of all lanes lie side by side; so a warp reads without bank conflicts, no matter which letters its lanes
 * need.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/recurrence/row_letters.hpp"
#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

//!\brief The bytes of shared memory for one letter.
template <unsigned words>
inline constexpr unsigned match_row_bytes{words * warp_threads * 4};

//!\brief The words of a lane that are read in vectors of four, and those that are read in vectors of four or two.
template <unsigned words>
inline constexpr unsigned words_in_fours{words / 4 * 4};
template <unsigned words>
inline constexpr unsigned words_in_twos{words / 2 * 2};

//!\brief The offset in bytes of word `i` of a lane in the row of a letter.
template <unsigned words>
__host__ __device__ __forceinline__ unsigned match_word_offset(unsigned const lane, unsigned const i)
{
    if (i == words_in_twos<words>)
        return words_in_twos<words> * (4 * warp_threads) + lane * 4;
    if (i / 4 == words / 4)
        return words_in_fours<words> * (4 * warp_threads) + lane * 8 + i % 2 * 4;
    return i / 4 * (16 * warp_threads) + lane * 16 + i % 4 * 4;
}

//!\brief The addresses of a lane's match words of one letter: the first vector of four words, of two, and the last word.
struct match_addresses
{
    shared_address fours;
    shared_address twos;
    shared_address one;
};

//!\brief The addresses for the first letter.
template <unsigned words>
__device__ __forceinline__ match_addresses first_match_addresses(std::byte const * const match, unsigned const lane)
{
    return {address_of(match + match_word_offset<words>(lane, 0)),
            address_of(match + match_word_offset<words>(lane, words_in_fours<words>)),
            address_of(match + match_word_offset<words>(lane, words_in_twos<words>))};
}

/*!\brief Loads the match words of a lane for one letter.
 * \param m         The words.
 * \param first     The addresses for the first letter.
 * \param codes     The word with the code of the letter.
 * \param position  The position of the code in the word.
 */
template <unsigned words, unsigned bits>
__device__ __forceinline__ void load_match_words(std::uint32_t (&m)[words],
                                                 match_addresses const & first,
                                                 std::uint32_t const codes,
                                                 unsigned const position)
{
    constexpr unsigned in_fours = words_in_fours<words>;
    constexpr unsigned in_twos = words_in_twos<words>;
    constexpr unsigned row_bytes = match_row_bytes<words>;

    if constexpr (in_fours != 0)
    {
        shared_address const address = row_address<bits, row_bytes>(first.fours, codes, position);
#pragma unroll
        for (unsigned i = 0; i < in_fours; i += 4)
            load_shared<4>(m + i, address + i * (4 * warp_threads));
    }
    if constexpr (in_twos != in_fours)
        load_shared<2>(m + in_fours, row_address<bits, row_bytes>(first.twos, codes, position));
    if constexpr (words != in_twos)
        load_shared<1>(m + in_twos, row_address<bits, row_bytes>(first.one, codes, position));
}

/*!\brief Builds a word of the match vectors of all letters.
 * \tparam row_bytes The distance from a letter to the next one.
 * \param word      The word of the first letter.
 * \param rows      The rows: `codes`, `size`, `bits` and `text_code`, as seqan3_gpulcs::cuda::row_letters has them.
 * \param first_row The first of the 32 rows of the word; there may be fewer, or none.
 * \param letters   The number of letters.
 */
template <unsigned row_bytes, typename rows_t>
__device__ __forceinline__ void
build_match_word(std::byte * const word, rows_t const & rows, std::uint64_t const first_row, unsigned const letters)
{
    for (unsigned letter = 0; letter < letters; ++letter)
        *reinterpret_cast<std::uint32_t *>(word + letter * row_bytes) = 0;

    unsigned const codes_per_word = 64 / rows.bits;
    unsigned const code_mask = (1u << rows.bits) - 1;
    std::uint64_t codes = 0;
#pragma unroll 1
    for (unsigned bit = 0; bit < 32 && first_row + bit < rows.size; ++bit)
    {
        if (bit % codes_per_word == 0)
            codes = rows.codes[(first_row + bit) / codes_per_word];

        unsigned const letter = rows.text_code[static_cast<unsigned>(codes) & code_mask];
        if (letter < letters)
            *reinterpret_cast<std::uint32_t *>(word + letter * row_bytes) |= 1u << bit;
        codes >>= rows.bits;
    }
}

//!\brief Clears a word of the match vectors of all letters, but for the rows from `rows.begin` on.
template <unsigned row_bytes>
__device__ __forceinline__ void clear_first_rows(std::byte * const word,
                                                 row_letters const & rows,
                                                 std::uint64_t const first_row,
                                                 unsigned const letters)
{
    if (first_row >= rows.begin)
        return;
    std::uint32_t const kept =
        rows.begin - first_row < 32 ? ~std::uint32_t{0} << static_cast<unsigned>(rows.begin - first_row) : 0;
    for (unsigned letter = 0; letter < letters; ++letter)
        *reinterpret_cast<std::uint32_t *>(word + letter * row_bytes) &= kept;
}

/*!\brief Builds the match vectors of a strip.
 * \param match      Shared memory for `letters` rows.
 * \param rows       The sequence of the rows.
 * \param first_word The first word of the strip, counted from the first row of the sequence; 32 rows each.
 * \param letters    The number of letters of the text.
 * \param lane       The calling lane. All lanes of the warp must call.
 */
template <unsigned words>
__device__ void build_match_vectors(std::byte * const match,
                                    row_letters const & rows,
                                    std::uint64_t const first_word,
                                    unsigned const letters,
                                    unsigned const lane)
{
    // Each lane reads and writes its own words only. The barriers are for the compiler, which does not know that
    // load_shared() reads the words written here.
    __syncwarp();
#pragma unroll 1
    for (unsigned i = 0; i < words; ++i)
    {
        std::byte * const word = match + match_word_offset<words>(lane, i);
        std::uint64_t const first_row = (first_word + lane * words + i) * 32;
        build_match_word<match_row_bytes<words>>(word, rows, first_row, letters);
        clear_first_rows<match_row_bytes<words>>(word, rows, first_row, letters);
    }
    __syncwarp();
}

} // namespace seqan3_gpulcs::cuda
