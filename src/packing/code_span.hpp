// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Letters as packed codes, and how to read them.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace seqan3_gpulcs::packing
{

/*!\brief A part of a sequence of packed codes; see seqan3_gpulcs::packing::packed_sequence_view for the order of bits.
 *
 * Unlike that view it may begin at any letter, and it has no list of letters: all texts of a search share their codes.
 *
 * Thread safety: concurrent reads are safe.
 */
class code_span
{
public:
    //!\brief Has no letters.
    constexpr code_span() noexcept = default;

    /*!\brief A view of codes.
     * \param words The words of the sequence.
     * \param begin The first code of the part.
     * \param size  The number of codes in it.
     * \param bits  The bits of a code: 2, 4 or 8.
     */
    constexpr code_span(std::uint64_t const * const words,
                        std::uint64_t const begin,
                        std::uint64_t const size,
                        unsigned const bits) noexcept :
        words_{words},
        begin_{begin},
        size_{size},
        bits_{bits}
    {}

    //!\brief The number of letters.
    constexpr std::uint64_t size() const noexcept
    {
        return size_;
    }

    //!\brief Whether there are no letters.
    constexpr bool empty() const noexcept
    {
        return size_ == 0;
    }

    //!\brief The bits of a code.
    constexpr unsigned bits() const noexcept
    {
        return bits_;
    }

    //!\brief The words of the whole sequence.
    constexpr std::uint64_t const * words() const noexcept
    {
        return words_;
    }

    //!\brief The position of the first letter in the whole sequence.
    constexpr std::uint64_t begin() const noexcept
    {
        return begin_;
    }

    //!\brief Returns an interval of the letters.
    constexpr code_span subspan(std::uint64_t const begin, std::uint64_t const size) const noexcept
    {
        return {words_, begin_ + begin, size, bits_};
    }

    //!\brief The letters from one on.
    constexpr code_span subspan(std::uint64_t const begin) const noexcept
    {
        return subspan(begin, size_ - begin);
    }

    //!\brief Writes the codes, a byte each. There must be room for all of them. Linear.
    void copy_to(std::span<std::uint8_t> codes) const noexcept;

private:
    std::uint64_t const * words_{};
    std::uint64_t begin_{};
    std::uint64_t size_{};
    unsigned bits_{2};
};

} // namespace seqan3_gpulcs::packing
