// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints of a matrix, as the traceback reads them.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "src/plan/matrix_region.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::traceback
{

//!\brief A part of a row or a column that is kept.
struct kept_part
{
    std::uint64_t index{};            //!< The number of the column or row; the one after the first spacing has 0.
    std::uint64_t begin{};            //!< The begin of the part: a multiple of 64.
    std::span<std::uint64_t> words{}; //!< The target of the copy; empty if nothing is wanted.
};

/*!\brief Checkpoints of the whole matrix, or of a band of it, in any memory.
 *
 * Copies the state and the carries of the recurrence. For longest common subsequences, a word of V has a bit for each of 64 rows, the first
 * one lowest, zero where the matrix grows from the row above. A word of carries has one for each of 64 columns, the first one *highest*,
 * one where the matrix grows from the column before. For edit distances there are two words side by side, for differences of 1 and of -1;
 * both are ones.
 */
class checkpoint_source
{
public:
    checkpoint_source() = default;
    checkpoint_source(checkpoint_source const &) = delete;
    checkpoint_source & operator=(checkpoint_source const &) = delete;
    virtual ~checkpoint_source() = default;

    //!\brief The distances of the checkpoints.
    virtual plan::checkpoint_grid grid() const noexcept = 0;

    //!\brief The cell in which the alignment ends; none if that is the last one of the matrix.
    virtual std::optional<plan::matrix_cell> end() const noexcept
    {
        return std::nullopt;
    }

    /*!\brief The columns that were computed in the row of tiles of a row.
     *
     * A multiple of the spacing is the first of them. The path comes to no other cell, and to the first column only where that
     * is the first one of the matrix.
     */
    virtual plan::interval columns_of(std::uint64_t /*row*/) const noexcept
    {
        return {0, std::numeric_limits<std::uint64_t>::max()};
    }

    //!\brief Copies the state of a part of a column, and the carries below a part of a row. Targets hold the borders of the matrix
    //!       before, and go on to where the band has no neighbour.
    virtual void copy(kept_part const & column, kept_part const & row) = 0;
};

} // namespace seqan3_gpulcs::traceback
