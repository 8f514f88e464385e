// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The innermost loop without vectors: one strip of rows along some columns.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/cpu/recurrence/carry_chain.hpp"
#include "src/cpu/recurrence/recurrence.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The words of rows in a strip; the last strip may have fewer.
inline constexpr unsigned strip_words{4};

//!\brief Calls a function with 0, 1, ..., count - 1 as constants, so that arrays stay in registers.
template <unsigned count, typename function_t>
inline void unrolled(function_t && function) noexcept
{
    [&]<unsigned... i>(std::integer_sequence<unsigned, i...>)
    {
        (function(std::integral_constant<unsigned, i>{}), ...);
    }
    (std::make_integer_sequence<unsigned, count>{});
}

//!\brief The carries of a strip, for up to 64 columns.
template <unsigned carry_words>
struct strip_carries
{
    std::uint64_t
        in[carry_words]{}; //!< From the row above it: that of the next column is the top bit, and is shifted out.
    std::uint64_t out[carry_words]{}; //!< The carries from the last row: that of the last column is the lowest bit.
    unsigned last_row{63};            //!< The last row of the last word.
};

//!\brief The data that the kernel reads and writes for some columns of a strip.
struct strip_segment
{
    std::uint64_t * vertical{};        //!< [word][state word]: the strip's rows; in: left of the columns, out: right.
    std::uint64_t const * match{};     //!< [code][word]: the rows with that letter.
    std::uint64_t const * codes{};     //!< The packed codes of the columns.
    std::uint64_t * horizontal{};      //!< [64 columns][carry word]: in: above the strip, out: below.
    std::uint64_t columns{};           //!< The number of columns.
    unsigned last_row{63};             //!< The last row of the last word.
    std::uint64_t * kept{};            //!< [word][kept word]: where what is kept of each column goes.
    std::uint64_t kept_column_words{}; //!< The distance of two columns in `kept`.
};

/*!\brief Runs a strip of rows along some columns.
 * \tparam recurrence_t The recurrence.
 * \tparam words        The number of words of the strip.
 * \tparam bits         The width of a code.
 * \tparam keep_columns Whether to keep every column.
 * \tparam chain_t      The way to add words.
 */
template <recurrence recurrence_t, unsigned words, unsigned bits, bool keep_columns, typename chain_t = carry_chain>
void run_strip(strip_segment const & segment) noexcept
{
    constexpr unsigned state_words = recurrence_t::state_words;
    constexpr unsigned carry_words = recurrence_t::carry_words;
    constexpr unsigned kept_words = recurrence_t::kept_words;

    std::uint64_t state[words][state_words];
    unrolled<words * state_words>(
        [&](auto const i)
        {
            state[i / state_words][i % state_words] = segment.vertical[i];
        });

    std::uint64_t const * packed = segment.codes;
    std::uint64_t * kept = segment.kept;

    for (std::uint64_t first = 0; first < segment.columns; first += 64)
    {
        strip_carries<carry_words> carries{};
        carries.last_row = segment.last_row;
        for (unsigned i = 0; i < carry_words; ++i)
            carries.in[i] = segment.horizontal[first / 64 * carry_words + i];

        auto const count = static_cast<unsigned>(std::min<std::uint64_t>(64, segment.columns - first));
        for (unsigned done = 0; done < count; done += 64 / bits)
        {
            std::uint64_t codes = *packed++;
            // Unrolled, or the compiler's options decide which of too few registers are spilled: a fifth of the speed.
#pragma GCC unroll 8
            for (unsigned remaining = std::min(count - done, 64 / bits); remaining != 0; --remaining)
            {
                std::uint64_t const * const match = segment.match + (codes & ((1u << bits) - 1u)) * words;
                codes >>= bits;
                std::uint64_t column[words][kept_words];
                recurrence_t::template step<words, chain_t>(state, match, carries, column);

                if constexpr (keep_columns)
                {
                    unrolled<words * kept_words>(
                        [&](auto const i)
                        {
                            kept[i] = column[i / kept_words][i % kept_words];
                        });
                    kept += segment.kept_column_words;
                }
            }
        }

        for (unsigned i = 0; i < carry_words; ++i)
            segment.horizontal[first / 64 * carry_words + i] = carries.out[i] << (64 - count);
    }

    unrolled<words * state_words>(
        [&](auto const i)
        {
            segment.vertical[i] = state[i / state_words][i % state_words];
        });
}

} // namespace seqan3_gpulcs::cpu
