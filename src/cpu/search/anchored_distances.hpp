// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The edit distances of all suffixes of a pattern to texts that end together with it, one text in each lane.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/packing/code_span.hpp"
#include "src/runtime/stop_poll.hpp"

namespace seqan3_gpulcs::cpu
{

struct anchored_task;

//!\brief The code for one kind of vectors, and their number of lanes: memory laid out for one kernel must be computed by it.
struct anchored_kernel
{
    std::uint64_t lanes{1};
    void (*measure)(anchored_task & task){};
};

/*!\brief Finds how similar the longest suffixes of a pattern are to suffixes of some texts.
 *
 * Where suffix_distances has a suffix of the pattern in each lane, and one text for all of them, this has a text in each lane: one
 * pass shows the distances of all suffixes. Pattern and text are read backward, from where they end together; so a suffix is a row
 * of the matrix, and words of rows are computed only where distances may be small enough.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class anchored_distances
{
public:
    //!\brief The maximum number of suffixes that are wanted: they are rows of one word.
    static constexpr std::uint64_t max_suffixes{64};

    /*!\brief Takes a pattern.
     * \param pattern     The pattern, which has at least as many letters as there are suffixes, and as `differences`.
     * \param suffixes    The number of suffixes, from 1 to max_suffixes: the whole pattern, all but its first letter, and so on.
     * \param differences Smaller distances are wanted; at least 1.
     * \param are_sets    Whether letters of the pattern and the texts are sets of four bits, which match if they have something
     *                    in common.
     * \throws std::bad_alloc
     *
     * Linear in the pattern, for each code that its letters might have.
     */
    void set_pattern(packing::code_span const & pattern,
                     std::uint64_t suffixes,
                     std::uint64_t differences,
                     bool are_sets = false);

    //!\brief The maximum number of texts.
    std::uint64_t lanes() const noexcept
    {
        return kernel_.lanes;
    }

    /*!\brief Compares texts with the pattern.
     * \param texts The texts, at most as many as lanes, none empty, in codes of the pattern's width.
     * \param poll  Counts the steps.
     * \returns Element `i * lanes() + lane` is the minimum edit distance of suffix i to all suffixes of the text of that
     *          lane, or `differences` if it is not smaller. Valid until the next call.
     * \throws std::bad_alloc and what `poll` throws.
     *
     * At most `ceil(p / 64) * (p + k)` steps, with p letters of the pattern and k differences; in random sequences, about
     * `ceil(p / 64) * (1.3 * k + 64)`. The recurrence is that of approximate_search. Words of rows are left out as in Ukkonen,
     * "Algorithms for approximate string matching", Information and Control 64 (1985): a path with less than k differences has
     * less than k at each of its cells.
     */
    std::span<std::uint64_t const> compute(std::span<packing::code_span const> texts, runtime::stop_poll & poll);

    //!\brief The approximate number of steps for a pattern and random texts; a step is a word of a column in all lanes.
    static double steps(std::uint64_t pattern_size, std::uint64_t differences) noexcept;

    //!\brief The lanes of the vectors of this machine.
    static std::uint64_t lanes_here() noexcept;

private:
    void set_matches(bool are_sets);

    anchored_kernel kernel_{};
    std::uint64_t words_{};
    std::uint64_t pattern_size_{};
    std::uint64_t suffixes_{};
    std::uint64_t differences_{};
    unsigned bits_{};
    std::vector<std::uint8_t> letters_{};
    std::vector<aligned_words> match_{};     // [word][code]: the rows that match.
    std::vector<aligned_words> vertical_{};  // [word][0 or 1][lane]: the differences of rows.
    std::vector<aligned_words> last_rows_{}; // [word][lane]: the distances of the last row.
    std::vector<aligned_words> distances_{}; // [suffix][lane].
};

} // namespace seqan3_gpulcs::cpu
