// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The division of pairs into batches, in which each has a lane of its own.
 */

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief Puts short pairs of similar sizes together into batches of as many as there are lanes, where that takes less time than to
 *        compute them one by one. Each other pair is a batch of its own.
 *
 * An object keeps its memory for the next pairs. Thread safety: each thread needs an object of its own.
 */
class lane_batches
{
public:
    /*!\brief Makes batches, in place of the earlier ones.
     * \param pairs  The pairs.
     * \param chosen The indices of the pairs that are wanted.
     * \param wanted The metric and the wanted alignment.
     * \param lanes  The number of lanes, at least 1.
     * \throws std::bad_alloc
     *
     * Linear in the number of chosen pairs if their sizes ascend; otherwise it sorts them.
     */
    void assign(std::span<alignment::sequence_pair const> pairs,
                std::span<std::size_t const> chosen,
                plan::comparison const & wanted,
                unsigned lanes);

    //!\brief The number of batches.
    std::size_t size() const noexcept
    {
        return ends_.size();
    }

    //!\brief The indices of the pairs of a batch, at least one.
    std::span<std::size_t const> operator[](std::size_t const number) const noexcept
    {
        std::size_t const begin = number == 0 ? 0 : ends_[number - 1];
        return std::span{indices_}.subspan(begin, ends_[number] - begin);
    }

private:
    // Pairs with as many words of rows, and about as many columns, come together; ties keep their order.
    struct short_pair
    {
        std::uint64_t row_words{};
        std::uint64_t columns{};
        std::size_t index{};
        double cells{};

        auto operator<=>(short_pair const &) const = default;
    };

    static bool are_lanes_profitable(std::span<short_pair const> pairs, unsigned lanes) noexcept;

    std::vector<short_pair> shorts_{};
    std::vector<std::size_t> indices_{}; // The pairs of all batches, one batch after the other.
    std::vector<std::size_t> ends_{};    // The end of the indices of each batch.
};

} // namespace seqan3_gpulcs::cpu
