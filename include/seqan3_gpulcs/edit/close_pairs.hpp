// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief All pairs of sequences with few edits, without comparing the others.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::edit
{

//!\brief Two sequences with few edits.
struct close_pair
{
    std::size_t first{};      //!< The number of the first sequence.
    std::size_t second{};     //!< The number of the second one.
    std::uint64_t distance{}; //!< Their edit distance.

    //!\brief Whether all members are equal.
    friend bool operator==(close_pair const &, close_pair const &) = default;
};

//!\brief Takes close pairs, block after block, in ascending order. Called by the thread of the call.
using close_pair_sink = std::function<void(std::vector<close_pair> &&)>;

/*!\brief Finds every two sequences of a set whose edit distance is small enough: duplicates, for example.
 * \param sequences    The sequences; they may be empty.
 * \param max_distance The largest distance.
 * \param execution    Where and how to compute. Progress covers the whole call, pairs that are ruled out included.
 * \returns The pairs in ascending order, with `first < second`.
 * \throws The exceptions of seqan3_gpulcs::edit::all_pairs.
 *
 * If a sequence is cut into k + 1 parts, k edits leave one of them as it is, at most k letters from its place. So only pairs with such a
 * part in common are compared, where parts have at least six letters. Of shorter sequences, all pairs are compared whose lengths
 * differ by at most k; and all pairs of all sequences, where that takes less time. See "Pairs
 * with few edits" in doc/algorithms/many_pairs.md.
 *
 * Complexity: for n sequences of m letters, O(n m) for hashes of all prefixes, and about n (k + 1) (2 k + 1) lookups, times the number of
 * lengths within k; then a comparison for each pair with a part in common. Memory: 16 bytes for each part, 8 for each sequence and
 * thread, some ten megabytes for pairs that are compared, and what is returned.
 *
 * Thread safety: concurrent calls are safe.
 *
 * The filter is that of Wu and Manber, "Fast text searching allowing errors", Communications of the ACM 35 (1992), for sets.
 */
std::vector<close_pair> close_pairs(std::span<packing::packed_sequence_view const> sequences,
                                    std::uint64_t max_distance,
                                    plan::execution const & execution = {});

//!\brief The same for each sequence of one set with each one of another.
std::vector<close_pair> close_pairs(std::span<packing::packed_sequence_view const> first,
                                    std::span<packing::packed_sequence_view const> second,
                                    std::uint64_t max_distance,
                                    plan::execution const & execution = {});

//!\brief The same pairs for a sink, where there may be more of them than there is memory for. It is called while nothing is computed.
void close_pairs_in_blocks(std::span<packing::packed_sequence_view const> sequences,
                           std::uint64_t max_distance,
                           close_pair_sink const & sink,
                           plan::execution const & execution = {});

//!\brief The same for two sets.
void close_pairs_in_blocks(std::span<packing::packed_sequence_view const> first,
                           std::span<packing::packed_sequence_view const> second,
                           std::uint64_t max_distance,
                           close_pair_sink const & sink,
                           plan::execution const & execution = {});

} // namespace seqan3_gpulcs::edit
