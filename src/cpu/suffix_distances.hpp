// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The edit distances of all suffixes of a pattern to a text, each in a lane.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "aligned_words.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief Finds how similar the longest suffixes of a pattern are to what ends at each letter of a text.
 *
 * All suffixes end together; so a lane has the same rows as the others, but for the first ones, which match any letter there.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class suffix_distances
{
public:
    /*!\brief Takes a pattern.
     * \param pattern  At least as many letters as there are suffixes.
     * \param suffixes How many are wanted: all of it, all but the first letter, and so on; at least one.
     * \throws std::bad_alloc
     *
     * Linear in the pattern, and in its different letters.
     */
    void set_pattern(std::span<std::uint8_t const> pattern, std::uint64_t suffixes);

    /*!\brief Goes along a text.
     * \param text The text.
     * \throws std::bad_alloc
     *
     * `ceil(p / 64) * n` steps for every eight suffixes, with p and n letters. The recurrence is that of substring_filter.
     */
    void compute(std::span<std::uint8_t const> text);

    //!\brief The least edit distance of a suffix to a substring that ends behind so many letters of the text, at least one.
    std::uint64_t distance(std::uint64_t const suffix, std::uint64_t const end) const noexcept
    {
        std::uint64_t const group = suffix / lanes_;
        return distances_[(group * columns_ + end - 1) * lanes_ + suffix % lanes_];
    }

    /*!\brief The steps of a pattern of so many letters along a text of so many.
     *
     * A step is a word of a column in all lanes.
     */
    static double steps(std::uint64_t pattern_size, std::uint64_t suffixes, std::uint64_t text_size) noexcept;

private:
    unsigned lanes_{1};
    std::uint64_t words_{};
    std::uint64_t groups_{};
    std::uint64_t columns_{};
    std::uint64_t pattern_size_{};
    std::array<std::uint16_t, 256> code_of_{}; // 0 for letters that the pattern does not have.
    std::vector<std::uint64_t> match_{};       // [code][word].
    std::vector<aligned_words> free_rows_{};   // [group][word][lane].
    std::vector<aligned_words> vertical_{};
    std::vector<std::uint64_t const *> columns_match_{};
    std::vector<std::uint64_t> distances_{}; // [group][column][lane].
};

} // namespace seqan3_gpulcs::cpu
