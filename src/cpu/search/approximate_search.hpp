// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds where a text is similar to a pattern. Each lane of a vector searches a stretch of the text.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/cpu/search/interleaved_text.hpp"
#include "src/runtime/task_control.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The words that a column of a pattern takes in each lane; the time depends on them.
struct search_shape
{
    unsigned bits{};       //!< The bits of a word: 16, 32 or 64.
    std::uint64_t words{}; //!< The number of words; 1 unless they have 64 bits.
};

//!\brief The shape for a pattern of at least one letter.
constexpr search_shape shape_for_pattern(std::uint64_t const pattern_size) noexcept
{
    return pattern_size <= 16 ? search_shape{16, 1}
         : pattern_size <= 32 ? search_shape{32, 1}
                              : search_shape{64, util::ceil_div(pattern_size, std::uint64_t{64})};
}

/*!\brief Finds the ends of all substrings of a text that are similar to a pattern.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class approximate_search
{
public:
    /*!\brief Searches a text.
     * \param text        The text; no longer than 2^63 letters.
     * \param pattern     The classes that each letter of the pattern matches, a bit for each class; 0 for a letter that
     *                    matches none. At least `differences` letters.
     * \param differences An edit distance; at least 1.
     * \param control     Stop.
     * \param use_ends    Called with ends: the number of letters up to the end of each non-empty substring whose edit
     *                    distance to the pattern is less than `differences`. Ascending, at least one and at most some
     *                    hundred thousand at a time; different calls are in no order and may repeat ends. Returns whether
     *                    more are wanted.
     * \throws std::bad_alloc and what `control` and `use_ends` throw.
     *
     * The recurrence is that of Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic
     * programming", Journal of the ACM 46 (1999), in the form of Hyyrö, "Explaining and extending the bit-parallel
     * approximate string matching algorithm of Myers" (2001). Each lane continues into the next stretch for as many letters
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
