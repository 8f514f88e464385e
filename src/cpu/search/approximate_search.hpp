// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where a text is similar to a pattern: all lanes of vectors at once, each in a stretch of the text of its own.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The stretches into which a text is cut, whatever the vectors of the machine are.
inline constexpr unsigned filter_stretches{64};

//!\brief Letters of a text that stand side by side in a code of 16 bits, two bits each, the first one lowest.
inline constexpr unsigned filter_letters_per_code{8};

//!\brief The classes of letters that a filter tells apart.
inline constexpr unsigned filter_classes{4};

/*!\brief A text of classes of letters, cut into stretches of the same size that stand side by side in memory.
 *
 * Code i of stretch s is element `i * filter_stretches + s`. A lane that has come to the end of its stretch goes on in the
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
     * \param control Is asked now and then whether to go on.
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

    //!\brief The codes of a stretch; letters behind the end of the text are of class 0.
    std::uint64_t codes_of_stretch() const noexcept
    {
        return codes_of_stretch_;
    }

    //!\brief The codes; what may be read behind the last one is no letter.
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
    std::uint64_t codes_of_stretch_{};
    std::vector<std::uint16_t> codes_{};
};

//!\brief The words that a column of a pattern takes in each lane, which is what the time depends on.
struct filter_shape
{
    unsigned bits{};       //!< The bits of a word: 16, 32 or 64.
    std::uint64_t words{}; //!< The number of words; 1 unless they have 64 bits.
};

//!\brief The shape for a pattern of so many letters, at least one.
constexpr filter_shape shape_of_filter(std::uint64_t const pattern_size) noexcept
{
    return pattern_size <= 16 ? filter_shape{16, 1}
         : pattern_size <= 32 ? filter_shape{32, 1}
                              : filter_shape{64, (pattern_size + 63) / 64};
}

/*!\brief Finds the ends of all substrings of a text that are similar to a pattern.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class approximate_search
{
public:
    /*!\brief Finds them.
     * \param text        The text; no longer than 2^63 letters.
     * \param pattern     The classes of the pattern's letters; filter_classes for a letter that the text does not have.
     *                    At least `differences` letters.
     * \param differences An edit distance; at least 1.
     * \param control     Is asked now and then whether to go on.
     * \param use_ends    Is given what was found: the number of letters up to the end of each non-empty substring with an
     *                    edit distance less than that to the pattern. Ascending, at least one and at most some hundred
     *                    thousand at a time; those of several calls are in no order, and maybe the same. Returns whether
     *                    more are wanted.
     * \throws std::bad_alloc and what `control` and `use_ends` throw.
     *
     * The recurrence is that of Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic
     * programming", Journal of the ACM 46 (1999), in the form of Hyyro, "Explaining and extending the bit-parallel
     * approximate string matching algorithm of Myers" (2001). Each lane goes on into the next stretch for as many letters
     * as a match can have.
     */
    void find(interleaved_text const & text,
              std::span<std::uint8_t const> pattern,
              std::uint64_t differences,
              runtime::task_control & control,
              std::function<bool(std::span<std::uint64_t const>)> const & use_ends);

private:
    std::vector<std::uint64_t> ends_{};
    std::vector<aligned_words> match_{};
    std::vector<aligned_words> vertical_{};
};

} // namespace seqan3_gpulcs::cpu
