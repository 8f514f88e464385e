// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The innermost loop: one strip of rows along some columns.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/cpu/recurrence/carry_chain.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The number of words of a strip that is not the last one.
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

//!\brief Some columns of a strip: what the kernel reads and writes.
struct strip_segment
{
    std::uint64_t * vertical{};        //!< The vertical increments of the strip's rows; a zero is an increment.
    std::uint64_t const * match{};     //!< For each code the rows with that letter.
    std::uint64_t const * codes{};     //!< The packed codes of the columns.
    std::uint64_t * horizontal{};      //!< In: above the strip, out: below; a one is an increment; first column on top.
    std::uint64_t columns{};           //!< The number of columns.
    std::uint64_t * kept{};            //!< Where the vertical increments of each column go, if they are kept.
    std::uint64_t kept_column_words{}; //!< The distance of two columns in `kept`.
};

/*!\brief Runs a strip of rows along some columns.
 * \tparam words        The number of words of the strip.
 * \tparam bits         The width of a code.
 * \tparam keep_columns Whether to keep the vertical increments of every column.
 * \tparam chain_t      How to add.
 *
 * One column, after Crochemore et al. 2001: `u = V & M; V = (V + u) | (V & ~M)`. A strip takes its carries from the
 * strip above: the carry into a row is the horizontal increment of the row above it (Hyyro 2004).
 */
template <unsigned words, unsigned bits, bool keep_columns, typename chain_t = carry_chain>
void run_strip(strip_segment const & segment) noexcept
{
    std::uint64_t v[words];
    unrolled<words>(
        [&](auto const i)
        {
            v[i] = segment.vertical[i];
        });

    std::uint64_t const * packed = segment.codes;
    std::uint64_t * kept = segment.kept;

    for (std::uint64_t first = 0; first < segment.columns; first += 64)
    {
        std::uint64_t carries_in = segment.horizontal[first / 64];
        std::uint64_t carries_out = 0;

        auto const count = static_cast<unsigned>(std::min<std::uint64_t>(64, segment.columns - first));
        for (unsigned done = 0; done < count; done += 64 / bits)
        {
            std::uint64_t codes = *packed++;
            // Unrolled, or the compiler's options decide which of too few registers are spilled: a fifth of the speed.
#pragma GCC unroll 8
            for (unsigned left = std::min(count - done, 64 / bits); left != 0; --left)
            {
                std::uint64_t const * const match = segment.match + (codes & ((1u << bits) - 1u)) * words;
                codes >>= bits;

                std::uint64_t u[words];
                std::uint64_t sum[words];
                unrolled<words>(
                    [&](auto const i)
                    {
                        u[i] = v[i] & match[i];
                        sum[i] = v[i];
                    });

                chain_t::template add<words>(sum, u, carries_in, carries_out);
                unrolled<words>(
                    [&](auto const i)
                    {
                        v[i] = sum[i] | (v[i] ^ u[i]);
                    });

                if constexpr (keep_columns)
                {
                    unrolled<words>(
                        [&](auto const i)
                        {
                            kept[i] = v[i];
                        });
                    kept += segment.kept_column_words;
                }
            }
        }

        segment.horizontal[first / 64] = carries_out << (64 - count);
    }

    unrolled<words>(
        [&](auto const i)
        {
            segment.vertical[i] = v[i];
        });
}

} // namespace seqan3_gpulcs::cpu
