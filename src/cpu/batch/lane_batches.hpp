// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The division of pairs into batches, in which each has a lane of its own.
 */

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/pair_list.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief What the lanes of a thread have.
struct lane_limits
{
    unsigned lanes{};                                                    //!< Their number, at least 1.
    std::uint64_t kept_bytes{std::numeric_limits<std::uint64_t>::max()}; //!< Their memory for columns that are kept.
    bool
        is_only_way{}; //!< Whether a pair alone takes the time of all lanes, because there is no other way to compute it.
};

/*!\brief Whether a pair with so many rows and columns can be computed in a lane: it is short, and what is kept of its columns stays in a
 *        cache.
 *
 * A single longer pair keeps all lanes busy.
 */
bool is_for_lane(std::uint64_t rows, std::uint64_t columns, plan::comparison const & wanted) noexcept;

/*!\brief Puts short pairs of similar sizes together into batches of as many as there are lanes, where that takes less time than to
 *        compute them one by one. Each other pair is a batch of its own.
 *
 * An object keeps its memory for the next pairs. Thread safety: each thread needs an object of its own.
 */
class lane_batches
{
public:
    //!\brief Removes all pairs.
    void begin() noexcept;

    /*!\brief Adds a pair.
     * \param index       The index of the pair.
     * \param first_size  The length of the first sequence.
     * \param second_size The length of the second sequence.
     * \param wanted      The metric and the wanted alignment.
     * \throws std::bad_alloc
     */
    void add(std::size_t index, std::uint64_t first_size, std::uint64_t second_size, plan::comparison const & wanted);

    /*!\brief Makes batches of all pairs.
     * \param wanted The metric and the wanted alignment.
     * \param limits What the lanes have.
     * \throws std::bad_alloc
     *
     * Linear in the number of pairs if their sizes ascend; otherwise it sorts them.
     */
    void finish(plan::comparison const & wanted, lane_limits const & limits);

    /*!\brief Makes batches of the pairs of a list, in place of the earlier ones.
     * \param list    The pairs.
     * \param numbers Those of the list that are meant.
     * \param wanted  The metric and the wanted alignment.
     * \param limits  What the lanes have.
     * \throws std::bad_alloc
     */
    void assign(plan::pair_list const & list,
                plan::interval const & numbers,
                plan::comparison const & wanted,
                lane_limits const & limits);

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

    static std::size_t
    count_together(std::span<short_pair const> pairs, plan::comparison const & wanted, unsigned lanes) noexcept;
    static bool are_lanes_profitable(std::span<short_pair const> pairs,
                                     plan::comparison const & wanted,
                                     lane_limits const & limits) noexcept;

    std::vector<short_pair> shorts_{};
    std::vector<std::size_t> indices_{}; // The pairs of all batches, one batch after the other.
    std::vector<std::size_t> ends_{};    // The end of the indices of each batch.
};

} // namespace seqan3_gpulcs::cpu
