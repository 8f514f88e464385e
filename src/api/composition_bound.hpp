// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How often letters occur, and the upper bound for common subsequences that follows.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::api
{

//!\brief How often each letter occurs in a sequence. Linear; 64 letters at a time where they are packed with 2 or 4 bits.
std::array<std::uint64_t, 256> count_letters(packing::packed_sequence_view const & sequence) noexcept;

/*!\brief The sum over all letters of the smaller count: no common subsequence of two sequences is longer. Linear, as
 *        count_letters() is.
 */
std::uint64_t count_common(packing::packed_sequence_view const & first,
                           packing::packed_sequence_view const & second) noexcept;

/*!\brief How often each letter occurs in each of some sequences, counted once.
 *
 * Memory: 4 bytes for each sequence, and 9 for each letter of its list. Thread safety: concurrent calls of count_common() are safe.
 */
class composition_table
{
public:
    /*!\brief Counts the letters.
     * \param sequences The sequences; needed by this constructor only.
     * \param threads   The number of threads.
     * \param control   Ends the work if a stop is requested.
     * \throws std::bad_alloc, seqan3_gpulcs::operation_stopped
     */
    composition_table(std::span<packing::packed_sequence_view const> sequences,
                      unsigned threads,
                      runtime::task_control & control);

    /*!\brief The sum over all letters of the smaller count: no common subsequence of the two sequences is longer.
     * \param counts How often each letter occurs in one sequence.
     * \param number The number of the other sequence.
     */
    std::uint64_t count_common(std::array<std::uint64_t, 256> const & counts, std::size_t number) const noexcept;

private:
    // Some consecutive sequences. Their lists are scattered in memory: here, one follows the other.
    struct block
    {
        std::vector<std::uint32_t> begins{}; // Where the letters of each sequence are, and the end.
        std::vector<std::uint8_t> letters{};
        std::vector<std::uint64_t> counts{};
    };

    static block count_block(std::span<packing::packed_sequence_view const> sequences);

    // Each thread allocates its own: memory that is used for the first time takes longer than counting.
    std::vector<block> blocks_{};
};

} // namespace seqan3_gpulcs::api
