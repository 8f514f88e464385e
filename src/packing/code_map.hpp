// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Other codes for the packed ones, words of them at a time.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace seqan3_gpulcs::packing
{

/*!\brief Maps the codes in words; their width stays.
 *
 * Thread safety: concurrent calls are safe.
 */
class code_map
{
public:
    /*!\brief Makes the tables.
     * \param bits        The width of a code: 2, 4 or 8.
     * \param codes       The new code for each one; none is wider. Missing codes become 0.
     * \param is_reversed Whether the order of the codes in a word is reversed, too.
     */
    code_map(unsigned bits, std::span<std::uint8_t const> codes, bool is_reversed) noexcept;

    //!\brief Maps words, each by itself. There must be room for all of them. Linear.
    void apply(std::span<std::uint64_t const> words, std::uint64_t * mapped) const noexcept;

    //!\brief The tables that vectors look up: bits of each half of a byte, where they belong, and then the order of bytes.
    struct half_tables
    {
        alignas(16) std::array<std::uint8_t, 16> low{};
        alignas(16) std::array<std::uint8_t, 16> high{};
        alignas(16) std::array<std::uint8_t, 16> order{};
    };

private:
    std::uint64_t map(std::uint64_t word) const noexcept;

    std::array<std::uint8_t, 256> bytes_{};
    half_tables halves_{};
    bool has_halves_{}; // Whether no code is wider than half a byte.
    bool is_reversed_{};
};

} // namespace seqan3_gpulcs::packing
