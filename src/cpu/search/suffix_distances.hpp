// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The edit distances of all suffixes of a pattern to a text, each in a lane.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/runtime/stop_poll.hpp"

namespace seqan3_gpulcs::cpu
{

struct suffix_task;

//!\brief The code for one kind of vectors, and their number of lanes: memory laid out for one kernel must be computed by it.
struct suffix_kernel
{
    std::uint64_t lanes{1};
    void (*measure)(suffix_task const & task){};
};

/*!\brief Finds how similar the longest suffixes of a pattern are to substrings that end at some letters of a text.
 *
 * All suffixes end together; so lanes differ only in their first rows, which match any letter.
 * As many suffixes as there are lanes are a *group*.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class suffix_distances
{
public:
    /*!\brief Takes a pattern.
     * \param pattern  The pattern, which has at least as many letters as there are suffixes.
     * \param suffixes The number of suffixes, at least one: the whole pattern, all but its first letter, and so on.
     * \param are_sets Whether letters of the pattern and the text are sets of four bits, which match if they have something
     *                 in common.
     * \throws std::bad_alloc
     *
     * Linear in the pattern, for each of its different letters.
     */
    void set_pattern(std::span<std::uint8_t const> pattern, std::uint64_t suffixes, bool are_sets = false);

    /*!\brief Takes a text, after the pattern.
     * \throws std::bad_alloc
     *
     * Linear; eight bytes a letter.
     */
    void set_text(std::span<std::uint8_t const> text);

    //!\brief The number of groups.
    std::uint64_t groups() const noexcept
    {
        return groups_;
    }

    //!\brief The suffixes of a group; the last group may have more than are wanted, down to the empty one.
    std::uint64_t lanes() const noexcept
    {
        return kernel_.lanes;
    }

    /*!\brief Runs one group along the text.
     * \param group The number of the group: suffix `group * lanes()` and the next ones.
     * \param ends  The numbers of letters of the text up to the ends of substrings, at least 1; ascending.
     * \param poll  Counts the steps.
     * \returns Element `i * lanes() + lane` is the minimum edit distance of the suffix of that lane to the substrings that end
     *          at `ends[i]`, for suffixes that are wanted. Valid until the next call.
     * \throws std::bad_alloc and what `poll` throws.
     *
     * `ceil(p / 64) * n` steps, with p letters of the pattern and n of the text. The recurrence is that of
     * approximate_search.
     */
    std::span<std::uint64_t const>
    compute(std::uint64_t group, std::span<std::uint64_t const> ends, runtime::stop_poll & poll);

    /*!\brief The number of steps of all groups of a pattern along a text.
     *
     * A step is a word of a column in all lanes.
     */
    static double steps(std::uint64_t pattern_size, std::uint64_t suffixes, std::uint64_t text_size) noexcept;

private:
    void match_sets();

    suffix_kernel kernel_{};
    std::uint64_t words_{};
    std::uint64_t groups_{};
    std::uint64_t pattern_size_{};
    std::array<std::uint16_t, 256> code_of_{}; // 0 for letters that the pattern does not have.
    std::vector<std::uint64_t> match_{};       // [code][word].
    std::vector<aligned_words> free_rows_{};   // [word][lane].
    std::vector<aligned_words> vertical_{};    // [word][0 or 1][lane].
    std::vector<std::uint64_t const *> columns_match_{};
    std::vector<std::uint64_t> columns_{};   // [column][lane], of a few columns.
    std::vector<std::uint64_t> distances_{}; // [end][lane].
};

} // namespace seqan3_gpulcs::cpu
