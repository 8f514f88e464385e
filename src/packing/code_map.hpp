// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Other codes for the packed ones, a byte of them at a time.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace seqan3_gpulcs::packing
{

/*!\brief Maps the codes in a word, whose width stays.
 *
 * Thread safety: concurrent calls are safe.
 */
class code_map
{
public:
    /*!\brief Makes the table.
     * \param bits        The width of a code: 2, 4 or 8.
     * \param codes       The new code for each one; none is wider. Those that are missing become 0.
     * \param is_reversed Whether the order of codes is reversed, too.
     */
    code_map(unsigned const bits, std::span<std::uint8_t const> const codes, bool const is_reversed) noexcept :
        is_reversed_{is_reversed}
    {
        for (unsigned byte = 0; byte < bytes_.size(); ++byte)
            for (unsigned shift = 0; shift < 8; shift += bits)
                if (std::size_t const code = byte >> shift & ((1u << bits) - 1); code < codes.size())
                    bytes_[byte] = static_cast<std::uint8_t>(bytes_[byte]
                                                             | codes[code] << (is_reversed ? 8 - bits - shift : shift));
    }

    //!\brief Maps a word. Constant time.
    std::uint64_t operator()(std::uint64_t const word) const noexcept
    {
        std::uint64_t mapped = 0;
        for (unsigned shift = 0; shift < 64; shift += 8)
            mapped = mapped << 8 | bytes_[word >> (is_reversed_ ? shift : 56 - shift) & 0xffu];
        return mapped;
    }

private:
    std::array<std::uint8_t, 256> bytes_{};
    bool is_reversed_{};
};

} // namespace seqan3_gpulcs::packing
