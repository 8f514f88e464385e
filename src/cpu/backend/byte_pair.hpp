// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One short pair by one thread, straight from its letters.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <seqan3_gpulcs/alignment/path.hpp>

#include "src/plan/comparison.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The letters of two sequences as bytes.
struct byte_pair
{
    std::span<std::uint8_t const> first{};  //!< The first sequence.
    std::span<std::uint8_t const> second{}; //!< The second sequence.
};

//!\brief Pairs with longer sequences are not compared in this way.
inline constexpr std::uint64_t max_byte_pair_size{768};

/*!\brief The length of a longest common subsequence, or the edit distance.
 * \param pair   The pair; no sequence has more than max_byte_pair_size letters.
 * \param metric The metric.
 *
 * The rows of a word or some are in registers while columns go by; nothing is packed, planned or allocated. Thread safety: concurrent
 * calls are safe.
 */
std::uint64_t find_value(byte_pair const & pair, plan::metric metric) noexcept;

/*!\brief The same by vectors, of some hundred to some thousand letters.
 * \param pair   The pair, of any size.
 * \param metric The metric.
 * \returns The length or the edit distance; none if the pair is not for vectors: see count_diagonal_steps().
 * \throws std::bad_alloc
 */
std::optional<std::uint64_t> find_value_by_vectors(byte_pair const & pair, plan::metric metric);

/*!\brief The same of a pair of similar sequences, by furthest-reaching points.
 * \param pair         The pair, of any size.
 * \param metric       The metric.
 * \param max_distance The largest distance that is looked for, less than 64: letters of both sequences outside the subsequence, or edits.
 * \returns The length or the edit distance; none if the distance is larger, or if so many differences are near the start that it seems to
 *          be. Then another method has to find the value.
 *
 * About a step for each letter that matches, eight at a time, and one for each pair of distances up to the one that is found (Myers 1986;
 * Ukkonen 1985).
 */
std::optional<std::uint64_t>
find_similar_value(byte_pair const & pair, plan::metric metric, std::uint64_t max_distance) noexcept;

//!\brief The memory for the columns that an alignment keeps, in bytes, given the lengths.
constexpr std::uint64_t
kept_path_bytes(std::uint64_t const first, std::uint64_t const second, plan::metric const metric) noexcept
{
    return util::ceil_div(first, std::uint64_t{64}) * plan::kept_words({.metric = metric}) * (second + 1)
         * sizeof(first);
}

/*!\brief The alignment that seqan3_gpulcs::lcs::compute or seqan3_gpulcs::edit::compute promises.
 * \param pair   The pair; no sequence has more than max_byte_pair_size letters.
 * \param metric The metric; for edit distances, gaps are first.
 * \throws std::bad_alloc
 *
 * All columns are kept. Thread safety: concurrent calls are safe.
 */
alignment::path find_path(byte_pair const & pair, plan::metric metric);

} // namespace seqan3_gpulcs::cpu
