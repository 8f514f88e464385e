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

//!\brief The letters of a text in a code of 16 bits, two bits each, the first one lowest.
inline constexpr unsigned letters_per_code{8};

//!\brief The classes of letters that a search tells apart.
inline constexpr unsigned letter_classes{4};

/*!\brief A text of classes of letters, cut into stretches of the same size that are interleaved in memory.
 *
 * Code i of stretch s is element `i * text_stretches + s`. A lane at the end of its stretch continues in the
 * next one by reading one element further right.
 *
 * Thread safety: concurrent reads are safe.
 */
class interleaved_text
{
public:
    /*!\brief Cuts a text.
     * \param classes The classes of its letters, 32 in each word, two bits each, the first one lowest.
     * \param size    The number of letters.
     * \param control Stop.
     * \param threads The threads that share the work.
     * \throws std::bad_alloc and what `control` throws.
     *
     * Linear; a quarter of a byte a letter.
     */
    interleaved_text(std::span<std::uint64_t const> classes,
                     std::uint64_t size,
                     runtime::task_control & control,
                     unsigned threads);

    //!\brief The letters of the text.
    std::uint64_t size() const noexcept
    {
        return size_;
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
    std::uint64_t stretch_codes_{};
    std::vector<std::uint16_t> codes_{};
};

} // namespace seqan3_gpulcs::cpu
