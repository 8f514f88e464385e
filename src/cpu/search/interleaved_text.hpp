// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A text laid out for vectors: each lane reads a stretch of its own.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The number of stretches into which a text is cut, on any machine.
inline constexpr unsigned text_stretches{64};

//!\brief The bits of a code, which has several letters of a text, the first one lowest.
inline constexpr unsigned code_bits{16};

//!\brief The classes of letters that a search tells apart.
inline constexpr unsigned letter_classes{4};

//!\brief The bit of a letter's number that says that it may be of several classes: it is taken to match all letters.
inline constexpr unsigned any_letter_class{4};

/*!\brief A text of classes of letters, cut into stretches of the same size that are interleaved in memory.
 *
 * A letter has two bits, the number of its class; or four, if some letters may be of several classes. Code i of stretch s
 * is element `i * text_stretches + s`. A lane at the end of its stretch continues in the next one by reading one element
 * further right.
 *
 * Thread safety: concurrent reads are safe.
 */
class interleaved_text
{
public:
    /*!\brief Cuts a text.
     * \param classes    The classes of its letters, the first one lowest in the first word.
     * \param size       The number of letters.
     * \param class_bits 2 if they are numbers, or 4 if they are sets, with a bit for each class; no set is empty.
     * \param control    Stop.
     * \param threads    The threads that share the work.
     * \throws std::bad_alloc and what `control` throws.
     *
     * Linear; two or four bits a letter.
     */
    interleaved_text(std::span<std::uint64_t const> classes,
                     std::uint64_t size,
                     unsigned class_bits,
                     runtime::task_control & control,
                     unsigned threads);

    //!\brief The letters of the text.
    std::uint64_t size() const noexcept
    {
        return size_;
    }

    //!\brief The bits of a letter: 2 or 4.
    unsigned class_bits() const noexcept
    {
        return class_bits_;
    }

    //!\brief The letters of a code.
    unsigned letters_per_code() const noexcept
    {
        return code_bits / class_bits_;
    }

    //!\brief The number of codes in a stretch; letters past the end of the text are of class 0.
    std::uint64_t stretch_codes() const noexcept
    {
        return stretch_codes_;
    }

    //!\brief The codes, followed by padding that may be read.
    std::uint16_t const * codes() const noexcept
    {
        return codes_.data();
    }

    //!\brief The number of codes that may be read.
    std::uint64_t readable_codes() const noexcept
    {
        return codes_.size();
    }

private:
    void add_codes(std::span<std::uint64_t const> classes, std::uint64_t first, std::uint64_t last) noexcept;

    std::uint64_t size_{};
    unsigned class_bits_{};
    std::uint64_t stretch_codes_{};
    std::vector<std::uint16_t> codes_{};
};

} // namespace seqan3_gpulcs::cpu
