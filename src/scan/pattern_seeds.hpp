// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The parts of a pattern of which one occurs nearly unchanged wherever the pattern is found.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/scan/verification_costs.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief A part of a pattern, and the edits with which it is looked up in a text.
struct pattern_seed
{
    std::uint64_t begin{};     //!< The letters of the pattern before it.
    std::uint64_t size{};      //!< Its letters.
    std::uint64_t max_edits{}; //!< The maximum number of its edits.

    //!\brief Whether both are the same part, with as many edits.
    bool operator==(pattern_seed const &) const = default;
};

//!\brief The maximum number of edits of a seed: with more, too many words are similar to it.
inline constexpr unsigned max_seed_edits{2};

//!\brief The fewest seeds that a pattern with some edits may have.
constexpr std::uint64_t min_seeds(std::uint64_t const max_edits) noexcept
{
    return max_edits / (max_seed_edits + 1) + 1;
}

/*!\brief About how often some letters are found with k edits in random letters.
 * \param letters For each letter of the pattern, a bit for each class or base that it matches.
 * \param edits   The number k of edits; at most as many as letters.
 *
 * Each of about `C(n, k) * 8^k` strings is found as often as n letters are. Linear.
 */
double estimate_chance(std::span<std::uint8_t const> letters, std::uint64_t edits) noexcept;

/*!\brief Cuts a pattern into seeds, each of which should be found about as rarely as the others.
 * \param classes   For each letter of the pattern, a bit for each class that it matches.
 * \param max_edits The maximum number k of edits of the pattern.
 * \param count     The number of seeds, from min_seeds() to k + 1.
 * \returns The seeds, ascending; none if there are too few letters.
 * \throws std::bad_alloc
 *
 * Seeds with e_i edits have `(e_1 + 1) + (e_2 + 1) + ... = k + 1`. If the pattern is found with k edits, one of the seeds has at most its
 * e_i: if each had one more, there would be k + 1. So this is the partition of Navarro and Baeza-Yates, "A hybrid indexing method for
 * approximate string matching", Journal of Discrete Algorithms 1 (2000), of which exact seeds are a case.
 *
 * Letters that match all classes say nothing, so seeds neither begin nor end with them. Linear.
 */
std::vector<pattern_seed>
cut_seeds(std::span<std::uint8_t const> classes, std::uint64_t max_edits, std::uint64_t count);

/*!\brief The steps that looking up seeds should take in random letters.
 * \param classes   For each letter of the pattern, a bit for each class that it matches.
 * \param max_edits The maximum number of edits of the pattern.
 * \param seeds     Its seeds.
 * \param text_size The letters of the text.
 *
 * Linear in the pattern.
 */
lookup_steps expect_steps(std::span<std::uint8_t const> classes,
                          std::uint64_t max_edits,
                          std::span<pattern_seed const> seeds,
                          std::uint64_t text_size) noexcept;

} // namespace seqan3_gpulcs::scan
