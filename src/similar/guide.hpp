// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The probable path of a longest common subsequence.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/plan/matrix_region.hpp"
#include "src/similar/seed_chain.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief A path through the matrix along the seeds of a chain.
 *
 * The path stays between the diagonals of two neighbouring seeds: it may change from one to the other anywhere.
 */
class guide
{
public:
    /*!\brief Makes a path from the upper left corner to the lower right one.
     * \param chain The seeds in between.
     * \param rows    The length of the first sequence.
     * \param columns The length of the second sequence.
     */
    guide(std::span<seed const> chain, std::uint64_t rows, std::uint64_t columns);

    /*!\brief The columns near the path in some rows.
     * \param rows   The rows.
     * \param margin The distance to the path that still counts.
     */
    plan::interval columns_of(plan::interval const & rows, std::uint64_t margin) const noexcept;

    //!\brief The columns where the path may go from a row to the next one: between one and the other. One alone where seeds lead.
    plan::interval columns_at(std::uint64_t row) const noexcept;

private:
    struct corner
    {
        std::uint64_t row;
        std::uint64_t column;
    };

    std::vector<corner> corners_{}; // Begin and end of seeds and of the matrix, in order.
};

} // namespace seqan3_gpulcs::similar
