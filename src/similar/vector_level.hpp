// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The furthest-reaching points of a distance, many at a time.
 */

#pragma once

#include <cstdint>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief The points of a distance, on diagonals at its spacing; diagonal k has k more columns than rows.
struct level_step
{
    //!\brief The words of each sequence; neither is empty.
    std::uint64_t const * first_words{};
    std::uint64_t const * second_words{}; //!< \copydoc first_words
    std::int32_t rows{};                  //!< The size of the first sequence.
    std::int32_t columns{};               //!< The size of the second sequence.

    std::int32_t diagonal{}; //!< The diagonal of the first point.
    std::int64_t size{};     //!< The number of points.

    //!\brief The furthest rows of a distance less by 1, from the diagonal before that of the first point on, to that after the last
    //!       one. vector_level::max_lanes more are read.
    std::int32_t const * before{};

    std::int32_t * now{};      //!< The rows that are found. As many as vector_level::max_lanes more may be written.
    std::uint64_t * sources{}; //!< The words that say where points come from; see level_walker::level_words().
    std::uint64_t * goes_on{}; //!< A bit for each point: whether there may be more matches after the row.
};

/*!\brief Computes points with the vectors of the machine, if they are wide enough to pay.
 * Computes points with the vectors of the machine, if they are wide enough to be faster.
 * Thread safety: concurrent calls are safe.
 */
class vector_level
{
public:
    //!\brief The maximum number of points in a vector.
    static constexpr std::int64_t max_lanes{16};

    //!\brief Has no vectors.
    vector_level() noexcept = default;

    //!\brief Chooses the instruction set, for codes of 2, 4 or 8 bits.
    vector_level(plan::metric metric, unsigned bits) noexcept;

    //!\brief Whether the machine has such vectors.
    explicit operator bool() const noexcept
    {
        return kernel_ != nullptr;
    }

    /*!\brief Finds the row of each point and the first few matches after it.
     *
     * Rows that are not reached must be far below 0, and remain so.
     */
    void operator()(level_step const & step) const noexcept
    {
        kernel_(step);
    }

private:
    void (*kernel_)(level_step const &){};
};

} // namespace seqan3_gpulcs::similar
