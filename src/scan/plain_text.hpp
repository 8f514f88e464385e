// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A text in which each letter has one class.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/packing/code_span.hpp"
#include "src/runtime/task_control.hpp"
#include "src/scan/background_text.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief The letters of a word of classes that have several of them, if letters are sets.
 * \param word Four bits for each letter.
 * \returns The lowest bit of each of these letters.
 */
constexpr std::uint64_t ambiguous_letters(std::uint64_t const word) noexcept
{
    constexpr std::uint64_t first_bits{0x1111'1111'1111'1111};
    std::uint64_t const a = word & first_bits;
    std::uint64_t const c = word >> 1 & first_bits;
    std::uint64_t const g = word >> 2 & first_bits;
    std::uint64_t const t = word >> 3 & first_bits;
    return (a & c) | (g & t) | ((a | c) & (g | t));
}

/*!\brief A text by the first class of each letter, and the letters that have several: those that are sets of bases.
 *
 * Thread safety: concurrent reads are safe.
 */
class plain_text
{
public:
    /*!\brief Reads a text, which must outlive the object.
     * \param text    The text. Only sets are copied.
     * \param control Checked now and then.
     * \param threads The threads that share the work.
     * \throws std::bad_alloc and what the control throws.
     *
     * Linear in the words of a text of sets.
     */
    plain_text(background_text const & text, runtime::task_control & control, unsigned threads);

    //!\brief The classes are in its words.
    plain_text(plain_text const &) = delete;

    //!\brief The class of each letter, two bits each.
    packing::code_span classes() const noexcept
    {
        return classes_;
    }

    //!\brief The letters from `begin` up to `end` that have several classes, ascending. Logarithmic.
    std::span<std::uint64_t const> ambiguous(std::uint64_t begin, std::uint64_t end) const noexcept;

private:
    std::vector<std::uint64_t> words_{};
    std::vector<std::uint64_t> ambiguous_{};
    packing::code_span classes_{};
};

} // namespace seqan3_gpulcs::scan
