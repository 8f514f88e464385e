// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Common codes for pairs in lanes.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/cpu/batch/vector_batch.hpp"
#include "src/packing/pair_codes.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief Gives the sequences of each packed pair common codes.
 *
 * An object keeps its memory for the next pairs. Thread safety: each thread needs an object of its own.
 */
class lane_coding
{
public:
    /*!\brief Finds codes.
     * \param pairs The pairs, at most as many as there may be lanes. Their letters must stay where they are.
     * \returns The same pairs with common codes; valid until the next call.
     * \throws std::bad_alloc
     */
    std::span<lane_pair const> find(std::span<alignment::sequence_pair const * const> pairs);

private:
    // The codes of pairs with these letters.
    struct letter_codes
    {
        explicit letter_codes(alignment::sequence_pair const & pair);
        bool are_for(alignment::sequence_pair const & pair) const noexcept;

        packing::pair_codes codes;
        std::vector<std::uint8_t> first;
        std::vector<std::uint8_t> second;
    };

    std::vector<letter_codes> codes_{}; // One for neighbours with the same letters, also of the call before.
    std::array<lane_pair, max_lanes> coded_{};
};

/*!\brief Gives ranks codes: the most frequent ones get the smallest.
 *
 * Frequencies are estimated; a wrong estimate costs time and changes no result. Thread safety: each thread needs an object of its own.
 */
class rank_coding
{
public:
    //!\brief For ranks that are less than this, at least 1 and at most 256.
    explicit rank_coding(std::size_t const alphabet_size) noexcept : size_{static_cast<unsigned>(alphabet_size)}
    {}

    //!\brief Counts ranks, before codes are chosen. Linear.
    void count(std::span<std::uint8_t const> ranks) noexcept;

    //!\brief Chooses codes by the counts, and begins to count again.
    void choose() noexcept;

    //!\brief A pair with these codes; valid until others are chosen.
    lane_pair find(std::span<std::uint8_t const> first, std::span<std::uint8_t const> second) const noexcept;

private:
    // Few ranks are their codes.
    bool has_codes() const noexcept
    {
        return size_ > packing::frequent_codes;
    }

    unsigned size_;
    std::array<std::uint32_t, 256> counts_{};
    packing::code_table codes_{};
};

} // namespace seqan3_gpulcs::cpu
